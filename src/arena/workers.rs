//! Playing several games at a time and reporting them in order.
//!
//! Each worker takes the next number, plays the game with that number and reports it. The listener gets the games in
//! the order of their numbers, regardless of which finished first. No worker runs far ahead of the last game reported,
//! so memory does not grow with the number of games.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::engine::resources::{Resources, ThreadShortage};
use crate::model::StopSignal;

use super::game::PlayedGame;

/// How far a worker can be ahead of the next game to report, in games.
const MAX_LEAD: u64 = 4096;
/// How often a waiting worker checks whether it can continue.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Receives the games in order, until it breaks.
pub type GameListener<'a> = dyn FnMut(PlayedGame) -> ControlFlow<()> + Send + 'a;

/// The games of a match that the workers share.
struct SharedGames<'a, 'l> {
    progress: Mutex<MatchProgress<'a, 'l>>,
    stop: &'a StopSignal,
}

struct MatchProgress<'a, 'l> {
    /// The numbers of the games that no worker has taken.
    numbers: Range<u64>,
    /// The number of the next game to report.
    next: u64,
    /// The games that wait for those before them.
    waiting: HashMap<u64, PlayedGame>,
    listener: &'a mut GameListener<'l>,
    is_over: bool,
}

impl<'a, 'l> SharedGames<'a, 'l> {
    fn progress(&self) -> MutexGuard<'_, MatchProgress<'a, 'l>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next number, once it is not too far ahead; `None` if there is none or the match is stopped.
    fn take(&self) -> Option<u64> {
        while !self.stop.is_raised() {
            let mut progress = self.progress();
            if progress.numbers.start < progress.next.saturating_add(MAX_LEAD) {
                return progress.numbers.next();
            }
            drop(progress);
            thread::sleep(POLL_INTERVAL);
        }
        None
    }

    /// Passes a game, and those that have waited for it, to the listener.
    fn report(&self, played: PlayedGame) {
        let mut shared = self.progress();
        let progress = &mut *shared;
        progress.waiting.insert(played.number, played);
        while let Some(played) = progress.waiting.remove(&progress.next) {
            progress.next += 1;
            progress.is_over = progress.is_over || (progress.listener)(played).is_break();
        }
        if progress.is_over {
            self.stop.raise();
        }
    }

    /// Plays games until all are taken or the match is stopped.
    fn run_worker(&self, mut play: impl FnMut(u64) -> Option<PlayedGame>) {
        while let Some(played) = self.take().and_then(&mut play) {
            self.report(played);
        }
    }
}

/// Plays the games of `numbers` with `jobs` workers, each with its own player from `new_player`, and passes them to
/// `listener` in order. When `listener` breaks, `stop` is raised. When `stop` is raised, games in progress (for which
/// the player returns `None`) are dropped, along with those that have higher numbers, so that the listener never misses
/// a game in between.
///
/// The calling thread is the first worker. If `resources` provide too few threads for the others, fewer workers play all
/// games. Returns the shortage.
pub(super) fn play_all<F: FnMut(u64) -> Option<PlayedGame>>(
    resources: &Resources,
    numbers: Range<u64>,
    jobs: usize,
    stop: &StopSignal,
    new_player: impl Fn() -> F + Sync,
    listener: &mut GameListener<'_>,
) -> Option<ThreadShortage> {
    // More workers than games would have nothing to do.
    let games = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    let jobs = jobs.clamp(1, games.max(1));
    let next = numbers.start;
    let progress = MatchProgress { numbers, next, waiting: HashMap::new(), listener, is_over: false };
    let games = SharedGames { progress: Mutex::new(progress), stop };
    thread::scope(|scope| {
        let run_worker = || games.run_worker(new_player());
        let start = |_| resources.spawn_scoped(scope, run_worker).ok();
        let others = (1..jobs).map_while(start).count();
        run_worker();
        ThreadShortage::of(others + 1, jobs)
    })
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
        for threads in 0..4 {
            let resources = Resources::default().without_threads(threads..usize::MAX);
            let reported = |until| run_and_collect(&resources, 5..2_000, 4, until);
            let shortage = ThreadShortage::of(threads + 1, 4);
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
