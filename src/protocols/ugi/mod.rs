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

use std::sync::Arc;

use crate::console::Stop;
use crate::games::AnyGame;
use crate::model::Clock;

use super::Connection;

pub use command::{GoLimits, UgiCommand, parse};

/// Serves `game` over UGI until the client quits or its input ends.
///
/// # Errors
/// The session was interrupted, or input or output failed.
pub fn serve(game: &AnyGame, connection: Connection, clock: Arc<dyn Clock>) -> Result<(), Stop> {
    session::UgiSession::new(game, connection, clock).run()
}
