//! A game between two computers. `docs/network.md` describes the protocol.

pub mod channel;
pub mod code;
pub mod link;
pub mod message;
pub mod stream;
