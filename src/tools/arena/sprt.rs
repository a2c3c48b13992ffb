//! The sequential probability ratio test (SPRT): games are played until the results favour one of two hypotheses clearly
//! enough.
//!
//! It is the generalised test of engine testing (<https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>):
//! Wald's bounds on the log-likelihood ratio of [`Sample::log_likelihood_ratio`].

use super::statistics::Sample;

/// The probability of accepting a wrong hypothesis, for either.
const ERROR: f64 = 0.05;

/// A test between two hypotheses: the first bot is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of hypothesis H1, greater than `elo0`.
    pub elo1: f64,
}

/// A hypothesis of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The Elo difference is `elo0`.
    H0,
    /// The Elo difference is `elo1`.
    H1,
}

impl Hypothesis {
    /// The name of the hypothesis.
    pub const fn name(self) -> &'static str {
        match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        }
    }
}

impl Sprt {
    /// The ratios at which H0 and H1 are accepted.
    pub fn bounds() -> (f64, f64) {
        let upper = ((1.0 - ERROR) / ERROR).ln();
        (-upper, upper)
    }

    /// The log-likelihood ratio of these results.
    pub fn ratio<const LEVELS: usize>(&self, sample: &Sample<LEVELS>) -> f64 {
        sample.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// The hypothesis that is accepted at this log-likelihood ratio; `None` while neither is.
    pub fn accepted(ratio: f64) -> Option<Hypothesis> {
        let (lower, upper) = Sprt::bounds();
        match ratio {
            ratio if ratio <= lower => Some(Hypothesis::H0),
            ratio if ratio >= upper => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_tests_come_out_the_same() {
        // The bounds for errors of 5 % are printed everywhere: -2.94 and 2.94.
        let (lower, upper) = Sprt::bounds();
        assert!((upper - 2.9444).abs() < 1e-4 && lower == -upper);
        // https://github.com/jw1912/SPRT: "LLR: 2.99 (-2.94, 2.94), H1 Accepted"
        let sample = Sample { counts: [4063, 8620, 4307] };
        let ratio = Sprt { elo0: 0.0, elo1: 3.0 }.ratio(&sample);
        assert_eq!(Sprt::accepted(ratio), Some(Hypothesis::H1));
        // fastchess, app/tests/sprt_test.cpp, "logistic pentanomial 1" (LLR -3.07) and "logistic trinomial 1" (-1.57)
        let sample = Sample { counts: [223, 9863, 21_279, 10_037, 246] };
        assert_eq!(Sprt::accepted(Sprt { elo0: 0.5, elo1: 2.5 }.ratio(&sample)), Some(Hypothesis::H0));
        let sample = Sample { counts: [21_184, 40_708, 21_404] };
        assert_eq!(Sprt::accepted(Sprt { elo0: 0.5, elo1: 2.5 }.ratio(&sample)), None);
    }
}
