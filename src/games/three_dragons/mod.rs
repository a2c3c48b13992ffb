//! Three Dragons, by Scott Allen Czysz: pieces of different strength on a 9x9 board, captured between two enemies or by
//! a stronger one, and three caves that give a dragon to whoever surrounds them.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | what never changes: squares, directions, mountains, caves, lines of sight |
//! | `position.rs` | the pieces, what a turn takes and wakes, the end of the game |
//! | `generator.rs` | all legal turns, and their number |
//! | `moves.rs` | the judge of one turn: the reasons of a refusal, in sentences |
//! | `notation.rs` | texts of positions and turns |
//! | `evaluation.rs` | the value of a position |
//! | `levels.rs` | the classic computer players |
//! | `describe.rs` | pieces, turns and positions in sentences |
//! | `screen/` | the boards, the prompts and the menus |

pub mod board;
mod describe;
mod evaluation;
mod generator;
mod levels;
pub mod moves;
pub mod notation;
pub mod position;
mod screen;
#[cfg(test)]
mod tests;

pub use screen::FAMILY;

use self::moves::Turn;
use self::position::DragonPosition;
use crate::model::{Game, NotationError, Player, Position as _};

/// The game's name on the command line.
pub const ID: &str = "three-dragons";

/// Three Dragons, which has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreeDragons;

impl Game for ThreeDragons {
    type Position = DragonPosition;

    fn name(&self) -> String {
        ID.to_owned()
    }

    fn start(&self) -> DragonPosition {
        DragonPosition::start()
    }

    fn read_position(&self, text: &str) -> Result<DragonPosition, NotationError> {
        notation::read_position(text)
    }

    fn write_position(&self, position: &DragonPosition) -> String {
        notation::write_position(position)
    }

    fn read_move(&self, text: &str) -> Result<Turn, NotationError> {
        notation::read_turn(text)
    }

    fn write_move(&self, turn: Turn) -> String {
        notation::write_turn(turn)
    }

    fn player_name(&self, player: Player) -> &'static str {
        notation::side_word(player)
    }

    /// Pieces can walk to and fro for ever, so computers give up after this many turns.
    fn patience(&self) -> Option<u32> {
        Some(500)
    }

    /// A capture or a dragon. Both change a number of pieces, unless a turn does both: then it is two numbers.
    fn is_progress(&self, position: &DragonPosition, turn: Turn) -> bool {
        let after = position.after(turn);
        Player::BOTH.into_iter().any(|player| position.count(player) != after.count(player))
    }
}
