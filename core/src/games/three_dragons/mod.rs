//! Three Dragons, by Scott Allen Czysz, on a 9x9 board. Pieces differ in strength. They are captured between
//! two enemies or by a stronger piece. A player who surrounds one of the three caves gets a dragon.
//!
//! Start with [`ThreeDragons`], the [`Game`](crate::Game): `ThreeDragons::Full` has all rules.

// | file | contents |
// | --- | --- |
// | `board.rs` | the fixed parts: squares, directions, mountains, caves |
// | `position.rs` | the pieces, captures and dragons, the end of the game |
// | `lines.rs` | lookup tables for slides |
// | `generator.rs` | all legal moves, their number, a random one |
// | `moves.rs` | the move type, and the validator with its messages |
// | `notation.rs` | positions and moves as text |
// | `evaluation.rs` | evaluation and search hints |
// | `networks/` | the network that corrects the evaluation |
// | `effects.rs` | the effects of a move, for lessons |
// | `levels.rs` | the classic computer players |
// | `reasons.rs` | what can be wrong with a turn, for reviews |
// | `puzzles.txt` | puzzles, one per line |

mod board;
mod effects;
mod evaluation;
mod generator;
mod levels;
mod lines;
mod moves;
mod notation;
mod position;
mod reasons;
#[cfg(test)]
mod tests;

use super::{AnyGame, Family, OptionsError};
use crate::model::text::escape;

pub use board::{CAVES, Cave, Direction, SIZE, Square, Squares, squares_in};
// Hidden: the effects of a move, for the lessons of the program.
#[doc(hidden)]
pub use effects::effects;
pub use moves::{CaptureChoice, Move, Refusal, check_valid_capture, check_valid_piece, check_valid_position};
pub use notation::player_name;
pub use position::{Captures, Content, MAX_LEVEL, Piece, ThreeDragonsPosition};

/// The name on the command line.
pub const ID: &str = "three-dragons";

/// The entry in the list of games.
pub const FAMILY: Family = Family {
    title: "Three Dragons",
    puzzles: include_str!("puzzles.txt"),
    ..Family::new(&[ID, "three-dragons:custodial", "three-dragons:strength"], open)
};

fn open(options: &str) -> Result<AnyGame, OptionsError> {
    let error = || OptionsError {
        problem: format!("Three Dragons has no option \"{}\"", escape(options.as_bytes())),
        hint: "use three-dragons, three-dragons:custodial (no strength captures, no dragons) or three-dragons:strength (no dragons)",
    };
    Ok(ThreeDragons::read(options).ok_or_else(error)?.into())
}

/// The game of Three Dragons, by the rules that are on besides custodial captures. The original's document calls
/// the others variants.
///
/// ```
/// use cygnet_core::games::three_dragons::ThreeDragons;
/// use cygnet_core::model::{Game, Position};
///
/// let game = ThreeDragons::default();
/// // A choice: capture the enemy between two own pieces, or pay one level to capture a weaker one.
/// let position = game.read_position("#7#/9/9/9/*2b*3*/1Ab6/9/3D5/#4ee1# w")?;
/// let custodial = position.after(game.read_legal_move(&position, "d8d6")?);
/// assert_eq!(custodial.to_string(), "#7#/9/9/9/*2b*3*/1A1D5/9/9/#4ee1# b");
/// let strength = position.after(game.read_legal_move(&position, "d8d6*u")?);
/// assert_eq!(strength.to_string(), "#7#/9/9/9/*3*3*/1AbC5/9/9/#4ee1# b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ThreeDragons {
    /// Strength captures and dragons: the game without options.
    #[default]
    Full,
    /// Neither: custodial captures only.
    Custodial,
    /// Strength captures, but no dragons.
    Strength,
}

impl ThreeDragons {
    /// All games, the default first.
    pub const ALL: [ThreeDragons; 3] = [ThreeDragons::Full, ThreeDragons::Custodial, ThreeDragons::Strength];

    /// Reads the options in a game's name: `custodial`, `strength`, or nothing for [`ThreeDragons::Full`].
    #[must_use]
    pub fn read(options: &str) -> Option<ThreeDragons> {
        ThreeDragons::ALL.into_iter().find(|game| game.suffix().trim_start_matches(':') == options)
    }

    /// Returns the part of the game's name with these options: nothing, `:custodial` or `:strength`.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        ["", ":custodial", ":strength"][self as usize]
    }

    /// Returns whether a piece can capture a weaker one.
    #[must_use]
    pub const fn has_strength_captures(self) -> bool {
        !matches!(self, ThreeDragons::Custodial)
    }

    /// Returns whether caves give dragons. If not, all of them count as used.
    #[must_use]
    pub const fn has_dragons(self) -> bool {
        matches!(self, ThreeDragons::Full)
    }
}
