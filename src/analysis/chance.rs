//! Winning chances: what a value means to a player, in words, and what a turn cost. `docs/review.md` explains the
//! formulas and their sources.

use crate::model::{Eval, Mark};
pub use crate::words::value::winning_chance;

/// The words for a winning chance, with its smallest distance from 50 %: for the better side and the other.
const WORDS: [(f64, [&str; 2]); 4] = [
    (45.0, ["winning", "losing"]),
    (30.0, ["much better", "much worse"]),
    (15.0, ["better", "worse"]),
    (5.0, ["slightly better", "slightly worse"]),
];

/// The smallest loss of winning chance for each mark.
const MARK_THRESHOLDS: [(f64, Mark); 3] =
    [(0.30, Mark::Blunder), (0.15, Mark::Mistake), (0.07, Mark::Dubious)];

/// From this winning chance on, a position may still have the proven result of the one before it.
const CLEARLY_AHEAD: f64 = 0.6;
/// The maximum loss that counts then: just below the threshold of a mistake.
const MAX_UNPROVEN_LOSS: f64 = 0.14;

/// Returns the winning chance in percent, rounded as it is shown.
pub fn percent(eval: Eval) -> f64 {
    (100.0 * winning_chance(eval)).round()
}

/// Describes the winning chance of an estimate: `even`, `slightly better`, `much worse`, `winning`.
pub fn chance_words(eval: Eval) -> &'static str {
    let lead = percent(eval) - 50.0;
    let words = WORDS.iter().find(|(min, _)| lead.abs() >= *min);
    words.map_or("even", |(_, [ahead, behind])| if lead > 0.0 { ahead } else { behind })
}

/// Returns the winning chance that a turn gave away, 0 to 1.
pub fn lost_chance(before: Eval, after: Eval) -> f64 {
    let chance = winning_chance(after);
    let loss = (winning_chance(before) - chance).max(0.0);
    if may_have_kept_win(before, after) { loss.min(MAX_UNPROVEN_LOSS) } else { loss }
}

/// Returns whether a turn may have kept a proven result, because the estimate after it is not far from a win:
/// `dev/lab/reviews.md` has the measurement.
pub fn may_have_kept_win(before: Eval, after: Eval) -> bool {
    before.is_proven() && !after.is_proven() && winning_chance(after) >= CLEARLY_AHEAD
}

/// Returns the mark of a turn that was a mistake, given the values before and after it.
pub fn mistake_mark(before: Eval, after: Eval) -> Option<Mark> {
    if let (Some(before), Some(after)) = (before.result(), after.result()) {
        return (before > after).then_some(Mark::Blunder);
    }
    let loss = lost_chance(before, after);
    MARK_THRESHOLDS.iter().find(|(min, _)| loss >= *min).map(|(_, mark)| *mark)
}

/// Returns the name of a mark.
pub fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Blunder => "blunder",
        Mark::Mistake => "mistake",
        Mark::Good => "only move",
        _ => "inaccuracy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_symmetric_and_follow_the_chance() {
        let cases = [
            (0, "even"),
            (27, "even"),
            (-27, "even"),
            (28, "slightly better"),
            (-28, "slightly worse"),
            (89, "slightly better"),
            (-89, "slightly worse"),
            (93, "better"),
            (-160, "worse"),
            (250, "much better"),
            (-250, "much worse"),
            (1610, "winning"),
            (-1610, "losing"),
        ];
        for (value, wanted) in cases {
            assert_eq!(chance_words(Eval::Estimate(value)), wanted, "{value}");
        }
    }
}
