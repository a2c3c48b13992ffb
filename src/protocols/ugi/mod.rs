//! The Universal Game Interface, version 1.0: cygnet as an engine for other programs. `docs/protocol.md`
//! specifies the protocol.
//!
//! `command.rs` parses commands, `session.rs` executes them, `player.rs` chooses a move in a separate thread,
//! and both write lines through `output.rs`. The other side, external engines as players in cygnet, is in
//! `players/external`.

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

pub use command::{GoLimits, UgiCommand, parse};

/// The connection to a client.
pub struct Connection {
    /// The lines of the client.
    pub input: Input,
    /// The signals raised by the input's wakers.
    pub signals: Signals,
    /// Receives the responses.
    pub output: Box<dyn Write + Send>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// Serves `game` over UGI until the client quits or its input ends.
///
/// # Errors
/// The session was interrupted, or input or output failed.
pub fn serve(game: &AnyGame, connection: Connection) -> Result<(), Stop> {
    session::UgiSession::new(game, connection).run()
}
