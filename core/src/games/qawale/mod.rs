//! Qawale: a 4x4 board of stacks. A turn places a piece on a stack and walks the whole stack across the
//! board.
//!
//! | file | contents |
//! | --- | --- |
//! | `board.rs` | cells, directions, lines |
//! | `position.rs` | the stacks on the board, the end of the game, playing a move |
//! | `generator.rs` | all legal moves, their number, a random one |
//! | `moves.rs` | the move type, and the validator with its messages |
//! | `notation.rs` | positions and moves as text |
//! | `endings/` | the exact result of positions near the end |
//! | `evaluation.rs` | evaluation and search hints |
//! | `effects.rs` | the effects of a move, for lessons |
//! | `completions.rs` | which walks complete a line, as a table |
//! | `levels.rs` | the classic computer players |
//! | `reasons.rs` | what can be wrong with a turn, for reviews |
//! | `puzzles.txt` | puzzles, one per line |
//! | `results.rs` | the positions after all moves, made on one board |
//! | `stack.rs` | pieces and stacks |
//! | `walk.rs` | an unfinished turn, for prompts and drawings |
//! | `wins.rs` | wins in one turn |

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
mod results;
mod stack;
#[cfg(test)]
mod tests;
mod walk;
mod wins;

use super::{Family, open_without_options};
use crate::model::{Exchange, Game, NotationError, Player, Symmetry};

pub use board::{Cell, Direction, LINE_SETS, LINES, SIDE, has_line};
pub use effects::{Effect, effects};
pub use moves::{Move, Refusal, check_valid_piece, check_valid_position};
pub use position::{PIECES, Position, TURNS};
pub use stack::{Piece, Stack};
pub use walk::Walk;

/// The name on the command line.
pub const ID: &str = "qawale";

/// The entry in the list of games.
pub const FAMILY: Family = Family {
    puzzles: include_str!("puzzles.txt"),
    ..Family::new(&[ID], |options| {
        open_without_options(options, Qawale, "Qawale", "use the name qawale alone")
    })
};

/// The game of Qawale. It has no options.
///
/// ```
/// use cygnet_core::games::qawale::{Qawale, Refusal};
/// use cygnet_core::model::{Game, MoveError, Position};
///
/// // A turn places a piece on the corner and walks the stack of three along the first row.
/// let start = Qawale.start();
/// let after = start.after(Qawale.read_legal_move(&start, "a1b1c1d1")?);
/// assert_eq!(Qawale.write_position(&after), "-,t,t,ttd/-,-,-,-/-,-,-,-/tt,-,-,tt l 15");
///
/// // A walk never turns straight back.
/// let back = Qawale.read_legal_move(&start, "a1b1a1b1");
/// assert!(matches!(back, Err(MoveError::Illegal(Refusal::StraightBack(_)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qawale;

/// Mirroring and transposing the board, and swapping the two sides.
const SYMMETRIES: [Symmetry; 3] = [
    Symmetry::MIRROR,
    Symmetry { columns: false, rows: false, transposed: true, exchange: None },
    Symmetry {
        columns: false,
        rows: false,
        transposed: false,
        exchange: Some(Exchange { pieces: &[('d', 'l')], sides: ('d', 'l') }),
    },
];

impl Game for Qawale {
    type Position = Position;

    fn name(&self) -> String {
        ID.to_owned()
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::read_position(text)
    }

    fn write_position(&self, position: &Position) -> String {
        notation::write_position(position)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::read_move(text)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        Piece::of(player).name()
    }
}
