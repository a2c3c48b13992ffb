//! What happens in a game between two computers.

use crate::network::link::Part;
use crate::network::message::Offer;
use crate::network::side::{News, Violation};
use crate::store::FileError;

/// What has happened, for the player here.
#[derive(Debug)]
pub enum Event {
    /// A message of the other player.
    News(News),
    /// The other player has left, or the connection was lost.
    Left,
    /// What a player had asked for has lapsed: the one here, if it `is_own`. The game had this many plies.
    Lapsed {
        /// What was asked for.
        offer: Offer,
        /// The plies of the game before.
        plies: usize,
        /// Whether the player here had asked.
        is_own: bool,
    },
    /// The player here has resigned after the end of the game.
    ResignedLate,
    /// This many people watch.
    Watching(usize),
    /// The code for this part no longer works, after three wrong tries.
    CodeClosed(Part),
    /// Somebody with this version of the protocol could not join.
    OtherVersion(u16),
    /// The other side sent something that is not believed. Its connection was closed.
    Violation(Violation),
    /// The host cannot be joined again now, for this reason.
    Retrying(String),
    /// The host cannot be joined again, for this reason.
    Failed(String),
    /// The game could not be kept on disk.
    NotKept(FileError),
}
