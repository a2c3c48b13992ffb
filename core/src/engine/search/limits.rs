//! When a search stops.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::model::{Clock, StopSignal};

/// The number of positions between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;

/// The maximum search depth in plies.
pub const MAX_DEPTH: u32 = 200;

/// The time by which a search must finish.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    /// The clock to check.
    pub clock: &'a dyn Clock,
    /// The clock's reading when time is up.
    pub end: Duration,
}

impl<'a> Deadline<'a> {
    /// Returns the deadline `time` from now.
    pub fn after(time: Duration, clock: &'a dyn Clock) -> Self {
        Deadline { clock, end: clock.now().saturating_add(time) }
    }
}

/// The limits of a search. The first one reached ends it; it also ends when the result is proven.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// The search depth in plies, at most [`MAX_DEPTH`]. The first ply is always searched.
    pub depth: u32,
    /// The positions to search. To finish the exchange that it follows, a search may exceed them by 300, and by 600 in
    /// each of several threads.
    pub nodes: u64,
    /// The time by which to finish.
    pub deadline: Option<Deadline<'a>>,
    /// Ends the search once it is raised.
    pub stop: &'a StopSignal,
}

impl<'a> Limits<'a> {
    /// Returns limits with nothing but the stop signal.
    pub fn none(stop: &'a StopSignal) -> Self {
        Limits { depth: MAX_DEPTH, nodes: u64::MAX, deadline: None, stop }
    }

    /// Limits the depth to this number of plies.
    pub fn depth(depth: u32, stop: &'a StopSignal) -> Self {
        Limits { depth, ..Limits::none(stop) }
    }

    /// Limits the positions too.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Limits { nodes, ..self }
    }

    /// Limits the time too.
    #[must_use]
    pub fn with_deadline(self, deadline: impl Into<Option<Deadline<'a>>>) -> Self {
        Limits { deadline: deadline.into(), ..self }
    }

    /// Returns whether to stop after `nodes` positions.
    fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| deadline.clock.now() >= deadline.end)
    }
}

/// Counts the positions of a search in one thread, and says when it has reached one of its limits.
///
/// ```
/// use cygnet_core::engine::search::{Limits, Meter};
/// use cygnet_core::model::StopSignal;
///
/// let stop = StopSignal::new();
/// let mut meter = Meter::new(Limits::none(&stop).with_nodes(2));
/// meter.nodes += 1;
/// assert!(!meter.should_stop());
/// meter.nodes += 1;
/// assert!(meter.should_stop());
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    /// The limits.
    pub limits: Limits<'a>,
    /// The positions searched so far.
    pub nodes: u64,
    /// Whether a limit has been reached. From then on all values are meaningless.
    pub stopped: bool,
    next_check: u64,
    /// The positions searched by all threads, if there are several.
    total: Option<&'a AtomicU64>,
    /// How many positions of this thread are already counted in `total`.
    counted: u64,
}

impl<'a> Meter<'a> {
    /// Creates the meter of a search that begins.
    pub fn new(limits: Limits<'a>) -> Self {
        Meter {
            limits,
            nodes: 0,
            stopped: false,
            next_check: CHECK_INTERVAL.min(limits.nodes),
            total: None,
            counted: 0,
        }
    }

    /// Counts the positions of this thread and of others together, in `total`.
    pub(super) fn with_total(self, total: &'a AtomicU64) -> Self {
        Meter { total: Some(total), ..self }
    }

    /// Returns whether it is time to check the limits.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.nodes >= self.next_check
    }

    /// Returns whether a limit has been reached. The clock and the stop signal are only checked every few
    /// hundred positions.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        if self.is_due() {
            let nodes = self.count();
            self.stopped |= self.limits.reached(nodes);
            self.next_check = (self.nodes + CHECK_INTERVAL).min(self.limits.nodes);
        }
        self.stopped
    }

    /// Returns whether to stop in the middle of an exchange, which a search otherwise follows to its end: when a check
    /// is long overdue.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check.saturating_add(CHECK_INTERVAL) {
            self.should_stop();
        }
        self.stopped
    }

    /// Returns the positions searched so far by all threads, which count towards the limits.
    pub(super) fn count(&mut self) -> u64 {
        let Some(total) = self.total else { return self.nodes };
        let new = self.nodes - std::mem::replace(&mut self.counted, self.nodes);
        total.fetch_add(new, Ordering::Relaxed) + new
    }
}
