//! What a position is worth to a player, as JSON: the same object in every answer. See `docs/json.md`.

use std::cmp::Ordering;

use serde::Serialize;

use crate::engine::bots::EngineGame as _;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, Outcome, Player, Position as _};

/// The estimate, in hundredths of a piece, with a winning chance of 1 / (1 + 1/e), about 0.73.
const LOGISTIC_SCALE: f64 = 150.0;
/// The minimum distance of an estimate's winning chance from a proven win or loss.
const ESTIMATE_MARGIN: f64 = 0.01;

/// A value, for a player. All members are `None` if it is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ValueObject {
    /// `win`, `loss` or `draw`, if proven.
    pub(crate) result: Option<&'static str>,
    /// The number of plies to the end, if proven and known.
    pub(crate) plies: Option<u32>,
    /// The estimate in pieces, unless the result is proven.
    value: Option<f64>,
    /// The winning chance, from 0 to 1.
    chance: Option<f64>,
}

impl From<Eval> for ValueObject {
    fn from(eval: Eval) -> Self {
        let result = eval.result().map(|result| match result {
            Ordering::Greater => "win",
            Ordering::Equal => "draw",
            Ordering::Less => "loss",
        });
        ValueObject {
            result,
            plies: eval.plies(),
            value: result.is_none().then(|| f64::from(eval.estimate()) / 100.0),
            chance: Some(rounded(winning_chance(eval), 1000.0)),
        }
    }
}

/// Returns the value of an outcome for `player`, this number of plies before the end.
pub(crate) fn outcome_value(outcome: Outcome, player: Player, plies: Option<u32>) -> Eval {
    match outcome.winner() {
        None => Eval::Draw(plies),
        Some(winner) if winner == player => Eval::Won(plies),
        Some(_) => Eval::Lost(plies),
    }
}

/// Returns the value of a position that is not over, for the player to move, if a table or a book has it.
pub(crate) fn table_value(game: &AnyGame, position: &AnyPosition) -> Option<Eval> {
    if position.outcome().is_some() {
        return None;
    }
    let Some(winner) = game.known_winner(position) else {
        return game.known_win(position).map(|_| Eval::Won(None));
    };
    let plies = game.known_plies(position);
    Some(outcome_value(Outcome::Win(winner), position.to_move(), plies))
}

/// Returns the value of a move that leads to a position with this value for the other player.
pub(crate) fn move_value(after: Eval) -> Eval {
    let value = after.reversed();
    value.with_plies(value.plies().map(|plies| plies + 1))
}

/// Returns the winning chance, from 0 to 1: exact for a proven result, a logistic function of an estimate.
pub fn winning_chance(eval: Eval) -> f64 {
    match eval {
        Eval::Won(_) => 1.0,
        Eval::Draw(_) => 0.5,
        Eval::Lost(_) => 0.0,
        Eval::Estimate(value) => (1.0 / (1.0 + (-f64::from(value) / LOGISTIC_SCALE).exp()))
            .clamp(ESTIMATE_MARGIN, 1.0 - ESTIMATE_MARGIN),
    }
}

/// Rounds `value` to a multiple of 1/`parts`.
pub(crate) fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
