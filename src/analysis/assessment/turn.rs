//! A turn that was played, with what is known about it.

use crate::analysis::chance::{mistake_mark, winning_chance};
use crate::games::AnyMove;
use crate::model::{Eval, Mark};
use crate::words::value::move_value;

use super::{RatedMove, knowledge};

/// The assessment of a turn that was played, from the view of the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnAssessment {
    /// The value of the position before the turn.
    pub before: Eval,
    /// The best move.
    pub best: RatedMove,
    /// The move that was played, with the best answer and what follows, and with its value.
    pub played: RatedMove,
    /// The value of that move in the list of hints, from the same search as those of the other moves.
    pub listed: Eval,
    /// Whether it was the only legal move.
    pub is_forced: bool,
    /// Whether every other move is proven to have a worse result than this one has, or seems to have.
    pub is_only_move: bool,
    /// Whether a hint gives this move, or one as good as the best. It is never a mistake, even if the rest of the game
    /// has shown that it loses: nobody could see that in the position.
    pub is_advised: bool,
}

/// Returns the estimate between that of a position and a later one that is nearest to the later one. It changes the first
/// one by less than an inaccuracy does.
fn in_hindsight(own: i32, later: i32) -> i32 {
    let is_near =
        |value: i32| mistake_mark(Eval::Estimate(own.max(value)), Eval::Estimate(own.min(value))).is_none();
    let (mut near, mut far) = (own, later);
    if is_near(later) {
        return later;
    }
    while near.abs_diff(far) > 1 {
        let middle = near.midpoint(far);
        if is_near(middle) { near = middle } else { far = middle }
    }
    near
}

impl TurnAssessment {
    /// Returns the value of the position after the turn, with the plies from there.
    pub fn after(&self) -> Eval {
        knowledge::answer_value(self.played.eval).reversed()
    }

    /// Takes the estimate of the list of hints, which can be compared with those of the other moves.
    #[must_use]
    pub fn as_listed(mut self) -> Self {
        if !self.played.eval.is_proven() {
            self.played.eval = self.listed;
        }
        self
    }

    /// Returns whether the turn is a blunder by the values of the two positions alone.
    pub fn is_blunder(&self) -> bool {
        mistake_mark(self.before, self.after()) == Some(Mark::Blunder)
    }

    /// Takes over what the turns after this one have shown: the value of the position after it, for the player to move
    /// there. A move of a hint keeps the value of its position, and no turn improves it. So the value before the turn
    /// follows, but only so far that it still agrees with what a hint said; and proofs stay as they are.
    #[must_use]
    pub fn in_hindsight(mut self, next: Eval) -> Self {
        self.played.eval = move_value(next);
        if let (Eval::Estimate(before), Eval::Estimate(after)) = (self.before, self.after())
            && (self.is_advised || after > before)
        {
            self.before = Eval::Estimate(in_hindsight(before, after));
        }
        self
    }

    /// Returns whether the best move was played, or a mirror image of it.
    pub fn is_best(&self) -> bool {
        self.best.moves().any(|mv| mv == self.played.mv())
    }

    /// Returns whether the position was lost before the turn, and another move was a better try.
    pub fn has_better_try(&self) -> bool {
        self.best.eval.is_loss()
            && self.played.eval.is_loss()
            && !self.is_best()
            && self.best.is_better_try_than(&self.played)
    }

    /// Returns the line of the best move, if it is better than the one played or a better try; otherwise empty.
    pub fn better(&self) -> &[AnyMove] {
        if self.has_better() || self.has_better_try() { &self.best.line.moves } else { &[] }
    }

    /// Returns whether the turn gave away some of the winning chance.
    pub fn has_better(&self) -> bool {
        !self.is_advised && winning_chance(self.before) > winning_chance(self.after())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hindsight_goes_as_far_as_it_may() {
        let chance = |value| winning_chance(Eval::Estimate(value));
        let values = [-2_000, -300, -41, -1, 0, 28, 150, 700];
        for (own, later) in values.into_iter().flat_map(|own| values.map(|later| (own, later))) {
            let found = in_hindsight(own, later);
            assert!((own.min(later)..=own.max(later)).contains(&found), "{own} {later} {found}");
            assert!((chance(found) - chance(own)).abs() < 0.07, "{own} {later} {found}");
            let further = found + (later - found).signum();
            let is_furthest = (chance(further) - chance(own)).abs() >= 0.07;
            assert!(found == later || is_furthest, "{own} {later} {found}");
        }
    }
}
