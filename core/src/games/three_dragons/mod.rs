//! Three Dragons, by Scott Allen Czysz, on a 9x9 board. Pieces differ in strength. They are captured between
//! two enemies or by a stronger piece. A player who surrounds one of the three caves gets a dragon.
//!
//! Start with [`ThreeDragons`], the [`Game`](crate::Game) with its options in [`Rules`]. `ThreeDragons::default()` has
//! the full rules.

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
// | `rules.rs` | the options: which rules are on |
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
mod rules;
#[cfg(test)]
mod tests;

use super::{AnyGame, Family, OptionsError};

pub use board::{CAVES, Cave, Direction, SIZE, Square, Squares, squares_in};
// Hidden: the effects of a move, for the lessons of the program.
#[doc(hidden)]
pub use effects::{Effect, effects};
pub use moves::{CaptureChoice, Move, Refusal, check_valid_capture, check_valid_piece, check_valid_position};
pub use notation::player_name;
pub use position::{Captures, Content, MAX_LEVEL, Piece, ThreeDragonsPosition};
pub use rules::Rules;

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
        problem: format!("Three Dragons has no option \"{}\"", options.escape_debug()),
        hint: "use three-dragons, three-dragons:custodial (no strength captures, no dragons) or three-dragons:strength (no dragons)",
    };
    Ok(ThreeDragons::new(Rules::read(options).ok_or_else(error)?).into())
}

/// The game of Three Dragons, with its options.
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
pub struct ThreeDragons {
    rules: Rules,
}

impl ThreeDragons {
    /// Creates the game with these options.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        ThreeDragons { rules }
    }

    /// Returns the options.
    #[must_use]
    pub const fn rules(self) -> Rules {
        self.rules
    }
}
