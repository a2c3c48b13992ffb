//! When a search stops.

use std::time::Duration;

use crate::model::{Clock, StopSignal};

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
pub struct Limits<'a> {
    /// The search depth in plies, at most [`MAX_DEPTH`]. The first ply is always searched.
    pub depth: u32,
    /// The positions to search, give or take a few.
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

    /// Returns whether to stop after `nodes` positions.
    pub(super) fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| deadline.clock.now() >= deadline.end)
    }
}
