//! Real programs against hostile ones: malformed handshakes and messages, slow connections, floods, wrong codes,
//! modified clients and modified hosts.
#![cfg(target_os = "linux")]

mod believe;
mod client;
mod clocks;
mod load;
mod mutations;
mod program;
mod raw;
mod server;
mod signals;

use std::time::Duration;

use cygnet::model::{Stopwatch, SystemClock};

use crate::computers::{CODE, PATIENCE};

/// Repeats `attempt` until it returns something.
fn retry<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    let clock = SystemClock::new();
    let watch = Stopwatch::start(&clock);
    loop {
        if let Some(result) = attempt() {
            return result;
        }
        assert!(watch.elapsed() < PATIENCE, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}
