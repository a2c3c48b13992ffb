//! The summary of a match.

use std::collections::BTreeMap;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use super::plan::in_seconds;
use super::{
    Estimate, Hypothesis, MatchPlan, MatchResults, Pairing, Schedule, Sprt, Standing, Tally, labels, ratings,
};

/// The summary of a match. In JSON, infinite Elo differences are `null`.
#[derive(Serialize)]
pub struct MatchSummary<'a> {
    #[serde(serialize_with = "write_plan")]
    pub(crate) plan: &'a MatchPlan,
    pub(crate) games: u64,
    /// Whether the match ended early for a reason other than its test.
    pub(crate) broken_off: bool,
    pub(crate) bots: Vec<BotSummary<'a>>,
    pub(crate) pairings: Vec<PairingSummary<'a>>,
    /// The wins, draws and losses of player 1.
    pub(crate) first_mover: [u64; 3],
    pub(crate) endings: &'a BTreeMap<&'static str, u64>,
    pub(crate) sprt: Option<SprtSummary>,
    /// The number of games that should have been played.
    #[serde(skip)]
    pub(crate) wanted: u64,
}

fn write_plan<S: Serializer>(plan: &&MatchPlan, serializer: S) -> Result<S::Ok, S::Error> {
    in_seconds(serde_json::to_value(plan).map_err(S::Error::custom)?).serialize(serializer)
}

#[derive(Serialize)]
pub(crate) struct BotSummary<'a> {
    pub(crate) bot: &'a str,
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) results: ResultsSummary,
    /// Value, lower end, upper end; only with more than two bots.
    pub(crate) rating: Option<[f64; 3]>,
    pub(crate) seconds_a_move: Option<f64>,
    pub(crate) nodes_a_move: Option<f64>,
    pub(crate) starts: u64,
    pub(crate) seconds_a_start: Option<f64>,
    pub(crate) late: u64,
    pub(crate) forfeits: u64,
    /// The reason of the first forfeit.
    #[serde(skip)]
    pub(crate) first_forfeit: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct PairingSummary<'a> {
    pub(crate) bots: [&'a str; 2],
    pub(crate) names: [String; 2],
    #[serde(flatten)]
    pub(crate) results: ResultsSummary,
}

#[derive(Serialize)]
pub(crate) struct ResultsSummary {
    pub(crate) games: u64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// The number of pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub(crate) pairs: [u64; 5],
    /// Value, lower end, upper end.
    pub(crate) score: Option<[f64; 3]>,
    pub(crate) elo: Option<[f64; 3]>,
    pub(crate) normalized_elo: Option<[f64; 3]>,
    pub(crate) los: Option<f64>,
    pub(crate) turns: Option<f64>,
}

#[derive(Serialize)]
pub(crate) struct SprtSummary {
    #[serde(flatten)]
    pub(crate) test: Sprt,
    pub(crate) llr: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) accepted: Option<Hypothesis>,
}

impl<'a> MatchSummary<'a> {
    /// Creates the summary of a part of `wanted` games. With more than two bots, ratings are relative to
    /// `anchor`, the name of a bot and its rating. Without an anchor, or if no rated bot has this name, their
    /// mean is 0.
    pub fn new(
        plan: &'a MatchPlan,
        results: &'a MatchResults,
        wanted: u64,
        anchor: Option<&(String, f64)>,
    ) -> Self {
        let (schedule, labels, tally) = (Schedule::new(plan), labels(plan), &results.tally);
        let ratings = ratings(plan, &schedule, tally, anchor);
        let bots = plan.bots.iter().zip(&labels).zip(&tally.standings).zip(ratings);
        let pairings = schedule.pairings.iter().zip(&tally.pairings);
        let [lost, drawn, won] = tally.first_mover.counts;
        let sprt = results.test.map(|(test, llr)| SprtSummary {
            test,
            llr,
            bounds: test.bounds(),
            accepted: test.accepted(llr),
        });
        let is_decided = sprt.as_ref().is_some_and(|test| test.accepted.is_some());
        MatchSummary {
            plan,
            games: tally.games(),
            broken_off: tally.games() < wanted && !is_decided,
            bots: bots
                .map(|(((bot, name), standing), rating)| BotSummary::new(bot, name.clone(), standing, rating))
                .collect(),
            pairings: pairings
                .map(|(bots, pairing)| PairingSummary {
                    bots: bots.map(|bot| plan.bots[bot].as_str()),
                    names: bots.map(|bot| labels[bot].clone()),
                    results: ResultsSummary::new(pairing),
                })
                .collect(),
            first_mover: [won, drawn, lost],
            endings: &tally.endings,
            sprt,
            wanted,
        }
    }
}

impl<'a> BotSummary<'a> {
    fn new(bot: &'a str, name: String, standing: &'a Standing, rating: Option<Estimate>) -> Self {
        let usage = &standing.usage;
        BotSummary {
            bot,
            name,
            results: ResultsSummary::new(&standing.results),
            rating: rating.map(to_array),
            seconds_a_move: mean(usage.time.as_secs_f64(), usage.moves),
            nodes_a_move: mean(usage.nodes as f64, usage.counted_moves),
            starts: usage.starts,
            seconds_a_start: mean(usage.start_time.as_secs_f64(), usage.starts),
            late: standing.time_losses,
            forfeits: standing.forfeits.0,
            first_forfeit: standing.forfeits.1.as_deref(),
        }
    }
}

impl ResultsSummary {
    /// Estimates the difference from pairs if there are any, because the games of a pair depend on each other.
    fn new(pairing: &Pairing) -> Self {
        let Pairing { games, pairs, .. } = pairing;
        let [won, drawn, lost] = pairing.counts();
        ResultsSummary {
            games: games.size(),
            won,
            drawn,
            lost,
            pairs: pairs.counts,
            score: pairs.mean().or_else(|| games.mean()).map(to_array),
            elo: pairs.elo().or_else(|| games.elo()).map(to_array),
            normalized_elo: pairs.normalized_elo().or_else(|| games.normalized_elo()).map(to_array),
            los: pairs.likelihood_of_superiority().or_else(|| games.likelihood_of_superiority()),
            turns: mean(pairing.plies as f64, games.size()),
        }
    }
}

fn mean(total: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| total / count as f64)
}

fn to_array(estimate: Estimate) -> [f64; 3] {
    [estimate.value, estimate.low, estimate.high]
}

/// Computes the ratings of the bots, if there are more than two.
fn ratings(
    plan: &MatchPlan,
    schedule: &Schedule,
    tally: &Tally,
    anchor: Option<&(String, f64)>,
) -> Vec<Option<Estimate>> {
    if plan.bots.len() <= 2 {
        return vec![None; plan.bots.len()];
    }
    let anchor = anchor.and_then(|(name, rating)| Some((plan.find_bot(name)?, *rating)));
    let pairings = schedule.pairings.iter().zip(&tally.pairings);
    let pairings: Vec<_> = pairings.map(|(bots, pairing)| pairing.results(*bots)).collect();
    ratings::estimates(plan.bots.len(), &pairings, anchor, plan.seed)
}
