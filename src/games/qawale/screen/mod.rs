//! The screen of Qawale after the seed document: displays, prompts and messages.
//!
//! `board.rs` draws, `menus.rs` has the menus, `endings.rs` the last words about a game.

mod board;
mod endings;
mod menus;

use crate::console::{BoardStyle, Dialog, Ending, Leave, Look, Prompt, Screen, Seating, star_box};
use crate::games::{Family, OptionsError};
use crate::model::notation::read_cell;
use crate::model::{Game, History, Position};

use super::grid::Cell;
use super::moves::{Move, Refusal, check_valid_position};
use super::position::{QawalePosition, TURNS};
use super::walk::Walk;
use super::{ID, Qawale};
use board::{bracketed, draw, fitting, name};

/// The game as the list of games holds it.
pub const FAMILY: Family = Family {
    id: ID,
    title: "Qawale",
    about: "4x4 stacks; four tops in a row win",
    examples: &[ID],
    open: |options| match options {
        "" => Ok(Box::new(Qawale)),
        _ => Err(OptionsError { problem: "Qawale has no options".to_owned(), wanted: "its name is qawale" }),
    },
    lobby: |_| Box::new(menus::Menus),
};

const CELL_FORM: &str = "Type a cell, a column from A to D and a row from 1 to 4: for example a1 or a/1.";

const INSTRUCTIONS: [&str; 22] = [
    "The board has 4x4 cells: columns A to D, rows 1 to 4. Dark (d) and",
    "light (l) have 8 pieces each in hand. Two neutral tan pieces (t) lie",
    "on each corner.",
    "",
    "On your turn you place one of your pieces on top of any stack, never",
    "on an empty cell. Then you lift that whole stack and walk it: each",
    "step goes to an orthogonal neighbour and leaves the bottom piece",
    "there, until your hand is empty. A step may not go straight back to",
    "the cell just left.",
    "",
    "Four pieces of one colour, visible from above in a row, a column or a",
    "diagonal after a whole turn, win for that colour. If both colours",
    "have such a line, the player who has just moved wins. A line in the",
    "middle of a walk does not count. After 16 turns without a line the",
    "game is a draw.",
    "",
    "Type cells as a1 or a/1: first the cell to place on, then a cell for",
    "every piece in your hand. \"wrong\" begins the turn again, \":help\"",
    "lists what else may be typed.",
    "",
    "Stacks are written from the bottom to the top: of [ttd] the dark",
    "piece is visible.",
];

impl Screen for Qawale {
    fn board(&self, history: &History<QawalePosition>, look: &Look) -> String {
        draw(history.current(), history.last_move(), look) + &board::last_move(history, look)
    }

    fn heading(&self, history: &History<QawalePosition>, seating: &Seating) -> String {
        let position = history.current();
        let player = position.to_move();
        let turn = TURNS - position.left() + 1;
        let (colour, role) = (self.player_name(player), endings::role(seating, player));
        let number = player.number();
        format!(
            "\nTurn {turn} of {TURNS}: player {number}, {colour} ({role}), {} to place\n",
            position.in_hand(player)
        )
    }

    fn read_turn(
        &self,
        history: &History<QawalePosition>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Leave> {
        let mut walk = ask_placement(history.current(), dialog)?;
        loop {
            if let Some(mv) = walk.finished() {
                return Ok(mv);
            }
            let look = fitting(walk.board(), dialog.look());
            dialog.say(&format!("\n{}\n{}", draw(walk.board(), None, &look), hand_line(&walk, &look)))?;
            walk = ask_step(&walk, dialog)?;
        }
    }

    fn typed(&self, _history: &History<QawalePosition>, mv: Move) -> Vec<String> {
        std::iter::once(mv.cell()).chain(mv.entered().flatten()).map(|cell| cell.to_string()).collect()
    }

    fn computer_plays(&self, history: &History<QawalePosition>, mv: Move, look: &Look) -> String {
        let position = history.current();
        let who = board::capital(self.player_name(position.to_move()));
        let look = fitting(position, *look);
        let mut text = format!("\n{who} (computer) places a piece on {}.\n", name(mv.cell()));
        let Ok(mut walk) = Walk::begin(position, mv.cell()) else { return text };
        for cell in mv.entered().flatten() {
            if look.board == BoardStyle::Classic {
                text += &format!("\n{}\n", draw(walk.board(), None, &look));
            }
            let dropped = walk.hand().bottom().map_or("nothing", |piece| piece.name());
            if walk.step(cell).is_err() {
                break;
            }
            text += &format!("{who} (computer) drops {dropped} on {}.\n", name(cell));
        }
        text
    }

    fn announce(&self, history: &History<QawalePosition>, _look: &Look) -> String {
        endings::lines(history.current())
    }

    fn after_computer(
        &self,
        history: &History<QawalePosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<(), Leave> {
        if !dialog.waits() {
            return Ok(());
        }
        let look = fitting(history.current(), dialog.look());
        dialog.say(&format!("\n{}", self.board(history, &look)))?;
        dialog.ask(&Prompt::new("Press Enter to go on. ")).map(drop)
    }

    fn ending(&self, ending: Ending, seating: &Seating, _look: &Look) -> String {
        endings::words(ending, seating)
    }

    fn instructions(&self, _look: &Look) -> String {
        star_box(&["QAWALE"], &INSTRUCTIONS)
    }
}

/// Reads a cell as it is typed: `a1`, or `a/1` as the original took it.
fn read_typed_cell(answer: &str) -> Result<Cell, String> {
    let letters: String = answer.chars().filter(|c| !c.is_whitespace()).collect();
    let written = letters.replacen('/', "", 1);
    let Some((column, number, "")) = read_cell(&written) else { return Err(CELL_FORM.to_owned()) };
    let cell = number.checked_sub(1).and_then(|row| Cell::at(column, row));
    cell.ok_or_else(|| Refusal::OutsideBoard.to_string())
}

/// Asks where to place until a stack is named.
fn ask_placement(position: &QawalePosition, dialog: &mut Dialog<'_>) -> Result<Walk, Leave> {
    let answers = Cell::all().filter(|cell| Walk::begin(position, *cell).is_ok());
    let prompt = Prompt::with_answers(
        "Place a piece on the stack of cell (e.g. a1): ",
        answers.map(|cell| cell.to_string()),
    );
    dialog.ask_for(&prompt, |answer| {
        let cell = read_typed_cell(answer)?;
        Walk::begin(position, cell).map_err(|refusal| refusal.to_string())
    })
}

/// Asks for the next cell until the step is one that the rules allow.
fn ask_step(walk: &Walk, dialog: &mut Dialog<'_>) -> Result<Walk, Leave> {
    let allowed =
        Cell::all().filter(|cell| check_valid_position(walk.current(), walk.previous(), *cell).is_ok());
    let prompt = Prompt::with_answers("Next cell: ", allowed.map(|cell| cell.to_string()));
    dialog.ask_for(&prompt, |answer| {
        let mut longer = *walk;
        longer.step(read_typed_cell(answer)?).map_err(|refusal| refusal.to_string())?;
        Ok(longer)
    })
}

/// The stack in the hand and where it is.
fn hand_line(walk: &Walk, look: &Look) -> String {
    let hand = match look.board {
        BoardStyle::Words => board::stack_words(walk.hand()),
        _ => bracketed(walk.hand(), look),
    };
    let previous = walk.previous().map_or_else(|| "none".to_owned(), name);
    format!("Stack in hand: {hand}   Current cell: {}   Previous cell: {previous}", name(walk.current()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_typed() {
        for text in ["c2", "C2", "c/2", " C / 2 ", "c 2"] {
            assert_eq!(read_typed_cell(text).map(name), Ok("C2".to_owned()), "{text}");
        }
        for text in ["", "c", "2c", "c2x", "c//2", "c-2", "é1", "a1b1"] {
            assert_eq!(read_typed_cell(text), Err(CELL_FORM.to_owned()), "{text}");
        }
        for text in ["e1", "a0", "a5", "z/99"] {
            assert_eq!(read_typed_cell(text), Err(Refusal::OutsideBoard.to_string()), "{text}");
        }
    }
}
