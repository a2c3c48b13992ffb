//! Matches between judges, to see which of them plays better.

use std::time::Duration;

use cygnet_core::engine::rollout::rollout;
use cygnet_core::engine::search::{EvalFn, Limits, SearchRequest, SearchStyle, Searcher};
use cygnet_core::model::{Evaluate, GameRng, Outcome, StopSignal, SystemClock};

use crate::samples::MAX_GAME_PLIES;

/// The memory of a player, in bytes.
const MEMORY: usize = 64 << 20;

/// How a match is played.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The games; each opening is played twice, with the sides exchanged.
    pub games: u64,
    /// The random plies of an opening.
    pub random_plies: u32,
    /// The positions searched for a move; with none, `time` decides.
    pub nodes: Option<u64>,
    /// The time for a move.
    pub time: Duration,
    /// Of all chance.
    pub seed: u64,
}

/// Plays a match: won, drawn and lost by the first judge.
pub fn play<P: Evaluate>(start: &P, judges: [EvalFn<'_, P>; 2], plan: &Match) -> [u32; 3] {
    let mut tally = [0; 3];
    for number in 0..plan.games {
        let mut rng = GameRng::with_stream(plan.seed, number / 2);
        let opening = rollout(start, plan.random_plies, &mut rng).end;
        tally[play_game(opening, judges, (number % 2) as usize, &mut rng, plan)] += 1;
    }
    tally
}

/// Plays one game, in which judge `first` moves first: 0 if judge 0 wins, 2 if judge 1 does, 1 for a draw.
fn play_game<P: Evaluate>(
    opening: P,
    judges: [EvalFn<'_, P>; 2],
    first: usize,
    rng: &mut GameRng,
    plan: &Match,
) -> usize {
    let first_player = opening.to_move();
    let mut searchers = judges.map(|_| Searcher::new(MEMORY));
    let (mut position, mut before) = (opening, Vec::new());
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    while position.outcome().is_none() && before.len() < MAX_GAME_PLIES {
        let mover = if position.to_move() == first_player { first } else { 1 - first };
        let limits = match plan.nodes {
            Some(nodes) => Limits { nodes, ..Limits::none(&stop) },
            None => Limits::time(plan.time, &clock, &stop),
        };
        let order_seed = Some(rng.next_u64());
        let request = SearchRequest {
            style: SearchStyle::Strong,
            order_seed,
            earlier_keys: &before,
            ..SearchRequest::new(limits)
        };
        let report = searchers[mover].search_with_eval(judges[mover], &position, &request, &mut |_| {});
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
