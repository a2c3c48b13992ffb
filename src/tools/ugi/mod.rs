//! The Universal Game Interface, version 1.0: cygnet as an engine for other programs. `docs/protocol.md` is the contract.
//!
//! `command.rs` reads lines, `session.rs` obeys them, `thought.rs` searches in a thread of its own, `voice.rs` writes lines
//! of both. The other side, an engine as a player of cygnet, is in `play/external`.

mod command;
mod options;
mod session;
mod thought;
mod voice;

use std::io::Write;
use std::sync::Arc;

use crate::console::{Input, Signals, Stop};
use crate::engine::bots::Levels;
use crate::model::Clock;

pub use command::{Command, CommandError, Go, Query, parse};

/// The two ends of a conversation with a client.
pub struct Talk {
    /// What the client says.
    pub input: Input,
    /// The signals that the input's wakers raise.
    pub signals: Signals,
    /// Where the answers go.
    pub output: Box<dyn Write + Send>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// Speaks UGI about `game` until the client quits or its input ends.
///
/// # Errors
/// The conversation was interrupted, or input or output failed.
pub fn serve<G: Levels>(game: &G, talk: Talk) -> Result<(), Stop> {
    session::Session::new(game, talk).run()
}
