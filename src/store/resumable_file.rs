//! A file that grows while work goes on, and with which the same work goes on another time.

use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::Path;

use crate::console::stdio;

use super::FileError;

/// What stands at the place for such a file, if one may be written there.
///
/// # Errors
/// Something stands there that is no regular file, or standard output goes into it.
pub fn check_target(path: &Path) -> Result<Option<Metadata>, FileError> {
    let existing = fs::metadata(path).ok();
    // Other commands take `-` for standard input or output, where the table goes.
    if path == Path::new("-") || existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    if existing.as_ref().is_some_and(stdio::is_stdout) {
        return Err(FileError::io(path)(io::Error::other("standard output goes into this file")));
    }
    Ok(existing)
}

/// Opens such a file, or makes it, for this program alone. What is no regular file is not waited for.
///
/// # Errors
/// As for [`check_target`]; it cannot be opened, or another program writes into it.
pub fn open(path: &Path) -> Result<File, FileError> {
    check_target(path)?;
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(FileError::io(path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(FileError::InUse { path: path.to_owned() }),
        // Some systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
