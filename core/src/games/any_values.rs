//! Type-erased positions, moves and refusals, and their conversions from and to those of each game.

use std::fmt;

use thiserror::Error;

use super::AnyGame;
use super::qawale::{self, QawalePosition};
use super::replica::{self, LargeSet, ReplicaPosition};
use super::three_dragons::{self, ThreeDragonsPosition};
use super::ugly_duck::{self, FiveByFive, Large, Medium, Small, UglyDuckPosition};
#[cfg(feature = "serde")]
use crate::model::NotationError;

/// The types of positions of these games. Passes `$given`, then each as `Variant: type`, to the macro `$then`.
macro_rules! each_position {
    ($then:ident $($given:tt)*) => {
        $then! {
            ($($given)*)
            UglyDuckFiveByFive: UglyDuckPosition<FiveByFive>,
            UglyDuckSmall: UglyDuckPosition<Small>,
            UglyDuckMedium: UglyDuckPosition<Medium>,
            UglyDuckLarge: UglyDuckPosition<Large>,
            ReplicaSmall: ReplicaPosition<u64>,
            ReplicaLarge: ReplicaPosition<LargeSet>,
            ThreeDragons: ThreeDragonsPosition,
            Qawale: QawalePosition,
        }
    };
}

/// The modules with the types of moves and refusals. Passes each as `Variant: module, "game";` to the macro
/// `$then`.
macro_rules! each_rules {
    ($then:ident) => {
        $then! {
            UglyDuck: ugly_duck, "uglyduck";
            Replica: replica, "replica";
            ThreeDragons: three_dragons, "three-dragons";
            Qawale: qawale, "qawale";
        }
    };
}

/// A game, a position or a move was used as one of another game.
///
/// ```
/// use cygnet_core::games::{self, replica::ReplicaPosition};
/// use cygnet_core::model::Game;
///
/// let start = games::open("qawale")?.start();
/// let error = ReplicaPosition::<u64>::try_from(start).map_err(|error| error.to_string());
/// let wanted = "\"tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16\" is a position of qawale, not of type ReplicaPosition<u64>";
/// assert_eq!(error, Err(wanted.to_owned()));
/// # Ok::<(), games::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{found}, not of type {wanted}")]
pub struct WrongGame {
    pub(super) found: String,
    pub(super) wanted: String,
}

impl WrongGame {
    /// Callers pass positions and moves only to the game that they came from.
    #[expect(clippy::panic, reason = "the caller mixes up games, and this is documented")]
    pub(super) fn panic(self) -> ! {
        panic!("{self}")
    }
}

/// Defines [`AnyPosition`], and its conversions from and to the positions of each game.
macro_rules! define_any_position {
    (() $($variant:ident: $position:ty,)*) => {
        /// A position of [`AnyGame`]. Its text is that of the position inside.
        ///
        /// ```
        /// use cygnet_core::games::{self, AnyPosition, qawale::QawalePosition};
        /// use cygnet_core::model::Game;
        ///
        /// let any = games::open("qawale")?.start();
        /// assert_eq!(any, AnyPosition::from(QawalePosition::default()));
        /// assert_eq!(QawalePosition::try_from(any), Ok(QawalePosition::default()));
        /// # Ok::<(), games::NameError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyPosition {
            $($variant($position),)*
        }

        impl AnyPosition {
            /// Returns a game that has this position. Its options are those that the position shows.
            #[must_use]
            pub fn game(&self) -> AnyGame {
                match self {
                    $(AnyPosition::$variant(position) => position.game().into(),)*
                }
            }
        }

        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(AnyPosition::$variant(position) => position.fmt(f),)*
                }
            }
        }

        $(impl From<$position> for AnyPosition {
            fn from(position: $position) -> Self {
                AnyPosition::$variant(position)
            }
        }

        impl TryFrom<AnyPosition> for $position {
            type Error = WrongGame;

            fn try_from(any: AnyPosition) -> Result<Self, WrongGame> {
                <&$position>::try_from(&any).cloned()
            }
        }

        impl<'a> TryFrom<&'a AnyPosition> for &'a $position {
            type Error = WrongGame;

            fn try_from(any: &'a AnyPosition) -> Result<Self, WrongGame> {
                match any {
                    AnyPosition::$variant(position) => Ok(position),
                    other => Err(WrongGame {
                        found: format!("\"{other}\" is a position of {}", other.game()),
                        wanted: stringify!($position).replace(' ', ""),
                    }),
                }
            }
        })*
    };
}

/// Defines [`AnyMove`] and [`AnyRefusal`], and their conversions from and to those of each game.
macro_rules! define_any_rules {
    ($($variant:ident: $module:ident, $family:literal;)*) => {
        /// A move of [`AnyGame`]. Its text is that of the move inside.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyMove {
            $($variant($module::Move),)*
        }

        /// Why the rules of [`AnyGame`] refuse a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyRefusal {
            $(#[error(transparent)] $variant(#[from] $module::Refusal),)*
            /// The move belongs to another game than the position.
            #[error("That move belongs to another game.")]
            Foreign,
        }

        impl AnyMove {
            /// Returns the name of a game that has such moves.
            pub(super) fn family(self) -> &'static str {
                match self {
                    $(AnyMove::$variant(_) => $family,)*
                }
            }

            /// Reads a move of such a game, on a board of any size.
            #[cfg(feature = "serde")]
            pub(super) fn read(family: &str, text: &str) -> Option<Result<AnyMove, NotationError>> {
                match family {
                    $($family => Some(text.parse().map(AnyMove::$variant)),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(AnyMove::$variant(mv) => mv.fmt(f),)*
                }
            }
        }

        $(impl From<$module::Move> for AnyMove {
            fn from(mv: $module::Move) -> Self {
                AnyMove::$variant(mv)
            }
        }

        impl TryFrom<AnyMove> for $module::Move {
            type Error = WrongGame;

            fn try_from(any: AnyMove) -> Result<Self, WrongGame> {
                match any {
                    AnyMove::$variant(mv) => Ok(mv),
                    other => Err(WrongGame {
                        found: format!("\"{other}\" is a move of {}", other.family()),
                        wanted: concat!(stringify!($module), "::Move").to_owned(),
                    }),
                }
            }
        })*
    };
}

each_position!(define_any_position);
each_rules!(define_any_rules);
pub(super) use each_position;
