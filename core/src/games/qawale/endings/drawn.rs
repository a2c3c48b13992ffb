//! The search of a drawn ending, which can stop once it has reached the end of the game.
//!
//! A strong search prunes, so it cannot prove a draw until it has searched everything again without pruning. The
//! prover knows long before that. The search still chooses among the moves, because its favourite is the
//! hardest to answer.

use super::{EndingProver, turns_left};
use crate::engine::search::{Deadline, Limits, Line, SearchListener, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::{ProofLimits, Prover, prove_until};
use crate::games::qawale::moves::Move;
use crate::games::qawale::position::Position;
use crate::model::{Outcome, Position as _, StopSignal};

/// The maximum number of turns left for which a search asks the prover.
const MAX_TURNS: u32 = 6;

/// The maximum number of positions of this proof, a fraction of a second.
const MAX_POSITIONS: u64 = 2_000_000;

/// The memory of the prover, in bytes.
const MEMORY: usize = 16 << 20;

/// Like [`Searcher::search`], for a search that only time limits. It stops once a drawn ending has been searched
/// to the end of the game, and its move is proven to keep the draw.
pub(in crate::games::qawale) fn search_timed(
    searcher: &mut Searcher,
    position: &Position,
    request: &SearchRequest<'_>,
    listener: &mut SearchListener<'_, Move>,
) -> SearchReport<Move> {
    let Some(mut prover) = prove_draw(position, request.limits) else {
        return searcher.search(position, request, listener);
    };
    let depth = request.limits.depth.min(turns_left(position));
    let limits = Limits { depth, ..request.limits };
    let mut report = searcher.search(position, &SearchRequest { limits, ..*request }, listener);
    if let Some(moves) = drawing_line(&mut prover, position, &report) {
        report.lines = vec![Line { value: 0, depth: report.depth, proven: true, moves }];
    }
    report
}

/// Returns a prover that has proven that the position is a draw, within a quarter of the time.
fn prove_draw(position: &Position, limits: Limits<'_>) -> Option<EndingProver> {
    if turns_left(position) > MAX_TURNS || position.outcome().is_some() {
        return None;
    }
    let mut prover = EndingProver::new(MEMORY)?;
    let deadline = limits.deadline.map(|Deadline { clock, end }| {
        let now = clock.now();
        Deadline { clock, end: now + end.saturating_sub(now) / 4 }
    });
    let proof = prove_until(&mut prover, position, proof_limits(limits.stop), deadline);
    (proof.outcome == Some(Outcome::Draw)).then_some(prover)
}

fn proof_limits(stop: &StopSignal) -> ProofLimits<'_> {
    ProofLimits { positions: MAX_POSITIONS, threads: 1, stop }
}

/// Returns the best line of the report if its first move is proven to keep the draw, otherwise a line of the
/// prover. `None` if neither can be proven.
fn drawing_line(
    prover: &mut EndingProver,
    position: &Position,
    report: &SearchReport<Move>,
) -> Option<Vec<Move>> {
    let best = report.best()?;
    let next = position.after(*best.moves.first()?);
    // This takes no time: most of it is already in the table.
    let stop = StopSignal::new();
    if prover.prove(&next, proof_limits(&stop), &mut |_| {}).outcome == Some(Outcome::Draw) {
        return Some(best.moves.clone());
    }
    Some(prover.line(position, proof_limits(&stop)).0).filter(|line| !line.is_empty())
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
