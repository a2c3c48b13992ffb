//! A game between two computers. `docs/network.md` describes the protocol.

pub mod message;
