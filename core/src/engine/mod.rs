//! Bots, searches, solvers and perft, generic over the games. Nothing here prints.

mod bot_catalog;
mod bot_names;
pub mod bots;
pub(crate) mod bytes;
pub mod certificate;
mod engine_game;
pub mod expert;
// Hidden: the levels of the program; `bots::make` creates a level by name.
#[doc(hidden)]
pub mod level;
pub mod minimax;
pub mod network;
pub mod perft;
// Hidden: the puzzles of the program.
#[doc(hidden)]
pub mod puzzle;
// Hidden: the reasons in the reviews of the program.
#[doc(hidden)]
pub mod reasons;
pub mod referee;
// Hidden: the tests of the program take threads and memory away.
#[doc(hidden)]
pub mod resources;
pub mod rollout;
// Hidden: `search` exports what its reports need.
#[doc(hidden)]
pub mod score;
pub mod search;
pub mod solver;
pub mod time_control;
