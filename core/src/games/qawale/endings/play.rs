//! The search of an ending in play: the prover looks for the result first.
//!
//! A strong search prunes, so it overlooks wins, and cannot prove a draw until it has searched everything again
//! without pruning. The prover knows long before that. In a draw the search still chooses among the moves,
//! because its favourite is the hardest to answer.

use super::{EndingProver, turns_left};
use crate::engine::score::mate_in;
use crate::engine::search::{Deadline, Limits, Line, SearchListener, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::{Proof, ProofLimits, Prover};
use crate::games::qawale::moves::Move;
use crate::games::qawale::position::Position;
use crate::model::{Outcome, Position as _, StopSignal};

/// The maximum number of turns left for which a search asks the prover.
const MAX_TURNS: u32 = 8;

/// The maximum number of positions of a proof, a few seconds.
const MAX_POSITIONS: u64 = 50_000_000;

/// The memory of the prover, in bytes.
const MEMORY: usize = 16 << 20;

/// Like [`Searcher::search`], for a search that only time limits. Half of the time goes to the prover. A proven win
/// is played at once. A drawn ending is searched to the end of the game, and its move is proven to keep the draw.
pub(in crate::games::qawale) fn search_timed(
    searcher: &mut Searcher,
    position: &Position,
    request: &SearchRequest<'_>,
    listener: &mut SearchListener<'_, Move>,
) -> SearchReport<Move> {
    let prover = EndingProver::new(MEMORY).filter(|_| turns_left(position) <= MAX_TURNS);
    let Some(mut prover) = prover.filter(|_| position.outcome().is_none()) else {
        return searcher.search(position, request, listener);
    };
    let limits = request.limits;
    let proof = prove_until(&mut prover, position, share_of(limits, 2));
    match proof.outcome {
        Some(Outcome::Win(winner)) if winner == position.to_move() => {
            if let Some(report) = won(&mut prover, position, proof.positions) {
                listener(&report);
                return report;
            }
        }
        Some(Outcome::Draw) => {
            let limits = Limits { depth: limits.depth.min(turns_left(position)), ..share_of(limits, 2) };
            let mut report = searcher.search(position, &SearchRequest { limits, ..*request }, listener);
            if let Some(moves) = drawing_line(&mut prover, position, &report, request.limits) {
                report.lines = vec![Line { value: 0, depth: report.depth, proven: true, moves }];
            }
            return report;
        }
        _ => {}
    }
    searcher.search(position, request, listener)
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
fn prove_until(prover: &mut EndingProver, position: &Position, limits: Limits<'_>) -> Proof {
    let stop = StopSignal::new();
    prover.prove(position, proof_limits(&stop), &mut |_| {
        let is_over = |Deadline { clock, end }| clock.now() >= end;
        if limits.stop.is_raised() || limits.deadline.is_some_and(is_over) {
            stop.raise();
        }
    })
}

fn proof_limits(stop: &StopSignal) -> ProofLimits<'_> {
    ProofLimits { positions: MAX_POSITIONS, threads: 1, stop }
}

/// Returns the report of a win that has just been proven.
fn won(prover: &mut EndingProver, position: &Position, positions: u64) -> Option<SearchReport<Move>> {
    let moves = prover.line(position, proof_limits(&StopSignal::new())).0;
    let depth = moves.len() as u32;
    let lines = vec![Line { value: mate_in(depth), depth, proven: true, moves }];
    let report =
        SearchReport { depth, lines, selective_depth: depth, nodes: positions, hashfull: 0, threads: 1 };
    (depth > 0).then_some(report)
}

/// Returns the best line of the report if its first move is proven to keep the draw, otherwise a line of the
/// prover. `None` if neither can be proven.
fn drawing_line(
    prover: &mut EndingProver,
    position: &Position,
    report: &SearchReport<Move>,
    limits: Limits<'_>,
) -> Option<Vec<Move>> {
    let best = report.best()?;
    let next = position.after(*best.moves.first()?);
    if prove_until(prover, &next, limits).outcome == Some(Outcome::Draw) {
        return Some(best.moves.clone());
    }
    // This takes no time: it is already in the table.
    Some(prover.line(position, proof_limits(&StopSignal::new())).0).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bots::EngineGame;
    use crate::engine::results::ResultPolicy;
    use crate::engine::search::SearchStyle;
    use crate::games::qawale::Qawale;
    use crate::games::qawale::notation::read_position;

    #[test]
    fn an_unlimited_search_of_a_drawn_ending_stops_at_the_end_of_the_game() {
        let position = read_position(Qawale::Eight, "l,tl,t,tt/d,dld,dld,-/t,-,-,-/d,l,t,tt l 5").unwrap();
        let stop = StopSignal::new();
        let request = SearchRequest { style: SearchStyle::Strong, ..SearchRequest::new(Limits::none(&stop)) };
        let mut searcher = Searcher::new(1 << 20);
        let mut depths = Vec::new();
        let mut listener = |report: &SearchReport<Move>| depths.push(report.depth);
        let report =
            Qawale::Eight.search(&mut searcher, ResultPolicy::Timed, &position, &request, &mut listener);
        let best = report.best().unwrap();
        assert_eq!((best.value, best.proven), (0, true));
        assert!(report.nodes < 200_000, "{}", report.nodes);
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        let after = position.after(best.moves[0]);
        let mut prover = EndingProver::new(1 << 20).unwrap();
        let proof = prover.prove(&after, proof_limits(&stop), &mut |_| {});
        assert_eq!(proof.outcome, Some(Outcome::Draw));
    }
}
