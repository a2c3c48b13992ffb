//! What is done with each finished game, in the order of their numbers: it is counted, recorded and reported, and may decide
//! the test.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use super::super::answer::write_json_line;
use super::game::{PlayedGame, Usage};
use super::parts::RecordFile;
use super::plan::{MatchPlan, Schedule};
use super::sprt::{Hypothesis, Sprt};
use super::tally::Tally;

/// Collects the games of a match, which come in one by one.
pub struct Collector<'a> {
    plan: &'a MatchPlan,
    schedule: Schedule,
    tally: Tally,
    test: Option<Sprt>,
    ratio: f64,
    record: Option<RecordFile>,
    lines: Option<&'a mut dyn Write>,
    progress: &'a mut dyn FnMut(&Tally),
    failure: Option<io::Error>,
}

/// A game as a line of JSON.
#[derive(Serialize)]
struct GameLine<'a> {
    /// From 1.
    game: u64,
    opening: u64,
    p1: &'a str,
    p2: &'a str,
    outcome: &'static str,
    reason: String,
    plies: u64,
    seconds: [Option<f64>; 2],
    nodes: [Option<u64>; 2],
}

impl<'a> Collector<'a> {
    /// A collector that only counts, and calls `progress` after every game.
    pub fn new(plan: &'a MatchPlan, progress: &'a mut dyn FnMut(&Tally)) -> Self {
        Collector {
            plan,
            schedule: Schedule::new(plan),
            tally: Tally::new(plan),
            test: None,
            ratio: 0.0,
            record: None,
            lines: None,
            progress,
            failure: None,
        }
    }

    /// Ends the match as soon as this test of its first pairing is decided.
    #[must_use]
    pub fn with_test(mut self, test: Option<Sprt>) -> Self {
        self.test = test;
        self
    }

    /// Writes the games into this file.
    #[must_use]
    pub fn with_record(mut self, record: Option<RecordFile>) -> Self {
        self.record = record;
        self
    }

    /// Writes a JSON object for each game, one a line.
    #[must_use]
    pub fn with_lines(mut self, lines: Option<&'a mut dyn Write>) -> Self {
        self.lines = lines;
        self
    }

    /// Adds a game. Breaks if no more games are wanted.
    pub fn add(&mut self, played: &PlayedGame) -> ControlFlow<()> {
        self.tally.add(played);
        (self.progress)(&self.tally);
        if let Err(error) = self.write(played) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        match self.accepted() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Counts what a bot has used in games whose own usage is unknown.
    pub fn add_usage(&mut self, bot: usize, usage: &Usage) {
        self.tally.add_usage(bot, usage);
    }

    fn write(&mut self, played: &PlayedGame) -> io::Result<()> {
        if let (Some(record), Some(text)) = (&mut self.record, &played.text) {
            record.write_game(text, played.usage.iter().map(|usage| usage.time).sum())?;
        }
        let Some(out) = &mut self.lines else { return Ok(()) };
        let fixture = self.schedule.fixture(played.number);
        let line = GameLine {
            game: played.number + 1,
            opening: fixture.opening + 1,
            p1: &self.plan.bots[fixture.seats[0]],
            p2: &self.plan.bots[fixture.seats[1]],
            outcome: played.result.outcome.tag(),
            reason: played.result.reason.to_string(),
            plies: played.plies,
            seconds: played.usage.map(|usage| (usage.moves > 0).then_some(usage.time.as_secs_f64())),
            nodes: played.usage.map(|usage| (usage.counted > 0).then_some(usage.nodes)),
        };
        write_json_line(&line, *out)
    }

    /// The hypothesis that the test accepts by now, if any.
    fn accepted(&mut self) -> Option<Hypothesis> {
        let test = self.test?;
        let pairing = self.tally.pairings.first()?;
        self.ratio = if self.plan.swap { test.ratio(&pairing.pairs) } else { test.ratio(&pairing.games) };
        Sprt::accepted(self.ratio)
    }

    /// Completes the record, and gives the results.
    ///
    /// # Errors
    /// The record or a line could not be written, now or before.
    pub fn finish(mut self) -> io::Result<MatchResults> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        if let Some(record) = self.record.take() {
            record.finish(&self.tally)?;
        }
        Ok(MatchResults { tally: self.tally, test: self.test.map(|test| (test, self.ratio)) })
    }
}

/// The results of a match.
pub struct MatchResults {
    /// The counts.
    pub tally: Tally,
    /// The test, if there was one, with its log-likelihood ratio.
    pub test: Option<(Sprt, f64)>,
}
