//! The screen of Replica: boards, prompts and messages after seed document 002.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings, instructions |

mod board;
mod menus;
mod turn;
mod words;

use crate::console::{Dialog, Leave, Look};
use crate::games::replica::{CellSet, ID, Move, Position, Replica};
use crate::model::{Ending, History, Position as _, Seating};
use crate::screens::{Door, Screen};

/// How the game presents itself in the menu of games, and its own menus.
pub const DOOR: Door = Door {
    id: ID,
    title: "Replica",
    about: "8x8, 12x12 or 16x16; step, jump, transform",
    lobby: |options| Box::new(menus::Menus::new(options)),
};

impl<S: CellSet> Screen for Replica<S> {
    fn board(&self, history: &History<Position<S>>, look: &Look) -> String {
        board::draw(history, look)
    }

    fn heading(&self, history: &History<Position<S>>, seating: &Seating) -> String {
        let last = history.last_move().map(|mv| format!("Last move: {}\n", words::turn(mv)));
        let player = history.current().to_move();
        format!("\n{}Current player: {}\n", last.unwrap_or_default(), words::who(player, seating))
    }

    fn read_turn(
        &self,
        history: &History<Position<S>>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Leave> {
        turn::read(self, history.current(), dialog)
    }

    fn typed(&self, history: &History<Position<S>>, mv: Move) -> Vec<String> {
        turn::typed(history.current(), mv)
    }

    fn computer_plays(&self, history: &History<Position<S>>, mv: Move, _look: &Look) -> String {
        format!("{} (computer) plays {}.\n", words::title(history.current().to_move()), words::turn(mv))
    }

    fn announce(&self, history: &History<Position<S>>, _look: &Look) -> String {
        words::consequences(history)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _look: &Look) -> String {
        words::ending(ending, seating)
    }

    fn instructions(&self, _look: &Look) -> String {
        words::instructions(Some(self.rules()))
    }
}
