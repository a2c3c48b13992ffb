//! The prompts of a turn: the cell to place on, then each cell of the walk.

use crate::console::{BoardStyle, Dialog, Prompt, PromptExit, Style, rows, wrap};
use crate::games::qawale::{Cell, Move, Qawale, QawalePosition, Refusal, Walk};
use crate::model::View;
use crate::screens::TurnDialog;
use crate::screens::shared::with_answers;
use crate::screens::stacks::{describe_stack, stack};
use crate::words::qawale::{picture_pieces, read_typed_cell};

use super::board::{draw_placed, draw_walk};

/// The question for the cell to place on.
const PLACE: &str = "Place a piece on the stack of cell (e.g. a1): ";

impl TurnDialog for Qawale {
    fn read_turn(
        &self,
        view: &View<'_, QawalePosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let placed = |cell| Walk::begin(view.position, cell);
        let mut walk = ask_cell([PLACE, "On which stack do you place your piece?"], placed, dialog)?;
        let mut draw: fn(&Walk, &Style) -> String = draw_placed;
        loop {
            if let Some(mv) = walk.finished() {
                return Ok(mv);
            }
            let style = dialog.style();
            let hand = hand_line(&walk, &style);
            // Below the board are an empty line, the stack in hand and the question.
            let below = 2 + rows(&wrap(&hand, style.width), style.width);
            let drawing = format!("\n{}\n", draw(&walk, &style.above(below)));
            // At a terminal the selection is repeated below every board.
            dialog.show_turn_board(if style.by_ear { "" } else { &drawing }, move |style| {
                let hand = style.wording(hand_line(&walk, style), String::new());
                draw(&walk, style) + &hand
            })?;
            draw = draw_walk;
            dialog.show_selection(&hand)?;
            let stepped = |cell| {
                let mut next_walk = walk;
                next_walk.step(cell).map(|()| next_walk)
            };
            let question = ["Next cell: ", "Where does the stack in your hand go next?"];
            walk = ask_cell(question, stepped, dialog)?;
        }
    }

    fn turn_prompts(&self, _view: &View<'_, QawalePosition>, _style: &Style) -> String {
        // Each cell of the walk is asked for below a separate board.
        format!("{PLACE}a1\n")
    }

    fn question_after_computer(&self) -> Option<Prompt> {
        Some(Prompt::enter("Press Enter to continue. "))
    }
}

/// Asks for a cell with a question, and with another one for someone who listens, until `walk_to` accepts the answer.
fn ask_cell(
    [prompt, question]: [&str; 2],
    walk_to: impl Fn(Cell) -> Result<Walk, Refusal>,
    dialog: &mut Dialog<'_>,
) -> Result<Walk, PromptExit> {
    let is_possible = |cell: &Cell| walk_to(*cell).is_ok();
    let cells: Vec<String> = Cell::all().filter(is_possible).map(|cell| cell.to_string()).collect();
    let prompt = Prompt::with_answers(prompt, cells.clone()).heard_as(question, "a cell");
    let style = dialog.style();
    dialog.ask_for(&prompt, |answer| {
        walk_to(read_typed_cell(answer)?).map_err(|refusal| with_answers(refusal, &cells, &style))
    })
}

/// Describes the stack in hand and where it is.
fn hand_line(walk: &Walk, style: &Style) -> String {
    let hand = match style.board {
        BoardStyle::Words => describe_stack(&picture_pieces(walk.hand())),
        _ => format!("[{}]", stack(&picture_pieces(walk.hand()), style)),
    };
    let previous = walk.previous().map_or_else(|| "none".to_owned(), Cell::name);
    let current = walk.current().name();
    format!("Stack in hand: {hand}   Current\u{a0}cell:\u{a0}{current}   Previous\u{a0}cell:\u{a0}{previous}")
}
