//! The summary of a match: a table for people, a JSON object for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::console::answer::{Answer, table};

use super::collector::MatchResults;
use super::plan::{MatchPlan, Schedule};
use super::ratings::{self, Anchor};
use super::sprt::{Hypothesis, Sprt};
use super::statistics::Estimate;
use super::tally::{Pairing, Standing, Tally};
use super::title::{labels, title};

/// The summary of a match.
pub struct Summary<'a> {
    plan: &'a MatchPlan,
    schedule: Schedule,
    labels: Vec<String>,
    tally: &'a Tally,
    test: Option<(Sprt, f64)>,
    /// How many games were to be played.
    wanted: u64,
    /// The ratings of the bots, where there are more than two.
    ratings: Vec<Option<Estimate>>,
}

impl<'a> Summary<'a> {
    /// The summary of a part of `wanted` games. Of more than two bots, the one that tables call so, or has this name itself, has the rating
    /// beside it; without one, or if there is none, their mean is 0.
    pub fn new(
        plan: &'a MatchPlan,
        results: &'a MatchResults,
        wanted: u64,
        anchor: Option<&(String, f64)>,
    ) -> Self {
        let schedule = Schedule::new(plan);
        Summary {
            plan,
            ratings: ratings(plan, &schedule, &results.tally, anchor),
            schedule,
            labels: labels(plan),
            tally: &results.tally,
            test: results.test,
            wanted,
        }
    }

    /// Whether the match ended early, and not by its test.
    fn is_broken_off(&self) -> bool {
        self.tally.games() < self.wanted && self.accepted().is_none()
    }

    fn accepted(&self) -> Option<Hypothesis> {
        self.test.and_then(|(test, ratio)| test.accepted(ratio))
    }

    fn write_test(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((test, ratio)) = self.test else { return Ok(()) };
        let (lower, upper) = test.bounds();
        let accepted = match test.accepted(ratio) {
            Some(accepted) => format!("{} is accepted", accepted.name()),
            None => "not decided".to_owned(),
        };
        let Sprt { elo0, elo1, .. } = test;
        writeln!(
            out,
            "SPRT of elo {elo0} (H0) against {elo1} (H1): LLR {ratio:.2} of {lower:.2} to {upper:.2}, {accepted}."
        )
    }

    fn has_ratings(&self) -> bool {
        self.plan.bots.len() > 2
    }

    fn named(&self) -> impl Iterator<Item = (&str, Standing)> {
        let bots = self.labels.iter().enumerate();
        bots.map(|(index, label)| (label.as_str(), self.tally.standing(index)))
    }

    /// The results of each two bots, who are named.
    fn pairings(&self) -> impl Iterator<Item = ([&str; 2], &Pairing)> {
        let pairings = self.schedule.pairings.iter().zip(&self.tally.pairings);
        pairings.map(|(bots, pairing)| (bots.map(|bot| self.labels[bot].as_str()), pairing))
    }

    /// How much two bots differ, where there are no more.
    fn write_difference(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(([first, second], pairing)) = self.pairings().next().filter(|_| self.plan.bots.len() == 2)
        else {
            return Ok(());
        };
        let Some(superiority) = pairing.superiority() else { return Ok(()) };
        if let Some(Estimate { value, low, high }) = pairing.normalized_elo() {
            write!(out, "Normalised Elo {value:+.1} ({low:+.1} to {high:+.1}); ")?;
        }
        let percent = superiority * 100.0;
        writeln!(out, "{first} is stronger than {second} with likelihood {percent:.1} %.")
    }

    fn endings(&self) -> String {
        let counts = self.tally.endings().iter().map(|(reason, count)| format!("{reason} {count}"));
        let counts: Vec<String> = counts.collect();
        if counts.is_empty() { "none was played".to_owned() } else { counts.join(", ") }
    }

    fn standings(&self) -> Vec<Vec<String>> {
        let rated = ["rating", "95 %", "plies", "ms/move", "nodes/move"];
        let mut rows = vec![heading("bot", if self.has_ratings() { &rated } else { &rated[2..] })];
        for ((name, standing), rating) in self.named().zip(&self.ratings) {
            let mut row = vec![name.to_owned()];
            row.extend(results(&standing.results));
            if self.has_ratings() {
                row.extend(interval(*rating, |elo| format!("{elo:+.1}")));
            }
            row.push(number(standing.results.plies(), 1));
            row.push(number(standing.seconds_a_move().map(|seconds| seconds * 1000.0), 3));
            row.push(number(standing.nodes_a_move(), 0));
            rows.push(row);
        }
        rows
    }

    fn cross_table(&self) -> Vec<Vec<String>> {
        let mut rows = vec![heading("pairing", &["plies", "nElo", "95 %", "LOS"])];
        for ([first, second], pairing) in self.pairings() {
            let mut row = vec![format!("{first} - {second}")];
            row.extend(results(pairing));
            row.push(number(pairing.plies(), 1));
            row.extend(interval(pairing.normalized_elo(), |elo| format!("{elo:+.1}")));
            row.push(number(pairing.superiority().map(|likelihood| likelihood * 100.0), 1));
            rows.push(row);
        }
        rows
    }
}

impl Answer for Summary<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", title(self.plan))?;
        if self.is_broken_off() {
            writeln!(out, "broken off after {} of {} games", self.tally.games(), self.wanted)?;
        }
        writeln!(out)?;
        write!(out, "{}", table(1, &self.standings()))?;
        if self.plan.bots.len() > 2 {
            writeln!(out)?;
            write!(out, "{}", table(1, &self.cross_table()))?;
        }
        writeln!(out)?;
        self.write_difference(out)?;
        let [lost, drawn, won] = self.tally.first_mover.counts;
        writeln!(out, "Who moved first won {won}, drew {drawn}, lost {lost}.")?;
        writeln!(out, "Games ended by: {}.", self.endings())?;
        for (name, standing) in self.named() {
            if let Some((starts, seconds)) = standing.starts() {
                let times = if starts == 1 { "once" } else { &format!("{starts} times") };
                writeln!(out, "{name} was started {times}, in {:.1} ms.", seconds * 1000.0)?;
            }
            if standing.late > 0 {
                writeln!(out, "{name} lost {} on time.", standing.late)?;
            }
            if let (count, Some(reason)) = standing.forfeits {
                writeln!(out, "{name} forfeited {count}, the first: {reason}")?;
            }
        }
        self.write_test(out)
    }
}

/// The object of the summary. Elo differences that are infinite are `null`.
impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bots = self.named().zip(&self.plan.bots).zip(&self.ratings);
        let bots = bots.map(|(((name, standing), bot), rating)| BotSummary {
            bot,
            name,
            results: ResultsSummary::new(&standing.results),
            rating: rating.map(three),
            seconds_a_move: standing.seconds_a_move(),
            nodes_a_move: standing.nodes_a_move(),
            starts: standing.usage.starts,
            seconds_a_start: standing.starts().map(|(_, seconds)| seconds),
            late: standing.late,
            forfeits: standing.forfeits.0,
        });
        let seats = self.schedule.pairings.iter().map(|bots| bots.map(|bot| self.plan.bots[bot].as_str()));
        let pairings = self.pairings().zip(seats).map(|((names, pairing), bots)| PairingSummary {
            bots,
            names,
            results: ResultsSummary::new(pairing),
        });
        let [lost, drawn, won] = self.tally.first_mover.counts;
        let summary = SummaryFields {
            plan: self.plan,
            games: self.tally.games(),
            broken_off: self.is_broken_off(),
            bots: bots.collect(),
            pairings: pairings.collect(),
            first_mover: [won, drawn, lost],
            endings: self.tally.endings(),
            sprt: self.test.map(|(test, llr)| TestSummary {
                elo0: test.elo0,
                elo1: test.elo1,
                llr,
                alpha: test.alpha,
                beta: test.beta,
                bounds: test.bounds().into(),
                accepted: test.accepted(llr).map(Hypothesis::name),
            }),
        };
        SummaryLine { summary }.serialize(serializer)
    }
}

/// The ratings of the bots, if there are more than two.
fn ratings(
    plan: &MatchPlan,
    schedule: &Schedule,
    tally: &Tally,
    anchor: Option<&(String, f64)>,
) -> Vec<Option<Estimate>> {
    if plan.bots.len() <= 2 {
        return vec![None; plan.bots.len()];
    }
    let anchored = anchor.and_then(|(name, rating)| Some(Anchor::Player(plan.bot_called(name)?, *rating)));
    let pairings = schedule.pairings.iter().zip(&tally.pairings);
    let pairings: Vec<_> = pairings.map(|(bots, pairing)| pairing.results(*bots)).collect();
    ratings::estimates(plan.bots.len(), &pairings, anchored.unwrap_or_default(), plan.seed)
}

fn heading(first: &str, last: &[&str]) -> Vec<String> {
    let middle = ["games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %"];
    [first].into_iter().chain(middle).chain(last.iter().copied()).map(ToOwned::to_owned).collect()
}

/// The columns from `games` on.
fn results(pairing: &Pairing) -> Vec<String> {
    let mut row: Vec<String> =
        [pairing.games.size()].iter().chain(&pairing.counts()).map(u64::to_string).collect();
    row.extend(interval(pairing.score(), |score| format!("{score:.3}")));
    row.extend(interval(pairing.elo(), |elo| format!("{elo:+.1}")));
    row
}

/// A value and its interval, as two columns.
fn interval(estimate: Option<Estimate>, show: fn(f64) -> String) -> [String; 2] {
    match estimate {
        Some(Estimate { value, low, high }) => [show(value), format!("{} to {}", show(low), show(high))],
        None => ["-", "-"].map(ToOwned::to_owned),
    }
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    summary: SummaryFields<'a>,
}

#[derive(Serialize)]
struct SummaryFields<'a> {
    plan: &'a MatchPlan,
    games: u64,
    broken_off: bool,
    bots: Vec<BotSummary<'a>>,
    pairings: Vec<PairingSummary<'a>>,
    /// Wins, draws, losses.
    first_mover: [u64; 3],
    endings: &'a BTreeMap<&'static str, u64>,
    sprt: Option<TestSummary>,
}

#[derive(Serialize)]
struct BotSummary<'a> {
    bot: &'a str,
    name: &'a str,
    #[serde(flatten)]
    results: ResultsSummary,
    /// Value, lower end, upper end.
    rating: Option<[f64; 3]>,
    seconds_a_move: Option<f64>,
    nodes_a_move: Option<f64>,
    starts: u64,
    seconds_a_start: Option<f64>,
    late: u64,
    forfeits: u64,
}

#[derive(Serialize)]
struct PairingSummary<'a> {
    bots: [&'a str; 2],
    names: [&'a str; 2],
    #[serde(flatten)]
    results: ResultsSummary,
}

#[derive(Serialize)]
struct ResultsSummary {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// How many pairs of games were lost with 0 points, with a half, and so on to 2.
    pairs: [u64; 5],
    /// Value, lower end, upper end.
    score: Option<[f64; 3]>,
    elo: Option<[f64; 3]>,
    normalized_elo: Option<[f64; 3]>,
    los: Option<f64>,
    plies: Option<f64>,
}

fn three(estimate: Estimate) -> [f64; 3] {
    [estimate.value, estimate.low, estimate.high]
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
            score: pairing.score().map(three),
            elo: pairing.elo().map(three),
            normalized_elo: pairing.normalized_elo().map(three),
            los: pairing.superiority(),
            plies: pairing.plies(),
        }
    }
}

#[derive(Serialize)]
struct TestSummary {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    bounds: [f64; 2],
    accepted: Option<&'static str>,
}
