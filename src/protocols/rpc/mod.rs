//! JSON-RPC 2.0, a message a line: cygnet as a service for programs in any language. `docs/rpc.md` is the contract, `docs/rpc.schema.json` its
//! form.
//!
//! | file | what |
//! | --- | --- |
//! | `message.rs` | what comes and goes: requests, answers, notifications |
//! | `error.rs` | what can be wrong: code, sentence, place, hint |
//! | `params.rs` | reading parameters |
//! | `position_params.rs` | the game and the positions that are asked about |
//! | `immediate.rs` | methods that are answered at once |
//! | `search.rs` | methods that take time |
//! | `queue.rs` | what waits for a thread, and can be cancelled |
//! | `responder.rs` | answers on their way out, alone or in a batch |
//! | `server.rs` | reads, answers, hands over to threads |

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

use std::io::Write;
use std::sync::Arc;

use crate::console::{Input, Signals, Stop};
use crate::engine::resources::Resources;
use crate::model::Clock;
use crate::tables::Tables;

/// The connection to a client, and what may be spent on it.
pub struct Service {
    /// The lines of the client.
    pub input: Input,
    /// The signals that the input's wakers raise.
    pub signals: Signals,
    /// Receives the answers.
    pub output: Box<dyn Write + Send>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How many questions are searched at the same time.
    pub threads: usize,
    /// The memory that one of them may take, in bytes.
    pub memory: usize,
    /// Where threads and memory come from.
    pub resources: Resources,
    /// The tables of results that searches use.
    pub tables: Tables,
}

/// Answers the requests of a client until its input ends and everything is answered.
///
/// # Errors
/// The service was interrupted, or input or output failed.
pub fn serve(service: Service) -> Result<(), Stop> {
    server::run(service)
}
