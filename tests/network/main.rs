//! Games between two computers: in a simulated network, and between real processes.
//!
//! These are longer runs, with the number of games with lost connections, of kills of each side, and of actions of a
//! monkey at the terminals:
//!
//! ```sh
//! CYGNET_CUTS=200 cargo test --test network cuts -- --nocapture
//! CYGNET_KILLS=100 cargo test --test network kills -- --nocapture
//! CYGNET_MONKEY=20000 cargo test --test network monkey -- --nocapture
//! ```

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
