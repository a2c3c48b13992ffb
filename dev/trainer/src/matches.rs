//! Matches between evaluations, to find out which one plays better.

use std::time::Duration;

use cygnet_core::engine::bots::SearchBudget;
use cygnet_core::engine::rollout::rollout;
use cygnet_core::engine::search::{EvalFn, SearchRequest, SearchStyle, Searcher};
use cygnet_core::model::{Evaluate, GameRng, Outcome, StopSignal, SystemClock};

use crate::Match;
use crate::samples::MAX_GAME_PLIES;

/// The memory per player, in bytes.
const MEMORY: usize = 64 << 20;

/// Plays a match and returns the wins, draws and losses of the first evaluation.
pub fn play<P: Evaluate>(start: &P, evals: [EvalFn<'_, P>; 2], options: &Match) -> [u32; 3] {
    let mut tally = [0; 3];
    for number in 0..options.games {
        let mut rng = GameRng::with_stream(options.seed, number / 2);
        let opening = rollout(start, options.random_plies, &mut rng).end;
        tally[play_game(opening, evals, (number % 2) as usize, &mut rng, options)] += 1;
    }
    tally
}

/// Plays one game in which evaluation number `first` moves first. Returns 0 if evaluation 0 wins, 2 if
/// evaluation 1 wins, and 1 for a draw.
fn play_game<P: Evaluate>(
    opening: P,
    evals: [EvalFn<'_, P>; 2],
    first: usize,
    rng: &mut GameRng,
    options: &Match,
) -> usize {
    let first_player = opening.to_move();
    let mut searchers = evals.map(|_| Searcher::new(MEMORY));
    let (mut position, mut before) = (opening, Vec::new());
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let time = options.nodes.is_none().then(|| Duration::from_millis(options.time));
    let budget = SearchBudget::default().with_time(time).with_nodes(options.nodes);
    while position.outcome().is_none() && before.len() < MAX_GAME_PLIES {
        let mover = if position.to_move() == first_player { first } else { 1 - first };
        let request = SearchRequest::new(budget.limits(&clock, &stop))
            .with_style(SearchStyle::Strong)
            .with_order_seed(rng.next_u64())
            .with_earlier_keys(&before);
        let report = searchers[mover].search_with_eval(evals[mover], &position, &request, &mut |_| {});
        let Some(best) = report.best() else { break };
        before.push(position.hash_key());
        position = position.after(best.moves[0]);
    }
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if (winner == first_player) == (first == 0) => 0,
        Some(_) => 2,
        None => 1,
    }
}
