//! Type-erased games: one type for any game of the list, with its positions and moves.
//!
//! A program that plays every game is then compiled once rather than once per game.
//! [`each_game!`](crate::each_game) is the list. Everything here, in `any_rules.rs` and in `any_engine.rs` uses
//! [`with_game!`](crate::with_game) to forward to the game in an [`AnyGame`].

use std::fmt;
use std::str::FromStr;

use super::{AnyMove, AnyPosition, NameError, WrongGame, open};
use crate::engine::bots::BotCatalog;
use crate::model::{Game, Mv, Position, View};

/// The list of games. Passes `$given`, then each game as `Variant: type`, to the macro `$then`.
#[doc(hidden)]
#[macro_export]
macro_rules! each_game {
    ($then:ident $($given:tt)*) => {
        $crate::$then! {
            ($($given)*)
            UglyDuck: $crate::games::ugly_duck::UglyDuck,
            UglyDuckFiveByFive: $crate::games::ugly_duck::UglyDuckXl<$crate::games::ugly_duck::FiveByFive>,
            UglyDuckSmall: $crate::games::ugly_duck::UglyDuckXl<$crate::games::ugly_duck::Small>,
            UglyDuckMedium: $crate::games::ugly_duck::UglyDuckXl<$crate::games::ugly_duck::Medium>,
            UglyDuckLarge: $crate::games::ugly_duck::UglyDuckXl<$crate::games::ugly_duck::Large>,
            ReplicaSmall: $crate::games::replica::Replica<u64>,
            ReplicaLarge: $crate::games::replica::Replica<$crate::games::replica::LargeSet>,
            ThreeDragons: $crate::games::three_dragons::ThreeDragons,
            Qawale: $crate::games::qawale::Qawale,
        }
    };
}

/// Runs generic code with the concrete game of an [`AnyGame`].
///
/// Write `with_game!(&any, game => code)`, or `with_game!(&any, game: G => code)` if the code names the type
/// of the game. The code is compiled for each game of the list, so it can use any trait that all of them
/// implement.
///
/// ```
/// use cygnet_core::{engine::perft::perft, games, model::Game, with_game};
///
/// let any = games::open("uglyduck-xl:4x6")?;
/// assert_eq!(with_game!(&any, game => perft(&game.start(), 3)), 840);
/// # Ok::<(), games::NameError>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $code:expr) => {
        $crate::with_game!($any, $game: ConcreteGame => $code)
    };
    ($any:expr, $game:ident : $G:ident => $code:expr) => {
        $crate::each_game!(match_game $any.concrete(), $crate::games::ConcreteGame, $game, $G, $code)
    };
}

/// Writes methods of a trait of [`AnyGame`] that call the same method of the concrete game. A parameter with a type of
/// the game is a `View`, a `Position` or a `Move`; any other has its type in brackets.
#[doc(hidden)]
#[macro_export]
macro_rules! forward_to_game {
    ($(fn $name:ident($($parameter:ident: $kind:tt),*) $(-> $result:ty)?;)*) => {
        $(fn $name(&self, $($parameter: $crate::forward_to_game!(@type $kind)),*) $(-> $result)? {
            $crate::with_game!(self, game: G => {
                game.$name($($crate::forward_to_game!(@pass G, $parameter, $kind)),*)
            })
        })*
    };
    (@type View) => { &$crate::model::View<'_, $crate::games::AnyPosition> };
    (@type Position) => { &$crate::games::AnyPosition };
    (@type Move) => { $crate::games::AnyMove };
    (@type [$type:ty]) => { $type };
    (@pass $G:ident, $parameter:ident, View) => { &<$G as $crate::games::ErasedGame>::downcast_view($parameter) };
    (@pass $G:ident, $parameter:ident, Position) => { <$G as $crate::games::ErasedGame>::position($parameter) };
    (@pass $G:ident, $parameter:ident, Move) => { <$G as $crate::games::ErasedGame>::downcast_move($parameter) };
    (@pass $G:ident, $parameter:ident, $kind:tt) => { $parameter };
}

/// Matches on an enum with one variant per game, with the game's type as `$G`.
#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    (($any:expr, $enum:ty, $inner:ident, $G:ident, $code:expr) $($variant:ident: $game:ty,)*) => {
        {
            type Any = $enum;
            match $any {
                $(Any::$variant($inner) => {
                    #[allow(dead_code)]
                    type $G = $game;
                    $code
                })*
            }
        }
    };
}

/// A game of the list, which [`AnyGame`] can hold.
pub trait ErasedGame:
    BotCatalog<Position: Position<Move: Into<AnyMove> + TryFrom<AnyMove, Error = WrongGame>> + Into<AnyPosition>>
{
    /// Returns this game's position in `any`.
    ///
    /// # Panics
    /// Panics with the [`WrongGame`] error if `any` is a position of another game.
    fn position(any: &AnyPosition) -> &Self::Position;

    /// Returns this game's move in `any`.
    ///
    /// # Panics
    /// Panics with the [`WrongGame`] error if `any` is a move of another game.
    fn downcast_move(any: AnyMove) -> Mv<Self> {
        Mv::<Self>::try_from(any).unwrap_or_else(|wrong| wrong.panic())
    }

    /// Converts a view of erased positions into a view of this game's positions.
    ///
    /// # Panics
    /// Panics with the [`WrongGame`] error if it is a view of another game.
    fn downcast_view<'a>(view: &View<'a, AnyPosition>) -> View<'a, Self::Position> {
        let own =
            |(before, mv): (&'a AnyPosition, AnyMove)| (Self::position(before), Self::downcast_move(mv));
        View {
            position: Self::position(view.position),
            last: view.last.map(own),
            plies: view.plies,
            earlier_keys: view.earlier_keys,
            numbering: view.numbering.clone(),
        }
    }
}

/// Defines [`ConcreteGame`]. It is a macro so that [`each_game!`] can call it.
#[doc(hidden)]
#[macro_export]
macro_rules! define_any_game {
    (() $($variant:ident: $game:ty,)*) => {
        /// The game in an [`AnyGame`]. Use [`with_game!`](crate::with_game): variants can be added at any
        /// time.
        #[doc(hidden)]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum ConcreteGame {
            $($variant($game),)*
        }

        $(impl ErasedGame for $game {
            fn position(any: &AnyPosition) -> &Self::Position {
                any.try_into().unwrap_or_else(|wrong: WrongGame| wrong.panic())
            }
        }

        impl From<$game> for AnyGame {
            fn from(game: $game) -> Self {
                AnyGame(ConcreteGame::$variant(game))
            }
        }

        impl TryFrom<AnyGame> for $game {
            type Error = WrongGame;

            fn try_from(any: AnyGame) -> Result<Self, WrongGame> {
                match any.0 {
                    ConcreteGame::$variant(game) => Ok(game),
                    other => {
                        let found = format!("this is the game {}", AnyGame(other));
                        Err(WrongGame { found, wanted: std::any::type_name::<$game>().to_owned() })
                    }
                }
            }
        })*
    };
}

each_game!(define_any_game);

/// A game of the list, with its options chosen.
///
/// It implements [`Game`]; [`with_game!`](crate::with_game) gives access to the concrete game inside. It
/// parses from a name, as [`open`] does, and displays as its full name.
///
/// ```
/// use cygnet_core::games::AnyGame;
/// use cygnet_core::model::{Game, Position};
///
/// let game: AnyGame = "UglyDuck-XL:4x6".parse()?;
/// assert_eq!(game.to_string(), "uglyduck-xl:4x6");
///
/// let position = game.start();
/// let mv = game.read_legal_move(&position, "a1b1")?;
/// assert_eq!(position.after(mv).to_string(), "1DDD/D3/4/4/4/dddd 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// A method that gets a position or a move of another game panics with the message of [`WrongGame`], which names both.
/// [`Position::check_move`] and [`Game::read_legal_move`] refuse instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyGame(pub(super) ConcreteGame);

impl AnyGame {
    /// Returns the full name, which opens the same game again.
    #[must_use]
    pub fn name(&self) -> String {
        with_game!(self, game => game.name())
    }

    /// Returns the game inside, for [`with_game!`](crate::with_game).
    #[doc(hidden)]
    #[must_use]
    pub fn concrete(&self) -> &ConcreteGame {
        &self.0
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl FromStr for AnyGame {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        open(name)
    }
}
