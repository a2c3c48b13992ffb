//! Five abstract board games for the console: the program `cygnet` as a library.
//!
//! The rules of the games and the engine are in a separate package, [`cygnet_core`], whose modules are
//! re-exported here. The modules of this package build the program on top of it, from the lowest layer to the
//! highest:
//!
//! - [`lines`]: lines of text, read in bounded memory
//! - [`words`]: games in words, and boards as data
//! - [`store`]: files on disk
//! - [`tables`]: files of exact results
//! - [`players`]: people and bots
//! - [`records`]: recorded games
//! - [`analysis`]: evaluating positions and games
//! - [`arena`]: matches between bots
//! - [`network`]: a game between two computers
//! - [`console`]: reading lines, prompts, menus and style
//! - [`screens`]: how each game is drawn and how it asks for moves
//! - [`show`]: results as people see them
//! - [`session`]: a game at the console
//! - [`protocols`]: UGI and JSON-RPC
//! - [`cli`]: the command line
//!
//! `docs/architecture.md` in the repository lists which module may use which.

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
pub mod lines;
pub mod network;
pub mod players;
pub mod protocols;
pub mod records;
#[cfg(test)]
#[path = "../core/tests/common/samples.rs"]
mod samples;
pub mod screens;
pub mod session;
pub mod show;
pub mod store;
pub mod tables;
pub mod words;

pub use cygnet_core::{engine, forward_to_game, games, model, with_game};

/// Runs the examples of pages about the library as doctests. They are here because the pages are not part of the
/// package of the library.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
#[doc = include_str!("../docs/first-bot-rust.md")]
struct LibraryPages;
