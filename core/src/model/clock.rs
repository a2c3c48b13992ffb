//! Time, which is handed in like chance.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Tells the time. The library knows it from here only.
///
/// [`SystemClock`] implements it for programs. A test or a simulation implements it for itself:
///
/// ```
/// use std::time::Duration;
///
/// use cygnet_core::model::{Clock, Stopwatch};
///
/// /// Time does not pass.
/// #[derive(Debug)]
/// struct Stopped;
///
/// impl Clock for Stopped {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
///
/// assert_eq!(Stopwatch::start(&Stopped).elapsed(), Duration::ZERO);
/// ```
pub trait Clock: Debug + Send + Sync {
    /// The time since a moment that stays the same for this clock. It never goes back.
    fn now(&self) -> Duration;
}

/// The clock of the machine: the only place that reads it.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// The clock, which shows the time from now on.
    #[expect(clippy::disallowed_methods, reason = "everything else is handed a clock")]
    #[must_use]
    pub fn new() -> Self {
        SystemClock(Instant::now())
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    /// A stopwatch that starts now.
    #[must_use]
    pub fn start(clock: &'a dyn Clock) -> Self {
        Stopwatch { clock, start: clock.now() }
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}
