//! Games as JSON: an object for each turn, and one for the game. See `docs/json.md`.

use std::io::{self, Write};

use serde::Serialize;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::lines::write_json_line;
use crate::model::{Ending, Game as _, History, Position as _, Record};
use crate::words::GameWords as _;

/// A turn that was played.
#[derive(Debug, Serialize)]
pub struct TurnObject {
    /// Its number, from 1.
    turn: usize,
    player: &'static str,
    #[serde(rename = "move")]
    canonical: String,
    /// The move as the player types it at the prompts of the game.
    pub(crate) typed: String,
    /// The position after the turn.
    position: String,
}

/// A turn with what its record notes about it.
#[derive(Debug, Serialize)]
struct AnnotatedTurnObject {
    #[serde(flatten)]
    turn: TurnObject,
    mark: Option<String>,
    comments: Vec<String>,
}

/// A game as a whole.
#[derive(Debug, Serialize)]
pub struct GameObject {
    /// The full name of the game.
    game: String,
    p1: String,
    p2: String,
    seed: Option<u64>,
    /// The first position.
    start: String,
    /// The number of turns played.
    turns: usize,
    /// The last position.
    position: String,
    /// `None` if the game is not over.
    outcome: Option<&'static str>,
    reason: Option<String>,
}

impl TurnObject {
    /// Describes the turn `number`, from 1, of a game. Returns `None` if it has not been played.
    pub fn of(game: &AnyGame, history: &History<AnyPosition>, number: usize) -> Option<TurnObject> {
        let ply = number.checked_sub(1)?;
        let (position, mv, after) = history.turns().nth(ply)?;
        Some(TurnObject {
            turn: number,
            player: position.to_move().tag(),
            canonical: mv.to_string(),
            typed: game.typed_answers(&game.view_at(history, ply), mv).join(" "),
            position: after.to_string(),
        })
    }
}

impl GameObject {
    /// Describes a game with the players and the seed of `record`, and this result.
    pub fn new(
        game: &AnyGame,
        record: &Record,
        history: &History<AnyPosition>,
        result: Option<&Ending>,
    ) -> GameObject {
        let [p1, p2] = record.seats.clone();
        GameObject {
            game: game.name(),
            p1,
            p2,
            seed: record.seed,
            start: history.start().to_string(),
            turns: history.plies(),
            position: history.current().to_string(),
            outcome: result.map(|result| result.outcome.tag()),
            reason: result.map(|result| result.reason.to_string()),
        }
    }
}

/// Writes the turns of a recorded game after the first `from`, up to turn `to`, then the game; `replayed` is that game.
/// There may be fewer turns.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_replay(
    record: &Record,
    replayed: &Referee<AnyGame>,
    from: usize,
    to: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (game, history) = (replayed.game(), replayed.history());
    let last = to.unwrap_or(usize::MAX).min(history.plies());
    let mut turns = (from.saturating_add(1)..=last).filter_map(|number| {
        let note = record.annotations.note(number);
        Some(AnnotatedTurnObject {
            turn: TurnObject::of(game, history, number)?,
            mark: note.and_then(|note| note.mark).map(|mark| mark.to_string()),
            comments: note.map(|note| note.comments.clone()).unwrap_or_default(),
        })
    });
    let whole = GameObject::new(game, record, history, record.result.as_ref());
    turns.try_for_each(|turn| write_json_line(&turn, out))?;
    write_json_line(&whole, out)
}
