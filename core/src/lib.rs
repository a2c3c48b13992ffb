//! Five abstract board games for two: their rules, and an engine that plays, searches and solves them.
//!
//! The games are Ugly Duck (on 5x5, and on boards from 3x3 to 22x22), Replica, Three Dragons and Qawale. For each there is a
//! position that is a small value, a move generator with a judge written apart from it, a notation for positions and moves, and an
//! evaluation. The engine is generic over the games, and over one of your own just as well: a referee, bots, perft, an alpha-beta
//! search and a solver.
//!
//! What it is not: there is no chess in it, no graphics and no network. It does no input or output, never panics on a text from
//! outside, and has no unsafe code. Time and chance are handed in, so the same seed plays the same game everywhere.
//!
//! The program `cygnet`, the console home of these games, is made of it:
//!
//! ```toml
//! [dependencies]
//! cygnet-core = { path = "../cygnet/core" }
//! ```
//!
//! # A game
//!
//! ```
//! use cygnet_core::games::ugly_duck::CLASSIC;
//! use cygnet_core::model::{Game, Position};
//!
//! let mut position = CLASSIC.start();
//! for text in ["a1b2", "e3d3", "b2c3"] {
//!     let mv = CLASSIC.read_legal_move(&position, text)?;
//!     position = position.after(mv);
//! }
//! assert_eq!(CLASSIC.write_position(&position), "1DDDD/5/2D2/2d2/dd1dd 2");
//! assert_eq!(position.moves().len(), 10);
//! assert_eq!(position.outcome(), None);
//!
//! // What is not legal is refused, with the reason.
//! let refused = CLASSIC.read_legal_move(&position, "d3c3").map_err(|error| error.to_string());
//! assert_eq!(refused, Err("A piece straight ahead cannot be captured: captures are diagonal.".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Referee`](engine::referee::Referee) keeps the whole game: history, undo and redo, endings, the record.
//!
//! # Perft
//!
//! ```
//! use cygnet_core::engine::perft::perft;
//! use cygnet_core::games::three_dragons::ThreeDragons;
//! use cygnet_core::model::Game;
//!
//! assert_eq!(perft(&ThreeDragons.start(), 3), 135_238);
//! ```
//!
//! # A search
//!
//! ```
//! use cygnet_core::engine::search::Searcher;
//! use cygnet_core::games::ugly_duck::CLASSIC;
//! use cygnet_core::model::Game;
//!
//! let best = Searcher::new(1 << 20).best(&CLASSIC.start(), 5).ok_or("there is no legal move")?;
//! let variation: Vec<String> = best.moves.iter().map(|mv| CLASSIC.write_move(*mv)).collect();
//! println!("{:+} {}", best.value, variation.join(" "));
//! # assert_eq!((best.depth, best.proven, variation.len()), (5, false, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A solved position
//!
//! On the smallest board of Ugly Duck the second player wins, after fourteen turns if both play their best:
//!
//! ```
//! use cygnet_core::engine::solver::Solver;
//! use cygnet_core::games::ugly_duck::UglyDuckXl;
//! use cygnet_core::games::ugly_duck::{Size, Small};
//! use cygnet_core::model::{Game, Outcome, Player};
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
//! # A bot of your own in a match
//!
//! ```
//! use cygnet_core::engine::bots::{Bot, Random, MoveContext};
//! use cygnet_core::engine::referee::Referee;
//! use cygnet_core::games::qawale::Qawale;
//! use cygnet_core::model::{GameRng, Position, StopSignal, SystemClock, View};
//!
//! /// Leaves the other player as few moves as it can, in any game.
//! struct FewestReplies;
//!
//! impl<P: Position> Bot<P> for FewestReplies {
//!     fn choose(&mut self, view: &View<'_, P>, _thinking: &mut MoveContext<'_>) -> Option<P::Move> {
//!         let position = view.position;
//!         position.moves().into_iter().min_by_key(|mv| position.after(*mv).moves().len())
//!     }
//! }
//!
//! let (mut rng, stop, clock) = (GameRng::from_seed(7), StopSignal::new(), SystemClock::new());
//! let mut context = MoveContext::new(&mut rng, &stop, &clock);
//! let mut referee = Referee::new(&Qawale);
//! let ending = referee.play_out([&mut FewestReplies, &mut Random], &mut context);
//! assert!(ending.is_some_and(|ending| ending.is_by_rules()));
//! ```
//!
//! # Any game by its name
//!
//! [`games::open`] knows all games and their options. What it gives is a [`Game`](model::Game) itself, and hands on what takes long to code
//! compiled for the game in it; [`with_game!`] compiles generic code of your own for each:
//!
//! ```
//! use cygnet_core::engine::{bots::EngineGame, perft::perft};
//! use cygnet_core::games;
//! use cygnet_core::model::Game;
//! use cygnet_core::with_game;
//!
//! for (name, leaves) in [("uglyduck-xl:4x6", 840), ("replica", 79_464), ("qawale", 143_712)] {
//!     let game = games::open(name)?;
//!     assert_eq!(game.perft(&game.start(), 3), leaves);
//!     assert_eq!(with_game!(&game, game => perft(&game.start(), 3)), leaves);
//! }
//! # Ok::<(), games::NameError>(())
//! ```
//!
//! # Where to go on
//!
//! - [`model`] is the vocabulary: [`Position`](model::Position), [`Game`](model::Game), [`Player`](model::Player),
//!   [`History`](model::History), [`Record`](model::Record). It knows no game.
//! - [`engine`] is generic over the games: [`referee`](engine::referee), [`bots`](engine::bots), [`perft`](engine::perft),
//!   [`search`](engine::search), [`solver`](engine::solver).
//! - [`games`] has the rules, a module a game, and the list of them all.
//!
//! `docs/library.md` in the repository is the tour for programmers, with a game of one's own; `examples/` has programs to begin with.

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

/// The examples of the page for programmers, which are run with those of the code.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct Page;
