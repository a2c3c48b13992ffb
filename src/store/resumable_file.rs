//! Files that grow during long work, so that the work can be resumed later.

use std::fs::{self, File, Metadata, TryLockError};
use std::path::Path;

use super::FileError;

/// Checks that `path` can hold such a file, and returns the metadata of an existing one.
///
/// # Errors
/// The path is not a regular file.
pub fn check_target(path: &Path) -> Result<Option<Metadata>, FileError> {
    let existing = fs::metadata(path).ok();
    // Elsewhere `-` means standard input or output. Here standard output is for the table of results.
    if path == Path::new("-") || existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    Ok(existing)
}

/// Opens or creates such a file and locks it. Never blocks, because it opens only regular files.
///
/// # Errors
/// As for [`check_target`]. Also if the file cannot be opened, or another program is writing to it.
pub fn open(path: &Path) -> Result<File, FileError> {
    check_target(path)?;
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(FileError::io(path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(FileError::InUse { path: path.to_owned() }),
        // Some file systems do not support locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
