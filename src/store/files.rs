//! Files of games: read, and written on request. The game in progress is the matter of [`autosave`](super::autosave).
//!
//! A file is written to a temporary one beside it, synced, and renamed, and its folder is synced: at any moment it holds the old or
//! the new content, never a part, and what has been said to be saved is.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::model::text::escape_path;
use crate::model::{Record, RecordError};

use super::Disk;
use super::disk::parent_dir;

/// The most bytes of a file that are read as records.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// Why a file cannot be used. Each names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses.
    #[error("{}: {}", escape_path(path), without_path(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another program keeps its game in it.
    #[error("{}: another session keeps its game in this file", escape_path(path))]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is larger than a file of records may be.
    #[error("{}: the file is larger than 256 MiB", escape_path(path))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It was to be made, and is there already.
    #[error("{}: there is a file of this name", escape_path(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// It is a pipe, a device or a folder.
    #[error("{}: this is not a regular file", escape_path(path))]
    NotRegular {
        /// The file.
        path: PathBuf,
    },
    /// It is no text.
    #[error("{}:{line}: this is no text in UTF-8", escape_path(path))]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first line that is none, from 1.
        line: usize,
    },
    /// It is not one record.
    #[error("{}:{}: {}", escape_path(path), error.line, error.problem)]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with its text.
        error: RecordError,
    },
}

impl FileError {
    /// What the system says about the file at `path`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| FileError::Io { path: path.to_owned(), error }
    }
}

/// What the system says, without the name of a temporary file, which is never the same, and without its number.
fn without_path(error: &io::Error) -> String {
    let problem = error.to_string();
    let problem = problem.split_once(" at path ").map_or(problem.as_str(), |(problem, _)| problem);
    problem.split_once(" (os error ").map_or(problem, |(problem, _)| problem).to_owned()
}

/// Opens a file to be read. Nothing is waited for: what is no regular file is not opened.
///
/// # Errors
/// It cannot be opened, or is a pipe, a device or a folder.
pub fn open(path: &Path) -> Result<File, FileError> {
    Disk::default().open_regular(path)
}

/// The text of a file.
///
/// # Errors
/// It cannot be read, is no regular file, is no text, or is larger than 256 MiB.
pub fn read(path: &Path) -> Result<String, FileError> {
    read_from(open(path)?, path)
}

/// The text that `source` holds, which errors call `path`.
///
/// # Errors
/// It cannot be read, is no text, or is larger than 256 MiB.
pub fn read_from(source: impl Read, path: &Path) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let length = source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(FileError::io(path))?;
    if length as u64 > MAX_FILE_BYTES {
        return Err(FileError::TooLarge { path: path.to_owned() });
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|byte| **byte == b'\n').count();
        FileError::NotText { path: path.to_owned(), line }
    })
}

/// The only game of a file.
///
/// # Errors
/// The file cannot be read, or is not one record.
pub fn read_record(path: &Path) -> Result<Record, FileError> {
    Disk::default().read_record(path)
}

/// Checks that there is nothing of this name.
///
/// # Errors
/// There is.
pub fn check_absent(path: &Path) -> Result<(), FileError> {
    match path.symlink_metadata() {
        Ok(_) => Err(FileError::Exists { path: path.to_owned() }),
        Err(_) => Ok(()),
    }
}

/// Writes a file that must not be there yet.
///
/// # Errors
/// There is a file of this name, or it could not be written.
pub fn create(path: &Path, text: &str) -> Result<(), FileError> {
    Disk::default().create(path, text)
}

/// Writes a file, in place of the one that may be there.
///
/// # Errors
/// It could not be written.
pub fn overwrite(path: &Path, text: &str) -> Result<(), FileError> {
    Disk::default().overwrite(path, text)
}

/// Makes the name of a new file last.
///
/// # Errors
/// The system refuses.
pub fn sync_name(path: &Path) -> io::Result<()> {
    Disk::default().sync_dir(parent_dir(path))
}

/// The permissions of a file for this person alone.
const PRIVATE: u32 = 0o600;
/// The permissions of other files, less what the system withholds.
const SHARED: u32 = 0o666;

impl Disk {
    pub(super) fn open_regular(&self, path: &Path) -> Result<File, FileError> {
        if !fs::metadata(path).map_err(FileError::io(path))?.is_file() {
            return Err(FileError::NotRegular { path: path.to_owned() });
        }
        self.open(path).map_err(FileError::io(path))
    }

    /// [`read_record`] on this disk.
    ///
    /// # Errors
    /// The file cannot be read, or is not one record.
    pub fn read_record(&self, path: &Path) -> Result<Record, FileError> {
        let text = read_from(self.open_regular(path)?, path)?;
        Record::read_one(&text).map_err(|error| FileError::Record { path: path.to_owned(), error })
    }

    /// [`create`] on this disk.
    ///
    /// # Errors
    /// There is a file of this name, or it could not be written.
    pub fn create(&self, path: &Path, text: &str) -> Result<(), FileError> {
        check_absent(path)?;
        self.write_file(path, text, SHARED, false)?;
        self.sync_name(path)
    }

    /// [`overwrite`] on this disk.
    ///
    /// # Errors
    /// It could not be written.
    pub fn overwrite(&self, path: &Path, text: &str) -> Result<(), FileError> {
        self.write_file(path, text, SHARED, true)?;
        self.sync_name(path)
    }

    /// Writes the game in progress, for this person alone to read. Gives the file, locked if it can be; its name is not synced yet.
    pub(super) fn write_private(&self, path: &Path, text: &str) -> Result<File, FileError> {
        self.write_file(path, text, PRIVATE, true)
    }

    /// Makes the name of a file last.
    pub(super) fn sync_name(&self, path: &Path) -> Result<(), FileError> {
        self.sync_dir(parent_dir(path)).map_err(FileError::io(path))
    }

    /// Writes a file whose content is synced and which is locked, if it can be, before it gets its name.
    fn write_file(&self, path: &Path, text: &str, mode: u32, replaces: bool) -> Result<File, FileError> {
        let existing = fs::metadata(path).ok();
        // Renaming over a device or a folder would do harm where it can be done at all.
        if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
            return Err(FileError::NotRegular { path: path.to_owned() });
        }
        let write = || {
            let mut file = self.temp_file(parent_dir(path), mode)?;
            self.write(&mut file, text.as_bytes())?;
            if let Some(before) = existing.filter(|_| mode == SHARED) {
                // Where that is refused, the usual permissions do.
                let _ = file.as_file().set_permissions(before.permissions());
            }
            self.sync(&file)?;
            self.rename(file, path, replaces)
        };
        write().map_err(FileError::io(path))
    }
}

/// The file that a person means by `text`: a leading `~/` stands for the home folder, as in a shell.
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
        let path = folder.path().join("game");
        create(&path, "one").unwrap();
        assert!(matches!(create(&path, "two"), Err(FileError::Exists { .. })));
        assert_eq!(read(&path).unwrap(), "one");
        overwrite(&path, "two").unwrap();
        assert_eq!(read(&path).unwrap(), "two");
        assert!(overwrite(&folder.path().join("no/such"), "x").is_err());
        assert!(matches!(overwrite(folder.path(), "x"), Err(FileError::NotRegular { .. })));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary is left");
    }

    #[test]
    fn file_is_synced_before_rename_and_directory_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        create(&path, "one").unwrap();
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
