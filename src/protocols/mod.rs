//! Protocols for other programs: the Universal Game Interface and JSON-RPC.

pub mod rpc;
#[cfg(test)]
mod tests;
pub mod ugi;

use std::io::Write;

use crate::console::{Input, Signals};

/// The connection to a client.
pub struct Connection {
    /// The lines of the client.
    pub input: Input,
    /// The signals raised by the input's wakers.
    pub signals: Signals,
    /// Receives the responses.
    pub output: Box<dyn Write + Send>,
}
