//! Any game of the list as one type, with its positions and moves: a program that plays all games need not be compiled for each.
//!
//! The rules are those of the game that is in it. What takes long, search and proofs above all, is handed to code compiled for that game
//! (`any_levels.rs`); everything else works on these types as on those of one game.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::ugly_duck::{FiveByFive, Large, Medium, Small};
use super::{NameError, open, qawale, replica, three_dragons, ugly_duck};
use crate::engine::bots::Levels;
use crate::model::{
    Chance, Evaluate, Game, History, Mv, NotationError, Outcome, Player, Position, Refusal, Symmetry,
};
use crate::with_game;

/// A game that [`AnyGame`] may be.
pub trait Listed: Levels {
    /// Its position in `any`.
    ///
    /// # Panics
    /// `any` is a position of another game.
    fn position(any: &AnyPosition) -> &Self::Position;

    /// The position as one of any game.
    fn any_position(position: Self::Position) -> AnyPosition;

    /// Its move in `any`, unless that is a move of another game.
    fn move_in(any: AnyMove) -> Option<Mv<Self>>;

    /// The move as one of any game.
    fn any_move(mv: Mv<Self>) -> AnyMove;

    /// Why the move is refused, as a reason of any game.
    fn any_refusal(refusal: Refusal<Self>) -> AnyRefusal;

    /// The game so far, in its own positions.
    ///
    /// # Panics
    /// It is the history of another game.
    fn own_history(history: &History<AnyPosition>) -> Arc<History<Self::Position>> {
        history.twin(|start| Self::position(start).clone(), Self::own_move)
    }

    /// Its move in `any`.
    ///
    /// # Panics
    /// `any` is a move of another game.
    fn own_move(any: AnyMove) -> Mv<Self> {
        Self::move_in(any).unwrap_or_else(|| foreign("move"))
    }
}

/// Positions and moves come from the game to which they are given back.
fn foreign(what: &str) -> ! {
    unreachable!("a {what} of another game")
}

macro_rules! list {
    ($($variant:ident: $game:ty,)*) => {
        /// A game of the list, with its options chosen. [`with_game!`](crate::with_game) tells which one it is; it is a [`Game`] itself, too.
        ///
        /// It is read from its name, as by [`open`], and written as its full name.
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
        /// assert_eq!(game.write_position(&position.after(mv)), "1DDD/D3/4/4/4/dddd 2");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each variant is the game of its name")]
        pub enum AnyGame {
            $($variant($game),)*
        }

        /// A position of [`AnyGame`].
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyPosition {
            $($variant(<$game as Game>::Position),)*
        }

        /// A move of [`AnyGame`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyMove {
            $($variant(Mv<$game>),)*
        }

        /// Why the rules of [`AnyGame`] refuse a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
        #[expect(missing_docs, reason = "each variant is of the game of its name")]
        pub enum AnyRefusal {
            $(#[error("{0}")] $variant(Refusal<$game>),)*
            /// It is a move of another game than the position.
            #[error("That is a move of another game.")]
            Foreign,
        }

        $(impl Listed for $game {
            fn position(any: &AnyPosition) -> &Self::Position {
                match any {
                    AnyPosition::$variant(position) => position,
                    _ => foreign("position"),
                }
            }

            fn any_position(position: Self::Position) -> AnyPosition {
                AnyPosition::$variant(position)
            }

            fn move_in(any: AnyMove) -> Option<Mv<Self>> {
                match any {
                    AnyMove::$variant(mv) => Some(mv),
                    _ => None,
                }
            }

            fn any_move(mv: Mv<Self>) -> AnyMove {
                AnyMove::$variant(mv)
            }

            fn any_refusal(refusal: Refusal<Self>) -> AnyRefusal {
                AnyRefusal::$variant(refusal)
            }
        }

        impl From<$game> for AnyGame {
            fn from(game: $game) -> Self {
                AnyGame::$variant(game)
            }
        })*
    };
}

list! {
    UglyDuck: ugly_duck::UglyDuck,
    UglyDuckFiveByFive: ugly_duck::UglyDuckXl<FiveByFive>,
    UglyDuckSmall: ugly_duck::UglyDuckXl<Small>,
    UglyDuckMedium: ugly_duck::UglyDuckXl<Medium>,
    UglyDuckLarge: ugly_duck::UglyDuckXl<Large>,
    ReplicaSmall: replica::Replica<u64>,
    ReplicaLarge: replica::Replica<replica::LargeSet>,
    ThreeDragons: three_dragons::ThreeDragons,
    Qawale: qawale::Qawale,
}

/// Runs code with the position in an [`AnyPosition`], where `$game` is the type of its game.
macro_rules! with_position {
    ($any:expr, $position:ident, $game:ident => $code:expr) => {
        match $any {
            AnyPosition::UglyDuck($position) => {
                type $game = ugly_duck::UglyDuck;
                $code
            }
            AnyPosition::UglyDuckFiveByFive($position) => {
                type $game = ugly_duck::UglyDuckXl<FiveByFive>;
                $code
            }
            AnyPosition::UglyDuckSmall($position) => {
                type $game = ugly_duck::UglyDuckXl<Small>;
                $code
            }
            AnyPosition::UglyDuckMedium($position) => {
                type $game = ugly_duck::UglyDuckXl<Medium>;
                $code
            }
            AnyPosition::UglyDuckLarge($position) => {
                type $game = ugly_duck::UglyDuckXl<Large>;
                $code
            }
            AnyPosition::ReplicaSmall($position) => {
                type $game = replica::Replica<u64>;
                $code
            }
            AnyPosition::ReplicaLarge($position) => {
                type $game = replica::Replica<replica::LargeSet>;
                $code
            }
            AnyPosition::ThreeDragons($position) => {
                type $game = three_dragons::ThreeDragons;
                $code
            }
            AnyPosition::Qawale($position) => {
                type $game = qawale::Qawale;
                $code
            }
        }
    };
}

impl AnyGame {
    /// The full name, which opens the same game again.
    #[must_use]
    pub fn name(&self) -> String {
        with_game!(self, game => game.name())
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl FromStr for AnyGame {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        open(name)
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;

    fn name(&self) -> String {
        self.name()
    }

    fn start(&self) -> AnyPosition {
        fn of<G: Listed>(game: &G) -> AnyPosition {
            G::any_position(game.start())
        }
        with_game!(self, game => of(game))
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        fn of<G: Listed>(game: &G, text: &str) -> Result<AnyPosition, NotationError> {
            game.read_position(text).map(G::any_position)
        }
        with_game!(self, game => of(game, text))
    }

    fn write_position(&self, position: &AnyPosition) -> String {
        fn of<G: Listed>(game: &G, position: &AnyPosition) -> String {
            game.write_position(G::position(position))
        }
        with_game!(self, game => of(game, position))
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, NotationError> {
        fn of<G: Listed>(game: &G, text: &str) -> Result<AnyMove, NotationError> {
            game.read_move(text).map(G::any_move)
        }
        with_game!(self, game => of(game, text))
    }

    fn write_move(&self, mv: AnyMove) -> String {
        fn of<G: Listed>(game: &G, mv: AnyMove) -> String {
            game.write_move(G::own_move(mv))
        }
        with_game!(self, game => of(game, mv))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        with_game!(self, game => game.symmetries())
    }

    fn player_name(&self, player: Player) -> &'static str {
        with_game!(self, game => game.player_name(player))
    }

    fn patience(&self) -> Option<u32> {
        with_game!(self, game => game.patience())
    }

    fn is_progress(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        fn of<G: Listed>(game: &G, position: &AnyPosition, mv: AnyMove) -> bool {
            game.is_progress(G::position(position), G::own_move(mv))
        }
        with_game!(self, game => of(game, position, mv))
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Refusal = AnyRefusal;

    fn to_move(&self) -> Player {
        with_position!(self, position, _G => position.to_move())
    }

    fn decided(&self) -> Option<Outcome> {
        with_position!(self, position, _G => position.decided())
    }

    fn visit_moves<B>(&self, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        // Listed first, so that no generator is compiled for every visitor there is.
        self.moves().into_iter().try_for_each(visit)
    }

    fn check_move(&self, mv: AnyMove) -> Result<(), AnyRefusal> {
        with_position!(self, position, G => match G::move_in(mv) {
            Some(mv) => position.check_move(mv).map_err(G::any_refusal),
            None => Err(AnyRefusal::Foreign),
        })
    }

    fn after_unchecked(&self, mv: AnyMove) -> Self {
        with_position!(self, position, G => match G::move_in(mv) {
            Some(mv) => G::any_position(position.after_unchecked(mv)),
            None => self.clone(),
        })
    }

    fn count_moves(&self) -> u64 {
        with_position!(self, position, _G => position.count_moves())
    }

    fn count_two_plies(&self) -> u64 {
        with_position!(self, position, _G => position.count_two_plies())
    }

    fn has_moves(&self) -> bool {
        with_position!(self, position, _G => position.has_moves())
    }

    fn random_move(&self, chance: &mut Chance) -> Option<AnyMove> {
        with_position!(self, position, G => position.random_move(chance).map(G::any_move))
    }

    fn hash_key(&self) -> u64 {
        with_position!(self, position, _G => position.hash_key())
    }

    fn moves(&self) -> Vec<AnyMove> {
        with_position!(self, position, G => position.moves().into_iter().map(G::any_move).collect())
    }
}

impl Evaluate for AnyPosition {
    fn evaluate(&self) -> i32 {
        with_position!(self, position, _G => position.evaluate())
    }

    fn evaluate_by_hand(&self) -> i32 {
        with_position!(self, position, _G => position.evaluate_by_hand())
    }

    fn evaluate_at_a_glance(&self) -> i32 {
        with_position!(self, position, _G => position.evaluate_at_a_glance())
    }

    fn urgency(&self, mv: AnyMove) -> i32 {
        with_position!(self, position, G => G::move_in(mv).map_or(0, |mv| position.urgency(mv)))
    }

    fn visit_likely_urgent<B>(&self, visit: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut likely = Vec::new();
        with_position!(self, position, G => {
            let _ = position.visit_likely_urgent(|mv| {
                likely.push(G::any_move(mv));
                ControlFlow::<()>::Continue(())
            });
        });
        likely.into_iter().try_for_each(visit)
    }

    fn winning_move(&self) -> Option<AnyMove> {
        with_position!(self, position, G => position.winning_move().map(G::any_move))
    }

    fn longest_rest(&self) -> Option<u32> {
        with_position!(self, position, _G => position.longest_rest())
    }
}
