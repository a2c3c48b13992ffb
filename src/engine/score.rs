//! What a position is worth, as search counts it: evaluations, and mate scores beyond them.
//!
//! The games here know no mate. The word is chess programming's for a result that has been proven, with the number of
//! plies to it.

use crate::model::{Outcome, Player, SCORE_LIMIT};

/// The value of a position for a player: an evaluation, or, beyond ±[`SCORE_LIMIT`], a mate score.
pub type Value = i32;

/// The value of a game already won. A win in `n` plies is worth `n` less, so that quick wins and slow losses are preferred.
pub const MATE: Value = SCORE_LIMIT + MOST_PLIES as Value;

/// Later wins and losses are worth as much as one after so many plies.
const MOST_PLIES: u32 = 1_000_000;

/// The value for a player who has won `ply` plies from the root.
#[inline]
#[must_use]
pub fn mate_in(ply: u32) -> Value {
    MATE - ply.min(MOST_PLIES) as Value
}

/// The value for a player who has lost `ply` plies from the root.
#[inline]
#[must_use]
pub fn mated_in(ply: u32) -> Value {
    -mate_in(ply)
}

/// The number of plies to the end if `value` is a mate score.
#[must_use]
pub fn mate_distance(value: Value) -> Option<u32> {
    is_mate(value).then(|| (MATE - value.abs()) as u32)
}

/// Whether `value` is a win or a loss that has been seen, and no evaluation.
#[inline]
#[must_use]
pub fn is_mate(value: Value) -> bool {
    value.abs() > SCORE_LIMIT
}

/// The value of `outcome` for `player`, `ply` plies from the root.
#[inline]
#[must_use]
pub fn outcome_value(outcome: Outcome, player: Player, ply: u32) -> Value {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => mate_in(ply),
        Outcome::Win(_) => mated_in(ply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_lie_beyond_evaluations_and_tell_their_distance() {
        for plies in [0, 1, 7, 999_999] {
            assert!(mate_in(plies) > SCORE_LIMIT && mated_in(plies) < -SCORE_LIMIT);
            assert_eq!([mate_in(plies), mated_in(plies)].map(mate_distance), [Some(plies); 2]);
        }
        assert!(mate_in(3) > mate_in(4) && mated_in(3) < mated_in(4));
        assert_eq!([0, SCORE_LIMIT, -SCORE_LIMIT].map(mate_distance), [None; 3]);
    }
}
