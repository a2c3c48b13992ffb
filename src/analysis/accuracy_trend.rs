//! The accuracy of a human player from game to game, and the part of a game in which they make mistakes.

use std::io::{self, Write};

use serde::Serialize;

use crate::console::Style;
use crate::console::output::CommandOutput;
use crate::games::AnyGame;
use crate::model::{Player, Record, StopSignal};
use crate::records::stats::Stats;
use crate::records::{self, VerifyError};

use super::practice::PracticeSummary;
use super::review::{AssessmentLimits, Assessor, Knowledge, plot, review};

/// The number of phases that a game is divided into. All have the same length.
const PHASES: usize = 3;

/// The player's rated turns in one phase of the game, and how many of them were mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct GamePhase {
    turns: u64,
    mistakes: u64,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
struct ReviewedGame {
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// The accuracy, 0 to 100; `None` if none of the player's turns is rated.
    accuracy: Option<f64>,
}

/// The accuracy of a human player in a series of games, oldest first.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyTrend {
    /// The number of positions searched per turn.
    nodes: u64,
    games: Vec<ReviewedGame>,
    /// The counts for each third of a game, over all games.
    parts: [GamePhase; PHASES],
    #[serde(skip)]
    style: Style,
}

/// The statistics of a player's games, with the accuracy trend if it was requested, and with their practice deck.
#[derive(Debug, Serialize)]
pub struct StatsOutput {
    /// The results of the games.
    #[serde(flatten)]
    pub stats: Stats,
    /// The accuracy trend, if requested.
    #[serde(rename = "form", skip_serializing_if = "Option::is_none")]
    pub accuracy_trend: Option<AccuracyTrend>,
    /// The numbers of the practice deck, unless it has no cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practice: Option<PracticeSummary>,
}

impl CommandOutput for StatsOutput {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.stats.write_text(out)?;
        if let Some(accuracy_trend) = self.accuracy_trend.as_ref().filter(|_| !self.stats.is_empty()) {
            writeln!(out)?;
            accuracy_trend.write_text(out)?;
        }
        if let Some(practice) = &self.practice {
            writeln!(out)?;
            practice.write_text(out)?;
        }
        Ok(())
    }
}

impl AccuracyTrend {
    /// Creates an empty trend. Games will be reviewed with `nodes` positions per turn; the graph uses
    /// `style`.
    pub fn new(nodes: u64, style: Style) -> Self {
        AccuracyTrend { nodes, games: Vec::new(), parts: Default::default(), style }
    }

    /// Reviews a game in which a human played `side`, and adds the result. If `stop` is raised meanwhile,
    /// nothing is added.
    ///
    /// # Errors
    /// The record breaks the rules of the game.
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
            AssessmentLimits { nodes: self.nodes, proof: self.nodes / 10, ..AssessmentLimits::ADVICE };
        let knowledge = Knowledge::default();
        let assessor = Assessor::new(game, limits, stop, &knowledge);
        let review = review(game, &history, outcome, &assessor, &mut |_| {});
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

    /// Writes a graph of the accuracy, and the number of mistakes in each phase.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let accuracies: Vec<f64> = self.games.iter().filter_map(|game| game.accuracy).collect();
        if accuracies.is_empty() {
            return writeln!(out, "No turn in these games can be rated.");
        }
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        let nodes = self.nodes;
        writeln!(
            out,
            "Accuracy from the oldest game to the latest, {mean:.0} % on average ({nodes} positions a turn):"
        )?;
        if self.style.is_in_sentences() {
            let each: Vec<String> = accuracies.iter().map(|accuracy| format!("{accuracy:.0} %")).collect();
            writeln!(out, "{}.", each.join(", "))?;
        } else {
            let heights: Vec<f64> = accuracies.iter().map(|accuracy| accuracy / 100.0).collect();
            write!(out, "{}", plot(&heights, ["100", "", "50", "", "0"], &self.style))?;
        }
        let [first, second, last] = self.parts.map(|phase| format!("{} of {}", phase.mistakes, phase.turns));
        writeln!(
            out,
            "Mistakes: {first} turns in the first third of a game, {second} in the second, {last} in the last."
        )
    }
}
