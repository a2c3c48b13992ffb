//! What can be wrong with the text of a record.

use thiserror::Error;

use super::{KEYS, MAGIC, MAX_LINE_BYTES, MAX_MOVE_BYTES, MAX_PARTS, Mark, VERSIONS};
use crate::model::text::escape;
use crate::model::{DateError, did_you_mean};

/// Why a text is not a valid record, or not exactly one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct RecordError {
    /// The line number, from 1.
    pub line: usize,
    /// The problem.
    pub problem: RecordErrorKind,
}

impl RecordError {
    /// Creates the error for a line, from 1.
    #[must_use]
    pub fn new(line: usize, problem: RecordErrorKind) -> Self {
        RecordError { line, problem }
    }
}

/// What can be wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The first line of a record is missing.
    #[error("a record must begin with the line \"{MAGIC}{}\"", VERSIONS.join(&format!("\" or \"{MAGIC}")))]
    MissingHeader,
    /// The version of the format is unknown.
    #[error("unknown format version \"{}\"; this program reads versions {}", escape(.0.as_bytes()), VERSIONS.join(" and "))]
    Version(String),
    /// A record begins before the result of the previous one.
    #[error("a new record begins before the result of the previous one")]
    ResultMissing,
    /// The text ends before the result of the record.
    #[error("the record ends without a result")]
    Truncated,
    /// The file cannot be read, for this reason.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The line is not UTF-8.
    #[error("the line is not text in UTF-8")]
    NotUtf8,
    /// The line is too long.
    #[error(
        "too long: a line, written with one space after each colon and comma, can have {MAX_LINE_BYTES} bytes, and a move {MAX_MOVE_BYTES}"
    )]
    TooLong,
    /// The record has too many moves or annotations.
    #[error("a record can have at most {MAX_PARTS} moves and {MAX_PARTS} annotations")]
    TooLarge,
    /// The line is neither a key with a value nor a numbered move.
    #[error("expected \"KEY: VALUE\" or \"NUMBER. MOVE\"")]
    UnknownLine,
    /// The key is unknown.
    #[error("unknown key \"{}\"; {}the keys are {}", escape(.0.as_bytes()), did_you_mean(.0, KEYS), KEYS.join(", "))]
    UnknownKey(String),
    /// A key appears twice.
    #[error("there is a second line \"{0}\"; keep one of them")]
    Repeated(String),
    /// A move has two marks.
    #[error("the move has two marks, {0} and {1}; keep one of them")]
    TwoMarks(Mark, Mark),
    /// A move comes before the name of the game.
    #[error("the name of the game must come before the moves")]
    MoveBeforeGame,
    /// A move has the wrong number.
    #[error("expected move {wanted}, found move {}", escape(found.as_bytes()))]
    MoveNumber {
        /// The number on the line.
        found: String,
        /// The expected number.
        wanted: usize,
    },
    /// Unexpected text instead of a move or an annotation.
    #[error("expected NUMBER. MOVE, a mark such as ??, [VALUE], {{COMMENT}} or (VARIATION), not \"{}\"", escape(.0.as_bytes()))]
    UnknownToken(String),
    /// An annotation without a move.
    #[error("there is no move before \"{}\"", escape(.0.as_bytes()))]
    NotAMove(String),
    /// A comment, a bracket or a variation is not closed.
    #[error("\"{0}\" without a closing \"{1}\"")]
    Open(char, char),
    /// A variation within a variation.
    #[error("variations cannot be nested")]
    Nested,
    /// The seed is not a whole number, or too large.
    #[error("the seed must be a whole number up to {max}, not \"{}\"", escape(.0.as_bytes()), max = u64::MAX)]
    Seed(String),
    /// The date is not a day of the calendar.
    #[error(transparent)]
    Date(#[from] DateError),
    /// The result is not a winner and a reason, separated by a comma.
    #[error("expected \"result: WINNER, REASON\"")]
    Result(String),
    /// The winner is invalid.
    #[error("the winner must be p1, p2, draw or none, not \"{}\"", escape(.0.as_bytes()))]
    Winner(String),
    /// The game cannot end like this: the winner, the reason in the record, and those that are possible.
    #[error("a result \"{0}\" cannot have the reason \"{reason}\"; it can have: {2}", reason = escape(.1.as_bytes()))]
    Reason(&'static str, String, String),
    /// The record does not name its game.
    #[error("the record does not name its game")]
    MissingGame,
    /// The text has no record.
    #[error("no game found")]
    Empty,
    /// The text has several records where one was expected.
    #[error("expected one game, found several")]
    Several,
}
