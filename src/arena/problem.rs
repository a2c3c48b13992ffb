//! What can be wrong with the files of a match.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::games::NameError;
use crate::model::text::escape_path;
use crate::model::{GameResult, RecordProblem};
use crate::records::VerifyProblem;

use super::plan::Shard;

/// A file that is not the one of a match, or of a part of it, that it should be: which file, on which line where there is one, and
/// why.
#[derive(Debug, Error)]
#[error("{}{}: {problem}", escape_path(path), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct PartError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong there.
    pub problem: PartProblem,
}

/// What can be wrong with the file of a part of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartProblem {
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// It is a pipe, a device or a folder.
    #[error("this is not a regular file")]
    NotRegular,
    /// It is no part of any match.
    #[error("this is not the record of a match (arena --record)")]
    NoPart,
    /// It is one in another version of the format.
    #[error("this record of a match is in version {0} of the format, which this program does not know")]
    Version(u32),
    /// There is no such game.
    #[error(transparent)]
    Name(Box<NameError>),
    /// It is another match than the one that is to go on, with what is different.
    #[error("this is another match: {}", .0.join("; "))]
    OtherPlan(Vec<String>),
    /// It is a part of another match than this file is.
    #[error("this is a part of another match than {}", escape_path(.0))]
    OtherMatch(PathBuf),
    /// It is a part of the same match, divided otherwise.
    #[error("this is one of {of} parts, but {} is one of {other_of}", escape_path(other))]
    OtherDivision {
        /// The number of parts by this file.
        of: u64,
        /// Another file.
        other: PathBuf,
        /// The number of parts by that file.
        other_of: u64,
    },
    /// Another file is the same part.
    #[error("part {0} is there twice")]
    Twice(Shard),
    /// No file is the part before this one or, if this is the last, the part after it.
    #[error("this is part {found}, but part {missing} is missing")]
    Missing {
        /// The part in this file.
        found: Shard,
        /// The part in no file.
        missing: Shard,
    },
    /// A line has no end.
    #[error("this line is cut off")]
    LineCutOff,
    /// A line is too long.
    #[error("this line is too long")]
    LongLine,
    /// A line has zeros, which the system leaves where it has lost a piece of a file.
    #[error("a piece of the file is lost here")]
    Hole,
    /// A line is no text.
    #[error("this is no text in UTF-8")]
    NoText,
    /// A game is not a record.
    #[error(transparent)]
    Record(RecordProblem),
    /// A game is none by the rules.
    #[error(transparent)]
    Game(VerifyProblem),
    /// A game is said to have ended before the rules ended it, where nothing in the match ends it so.
    #[error("the record says {}, {}, but no rule of the match ends the game there", .0.outcome.tag(), .0.reason)]
    EarlyEnd(GameResult),
    /// The record of a game is too long.
    #[error("this game is too long")]
    LongGame,
    /// Something else stands in the place of the game with this number, from 1.
    #[error("this is not game {0} of the match")]
    OtherGame(u64),
    /// The game with this number, from 1, begins otherwise than it should.
    #[error("game {0} does not begin with its opening")]
    OtherOpening(u64),
    /// In the game with this number, from 1, the bots cannot have counted what they are said to.
    #[error("game {0} has not the moves for what its bots counted")]
    Counts(u64),
    /// The game with this number, from 1, has no result.
    #[error("game {0} is unfinished")]
    Unfinished(u64),
    /// There are fewer games than the part has.
    #[error("the part is not whole: it has {found} of its {wanted} games")]
    NotWhole {
        /// The games there are.
        found: u64,
        /// The games the part has.
        wanted: u64,
    },
    /// The line after the games is not what it should be.
    #[error("the part does not end as it should")]
    End,
    /// There are lines after the end.
    #[error("there is more after the end of the part")]
    AfterEnd,
}

impl PartProblem {
    /// Whether it may come from a match that was cut off while it was written: then nothing whole is lost after it.
    pub(super) fn is_torn(&self) -> bool {
        matches!(self, PartProblem::NotWhole { .. } | PartProblem::LineCutOff | PartProblem::Hole)
    }
}
