//! Explores a player's games: what was played from a position, how it went, and what is proven.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::engine::bots::EngineGame;
use crate::engine::referee::{Referee, TextError};
use crate::games::{AnyGame, AnyMove, AnyPosition, AnyRefusal};
use crate::model::{Eval, Game, History, Outcome, Position, Record};
use crate::words::moves::{find_in_moves, join_turns, read_turn, typed_text};
use crate::words::value::{ValueObject, move_value, outcome_value, table_value};

use super::names::game_title;
use super::stats::Counts;

/// A position, with the moves that were played from it and the moves with a proven result.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    pub(crate) game: String,
    /// The moves from the start.
    pub(crate) moves: Vec<String>,
    pub(crate) position: String,
    pub(crate) to_move: &'static str,
    /// How the game is over in this position, if it is.
    pub(crate) outcome: Option<&'static str>,
    /// Whose turn it is, or that the game is over.
    #[serde(skip)]
    pub(crate) turn: String,
    /// The title of the game.
    #[serde(skip)]
    pub(crate) title: String,
    /// The moves from the start, as they are typed.
    #[serde(skip)]
    pub(crate) typed: String,
    /// The number of games that reached this position. Each game counts once.
    pub(crate) games: u64,
    pub(crate) lines: Vec<ExploredMove>,
}

/// A row of an exploration.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExploredMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The move as it is typed.
    #[serde(skip)]
    pub(crate) typed: String,
    pub(crate) games: u64,
    /// The results, from the view of the player who makes the move.
    #[serde(flatten)]
    pub(crate) counts: Counts,
    /// The value for that player, if proven.
    #[serde(flatten)]
    pub(crate) value: ValueObject,
}

/// An exploration, and the moves that lead to its position.
pub type ExploredPosition = (Exploration, History<AnyPosition>);

/// Explores the position of `game` after `moves` from `start`. Moves can be in canonical notation, or as they
/// are typed, each in one text or in several. Counts all `records` that reached the position, by any moves. Ignores records
/// that are unfinished, invalid or of another game.
///
/// # Errors
/// The start position or a move is malformed, or a move is illegal.
pub fn explore<'a>(
    game: &AnyGame,
    start: Option<&str>,
    moves: &[String],
    records: impl IntoIterator<Item = &'a Record>,
) -> Result<ExploredPosition, TextError<AnyRefusal>> {
    let history = play_moves(game, start, moves)?.into_history();
    let position = history.current();
    let mover = position.to_move();
    let mut known: BTreeMap<AnyMove, (Counts, ValueObject)> = BTreeMap::new();
    let mut games = 0;
    for record in records.into_iter().filter(|record| record.game == game.name()) {
        let Some((outcome, moves)) = next_moves(game, record, position) else { continue };
        games += 1;
        for mv in moves {
            known.entry(mv).or_default().0.add_outcome(outcome, mover);
        }
    }
    find_in_moves(position, |mv| {
        if let Some(eval) = known_value(game, position, mv) {
            known.entry(mv).or_default().1 = eval.into();
        }
        None::<()>
    });
    let line = |(mv, (counts, value)): (AnyMove, (Counts, ValueObject))| ExploredMove {
        mv: mv.to_string(),
        typed: typed_text(game, &history, &[mv]),
        games: counts.games(),
        counts,
        value,
    };
    let mut lines: Vec<ExploredMove> = known.into_iter().map(line).collect();
    lines.sort_by_key(|line| {
        (std::cmp::Reverse(line.games), line.value.result != Some("win"), line.value.result == Some("loss"))
    });
    let exploration = Exploration {
        game: game.name(),
        title: game_title(&game.name()),
        typed: typed_text(game, &start_of(&history), history.moves()),
        moves: history.moves().iter().map(ToString::to_string).collect(),
        position: position.to_string(),
        to_move: mover.tag(),
        outcome: position.outcome().map(Outcome::tag),
        turn: match position.outcome() {
            None => format!("{} to move", game.player_name(mover)),
            Some(Outcome::Win(winner)) => format!("the game is over: {} has won", game.player_name(winner)),
            Some(Outcome::Draw) => "the game is over: a draw".to_owned(),
        },
        games,
        lines,
    };
    Ok((exploration, history))
}

/// Returns the history before its first move.
fn start_of(history: &History<AnyPosition>) -> History<AnyPosition> {
    let mut start = history.clone();
    start.undo(usize::MAX);
    start
}

/// Plays moves, which can be in canonical notation or typed, each in one text or in several. From the first illegal one
/// on, texts are taken as they are, but without blanks where that makes them moves, so that the error is about the rules.
///
/// # Errors
/// The start position or a move is malformed, or a move is illegal.
pub fn play_moves(
    game: &AnyGame,
    start: Option<&str>,
    texts: &[String],
) -> Result<Referee<AnyGame>, TextError<AnyRefusal>> {
    let mut history = Referee::read(game, start, std::iter::empty::<&str>())?.into_history();
    let rest = join_turns(texts, |text| {
        read_turn(game, &history, &text.to_lowercase()).map(|mv| history.play(mv)).is_ok()
    });
    let mut moves: Vec<String> = history.moves().iter().map(ToString::to_string).collect();
    moves.extend(rest.iter().map(|text| {
        let unspaced = text.split_whitespace().collect::<String>().to_lowercase();
        if game.read_move(&unspaced).is_ok() { unspaced } else { text.clone() }
    }));
    Referee::read(game, start, moves)
}

/// Returns the outcome of a finished game that reached `position`, and the different moves that were played there. Returns
/// `None` if the game is not finished or did not reach it.
fn next_moves(
    game: &AnyGame,
    record: &Record,
    position: &AnyPosition,
) -> Option<(Outcome, BTreeSet<AnyMove>)> {
    let outcome = record.result.as_ref()?.outcome;
    let referee = record.play_in(game).ok()?;
    let history = referee.history();
    let plies = (0..=history.plies()).filter(|ply| history.at(*ply) == position);
    let moves: Vec<Option<AnyMove>> = plies.map(|ply| history.moves().get(ply).copied()).collect();
    (!moves.is_empty()).then(|| (outcome, moves.into_iter().flatten().collect()))
}

/// Returns the proven value of `mv` for the player who makes it, from the rules, a book or a table, without
/// search.
fn known_value(game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> Option<Eval> {
    let after = position.after(mv);
    let in_book = || (game.known_win(position) == Some(mv)).then_some(Eval::Won(None));
    match after.outcome() {
        Some(outcome) => Some(outcome_value(outcome, position.to_move(), Some(1))),
        None => table_value(game, &after).map(move_value).or_else(in_book),
    }
}
