//! What a position and its moves are worth, for everything that advises a person: `:hint`, `:hint all`, the coach.
//!
//! All of them ask here, so that they agree about a position, and none recommends a move that is known to give away what can be
//! proven. The limits are counted in positions, not in time: the same question has the same answer.

use std::cmp::Reverse;

use crate::engine::bots::Levels;
use crate::engine::expert;
use crate::engine::score::outcome_value;
use crate::engine::search::{Limits, Line, Request, Searcher, Value, mate_distance};
use crate::engine::solver::{ProofLimits, Prover};
use crate::model::{Mv, Position, SCORE_LIMIT, StopSignal};

/// The positions that a search looks at.
const NODES: u64 = 1_000_000;
/// The same where a table knows the result, and search has only to find a line.
const KNOWN_NODES: u64 = 50_000;
/// The positions that a proof of the whole position, or of the move that is recommended, may take.
const PROOF_NODES: u64 = 200_000;
/// The positions that a proof of each other move may take.
const OTHER_PROOF_NODES: u64 = 15_000;
/// The memory of a search and of a prover, in bytes.
const MEMORY: usize = 32 << 20;
const PROOF_MEMORY: usize = 8 << 20;

/// A result for the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Lost,
    Drawn,
    Won,
}

impl Verdict {
    /// The result that a value of a search states which has been proven.
    fn of(value: Value) -> Verdict {
        match mate_distance(value) {
            None => Verdict::Drawn,
            Some(_) if value > 0 => Verdict::Won,
            Some(_) => Verdict::Lost,
        }
    }
}

/// A move, what follows it, and what it is worth for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated<M> {
    pub line: Line<M>,
    /// The result, where it has been proven, by search or by the prover.
    pub verdict: Option<Verdict>,
}

impl<M: Copy> Rated<M> {
    /// A line with the result that the search has proven, if it has.
    pub fn of(line: Line<M>) -> Self {
        let verdict = line.proven.then(|| Verdict::of(line.value));
        Rated { line, verdict }
    }

    /// The move.
    pub fn mv(&self) -> M {
        self.line.moves[0]
    }

    /// The plies to the end, where the search has proven the result.
    pub fn plies(&self) -> Option<u32> {
        mate_distance(self.line.value).filter(|_| self.line.proven)
    }

    /// Best first: wins, the quickest before the others; what is open, by its value, where a draw is worth 0; losses, the longest
    /// before the others.
    fn rank(&self) -> Reverse<(u8, Value)> {
        let (class, value) = match self.verdict {
            Some(Verdict::Won) => (2, self.plies().map_or(0, |_| self.line.value)),
            Some(Verdict::Lost) => (0, self.plies().map_or(-SCORE_LIMIT, |_| self.line.value)),
            Some(Verdict::Drawn) => (1, 0),
            None => (1, self.line.value),
        };
        Reverse((class, value))
    }
}

/// Assesses the positions of one game.
pub struct Assessor<'a, G: Levels> {
    game: &'a G,
    prover: Option<Box<dyn Prover<G::Position>>>,
    stop: &'a StopSignal,
}

impl<'a, G: Levels> Assessor<'a, G> {
    /// An assessor who answers with what there is when `stop` is raised.
    pub fn new(game: &'a G, stop: &'a StopSignal) -> Self {
        Assessor { game, prover: game.prover(PROOF_MEMORY), stop }
    }

    /// The limits of a search of `position`, or of what follows on it.
    fn limits(&self, position: &G::Position) -> Limits<'a> {
        let nodes = if self.game.known_winner(position).is_some() { KNOWN_NODES } else { NODES };
        Limits { nodes, ..Limits::none(self.stop) }
    }

    /// The best move that is known; its worth is what the position is worth. `None` if there is no legal move. `hear` is told the depth
    /// and the best move of the search so far.
    pub fn best(&mut self, position: &G::Position, hear: &mut dyn FnMut(u32, Mv<G>)) -> Option<Rated<Mv<G>>> {
        let mut searcher = Searcher::new(MEMORY);
        let report = searcher.search(position, &Request::new(self.limits(position)), &mut |report| {
            if let Some(line) = report.best() {
                hear(line.depth, line.moves[0]);
            }
        });
        let best = Rated::of(report.best()?.clone());
        if best.verdict.is_some() {
            return Some(best);
        }
        Some(self.corrected(position, best))
    }

    /// `best`, the choice of a search, or a better one if the prover knows that: one that wins, or one that is not known to lose.
    fn corrected(&mut self, position: &G::Position, best: Rated<Mv<G>>) -> Rated<Mv<G>> {
        if let Some(win) = self.winning_move(position) {
            let line = match best.mv() == win {
                true => best.line,
                false => Line { moves: vec![win], ..best.line },
            };
            return Rated { line, verdict: Some(Verdict::Won) };
        }
        let verdict = self.proven(position, best.mv(), PROOF_NODES);
        if verdict != Some(Verdict::Lost) {
            return Rated { verdict, ..best };
        }
        let other = self.searched(position).into_iter().find(|other| {
            other.moves[0] != best.mv()
                && self.proven(position, other.moves[0], OTHER_PROOF_NODES) != Some(Verdict::Lost)
        });
        other.map_or(Rated { verdict, ..best }, Rated::of)
    }

    /// All moves with what they are worth, best first; the first is the [`Assessor::best`], unless the proofs of the single moves find a win
    /// that the proof of the position has not found.
    pub fn all(&mut self, position: &G::Position, hear: &mut dyn FnMut(u32, Mv<G>)) -> Vec<Rated<Mv<G>>> {
        let Some(best) = self.best(position, hear) else { return Vec::new() };
        let others: Vec<_> =
            self.searched(position).into_iter().filter(|line| line.moves[0] != best.mv()).collect();
        let mut others: Vec<_> = others
            .into_iter()
            .map(|line| {
                let mut rated = Rated::of(line);
                rated.verdict =
                    rated.verdict.or_else(|| self.proven(position, rated.mv(), OTHER_PROOF_NODES));
                no_better_than(&best, rated)
            })
            .collect();
        others.insert(0, best);
        // Only a win that was found late, in the proofs of the single moves, goes before the best.
        others.sort_by_key(Rated::rank);
        others
    }

    /// What `mv` is worth, where `best` is the best move.
    pub fn of(&mut self, position: &G::Position, mv: Mv<G>, best: &Rated<Mv<G>>) -> Rated<Mv<G>> {
        if mv == best.mv() {
            return best.clone();
        }
        let after = position.after(mv);
        // Evaluations are comparable at the same depth only, and the answer is one ply further.
        let depth = if best.verdict.is_some() { u32::MAX } else { best.line.depth.saturating_sub(1).max(1) };
        let limits = self.limits(position);
        let limits = Limits { depth: depth.min(limits.depth), ..limits };
        let report = expert::advise(&after, limits, 1);
        let line = report.best().map_or_else(|| ended(&after, mv), |answer| seen_from_before(mv, answer));
        let mut rated = Rated::of(line);
        rated.verdict = rated.verdict.or_else(|| self.proven(position, mv, PROOF_NODES));
        no_better_than(best, rated)
    }

    /// The moves as a search sees them, best first.
    fn searched(&self, position: &G::Position) -> Vec<Line<Mv<G>>> {
        expert::advise(position, self.limits(position), usize::MAX).lines
    }

    fn proof_limits(&self, positions: u64) -> ProofLimits<'a> {
        ProofLimits { positions, threads: 1, stop: self.stop }
    }

    /// A move that wins, from a book or by proof.
    fn winning_move(&mut self, position: &G::Position) -> Option<Mv<G>> {
        let limits = self.proof_limits(PROOF_NODES);
        self.game
            .known_win(position)
            .or_else(|| self.prover.as_mut().and_then(|prover| prover.winning_move(position, limits).0))
    }

    /// The result of `mv` if the prover finds it within so many positions.
    fn proven(&mut self, position: &G::Position, mv: Mv<G>, positions: u64) -> Option<Verdict> {
        let limits = self.proof_limits(positions);
        let winner = self.prover.as_mut()?.prove(&position.after(mv), limits, &mut |_| {}).winner?;
        Some(if winner == position.to_move() { Verdict::Won } else { Verdict::Lost })
    }
}

/// `other` as it may stand below `best`: two searches need not agree, and the deeper one chose the best.
fn no_better_than<M>(best: &Rated<M>, mut other: Rated<M>) -> Rated<M> {
    match (best.verdict, other.verdict) {
        (Some(Verdict::Lost), None) => other.verdict = Some(Verdict::Lost),
        (None, None) => other.line.value = other.line.value.min(best.line.value),
        (Some(Verdict::Drawn), None) => other.line.value = other.line.value.min(0),
        _ => {}
    }
    other
}

/// The line of `mv`, after which the game is over.
fn ended<P: Position>(after: &P, mv: P::Move) -> Line<P::Move> {
    let value = after.outcome().map_or(0, |outcome| outcome_value(outcome, after.to_move().opponent(), 1));
    Line { value, depth: 1, proven: true, moves: vec![mv] }
}

/// `answer` with the move before it, seen by the player who made that move.
fn seen_from_before<M: Copy>(mv: M, answer: &Line<M>) -> Line<M> {
    let value = match mate_distance(answer.value) {
        // The end is one ply further away.
        Some(_) => answer.value.signum() - answer.value,
        None => -answer.value,
    };
    let moves = std::iter::once(mv).chain(answer.moves.iter().copied()).collect();
    Line { value, depth: answer.depth + 1, proven: answer.proven, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ugly_duck::CLASSIC;
    use crate::model::{Chance, Game};

    #[test]
    fn every_question_about_a_position_has_the_same_answer() {
        let mut chance = Chance::from_seed(4);
        let stop = StopSignal::new();
        for _ in 0..2 {
            let mut position = CLASSIC.start();
            for _ in 0..chance.below(16) {
                position = position.random_move(&mut chance).map_or(position, |mv| position.after(mv));
            }
            if position.outcome().is_some() {
                continue;
            }
            let best = Assessor::new(&CLASSIC, &stop).best(&position, &mut |_, _| {}).unwrap();
            let all = Assessor::new(&CLASSIC, &stop).all(&position, &mut |_, _| {});
            assert_eq!(all[0], best);
            assert_eq!(all.len() as u64, position.count_moves());
            assert!(all.is_sorted_by_key(Rated::rank) || best.verdict == Some(Verdict::Won));
            for rated in all.iter().step_by(6) {
                let alone = Assessor::new(&CLASSIC, &stop).of(&position, rated.mv(), &best);
                let results = [alone.verdict, rated.verdict];
                assert!(results.contains(&None) || results[0] == results[1], "{results:?}");
            }
        }
    }

    #[test]
    fn a_hint_keeps_a_win_that_the_search_does_not_see() {
        // Player 2 wins; the search alone thinks itself far behind, and its choice gives the win away.
        let stop = StopSignal::new();
        let position = CLASSIC.read_position("1Dss1/D4/2D1S/d1d2/3d1 2").unwrap();
        let best = Assessor::new(&CLASSIC, &stop).best(&position, &mut |_, _| {}).unwrap();
        assert_eq!(best.verdict, Some(Verdict::Won));
        let mut prover = CLASSIC.prover(PROOF_MEMORY).unwrap();
        let limits = ProofLimits { positions: 10_000_000, threads: 1, stop: &stop };
        let winner = prover.prove(&position.after(best.mv()), limits, &mut |_| {}).winner;
        assert_eq!(winner, Some(position.to_move()));
    }
}
