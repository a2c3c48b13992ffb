//! A flag with which one thread asks another to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared flag. Once it is raised, long computations soon return what they have. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Creates a signal that is not raised.
    #[must_use]
    pub fn new() -> Self {
        StopSignal::default()
    }

    /// Asks all watchers of this signal to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the signal is raised.
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Resets the signal and returns whether it was raised.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::AcqRel)
    }
}

/// Raises a signal when it is dropped, even by a panic, so that other threads do not go on forever.
pub(crate) struct RaiseOnDrop<'a>(pub(crate) &'a StopSignal);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
