//! What a position and each of its moves are worth. All advice comes from here: hints, the coach, reviews.
//!
//! | file | contents |
//! | --- | --- |
//! | `evaluation.rs` | the assessment of one position, from nothing but the position and the limits |
//! | `knowledge.rs` | the assessments so far, and results that one of them proved about the position of another |
//! | `turn.rs` | a turn that was played |
//!
//! Assessing a position does not depend on what was assessed before, and it is limited by numbers of positions, not
//! by time. So the same question has the same answer in every session. What was proven is then added to the
//! assessments of all positions that it concerns, so they agree.

mod evaluation;
mod knowledge;
mod limits;
mod turn;

use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::engine::resources::Resources;
use crate::engine::score::{mate_in, mated_in};
use crate::engine::search::{Line, Score};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Position, StopSignal};
use crate::words::value::{move_value, outcome_value};

use super::chance::{mistake_mark, winning_chance};
use evaluation::evaluate;
use knowledge::Effort;
pub use knowledge::Knowledge;
pub use limits::AssessmentLimits;
pub use turn::TurnAssessment;

/// A move with its line and its value to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move and the best play found after it.
    pub line: Line<AnyMove>,
    /// The value. A result may have been proven by the search, by the prover or by a table.
    pub eval: Eval,
    /// The other moves that lead to the same position or to its mirror image. They have the same value.
    pub mirror_images: Vec<AnyMove>,
    /// The opponent's answers that win and all their answers, if the move loses and both numbers are known.
    pub winning_answers: Option<(usize, usize)>,
}

impl RatedMove {
    /// Creates a rated move from a line, with the value that the search gives it.
    pub fn from_line(line: Line<AnyMove>) -> Self {
        let eval = line.eval();
        RatedMove { line, eval, mirror_images: Vec::new(), winning_answers: None }
    }

    /// Returns the move.
    pub fn mv(&self) -> AnyMove {
        self.line.moves[0]
    }

    /// Iterates over the move and its mirror images.
    pub fn moves(&self) -> impl Iterator<Item = AnyMove> {
        std::iter::once(self.mv()).chain(self.mirror_images.iter().copied())
    }

    /// Adopts a proven value, unless it says less than the present one. The rest of a line that was not part of a
    /// proof is dropped.
    fn adopt(&mut self, proven: Eval) {
        if self.eval.is_proven() && (proven.result() != self.eval.result() || proven.plies().is_none()) {
            return;
        }
        if !self.eval.is_proven() {
            self.line.moves.truncate(1);
        }
        self.eval = proven;
    }

    /// Returns whether this losing move holds out longer than `other`, leaves fewer winning answers, or, where neither is
    /// known, seems clearly better to a search.
    pub fn is_better_try_than(&self, other: &RatedMove) -> bool {
        let known = |rated: &RatedMove| {
            (rank(rated.eval).1, rated.winning_answers.map(|(winning, _)| Reverse(winning)))
        };
        known(self) > known(other) || self.seems_better_try_than(other)
    }

    /// Returns whether both moves lose, it is unknown how soon and to how many answers, and a search clearly prefers
    /// this one.
    pub fn seems_better_try_than(&self, other: &RatedMove) -> bool {
        let is_open = |rated: &&RatedMove| rated.eval == Eval::Lost(None) && rated.winning_answers.is_none();
        let estimate = |rated| Some(rated).filter(is_open).map(|rated| Eval::Estimate(rated.line.value));
        let estimates = estimate(self).zip(estimate(other));
        estimates.is_some_and(|(own, other)| mistake_mark(own, other).is_some())
    }

    /// Returns the sort key, best first: by the rank of the value, where a draw is better than an estimate of 0; of
    /// losses, the ones with the fewest winning answers, and of those the ones that seemed better to the search.
    fn rank(&self) -> Reverse<(u8, Score, bool, Reverse<usize>, Score)> {
        let (class, value) = rank(self.eval);
        let answers = self.winning_answers.map_or(usize::MAX, |(winning, _)| winning);
        let estimate = if self.eval.is_loss() { self.line.value } else { 0 };
        Reverse((class, value, self.eval.is_proven(), Reverse(answers), estimate))
    }
}

/// Returns the rank of a value, the best one highest: wins, the quickest first; then estimates and draws, which are worth
/// 0; then losses, the slowest first. A win or loss that no search has seen is far.
pub(super) fn rank(eval: Eval) -> (u8, Score) {
    match eval {
        Eval::Won(plies) => (2, plies.map_or(0, mate_in)),
        Eval::Lost(plies) => (0, plies.map_or(0, mated_in)),
        Eval::Draw(_) => (1, 0),
        Eval::Estimate(value) => (1, value),
    }
}

/// The values of all moves of a position, best first. All estimates come from searches of the same two depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The moves, best first; never empty. Mirror images share an entry.
    pub moves: Vec<RatedMove>,
    /// The greater depth of the estimates, in plies.
    pub depth: u32,
    /// The win or draw that is proven for the position, even if its moves have no proven value.
    proven: Option<Eval>,
    effort: Effort,
}

impl Assessment {
    /// Creates an assessment from rated moves.
    #[cfg(test)]
    pub fn of(mut moves: Vec<RatedMove>, depth: u32) -> Self {
        moves.sort_by_key(RatedMove::rank);
        Assessment { moves, depth, proven: None, effort: (0, 0) }
    }

    /// Returns the best move.
    pub fn best(&self) -> &RatedMove {
        &self.moves[0]
    }

    /// Returns the value of the position for the player to move: that of the best move, or what is proven about the
    /// position. A draw is not proven as long as another move might win.
    pub fn value(&self) -> Eval {
        let is_open = || self.moves.iter().any(|rated| !rated.eval.is_proven());
        match (self.best().eval, self.proven) {
            (Eval::Estimate(_), Some(proven)) | (Eval::Draw(_), Some(proven @ Eval::Won(_))) => proven,
            (Eval::Draw(_), None) if is_open() => Eval::Estimate(0),
            (value, _) => value,
        }
    }

    /// Returns the assessment of the moves that are `wanted`; `None` if there are none.
    pub fn among(&self, wanted: impl Fn(AnyMove) -> bool) -> Option<Assessment> {
        let among = |rated: &RatedMove| {
            let mut moves = rated.moves().filter(|mv| wanted(*mv));
            let mut line = rated.line.clone();
            let first = moves.next()?;
            if first != rated.mv() {
                // The rest of the line belongs to the mirror image.
                line.moves = vec![first];
            }
            Some(RatedMove { line, mirror_images: moves.collect(), ..rated.clone() })
        };
        let moves: Vec<RatedMove> = self.moves.iter().filter_map(among).collect();
        (!moves.is_empty()).then(|| Assessment { moves, ..self.clone() })
    }

    /// Adds that the position is a draw, so that no move is worth more.
    fn adopt_draw(&mut self) {
        self.proven = Some(Eval::Draw(None));
        self.cap_estimates(0);
    }

    /// Lowers every estimate that is higher than `most`.
    fn cap_estimates(&mut self, most: Score) {
        for rated in &mut self.moves {
            if let Eval::Estimate(value) = &mut rated.eval {
                *value = (*value).min(most);
            }
        }
        self.moves.sort_by_key(RatedMove::rank);
    }

    /// Returns whether the position is proven won, but no move is proven to win.
    fn lacks_winning_move(&self) -> bool {
        self.value().is_win() && matches!(self.best().eval, Eval::Estimate(_))
    }

    /// Returns the entry of a move. For a move that is not in the list it is the last one.
    fn entry(&self, mv: AnyMove) -> &RatedMove {
        let found = self.moves.iter().find(|rated| rated.moves().any(|other| other == mv));
        found.unwrap_or(&self.moves[self.moves.len() - 1])
    }
}

/// What hints, the coach and reviews of a game need. Clones share the knowledge.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The game, with the tables that advice uses.
    pub game: AnyGame,
    /// The limits for each position.
    pub limits: AssessmentLimits<'static>,
    /// What has been found so far.
    pub knowledge: Knowledge,
}

impl Advice {
    /// Creates advice about a game, without knowledge.
    pub fn new(game: AnyGame, limits: AssessmentLimits<'static>) -> Self {
        Advice { game, limits, knowledge: Knowledge::default() }
    }

    /// Returns an assessor that adds to the knowledge.
    pub fn assessor<'a>(&'a self, stop: &'a StopSignal) -> Assessor<'a> {
        Assessor::new(&self.game, self.limits, stop, &self.knowledge)
    }
}

/// Assesses the positions of a game, and remembers the assessments in its [`Knowledge`].
#[derive(Clone, Copy)]
pub struct Assessor<'a> {
    pub(super) game: &'a AnyGame,
    limits: AssessmentLimits<'a>,
    stop: &'a StopSignal,
    knowledge: &'a Knowledge,
}

impl<'a> Assessor<'a> {
    /// Creates an assessor with these limits. When `stop` is raised it returns what it has found so far.
    pub fn new(
        game: &'a AnyGame,
        limits: AssessmentLimits<'a>,
        stop: &'a StopSignal,
        knowledge: &'a Knowledge,
    ) -> Self {
        Assessor { game, limits, stop, knowledge }
    }

    /// Assesses a position. Returns `None` if there is no legal move. `on_progress` receives the depth and the
    /// best move of the search so far.
    pub fn assess(
        &self,
        position: &AnyPosition,
        on_progress: &mut dyn FnMut(u32, AnyMove),
    ) -> Option<Assessment> {
        if position.outcome().is_some() {
            return None;
        }
        match self.make(position, on_progress) {
            Some(unfinished) => Some(unfinished),
            None => self.knowledge.get(self.game, position, self.limits.effort()),
        }
    }

    /// Adds the assessment of a position to the knowledge, unless it is there. If the work was stopped, returns what
    /// was found so far instead.
    fn make(&self, position: &AnyPosition, on_progress: &mut dyn FnMut(u32, AnyMove)) -> Option<Assessment> {
        let effort = self.limits.effort();
        if self.knowledge.has(position, effort) {
            return None;
        }
        let made = self.knowledge.made(position, effort);
        let made = made.unwrap_or_else(|| evaluate(self.game, position, self.limits, self.stop, on_progress));
        if self.stop.is_raised() {
            return Some(made);
        }
        self.knowledge.add(position, made);
        None
    }

    /// Returns whether `mv` is the move that a hint gives in `position`, where only the position counts.
    fn is_advised(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        let made = self.knowledge.made(position, self.limits.effort());
        made.is_some_and(|made| made.best().moves().any(|best| best == mv))
    }

    /// Returns whether the work was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Returns the number of positions to assess at the same time.
    pub fn threads(&self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        self.limits.threads.clamp(1, processors)
    }

    /// Assesses positions at the same time, if there are threads, so that [`Assessor::assess`] then has the answers.
    pub fn prepare(&self, positions: &[&AnyPosition]) {
        let threads = self.threads().min(positions.len());
        if threads < 2 {
            return;
        }
        // Some positions take much longer than others, so each thread takes the next one when it is ready.
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                if position.outcome().is_none() {
                    self.make(position, &mut |_, _| {});
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // Without another thread, this one does all the work.
                let _ = Resources::default().spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Assesses the turn `mv`, which is legal in `before`. Returns `None` if there is no legal move.
    pub fn assess_turn(&self, before: &AnyPosition, mv: AnyMove) -> Option<TurnAssessment> {
        let after = before.after(mv);
        // What is known about one of the two positions can change the values of the other.
        self.assess(&after, &mut |_, _| {});
        let assessment = self.assess(before, &mut |_, _| {})?;
        let next = self.assess(&after, &mut |_, _| {});
        let value = next.as_ref().map_or_else(|| self.value(&after), Assessment::value);
        let entry = assessment.entry(mv);
        let mut played = RatedMove { eval: move_value(value), mirror_images: Vec::new(), ..entry.clone() };
        played.line.moves = vec![mv];
        played.line.moves.extend(next.iter().flat_map(|next| &next.best().line.moves));
        let is_best = winning_chance(assessment.best().eval) <= winning_chance(entry.eval);
        let is_worse = |other: &RatedMove| match (other.eval.result(), entry.eval.result()) {
            (Some(other), Some(played)) => other < played,
            (Some(_), None) => other.eval.is_loss(),
            (None, _) => false,
        };
        let mut others = assessment.moves.iter().filter(|other| other.mv() != entry.mv());
        let is_forced = assessment.moves.len() == 1 && entry.mirror_images.is_empty();
        let is_only_move = !is_forced && entry.mirror_images.is_empty() && others.all(is_worse);
        Some(TurnAssessment {
            before: assessment.value(),
            best: assessment.best().clone(),
            played,
            listed: entry.eval,
            is_forced,
            is_only_move,
            is_advised: is_best || self.is_advised(before, mv),
        })
    }

    /// Returns the value of a position for the player to move.
    pub fn value(&self, position: &AnyPosition) -> Eval {
        match position.outcome() {
            None => self.assess(position, &mut |_, _| {}).map_or(Eval::Estimate(0), |found| found.value()),
            Some(outcome) => outcome_value(outcome, position.to_move(), Some(0)),
        }
    }
}

#[cfg(test)]
mod tests;
