//! A flag by which one thread asks another to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by everyone who holds a clone: once raised, long computations end soon with what they have.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that nobody has raised yet.
    #[must_use]
    pub fn new() -> Self {
        StopSignal::default()
    }

    /// Asks everyone who watches this signal to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop.
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Whether somebody had asked to stop; from now on nobody has.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}
