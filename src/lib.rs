//! The console home of five abstract board games: the program `cygnet` as a library.
//!
//! The rules of the games and the engine are a separate package, [`cygnet_core`], whose modules are re-exported. The modules here make
//! a program of them, from the lowest layer to the highest: [`console`] (the conversation: lines, prompts, menus, style),
//! [`screens`] (how each game is drawn and asked for), [`store`] (what is kept on disk), [`players`] (who plays on a seat), [`records`]
//! (games that were played), [`analysis`] (what positions and games are worth), [`session`] (a game at the console), [`arena`] (matches
//! between computers), [`protocols`] (UGI and JSON-RPC) and [`cli`] (the command line).
//!
//! `docs/architecture.md` in the repository says who may know whom.

#![allow(rustdoc::private_intra_doc_links, reason = "the documentation is read together with the code")]
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit
)]

pub mod analysis;
pub mod arena;
pub mod cli;
pub mod console;
pub mod players;
pub mod protocols;
pub mod records;
pub mod screens;
pub mod session;
pub mod store;
pub mod tables;

pub use cygnet_core::{engine, games, model, with_game};
