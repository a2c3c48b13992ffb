//! Reads game files, and writes them on request. See [`autosave`](super::autosave) for the game in progress.
//!
//! Content is written to a temporary file in the same directory, synced, and renamed; then the directory is
//! synced. At any moment the file holds either the old or the new content, and a reported save is permanent.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::games;
use crate::model::text::{BYTE_ORDER_MARK, escape_path};
use crate::model::{Record, RecordError};

use super::disk::{PRIVATE, SHARED, follow_links, parent_dir};
use super::{Disk, check_target};

/// The maximum size of a file of records, in MiB.
const MAX_FILE_MEBIBYTES: u64 = 256;

/// Why a file cannot be used. Every message names the file.
#[derive(Debug, Error)]
pub enum FileError {
    /// The operating system reports an error.
    #[error("{}: {}", escape_path(path), without_number(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another program uses the file.
    #[error("{}: another session is using this file", escape_path(.0))]
    InUse(PathBuf),
    /// The file should be created, but already exists.
    #[error("{}: the file already exists", escape_path(.0))]
    Exists(PathBuf),
    /// The path is a pipe, a device or a directory.
    #[error("{}: not a regular file", escape_path(.0))]
    NotRegular(PathBuf),
    /// The file is too large, not text, or not what it should be, as the text says.
    #[error("{0}")]
    Content(String),
}

impl FileError {
    /// Returns a function that wraps I/O errors for the file at `path`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| FileError::Io { path: path.to_owned(), error }
    }

    /// Creates the error for a file larger than this.
    pub(super) fn too_large(path: &Path, mebibytes: u64) -> Self {
        FileError::Content(format!("{}: the file is larger than {mebibytes} MiB", escape_path(path)))
    }
}

/// Formats an error without its number and without the random name of a temporary file.
pub fn without_number(error: &io::Error) -> String {
    let problem = error.to_string();
    let problem = problem.split_once(" at path ").map_or(problem.as_str(), |(problem, _)| problem);
    problem.split_once(" (os error ").map_or(problem, |(problem, _)| problem).to_owned()
}

/// Reads the text of a file.
///
/// # Errors
/// The file cannot be read, is not a regular file, is not UTF-8 text, or is larger than 256 MiB.
pub fn read(path: &Path) -> Result<String, FileError> {
    read_from(Disk::default().open_regular(path)?, path)
}

/// Reads the text of `source`. Errors name it `path`.
///
/// # Errors
/// The source cannot be read, is not UTF-8 text, or is larger than 256 MiB.
pub fn read_from(source: impl Read, path: &Path) -> Result<String, FileError> {
    text(read_bytes_from(source, path)?, path)
}

/// Reads the bytes of `source`. Errors name it `path`.
///
/// # Errors
/// The source cannot be read, or is larger than 256 MiB.
pub fn read_bytes_from(source: impl Read, path: &Path) -> Result<Vec<u8>, FileError> {
    bytes_at_most(source, path, MAX_FILE_MEBIBYTES)
}

/// Reads at most this many MiB of `source`. Errors name it `path`.
pub(super) fn bytes_at_most(source: impl Read, path: &Path, mebibytes: u64) -> Result<Vec<u8>, FileError> {
    let (mut bytes, max) = (Vec::new(), mebibytes << 20);
    let length = source.take(max.saturating_add(1)).read_to_end(&mut bytes).map_err(FileError::io(path))?;
    match length as u64 > max {
        true => Err(FileError::too_large(path, mebibytes)),
        false => Ok(bytes),
    }
}

/// Converts the bytes of a file to text, without a byte order mark before it. Errors name the file `path`.
///
/// # Errors
/// The bytes are not UTF-8 text.
pub fn text(mut bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    unchanged_text(bytes, path)
}

/// Like [`text`], with any byte order mark: to write it back.
pub(super) fn unchanged_text(bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|byte| **byte == b'\n').count();
        FileError::Content(format!("{}:{line}: not UTF-8 text", escape_path(path)))
    })
}

/// Checks that `path` does not exist.
///
/// # Errors
/// The path exists, or it is in a directory that does not. A pipe, a device or a directory is no regular file.
pub fn check_absent(path: &Path) -> Result<(), FileError> {
    check_target(path)?;
    match path.symlink_metadata() {
        Ok(_) => Err(FileError::Exists(path.to_owned())),
        Err(_) => fs::metadata(parent_dir(path)).map(drop).map_err(FileError::io(path)),
    }
}

impl Disk {
    /// Opens a file for reading. Never blocks, because it opens only regular files.
    ///
    /// # Errors
    /// The file cannot be opened, or is a pipe, a device or a directory.
    pub fn open_regular(&self, path: &Path) -> Result<File, FileError> {
        if !fs::metadata(path).map_err(FileError::io(path))?.is_file() {
            return Err(FileError::NotRegular(path.to_owned()));
        }
        self.open(path).map_err(FileError::io(path))
    }

    /// Reads the only game in a file. It has its full name, whichever name the file has.
    ///
    /// # Errors
    /// The file cannot be read, or does not contain exactly one record.
    pub fn read_record(&self, path: &Path) -> Result<Record, FileError> {
        let text = read_from(self.open_regular(path)?, path)?;
        let wrong = |RecordError { line, problem, .. }| {
            FileError::Content(format!("{}:{line}: {problem}", escape_path(path)))
        };
        let mut record = text.parse::<Record>().map_err(wrong)?;
        record.game = games::full_name(&record.game);
        Ok(record)
    }

    /// Writes a new file.
    ///
    /// # Errors
    /// The file already exists, or could not be written.
    pub fn create(&self, path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FileError> {
        self.create_bytes(path, content.as_ref(), SHARED)
    }

    /// Writes a new file with permissions `mode`, reduced by the umask.
    pub(super) fn create_bytes(&self, path: &Path, bytes: &[u8], mode: u32) -> Result<(), FileError> {
        check_absent(path)?;
        self.write_file(path, bytes, mode, false)?;
        self.sync_name(path)
    }

    /// Writes a file, replacing any existing one.
    ///
    /// # Errors
    /// The file could not be written.
    pub fn overwrite(&self, path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FileError> {
        self.write_file(path, content.as_ref(), SHARED, true)?;
        self.sync_name(path)
    }

    /// Writes a file that only the current user can read. Returns the file, locked if
    /// possible. Its name is not synced yet.
    pub(super) fn write_private(&self, path: &Path, text: &str) -> Result<File, FileError> {
        self.write_file(path, text.as_bytes(), PRIVATE, true)
    }

    /// Syncs the name of a file.
    pub(super) fn sync_name(&self, path: &Path) -> Result<(), FileError> {
        let sync = || self.sync_dir(parent_dir(&follow_links(path)?));
        sync().map_err(FileError::io(path))
    }

    /// Writes a file, or the target of a link. Its content is synced, and it is locked if possible, before it gets
    /// its name.
    pub(super) fn write_file(
        &self,
        path: &Path,
        bytes: &[u8],
        mode: u32,
        replaces: bool,
    ) -> Result<File, FileError> {
        // Renaming over a device would destroy it.
        let existing = check_target(path)?;
        let write = || {
            let target = follow_links(path)?;
            let mut file = self.temp_file(parent_dir(&target), mode)?;
            file.write_all(bytes)?;
            if let Some(before) = existing.filter(|_| mode == SHARED) {
                // If this fails, the default permissions are good enough.
                let _ = file.content().set_permissions(before.permissions());
            }
            file.sync()?;
            file.rename(&target, replaces)
        };
        write().map_err(|error| match error.kind() {
            // Another program has just created it.
            io::ErrorKind::AlreadyExists if !replaces => FileError::Exists(path.to_owned()),
            _ => FileError::Io { path: path.to_owned(), error },
        })
    }
}

/// Converts typed text to a path. Replaces a leading `~/` with the home directory, as a shell does.
pub fn expand_tilde(text: &str) -> PathBuf {
    let at_home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    at_home.unwrap_or_else(|| PathBuf::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::DiskOp;

    #[test]
    fn create_does_not_overwrite() {
        let folder = tempfile::tempdir().unwrap();
        let (path, disk) = (folder.path().join("game"), Disk::default());
        disk.create(&path, "one").unwrap();
        assert!(matches!(disk.create(&path, "two"), Err(FileError::Exists(_))));
        assert_eq!(read(&path).unwrap(), "one");
        disk.overwrite(&path, "two").unwrap();
        assert_eq!(read(&path).unwrap(), "two");
        assert!(disk.overwrite(&folder.path().join("no/such"), "x").is_err());
        assert!(matches!(disk.overwrite(folder.path(), "x"), Err(FileError::NotRegular(_))));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn file_is_synced_before_rename_and_directory_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        Disk::default().create(&path, "one").unwrap();
        let existing = path.clone();
        let disk = Disk::with_observer(move |step| match step {
            DiskOp::Sync(file) => {
                assert_eq!([&existing, file].map(|path| read(path).unwrap()), ["one", "two"]);
                Ok(())
            }
            DiskOp::SyncDir(folder) => {
                assert_eq!((existing.parent(), read(&existing).unwrap().as_str()), (Some(folder), "two"));
                Err(io::Error::other("not synced"))
            }
            _ => Ok(()),
        });
        let refused = disk.overwrite(&path, "two").unwrap_err();
        assert_eq!(refused.to_string(), format!("{}: not synced", path.display()));
    }
}
