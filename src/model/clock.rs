//! Time, which is handed in like chance.

use std::fmt::Debug;
use std::time::Duration;

/// Tells the time. The library knows it from here only.
pub trait Clock: Debug + Send + Sync {
    /// The time since a moment that stays the same for this clock. It never goes back.
    fn now(&self) -> Duration;
}

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    /// A stopwatch that starts now.
    pub fn start(clock: &'a dyn Clock) -> Self {
        Stopwatch { clock, start: clock.now() }
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}
