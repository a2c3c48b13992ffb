//! A human player's rating: the maximum-likelihood estimate from results against bots with known ratings.
//!
//! On the Elo scale, a player rated `r` scores 1 / (1 + 10^((s - r) / 400)) on average against a player rated
//! `s`. In each game the scale is anchored by `expert`, rated 2000. docs/levels.md has the ratings of the
//! bots.

use serde::Serialize;

use crate::engine::bots::BotCatalog;
use crate::games;

use super::elo::{CHI_SQUARED_95, bisect, expected_score};
use super::stats::Counts;

/// The range in which ratings are searched.
const MIN_RATING: f64 = -4_000.0;
const MAX_RATING: f64 = 8_000.0;
/// The number of games from which a player is rated.
const MIN_GAMES: u64 = 10;
/// How to get a rating.
pub(crate) const ADVICE: &str =
    "Not rated yet: play ten games against rated computers, with at least one win and one loss.";

/// The rating of a human player in a game, with its 95 % confidence interval. None is below 0. All three are
/// `None` before ten games against bots with a rating, and before at least one win and one loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub(crate) game: String,
    /// The number of games against bots with a rating.
    pub(crate) games: u64,
    pub(crate) rating: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    #[serde(skip)]
    has_win: bool,
}

/// Results against one opponent of known rating.
#[derive(Clone, Copy, Debug)]
struct OpponentResult {
    rating: f64,
    /// A draw counts half a point.
    points: f64,
    games: f64,
}

impl Rating {
    /// Computes the rating in a game from results against bots, given by name. Returns `None` if no bot has a
    /// rating.
    pub(crate) fn of<'a>(game: &str, results: impl IntoIterator<Item = (&'a str, Counts)>) -> Option<Rating> {
        let open = games::open(game).ok()?;
        let known = open.ratings();
        let rated = |(name, counts): (&str, Counts)| {
            let (_, rating) = known.iter().find(|(known, _)| *known == name)?;
            let games = counts.games() as f64;
            let points = counts.score_rate() * games;
            Some((OpponentResult { rating: f64::from(*rating), points, games }, counts))
        };
        let (results, counts): (Vec<OpponentResult>, Vec<Counts>) =
            results.into_iter().filter_map(rated).unzip();
        if results.is_empty() {
            return None;
        }
        let counts = counts.into_iter().fold(Counts::default(), Counts::plus);
        let games = counts.games();
        let is_rated = games >= MIN_GAMES && counts.won > 0 && counts.lost > 0;
        let found = is_rated.then(|| max_likelihood(&results).map(|end| Some(end.max(0.0))));
        let [rating, low, high] = found.unwrap_or_default();
        Some(Rating { game: game.to_owned(), games, rating, low, high, has_win: counts.won > 0 })
    }

    /// Returns whether the player has a rating.
    pub(crate) fn is_rated(&self) -> bool {
        self.rating.is_some()
    }

    /// Says what is missing for a rating.
    pub(crate) fn missing(&self) -> String {
        match self.games {
            games @ ..MIN_GAMES => format!("{games} of {MIN_GAMES} games"),
            _ if self.has_win => "no loss yet".to_owned(),
            _ => "no win yet".to_owned(),
        }
    }

    /// Returns the level with the nearest rating, and its rating.
    pub(crate) fn level(&self, rating: f64) -> Option<(usize, f64)> {
        let open = games::open(&self.game).ok()?;
        let known = open.ratings();
        let levels = known.iter().filter_map(|(name, rating)| {
            Some((name.strip_prefix("level:")?.parse().ok()?, f64::from(*rating)))
        });
        levels.min_by(|(_, one), (_, other)| (one - rating).abs().total_cmp(&(other - rating).abs()))
    }
}

/// Returns the most likely rating and the ends of its interval, if some points were won and some lost.
fn max_likelihood(results: &[OpponentResult]) -> [f64; 3] {
    let points: f64 = results.iter().map(|result| result.points).sum();
    let expected = |rating: f64| -> f64 {
        results.iter().map(|result| result.games * expected_score(rating - result.rating)).sum()
    };
    let (rating, _) = bisect(MIN_RATING, MAX_RATING, |rating| points - expected(rating) > 0.0);
    let max_log = log_likelihood(results, rating);
    let is_likely = |rating: f64| 2.0 * (max_log - log_likelihood(results, rating)) <= CHI_SQUARED_95;
    let (low, _) = bisect(MIN_RATING, rating, |rating| !is_likely(rating));
    let (high, _) = bisect(rating, MAX_RATING, is_likely);
    [rating, low, high]
}

/// Returns the log-likelihood of the results for a player with this rating, up to a constant term.
fn log_likelihood(results: &[OpponentResult], rating: f64) -> f64 {
    let of = |result: &OpponentResult| {
        let lost = result.games - result.points;
        result.points * expected_score(rating - result.rating).ln()
            + lost * expected_score(result.rating - rating).ln()
    };
    results.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rating_is_negative() {
        let counts = Counts { won: 9, drawn: 0, lost: 3 };
        let rating = Rating::of("replica", [("level:3", counts)]).unwrap();
        assert!(rating.rating.unwrap() > 460.0 && rating.low.unwrap() >= 0.0, "{rating:?}");
    }

    fn result(rating: f64, points: f64, games: f64) -> OpponentResult {
        OpponentResult { rating, points, games }
    }

    fn rounded(results: &[OpponentResult]) -> [f64; 3] {
        max_likelihood(results).map(f64::round)
    }

    #[test]
    fn expected_points_at_the_rating_equal_actual_points() {
        // Half of the points gives the rating of the opponent; odds of ten to one give 400 more.
        assert_eq!(rounded(&[result(1000.0, 10.0, 20.0)])[0], 1000.0);
        assert_eq!(rounded(&[result(1000.0, 100.0, 110.0)])[0], 1400.0);
        let results = [result(1000.0, 7.0, 10.0), result(1300.0, 3.5, 10.0)];
        let [rating, low, high] = max_likelihood(&results);
        let expected: f64 = results.iter().map(|result| 10.0 * expected_score(rating - result.rating)).sum();
        assert!((expected - 10.5).abs() < 1e-9, "{rating}");
        assert!(low < rating - 100.0 && high > rating + 100.0, "{low} {high}");
    }

    #[test]
    fn the_interval_for_one_opponent_matches_that_of_a_score() {
        // By the same likelihood ratio, a score of 60 of 100 games has the interval 0.502 to 0.693.
        let [_, low, high] = rounded(&[result(0.0, 60.0, 100.0)]);
        assert_eq!([low, high], [2.0, 141.0]);
    }
}
