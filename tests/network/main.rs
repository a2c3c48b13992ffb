//! Games between two computers: in a simulated network, and between real processes.

#[path = "../common/mod.rs"]
mod common;
mod computers;
mod cuts;
mod kills;
mod processes;
mod proxy;
mod simulation;
