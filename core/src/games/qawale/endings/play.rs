//! The search of an ending in play: the prover looks for the result first.
//!
//! A strong search prunes, so it overlooks wins, and cannot prove a draw until it has searched everything again
//! without pruning. The prover knows long before that. In a draw the search still chooses among the moves,
//! because its favourite is the hardest to answer.

use super::{EndingProver, turns_left};
use crate::engine::score::mate_in;
use crate::engine::search::{Deadline, Limits, Line, SearchListener, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::{Proof, ProofLimits, Prover, prove_until};
use crate::games::qawale::moves::Move;
use crate::games::qawale::position::QawalePosition;
use crate::model::{Outcome, Position as _, StopSignal};

/// The maximum number of turns left for which a search asks the prover.
const MAX_TURNS: u32 = 8;

/// The maximum number of turns left for which half of the time goes to the prover. With more, it finds only wins in
/// that time.
const HALF_TURNS: u32 = 6;

/// The maximum number of positions of a proof without a time limit, a fraction of a second.
const MAX_POSITIONS: u64 = 2_000_000;

/// The memory of the prover, in bytes.
const MEMORY: usize = 16 << 20;

/// Like [`Searcher::search`], for a search that only time limits. A quarter of the time goes to the prover, and half
/// of it near the end. A proven win is played at once. A drawn ending is searched to the end of the game, and its
/// move is proven to keep the draw.
pub(in crate::games::qawale) fn search_timed(
    searcher: &mut Searcher,
    position: &QawalePosition,
    request: &SearchRequest<'_>,
    listener: &mut SearchListener<'_, Move>,
) -> SearchReport<Move> {
    let can_prove = turns_left(position) <= MAX_TURNS && position.outcome().is_none();
    let prover = if can_prove { EndingProver::new(MEMORY) } else { None };
    let Some(mut prover) = prover else {
        return searcher.search(position, request, listener);
    };
    let limits = request.limits;
    let share = if turns_left(position) > HALF_TURNS { 4 } else { 2 };
    let proof = prove(&mut prover, position, share_of(limits, share));
    let with_proof =
        |report: SearchReport<Move>| SearchReport { nodes: report.nodes + proof.positions, ..report };
    let listener = &mut |report: &SearchReport<Move>| listener(&with_proof(report.clone()));
    match proof.outcome {
        Some(Outcome::Win(winner)) if winner == position.to_move() => {
            if let Some(report) = won(&mut prover, position) {
                listener(&report);
                return with_proof(report);
            }
        }
        Some(Outcome::Draw) => {
            let limits = Limits { depth: limits.depth.min(turns_left(position)), ..share_of(limits, 2) };
            let mut report = searcher.search(position, &SearchRequest { limits, ..*request }, listener);
            if let Some(moves) = drawing_line(&mut prover, position, &report, request.limits) {
                report.lines = vec![Line { value: 0, depth: report.depth, proven: true, moves }];
            }
            return with_proof(report);
        }
        _ => {}
    }
    with_proof(searcher.search(position, request, listener))
}

/// Returns the limits of a share of the time left: 1/`share`.
fn share_of(limits: Limits<'_>, share: u32) -> Limits<'_> {
    let deadline = limits.deadline.map(|Deadline { clock, end }| {
        let now = clock.now();
        Deadline { clock, end: now + end.saturating_sub(now) / share }
    });
    Limits { deadline, ..limits }
}

/// Looks for the result until the time is over.
fn prove(prover: &mut EndingProver, position: &QawalePosition, limits: Limits<'_>) -> Proof {
    let positions = if limits.deadline.is_some() { u64::MAX } else { MAX_POSITIONS };
    let proof_limits = ProofLimits::new(positions, limits.stop);
    prove_until(prover, position, proof_limits, limits.deadline)
}

/// The limits for a line from a position whose result has just been proven. This takes no time: most of it is
/// already in the table.
fn line_limits(stop: &StopSignal) -> ProofLimits<'_> {
    ProofLimits::new(MAX_POSITIONS, stop)
}

/// Returns the report of a win that has just been proven, without the positions of the proof.
fn won(prover: &mut EndingProver, position: &QawalePosition) -> Option<SearchReport<Move>> {
    let stop = StopSignal::new();
    let (turns, moves, _) = prover.distance(position, position.to_move(), line_limits(&stop), &mut |_| {});
    let depth = turns.filter(|_| !moves.is_empty())?;
    let lines = vec![Line { value: mate_in(depth), depth, proven: true, moves }];
    Some(SearchReport {
        depth,
        current_depth: depth,
        lines,
        selective_depth: depth,
        nodes: 0,
        hashfull: 0,
        threads: 1,
    })
}

/// Returns the best line of the report if its first move is proven to keep the draw, otherwise a line of the
/// prover. `None` if neither can be proven.
fn drawing_line(
    prover: &mut EndingProver,
    position: &QawalePosition,
    report: &SearchReport<Move>,
    limits: Limits<'_>,
) -> Option<Vec<Move>> {
    let best = report.best()?;
    let next = position.after(*best.moves.first()?);
    if prove(prover, &next, limits).outcome == Some(Outcome::Draw) {
        return Some(best.moves.clone());
    }
    Some(prover.line(position, line_limits(&StopSignal::new())).0).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bots::EngineGame;
    use crate::engine::search::{ResultPolicy, SearchStyle};
    use crate::games::qawale::Qawale;
    use crate::model::{Game as _, SystemClock};
    use std::time::Duration;

    #[test]
    fn an_unlimited_search_of_a_drawn_ending_stops_at_the_end_of_the_game() {
        let position = Qawale::Eight.read_position("l,tl,t,tt/d,dld,dld,-/t,-,-,-/d,l,t,tt l 5").unwrap();
        let stop = StopSignal::new();
        let request = SearchRequest { style: SearchStyle::Strong, ..SearchRequest::new(Limits::none(&stop)) };
        let mut searcher = Searcher::new(1 << 20);
        let mut depths = Vec::new();
        let mut listener = |report: &SearchReport<Move>| depths.push(report.depth);
        let proof = prove(&mut EndingProver::new(MEMORY).unwrap(), &position, Limits::none(&stop));
        let report =
            Qawale::Eight.search(&mut searcher, ResultPolicy::Timed, &position, &request, &mut listener);
        let best = report.best().unwrap();
        assert_eq!((best.value, best.proven), (0, true));
        let searched = report.nodes - proof.positions;
        assert!((1..200_000).contains(&searched), "{searched}");
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        let after = position.after(best.moves[0]);
        let mut prover = EndingProver::new(1 << 20).unwrap();
        let proof = prove(&mut prover, &after, Limits::none(&stop));
        assert_eq!(proof.outcome, Some(Outcome::Draw));
    }

    #[test]
    fn a_proven_win_is_played_at_once() {
        let text = "tt,-,dl,-/ld,tt,ldt,lt/dl,d,ld,-/lt,-,t,d d 6";
        let (position, stop) = (Qawale::Ten.read_position(text).unwrap(), StopSignal::new());
        let request = SearchRequest { style: SearchStyle::Strong, ..SearchRequest::new(Limits::none(&stop)) };
        let (mut searcher, mut depths) = (Searcher::new(1 << 20), Vec::new());
        let mut listener = |report: &SearchReport<Move>| depths.push(report.depth);
        let report =
            Qawale::Ten.search(&mut searcher, ResultPolicy::Timed, &position, &request, &mut listener);
        let best = report.best().unwrap();
        assert_eq!((best.value, best.proven, best.moves.len()), (mate_in(5), true, 5));
        assert_eq!(depths, [5], "nothing but the prover searched");
        let end = best.moves.iter().fold(position, |position, mv| position.after(*mv));
        assert_eq!(end.outcome(), Some(Outcome::Win(position.to_move())));
    }

    #[test]
    fn a_proof_ends_when_the_time_is_over_or_a_stop_is_raised() {
        let text = "d,d,l,tt/t,-,dld,-/ttt,l,-,dl/dltl,t,-,- d 8";
        let (position, stop, clock) =
            (Qawale::Ten.read_position(text).unwrap(), StopSignal::new(), SystemClock::new());
        let prove = |limits| prove(&mut EndingProver::new(1 << 20).unwrap(), &position, limits);
        let deadline = Some(Deadline::after(Duration::ZERO, &clock));
        let late = prove(Limits { deadline, ..Limits::none(&stop) });
        assert!(late.outcome.is_none() && late.positions < 20_000, "{late:?}");
        stop.raise();
        let stopped = prove(Limits::none(&stop));
        assert!(stopped.outcome.is_none() && stopped.positions < 20_000, "{stopped:?}");
    }
}
