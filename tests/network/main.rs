//! Games between two computers: in a simulated network, and between real processes.

#[path = "../common/mod.rs"]
mod common;
mod computers;
mod cuts;
mod hostile;
mod kills;
mod processes;
mod proxy;
#[cfg(unix)]
mod refusals;
mod secrecy;
mod simulation;
#[cfg(unix)]
mod terminal;
