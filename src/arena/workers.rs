//! Playing several games at a time and reporting them in order.
//!
//! Each worker takes the next number from a queue, plays the game with that number and submits it. The
//! listener gets the games in the order of their numbers, regardless of which finished first. No worker runs
//! far ahead of the last game reported, so memory does not grow with the number of games.

use std::collections::HashMap;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use crate::engine::resources::{Resources, ThreadShortage};
use crate::model::StopSignal;

use super::game::PlayedGame;

/// How far a worker can be ahead of the next game to report, in games.
const MAX_LEAD: u64 = 4096;
/// The maximum number of quick games submitted together.
const MAX_BATCH: usize = 64;
/// How often a waiting worker checks whether it can continue.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Receives the games in order, until it breaks.
pub type GameListener<'a> = dyn FnMut(PlayedGame) -> ControlFlow<()> + 'a;

/// The numbers of the games not started yet.
struct GameQueue<'a> {
    next: AtomicU64,
    end: u64,
    /// The number of the next game to report.
    reported: AtomicU64,
    stop: &'a StopSignal,
}

impl GameQueue<'_> {
    /// Takes the next number; `None` if there is none or the match is stopped.
    fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end && !self.stop.is_raised()).then_some(number)
    }

    /// Returns whether `number` is far ahead of the games reported.
    fn is_far_ahead(&self, number: u64) -> bool {
        number >= self.reported.load(Ordering::Relaxed).saturating_add(MAX_LEAD)
    }
}

/// Plays the games of `numbers` in `jobs` threads, each with its own player from `new_player`, and passes
/// them to `listener` in order. When `listener` breaks, `stop` is raised. When `stop` is raised, games in
/// progress (for which the player returns `None`) are dropped, along with those that have higher numbers, so
/// that the listener never misses a game in between.
///
/// If `resources` provide fewer threads, those play all games. If they provide no thread at all, the calling
/// thread does. Returns the shortage.
pub(super) fn play_all<F: FnMut(u64) -> Option<PlayedGame>>(
    resources: &Resources,
    numbers: Range<u64>,
    jobs: usize,
    stop: &StopSignal,
    new_player: impl Fn() -> F + Sync,
    listener: &mut GameListener<'_>,
) -> Option<ThreadShortage> {
    let queue = GameQueue {
        next: AtomicU64::new(numbers.start),
        end: numbers.end,
        reported: AtomicU64::new(numbers.start),
        stop,
    };
    // More threads than games would have nothing to do.
    let games = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    let jobs = jobs.clamp(1, games.max(1));
    thread::scope(|scope| {
        let (sender, batches) = sync_channel(jobs * 2);
        let start = |_| {
            let (sender, queue, new_player) = (sender.clone(), &queue, &new_player);
            // The receiver exists until all workers have ended.
            let submit = move |batch| drop(sender.send(batch));
            resources.spawn_scoped(scope, move || run_worker(queue, new_player(), submit)).ok()
        };
        let started = (0..jobs).map_while(start).count();
        drop(sender);
        // Games that arrive early wait for those before them.
        let (mut next, mut waiting, mut is_over) = (numbers.start, HashMap::new(), false);
        let mut report = |batch: Vec<PlayedGame>| {
            for played in batch {
                waiting.insert(played.number, played);
                while let Some(played) = waiting.remove(&next) {
                    next += 1;
                    is_over = is_over || listener(played).is_break();
                }
            }
            queue.reported.store(next, Ordering::Relaxed);
            if is_over {
                stop.raise();
            }
        };
        batches.into_iter().for_each(&mut report);
        if started == 0 {
            run_worker(&queue, new_player(), report);
        }
        ThreadShortage::of(started.max(1), jobs)
    })
}

/// Plays games until the queue is empty or the match is stopped.
fn run_worker(
    queue: &GameQueue<'_>,
    mut play: impl FnMut(u64) -> Option<PlayedGame>,
    mut submit: impl FnMut(Vec<PlayedGame>),
) {
    let mut batch = Vec::new();
    while let Some(number) = queue.take() {
        if queue.is_far_ahead(number) {
            submit(mem::take(&mut batch));
        }
        while queue.is_far_ahead(number) && !queue.stop.is_raised() {
            thread::sleep(POLL_INTERVAL);
        }
        let Some(played) = play(number) else { break };
        let is_slow = played.is_slow();
        batch.push(played);
        if batch.len() >= MAX_BATCH || is_slow {
            submit(mem::take(&mut batch));
        }
    }
    submit(batch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ending, Outcome, Reason};

    fn played(number: u64) -> PlayedGame {
        let result = Ending { outcome: Outcome::Draw, reason: Reason::Rules };
        PlayedGame { number, result, plies: 1, usage: Default::default(), text: None }
    }

    fn run_and_collect(
        resources: &Resources,
        numbers: Range<u64>,
        jobs: usize,
        until: usize,
    ) -> (Vec<u64>, bool, Option<ThreadShortage>) {
        let stop = StopSignal::new();
        let mut seen = Vec::new();
        let mut listener = |game: PlayedGame| {
            seen.push(game.number);
            if seen.len() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let player = || |number| Some(played(number));
        let shortage = play_all(resources, numbers, jobs, &stop, player, &mut listener);
        (seen, stop.is_raised(), shortage)
    }

    #[test]
    fn games_are_reported_in_order_with_any_number_of_threads() {
        for jobs in [1, 2, 7] {
            let reported = |numbers, until| run_and_collect(&Resources::default(), numbers, jobs, until);
            assert_eq!(reported(5..20_000, usize::MAX), ((5..20_000).collect(), false, None), "{jobs}");
            assert_eq!(reported(3..3, usize::MAX), (vec![], false, None), "{jobs}");
            let until_break = ((0..100).collect(), true, None);
            assert_eq!(reported(0..20_000, 100), until_break, "{jobs}: nothing is reported after a break");
        }
    }

    #[test]
    fn all_games_are_played_with_any_number_of_threads() {
        for threads in 0..5 {
            let resources = Resources::default().without_threads(threads..usize::MAX);
            let reported = |until| run_and_collect(&resources, 5..2_000, 4, until);
            let shortage = ThreadShortage::of(threads.max(1), 4);
            assert_eq!(reported(usize::MAX), ((5..2_000).collect(), false, shortage), "{threads} threads");
            // The threads available were used up by the first match, so none are left now.
            let none = ThreadShortage::of(1, 4);
            assert_eq!(reported(100), ((5..105).collect(), true, none), "{threads} threads");
        }
    }

    #[test]
    fn stopping_drops_unfinished_games() {
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
        play_all(&Resources::default(), 0..1000, 2, &stop, player, &mut |game| {
            seen.push(game.number);
            ControlFlow::Continue(())
        });
        assert!(seen.is_sorted() && !seen.contains(&50) && seen.starts_with(&[0, 1, 2]), "{seen:?}");
        assert!(seen.len() >= 49 && seen.len() < 1000);
    }
}
