//! What can go wrong with the file of a table.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::games::ugly_duck::table::{BuildError, TableError};
use crate::model::text::escape_path;

/// Why the file of a table cannot be used or made.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// It is damaged, or something else than the table, or the system refuses.
    #[error("{}: {error}", escape_path(path))]
    EndgameTable {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: TableError,
    },
    /// Another program is making it.
    #[error("{}: another program is making this table", escape_path(path))]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The work was stopped, or takes more memory than there is.
    #[error(transparent)]
    Work(BuildError),
}

impl TableFileError {
    /// The error of the file `path`.
    pub fn at<E: Into<BuildError>>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| match error.into() {
            BuildError::Table(error) => TableFileError::EndgameTable { path: path.to_owned(), error },
            error => TableFileError::Work(error),
        }
    }
}
