//! What can be wrong with a stored table.

use std::io;

use thiserror::Error;

use super::block::BlockKey;
use super::format;
use super::index::Group;
use crate::games::ugly_duck::board::Size;

/// Why a table cannot be used. Where the table is, the caller knows.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, or a table that was not finished.
    #[error("this is not a finished table")]
    NotATable,
    /// It is a table as an older or newer program makes it.
    #[error(
        "a table of version {found}, and only version {} is read: making it again replaces it",
        format::VERSION
    )]
    VersionMismatch {
        /// Its version.
        found: char,
    },
    /// It is a table of another board.
    #[error("this is a table of a board of {found}")]
    BoardMismatch {
        /// Its board.
        found: Size,
    },
    /// A part of it is not what was written.
    #[error("damaged: {part}")]
    Damaged {
        /// Which part.
        part: String,
    },
}

/// The name of a block in a message.
fn name(key: BlockKey) -> String {
    let side = |group: Group| match group.pieces {
        1 => format!("1 piece after {} steps", group.progress),
        pieces => format!("{pieces} pieces after {} steps", group.progress),
    };
    format!("{} against {}", side(key.own), side(key.enemy))
}

/// The error of a block, or of a chunk of it, that is not what was written.
pub(super) fn damaged(key: BlockKey, chunk: Option<usize>) -> TableError {
    let chunk = chunk.map_or_else(String::new, |chunk| format!(", chunk {}", chunk + 1));
    TableError::Damaged { part: format!("{}{chunk}", name(key)) }
}
