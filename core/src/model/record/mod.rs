//! Games as text: what `:save` writes and `cygnet check` reads. The format is described in `docs/records.md`.
//!
//! A record is texts only. Whether its moves are legal is a question for the game that it names.

mod reader;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use thiserror::Error;

use super::GameResult;
use super::text::escape;
use reader::RecordReader;
use words::variation_parts;

pub use words::{AnnotatedMove, Annotations, Eval, Mark, Note, Variation};

/// What a line of a record can say, its moves aside.
const KEYS: [&str; 9] =
    ["game", "start", "player 1", "player 2", "name 1", "name 2", "seed", "date", "result"];

/// The first line of every record, before the version of the format.
const MAGIC: &str = "cygnet record ";
/// The versions of the format: without words, and with them.
const VERSIONS: [&str; 2] = ["1", "2"];
/// Longer lines of turns with their words are broken.
const LINE: usize = 100;
/// The most bytes of a line that are taken from a file.
const MAX_LINE_BYTES: usize = 4096;

/// A game on paper.
///
/// ```
/// use cygnet_core::engine::referee::Referee;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Outcome, Player, Record};
///
/// let text = "\
/// cygnet record 1
/// game: uglyduck
/// player 1: human
/// player 2: hard
/// 1. a1b2
/// 2. e3d3
/// result: p2, resigned
/// ";
/// let record = Record::read_one(text)?;
/// assert_eq!(record.result.as_ref().map(|result| result.outcome), Some(Outcome::Win(Player::Two)));
/// assert_eq!(record.to_string(), text);
///
/// // A record is texts. Whether they make a game is for the referee to say.
/// let game = Referee::read(&CLASSIC, record.start.as_deref(), record.moves.iter().map(|(_, mv)| mv))?;
/// assert_eq!(game.to_move(), Player::One);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The full name of the game: `uglyduck-xl:4x6`.
    pub game: String,
    /// The position it began with, where that is not the usual one.
    pub start: Option<String>,
    /// Who played: `human` or a bot's name. Player 1 first.
    pub seats: [String; 2],
    /// What the people called themselves.
    pub names: [Option<String>; 2],
    /// The seed of all chance in the game.
    pub seed: Option<u64>,
    /// The day it was played, as `2026-11-21`.
    pub date: Option<String>,
    /// The moves in canonical notation, first move first, each with the line of the file it stands on (from 1; 0 in a record
    /// that was not read from a file).
    pub moves: Vec<(usize, String)>,
    /// How it ended; `None` while it goes on.
    pub result: Option<GameResult>,
    /// The line of the file on which the result stands; 0 in a record that was not read from a file.
    pub result_line: usize,
    /// What is said about the game.
    pub words: Annotations,
}

/// A text that is not a record, or not the number of records asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordErrorKind,
}

/// What can be wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The first line of a record is missing.
    #[error("a record begins with the line \"{MAGIC}1\"")]
    MissingHeader,
    /// The record is of a version of the format that is not known.
    #[error("the format has no version \"{}\"; this program reads {}", escape(.0.as_bytes()), VERSIONS.join(" and "))]
    Version(String),
    /// A record begins before the one before it has its result.
    #[error("a new record begins, but the one before has no result")]
    ResultMissing,
    /// The text ends before the record has its result.
    #[error("the record ends without a result")]
    Truncated,
    /// The line is too long.
    #[error("this line is longer than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    /// The line is neither a key with its value nor a move with its number.
    #[error("expected \"KEY: VALUE\" or \"NUMBER. MOVE\"")]
    UnknownLine,
    /// There is no such key.
    #[error("unknown key \"{}\"; the keys are {}", .0.escape_debug(), KEYS.join(", "))]
    UnknownKey(String),
    /// A move stands before the name of the game.
    #[error("the game has to be named before its moves")]
    MoveBeforeGame,
    /// A move has another number than its place.
    #[error("move number {found}, but move {wanted} is next")]
    MoveNumber {
        /// The number on the line.
        found: usize,
        /// The number it should be.
        wanted: usize,
    },
    /// A word stands where a turn, or something about one, should.
    #[error("expected NUMBER. MOVE, a mark such as ??, [VALUE], {{COMMENT}} or (VARIATION), not \"{}\"", escape(.0.as_bytes()))]
    UnknownToken(String),
    /// Something is said about a turn where there is none.
    #[error("there is no move before \"{}\"", escape(.0.as_bytes()))]
    NotAMove(String),
    /// A comment, a value or a variation does not end.
    #[error("\"{0}\" has no \"{1}\"")]
    Open(char, char),
    /// A variation in a variation.
    #[error("a variation has no variations")]
    Nested,
    /// The seed is no number, or too large a one.
    #[error("the seed is a whole number")]
    Seed(String),
    /// The result is not two words with a comma between them.
    #[error("expected \"result: WINNER, REASON\"")]
    Result(String),
    /// The result names no winner.
    #[error("the result is p1, p2, draw or none")]
    Winner(String),
    /// The record is finished and names no game.
    #[error("the record names no game")]
    MissingGame,
    /// One record was wanted, and there is none.
    #[error("there is no game here")]
    Empty,
    /// One record was wanted, and there are more.
    #[error("there is more than one game here")]
    Several,
}

impl fmt::Display for Record {
    /// Writes the record as [`Record::read_all`] reads it, in the first version of the format that can hold it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}{}", VERSIONS[usize::from(!self.words.is_empty())])?;
        writeln!(f, "game: {}", self.game)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        for (number, (seat, name)) in self.seats.iter().zip(&self.names).enumerate() {
            writeln!(f, "player {}: {seat}", number + 1)?;
            if let Some(name) = name {
                writeln!(f, "name {}: {name}", number + 1)?;
            }
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        if let Some(date) = &self.date {
            writeln!(f, "date: {date}")?;
        }
        for (key, value) in &self.words.header {
            writeln!(f, "{key}: {value}")?;
        }
        write_parts(f, self.words.parts(0))?;
        for (number, (_, mv)) in (1..).zip(&self.moves) {
            let mut parts = vec![format!("{number}. {mv}")];
            parts.extend(self.words.parts(number));
            write_parts(f, parts)?;
            for variation in self.words.variations(number) {
                write!(f, "{INDENT}")?;
                write_parts(f, variation_parts(number, variation))?;
            }
        }
        match &self.result {
            Some(GameResult { outcome, reason }) => writeln!(f, "result: {}, {reason}", outcome.tag()),
            None => writeln!(f, "result: none, unfinished"),
        }
    }
}

/// Before a variation, and before what a broken line goes on with.
const INDENT: &str = "   ";

/// Writes the parts with blanks between them, in lines that are broken where they get too long.
fn write_parts(f: &mut fmt::Formatter<'_>, parts: Vec<String>) -> fmt::Result {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Ok(()) };
    let mut used = INDENT.len() + first.chars().count();
    f.write_str(&first)?;
    for part in parts {
        let wanted = 1 + part.chars().count();
        if used + wanted > LINE {
            write!(f, "\n{INDENT}{part}")?;
            used = INDENT.len() + wanted;
        } else {
            write!(f, " {part}")?;
            used += wanted;
        }
    }
    writeln!(f)
}

impl Record {
    /// Reads all records of a text. Empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// The first line that has no place in a record. A record without its `result` line is not whole: an error at its last line.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut reader = RecordReader::default();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            reader.line(number, line.trim()).map_err(|problem| RecordError { line: number, problem })?;
        }
        reader.finish()
    }

    /// Reads a text that holds one record.
    ///
    /// # Errors
    /// As [`Record::read_all`]; or there are more records than one.
    pub fn read_one(text: &str) -> Result<Record, RecordError> {
        let mut records = Record::read_all(text)?.into_iter();
        match (records.next(), records.next()) {
            (Some(record), None) => Ok(record),
            (Some(_), Some(_)) => Err(RecordError { line: 1, problem: RecordErrorKind::Several }),
            (None, _) => Err(RecordError { line: 1, problem: RecordErrorKind::Empty }),
        }
    }

    /// The game, who plays and how many moves have been played, in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        let ([first, second], moves) = (&self.seats, self.moves.len());
        let unit = if moves == 1 { "move" } else { "moves" };
        format!("{}, {first} against {second}, {moves} {unit}", self.game)
    }

    /// The texts of the moves.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().map(|(_, mv)| mv.clone()).collect()
    }
}
