//! The screen of Ugly Duck on a board of any size, with numbered pieces, after seed document 001.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings |
//! | `lessons.rs` | the lessons |
//! | `rules.rs` | the instructions |

mod board;
mod lessons;
mod menus;
pub(super) mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use crate::console::{Dialog, Document, Style, Unanswered};
use crate::games::ugly_duck::{ANY_SIZE_ID, Geometry, Move, Numbers, Position, Size, Step, UglyDuckXl};
use crate::model::{Ending, History, Seating};
use crate::screens::{MenuEntry, Picture, Screen};

/// The entry in the menu of games.
pub const ENTRY: MenuEntry = MenuEntry {
    id: ANY_SIZE_ID,
    title: "Ugly Duck, any board",
    about: "3x3 to 22x22; pieces are numbered, moves are q w e a s d",
    menus: |options| Box::new(menus::Menus::new(Size::read(options).unwrap_or(Size::FIVE_BY_FIVE))),
};

impl<G: Geometry> Screen for UglyDuckXl<G> {
    fn board(&self, history: &History<Position<G>>, style: &Style) -> String {
        board::draw(history, style)
    }

    fn picture(&self, history: &History<Position<G>>, style: &Style) -> Picture {
        board::picture(history, style)
    }

    fn cells(&self, mv: Move) -> Vec<String> {
        [mv.from, mv.to].map(|cell| cell.to_string()).to_vec()
    }

    fn above_board(&self, history: &History<Position<G>>, seating: &Seating) -> String {
        words::turn(history, seating)
    }

    /// Nothing: whose turn it is stands above the board.
    fn heading(&self, _history: &History<Position<G>>, _seating: &Seating, _style: &Style) -> String {
        String::new()
    }

    fn read_turn(
        &self,
        history: &History<Position<G>>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Unanswered> {
        turn::read(history, dialog)
    }

    fn questions(&self, history: &History<Position<G>>, style: &Style) -> String {
        turn::questions(history, style)
    }

    fn typed(&self, history: &History<Position<G>>, mv: Move) -> Vec<String> {
        let number = Numbers::of(history).on(mv.from).map(|number| number.to_string());
        let letter = Step::of_move(mv).map(|step| step.letter.to_string());
        number.into_iter().chain(letter).collect()
    }

    fn computer_plays(&self, history: &History<Position<G>>, mv: Move, style: &Style) -> String {
        words::computer_plays(history, mv, style)
    }

    fn announce(&self, history: &History<Position<G>>, style: &Style) -> String {
        words::consequences(history, style)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _style: &Style) -> String {
        words::ending(ending, seating)
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(style)
    }
}
