//! What is done with each game when it is its turn: it is counted, recorded, told, and may decide the test.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use super::game::{Effort, Played};
use super::parts::RecordFile;
use super::plan::{Plan, Schedule};
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;

/// The desk of a match, at which its games come in one by one.
pub struct Desk<'a> {
    plan: &'a Plan,
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

impl<'a> Desk<'a> {
    /// A desk that counts, and tells `progress` after every game.
    pub fn new(plan: &'a Plan, progress: &'a mut dyn FnMut(&Tally)) -> Self {
        Desk {
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

    /// Ends the match once this test is decided about its first pairing.
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

    /// Writes an object of JSON a game.
    #[must_use]
    pub fn with_lines(mut self, lines: Option<&'a mut dyn Write>) -> Self {
        self.lines = lines;
        self
    }

    /// Takes a game in. Breaks if no more games are wanted.
    pub fn take_in(&mut self, played: &Played) -> ControlFlow<()> {
        self.tally.add(played);
        (self.progress)(&self.tally);
        if let Err(error) = self.write(played) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        match self.decided() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Counts what a bot has spent in another part of the match.
    pub fn add_effort(&mut self, bot: usize, effort: &Effort) {
        self.tally.add_effort(bot, effort);
    }

    fn write(&mut self, played: &Played) -> io::Result<()> {
        if let (Some(record), Some(text)) = (&mut self.record, &played.text) {
            record.write_game(text, played.effort.iter().map(|effort| effort.time).sum())?;
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
            seconds: played.effort.map(|effort| (effort.moves > 0).then_some(effort.time.as_secs_f64())),
            nodes: played.effort.map(|effort| (effort.counted > 0).then_some(effort.nodes)),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)
    }

    /// What the test says now.
    fn decided(&mut self) -> Option<Verdict> {
        let test = self.test?;
        let pairing = self.tally.pairings.first()?;
        self.ratio = if self.plan.swap { test.ratio(&pairing.pairs) } else { test.ratio(&pairing.games) };
        Sprt::verdict(self.ratio)
    }

    /// Closes the record.
    ///
    /// # Errors
    /// Something could not be written, now or before.
    pub fn finish(mut self) -> io::Result<Results> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        if let Some(record) = self.record.take() {
            record.finish(&self.tally)?;
        }
        Ok(Results { tally: self.tally, test: self.test.map(|test| (test, self.ratio)) })
    }
}

/// What a match has come to.
pub struct Results {
    /// The results.
    pub tally: Tally,
    /// The test, if there was one, with its log-likelihood ratio.
    pub test: Option<(Sprt, f64)>,
}
