//! Games between two computers: in a simulated network, and between real processes.

#[path = "../common/mod.rs"]
mod common;
mod computers;
mod cuts;
mod hostile;
mod kills;
#[cfg(target_os = "linux")]
mod monkey;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(unix)]
mod private;
mod processes;
mod proxy;
#[cfg(unix)]
mod refusals;
#[cfg(unix)]
mod requests;
#[cfg(unix)]
mod resuming;
mod secrecy;
mod simulation;
#[cfg(unix)]
mod state;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod waiting;
