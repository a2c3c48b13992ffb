//! What can be wrong with the files of the parts of a match.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::model::RecordProblem;
use crate::model::text::escape_path;
use crate::tools::records::VerifyProblem;

use super::plan::Shard;

/// Files that are not the parts of one match: which of them is wrong, on which line where there is one, and why.
#[derive(Debug, Error)]
#[error("{}{}: {problem}", escape_path(path), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct MergeError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong there.
    pub problem: MergeProblem,
}

/// What can be wrong with the file of a part of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeProblem {
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// It is a pipe, a device or a folder.
    #[error("this is not a regular file")]
    NotRegular,
    /// It is no part of any match.
    #[error("this is not the record of a match (arena --record)")]
    NoPart,
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
    /// A line has no end, or is too long.
    #[error("this line is cut off, or too long")]
    LineCutOff,
    /// A game is not a record.
    #[error(transparent)]
    Record(RecordProblem),
    /// A game is none by the rules.
    #[error(transparent)]
    Game(VerifyProblem),
    /// The record of a game is too long.
    #[error("this game is too long")]
    LongGame,
    /// Something else stands in the place of the game with this number, from 1.
    #[error("this is not game {0} of the match")]
    OtherGame(u64),
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
