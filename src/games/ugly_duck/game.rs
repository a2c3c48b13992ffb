//! The two games of these rules: the classic one, and the one on a board of any size.

use super::geometry::{FiveByFive, Geometry, Large, Size, SizeError, Small};
use super::moves::{self, Move, Refusal};
use super::position::Position;
use super::{notation, words};
use crate::model::{Game, NotationError, Player};

/// The id of the game on 5x5.
pub const CLASSIC_ID: &str = "uglyduck";
/// The id of the game on a board of any size.
pub const ANY_SIZE_ID: &str = "uglyduck-xl";

/// Ugly Duck on 5x5: `uglyduck`. It has no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UglyDuck;

/// Ugly Duck on a board of any size: `uglyduck-xl`, `uglyduck-xl:4x6`. Opened by [`AnySize::open`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UglyDuckXl<G> {
    geometry: G,
}

/// A game on a board of any size, in the geometry that is fastest for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnySize {
    /// 5x5.
    FiveByFive(UglyDuckXl<FiveByFive>),
    /// A board that fits into 64 bits.
    Small(UglyDuckXl<Small>),
    /// A larger board.
    Large(UglyDuckXl<Large>),
}

impl AnySize {
    /// The game on a board of this size.
    pub fn new(size: Size) -> AnySize {
        if size == Size::FIVE_BY_FIVE {
            return AnySize::FiveByFive(UglyDuckXl { geometry: FiveByFive });
        }
        match Small::new(size) {
            Some(geometry) => AnySize::Small(UglyDuckXl { geometry }),
            None => AnySize::Large(UglyDuckXl { geometry: Large::new(size) }),
        }
    }

    /// The game with these options, the text behind the colon of its name: `4x6` is four columns and six rows. Without
    /// options the board is 5x5.
    ///
    /// # Errors
    /// The options are no size of a board, or of a board too small or too large.
    pub fn open(options: Option<&str>) -> Result<AnySize, SizeError> {
        options.map_or(Ok(Size::FIVE_BY_FIVE), Size::read).map(AnySize::new)
    }
}

impl<G: Geometry> UglyDuckXl<G> {
    /// The size of the board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }
}

impl UglyDuck {
    fn full_name(&self) -> String {
        CLASSIC_ID.to_owned()
    }

    fn geometry(&self) -> FiveByFive {
        FiveByFive
    }
}

impl<G: Geometry> UglyDuckXl<G> {
    fn full_name(&self) -> String {
        match self.size() {
            Size::FIVE_BY_FIVE => ANY_SIZE_ID.to_owned(),
            size => format!("{ANY_SIZE_ID}:{size}"),
        }
    }

    fn geometry(&self) -> G {
        self.geometry
    }
}

/// All that the two games share, which is all but their names and boards.
macro_rules! shared_game {
    ($game:ty, $geometry:ty $(, $parameter:ident)?) => {
        impl$(<$parameter: Geometry>)? Game for $game {
            type Position = Position<$geometry>;
            type Refusal = Refusal;

            fn name(&self) -> String {
                self.full_name()
            }

            fn start(&self) -> Self::Position {
                Position::start(self.geometry())
            }

            fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
                notation::read_position(self.geometry(), text)
            }

            fn write_position(&self, position: &Self::Position) -> String {
                notation::write_position(position)
            }

            fn read_move(&self, text: &str) -> Result<Move, NotationError> {
                notation::read_move(text)
            }

            fn write_move(&self, mv: Move) -> String {
                notation::write_move(mv)
            }

            fn check_move(&self, position: &Self::Position, mv: Move) -> Result<(), Refusal> {
                moves::check_valid_position(position, mv.from, mv.to)
            }

            fn explain(&self, refusal: Refusal) -> String {
                words::explain(refusal).to_owned()
            }

            fn player_name(&self, player: Player) -> &'static str {
                notation::player_name(player)
            }
        }
    };
}

shared_game!(UglyDuck, FiveByFive);
shared_game!(UglyDuckXl<G>, G, G);
