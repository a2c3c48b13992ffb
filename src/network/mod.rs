//! A game between two computers. `docs/network.md` describes the protocol.
//!
//! | file | contents |
//! | --- | --- |
//! | `message.rs` | the messages |
//! | `side.rs`, `act.rs`, `follow.rs`, `believe.rs` | one side of a game, without input and output: what its player does, what it sends and what it believes |
//! | `clock.rs` | the clocks |
//! | `code.rs` | the code with which someone joins |
//! | `channel.rs`, `stream.rs` | a connection: encrypted, between two who know the code |
//! | `link.rs` | all connections of a host, or the one of a guest, which it makes again if it is lost |
//! | `remote.rs` | a game as it is played: a side, its connections, and what it keeps on disk |

mod act;
mod believe;
pub mod channel;
pub mod clock;
pub mod code;
mod follow;
pub mod link;
pub mod message;
pub mod remote;
pub mod side;
pub mod stream;
