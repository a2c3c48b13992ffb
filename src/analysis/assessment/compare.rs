//! An estimated mistake and the best move, compared by searches after each of them. `dev/lab/reviews.md` has the reason.

use crate::analysis::chance::mistake_mark;
use crate::games::{AnyMove, AnyPosition};
use crate::model::{Eval, Position as _};

use super::evaluation::evaluate;
use super::{AssessmentLimits, Assessor, TurnAssessment};

impl TurnAssessment {
    /// Returns whether the turn seems to be a mistake, and nothing is proven.
    fn is_estimated_mistake(&self) -> bool {
        let (before, after) = (self.before, self.after());
        let is_open = !before.is_proven() && !after.is_proven();
        is_open && !self.is_advised && mistake_mark(before, after).is_some()
    }
}

impl Assessor<'_> {
    /// Prepares [`Assessor::compared`] for these turns, which have been assessed, if there are threads.
    pub fn prepare_to_compare(&self, turns: &[(&AnyPosition, AnyMove)]) {
        let after_best = |(position, mv): &(&AnyPosition, AnyMove)| {
            let turn = self.assess_turn(position, *mv)?;
            turn.is_estimated_mistake().then(|| position.after(turn.best.mv()))
        };
        let positions: Vec<AnyPosition> = turns.iter().filter_map(after_best).collect();
        let positions: Vec<&AnyPosition> = positions.iter().collect();
        self.in_parallel(&positions, &|position| {
            self.own_value(position);
        });
    }

    /// Values the position before an estimated mistake like the position after it: by a search after the move, here the best
    /// one. A search of the position itself looks ahead a ply less, and in some games the player with the last move of a line
    /// seems to be ahead.
    #[must_use]
    pub fn compared(&self, position: &AnyPosition, mut turn: TurnAssessment) -> TurnAssessment {
        if !turn.is_estimated_mistake() {
            return turn;
        }
        if let Eval::Estimate(best) = self.own_value(&position.after(turn.best.mv())).reversed() {
            turn.before = Eval::Estimate(best.max(turn.after().estimate()).min(turn.before.estimate()));
        }
        turn
    }

    /// Returns the value that a search gives a position, without proofs. It does not become part of the knowledge, which would
    /// then depend on when it was asked for.
    fn own_value(&self, position: &AnyPosition) -> Eval {
        let limits = AssessmentLimits { proof: 0, ..self.limits };
        if position.outcome().is_some() {
            return self.value(position);
        }
        if let Some(made) = self.knowledge.made(position, limits.effort()) {
            return made.value();
        }
        let made = evaluate(self.game, position, limits, self.stop, &mut |_, _| {});
        let value = made.value();
        if !self.stop.is_raised() {
            self.knowledge.note(position, made);
        }
        value
    }
}
