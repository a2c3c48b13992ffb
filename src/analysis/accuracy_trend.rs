//! The accuracy of a human player from game to game, and the part of a game in which they make mistakes.

use serde::Serialize;

use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::games::ReplayError;
use crate::model::{Player, Record, StopSignal};

use super::review::{AssessmentLimits, Assessor, Knowledge, review};

/// The number of phases that a game is divided into. All have the same length.
const PHASES: usize = 3;

/// The player's rated turns in one phase of the game, and how many of them were mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct GamePhase {
    pub(crate) turns: u64,
    pub(crate) mistakes: u64,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewedGame {
    number: u64,
    date: Option<String>,
    /// The accuracy, 0 to 100; `None` if none of the player's turns is rated.
    pub(crate) accuracy: Option<f64>,
}

/// The accuracy of a human player in a series of games, oldest first.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyTrend {
    /// The number of positions searched per turn.
    pub(crate) nodes: u64,
    pub(crate) games: Vec<ReviewedGame>,
    /// The counts for each third of a game, over all games.
    pub(crate) parts: [GamePhase; PHASES],
    /// Whether the review of a game was stopped.
    pub(crate) broken_off: bool,
}

impl AccuracyTrend {
    /// Creates an empty trend. Games will be reviewed with `nodes` positions per turn.
    pub fn new(nodes: u64) -> Self {
        AccuracyTrend { nodes, games: Vec::new(), parts: Default::default(), broken_off: false }
    }

    /// Reviews a game in which a human played `side`, and adds the result. If `stop` is raised meanwhile,
    /// the game is not added, and the trend is broken off.
    ///
    /// # Errors
    /// The record breaks the rules of the game.
    pub fn add(
        &mut self,
        game: &AnyGame,
        (number, record): (u64, &Record),
        side: Player,
        stop: &StopSignal,
    ) -> Result<(), ReplayError> {
        let history = record.replay_in(game).map(Referee::into_history)?;
        let outcome = record.result.as_ref().map(|result| result.outcome);
        let limits =
            AssessmentLimits { nodes: self.nodes, proof: self.nodes / 10, ..AssessmentLimits::ADVICE };
        let knowledge = Knowledge::default();
        let assessor = Assessor::new(game, limits, stop, &knowledge);
        let review = review(game, &history, outcome, &assessor, &mut |_| {});
        if stop.is_raised() {
            self.broken_off = true;
            return Ok(());
        }
        for turn in review.turns.iter().filter(|turn| turn.player == side && turn.is_rated()) {
            let phase = &mut self.parts[(turn.number - 1) * PHASES / review.plies.max(1)];
            phase.turns += 1;
            phase.mistakes += u64::from(turn.is_mistake());
        }
        let accuracy = review.summary().players[side.index()].accuracy;
        self.games.push(ReviewedGame { number, date: record.date.map(|date| date.to_string()), accuracy });
        Ok(())
    }
}
