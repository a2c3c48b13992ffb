//! The values of a position and its moves, for all advice to the player: `:hint`, `:hint all`, the coach.
//!
//! All advice comes from here, so that it agrees about a position and never recommends a move that is known
//! to give away a proven result. Advice is limited by positions, not by time, so the same question has the
//! same answer. A review can use other limits ([`AssessmentLimits`]), and compares the move that was played
//! with the best alternative (`assessment/comparison.rs`).

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

/// The limits for the assessment of one position.
#[derive(Clone, Copy, Debug)]
pub struct AssessmentLimits<'a> {
    /// The depth of a search, in plies.
    pub depth: u32,
    /// The number of positions in a search.
    pub nodes: u64,
    /// The time, and the clock that measures it. The search takes half of it; the rest is for proofs.
    pub time: Option<(Duration, &'a dyn Clock)>,
    /// The number of positions in a proof of the position, or of the recommended move.
    pub proof: u64,
    /// The memory for the search, in bytes.
    pub memory: usize,
    /// The memory for the prover, in bytes.
    pub proof_memory: usize,
}

impl AssessmentLimits<'_> {
    /// The limits for hints and the coach.
    pub const ADVICE: AssessmentLimits<'static> = AssessmentLimits {
        depth: MAX_DEPTH,
        nodes: 1_000_000,
        time: None,
        proof: 200_000,
        memory: 32 << 20,
        proof_memory: 8 << 20,
    };

    /// Returns the number of positions in a proof of each move that is not recommended.
    fn other_move_proof_limit(&self) -> u64 {
        (u128::from(self.proof) * 3 / 40) as u64
    }
}

/// A move with its line and its value to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    pub line: Line<AnyMove>,
    /// The value. A result may have been proven by the search, by the prover or by a table.
    pub eval: Eval,
}

impl RatedMove {
    /// Creates a rated move from a line, with the value that the search gives it.
    pub fn from_line(line: Line<AnyMove>) -> Self {
        let eval = line.eval();
        RatedMove { line, eval }
    }

    /// Returns the move.
    pub fn mv(&self) -> AnyMove {
        self.line.moves[0]
    }

    /// Replaces an estimate with the result of `proven`, if there is one.
    fn prove(&mut self, proven: impl FnOnce() -> Option<Eval>) {
        if !self.eval.is_proven()
            && let Some(eval) = proven()
        {
            self.eval = eval;
        }
    }

    /// Returns the sort key, best first: wins, the quickest first; then estimates and draws by value, where a
    /// draw is worth 0; then losses, the slowest first.
    fn rank(&self) -> Reverse<(u8, Score)> {
        Reverse(match self.eval {
            Eval::Won(plies) => (2, plies.map_or(0, mate_in)),
            Eval::Lost(plies) => (0, plies.map_or(-SCORE_LIMIT, mated_in)),
            Eval::Draw(_) => (1, 0),
            Eval::Estimate(value) => (1, value),
        })
    }
}

/// Assesses the positions of one game. Its search table and proofs are reused from one position to the next.
pub struct Assessor<'a> {
    game: &'a AnyGame,
    limits: AssessmentLimits<'a>,
    searcher: Searcher,
    prover: Option<Box<dyn Prover<AnyPosition>>>,
    /// The deadline for the current position.
    end: Option<Deadline<'a>>,
    stop: &'a StopSignal,
}

impl<'a> Assessor<'a> {
    /// Creates an assessor with these limits. When `stop` is raised it returns what it has found so far.
    pub fn new(game: &'a AnyGame, limits: AssessmentLimits<'a>, stop: &'a StopSignal) -> Self {
        let (searcher, prover) = (Searcher::new(limits.memory), game.prover(limits.proof_memory));
        Assessor { game, limits, searcher, prover, end: None, stop }
    }

    /// Starts the clock for a position.
    fn begin(&mut self) {
        self.end = self.limits.time.map(|(time, clock)| Deadline::after(time, clock));
    }

    /// Returns the limits of a search that starts now.
    fn search_limits(&self) -> Limits<'a> {
        let AssessmentLimits { depth, nodes, time, .. } = self.limits;
        let half = time.map(|(time, clock)| Deadline::after(time / 2, clock));
        let deadline = half.zip(self.end).map(|(half, end)| if half.end < end.end { half } else { end });
        Limits { depth, nodes, deadline, stop: self.stop }
    }

    /// Returns the best known move. Its value is the value of the position. Returns `None` if there is no
    /// legal move. `on_progress` receives the depth and the best move of the search so far.
    pub fn best_move(
        &mut self,
        position: &AnyPosition,
        on_progress: &mut dyn FnMut(u32, AnyMove),
    ) -> Option<RatedMove> {
        self.begin();
        let request = SearchRequest::new(self.search_limits());
        // On the way to a known result, the search gives values that mean nothing to a player.
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

    /// Rates a line: with the result and plies from a table if it has them, otherwise with the value of the
    /// search.
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

    /// Checks `best`, the choice of a search, with the prover. Returns it with its proven result, or a better
    /// move: a proven win, or a move that is not known to lose.
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

    /// Rates all moves, best first. The first is the [`Assessor::best_move`], unless the proof of another
    /// move finds a win that the proof of the position missed.
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
        // Only a win that was found in the proof of a single move can come before the best move.
        others.sort_by_key(RatedMove::rank);
        others
    }

    /// Rates `mv`, given the best move.
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

    /// Searches the line of `mv` to `depth` plies: evaluations are comparable only at the same depth.
    fn line_of(&mut self, position: &AnyPosition, mv: AnyMove, depth: u32) -> Line<AnyMove> {
        let after = position.after(mv);
        let limits = self.search_limits();
        let limits = Limits { depth: depth.saturating_sub(1).max(1).min(limits.depth), ..limits };
        let request = SearchRequest::new(limits);
        let report = self.game.search(&mut self.searcher, ResultPolicy::Never, &after, &request, &mut |_| {});
        report.best().map_or_else(|| terminal_line(&after, mv), |answer| with_move_before(mv, answer))
    }

    /// Returns the lines of all moves from a search, best first.
    fn searched_lines(&self, position: &AnyPosition) -> Vec<Line<AnyMove>> {
        expert::advise(self.game, position, self.search_limits(), usize::MAX).lines
    }

    fn proof_limits(&self, positions: u64) -> ProofLimits<'a> {
        ProofLimits { positions, threads: 1, stop: self.stop }
    }

    /// Returns a winning move, from a book or by proof.
    fn winning_move(&mut self, position: &AnyPosition) -> Option<AnyMove> {
        if let Some(known) = self.game.known_win(position) {
            return Some(known);
        }
        let wins = self.winner(position, self.limits.proof) == Some(position.to_move());
        let limits = self.proof_limits(self.limits.proof);
        self.prover.as_mut().filter(|_| wins)?.winning_move(position, limits).0
    }

    /// Returns the result of `mv` if a book has it or the prover finds it within `positions` positions.
    fn proven(&mut self, position: &AnyPosition, mv: AnyMove, positions: u64) -> Option<Eval> {
        let after = position.after(mv);
        if after.terminal_outcome().is_none() && self.game.known_win(&after).is_some() {
            return Some(Eval::Lost(None));
        }
        let winner = self.winner(&after, positions)?;
        Some(if winner == position.to_move() { Eval::Won(None) } else { Eval::Lost(None) })
    }

    /// Returns whether a proof within `positions` positions shows that `mv` loses.
    fn loses(&mut self, position: &AnyPosition, mv: AnyMove, positions: u64) -> bool {
        self.proven(position, mv, positions).is_some_and(Eval::is_loss)
    }

    /// Returns the winner, if the prover finds it within `positions` positions and before the deadline.
    fn winner(&mut self, position: &AnyPosition, positions: u64) -> Option<Player> {
        let limits = self.proof_limits(positions);
        solver::prove_until(self.prover.as_mut()?.as_mut(), position, limits, self.end).winner()
    }
}

/// Caps the value of `other` at that of `best`: two searches can disagree, and the deeper one chose the best.
fn capped_at(best: &RatedMove, mut other: RatedMove) -> RatedMove {
    if let Eval::Estimate(value) = other.eval {
        other.eval = match best.eval {
            Eval::Lost(_) => Eval::Lost(None),
            Eval::Estimate(max) => Eval::Estimate(value.min(max)),
            Eval::Draw(_) => Eval::Estimate(value.min(0)),
            Eval::Won(_) => other.eval,
        };
    }
    other
}

/// Returns the line of a move that ends the game.
fn terminal_line(after: &AnyPosition, mv: AnyMove) -> Line<AnyMove> {
    let value = after.outcome().map_or(0, |outcome| outcome_value(outcome, after.to_move().opponent(), 1));
    Line { value, depth: 1, proven: true, moves: vec![mv] }
}

/// Prepends `mv` to `answer` and takes the value from the view of the player who made `mv`.
fn with_move_before(mv: AnyMove, answer: &Line<AnyMove>) -> Line<AnyMove> {
    let value = match mate_distance(answer.value) {
        // The end is one ply farther away.
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
    fn best_move_and_rate_all_and_assess_move_agree() {
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
        // Player 2 wins, but a search without proofs sees them far behind and chooses a move that gives the
        // win away.
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
