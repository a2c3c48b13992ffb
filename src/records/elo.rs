//! The Elo scale, and what intervals by likelihood on it need.

/// The 95 % quantile of the chi-squared distribution with one degree of freedom: twice the drop in
/// log-likelihood at the ends of an interval (Wilks).
pub(crate) const CHI_SQUARED_95: f64 = 3.841_458_820_694_124;
/// The difference in Elo at which the odds are 10 to 1.
const SCALE: f64 = 400.0;
/// The number of bisection steps: more than a number has bits of precision.
const BISECTION_STEPS: u32 = 80;

/// Returns the expected score, 0 to 1, of a player who is stronger by `elo`.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / SCALE))
}

/// Returns the Elo difference at which `score` is expected: infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    -SCALE * (1.0 / score - 1.0).log10() + 0.0
}

/// Finds the place between `inside`, where `holds` is true, and `outside` at which it becomes false. Returns
/// the last number on either side of it.
pub(crate) fn bisect(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> (f64, f64) {
    for _ in 0..BISECTION_STEPS {
        let middle = f64::midpoint(inside, outside);
        *if holds(middle) { &mut inside } else { &mut outside } = middle;
    }
    (inside, outside)
}
