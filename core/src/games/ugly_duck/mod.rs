//! Ugly Duck: the rules, shared by the game on 5x5 and the game on a board of any size.
//!
//! Ducks walk to the far row, become swans there, and walk back. The first player to bring a swan home wins,
//! and so does a player who captures every enemy piece. The rules are written once for all boards: they are
//! generic over a [`Geometry`], which provides the board's size and the machine words that hold its cells.
//!
//! Start with [`CLASSIC`], the game on 5x5, or [`UglyDuckXl`], the game on a [`Size`] of your choice; both are a
//! [`Game`](crate::Game). `read_legal_move` reads a move such as `a1b2`, and `after` of a position plays it.

// | file | contents |
// | --- | --- |
// | `size.rs` | cells, and the sizes of boards |
// | `board.rs` | how the cells of a board are numbered |
// | `position.rs` | the pieces, the end of the game, playing a move |
// | `generator.rs` | all legal moves, and their number |
// | `moves.rs` | the move type, and the validator with its messages |
// | `notation.rs` | positions and moves as text |
// | `evaluation.rs` | evaluation and search hints |
// | `features.rs` | the features of a position for a network |
// | `networks/` | the evaluation networks of the boards that have one |
// | `effects.rs` | the effects of a move, for lessons |
// | `reasons.rs` | what can be wrong with a turn, for reviews |
// | `levels.rs` | the classic computer players of `uglyduck` and of `uglyduck-xl` |
// | `key.rs` | exact keys for positions on 5x5 |
// | `steps.rs` | the direction letters of `uglyduck-xl` |
// | `puzzles.txt`, `puzzles-xl.txt` | puzzles, one per line |
// | `proof/` | knowledge for the solver, and the perfect player |
// | `table/` | result tables of all positions |

mod board;
mod effects;
mod evaluation;
mod features;
mod generator;
mod key;
mod levels;
mod moves;
mod notation;
mod position;
mod proof;
mod reasons;
mod size;
mod steps;
// Hidden: the program builds and opens the tables of results.
#[doc(hidden)]
pub mod table;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{AnyGame, ConcreteGame, Family, OptionsError, open_without_options};
use crate::engine::search::{ExactResults, KnownResults};

pub use board::{FiveByFive, Geometry, Large, Medium, SizedBoard, Small};
// Hidden: the effects of a move, for the lessons of the program.
#[doc(hidden)]
pub use effects::effects;
pub use moves::{Move, Refusal, check_valid_piece, check_valid_position};
pub use notation::{letter_of, player_name};
pub use position::{Kind, Piece, UglyDuckPosition};
pub use proof::EndgameTables;
pub use size::{Cell, MAX_SIDE, MIN_SIDE, Size, SizeError};
pub use steps::{STEPS, Step};

/// The id of the game on 5x5.
pub const CLASSIC_ID: &str = "uglyduck";
/// The id of the game on a board of any size.
pub const ANY_SIZE_ID: &str = "uglyduck-xl";

/// The entry of `uglyduck` in the list of games.
pub const CLASSIC_FAMILY: Family = Family {
    title: "Ugly Duck",
    puzzles: include_str!("puzzles.txt"),
    ..Family::new(&[CLASSIC_ID], |options| {
        open_without_options(
            options,
            CLASSIC,
            "Ugly Duck on 5x5",
            "for another board size use a name such as uglyduck-xl:4x6",
        )
    })
};

/// The entry of `uglyduck-xl` in the list of games.
pub const ANY_SIZE_FAMILY: Family = Family {
    id: ANY_SIZE_ID,
    title: "Ugly Duck, any board",
    examples: &[ANY_SIZE_ID, "uglyduck-xl:3x3", "uglyduck-xl:4x6", "uglyduck-xl:9x3", "uglyduck-xl:22x22"],
    bench_examples: &["uglyduck-xl:8x8", "uglyduck-xl:12x12"],
    puzzles: include_str!("puzzles-xl.txt"),
    open: |options| {
        let hint = "give columns x rows, each from 3 to 22, as in uglyduck-xl:4x6";
        let invalid = |error: SizeError| OptionsError { problem: error.to_string(), hint };
        match options {
            "" => Ok(game_for_size(Size::FIVE_BY_FIVE)),
            _ => options.parse().map(game_for_size).map_err(invalid),
        }
    },
};

/// Returns the size of the board if `game` is Ugly Duck.
#[must_use]
pub fn board_size(game: &AnyGame) -> Option<Size> {
    match game.concrete() {
        ConcreteGame::UglyDuck(game) => Some(game.size()),
        ConcreteGame::UglyDuckFiveByFive(game) => Some(game.size()),
        ConcreteGame::UglyDuckSmall(game) => Some(game.size()),
        ConcreteGame::UglyDuckMedium(game) => Some(game.size()),
        ConcreteGame::UglyDuckLarge(game) => Some(game.size()),
        _ => None,
    }
}

/// Attaches results for its board to `game`, and tables that its long proofs share with those of other games.
/// Another game is returned unchanged, and so is a board of more than 64 bits, which has no tables.
#[must_use]
pub fn with_board_results<R>(
    game: AnyGame,
    always: Option<Arc<R>>,
    in_time: Option<Arc<R>>,
    endgame_tables: &EndgameTables,
) -> AnyGame
where
    R: KnownResults<UglyDuckPosition<FiveByFive>> + KnownResults<UglyDuckPosition<Small>> + 'static,
{
    fn attach_results<G: Geometry, R: KnownResults<UglyDuckPosition<G>> + 'static, const IS_CLASSIC: bool>(
        game: Ducks<G, IS_CLASSIC>,
        always: Option<Arc<R>>,
        in_time: Option<Arc<R>>,
        endgame_tables: &EndgameTables,
    ) -> Ducks<G, IS_CLASSIC> {
        let erase = |known: Arc<R>| known as Arc<dyn KnownResults<UglyDuckPosition<G>>>;
        let results = ExactResults { always: always.map(erase), in_time: in_time.map(erase) };
        Ducks { results, endgame_tables: Some(endgame_tables.clone()), ..game }
    }

    match game.0 {
        ConcreteGame::UglyDuck(game) => attach_results(game, always, in_time, endgame_tables).into(),
        ConcreteGame::UglyDuckFiveByFive(game) => {
            attach_results(game, always, in_time, endgame_tables).into()
        }
        ConcreteGame::UglyDuckSmall(game) => attach_results(game, always, in_time, endgame_tables).into(),
        other => AnyGame(other),
    }
}

/// A game of Ugly Duck, with the exact results it can use: [`UglyDuck`] or [`UglyDuckXl`]. These have the
/// same rules but different names and screens.
#[derive(Clone, Debug)]
pub struct Ducks<G: Geometry, const IS_CLASSIC: bool> {
    geometry: G,
    results: ExactResults<UglyDuckPosition<G>>,
    /// The tables that long proofs share. Without them each proof makes its own.
    endgame_tables: Option<EndgameTables>,
}

impl<G: Geometry, const IS_CLASSIC: bool> PartialEq for Ducks<G, IS_CLASSIC> {
    /// Compares the boards only.
    fn eq(&self, other: &Self) -> bool {
        self.geometry == other.geometry
    }
}

impl<G: Geometry, const IS_CLASSIC: bool> Eq for Ducks<G, IS_CLASSIC> {}

impl<G: Geometry, const IS_CLASSIC: bool> Hash for Ducks<G, IS_CLASSIC> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.geometry.hash(state);
    }
}

/// The game on 5x5, where moves are typed as cells: `uglyduck`. It has no options.
///
/// ```
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Outcome, Player, Position};
///
/// // A duck goes forward, captures diagonally, and is a swan once it is on the far row.
/// let position = CLASSIC.read_position("5/5/5/1D3/d1d2 1")?;
/// let mv = CLASSIC.read_move("d2e3")?;
/// assert!(position.is_capture(mv) && position.is_promotion(mv));
/// assert_eq!(position.after(mv).to_string(), "5/5/5/5/d1S2 2");
///
/// // The first swan at home wins.
/// let position = CLASSIC.read_position("5/S4/5/5/d4 1")?;
/// let home = position.after(CLASSIC.read_move("b1a1")?);
/// assert_eq!(home.outcome(), Some(Outcome::Win(Player::One)));
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
pub type UglyDuck = Ducks<FiveByFive, true>;
/// The game on a board of any size, with numbered pieces: `uglyduck-xl`, `uglyduck-xl:4x6`. [`game_for_size`]
/// picks the geometry.
///
/// ```
/// use cygnet_core::games::ugly_duck::UglyDuckXl;
/// use cygnet_core::games::ugly_duck::{Size, Small};
/// use cygnet_core::model::{Game, Position};
///
/// // Four columns and six rows: the same game as `games::open("uglyduck-xl:4x6")`.
/// let board = Small::new(Size::new(4, 6)?).ok_or("too large for 64 bits")?;
/// let game = UglyDuckXl::on(board);
/// assert_eq!(game.name(), "uglyduck-xl:4x6");
/// assert_eq!(game.start().to_string(), "DDDD/4/4/4/4/dddd 1");
/// assert_eq!(game.start().moves().len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type UglyDuckXl<G> = Ducks<G, false>;

/// The only value of [`UglyDuck`] without results.
pub const CLASSIC: UglyDuck =
    Ducks { geometry: FiveByFive, results: ExactResults::NONE, endgame_tables: None };

/// Returns the full name of the game with numbered pieces on a board of this size, which is left out for 5x5.
pub fn name_for_size(size: Size) -> String {
    match size {
        Size::FIVE_BY_FIVE => ANY_SIZE_ID.to_owned(),
        size => format!("{ANY_SIZE_ID}:{size}"),
    }
}

/// Returns the game on a board of this size, in the geometry that is fastest for it.
///
/// ```
/// use cygnet_core::games::ugly_duck::{Size, game_for_size};
///
/// assert_eq!(game_for_size(Size::new(4, 6)?).name(), "uglyduck-xl:4x6");
/// # Ok::<(), cygnet_core::games::ugly_duck::SizeError>(())
/// ```
#[must_use]
pub fn game_for_size(size: Size) -> AnyGame {
    if size == Size::FIVE_BY_FIVE {
        return UglyDuckXl::on(FiveByFive).into();
    }
    match (Small::new(size), Medium::new(size)) {
        (Some(geometry), _) => UglyDuckXl::on(geometry).into(),
        (_, Some(geometry)) => UglyDuckXl::on(geometry).into(),
        _ => UglyDuckXl::on(Large::of(size)).into(),
    }
}

impl<const IS_CLASSIC: bool> Default for Ducks<FiveByFive, IS_CLASSIC> {
    /// Returns the game on the board of the original, without results.
    fn default() -> Self {
        Ducks::on(FiveByFive)
    }
}

impl<G: Geometry, const IS_CLASSIC: bool> Ducks<G, IS_CLASSIC> {
    /// Returns the game on this board. [`game_for_size`] picks the geometry for a size.
    #[must_use]
    pub const fn on(geometry: G) -> Self {
        Ducks { geometry, results: ExactResults::NONE, endgame_tables: None }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }
}
