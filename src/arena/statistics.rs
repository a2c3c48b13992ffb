//! Statistics about the relative strength of two players, as used in engine testing.
//!
//! An observation is a game, or a pair of games from one opening with the sides swapped, whose results depend
//! on each other. Everything is based on one function: the maximum log-likelihood of the results if the true
//! mean score is `s`, relative to the maximum over all means (Van den Bergh, "The support of a multinomial
//! distribution with given expectation", <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>,
//! proposition 1.1).

use crate::records::{CHI_SQUARED_95, bisect, elo, expected_score};

/// The 97.5 % quantile of the normal distribution: 95 % of it lies within this distance of the mean.
const NORMAL_95: f64 = 1.959_963_984_540_054;
/// The normalised Elo difference that corresponds to a mean score one standard deviation of a game above a
/// half: 800 / ln 10, so that it is close to a small ordinary Elo difference when no game is a draw.
const NORMALIZED_ELO_SCALE: f64 = 347.435_585_522_601_4;
/// The count used for a result that has not been seen, because it is still possible. (Fishtest uses this
/// value.)
const PSEUDOCOUNT: f64 = 1e-3;

/// How often each score has been seen: `counts[i]` times the score `i / (LEVELS - 1)`. Single games have
/// three levels (lost, drawn, won), pairs of games five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample<const LEVELS: usize> {
    /// The number of observations at each score, lowest score first.
    pub counts: [u64; LEVELS],
}

/// A value with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Applies an increasing function to the value and both ends.
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: increasing(self.value), low: increasing(self.low), high: increasing(self.high) }
    }
}

impl<const LEVELS: usize> Default for Sample<LEVELS> {
    fn default() -> Self {
        Sample { counts: [0; LEVELS] }
    }
}

impl<const LEVELS: usize> Sample<LEVELS> {
    /// Returns the number of observations.
    pub fn size(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean score with its 95 % interval; `None` without observations.
    ///
    /// The interval contains all scores that the results do not reject (Wilks' likelihood interval). For many
    /// results it equals the familiar mean plus or minus 1.96 standard errors, and even ten wins out of ten
    /// give an interval.
    pub fn mean(&self) -> Option<Estimate> {
        if self.size() == 0 {
            return None;
        }
        let won: u64 = self.counts.iter().zip(0..).map(|(count, level)| count * level).sum();
        let value = won as f64 / (self.size() * (LEVELS as u64 - 1)) as f64;
        let possible = |score: f64| -2.0 * self.log_likelihood(score) <= CHI_SQUARED_95;
        let low = if value > 0.0 { bisect(value, 0.0, possible).0 } else { 0.0 };
        let high = if value < 1.0 { bisect(value, 1.0, possible).0 } else { 1.0 };
        Some(Estimate { value, low, high })
    }

    /// Returns the Elo difference with its 95 % interval; `None` without observations.
    pub fn elo(&self) -> Option<Estimate> {
        self.mean().map(|mean| mean.map(elo))
    }

    /// Returns the mean and the variance of the score of an observation; `None` without observations.
    fn moments(&self) -> Option<(f64, f64)> {
        let size = Some(self.size()).filter(|size| *size > 0)? as f64;
        let seen = (0..LEVELS).map(|level| (level as f64 / (LEVELS - 1) as f64, self.counts[level] as f64));
        let mean = seen.clone().map(|(score, count)| score * count).sum::<f64>() / size;
        let variance = seen.map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / size;
        Some((mean, variance))
    }

    /// Returns the normalised Elo difference with its 95 % interval: the distance of the mean score from a
    /// half in standard deviations of a game. It determines how many games it takes to show a difference,
    /// regardless of the number of draws. The interval is that of many games between equal players. `None` if all
    /// results are the same.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments().filter(|(_, variance)| *variance > 0.0)?;
        let games = (LEVELS as u64 - 1) / 2;
        let value = (mean - 0.5) / (variance * games as f64).sqrt() * NORMALIZED_ELO_SCALE;
        let error = NORMAL_95 * NORMALIZED_ELO_SCALE / ((self.size() * games) as f64).sqrt();
        Some(Estimate { value, low: value - error, high: value + error })
    }

    /// Returns the likelihood of superiority: the probability that the first player is the stronger one.
    /// `None` without observations.
    ///
    /// Like the interval of [`Sample::mean`], it is based on the likelihood of the results if both players
    /// are equal (the signed root of Wilks' statistic), so that a few wins do not give certainty. For many
    /// results it equals the common definition, which uses the normal distribution.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, _) = self.moments()?;
        let errors = (-2.0 * self.log_likelihood(0.5)).max(0.0).sqrt().copysign(mean - 0.5);
        Some(libm::erfc(-errors / std::f64::consts::SQRT_2) / 2.0)
    }

    /// Returns the generalised log-likelihood ratio (natural logarithm) of the hypotheses that the first
    /// player is stronger by `elo1` and by `elo0`; 0 without observations.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.size() == 0 {
            return 0.0;
        }
        self.log_likelihood(expected_score(elo1)) - self.log_likelihood(expected_score(elo0))
    }

    /// Returns the maximum log-likelihood of the results if the true mean is `score` (above 0, below 1),
    /// relative to the maximum over all means: 0 at the mean of the results, negative elsewhere.
    fn log_likelihood(&self, score: f64) -> f64 {
        let seen = self.counts.map(|count| if count == 0 { PSEUDOCOUNT } else { count as f64 });
        let all: f64 = seen.iter().sum();
        let score_of = |level: usize| level as f64 / (LEVELS - 1) as f64;
        let terms: [(f64, f64); LEVELS] =
            std::array::from_fn(|level| (seen[level] / all, score_of(level) - score));
        // The likeliest distribution has the probabilities p / (1 + x d), where p is the observed frequency
        // and d the distance from the mean. Find the x for which its mean is right, between the poles of
        // these terms.
        let excess = |x: f64| terms.iter().map(|(p, d)| p * d / (1.0 + x * d)).sum::<f64>();
        let (low, high) = bisect(-1.0 / (1.0 - score), 1.0 / score, |x| excess(x) > 0.0);
        let x = f64::midpoint(low, high);
        -all * terms.iter().map(|(p, d)| p * (1.0 + x * d).max(f64::MIN_POSITIVE).ln()).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64, draws: u64) -> Sample<3> {
        Sample { counts: [losses, draws, wins] }
    }

    #[track_caller]
    fn assert_near(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() <= tolerance, "{found} is not {wanted}");
    }

    /// Checks the Elo difference and half the width of its 95 % interval. The other side sees the opposite.
    #[track_caller]
    fn assert_elo<const LEVELS: usize>(counts: [u64; LEVELS], wanted: [f64; 2], tolerances: [f64; 2]) {
        let elo = Sample { counts }.elo().unwrap();
        assert_near(elo.value, wanted[0], tolerances[0]);
        assert_near((elo.high - elo.low) / 2.0, wanted[1], tolerances[1]);
        let mut counts = counts;
        counts.reverse();
        let other = Sample { counts }.elo().unwrap();
        assert_near(elo.value, -other.value, 1e-9);
        assert_near(elo.low, -other.high, 1e-6);
    }

    /// Published results: losses, draws, wins, or pairs from two losses to two wins; the Elo difference and its error.
    #[test]
    fn elo_agrees_with_published_matches() {
        for (counts, wanted) in [
            // Rustic, output of cutechess-cli: https://github.com/mvanthoor/rustic-book,
            // src/progress/sprt_results.md
            ([646, 357, 869], [41.6, 14.2]),
            ([197, 133, 409], [102.5, 23.5]),
            ([416, 277, 628], [56.2, 16.8]),
            ([388, 318, 591], [54.8, 16.6]),
            // fastchess, app/tests/elo_test.cpp, "EloWDL 2": https://github.com/Disservin/fastchess
            ([96, 111, 136], [40.70, 30.43]),
            // Pedantic, output of cutechess-cli: https://github.com/JoAnnP38/PedanticRF/pull/51
            ([896, 1998, 1013], [10.4, 7.6]),
        ] {
            assert_elo(counts, wanted, [0.051, 0.06]);
        }
        // variantfishtest: https://github.com/ianfab/variantfishtest (100 games, 103.73 +- 71.1)
        assert_elo([34, 3, 63], [103.73, 71.1], [0.005, 1.0]);
        // fastchess, app/tests/elo_test.cpp
        for (counts, wanted) in [
            ([34, 54, 31 + 32, 64, 75], [55.58, 27.65]),
            ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33]),
            ([7895, 8757, 5485 + 200, 568, 9999], [-21.04, 2.95]),
        ] {
            assert_elo(counts, wanted, [0.005, 0.03]);
        }
    }

    /// From fastchess, app/tests/elo_test.cpp: the normalised Elo difference, its error and the likelihood of
    /// superiority, which fastchess computes with the normal distribution.
    #[test]
    fn normalized_elo_and_superiority_agree_with_published_matches() {
        fn assert_agrees<const LEVELS: usize>(
            sample: Sample<LEVELS>,
            wanted: [f64; 2],
            superiority: Option<f64>,
        ) {
            let found = sample.normalized_elo().unwrap();
            assert_near(found.value, wanted[0], 0.006);
            assert_near((found.high - found.low) / 2.0, wanted[1], 0.006);
            if let Some(superiority) = superiority {
                assert_near(sample.likelihood_of_superiority().unwrap(), superiority, 0.0005);
            }
        }
        assert_agrees(games(76, 89, 123), [-20.76, 40.13], Some(0.1553));
        assert_agrees(games(136, 96, 111), [49.77, 36.77], Some(0.9960));
        assert_agrees(games(34, 356, 0), [-508.44, 34.48], None);
        assert_agrees(Sample { counts: [34, 54, 31 + 32, 64, 75] }, [57.94, 28.28], Some(1.0));
        assert_agrees(Sample { counts: [332, 433, 457 + 41, 333, 334] }, [-9.17, 10.96], Some(0.0505));
        assert_agrees(Sample { counts: [7895, 8757, 5485 + 200, 568, 9999] }, [-19.01, 2.65], None);
    }

    #[test]
    fn likelihood_ratios_agree_with_published_ones() {
        let published = [
            // fastchess, app/tests/sprt_test.cpp, "logistic trinomial 1" and "2"
            (games(21_404, 21_184, 40_708), 0.5, 2.5, -1.57),
            (games(57_433, 57_030, 106_593), 0.0, 2.0, -2.59),
            // https://github.com/jw1912/SPRT, the example of GSPRT in the README
            (games(4307, 4063, 8620), 0.0, 3.0, 2.99),
        ];
        for (sample, elo0, elo1, ratio) in published {
            assert_near(sample.log_likelihood_ratio(elo0, elo1), ratio, 0.005);
        }
        // fishtest's "Logistic (exact)" of https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712
        let pairs = Sample { counts: [13, 37, 50, 25, 3] };
        assert_near(pairs.log_likelihood_ratio(0.0, 2.716), -0.53772, 0.0001);
        assert_near(pairs.mean().unwrap().value, 0.4375, 1e-9);
        // fastchess, app/tests/sprt_test.cpp, "logistic pentanomial 1" and "2"
        let pairs = Sample { counts: [223, 9863, 20_279 + 1000, 10_037, 246] };
        assert_near(pairs.log_likelihood_ratio(0.5, 2.5), -3.07, 0.005);
        let pairs = Sample { counts: [871, 26_175, 55_003 + 980, 26_678, 821] };
        assert_near(pairs.log_likelihood_ratio(0.0, 2.0), -4.98, 0.005);
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        // https://en.wikipedia.org/wiki/Elo_rating_system: 100 points are 64 %, 200 are 76 %, 400 are odds of
        // 10 to 1.
        for (difference, score) in [(0.0, 0.5), (100.0, 0.640_065), (200.0, 0.759_747), (400.0, 0.909_091)] {
            assert_near(expected_score(difference), score, 1e-6);
            assert_near(elo(expected_score(difference)), difference, 1e-9);
            assert_near(expected_score(-difference), 1.0 - score, 1e-6);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn one_sided_and_empty_results_have_sane_intervals() {
        assert_eq!(Sample::<3>::default().mean(), None);
        assert_eq!(Sample::<5>::default().log_likelihood_ratio(0.0, 10.0), 0.0);
        assert_eq!(
            (Sample::<3>::default().normalized_elo(), Sample::<3>::default().likelihood_of_superiority()),
            (None, None)
        );
        assert_eq!((games(4, 0, 0).normalized_elo(), games(0, 0, 4).normalized_elo()), (None, None));
        let [won, drawn, lost] =
            [(2, 0, 0), (0, 0, 4), (0, 2, 0)].map(|(won, lost, drawn)| games(won, lost, drawn));
        let sure = won.likelihood_of_superiority().unwrap();
        assert!((0.9..0.99).contains(&sure), "{sure}");
        assert_near(drawn.likelihood_of_superiority().unwrap(), 0.5, 1e-6);
        assert_near(lost.likelihood_of_superiority().unwrap(), 1.0 - sure, 1e-9);
        // Ten wins: the lower end is the score at which they have the likelihood exp(-3.84 / 2). PSEUDOCOUNT,
        // a thousandth of a loss and of a draw, lowers it slightly.
        let won = games(10, 0, 0).mean().unwrap();
        assert_eq!((won.value, won.high), (1.0, 1.0));
        assert_near(won.low, (-CHI_SQUARED_95 / 20.0).exp(), 1e-3);
        assert_eq!(games(10, 0, 0).elo().unwrap().value, f64::INFINITY);
        let lost = games(0, 10, 0).mean().unwrap();
        assert_eq!((lost.value, lost.low), (0.0, 0.0));
        assert_near(lost.high, 1.0 - won.low, 1e-9);
        let drawn = games(0, 0, 10).mean().unwrap();
        assert_eq!(drawn.value, 0.5);
        assert!(drawn.low > 0.3 && drawn.low < 0.45 && (drawn.low + drawn.high - 1.0).abs() < 1e-9);
    }
}
