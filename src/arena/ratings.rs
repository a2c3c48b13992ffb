//! Ratings of more than two players on one scale, by the Bradley-Terry model (as in Ordo).
//!
//! A player stronger by *d* scores 1 / (1 + 10^(-*d*/400)) on average against any opponent, and a draw is
//! half a win. The ratings maximise the likelihood of the results (Zermelo, "Die Berechnung der
//! Turnier-Ergebnisse als ein Maximumproblem der Wahrscheinlichkeitsrechnung", 1929) and are found by
//! Newman's iteration ("Efficient computation of rankings from pairwise comparisons", Journal of Machine
//! Learning Research 24, 2023). Their intervals come from a bootstrap that gives each result a random weight
//! (Rubin, "The Bayesian bootstrap", 1981). Where all results between two players are the same and share the points,
//! each result that has not been seen counts as half of one (the prior of Jeffreys), because weights alone would leave
//! an interval without width.

use crate::model::GameRng;
use crate::records::elo;

use super::statistics::Estimate;

/// The iteration ends when no strength changes by more than this fraction.
const TOLERANCE: f64 = 1e-10;
/// The tolerance in a resample, where tenths of a point do not matter.
const RESAMPLE_TOLERANCE: f64 = 1e-5;
/// The maximum number of rounds of the iteration. A long chain of players takes thousands.
const MAX_ITERATIONS: u32 = 20_000;
/// The number of resamples, unless [`RESAMPLING_BUDGET`] allows fewer.
const MAX_RESAMPLES: usize = 1_000;
const MIN_RESAMPLES: usize = 100;
/// The maximum number of pairings processed in one round of all resamples together.
const RESAMPLING_BUDGET: usize = 10_000_000;
/// The fraction of the resamples that lies outside the interval on either side.
const TAIL_PROBABILITY: f64 = 0.025;

/// The scores of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PairingScore {
    /// The numbers of the players.
    players: [usize; 2],
    /// The points of each: 1 for a win, 1/2 for a draw.
    points: [f64; 2],
}

/// The results of two players against each other, by games or by pairs of games.
pub(super) struct RatedPairing {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// How often the first player has taken each share of the points, from none to all.
    pub counts: Vec<u64>,
    /// The points of one result.
    pub points: f64,
}

impl RatedPairing {
    /// Returns whether there are results, and each shares the points: draws, or a win each in a pair of games.
    fn is_always_even(&self) -> bool {
        let middle = self.counts.len() / 2;
        self.counts.iter().enumerate().all(|(level, count)| (*count > 0) == (level == middle))
    }
}

/// The number of a player whose rating is fixed, and the rating. Without an anchor the mean of all ratings is
/// 0.
pub(super) type Anchor = Option<(usize, f64)>;

/// Computes the ratings from these results, with 95 % intervals. The same seed gives the same intervals.
pub(super) fn estimates(
    players: usize,
    pairings: &[RatedPairing],
    anchor: Anchor,
    seed: u64,
) -> Vec<Option<Estimate>> {
    let encounters = encounters(pairings, |_, count| count as f64);
    let rated = rated(players, &encounters);
    let mut strengths = vec![1.0; players];
    let values = ratings(&rated, &encounters, TOLERANCE, &mut strengths, anchor);
    let mut rng = GameRng::from_seed(seed);
    let mut seen: Vec<Vec<f64>> = vec![Vec::new(); players];
    let wanted = (RESAMPLING_BUDGET / pairings.len().max(1)).clamp(MIN_RESAMPLES, MAX_RESAMPLES);
    for _ in 0..wanted {
        let resampled = self::encounters(pairings, |pairing, count| match count {
            0 if pairing.is_always_even() => normal(&mut rng).powi(2) / 2.0,
            _ => gamma(count, &mut rng),
        });
        let mut strengths = strengths.clone();
        let ratings = ratings(&rated, &resampled, RESAMPLE_TOLERANCE, &mut strengths, anchor);
        seen.iter_mut().zip(ratings).for_each(|(seen, rating)| seen.extend(rating));
    }
    let estimate = |(value, mut seen): (Option<f64>, Vec<f64>)| {
        seen.sort_unstable_by(f64::total_cmp);
        let outside = (seen.len() as f64 * TAIL_PROBABILITY) as usize;
        let (low, high) = (*seen.get(outside)?, *seen.get(seen.len() - 1 - outside)?);
        value.map(|value| Estimate { value, low: low.min(value), high: high.max(value) })
    };
    values.into_iter().zip(seen).map(estimate).collect()
}

/// Computes the points of each pairing. `weight` turns the count of a result into its weight.
fn encounters(
    pairings: &[RatedPairing],
    mut weight: impl FnMut(&RatedPairing, u64) -> f64,
) -> Vec<PairingScore> {
    let encounter = |results: &RatedPairing| {
        let highest = results.counts.len().saturating_sub(1).max(1) as f64;
        let mut points = [0.0; 2];
        for (level, count) in results.counts.iter().enumerate() {
            let share = level as f64 / highest;
            let weight = weight(results, *count) * results.points;
            points = [points[0] + weight * share, points[1] + weight * (1.0 - share)];
        }
        PairingScore { players: results.players, points }
    };
    pairings.iter().map(encounter).collect()
}

/// Returns which players can be rated: a group in which everyone has taken points from everyone else,
/// directly or through others. The results do not say how far apart other players are. If there are several
/// such groups, which cannot be compared with each other, the largest is rated. A group of one is not.
fn rated(players: usize, encounters: &[PairingScore]) -> Vec<bool> {
    let mut beats = vec![Vec::new(); players];
    for PairingScore { players: [first, second], points } in encounters {
        if points[0] > 0.0 {
            beats[*first].push(*second);
        }
        if points[1] > 0.0 {
            beats[*second].push(*first);
        }
    }
    let reached: Vec<Vec<bool>> = (0..players).map(|player| reachable_from(&beats, player)).collect();
    let group = |player: usize| -> Vec<bool> {
        (0..players).map(|other| reached[player][other] && reached[other][player]).collect()
    };
    let size = |group: &Vec<bool>| group.iter().filter(|is_in| **is_in).count();
    // If several groups have the largest size, the first one.
    let largest = (0..players).map(group).rev().max_by_key(size).filter(|group| size(group) > 1);
    largest.unwrap_or_else(|| vec![false; players])
}

/// Computes the Elo ratings from these encounters. The iteration starts from `strengths` and updates them.
fn ratings(
    rated: &[bool],
    encounters: &[PairingScore],
    tolerance: f64,
    strengths: &mut [f64],
    anchor: Anchor,
) -> Vec<Option<f64>> {
    let mut opponents: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); rated.len()];
    for PairingScore { players: [first, second], points: [won, lost] } in encounters {
        if rated[*first] && rated[*second] {
            opponents[*first].push((*second, *won, *lost));
            opponents[*second].push((*first, *lost, *won));
        }
    }
    let players: Vec<usize> = (0..rated.len()).filter(|player| rated[*player]).collect();
    for _ in 0..MAX_ITERATIONS {
        let change = players.iter().map(|player| update_strength(strengths, *player, &opponents[*player]));
        let largest = change.fold(0.0, f64::max);
        let mean = players.iter().map(|player| strengths[*player].ln()).sum::<f64>() / players.len() as f64;
        players.iter().for_each(|player| strengths[*player] /= mean.exp());
        if largest <= tolerance {
            break;
        }
    }
    // A strength is the odds of winning against a player of strength 1.
    let rating = |player: usize| elo(strengths[player] / (1.0 + strengths[player]));
    let anchor = anchor.filter(|(player, _)| rated.get(*player) == Some(&true));
    let (zero, wanted) = anchor.map_or((0.0, 0.0), |(player, wanted)| (rating(player), wanted));
    let rating = |player: usize| rated[player].then(|| rating(player) - zero + wanted);
    (0..rated.len()).map(rating).collect()
}

/// Returns the players that this player has taken points from, directly or through others, and the player
/// itself.
fn reachable_from(beats: &[Vec<usize>], player: usize) -> Vec<bool> {
    let mut reached = vec![false; beats.len()];
    let mut pending = vec![player];
    while let Some(next) = pending.pop() {
        if !std::mem::replace(&mut reached[next], true) {
            pending.extend(&beats[next]);
        }
    }
    reached
}

/// Moves the strength of a player towards the value its points suggest. Returns the fraction by which it
/// changed.
fn update_strength(strengths: &mut [f64], player: usize, opponents: &[(usize, f64, f64)]) -> f64 {
    let own = strengths[player];
    let (mut won, mut lost) = (0.0, 0.0);
    for (opponent, points, lost_points) in opponents {
        let other = strengths[*opponent];
        won += points * other / (own + other);
        lost += lost_points / (own + other);
    }
    let better = won / lost;
    strengths[player] = better;
    (better / own - 1.0).abs()
}

/// Returns a random number from the gamma distribution with this integer shape: the weight of results seen
/// `shape` times (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
fn gamma(shape: u64, rng: &mut GameRng) -> f64 {
    if shape == 0 {
        return 0.0;
    }
    let d = shape as f64 - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Returns a random number from the normal distribution (Box and Muller, 1958).
fn normal(rng: &mut GameRng) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos()
}

/// Returns a random number above 0 and at most 1.
fn uniform(rng: &mut GameRng) -> f64 {
    ((rng.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::super::statistics::Sample;
    use super::*;
    use crate::records::expected_score;

    fn ratings(players: usize, encounters: &[PairingScore]) -> Vec<Option<f64>> {
        let mut strengths = vec![1.0; players];
        super::ratings(&rated(players, encounters), encounters, TOLERANCE, &mut strengths, None)
    }

    /// Converts a table of wins, where `wins[a][b]` counts the wins of `a` against `b`, to encounters.
    fn table<const PLAYERS: usize>(wins: [[u32; PLAYERS]; PLAYERS]) -> Vec<PairingScore> {
        let pairs = (0..PLAYERS).flat_map(|first| (first + 1..PLAYERS).map(move |second| [first, second]));
        pairs
            .map(|players @ [one, two]| PairingScore {
                players,
                points: [wins[one][two].into(), wins[two][one].into()],
            })
            .collect()
    }

    /// Converts a rating to log-odds, the unit statisticians use.
    fn elo_to_log_odds(elo: f64) -> f64 {
        elo / 400.0 * std::f64::consts::LN_10
    }

    #[test]
    fn ratings_match_published_examples() {
        // https://en.wikipedia.org/wiki/Bradley-Terry_model, "Worked example of solution procedure".
        let teams = table([[0, 2, 0, 1], [3, 0, 5, 0], [0, 3, 0, 1], [4, 0, 3, 0]]);
        let wanted = [0.640, 1.043, 0.660, 2.270];
        for (rating, wanted) in ratings(4, &teams).into_iter().zip(wanted) {
            let strength = elo_to_log_odds(rating.unwrap()).exp();
            assert!((strength - wanted).abs() < 0.0005, "{strength} is not {wanted}");
        }
        // The American League of 1987 (Agresti, "Categorical Data Analysis", 2nd edition, section 10.6), as
        // fitted by Turner and Firth's BradleyTerry2 (https://github.com/hturner/BradleyTerry2,
        // tests/baseball.Rout.save): Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, relative to
        // Baltimore.
        let league = table([
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ]);
        let found = ratings(7, &league);
        let wanted = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (rating, wanted) in found.iter().zip(wanted) {
            let difference = elo_to_log_odds(rating.unwrap() - found[6].unwrap());
            assert!((difference - wanted).abs() < 0.0001, "{difference} is not {wanted}");
        }
        assert!(found.iter().flatten().sum::<f64>().abs() < 1e-6, "the mean is 0");
    }

    #[test]
    fn ratings_are_recovered_from_expected_scores() {
        // A ladder: each player plays only the next one.
        let strengths = [-700.0, -350.0, -20.0, 200.0, 870.0];
        let step = |first: usize| {
            let score = expected_score(strengths[first] - strengths[first + 1]);
            PairingScore { players: [first, first + 1], points: [1000.0 * score, 1000.0 * (1.0 - score)] }
        };
        let ladder: Vec<PairingScore> = (0..4).map(step).collect();
        for (rating, wanted) in ratings(5, &ladder).into_iter().zip(strengths) {
            assert!((rating.unwrap() - wanted).abs() < 0.001, "{rating:?} is not {wanted}");
        }
    }

    #[test]
    fn players_without_a_link_to_the_others_have_no_rating() {
        let only = |players: [usize; 2], points: [f64; 2]| PairingScore { players, points };
        // 2 has lost to everyone, 3 and 4 have only played each other, 5 has played nobody.
        let games = [
            only([0, 1], [2.0, 1.0]),
            only([0, 2], [3.0, 0.0]),
            only([1, 2], [3.0, 0.0]),
            only([3, 4], [1.0, 0.0]),
        ];
        let found = ratings(6, &games);
        assert_eq!(
            found.iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, true, false, false, false, false]
        );
        assert!((found[0].unwrap() - found[1].unwrap() - elo(2.0 / 3.0)).abs() < 1e-6);
        assert!(ratings(2, &games[3..3]).iter().all(Option::is_none) && ratings(0, &[]).is_empty());
    }

    #[test]
    fn intervals_agree_with_those_of_a_two_player_match() {
        let counts = [646, 357, 869];
        let wanted = Sample { counts }.elo().unwrap();
        let pairings = [RatedPairing { players: [0, 1], counts: counts.to_vec(), points: 1.0 }];
        let found = estimates(2, &pairings, Some((1, 100.0)), 5);
        let (first, second) = (found[0].unwrap(), found[1].unwrap());
        assert!((first.value - wanted.value - 100.0).abs() < 0.001 && second.value == 100.0);
        assert!((first.low - wanted.low - 100.0).abs() < 3.0, "{first:?}, {wanted:?}");
        assert!((first.high - wanted.high - 100.0).abs() < 3.0, "{first:?}, {wanted:?}");
        assert_eq!(estimates(2, &pairings, Some((1, 100.0)), 5), found, "the same seed");
        let mean = estimates(2, &pairings, None, 5);
        assert!((mean[0].unwrap().value + mean[1].unwrap().value).abs() < 1e-6);
    }

    #[test]
    fn results_that_are_always_even_leave_room() {
        let even = |players, counts: &[u64]| RatedPairing { players, counts: counts.to_vec(), points: 1.0 };
        for counts in [&[0, 3, 0][..], &[0, 0, 2, 0, 0]] {
            let found = estimates(3, &[even([0, 1], counts), even([1, 2], counts)], None, 5);
            for Estimate { value, low, high } in found.into_iter().flatten() {
                assert!(value.abs() < 1e-6 && low < -50.0 && high > 50.0, "{low} to {high}");
            }
        }
    }

    #[test]
    fn gamma_samples_have_the_right_mean_and_variance() {
        let mut rng = GameRng::from_seed(1);
        for shape in [1, 3, 40] {
            let seen: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = seen.iter().sum::<f64>() / seen.len() as f64;
            let variance = seen.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / seen.len() as f64;
            let wanted = shape as f64;
            assert!((mean / wanted - 1.0).abs() < 0.05 && (variance / wanted - 1.0).abs() < 0.1, "{shape}");
        }
        assert_eq!(gamma(0, &mut rng), 0.0);
    }
}
