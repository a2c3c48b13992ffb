//! A game between two computers. `docs/network.md` describes the protocol.
//!
//! | file | contents |
//! | --- | --- |
//! | `message.rs` | the messages |
//! | `side.rs`, `follow.rs` | one side of a game, without input and output: what it tells the other and believes |
//! | `clock.rs` | the clocks |

pub mod clock;
mod follow;
pub mod message;
pub mod side;
