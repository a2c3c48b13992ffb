//! JSON-RPC 2.0 with one message per line: cygnet as a service for programs in any language. `docs/rpc.md`
//! specifies the protocol, `docs/rpc.schema.json` the form of the messages.
//!
//! | file | what |
//! | --- | --- |
//! | `message.rs` | the messages: requests, responses, notifications |
//! | `error.rs` | errors: code, message, place, hint |
//! | `params.rs` | reads parameters |
//! | `position_params.rs` | reads the parameters that describe a game and its positions |
//! | `immediate.rs` | methods that are answered immediately |
//! | `encoded.rs` | methods for programs that learn |
//! | `search.rs` | methods that take time |
//! | `choose.rs` | the method that lets a computer player choose a move |
//! | `queue.rs` | requests that wait for a thread and can be cancelled |
//! | `responder.rs` | writes responses, alone or in batches |
//! | `server.rs` | reads requests, answers them or queues them |

mod choose;
mod encoded;
mod error;
mod immediate;
mod message;
mod params;
mod position_params;
mod queue;
mod responder;
mod search;
mod server;
#[cfg(test)]
mod tests;

pub use server::serve;

use std::sync::Arc;

use crate::engine::resources::Resources;
use crate::model::Clock;
use crate::tables::Tables;

/// What the requests of a client can use.
#[derive(Clone, Debug)]
pub struct Service {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The number of searches that run at the same time.
    pub threads: usize,
    /// The memory for each search, in bytes.
    pub memory: usize,
    /// The source of threads and memory.
    pub resources: Resources,
    /// The tables of results that searches use.
    pub tables: Tables,
}
