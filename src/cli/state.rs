//! The state directory, in which the program keeps what should be there in the next session.

use std::path::{Path, PathBuf};

use crate::console::{Console, Stop};
use crate::model::text::escape_path;
use crate::store::files::without_number;
use crate::store::{Archive, Disk, PracticeFile, SessionFiles};

use super::{Failure, config, today};

/// Opens the state directory. If nothing can be kept in it, says so and returns `None`.
pub(super) fn open(console: &mut Console) -> Result<Option<PathBuf>, Stop> {
    let problem = match config::state_folder() {
        None => NO_HOME.to_owned(),
        Some(folder) => match Disk::default().open_state_dir(&folder) {
            Ok(()) => return Ok(Some(folder)),
            Err(error) => format!("{}: {}", escape_path(&folder), without_number(&error)),
        },
    };
    console.say(&nothing_is_kept(&problem))?;
    Ok(None)
}

/// Returns the state directory, to read what was kept there.
pub(super) fn folder() -> Result<PathBuf, Failure> {
    let folder = config::state_folder().ok_or_else(|| Failure::data(NO_HOME).hint("set HOME"))?;
    Disk::close_dir(&folder);
    Ok(folder)
}

/// Lets a session keep the latest `limit` finished games, if any, and the practice deck in the state directory.
pub(super) fn keep_games(files: &mut SessionFiles, folder: &Path, limit: usize) {
    let disk = Disk::default();
    files.practice = today().map(|today| PracticeFile::in_state_dir(&disk, folder, today));
    files.archive = (limit > 0).then(|| Archive::in_state_dir(&disk, folder, limit));
}

/// What is wrong without a home directory.
const NO_HOME: &str = "there is no home directory";

/// Says why nothing is kept.
pub(super) fn nothing_is_kept(problem: &str) -> String {
    format!("(Nothing is kept: {problem}.)")
}
