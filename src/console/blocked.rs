//! Output that nobody reads.
//!
//! A thread that waits for a reader cannot react to a signal. So writes are counted, and after a termination
//! signal the thread that listens for signals ends the program if they make no progress. The same applies to
//! a task that waits for input.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The number of watched calls that have begun, and the number of those that have returned. A process has
/// one input and one output.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static RETURNED: AtomicU64 = AtomicU64::new(0);

/// How often to check for progress, and the number of checks without any after which the output is blocked:
/// half a second.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
const MAX_IDLE_CHECKS: u32 = 25;

/// Runs `call`, which may wait for another program.
pub(super) fn watched<T>(call: impl FnOnce() -> T) -> T {
    BEGUN.fetch_add(1, Ordering::Relaxed);
    let result = call();
    RETURNED.fetch_add(1, Ordering::Relaxed);
    result
}

/// An input that is watched.
pub(super) struct Watched<T>(pub(super) T);

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        watched(|| self.0.read(buffer))
    }
}

/// Returns when a watched call has been waiting for half a second and no other has returned meanwhile, or after `most`.
pub(super) fn wait_until_blocked(most: Duration) {
    let (mut before, mut idle_checks) = (0, 0);
    let mut left = most;
    while idle_checks < MAX_IDLE_CHECKS && !left.is_zero() {
        left = left.saturating_sub(POLL_INTERVAL);
        thread::sleep(POLL_INTERVAL);
        let returned = RETURNED.load(Ordering::Relaxed);
        let is_waiting = BEGUN.load(Ordering::Relaxed) != returned;
        idle_checks = if is_waiting && returned == before { idle_checks + 1 } else { 0 };
        before = returned;
    }
}
