//! cygnet, the console home of five abstract board games.
//!
//! Games know the vocabulary, tools know the vocabulary, and one list knows the games:
//!
//! - [`model`] is the vocabulary: players, positions, games, history, notation, chance. It does no input or output.
//! - [`games`] has a folder for each game (rules, evaluation, screen, menus) and the list of them all.
//! - [`engine`] counts and chooses: perft, bots, search; generic over the games.
//! - [`console`] holds the conversation: lines, prompts, menus, style. Nothing else touches input and output.
//! - [`play`] is the table: whose turn it is, session commands, the menus around a game.
//! - [`tools`] answers the commands that are not a game at the console.
//! - [`cli`] declares the command line.
//! - [`face`] erases the type of a game for menus and the command line.

#![allow(rustdoc::private_intra_doc_links, reason = "the documentation is read together with the code")]
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit
)]

#[cfg(feature = "console")]
pub mod cli;
#[cfg(feature = "console")]
pub mod console;
pub mod engine;
pub mod games;
pub mod model;
#[cfg(feature = "console")]
pub mod play;
#[cfg(feature = "console")]
pub mod screens;
#[cfg(feature = "console")]
pub mod tools;
