//! Time, which is passed in like the random generator.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// A source of time. The library has no other.
///
/// [`SystemClock`] is the implementation for programs. Tests and simulations can use their own:
///
/// ```
/// use std::time::Duration;
///
/// use cygnet_core::model::{Clock, Stopwatch};
///
/// /// A clock that never advances.
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
    /// Returns the time since a fixed moment of this clock. It never goes backwards.
    fn now(&self) -> Duration;
}

/// The system clock. Nothing else in the library reads it.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Creates a clock that counts from now.
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

/// Measures time from its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    /// Starts a stopwatch.
    #[must_use]
    pub fn start(clock: &'a dyn Clock) -> Self {
        Stopwatch { clock, start: clock.now() }
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}
