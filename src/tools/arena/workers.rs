//! Many games at a time, told of one after the other.
//!
//! Workers take the next number from a counter, play the game with it, and hand in what they have played. Whoever watches
//! gets the games in the order of their numbers, whichever was over first. No worker runs far ahead of what has been
//! watched, so memory does not grow with the number of games.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::model::StopSignal;

use super::game::Played;

/// The most games by which a worker may be ahead of the one that is watched.
const AHEAD: u64 = 4096;
/// Quick games are handed in together, so many at a time.
const BATCH: usize = 64;
/// A game of this many moves' time is not quick.
const QUICK: Duration = Duration::from_millis(1);
/// How often a worker that waits looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// Receives the games in order; no more of them once it breaks.
pub type Watch<'a> = dyn FnMut(Played) -> ControlFlow<()> + 'a;

/// The numbers still to be played.
struct Counter<'a> {
    next: AtomicU64,
    end: u64,
    watched: Mutex<u64>,
    advanced: Condvar,
    stop: &'a StopSignal,
}

impl Counter<'_> {
    /// The next number; `None` if there is none or the match is stopped.
    fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end && !self.stop.is_raised()).then_some(number)
    }

    fn is_far_ahead(&self, number: u64) -> bool {
        number >= self.watched.lock().unwrap_or_else(PoisonError::into_inner).saturating_add(AHEAD)
    }

    /// Waits until `number` is not far ahead, or the match is stopped.
    fn wait_for(&self, number: u64) {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        while number >= watched.saturating_add(AHEAD) && !self.stop.is_raised() {
            let waited = self.advanced.wait_timeout(watched, PATIENCE);
            watched = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn advance(&self, watched: u64) {
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) = watched;
        self.advanced.notify_all();
    }
}

/// Plays the games of `numbers` in `jobs` threads, each with a player of its own from `player`, and shows them to `watch`
/// in order. When `watch` breaks, `stop` is raised. When `stop` is raised, games in progress (for which the player gives
/// `None`) are dropped, and all that are over are shown.
pub(super) fn play_all<F: FnMut(u64) -> Option<Played>>(
    numbers: Range<u64>,
    jobs: usize,
    stop: &StopSignal,
    player: impl Fn() -> F + Sync,
    watch: &mut Watch<'_>,
) {
    let counter = Counter {
        next: AtomicU64::new(numbers.start),
        end: numbers.end,
        watched: Mutex::new(numbers.start),
        advanced: Condvar::new(),
        stop,
    };
    thread::scope(|scope| {
        let (sender, batches) = sync_channel(jobs.max(1) * 2);
        for _ in 0..jobs.max(1) {
            let (sender, counter, player) = (sender.clone(), &counter, &player);
            scope.spawn(move || work(counter, player(), &sender));
        }
        drop(sender);
        let mut order = Order { next: numbers.start, early: BTreeMap::new(), watch, broken: false };
        for batch in batches {
            order.take_in(batch);
            counter.advance(order.next);
            if order.broken {
                stop.raise();
            }
        }
        order.finish();
    });
}

/// What one thread does.
fn work(
    counter: &Counter<'_>,
    mut play: impl FnMut(u64) -> Option<Played>,
    sender: &SyncSender<Vec<Played>>,
) {
    let mut batch = Vec::new();
    while let Some(number) = counter.take() {
        if counter.is_far_ahead(number) {
            hand_in(&mut batch, sender);
            counter.wait_for(number);
        }
        let Some(played) = play(number) else { break };
        let time: Duration = played.effort.iter().map(|effort| effort.time).sum();
        batch.push(played);
        if batch.len() >= BATCH || time > QUICK {
            hand_in(&mut batch, sender);
        }
    }
    hand_in(&mut batch, sender);
}

fn hand_in(batch: &mut Vec<Played>, sender: &SyncSender<Vec<Played>>) {
    if !batch.is_empty() {
        // The other end waits for all workers, so that it is always there.
        let _ = sender.send(std::mem::take(batch));
    }
}

/// Brings games into the order of their numbers.
struct Order<'a, 'w> {
    next: u64,
    early: BTreeMap<u64, Played>,
    watch: &'a mut Watch<'w>,
    broken: bool,
}

impl Order<'_, '_> {
    fn take_in(&mut self, batch: Vec<Played>) {
        for played in batch {
            match played.number == self.next {
                true => self.show(played),
                false => drop(self.early.insert(played.number, played)),
            }
            while let Some(played) = self.early.remove(&self.next) {
                self.show(played);
            }
        }
    }

    fn show(&mut self, played: Played) {
        self.next = played.number + 1;
        if !self.broken {
            self.broken = (self.watch)(played).is_break();
        }
    }

    /// Shows what is left after games that were dropped.
    fn finish(mut self) {
        while let Some((_, played)) = self.early.pop_first() {
            self.show(played);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GameResult, Outcome, Reason};

    fn played(number: u64) -> Played {
        let result = GameResult { outcome: Outcome::Draw, reason: Reason::Rules };
        Played { number, result, plies: 1, effort: Default::default(), text: None }
    }

    fn watched(numbers: Range<u64>, jobs: usize, until: usize) -> (Vec<u64>, bool) {
        let stop = StopSignal::new();
        let mut seen = Vec::new();
        let mut watch = |game: Played| {
            seen.push(game.number);
            if seen.len() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        play_all(numbers, jobs, &stop, || |number| Some(played(number)), &mut watch);
        (seen, stop.is_raised())
    }

    #[test]
    fn games_come_in_order_whatever_the_number_of_threads() {
        for jobs in [1, 2, 7] {
            assert_eq!(watched(5..20_000, jobs, usize::MAX), ((5..20_000).collect(), false));
            assert_eq!(watched(3..3, jobs, usize::MAX), (vec![], false));
        }
    }

    #[test]
    fn nothing_is_shown_after_a_break() {
        assert_eq!(watched(0..20_000, 3, 100), ((0..100).collect(), true));
    }

    #[test]
    fn a_stop_leaves_out_what_was_not_over() {
        let stop = StopSignal::new();
        let player = || {
            |number| {
                if number == 50 {
                    stop.raise();
                }
                (number != 50).then(|| played(number))
            }
        };
        let mut seen = Vec::new();
        play_all(0..1000, 2, &stop, player, &mut |game| {
            seen.push(game.number);
            ControlFlow::Continue(())
        });
        assert!(seen.is_sorted() && !seen.contains(&50) && seen.starts_with(&[0, 1, 2]), "{seen:?}");
        assert!(seen.len() >= 49 && seen.len() < 1000);
    }
}
