//! The prompts of a turn: the cell of a piece, then its target.

use std::fmt::Display;

use crate::console::{Dialog, Prompt, PromptExit, Style};
use crate::games::ugly_duck::{
    Cell, FiveByFive, Geometry, Move, Refusal, UglyDuck, UglyDuckPosition, check_valid_piece,
};
use crate::model::{Position as _, View};
use crate::screens::shared::{self, describe_targets, turns_from, with_answers};
use crate::screens::turn::{ALREADY_COMPLETE, TurnDialog};
use crate::words::dedup;

const INVALID_CELL: &str = "Cell invalid!";

/// The lines of a turn's questions: an empty one, the introduction, the two prompts, and the notes between
/// them.
const TURN_PROMPTS: &str = "
Choose the piece to move: (e.g. a1 or A1)
Cell - a1
a1 can go to b1 b2.
(If you chose a wrong Cell, you can type \"wrong\" to choose again)
To Which Cell - b2
";

impl TurnDialog for UglyDuck {
    fn read_turn(
        &self,
        view: &View<'_, UglyDuckPosition<FiveByFive>>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let position = view.position;
        let style = dialog.style();
        loop {
            let from = shared::ask_piece(
                dialog,
                |dialog| ask_piece(position, dialog),
                "(If you chose a wrong Cell, you can type \"wrong\" to choose again)",
                |from| {
                    let refused = check_valid_piece(position, *from).err();
                    describe_targets(&from.to_string(), refused, &targets(position, *from))
                        .map_err(|reason| invalid(with_answers(reason, &movable(position), &style)))
                },
            )?;
            let prompt = Prompt::with_answers("To Which Cell - ", targets(position, from));
            let to = ask_cell(&prompt.heard_as(format!("Where does {from} go?"), "a cell"), dialog)?;
            let mv = Move { from, to };
            match position.check_move(mv) {
                Ok(()) => return Ok(mv),
                Err(refusal) => {
                    let right = turns_from(&from.to_string(), &targets(position, from), movable(position));
                    dialog.refuse_turn(invalid(with_answers(refusal, &right, &style)))?;
                }
            }
        }
    }

    fn turn_prompts(&self, _view: &View<'_, UglyDuckPosition<FiveByFive>>, _style: &Style) -> String {
        TURN_PROMPTS.to_owned()
    }

    fn too_many_answers(&self) -> String {
        invalid(ALREADY_COMPLETE)
    }
}

/// Returns the original's refusal with the reason below it.
fn invalid(reason: impl Display) -> String {
    format!("{INVALID_CELL}\n{reason}")
}

/// Asks for the cell of a piece until the answer names a cell of the board.
fn ask_piece(position: &UglyDuckPosition<FiveByFive>, dialog: &mut Dialog<'_>) -> Result<Cell, PromptExit> {
    let introduction = "\nChoose the piece to move: (e.g. a1 or A1)".to_owned();
    let prompt = Prompt { introduction, ..Prompt::with_answers("Cell - ", movable(position)) };
    ask_cell(&prompt.heard_as("Which piece do you move?", "a cell"), dialog)
}

/// Asks until the answer names a cell of the board. A terminal says below the refusal whether it names another cell, and
/// which ones would be right.
fn ask_cell(prompt: &Prompt, dialog: &mut Dialog<'_>) -> Result<Cell, PromptExit> {
    let style = dialog.style();
    dialog.ask_for(prompt, |answer| match answer.parse() {
        Ok(cell) if FiveByFive.contains(cell) => Ok(cell),
        named => {
            let outside = named.map_or(String::new(), |_| format!("{} ", Refusal::OutsideBoard));
            Err(invalid(style.wording(String::new(), outside + &prompt.options())))
        }
    })
}

fn movable(position: &UglyDuckPosition<FiveByFive>) -> Vec<String> {
    dedup(position.moves().iter().map(|mv| mv.from.to_string()))
}

fn targets(position: &UglyDuckPosition<FiveByFive>, from: Cell) -> Vec<String> {
    let moves = position.moves().into_iter().filter(|mv| mv.from == from);
    moves.map(|mv| mv.to.to_string()).collect()
}
