//! How well a person has played from game to game, and in which part of a game he errs.

use std::io::{self, Write};

use serde::Serialize;

use crate::console::Style;
use crate::console::output::CommandOutput;
use crate::games::AnyGame;
use crate::model::{Player, Record, StopSignal};
use crate::records::stats::Stats;
use crate::records::{self, VerifyError};

use super::review::{AssessmentLimits, plot, review};

/// The parts of a game, of equal length.
const PHASES: usize = 3;

/// The turns of a person that say something, and how many of them were mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct GamePhase {
    turns: u64,
    mistakes: u64,
}

/// A game that has been reviewed.
#[derive(Clone, Debug, Serialize)]
struct ReviewedGame {
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// 0 to 100; `None` if none of the person's turns says anything.
    accuracy: Option<f64>,
}

/// What reviews of a person's games say, the oldest first.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyTrend {
    /// The positions looked at for a turn.
    nodes: u64,
    games: Vec<ReviewedGame>,
    /// Each third of all games.
    parts: [GamePhase; PHASES],
    #[serde(skip)]
    style: Style,
}

/// How a person's games went, and what reviews of them say if they were asked for.
#[derive(Debug, Serialize)]
pub struct StatsOutput {
    /// How they went.
    #[serde(flatten)]
    pub stats: Stats,
    /// What reviews say.
    #[serde(rename = "form", skip_serializing_if = "Option::is_none")]
    pub accuracy_trend: Option<AccuracyTrend>,
}

impl CommandOutput for StatsOutput {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.stats.write_text(out)?;
        let Some(accuracy_trend) = self.accuracy_trend.as_ref().filter(|_| !self.stats.is_empty()) else {
            return Ok(());
        };
        writeln!(out)?;
        accuracy_trend.write_text(out)
    }
}

impl AccuracyTrend {
    /// Nothing yet; games will be reviewed with `nodes` positions a turn, and drawn as `style` wants it.
    pub fn new(nodes: u64, style: Style) -> Self {
        AccuracyTrend { nodes, games: Vec::new(), parts: Default::default(), style }
    }

    /// Reviews the game of this number, in which a person played on `side`. Once `stop` is raised it counts nothing.
    ///
    /// # Errors
    /// It is no game by the rules.
    pub fn add(
        &mut self,
        game: &AnyGame,
        (number, record): (u64, &Record),
        side: Player,
        stop: &StopSignal,
    ) -> Result<(), VerifyError> {
        let history = records::history(game, record)?;
        let outcome = record.result.as_ref().map(|result| result.outcome);
        let limits =
            AssessmentLimits { nodes: self.nodes, proof: self.nodes / 5, ..AssessmentLimits::ADVICE };
        let review = review(game, &history, outcome, limits, stop, &mut |_| {});
        if stop.is_raised() {
            return Ok(());
        }
        for turn in review.turns.iter().filter(|turn| turn.player == side && turn.is_rated()) {
            let phase = &mut self.parts[(turn.number - 1) * PHASES / review.plies.max(1)];
            phase.turns += 1;
            phase.mistakes += u64::from(turn.is_mistake());
        }
        let accuracy = review.summary().players[side.index()].accuracy;
        self.games.push(ReviewedGame { number, date: record.date.clone(), accuracy });
        Ok(())
    }

    /// A graph of the accuracy, and how many turns of each part were mistakes.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let accuracies: Vec<f64> = self.games.iter().filter_map(|game| game.accuracy).collect();
        if accuracies.is_empty() {
            return writeln!(out, "No turn of these games says how well it was chosen.");
        }
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        let nodes = self.nodes;
        writeln!(
            out,
            "Accuracy from the oldest game to the latest, {mean:.0} % on average ({nodes} positions a turn):"
        )?;
        let heights: Vec<f64> = accuracies.iter().map(|accuracy| accuracy / 100.0).collect();
        write!(out, "{}", plot(&heights, ["100", "", "50", "", "0"], &self.style))?;
        let [first, second, last] = self.parts.map(|phase| format!("{} of {}", phase.mistakes, phase.turns));
        writeln!(
            out,
            "Mistakes: {first} turns in the first third of a game, {second} in the second, {last} in the last."
        )
    }
}
