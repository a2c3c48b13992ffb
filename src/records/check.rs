//! Verifying records, and converting them back to the lines that were typed.

use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::engine::referee::{Referee, TextError};
use crate::games::{self, AnyGame, AnyPosition, NameError};
use crate::model::{
    AnnotatedMove, Ending, Game, GameResult, History, NotationError, Outcome, Player, Position as _, Reason,
    Record, RecordError, RecordErrorKind, Variation,
    text::{escape, escape_line, escape_path},
};
use crate::players::seats::is_program;
use crate::store::{FileError, files};
use crate::words::GameWords as _;

use super::certificate::CertificateProblem;

/// An error in a record, with the line of the file.
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct VerifyError {
    /// The line, from 1; 0 for a record that was not read from a file.
    pub line: usize,
    /// What is wrong.
    pub kind: VerifyErrorKind,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
pub enum VerifyErrorKind {
    /// The text is not a record.
    #[error(transparent)]
    Malformed(RecordErrorKind),
    /// The game does not exist.
    #[error(transparent)]
    Game(NameError),
    /// The start position is invalid.
    #[error("start: {0}")]
    Start(NotationError),
    /// A move is malformed or illegal.
    #[error("move {number} \"{}\": {error}", text.escape_debug())]
    Move {
        /// Its number, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: Box<dyn StdError + Send + Sync>,
    },
    /// A move of a variation is malformed or illegal.
    #[error("variation: move {number} \"{}\": {error}", text.escape_debug())]
    Variation {
        /// The number that the move would have in the game, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: Box<dyn StdError + Send + Sync>,
    },
    /// The record has no result, but the game is over.
    #[error("the record says unfinished, but the board says {}", .0.tag())]
    Finished(Outcome),
    /// The results of the record and of the game differ.
    #[error("the record says {}, but the board says {}", recorded.tag(), on_board.tag())]
    ResultMismatch {
        /// The result in the record.
        recorded: Outcome,
        /// The result by the rules.
        on_board: Outcome,
    },
    /// According to the record the game is over, but it is not.
    #[error("the record says {} by {}, but the game is not over", .0.outcome.tag(), .0.reason)]
    NotOver(GameResult),
    /// According to the record, a player that is not a program forfeited. Only programs can forfeit.
    #[error("the record says that player {} forfeited the game, but only programs can forfeit", .0.index() + 1)]
    ForfeitByNonProgram(Player),
    /// According to the record, a player forfeited when the other player was to move.
    #[error(
        "the record says that player {} forfeited the game, but it was the other player's turn",
        .0.index() + 1
    )]
    ForfeitOutOfTurn(Player),
    /// The record gives the wrong reason for the end of the game.
    #[error("the record says {recorded}, but the board says {on_board}")]
    ReasonMismatch {
        /// The reason in the record.
        recorded: Reason,
        /// The reason by the rules.
        on_board: Reason,
    },
}

impl From<RecordError> for VerifyError {
    fn from(RecordError { line, problem }: RecordError) -> Self {
        VerifyError { line, kind: VerifyErrorKind::Malformed(problem) }
    }
}

impl VerifyError {
    /// Adds the file of the record to the error.
    pub fn in_file(self, path: &Path) -> CheckError {
        CheckError::Record { path: path.to_owned(), line: self.line, kind: self.kind }
    }
}

/// Why a file of records is invalid.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A record in the file is invalid.
    #[error("{}:{line}: {kind}", escape_path(path))]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        kind: VerifyErrorKind,
    },
    /// A certificate is invalid.
    #[error("{}: {kind}", escape_path(path))]
    Certificate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        kind: CertificateProblem,
    },
}

/// Reads all records of a file.
///
/// # Errors
/// The file cannot be read, or a record is malformed.
pub fn read_all(path: &Path) -> Result<Vec<Record>, CheckError> {
    let text = files::read(path)?;
    let mut records = Record::read_all(&text).map_err(|error| VerifyError::from(error).in_file(path))?;
    records.iter_mut().for_each(|record| record.game = games::full_name(&record.game));
    Ok(records)
}

/// Verifies a record and opens its game. Every move must be legal, also in variations, and the result must
/// agree with the board.
///
/// # Errors
/// Returns the first error, with its line.
pub fn verify(record: &Record) -> Result<AnyGame, VerifyError> {
    let game = open(record)?;
    referee(&game, record).map(drop)?;
    Ok(game)
}

/// Verifies a game between computers. In addition to [`verify`], the game must have ended by the rules or by
/// patience, unless a program forfeited: on its own turn, or by disputing the result. The record does not
/// show whether it really did.
///
/// # Errors
/// Returns the first error, with its line.
pub fn verify_ending(record: &Record) -> Result<(), VerifyError> {
    let game = open(record)?;
    let referee = referee(&game, record)?;
    check_ending(record, referee.ending().as_ref(), referee.to_move())
        .map_err(|kind| VerifyError { line: record.result_line, kind })
}

/// Checks the recorded result of a game between computers against its `ending`.
fn check_ending(record: &Record, ending: Option<&Ending>, to_move: Player) -> Result<(), VerifyErrorKind> {
    let Some(recorded) = &record.result else { return Ok(()) };
    if let (Outcome::Win(winner), Reason::Forfeited(_)) = (recorded.outcome, &recorded.reason) {
        let loser = winner.opponent();
        match ending {
            _ if !is_program(&record.seats[loser.index()]) => {
                return Err(VerifyErrorKind::ForfeitByNonProgram(loser));
            }
            None if loser != to_move => return Err(VerifyErrorKind::ForfeitOutOfTurn(loser)),
            None => return Ok(()),
            Some(ending) if ending.is_by_rules() => return Ok(()),
            Some(_) => {}
        }
    }
    ending.map_or_else(|| Err(VerifyErrorKind::NotOver(recorded.clone())), |ending| compare(recorded, ending))
}

/// Compares the recorded result with the ending of the game.
fn compare(recorded: &GameResult, ending: &Ending) -> Result<(), VerifyErrorKind> {
    let GameResult { outcome, reason } = ending.result();
    let (recorded, recorded_reason) = (recorded.outcome, &recorded.reason);
    if recorded != outcome {
        Err(VerifyErrorKind::ResultMismatch { recorded, on_board: outcome })
    } else if *recorded_reason != reason {
        Err(VerifyErrorKind::ReasonMismatch { recorded: recorded_reason.clone(), on_board: reason })
    } else {
        Ok(())
    }
}

/// Opens the game of a record.
pub(crate) fn open(record: &Record) -> Result<AnyGame, VerifyError> {
    games::open(&record.game)
        .map_err(|error| VerifyError { line: record.game_line, kind: VerifyErrorKind::Game(error) })
}

/// Replays the moves of a record. Every move must be legal.
pub(super) fn replay(game: &AnyGame, record: &Record) -> Result<Referee<AnyGame>, VerifyError> {
    let moves = record.moves.iter().map(|(_, mv)| mv);
    Referee::read(game, record.start.as_deref(), moves).map_err(|error| match error {
        TextError::Start(error) => {
            VerifyError { line: record.start_line, kind: VerifyErrorKind::Start(error) }
        }
        TextError::Move { number, error } => {
            let (line, text) = record.moves[number - 1].clone();
            VerifyError { line, kind: VerifyErrorKind::Move { number, text, error: Box::new(error) } }
        }
    })
}

/// Replays the recorded game. Every move must be legal, and the result must agree with the board.
pub(crate) fn referee(game: &AnyGame, record: &Record) -> Result<Referee<AnyGame>, VerifyError> {
    let referee = replay(game, record)?;
    check_result(record.result.as_ref(), referee.ending().as_ref())
        .map_err(|kind| VerifyError { line: record.result_line, kind })?;
    for (number, variations) in &record.annotations.variations {
        let before = referee.history().at(number.saturating_sub(1));
        variations.iter().try_for_each(|turns| check_variation(game, before, *number, turns))?;
    }
    Ok(referee)
}

/// Checks that the moves of a variation are legal. It starts at `position`, and replaces the turn `number`.
fn check_variation(
    game: &AnyGame,
    position: &AnyPosition,
    number: usize,
    turns: &Variation,
) -> Result<(), VerifyError> {
    let mut position = position.clone();
    for (number, AnnotatedMove { line, mv, .. }) in (number..).zip(turns) {
        let legal = game.read_legal_move(&position, mv).map_err(|error| {
            let (text, error) = (mv.clone(), Box::new(error));
            VerifyError { line: *line, kind: VerifyErrorKind::Variation { number, text, error } }
        })?;
        position = position.after(legal);
    }
    Ok(())
}

/// Verifies a record and returns its positions and moves.
///
/// # Errors
/// Returns the first error, with its line.
pub fn history(game: &AnyGame, record: &Record) -> Result<History<AnyPosition>, VerifyError> {
    referee(game, record).map(Referee::into_history)
}

/// Checks the recorded result against the ending of the game, if it has ended.
fn check_result(recorded: Option<&GameResult>, ending: Option<&Ending>) -> Result<(), VerifyErrorKind> {
    let by_rules = ending.filter(|ending| ending.is_by_rules());
    match (recorded, by_rules) {
        (None, Some(ending)) => Err(VerifyErrorKind::Finished(ending.outcome())),
        // A player who disputes the result on the board loses, whatever the board shows.
        (None, None) | (Some(GameResult { reason: Reason::Forfeited(_), .. }), _) => Ok(()),
        (Some(result), Some(ending)) => compare(result, ending),
        (Some(result), None) => match result.reason {
            Reason::NoProgress if ending.is_some() => Ok(()),
            Reason::Rules | Reason::NoMoves | Reason::NoProgress => {
                Err(VerifyErrorKind::NotOver(result.clone()))
            }
            _ => Ok(()),
        },
    }
}

/// Returns the lines that play the recorded game when typed at its prompts.
///
/// # Errors
/// The record is invalid.
pub fn to_input_lines(record: &Record) -> Result<Vec<String>, VerifyError> {
    let game = open(record)?;
    let mut lines = input_lines(&game, referee(&game, record)?.history());
    if record.result.as_ref().is_some_and(|result| result.reason == Reason::Resigned) {
        lines.push(":resign".to_owned());
    }
    Ok(lines)
}

/// Returns the lines that play the moves of `history` from its start when typed at the prompts of `game`.
pub fn input_lines(game: &AnyGame, history: &History<AnyPosition>) -> Vec<String> {
    let mut history = history.clone();
    history.undo(usize::MAX);
    let mut lines = Vec::new();
    loop {
        let Some((mv, _)) = history.undone().next() else { return lines };
        lines.extend(game.typed_answers(&game.view(&history), mv));
        history.redo(1);
    }
}

/// Returns a line with the game, the players and the date. It contains no control characters.
pub fn headline(record: &Record) -> String {
    let seat = |index: usize| match &record.names[index] {
        Some(name) => format!("{} ({})", escape(name.as_bytes()), record.seats[index]),
        None => record.seats[index].clone(),
    };
    let date = record.date.map(|date| format!(", {date}")).unwrap_or_default();
    escape_line(&format!("{}: {} against {}{date}", record.game, seat(0), seat(1)))
}
