//! Tests of the library: properties of every game, perft figures, searches and proofs.

mod bot_names;
mod budgets;
#[path = "../common/mod.rs"]
mod common;
mod history;
mod laws;
mod levels;
mod minimax;
mod network;
mod perfect;
mod perft;
mod records;
mod referee;
mod search;
#[cfg(feature = "serde")]
mod serialization;
mod solver;
mod texts;
