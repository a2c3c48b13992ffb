//! Replica: checkers step and jump towards the opposite corner, and kings turn the checkers they see into
//! kings.
//!
//! Everything is generic over [`CellSet`] and compiled twice: for the 8x8 board with one word of bits, and
//! for 12x12 and 16x16 with four.
//!
//! Start with [`Replica`], the [`Game`](crate::Game) with its options in [`Rules`]; [`open`](crate::open) opens it by
//! name, such as `replica:12,house`.

// | file | contents |
// | --- | --- |
// | `board.rs` | cells, directions, sets of cells |
// | `position.rs` | the checkers, the end of the game, playing a move |
// | `generator.rs` | all legal moves, their number, a random one |
// | `moves.rs` | the move type, and the validator with its messages |
// | `notation.rs` | positions and moves as text |
// | `evaluation.rs` | evaluation and search hints |
// | `networks/` | the evaluation networks of the 8x8 board |
// | `effects.rs` | the effects of a move, for lessons |
// | `levels.rs` | the classic computer players |
// | `proof.rs` | knowledge of the official rules for the solver |
// | `reasons.rs` | what can be wrong with a turn, for reviews |
// | `puzzles.txt` | puzzles, one per line |
// | `rules.rs` | the options: board size and house rules |

mod board;
mod effects;
mod evaluation;
mod generator;
mod levels;
mod moves;
mod notation;
mod position;
mod proof;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

pub use board::{Cell, CellSet, Direction, LargeSet};
// Hidden: the effects of a move, for the lessons of the program.
#[doc(hidden)]
pub use effects::effects;
pub use moves::{
    Move, Refusal, check_valid_jump, check_valid_piece, check_valid_position, check_valid_step,
    check_valid_transform, check_valid_transform_by,
};
pub use notation::{letter_of, player_name};
pub use position::{Checker, ReplicaPosition};
pub use rules::Rules;

use super::{AnyGame, Family, OptionsError};
use crate::model::text::escape;

/// The name of the game on the command line.
pub const ID: &str = "replica";

/// The entry in the list of games.
pub const FAMILY: Family = Family {
    puzzles: include_str!("puzzles.txt"),
    ..Family::new(
        &[ID, "replica:12", "replica:16", "replica:8,house", "replica:12,house", "replica:16,house"],
        open,
    )
};

fn open(options: &str) -> Result<AnyGame, OptionsError> {
    let rules = Rules::read(options).ok_or_else(|| OptionsError {
        problem: format!("Replica has no options \"{}\"", escape(options.as_bytes())),
        hint: "give a size (8, 12 or 16), the house rules, or both, as in replica:12 or replica:8,house",
    })?;
    Ok(game_with_rules(rules))
}

/// Returns the game with these rules.
///
/// ```
/// use cygnet_core::games::replica::{Rules, game_with_rules};
///
/// assert_eq!(game_with_rules(Rules::OFFICIAL).name(), "replica");
/// ```
#[must_use]
pub fn game_with_rules(rules: Rules) -> AnyGame {
    match rules.size() {
        8 => Replica::<u64>::new(rules).into(),
        _ => Replica::<LargeSet>::new(rules).into(),
    }
}

/// A game of Replica, on a board that fits in `S`.
///
/// ```
/// use cygnet_core::games::replica::{LargeSet, Replica, Rules};
/// use cygnet_core::model::{Game, Position};
///
/// let game: Replica<u64> = Replica::new(Rules::OFFICIAL);
/// assert_eq!((game.name().as_str(), game.start().moves().len()), ("replica", 43));
///
/// // A checker in line with the king in the corner becomes a king too: a replica.
/// let start = game.start();
/// let after = start.after(game.read_legal_move(&start, "g7=K")?);
/// assert_eq!(after.kings(start.to_move()).count_ones(), 2);
///
/// // Larger boards and house rules: `games::open("replica:12,house")`.
/// let rules = Rules::new(12, true).ok_or("no such board")?;
/// assert_eq!(Replica::<LargeSet>::new(rules).name(), "replica:12,house");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replica<S> {
    rules: Rules,
    cells: PhantomData<S>,
}

impl<S: CellSet> Replica<S> {
    /// Creates the game with these rules. `S` is `u64` for a board of 8x8, and [`LargeSet`] for a larger one.
    ///
    /// # Panics
    /// Panics if `S` is for other boards.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let size = rules.size();
        assert!(S::is_for(size), "a board of {size}x{size} needs the other set of cells");
        Replica { rules, cells: PhantomData }
    }

    /// Returns the options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

impl Default for Replica<u64> {
    /// Returns the game without options.
    fn default() -> Self {
        Replica::new(Rules::default())
    }
}
