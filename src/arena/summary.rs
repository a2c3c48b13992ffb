//! The summary of a match: a table for people or a JSON object for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::console::output::{CommandOutput, table};
use crate::words::counted;

use super::collector::MatchResults;
use super::plan::{MatchPlan, Schedule};
use super::ratings;
use super::sprt::{Hypothesis, Sprt};
use super::statistics::Estimate;
use super::tally::{Pairing, Standing, Tally};
use super::title::{labels, title};

/// The summary of a match. In JSON, infinite Elo differences are `null`.
#[derive(Serialize)]
pub struct MatchSummary<'a> {
    summary: SummaryFields<'a>,
}

#[derive(Serialize)]
struct SummaryFields<'a> {
    plan: &'a MatchPlan,
    games: u64,
    /// Whether the match ended early for a reason other than its test.
    broken_off: bool,
    bots: Vec<BotSummary<'a>>,
    pairings: Vec<PairingSummary<'a>>,
    /// The wins, draws and losses of the players who moved first.
    first_mover: [u64; 3],
    endings: &'a BTreeMap<&'static str, u64>,
    sprt: Option<SprtSummary>,
    /// The number of games that should have been played.
    #[serde(skip)]
    wanted: u64,
}

#[derive(Serialize)]
struct BotSummary<'a> {
    bot: &'a str,
    name: String,
    #[serde(flatten)]
    results: ResultsSummary,
    /// Value, lower end, upper end; only with more than two bots.
    rating: Option<[f64; 3]>,
    seconds_a_move: Option<f64>,
    nodes_a_move: Option<f64>,
    starts: u64,
    seconds_a_start: Option<f64>,
    late: u64,
    forfeits: u64,
    /// The reason of the first forfeit.
    #[serde(skip)]
    first_forfeit: Option<&'a str>,
}

#[derive(Serialize)]
struct PairingSummary<'a> {
    bots: [&'a str; 2],
    names: [String; 2],
    #[serde(flatten)]
    results: ResultsSummary,
}

#[derive(Serialize)]
struct ResultsSummary {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The number of pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
    /// Value, lower end, upper end.
    score: Option<[f64; 3]>,
    elo: Option<[f64; 3]>,
    normalized_elo: Option<[f64; 3]>,
    los: Option<f64>,
    plies: Option<f64>,
}

#[derive(Serialize)]
struct SprtSummary {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bounds: (f64, f64),
    accepted: Option<Hypothesis>,
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
        let summary = SummaryFields {
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
        };
        MatchSummary { summary }
    }
}

impl<'a> BotSummary<'a> {
    fn new(bot: &'a str, name: String, standing: &'a Standing, rating: Option<Estimate>) -> Self {
        BotSummary {
            bot,
            name,
            results: ResultsSummary::new(&standing.results),
            rating: rating.map(to_array),
            seconds_a_move: standing.seconds_per_move(),
            nodes_a_move: standing.nodes_per_move(),
            starts: standing.usage.starts,
            seconds_a_start: standing.seconds_per_start(),
            late: standing.time_losses,
            forfeits: standing.forfeits.0,
            first_forfeit: standing.forfeits.1.as_deref(),
        }
    }
}

impl ResultsSummary {
    fn new(pairing: &Pairing) -> Self {
        let [won, drawn, lost] = pairing.counts();
        ResultsSummary {
            games: pairing.games.size(),
            won,
            drawn,
            lost,
            pairs: pairing.pairs.counts,
            score: pairing.score().map(to_array),
            elo: pairing.elo().map(to_array),
            normalized_elo: pairing.normalized_elo().map(to_array),
            los: pairing.likelihood_of_superiority(),
            plies: pairing.plies(),
        }
    }

    /// Returns the columns from `games` to the interval of `Elo`.
    fn columns(&self) -> Vec<String> {
        let mut row = [self.games, self.won, self.drawn, self.lost].map(|count| count.to_string()).to_vec();
        row.extend(interval_columns(self.score, |score| format!("{score:.3}")));
        row.extend(interval_columns(self.elo, |elo| format!("{elo:+.1}")));
        row
    }
}

fn to_array(estimate: Estimate) -> [f64; 3] {
    [estimate.value, estimate.low, estimate.high]
}

impl SummaryFields<'_> {
    fn standings(&self) -> Vec<Vec<String>> {
        let has_ratings = self.bots.len() > 2;
        let rated = ["rating", "95 %", "plies", "ms/move", "nodes/move"];
        let mut rows = vec![heading("bot", if has_ratings { &rated } else { &rated[2..] })];
        for bot in &self.bots {
            let mut row = vec![bot.name.clone()];
            row.extend(bot.results.columns());
            if has_ratings {
                row.extend(interval_columns(bot.rating, |elo| format!("{elo:+.1}")));
            }
            row.push(format_number(bot.results.plies, 1));
            row.push(format_number(bot.seconds_a_move.map(|seconds| seconds * 1000.0), 3));
            row.push(format_number(bot.nodes_a_move, 0));
            rows.push(row);
        }
        rows
    }

    fn cross_table(&self) -> Vec<Vec<String>> {
        let mut rows = vec![heading("pairing", &["plies", "nElo", "95 %", "LOS"])];
        for PairingSummary { names: [first, second], results, .. } in &self.pairings {
            let mut row = vec![format!("{first} - {second}")];
            row.extend(results.columns());
            row.push(format_number(results.plies, 1));
            row.extend(interval_columns(results.normalized_elo, |elo| format!("{elo:+.1}")));
            row.push(format_number(results.los.map(|likelihood| likelihood * 100.0), 1));
            rows.push(row);
        }
        rows
    }

    /// Writes how much two bots differ, if there are exactly two.
    fn write_difference(&self, out: &mut dyn Write) -> io::Result<()> {
        let [PairingSummary { names: [first, second], results, .. }] = &self.pairings[..] else {
            return Ok(());
        };
        let Some(superiority) = results.los else { return Ok(()) };
        match results.normalized_elo {
            Some([value, low, high]) => {
                write!(out, "Normalised Elo {value:+.1} ({low:+.1} to {high:+.1}); the")?
            }
            None => write!(out, "The")?,
        }
        let percent = superiority * 100.0;
        writeln!(out, " likelihood that {first} is stronger than {second} is {percent:.1} %.")
    }

    fn write_endings(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts: Vec<_> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        match counts.is_empty() {
            true => writeln!(out, "No games were played."),
            false => writeln!(out, "Games ended by: {}.", counts.join(", ")),
        }
    }

    fn write_test(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(SprtSummary { test, llr, bounds: (lower, upper), accepted }) = &self.sprt else {
            return Ok(());
        };
        let accepted = accepted.map(|accepted| format!("{accepted:?} is accepted"));
        let accepted = accepted.as_deref().unwrap_or("not decided");
        let Sprt { elo0, elo1, .. } = test;
        writeln!(
            out,
            "SPRT of elo {elo0} (H0) against {elo1} (H1): LLR {llr:.2} ({lower:.2} to {upper:.2}), {accepted}."
        )
    }
}

impl CommandOutput for MatchSummary<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let summary = &self.summary;
        writeln!(out, "{}", title(summary.plan))?;
        if summary.broken_off {
            writeln!(out, "stopped after {} of {} games", summary.games, summary.wanted)?;
        }
        writeln!(out)?;
        write!(out, "{}", table(1, &summary.standings()))?;
        if summary.bots.len() > 2 {
            writeln!(out)?;
            write!(out, "{}", table(1, &summary.cross_table()))?;
        }
        writeln!(out)?;
        summary.write_difference(out)?;
        let [won, drawn, lost] = summary.first_mover;
        writeln!(out, "The side that moved first won {won}, drew {drawn} and lost {lost}.")?;
        summary.write_endings(out)?;
        for BotSummary { name, starts, seconds_a_start, late, forfeits, first_forfeit, .. } in &summary.bots {
            if let Some(seconds) = seconds_a_start {
                let times = if *starts == 1 { "once" } else { &format!("{starts} times") };
                writeln!(out, "{name} was started {times} ({:.1} ms per start).", seconds * 1000.0)?;
            }
            if *late > 0 {
                writeln!(out, "{name} lost {} on time.", counted(*late, "game"))?;
            }
            if let Some(reason) = first_forfeit {
                writeln!(out, "{name} forfeited {}. First reason: {reason}", counted(*forfeits, "game"))?;
            }
        }
        summary.write_test(out)
    }
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

fn heading(first: &str, last: &[&str]) -> Vec<String> {
    let middle = ["games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %"];
    [first].into_iter().chain(middle).chain(last.iter().copied()).map(ToOwned::to_owned).collect()
}

/// Formats a value and its interval as two columns.
fn interval_columns(estimate: Option<[f64; 3]>, show: fn(f64) -> String) -> [String; 2] {
    match estimate {
        Some([value, low, high]) => [show(value), format!("{} to {}", show(low), show(high))],
        None => ["-", "-"].map(ToOwned::to_owned),
    }
}

fn format_number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}
