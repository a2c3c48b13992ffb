//! Search scores: evaluations, and mate scores beyond them.
//!
//! These games have no mate. As in chess programming, a mate score is a proven result with the number of
//! plies to it.

use crate::model::{Eval, Outcome, Player, SCORE_LIMIT};

/// The value of a position for a player: an evaluation, or a mate score if beyond ±[`SCORE_LIMIT`].
pub type Score = i32;

/// The value of a game already won. A win in `n` plies is worth `n` less, so quick wins and slow losses are
/// preferred.
pub const MATE: Score = SCORE_LIMIT + MAX_MATE_PLIES as Score;

/// Wins and losses beyond this number of plies all have the same value.
const MAX_MATE_PLIES: u32 = 1_000_000;

/// Returns the value for a player who wins `ply` plies from the root.
#[inline]
#[must_use]
pub fn mate_in(ply: u32) -> Score {
    MATE - ply.min(MAX_MATE_PLIES) as Score
}

/// Returns the value for a player who loses `ply` plies from the root.
#[inline]
#[must_use]
pub fn mated_in(ply: u32) -> Score {
    -mate_in(ply)
}

/// Returns the value of a known win or loss at an unknown distance. It lies between evaluations and mate
/// scores; `evaluation` orders the known results among themselves.
#[inline]
#[must_use]
pub(crate) fn known_result_score(wins: bool, evaluation: Score) -> Score {
    const KNOWN: Score = SCORE_LIMIT / 4 * 3;
    let evaluation = evaluation.clamp(1 - SCORE_LIMIT / 4, SCORE_LIMIT / 4 - 1);
    if wins { evaluation + KNOWN } else { evaluation - KNOWN }
}

/// Returns whether `value` is a mate score or a known result. Where results are known, evaluations stay below
/// half of [`SCORE_LIMIT`].
#[inline]
#[must_use]
pub(crate) fn is_win_or_loss(value: Score) -> bool {
    value.abs() > SCORE_LIMIT / 2
}

/// Returns the number of plies to the end if `value` is a mate score.
#[must_use]
pub fn mate_distance(value: Score) -> Option<u32> {
    is_mate(value).then(|| MATE.saturating_sub(value.saturating_abs()).max(0) as u32)
}

/// Converts `value` for a record, from the point of view of the same player. It is an exact result only
/// if it is `proven`.
#[must_use]
pub fn to_eval(value: Score, proven: bool) -> Eval {
    match mate_distance(value).filter(|_| proven) {
        Some(plies) if value > 0 => Eval::Won(Some(plies)),
        Some(plies) => Eval::Lost(Some(plies)),
        None if !proven => Eval::Estimate(value.clamp(-SCORE_LIMIT, SCORE_LIMIT)),
        None if !is_win_or_loss(value) => Eval::Draw(None),
        None if value > 0 => Eval::Won(None),
        None => Eval::Lost(None),
    }
}

/// Returns whether `value` is a mate score.
#[inline]
#[must_use]
pub fn is_mate(value: Score) -> bool {
    value.saturating_abs() > SCORE_LIMIT
}

/// Returns the value of `outcome` for `player`, `ply` plies from the root.
#[inline]
#[must_use]
pub fn outcome_value(outcome: Outcome, player: Player, ply: u32) -> Score {
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
    fn mate_scores_exceed_evaluations_and_encode_their_distance() {
        for plies in [0, 1, 7, 999_999] {
            assert!(mate_in(plies) > SCORE_LIMIT && mated_in(plies) < -SCORE_LIMIT);
            assert_eq!([mate_in(plies), mated_in(plies)].map(mate_distance), [Some(plies); 2]);
        }
        assert!(mate_in(3) > mate_in(4) && mated_in(3) < mated_in(4));
        assert_eq!([0, SCORE_LIMIT, -SCORE_LIMIT].map(mate_distance), [None; 3]);
        let known = [true, false].map(|wins| to_eval(known_result_score(wins, 0), true));
        assert_eq!(known, [Eval::Won(None), Eval::Lost(None)]);
    }

    #[test]
    fn known_results_score_between_evaluations_and_mates() {
        for evaluation in [0, 30_000, -30_000, SCORE_LIMIT, -SCORE_LIMIT] {
            let [won, lost] = [true, false].map(|wins| known_result_score(wins, evaluation));
            assert!(won > 30_000 && lost < -30_000 && !is_mate(won) && !is_mate(lost));
            assert!(is_win_or_loss(won) && is_win_or_loss(lost));
        }
        assert!(known_result_score(true, 5) > known_result_score(true, 4));
    }
}
