//! A review as JSON: an object for each turn, and one for the game. See `docs/json.md`.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::{MARKS, Mark, PlayerSummary, Review, ReviewedTurn, plain};
use crate::analysis::reasons::ReasonText;
use crate::model::{Outcome, Player};
use crate::words::value::{ValueObject, rounded};

/// A turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnObject {
    turn: usize,
    player: &'static str,
    #[serde(rename = "move")]
    canonical: String,
    typed: String,
    mark: Option<String>,
    exact: bool,
    forced: bool,
    before: ValueObject,
    after: ValueObject,
    /// The best move, if it is better than the one played.
    best: Option<String>,
    /// The line of that move; empty without one.
    line: Vec<String>,
    /// The best line after the move that was played.
    answer: Vec<String>,
    /// Why the turn is a mistake.
    reasons: Vec<ReasonText>,
    /// The winning chance that the turn gave away.
    loss: f64,
}

/// The game as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct GameObject {
    game: String,
    outcome: Option<&'static str>,
    turns: usize,
    reviewed: usize,
    exact: usize,
    first_lost: Option<usize>,
    decisive: Option<usize>,
    only_moves: Vec<usize>,
    p1: PlayerObject,
    p2: PlayerObject,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerObject {
    marks: Map<String, Json>,
    turns: usize,
    accuracy: Option<f64>,
    loss: Option<f64>,
}

/// Converts `review` to the objects of its turns and of the game. `game` is the full name of the game.
pub fn objects(game: &str, review: &Review) -> (Vec<TurnObject>, GameObject) {
    let summary = review.summary();
    let [p1, p2] = summary.players.map(player);
    let whole = GameObject {
        game: game.to_owned(),
        outcome: review.outcome.map(Outcome::tag),
        turns: review.plies,
        reviewed: review.turns.len(),
        exact: summary.exact,
        first_lost: summary.first_lost,
        decisive: summary.decisive,
        only_moves: summary.only_move_run,
        p1,
        p2,
    };
    (review.turns.iter().map(TurnObject::of).collect(), whole)
}

impl TurnObject {
    /// Converts a turn.
    pub fn of(turn: &ReviewedTurn) -> TurnObject {
        TurnObject {
            turn: turn.number,
            player: Player::tag(turn.player),
            canonical: turn.played.canonical.concat(),
            typed: plain(&turn.played.joined()),
            mark: turn.mark().as_ref().map(Mark::to_string),
            exact: turn.is_exact(),
            forced: turn.is_forced,
            before: turn.before.into(),
            after: turn.after.into(),
            best: turn.better.canonical.first().cloned(),
            line: turn.better.canonical.clone(),
            answer: turn.answer.canonical.clone(),
            reasons: plain_reasons(&turn.reasons),
            loss: rounded(turn.loss(), 1000.0),
        }
    }
}

fn plain_reasons(reasons: &[ReasonText]) -> Vec<ReasonText> {
    reasons.iter().map(|reason| ReasonText { text: plain(&reason.text), ..reason.clone() }).collect()
}

fn player(summary: PlayerSummary) -> PlayerObject {
    let counts = MARKS.iter().zip(summary.marks);
    PlayerObject {
        marks: counts.map(|(mark, count)| (mark.to_string(), count.into())).collect(),
        turns: summary.turns,
        accuracy: summary.accuracy.map(|accuracy| rounded(accuracy, 10.0)),
        loss: summary.loss.map(|loss| rounded(loss, 1000.0)),
    }
}
