//! Handling of finished games, in the order of their numbers: they are counted, recorded and reported, and
//! can decide the test.

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use super::{Hypothesis, MatchPlan, PlayedGame, RecordFile, Sprt, Tally, labels};
use crate::lines::write_json_line;
use crate::store::FileError;

/// Collects the games of a match as they finish.
pub struct Collector<'a> {
    plan: &'a MatchPlan,
    /// The names of the bots.
    labels: Vec<String>,
    tally: Tally,
    test: Option<Sprt>,
    ratio: f64,
    /// The file to which all further games are written, if any.
    pub record: Option<RecordFile<'a>>,
    lines: Option<&'a mut (dyn Write + Send)>,
    progress: &'a mut (dyn FnMut(&Tally) + Send),
    /// The error that stopped writing to `lines`.
    failure: Option<io::Error>,
    /// The error that stopped writing to `record`.
    record_error: Option<FileError>,
}

/// A game as a JSON line.
#[derive(Serialize)]
struct GameLine<'a> {
    /// The number of the game, from 1.
    number: u64,
    opening: u64,
    p1: &'a str,
    p2: &'a str,
    names: [&'a str; 2],
    outcome: &'static str,
    reason: String,
    turns: u64,
    seconds: [Option<f64>; 2],
    nodes: [Option<u64>; 2],
}

impl<'a> Collector<'a> {
    /// Creates a collector that calls `progress` after every new game and writes every game to `lines` as a
    /// JSON object on its own line. It ends the match as soon as the `test` of the first pairing is decided.
    pub fn new(
        plan: &'a MatchPlan,
        test: Option<Sprt>,
        lines: Option<&'a mut (dyn Write + Send)>,
        progress: &'a mut (dyn FnMut(&Tally) + Send),
    ) -> Self {
        Collector {
            plan,
            labels: labels(plan),
            tally: Tally::new(plan),
            test,
            ratio: 0.0,
            record: None,
            lines,
            progress,
            failure: None,
            record_error: None,
        }
    }

    /// Adds a game of an earlier run, without recording it again or reporting progress.
    pub fn add_previous(&mut self, played: &PlayedGame) {
        self.tally.add(played);
        self.write_line(played);
    }

    /// Adds a new game. Breaks if no more games are needed.
    pub fn add(&mut self, played: &PlayedGame) -> ControlFlow<()> {
        self.add_previous(played);
        (self.progress)(&self.tally);
        if let Some(Err(error)) = self.record.as_mut().map(|record| record.write_game(played)) {
            self.record_error = Some(error);
            self.record = None;
        }
        if self.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Updates the log-likelihood ratio. Returns whether no more games are needed: the test is decided, or output has
    /// failed.
    pub fn is_done(&mut self) -> bool {
        self.accepted_hypothesis().is_some() || self.failure.is_some() || self.record_error.is_some()
    }

    fn write_line(&mut self, played: &PlayedGame) {
        let Some(out) = self.lines.as_mut().filter(|_| self.failure.is_none()) else { return };
        let fixture = self.tally.schedule.fixture(played.number);
        let line = GameLine {
            number: played.number + 1,
            opening: fixture.opening + 1,
            p1: &self.plan.bots[fixture.seats[0]],
            p2: &self.plan.bots[fixture.seats[1]],
            names: fixture.seats.map(|bot| self.labels[bot].as_str()),
            outcome: played.result.outcome.tag(),
            reason: played.result.reason.to_string(),
            turns: played.plies,
            seconds: played.usage.map(|usage| (usage.moves > 0).then_some(usage.time.as_secs_f64())),
            nodes: played.usage.map(|usage| (usage.counted_moves > 0).then_some(usage.nodes)),
        };
        let written = write_json_line(&line, *out);
        let flushed = if played.is_slow() { written.and_then(|()| out.flush()) } else { written };
        self.failure = flushed.err();
    }

    /// Updates the log-likelihood ratio and returns the hypothesis the test accepts, if any.
    fn accepted_hypothesis(&mut self) -> Option<Hypothesis> {
        let test = self.test?;
        let pairing = self.tally.pairings.first()?;
        self.ratio = match self.plan.swap {
            true => pairing.pairs.log_likelihood_ratio(test.elo0, test.elo1),
            false => pairing.games.log_likelihood_ratio(test.elo0, test.elo1),
        };
        test.accepted(self.ratio)
    }

    /// Completes the record file and returns the results.
    ///
    /// # Errors
    /// A JSON line could not be written.
    pub fn finish(mut self) -> io::Result<MatchResults> {
        if let Some(record) = self.record {
            self.record_error = record.finish().err();
        }
        match self.failure {
            Some(error) => Err(error),
            None => Ok(MatchResults {
                tally: self.tally,
                test: self.test.map(|test| (test, self.ratio)),
                record_error: self.record_error,
            }),
        }
    }
}

/// The results of a match.
pub struct MatchResults {
    /// The counts.
    pub tally: Tally,
    /// The test, if there was one, with its log-likelihood ratio.
    pub test: Option<(Sprt, f64)>,
    /// The error that left the record file incomplete. No game was recorded after it.
    pub record_error: Option<FileError>,
}
