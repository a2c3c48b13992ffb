//! Qawale: a 4x4 board of stacks. A turn places a piece on a stack and walks the whole stack across the
//! board.
//!
//! Start with [`Qawale`], the [`Game`](crate::Game): `Qawale::Eight` gives each player 8 pieces.

// | file | contents |
// | --- | --- |
// | `board.rs` | cells, directions, lines |
// | `position.rs` | the stacks on the board, the end of the game, playing a move |
// | `generator.rs` | all legal moves, their number, a random one |
// | `moves.rs` | the move type, and the validator with its messages |
// | `networks/` | the network that corrects the evaluation |
// | `notation.rs` | positions and moves as text |
// | `endings/` | the exact result of positions near the end |
// | `evaluation.rs` | evaluation and search hints |
// | `effects.rs` | the effects of a move, for lessons |
// | `completions.rs` | which walks complete a line, as a table |
// | `levels.rs` | the classic computer players |
// | `reasons.rs` | what can be wrong with a turn, for reviews |
// | `puzzles.txt` | puzzles, one per line |
// | `stack.rs` | pieces and stacks |
// | `walk.rs` | an unfinished turn, for prompts and drawings |
// | `wins.rs` | wins in one turn |

mod board;
mod completions;
mod effects;
mod endings;
mod evaluation;
mod generator;
mod levels;
mod moves;
mod notation;
mod position;
mod reasons;
mod stack;
#[cfg(test)]
mod tests;
mod walk;
mod wins;

use super::{AnyGame, Family, OptionsError};
use crate::model::text::escape;

pub use board::{Cell, Direction, LINE_SETS, LINES, SIDE, has_line};
// Hidden: the effects of a move, for the lessons of the program.
#[doc(hidden)]
pub use effects::effects;
pub use moves::{Move, Refusal, check_valid_piece, check_valid_position};
pub use position::QawalePosition;
pub use stack::{Piece, Stack};
pub use walk::Walk;

/// The name on the command line.
pub const ID: &str = "qawale";

/// The entry in the list of games.
pub const FAMILY: Family =
    Family { puzzles: include_str!("puzzles.txt"), ..Family::new(&[ID, "qawale:10"], open) };

fn open(options: &str) -> Result<AnyGame, OptionsError> {
    let error = || OptionsError {
        problem: format!("Qawale has no option \"{}\"", escape(options.as_bytes())),
        hint: "use qawale (8 pieces for each player) or qawale:10 (10 pieces)",
    };
    Ok(Qawale::read(options).ok_or_else(error)?.into())
}

/// The number of tan pieces.
const TAN_PIECES: usize = 8;

/// The game of Qawale, with eight or ten pieces for each player.
///
/// ```
/// use cygnet_core::games::qawale::{Qawale, Refusal};
/// use cygnet_core::model::{Game, MoveError, Position};
///
/// // A turn places a piece on the corner and walks the stack of three along the first row.
/// let game = Qawale::default();
/// let start = game.start();
/// let after = start.after(game.read_legal_move(&start, "a1b1c1d1")?);
/// assert_eq!(after.to_string(), "-,t,t,ttd/-,-,-,-/-,-,-,-/tt,-,-,tt l 15");
///
/// // A walk never turns straight back.
/// let back = game.read_legal_move(&start, "a1b1a1b1");
/// assert!(matches!(back, Err(MoveError::Illegal(Refusal::StraightBack(_)))));
///
/// // Ten pieces for each player: `games::open("qawale:10")`.
/// assert_eq!((Qawale::Ten.name().as_str(), Qawale::Ten.turns()), ("qawale:10", 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Qawale {
    /// Eight pieces for each player: the game without options.
    #[default]
    Eight,
    /// Ten pieces for each player.
    Ten,
}

impl Qawale {
    /// Both games, the default first.
    pub const ALL: [Qawale; 2] = [Qawale::Eight, Qawale::Ten];

    /// Reads the options in a game's name: `10`, or `8` or nothing for [`Qawale::Eight`].
    #[must_use]
    pub fn read(options: &str) -> Option<Qawale> {
        match options {
            "" | "8" => Some(Qawale::Eight),
            "10" => Some(Qawale::Ten),
            _ => None,
        }
    }

    /// Returns the number of pieces of each player.
    #[must_use]
    pub const fn pieces(self) -> usize {
        match self {
            Qawale::Eight => 8,
            Qawale::Ten => 10,
        }
    }

    /// Returns the number of turns in a whole game. Each places one piece.
    #[must_use]
    pub const fn turns(self) -> usize {
        2 * self.pieces()
    }

    /// Returns the height of a stack of all pieces.
    #[must_use]
    pub const fn max_height(self) -> usize {
        TAN_PIECES + self.turns()
    }
}
