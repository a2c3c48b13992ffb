//! Assesses one position: a search of all moves to the same depth, then tables, the book and the prover.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::analysis::chance::{chance_words, mistake_mark};
use crate::engine::bots::EngineGame;
use crate::engine::score::outcome_value;
use crate::engine::search::{Deadline, Limits, Line, ResultPolicy, SearchReport, SearchRequest, Searcher};
use crate::engine::solver::{self, ProofLimits, Prover};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Evaluate as _, Game as _, Outcome, Position, StopSignal, Symmetry, images};
use crate::words::value::{move_value, table_value};

use super::{Assessment, AssessmentLimits, RatedMove};

/// All proofs for a position take at most this many times the limit of one.
const PROOFS: u64 = 4;
/// An easy proof takes at most the limit of one, divided by this.
const EASY: u64 = 13;
/// Positions with more moves are not checked for mirror images, their lost moves not for winning answers, and the rest of
/// their moves not rated if the search was cut off at once.
const MAX_COMPARED_MOVES: usize = 1_000;

/// The tools for one position.
struct Evaluation<'a> {
    game: &'a AnyGame,
    position: &'a AnyPosition,
    limits: AssessmentLimits<'a>,
    stop: &'a StopSignal,
    prover: Option<Box<dyn Prover<AnyPosition>>>,
    /// The limit of one proof, in positions of this prover.
    proof: u64,
    /// The number of positions left for proofs.
    proof_budget: u64,
    deadline: Option<Deadline<'a>>,
}

/// Gives each line the mean of its estimate and that of the same move in `before`.
fn take_means(lines: &mut [Line<AnyMove>], before: &[Line<AnyMove>]) {
    let evals: HashMap<AnyMove, Eval> = before.iter().map(|line| (line.moves[0], line.eval())).collect();
    for line in lines {
        let estimates = (evals.get(&line.moves[0]), line.eval());
        if let (Some(Eval::Estimate(before)), Eval::Estimate(now)) = estimates {
            line.value = (before + now) / 2;
        }
    }
}

/// Assesses a position that is not over.
pub(super) fn evaluate<'a>(
    game: &'a AnyGame,
    position: &'a AnyPosition,
    limits: AssessmentLimits<'a>,
    stop: &'a StopSignal,
    on_progress: &mut dyn FnMut(u32, AnyMove),
) -> Assessment {
    let deadline = limits.time.map(|(time, clock)| Deadline::after(time, clock));
    let prover = game.prover(limits.proof_memory);
    let proof = limits.proof.saturating_mul(prover.as_ref().map_or(1, |prover| prover.pace()));
    let proof_budget = proof.saturating_mul(PROOFS);
    let mut evaluation = Evaluation { game, position, limits, stop, prover, proof, proof_budget, deadline };
    let (lines, depth) = evaluation.search(on_progress);
    let mut moves = evaluation.grouped(lines);
    let known = evaluation.look_up(&mut moves);
    moves.sort_by_key(RatedMove::rank);
    let is_drawn = evaluation.prove(&mut moves);
    moves.sort_by_key(RatedMove::rank);
    evaluation.find_quick_win(&mut moves);
    moves.sort_by_key(RatedMove::rank);
    evaluation.count_winning_answers(&mut moves);
    moves.sort_by_key(RatedMove::rank);
    let proven = known.filter(|known| known.is_win());
    let mut assessment = Assessment { moves, depth, proven, effort: limits.effort() };
    if is_drawn {
        assessment.adopt_draw();
    }
    evaluation.extend_proven_line(&mut assessment.moves[0]);
    assessment
}

impl Evaluation<'_> {
    /// Returns the request of a search that starts now.
    fn request(&self, lines: usize) -> SearchRequest<'_> {
        let AssessmentLimits { depth, nodes, time, .. } = self.limits;
        let half = time.map(|(time, clock)| Deadline::after(time / 2, clock));
        let deadline = half.zip(self.deadline).map(|(half, all)| if half.end < all.end { half } else { all });
        let limits = Limits::depth(depth, self.stop).with_nodes(nodes).with_deadline(deadline);
        SearchRequest::new(limits).with_lines(lines)
    }

    /// Searches all moves. Returns their lines, best first, and the depth of all of them. An estimate is the mean of the last
    /// two depths: in some games the player with the last move of a line always seems to be ahead.
    fn search(&self, on_progress: &mut dyn FnMut(u32, AnyMove)) -> (Vec<Line<AnyMove>>, u32) {
        let request = self.request(usize::MAX);
        let mut depths: Vec<SearchReport<AnyMove>> = Vec::new();
        let mut on_progress = |report: &SearchReport<AnyMove>| {
            if let Some(line) = report.best() {
                on_progress(report.depth, line.moves[0]);
            }
            if depths.last().is_none_or(|last| last.depth < report.depth) {
                depths.push(report.clone());
            }
        };
        let mut searcher = Searcher::new(self.limits.memory);
        let report =
            self.game.search(&mut searcher, ResultPolicy::Never, self.position, &request, &mut on_progress);
        if report.depth > 0 {
            let before = depths.iter().find(|before| before.depth + 1 == report.depth);
            let mut lines = report.lines;
            take_means(&mut lines, before.map_or(&[], |before| &before.lines));
            lines.sort_by_key(|line| -line.value);
            return (lines, report.depth);
        }
        let mut lines = Vec::new();
        let _ = self.position.visit_moves(|mv| {
            lines.push(static_line(self.position, mv));
            if lines.len() < MAX_COMPARED_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        lines.sort_by_key(|line| -line.value);
        (lines, 1)
    }

    /// Rates the moves, and joins those that lead to the same position or to a mirror image of it.
    fn grouped(&self, lines: Vec<Line<AnyMove>>) -> Vec<RatedMove> {
        let symmetries = reflections(self.game);
        if lines.len() > MAX_COMPARED_MOVES {
            return lines.into_iter().map(RatedMove::from_line).collect();
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut moves: Vec<RatedMove> = Vec::new();
        for line in lines {
            let after = self.position.after(line.moves[0]).to_string();
            let first = images(&after, &symmetries).pop_first().unwrap_or(after);
            match places.get(&first) {
                Some(place) => moves[*place].mirror_images.push(line.moves[0]),
                None => {
                    places.insert(first, moves.len());
                    moves.push(RatedMove::from_line(line));
                }
            }
        }
        moves
    }

    /// Adopts results from tables and the book. Returns the value of the position if they have it.
    fn look_up(&self, moves: &mut [RatedMove]) -> Option<Eval> {
        let known_win = self.game.known_win(self.position);
        for rated in &mut *moves {
            let known = rated.moves().find_map(|mv| table_value(self.game, &self.position.after(mv)));
            if let Some(known) = known {
                rated.adopt(move_value(known));
            } else if known_win.is_some_and(|win| rated.moves().any(|mv| mv == win)) {
                rated.adopt(Eval::Won(None));
            }
        }
        let value = table_value(self.game, self.position);
        if value.is_some_and(|value| value.is_loss()) {
            moves
                .iter_mut()
                .filter(|rated| !rated.eval.is_proven())
                .for_each(|rated| rated.adopt(Eval::Lost(None)));
        }
        value
    }

    /// Tries to prove what is still open: the position, then the moves in their order. Returns whether the position is
    /// proven to be a draw.
    fn prove(&mut self, moves: &mut [RatedMove]) -> bool {
        if self.prover.is_none() || moves.iter().all(|rated| rated.eval.is_proven()) {
            return false;
        }
        let mut is_won = moves[0].eval.is_win() || self.find_easy_win(moves);
        let mut is_drawn = false;
        if !is_won {
            match self.outcome(self.position, self.proof) {
                Some(Outcome::Win(winner)) if winner == self.position.to_move() => {
                    is_won = self.adopt_win(moves);
                }
                Some(Outcome::Win(_)) => {
                    self.lose_all(moves);
                    return false;
                }
                Some(Outcome::Draw) => is_drawn = true,
                None => {}
            }
        }
        // Every move that nobody would call a mistake deserves a full proof. The others share what is left.
        let mut best = is_won.then_some(Eval::Won(None));
        let mut open = moves.iter().filter(|rated| !rated.eval.is_proven()).count() as u64;
        for rated in moves.iter_mut().filter(|rated| !rated.eval.is_loss()) {
            if !rated.eval.is_proven() {
                let is_mistake = best.is_some_and(|best| mistake_mark(best, rated.eval).is_some());
                let limit = if is_mistake { self.proof_budget / open } else { self.proof };
                self.prove_move(rated, limit.min(self.proof));
                open -= 1;
            }
            if best.is_none() && !rated.eval.is_loss() {
                best = Some(rated.eval);
            }
        }
        is_drawn
    }

    /// Looks for a win among the moves that nobody would call mistakes. A win that is proven quickly is easy to play, so it
    /// is put first. Returns whether there is one.
    fn find_easy_win(&mut self, moves: &mut [RatedMove]) -> bool {
        let best = moves[0].eval;
        for place in 0..moves.len() {
            if !moves[place].eval.is_proven() && mistake_mark(best, moves[place].eval).is_none() {
                self.prove_move(&mut moves[place], self.proof / EASY);
                if moves[place].eval.is_win() {
                    moves[..=place].rotate_right(1);
                    return true;
                }
            }
        }
        false
    }

    /// Adopts the winning move of a won position. Returns whether it was found.
    fn adopt_win(&mut self, moves: &mut [RatedMove]) -> bool {
        let Some(win) = self.winning_move(self.position) else { return false };
        let won = moves.iter_mut().find(|rated| rated.moves().any(|mv| mv == win));
        won.is_some_and(|rated| {
            rated.adopt(Eval::Won(None));
            true
        })
    }

    /// Adopts the result of a lost position.
    fn lose_all(&mut self, moves: &mut [RatedMove]) {
        for rated in moves.iter_mut().filter(|rated| !rated.eval.is_proven()) {
            rated.adopt(Eval::Lost(None));
            let refutation = self.winning_move(&self.position.after(rated.mv()));
            rated.line.moves.extend(refutation);
        }
    }

    /// Tries to prove the result of a move. A move loses only if its refutation is known too.
    fn prove_move(&mut self, rated: &mut RatedMove, limit: u64) {
        let after = self.position.after(rated.mv());
        match self.outcome(&after, limit) {
            Some(Outcome::Win(winner)) if winner == self.position.to_move() => rated.adopt(Eval::Won(None)),
            Some(Outcome::Win(_)) => {
                if let Some(refutation) = self.winning_move(&after) {
                    rated.adopt(Eval::Lost(None));
                    rated.line.moves.push(refutation);
                }
            }
            Some(Outcome::Draw) => rated.adopt(Eval::Draw(None)),
            None => {}
        }
    }

    /// If the position is known to be won, but not in how many turns, or seems to be won, searches for a quick win.
    fn find_quick_win(&self, moves: &mut [RatedMove]) {
        let value = moves[0].eval;
        if value.plies().is_some() || chance_words(value) != "winning" {
            return;
        }
        let mut searcher = Searcher::new(self.limits.memory);
        let request = self.request(1);
        let report =
            self.game.search(&mut searcher, ResultPolicy::Never, self.position, &request, &mut |_| {});
        let Some(best) = report.best().filter(|best| best.eval().is_win()) else { return };
        if let Some(rated) = moves.iter_mut().find(|rated| rated.mv() == best.moves[0]) {
            (rated.eval, rated.line) = (best.eval(), best.clone());
        }
    }

    /// In a lost position, counts the answers that win after each of the best moves. Without all of these numbers
    /// the moves cannot be compared, and none is kept.
    fn count_winning_answers(&mut self, moves: &mut [RatedMove]) {
        let best = moves[0].eval;
        let tried: Vec<usize> = (0..moves.len()).filter(|place| moves[*place].eval == best).collect();
        if !best.is_loss() || tried.len() < 2 || moves.len() > MAX_COMPARED_MOVES {
            return;
        }
        self.proof_budget = self.proof;
        let counted: Option<Vec<_>> = tried
            .iter()
            .map(|place| self.winning_answers(&self.position.after(moves[*place].mv())))
            .collect();
        for (place, numbers) in tried.into_iter().zip(counted.unwrap_or_default()) {
            moves[place].winning_answers = Some(numbers);
        }
    }

    /// Adds what follows the best move, if its result was proven without a line.
    fn extend_proven_line(&mut self, best: &mut RatedMove) {
        let after = self.position.after(best.mv());
        let limits = ProofLimits::new(self.proof, self.stop);
        if !best.eval.is_proven() || best.line.moves.len() > 1 || after.outcome().is_some() {
            return;
        }
        if let Some(prover) = self.prover.as_mut().filter(|prover| prover.known_outcome(&after).is_some()) {
            best.line.moves.extend(prover.line(&after, limits).0);
        }
    }

    /// Returns the number of moves that win in `position`, and the number of moves, if both are known.
    fn winning_answers(&mut self, position: &AnyPosition) -> Option<(usize, usize)> {
        if position.count_moves() > MAX_COMPARED_MOVES as u64 {
            return None;
        }
        let answers = position.moves();
        let mut winning = 0;
        for answer in &answers {
            let after = position.after(*answer);
            let winner = match (after.outcome(), table_value(self.game, &after)) {
                (Some(outcome), _) => outcome.winner(),
                (None, Some(value)) if value.is_win() => Some(after.to_move()),
                (None, Some(_)) => Some(position.to_move()),
                (None, None) => self.outcome(&after, self.proof)?.winner(),
            };
            winning += usize::from(winner == Some(position.to_move()));
        }
        Some((winning, answers.len()))
    }

    /// Returns the outcome, if the prover finds it within `positions` positions and what is left for proofs.
    fn outcome(&mut self, position: &AnyPosition, positions: u64) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        let limits = ProofLimits::new(positions.min(self.proof_budget), self.stop);
        let proof = solver::prove_until(self.prover.as_mut()?.as_mut(), position, limits, self.deadline);
        self.proof_budget -= proof.positions.min(self.proof_budget);
        proof.outcome
    }

    /// Returns a winning move of a position that the prover has proven to be won.
    fn winning_move(&mut self, position: &AnyPosition) -> Option<AnyMove> {
        let positions = self.proof.min(self.proof_budget);
        let limits = ProofLimits::new(positions, self.stop);
        let (found, positions) = self.prover.as_mut()?.winning_move(position, limits);
        self.proof_budget -= positions.min(self.proof_budget);
        found
    }
}

/// Returns the line of a move that is evaluated without a search.
fn static_line(position: &AnyPosition, mv: AnyMove) -> Line<AnyMove> {
    let after = position.after(mv);
    let outcome = after.outcome();
    let value = match outcome {
        Some(outcome) => outcome_value(outcome, position.to_move(), 1),
        None => -after.evaluate(),
    };
    Line { value, depth: 1, proven: outcome.is_some(), moves: vec![mv] }
}

/// Returns the symmetries of the board, without those that exchange the players.
fn reflections(game: &AnyGame) -> Vec<Symmetry> {
    game.symmetries().iter().copied().filter(|symmetry| symmetry.exchange.is_none()).collect()
}
