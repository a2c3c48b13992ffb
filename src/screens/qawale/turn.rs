//! The prompts of a turn: the cell to place on, then each cell of the walk.

use crate::console::{BoardStyle, Dialog, Prompt, PromptExit, Style};
use crate::games::qawale::{Cell, Move, Qawale, QawalePosition, Walk, check_valid_position};
use crate::model::View;
use crate::screens::TurnDialog;
use crate::screens::shared::with_answers;
use crate::screens::stacks::{describe_stack, stack};
use crate::words::qawale::{picture_pieces, read_typed_cell};

use super::board::{draw_placed, draw_walk};

/// The rows between a board in the middle of a turn and the end of the question below it.
const STEP_ROWS: usize = 3;

impl TurnDialog for Qawale {
    fn read_turn(
        &self,
        view: &View<'_, QawalePosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let position = view.position;
        let mut walk = ask_placement(position, dialog)?;
        let mut draw: fn(&Walk, &Style) -> String = draw_placed;
        loop {
            if let Some(mv) = walk.finished() {
                return Ok(mv);
            }
            let style = dialog.style();
            let drawing = format!("\n{}\n", draw(&walk, &style.above(STEP_ROWS)));
            // At a terminal the selection is repeated below every board.
            dialog.show_turn_board(if style.by_ear { "" } else { &drawing }, move |style| {
                let hand = style.wording(hand_line(&walk, style), String::new());
                draw(&walk, style) + &hand
            })?;
            draw = draw_walk;
            dialog.show_selection(&hand_line(&walk, &style))?;
            walk = ask_step(&walk, dialog)?;
        }
    }

    fn turn_prompts(&self, _view: &View<'_, QawalePosition>, _style: &Style) -> String {
        // Each cell of the walk is asked for below a separate board.
        "Place a piece on the stack of cell (e.g. a1): a1\n".to_owned()
    }

    fn question_after_computer(&self) -> Option<Prompt> {
        Some(Prompt::enter("Press Enter to continue. "))
    }
}

/// Asks where to place until the answer is a stack.
fn ask_placement(position: &QawalePosition, dialog: &mut Dialog<'_>) -> Result<Walk, PromptExit> {
    let cells: Vec<String> = Cell::all()
        .filter(|cell| Walk::begin(position, *cell).is_ok())
        .map(|cell| cell.to_string())
        .collect();
    let prompt = Prompt::with_answers("Place a piece on the stack of cell (e.g. a1): ", cells.clone())
        .heard_as("On which stack do you place your piece?", "a cell");
    let style = dialog.style();
    dialog.ask_for(&prompt, |answer| {
        let cell = read_typed_cell(answer)?;
        Walk::begin(position, cell).map_err(|refusal| with_answers(refusal, &cells, &style))
    })
}

/// Asks for the next cell until the step is legal.
fn ask_step(walk: &Walk, dialog: &mut Dialog<'_>) -> Result<Walk, PromptExit> {
    let is_allowed = |cell: &Cell| check_valid_position(walk.current(), walk.previous(), *cell).is_ok();
    let cells: Vec<String> = Cell::all().filter(is_allowed).map(|cell| cell.to_string()).collect();
    let style = dialog.style();
    let prompt = Prompt::with_answers("Next cell: ", cells.clone())
        .heard_as("Where does the stack in your hand go next?", "a cell");
    dialog.ask_for(&prompt, |answer| {
        let mut next_walk = *walk;
        let step = next_walk.step(read_typed_cell(answer)?);
        step.map(|()| next_walk).map_err(|refusal| with_answers(refusal, &cells, &style))
    })
}

/// Describes the stack in hand and where it is.
fn hand_line(walk: &Walk, style: &Style) -> String {
    let hand = match style.board {
        BoardStyle::Words => describe_stack(&picture_pieces(walk.hand())),
        _ => format!("[{}]", stack(&picture_pieces(walk.hand()), style)),
    };
    let previous = walk.previous().map_or_else(|| "none".to_owned(), Cell::name);
    format!("Stack in hand: {hand}   Current cell: {}   Previous cell: {previous}", walk.current().name())
}
