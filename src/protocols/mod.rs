//! Protocols for other programs: the Universal Game Interface and JSON-RPC.

pub mod rpc;
pub mod ugi;
