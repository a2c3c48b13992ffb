//! Programs as the other side of the conversation: the Universal Game Interface and JSON-RPC.

pub mod rpc;
pub mod ugi;
