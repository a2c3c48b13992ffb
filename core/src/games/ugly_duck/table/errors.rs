//! The errors of stored tables.

use std::io;

use thiserror::Error;

use super::block::BlockKey;
use super::index::Group;
use crate::games::ugly_duck::size::Size;

/// Why a table cannot be used. It does not say where the table is, which the caller knows.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a table, or it is not finished.
    #[error("not a finished table")]
    NotATable,
    /// The table was made by an older or newer program.
    #[error("the table has version {found}, which this program cannot read; build it again to replace it")]
    VersionMismatch {
        /// Its version.
        found: char,
    },
    /// The table is for another board.
    #[error("this table is for a {found} board")]
    BoardMismatch {
        /// Its board size.
        found: Size,
    },
    /// A part of the table is damaged.
    #[error("damaged: {part}")]
    Damaged {
        /// The damaged part.
        part: String,
    },
}

/// Returns the name of a block for messages.
fn name(key: BlockKey) -> String {
    let side = |group: Group| match group.pieces {
        1 => format!("1 piece after {} steps", group.progress),
        pieces => format!("{pieces} pieces after {} steps", group.progress),
    };
    format!("{} against {}", side(key.own), side(key.enemy))
}

/// Returns the error for a damaged block, or for a damaged chunk of it.
pub(super) fn damaged(key: BlockKey, chunk: Option<usize>) -> TableError {
    let chunk = chunk.map_or_else(String::new, |chunk| format!(", chunk {}", chunk + 1));
    TableError::Damaged { part: format!("{}{chunk}", name(key)) }
}
