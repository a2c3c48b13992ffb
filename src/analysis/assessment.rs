//! What a position and its moves are worth, for everything that advises a person: `:hint`, `:hint all`, the coach.
//!
//! All of them ask here, so that they agree about a position, and none recommends a move that is known to give away what can be
//! proven. Advice is limited in positions, not in time: the same question has the same answer. A review may be given other limits
//! ([`AssessmentLimits`]), and compares what was played with what could have been (`assessment/comparison.rs`).

mod comparison;

use std::cmp::Reverse;
use std::time::Duration;

use crate::engine::bots::EngineGame;
use crate::engine::expert;
use crate::engine::results::ResultPolicy;
use crate::engine::score::{mate_in, mated_in, outcome_value};
use crate::engine::search::{
    Deadline, Limits, Line, MAX_DEPTH, Score, SearchReport, SearchRequest, Searcher, mate_distance,
};
use crate::engine::solver::{self, ProofLimits, Prover};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Clock, Eval, Outcome, Player, Position, SCORE_LIMIT, StopSignal};

pub use comparison::MoveComparison;

/// What the assessment of a position may cost.
#[derive(Clone, Copy, Debug)]
pub struct AssessmentLimits<'a> {
    /// The plies that a search looks ahead.
    pub depth: u32,
    /// The positions that a search looks at.
    pub nodes: u64,
    /// The time by this clock, of which a search takes half; the rest is for proofs.
    pub time: Option<(Duration, &'a dyn Clock)>,
    /// The positions that a proof of the whole position, or of the move that is recommended, may take.
    pub proof: u64,
    /// The memory of a search, in bytes.
    pub memory: usize,
    /// The memory of a prover, in bytes.
    pub proof_memory: usize,
}

impl AssessmentLimits<'_> {
    /// What advice costs.
    pub const ADVICE: AssessmentLimits<'static> = AssessmentLimits {
        depth: MAX_DEPTH,
        nodes: 1_000_000,
        time: None,
        proof: 200_000,
        memory: 32 << 20,
        proof_memory: 8 << 20,
    };

    /// The positions that a proof of each other move may take.
    fn other_move_proof_limit(&self) -> u64 {
        (u128::from(self.proof) * 3 / 40) as u64
    }
}

/// A move, what follows it, and what it is worth for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    pub line: Line<AnyMove>,
    /// What it is worth; a result may have been proven by search, by the prover, or by a table.
    pub eval: Eval,
}

impl RatedMove {
    /// A line with what the search says it is worth.
    pub fn from_line(line: Line<AnyMove>) -> Self {
        let eval = line.eval();
        RatedMove { line, eval }
    }

    /// The move.
    pub fn mv(&self) -> AnyMove {
        self.line.moves[0]
    }

    /// Takes over a proven result, unless it has one.
    fn prove(&mut self, proven: impl FnOnce() -> Option<Eval>) {
        if !self.eval.is_proven()
            && let Some(eval) = proven()
        {
            self.eval = eval;
        }
    }

    /// Best first: wins, the quickest before the others; what is open, by its value, where a draw is worth 0; losses, the longest
    /// before the others.
    fn rank(&self) -> Reverse<(u8, Score)> {
        Reverse(match self.eval {
            Eval::Won(plies) => (2, plies.map_or(0, mate_in)),
            Eval::Lost(plies) => (0, plies.map_or(-SCORE_LIMIT, mated_in)),
            Eval::Draw(_) => (1, 0),
            Eval::Estimate(value) => (1, value),
        })
    }
}

/// Assesses the positions of one game. What it has proven helps it with the next position.
pub struct Assessor<'a> {
    game: &'a AnyGame,
    limits: AssessmentLimits<'a>,
    searcher: Searcher,
    prover: Option<Box<dyn Prover<AnyPosition>>>,
    /// When the time for the position that is being assessed ends.
    end: Option<Deadline<'a>>,
    stop: &'a StopSignal,
}

impl<'a> Assessor<'a> {
    /// An assessor within these limits, who answers with what there is when `stop` is raised.
    pub fn new(game: &'a AnyGame, limits: AssessmentLimits<'a>, stop: &'a StopSignal) -> Self {
        let (searcher, prover) = (Searcher::new(limits.memory), game.prover(limits.proof_memory));
        Assessor { game, limits, searcher, prover, end: None, stop }
    }

    /// The time for a position begins now.
    fn begin(&mut self) {
        self.end = self.limits.time.map(|(time, clock)| Deadline::after(time, clock));
    }

    /// The limits of a search that begins now.
    fn search_limits(&self) -> Limits<'a> {
        let AssessmentLimits { depth, nodes, time, .. } = self.limits;
        let half = time.map(|(time, clock)| Deadline::after(time / 2, clock));
        let deadline = half.zip(self.end).map(|(half, end)| if half.end < end.end { half } else { end });
        Limits { depth, nodes, deadline, stop: self.stop }
    }

    /// The best move that is known; its worth is what the position is worth. `None` if there is no legal move. `on_progress` is told the depth
    /// and the best move of the search so far.
    pub fn best_move(
        &mut self,
        position: &AnyPosition,
        on_progress: &mut dyn FnMut(u32, AnyMove),
    ) -> Option<RatedMove> {
        self.begin();
        let request = SearchRequest::new(self.search_limits());
        // A value on the way to a known result is no estimate that a person could read.
        let is_known = self.game.known_winner(position).is_some();
        let results = if is_known { ResultPolicy::Always } else { ResultPolicy::Never };
        let mut on_progress = |report: &SearchReport<AnyMove>| {
            if let Some(line) = report.best() {
                on_progress(line.depth, line.moves[0]);
            }
        };
        let (game, searcher) = (self.game, &mut self.searcher);
        let report = game.search(searcher, results, position, &request, &mut on_progress);
        let best = self.rated(position, report.best()?.clone());
        if best.eval.is_proven() {
            return Some(best);
        }
        Some(self.verified_best(position, best))
    }

    /// A line with its result, where the search has proven it, or a table tells it with the plies.
    fn rated(&self, position: &AnyPosition, line: Line<AnyMove>) -> RatedMove {
        let after = position.after(line.moves[0]);
        let known = match after.terminal_outcome() {
            Some(_) => None,
            None => {
                let plies = |winner| Some((winner, self.game.known_plies(&after)?));
                self.game.known_winner(&after).and_then(plies)
            }
        };
        let Some((winner, plies)) = known else { return RatedMove::from_line(line) };
        let value = outcome_value(Outcome::Win(winner), position.to_move(), plies + 1);
        RatedMove::from_line(Line { value, proven: true, ..line })
    }

    /// `best`, the choice of a search, or a better one if the prover knows that: one that wins, or one that is not known to lose.
    fn verified_best(&mut self, position: &AnyPosition, best: RatedMove) -> RatedMove {
        if let Some(win) = self.winning_move(position) {
            let line = match best.mv() == win {
                true => best.line,
                false => Line { moves: vec![win], ..best.line },
            };
            return RatedMove { line, eval: Eval::Won(None) };
        }
        let proven = self.proven(position, best.mv(), self.limits.proof);
        let best = RatedMove { eval: proven.unwrap_or(best.eval), ..best };
        if !best.eval.is_loss() || self.is_known_lost(position) {
            return best;
        }
        let other = self.searched_lines(position).into_iter().find(|other| {
            other.moves[0] != best.mv()
                && !self.loses(position, other.moves[0], self.limits.other_move_proof_limit())
        });
        other.map_or(best, RatedMove::from_line)
    }

    /// All moves with what they are worth, best first; the first is the [`Assessor::best_move`], unless the proofs of the single moves find a win
    /// that the proof of the position has not found.
    pub fn rate_all(
        &mut self,
        position: &AnyPosition,
        on_progress: &mut dyn FnMut(u32, AnyMove),
    ) -> Vec<RatedMove> {
        let Some(best) = self.best_move(position, on_progress) else { return Vec::new() };
        let others: Vec<_> =
            self.searched_lines(position).into_iter().filter(|line| line.moves[0] != best.mv()).collect();
        let mut others: Vec<_> = others
            .into_iter()
            .map(|line| {
                let mut rated = self.rated(position, line);
                let positions = self.limits.other_move_proof_limit();
                let mv = rated.mv();
                rated.prove(|| self.proven(position, mv, positions));
                capped_at(&best, rated)
            })
            .collect();
        others.insert(0, best);
        // Only a win that was found late, in the proofs of the single moves, goes before the best.
        others.sort_by_key(RatedMove::rank);
        others
    }

    /// What `mv` is worth, where `best` is the best move.
    pub fn assess_move(&mut self, position: &AnyPosition, mv: AnyMove, best: &RatedMove) -> RatedMove {
        if mv == best.mv() {
            return best.clone();
        }
        let depth = if best.eval.is_proven() { u32::MAX } else { best.line.depth };
        let line = self.line_of(position, mv, depth);
        let mut rated = self.rated(position, line);
        rated.prove(|| self.proven(position, mv, self.limits.proof));
        capped_at(best, rated)
    }

    /// `mv` and what follows it, seen `depth` plies ahead: evaluations are comparable at the same depth only.
    fn line_of(&mut self, position: &AnyPosition, mv: AnyMove, depth: u32) -> Line<AnyMove> {
        let after = position.after(mv);
        let limits = self.search_limits();
        let limits = Limits { depth: depth.saturating_sub(1).max(1).min(limits.depth), ..limits };
        let request = SearchRequest::new(limits);
        let report = self.game.search(&mut self.searcher, ResultPolicy::Never, &after, &request, &mut |_| {});
        report.best().map_or_else(|| terminal_line(&after, mv), |answer| with_move_before(mv, answer))
    }

    /// The moves as a search sees them, best first.
    fn searched_lines(&self, position: &AnyPosition) -> Vec<Line<AnyMove>> {
        expert::advise(self.game, position, self.search_limits(), usize::MAX).lines
    }

    fn proof_limits(&self, positions: u64) -> ProofLimits<'a> {
        ProofLimits { positions, threads: 1, stop: self.stop }
    }

    /// A move that wins, from a book or by proof.
    fn winning_move(&mut self, position: &AnyPosition) -> Option<AnyMove> {
        if let Some(known) = self.game.known_win(position) {
            return Some(known);
        }
        let wins = self.winner(position, self.limits.proof) == Some(position.to_move());
        let limits = self.proof_limits(self.limits.proof);
        self.prover.as_mut().filter(|_| wins)?.winning_move(position, limits).0
    }

    /// The result of `mv` if a book or the prover tells it within so many positions.
    fn proven(&mut self, position: &AnyPosition, mv: AnyMove, positions: u64) -> Option<Eval> {
        let after = position.after(mv);
        if after.terminal_outcome().is_none() && self.game.known_win(&after).is_some() {
            return Some(Eval::Lost(None));
        }
        let winner = self.winner(&after, positions)?;
        Some(if winner == position.to_move() { Eval::Won(None) } else { Eval::Lost(None) })
    }

    /// Whether `mv` is proven to lose within so many positions.
    fn loses(&mut self, position: &AnyPosition, mv: AnyMove, positions: u64) -> bool {
        self.proven(position, mv, positions).is_some_and(Eval::is_loss)
    }

    /// Who wins, if the prover finds it within so many positions and the time there is.
    fn winner(&mut self, position: &AnyPosition, positions: u64) -> Option<Player> {
        let limits = self.proof_limits(positions);
        solver::prove_until(self.prover.as_mut()?.as_mut(), position, limits, self.end).winner()
    }
}

/// `other` as it may stand below `best`: two searches need not agree, and the deeper one chose the best.
fn capped_at(best: &RatedMove, mut other: RatedMove) -> RatedMove {
    if let Eval::Estimate(value) = other.eval {
        other.eval = match best.eval {
            Eval::Lost(_) => Eval::Lost(None),
            Eval::Estimate(most) => Eval::Estimate(value.min(most)),
            Eval::Draw(_) => Eval::Estimate(value.min(0)),
            Eval::Won(_) => other.eval,
        };
    }
    other
}

/// The line of `mv`, after which the game is over.
fn terminal_line(after: &AnyPosition, mv: AnyMove) -> Line<AnyMove> {
    let value = after.outcome().map_or(0, |outcome| outcome_value(outcome, after.to_move().opponent(), 1));
    Line { value, depth: 1, proven: true, moves: vec![mv] }
}

/// `answer` with the move before it, seen by the player who made that move.
fn with_move_before(mv: AnyMove, answer: &Line<AnyMove>) -> Line<AnyMove> {
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
    use crate::games;
    use crate::model::{Game, GameRng};

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    const SMALL_LIMITS: AssessmentLimits<'static> =
        AssessmentLimits { nodes: 40_000, proof: 10_000, ..AssessmentLimits::ADVICE };

    #[test]
    fn every_question_about_a_position_has_the_same_answer() {
        let mut rng = GameRng::from_seed(4);
        let stop = StopSignal::new();
        for _ in 0..2 {
            let mut position = classic().start();
            for _ in 0..rng.below(16) {
                let Some(mv) = position.random_move(&mut rng) else { break };
                position = position.after(mv);
            }
            if position.outcome().is_some() {
                continue;
            }
            let best =
                Assessor::new(&classic(), SMALL_LIMITS, &stop).best_move(&position, &mut |_, _| {}).unwrap();
            let all = Assessor::new(&classic(), SMALL_LIMITS, &stop).rate_all(&position, &mut |_, _| {});
            assert_eq!(all[0], best);
            assert_eq!(all.len() as u64, position.count_moves());
            assert!(all.is_sorted_by_key(RatedMove::rank) || best.eval.is_win());
            for rated in all.iter().step_by(6) {
                let alone =
                    Assessor::new(&classic(), SMALL_LIMITS, &stop).assess_move(&position, rated.mv(), &best);
                let results = [alone.eval.result(), rated.eval.result()];
                assert!(results.contains(&None) || results[0] == results[1], "{results:?}");
            }
        }
    }

    #[test]
    fn a_hint_keeps_a_proven_win() {
        // Player 2 wins; the search alone thinks itself far behind, and its choice gives the win away.
        let stop = StopSignal::new();
        let position = classic().read_position("1Dss1/D4/2D1S/d1d2/3d1 2").unwrap();
        let best = Assessor::new(&classic(), AssessmentLimits::ADVICE, &stop)
            .best_move(&position, &mut |_, _| {})
            .unwrap();
        assert!(best.eval.is_win());
        let mut prover = classic().prover(8 << 20).unwrap();
        let limits = ProofLimits { positions: 10_000_000, threads: 1, stop: &stop };
        let winner = prover.prove(&position.after(best.mv()), limits, &mut |_| {}).winner();
        assert_eq!(winner, Some(position.to_move()));
    }
}
