//! Files of games: read, and written on request. The game in progress is the matter of [`autosave`](super::autosave).
//!
//! A file is written to a temporary one beside it, synced, and renamed, and its folder is synced: at any moment it holds the old or
//! the new content, never a part, and what has been said to be saved is.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::model::text::escape_path;
use crate::model::{Record, RecordError};

pub use super::autosave::{AutosaveSlot, Files, KeptFile, interrupted_games};

/// The most bytes of a file that are read as records.
const LARGEST_FILE: u64 = 256 << 20;
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
    NoText {
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
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
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
    if !fs::metadata(path).map_err(FileError::io(path))?.is_file() {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    File::open(path).map_err(FileError::io(path))
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
    let length = source.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(FileError::io(path))?;
    if length as u64 > LARGEST_FILE {
        return Err(FileError::TooLarge { path: path.to_owned() });
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|byte| **byte == b'\n').count();
        FileError::NoText { path: path.to_owned(), line }
    })
}

/// The only game of a file.
///
/// # Errors
/// The file cannot be read, or is not one record.
pub fn read_record(path: &Path) -> Result<Record, FileError> {
    Record::read_one(&read(path)?).map_err(|error| FileError::Record { path: path.to_owned(), error })
}

/// Who may read a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Those who may read any new file of this person, or could read the one before.
    AsUsual,
    /// This person.
    Private,
}

/// What may stand where a file is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing.
    New,
    /// A file, which is replaced.
    Any,
}

/// Writes a file that must not be there yet.
///
/// # Errors
/// There is a file of this name, or it could not be written.
pub fn create(path: &Path, text: &str) -> Result<(), FileError> {
    if path.symlink_metadata().is_ok() {
        return Err(FileError::Exists { path: path.to_owned() });
    }
    write(path, text, Access::AsUsual, Place::New, sync_folder).map(drop)
}

/// Writes a file, in place of the one that may be there.
///
/// # Errors
/// It could not be written.
pub fn overwrite(path: &Path, text: &str) -> Result<(), FileError> {
    write(path, text, Access::AsUsual, Place::Any, sync_folder).map(drop)
}

/// The same, for this person alone to read: the game in progress. Gives the file, locked if it can be.
pub(super) fn keep(path: &Path, text: &str) -> Result<File, FileError> {
    write(path, text, Access::Private, Place::Any, sync_folder)
}

/// Makes an empty file for this person alone to read.
pub(super) fn make_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes a file and has it and its name synced. Gives the file; one that is private is locked before it has its name.
fn write(
    path: &Path,
    text: &str,
    access: Access,
    place: Place,
    sync_folder: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<File, FileError> {
    let there = fs::metadata(path).ok();
    // Renaming over a device or a folder would do harm where it can be done at all.
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    let folder = folder_of(path);
    let mode = there.map(|there| there.permissions()).filter(|_| access == Access::AsUsual);
    let written = write_beside(folder, text, access, mode).and_then(|file| {
        match place {
            Place::New => file.persist_noclobber(path),
            Place::Any => file.persist(path),
        }
        .map_err(|error| error.error)
    });
    written.and_then(|file| sync_folder(folder).map(|()| file)).map_err(FileError::io(path))
}

/// A temporary file with `text`, synced, in `folder`; with the permissions `mode`, if that is told.
fn write_beside(
    folder: &Path,
    text: &str,
    access: Access,
    mode: Option<fs::Permissions>,
) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cygnet-");
    #[cfg(unix)]
    if access == Access::AsUsual {
        // The system takes away what the mask of this person forbids.
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(mode) = mode {
        // Where that is refused, the usual permissions do.
        let _ = file.as_file().set_permissions(mode);
    }
    if access == Access::Private {
        // Nobody else knows this file, so nothing but a system without locks is in the way.
        let _ = file.as_file().try_lock();
    }
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the name of a new file last.
///
/// # Errors
/// The system refuses.
pub fn sync_name(path: &Path) -> io::Result<()> {
    sync_folder(folder_of(path))
}

/// Makes the names in a folder last. A folder that may not be read, and some file systems, know no such thing.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(open) = File::open(folder) else { return Ok(()) };
    match open.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

/// The file that a person means by `text`: a leading `~/` stands for the home folder, as in a shell.
pub fn typed_path(text: &str) -> PathBuf {
    let at_home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    at_home.unwrap_or_else(|| PathBuf::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_only_replaced_when_told_to() {
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
    fn the_folder_is_synced_when_the_new_file_has_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let synced = |wanted: &'static str| {
            let path = path.clone();
            move |folder: &Path| {
                assert_eq!((path.parent(), read(&path).unwrap().as_str()), (Some(folder), wanted));
                Err(io::Error::other("not synced"))
            }
        };
        let new = write(&path, "one", Access::AsUsual, Place::New, synced("one"));
        assert_eq!(new.unwrap_err().to_string(), format!("{}: not synced", path.display()));
        assert!(write(&path, "two", Access::Private, Place::New, synced("two")).is_err());
        assert_eq!(read(&path).unwrap(), "one");
        let kept = write(&path, "two", Access::Private, Place::Any, synced("two"));
        assert_eq!(kept.unwrap_err().to_string(), format!("{}: not synced", path.display()));
    }
}
