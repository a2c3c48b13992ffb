//! Five abstract board games for two players, and an engine that plays, searches and solves them.
//!
//! The games are Ugly Duck (on 5x5, and on boards from 3x3 to 22x22), Replica, Three Dragons and Qawale. Each game has
//! a small position type, a move generator, a separate move validator, a text notation and an evaluation. The engine is
//! generic: a referee, bots, perft, alpha-beta search and solvers work with these games and with your own.
//!
//! The library does no input or output, uses no global state and no unsafe code, and never panics on untrusted text.
//! You pass in the clock and the random generator. Bots that are not limited by time play the same game for the same
//! seed on every machine.
//!
//! The feature `serde` reads and writes games, positions, moves and records as text.
//!
//! # Play by the rules
//!
//! ```
//! use cygnet_core::games::ugly_duck::CLASSIC;
//! use cygnet_core::{Game, Position};
//!
//! let mut position = CLASSIC.start();
//! for text in ["a1b2", "e3d3", "b2c3"] {
//!     let mv = CLASSIC.read_legal_move(&position, text)?;
//!     position = position.after(mv);
//! }
//! assert_eq!(position.to_string(), "1DDDD/5/2D2/2d2/dd1dd 2");
//! assert_eq!(position.moves().len(), 10);
//! assert_eq!(position.outcome(), None);
//!
//! // An illegal move is refused with a reason.
//! let refused = CLASSIC.read_legal_move(&position, "d3c3").map_err(|error| error.to_string());
//! assert_eq!(refused, Err("A piece straight ahead cannot be captured: captures are diagonal.".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Referee`](engine::referee::Referee) manages a whole game: history, undo and redo, endings and the record.
//!
//! # Count moves
//!
//! ```
//! use cygnet_core::Game;
//! use cygnet_core::engine::perft::perft;
//! use cygnet_core::games::three_dragons::ThreeDragons;
//!
//! assert_eq!(perft(&ThreeDragons::default().start(), 3), 135_238);
//! ```
//!
//! # Search
//!
//! ```
//! use cygnet_core::Game;
//! use cygnet_core::engine::search::Searcher;
//! use cygnet_core::games::ugly_duck::CLASSIC;
//!
//! let best = Searcher::new(1 << 20).best(&CLASSIC.start(), 5).ok_or("there is no legal move")?;
//! let variation: Vec<String> = best.moves.iter().map(|mv| mv.to_string()).collect();
//! println!("{:+} {}", best.value, variation.join(" "));
//! # assert_eq!((best.depth, best.proven, variation.len()), (5, false, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve
//!
//! On the smallest board of Ugly Duck the second player wins in 14 plies with best play:
//!
//! ```
//! use cygnet_core::engine::solver::Solver;
//! use cygnet_core::games::ugly_duck::UglyDuckXl;
//! use cygnet_core::games::ugly_duck::{Size, Small};
//! use cygnet_core::{Game, Outcome, Player};
//!
//! let board = Small::new(Size::new(3, 3)?).ok_or("too large for 64 bits")?;
//! let game = UglyDuckXl::on(board);
//! let solver = Solver { distance: true, ..Solver::new(1 << 24) };
//! let solution = solver.solve(&game, &game.start());
//! assert_eq!(solution.outcome, Some(Outcome::Win(Player::Two)));
//! assert_eq!(solution.plies, Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a bot
//!
//! ```
//! use cygnet_core::engine::bots::{Bot, MoveContext, Random};
//! use cygnet_core::engine::referee::Referee;
//! use cygnet_core::games::qawale::Qawale;
//! use cygnet_core::model::{GameRng, StopSignal, SystemClock, View};
//! use cygnet_core::Position;
//!
//! /// Leaves the opponent as few replies as possible, in any game.
//! struct FewestReplies;
//!
//! impl<P: Position> Bot<P> for FewestReplies {
//!     fn choose(&mut self, view: &View<'_, P>, _context: &mut MoveContext<'_>) -> Option<P::Move> {
//!         let position = view.position;
//!         position.moves().into_iter().min_by_key(|mv| position.after(*mv).moves().len())
//!     }
//! }
//!
//! let (mut rng, stop, clock) = (GameRng::from_seed(7), StopSignal::new(), SystemClock::new());
//! let mut context = MoveContext::new(&mut rng, &stop, &clock);
//! let mut referee = Referee::new(&Qawale::Eight);
//! let ending = referee.play_out([&mut FewestReplies, &mut Random], &mut context);
//! assert!(ending.is_some_and(|ending| ending.is_by_rules()));
//! ```
//!
//! # Open a game by name
//!
//! [`open`] returns an [`AnyGame`], which implements [`Game`] and works with the whole engine. [`with_game!`] compiles your
//! own generic code for each concrete game:
//!
//! ```
//! use cygnet_core::engine::{bots::EngineGame, perft::perft};
//! use cygnet_core::games::NameError;
//! use cygnet_core::{Game, open, with_game};
//!
//! for (name, leaves) in [("uglyduck-xl:4x6", 840), ("replica", 79_464), ("qawale", 143_712)] {
//!     let game = open(name)?;
//!     assert_eq!(game.perft(&game.start(), 3), leaves);
//!     assert_eq!(with_game!(&game, game => perft(&game.start(), 3)), leaves);
//! }
//! # Ok::<(), NameError>(())
//! ```
//!
//! # Modules
//!
//! - [`model`]: the vocabulary, such as [`Position`], [`Game`], [`Player`], [`History`](model::History) and
//!   [`Record`](model::Record).
//! - [`engine`]: [`referee`](engine::referee), [`bots`](engine::bots), [`perft`](engine::perft),
//!   [`search`](engine::search) and [`solver`](engine::solver), generic over games.
//! - [`games`]: a module with the rules of each game, and the list of games.
//!
//! The directory `examples` of the package contains complete programs. `docs/library.md` in the repository is a
//! tour for programmers.

#![allow(rustdoc::private_intra_doc_links, reason = "the documentation is read together with the code")]
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit
)]

pub mod engine;
pub mod games;
pub mod model;
#[cfg(test)]
#[path = "../tests/common/samples.rs"]
mod samples;

pub use games::{AnyGame, open};
pub use model::{Game, Outcome, Player, Position};

/// Runs the example of the package's front page as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FrontPage;
