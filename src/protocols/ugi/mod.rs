//! The Universal Game Interface, version 1.0: cygnet as an engine for other programs. `docs/protocol.md` is the contract.
//!
//! `command.rs` reads commands, `session.rs` carries them out, `player.rs` chooses a move in a thread of its own, `output.rs`
//! writes the lines of both. The other side, an engine as a player of cygnet, is in `players/external`.

mod command;
mod options;
mod output;
mod player;
mod session;

use std::io::Write;
use std::sync::Arc;

use crate::console::{Input, Signals, Stop};
use crate::games::AnyGame;
use crate::model::Clock;

pub use command::{CommandError, GoLimits, Query, UgiCommand, parse};

/// The connection to a client.
pub struct Connection {
    /// The lines of the client.
    pub input: Input,
    /// The signals that the input's wakers raise.
    pub signals: Signals,
    /// Receives the answers.
    pub output: Box<dyn Write + Send>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// Speaks UGI about `game` until the client quits or its input ends.
///
/// # Errors
/// The session was interrupted, or input or output failed.
pub fn serve(game: &AnyGame, connection: Connection) -> Result<(), Stop> {
    session::UgiSession::new(game, connection).run()
}
