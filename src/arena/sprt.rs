//! The sequential probability ratio test (SPRT): games are played until the results clearly favour one of two
//! hypotheses.
//!
//! This is the generalised test of engine testing
//! (<https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>): Wald's bounds applied to
//! [`log_likelihood_ratio`](super::statistics::Sample::log_likelihood_ratio).

use serde::Serialize;

/// A test between two hypotheses: the first bot is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The Elo difference of hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of hypothesis H1, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true, above 0 and below a half.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true, above 0 and below a half.
    pub beta: f64,
}

/// A hypothesis of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The Elo difference is `elo0`.
    H0,
    /// The Elo difference is `elo1`.
    H1,
}

impl Sprt {
    /// Returns the log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the hypothesis accepted at this log-likelihood ratio, if any.
    pub fn accepted(&self, ratio: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match ratio {
            ratio if ratio <= lower => Some(Hypothesis::H0),
            ratio if ratio >= upper => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::statistics::Sample;
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn decision<const LEVELS: usize>(test: Sprt, counts: [u64; LEVELS]) -> Option<Hypothesis> {
        test.accepted(Sample { counts }.log_likelihood_ratio(test.elo0, test.elo1))
    }

    #[test]
    fn decisions_match_published_tests() {
        // The well-known bounds for errors of 5 % are -2.94 and 2.94.
        let (lower, upper) = test(0.0, 3.0).bounds();
        assert!((upper - 2.9444).abs() < 1e-4 && (lower + upper).abs() < 1e-12);
        // https://github.com/jw1912/SPRT: "LLR: 2.99 (-2.94, 2.94), H1 Accepted"
        assert_eq!(decision(test(0.0, 3.0), [4063, 8620, 4307]), Some(Hypothesis::H1));
        // fastchess, app/tests/sprt_test.cpp, "logistic pentanomial 1" (LLR -3.07) and "logistic trinomial 1"
        // (-1.57)
        let pairs = [223, 9863, 21_279, 10_037, 246];
        assert_eq!(decision(test(0.5, 2.5), pairs), Some(Hypothesis::H0));
        assert_eq!(decision(test(0.5, 2.5), [21_184, 40_708, 21_404]), None);
        // Wald, "Sequential Tests of Statistical Hypotheses" (1945): ln (beta / (1 - alpha)) and
        // ln ((1 - beta) / alpha).
        let strict = Sprt { alpha: 0.01, beta: 0.10, ..test(0.0, 3.0) };
        let (lower, upper) = strict.bounds();
        assert!((lower + 2.2925).abs() < 1e-4 && (upper - 4.4998).abs() < 1e-4, "{lower} {upper}");
        assert_eq!(decision(strict, [4063, 8620, 4307]), None, "2.99 is not enough");
    }
}
