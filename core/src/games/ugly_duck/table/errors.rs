//! What can be wrong with a table in a file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::block::Key;
use super::format;
use crate::games::ugly_duck::board::Size;
use crate::model::text::escape_path;

/// Why a table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system refuses.
    #[error("{}: {error}", escape_path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no table, or one that was not finished.
    #[error("{}: this is not a finished table", escape_path(path))]
    NoTable {
        /// The file.
        path: PathBuf,
    },
    /// It is a table as an older or newer program makes it.
    #[error(
        "{}: a table of version {found}, and only version {} is read: making it again replaces it",
        escape_path(path),
        format::VERSION
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: char,
    },
    /// It is a table of another board.
    #[error("{}: this is a table of a board of {found}", escape_path(path))]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// Its board.
        found: Size,
    },
    /// A part of it is not what was written.
    #[error("{}: damaged: {part}", escape_path(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part.
        part: String,
    },
    /// Another program is making it.
    #[error("{}: another program is making this table", escape_path(path))]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| TableError::Io { path: path.to_owned(), error }
    }
}

/// How a block is called when something is wrong with it.
fn name(key: Key) -> String {
    let side = |pieces: usize, progress: usize| match pieces {
        1 => format!("1 piece after {progress} steps"),
        _ => format!("{pieces} pieces after {progress} steps"),
    };
    let (own, enemy) = (key.own, key.enemy);
    format!("{} against {}", side(own.pieces, own.progress), side(enemy.pieces, enemy.progress))
}

/// That a block, or a chunk of it, is not what was written.
pub(super) fn damaged(path: &Path, key: Key, chunk: Option<usize>) -> TableError {
    let chunk = chunk.map_or_else(String::new, |chunk| format!(", chunk {}", chunk + 1));
    TableError::Damaged { path: path.to_owned(), part: format!("{}{chunk}", name(key)) }
}
