//! When a search stops.

use std::time::Duration;

use crate::model::{Clock, StopSignal};

/// The greatest depth in plies that a search goes to.
pub const MAX_DEPTH: u32 = 200;

/// A time by which a search has to be done.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    /// The clock to look at.
    pub clock: &'a dyn Clock,
    /// What it shows when time is up.
    pub end: Duration,
}

impl<'a> Deadline<'a> {
    /// The end of so much time from now.
    pub fn after(time: Duration, clock: &'a dyn Clock) -> Self {
        Deadline { clock, end: clock.now().saturating_add(time) }
    }
}

/// What ends a search, whichever comes first. It ends by itself when the result is proven.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The plies to look ahead, at most [`MAX_DEPTH`]; at least 1 is looked at.
    pub depth: u32,
    /// The positions to look at; a few more may be.
    pub nodes: u64,
    /// The time to take.
    pub deadline: Option<Deadline<'a>>,
    /// Ends the search once it is raised.
    pub stop: &'a StopSignal,
}

impl<'a> Limits<'a> {
    /// No limit but the signal.
    pub fn none(stop: &'a StopSignal) -> Self {
        Limits { depth: MAX_DEPTH, nodes: u64::MAX, deadline: None, stop }
    }

    /// So many plies.
    pub fn depth(depth: u32, stop: &'a StopSignal) -> Self {
        Limits { depth, ..Limits::none(stop) }
    }

    /// So much time from now, by `clock`.
    pub fn time(time: Duration, clock: &'a dyn Clock, stop: &'a StopSignal) -> Self {
        Limits { deadline: Some(Deadline::after(time, clock)), ..Limits::none(stop) }
    }

    /// Whether it is time to stop after `nodes` positions.
    pub(super) fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| deadline.clock.now() >= deadline.end)
    }
}
