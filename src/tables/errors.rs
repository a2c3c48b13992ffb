//! Errors about table files.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::games::ugly_duck::table::{BuildError, TableError};
use crate::model::text::escape_path;
use crate::store::FileError;

/// Why a table file cannot be used or built.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The operating system reports an error, or the file cannot be used.
    #[error(transparent)]
    File(FileError),
    /// The file is damaged, or is not the expected table.
    #[error("{}: {error}", escape_path(path))]
    EndgameTable {
        /// The file.
        path: PathBuf,
        /// The error.
        error: TableError,
    },
    /// There is a table with more pieces, complete or not.
    #[error("{}: there is a table with up to {pieces} pieces", escape_path(path))]
    Larger {
        /// The file.
        path: PathBuf,
        /// The number of pieces.
        pieces: usize,
    },
    /// Another program is building the table.
    #[error("{}: another program is building this table", escape_path(.0))]
    InUse(PathBuf),
    /// The work was stopped, or needs more memory than available.
    #[error(transparent)]
    Work(BuildError),
}

impl From<FileError> for TableFileError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::InUse(path) => TableFileError::InUse(path),
            error => TableFileError::File(error),
        }
    }
}

impl TableFileError {
    /// Returns a function that wraps errors about the file `path`.
    pub fn at<E: Into<BuildError>>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| match error.into() {
            BuildError::Table(TableError::Io(error)) => FileError::io(path)(error).into(),
            BuildError::Table(error) => TableFileError::EndgameTable { path: path.to_owned(), error },
            error => TableFileError::Work(error),
        }
    }
}
