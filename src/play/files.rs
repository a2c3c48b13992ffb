//! Games in files: saved on request, and the game in progress, which is saved after every turn.
//!
//! A file is written to a temporary one beside it, synced, and renamed: at any moment it holds the old or the new content,
//! never a part. The game in progress is in a slot of the state folder. A program holds the lock of its slot, so that two
//! programs do not share one; a slot that has a game and is not locked holds an interrupted game.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::model::text::escape_path;
use crate::model::{Record, RecordError};

/// The most bytes of a file that are read as records.
const LARGEST_FILE: u64 = 256 << 20;
/// How many games may be in progress at a time.
const SLOTS: usize = 64;

/// Where the game in progress is saved.
#[derive(Debug, Default)]
enum Autosave {
    /// Nowhere.
    #[default]
    Off,
    /// In a file of the person's choice, which stays after the game.
    File(PathBuf),
    /// In a slot, which is emptied after the game.
    Slot(AutosaveSlot),
}

/// A slot for a game in progress, locked by this program.
#[derive(Debug)]
pub struct AutosaveSlot {
    game: PathBuf,
    _lock: File,
}

/// What this program may do with files, and where the game in progress is saved.
#[derive(Debug, Default)]
pub struct Files {
    allowed: bool,
    autosave: Autosave,
    has_failed: bool,
}

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

/// What the system says, without the name of a temporary file, which is never the same.
fn without_path(error: &io::Error) -> String {
    let problem = error.to_string();
    problem.split_once(" at path ").map_or(problem.as_str(), |(problem, _)| problem).to_owned()
}

impl Files {
    /// No files at all: restricted mode.
    pub fn forbidden() -> Self {
        Files::default()
    }

    /// Games are saved on request only.
    pub fn on_request() -> Self {
        Files { allowed: true, ..Files::default() }
    }

    /// The game in progress is saved in this file.
    pub fn in_file(path: PathBuf) -> Self {
        Files { allowed: true, autosave: Autosave::File(path), has_failed: false }
    }

    /// The game in progress is saved in a free slot of `folder`, which is made if it is missing.
    ///
    /// # Errors
    /// The folder cannot be used, or every slot is taken.
    pub fn in_slot_of(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let free = (1..=SLOTS).filter_map(|number| AutosaveSlot::lock(folder, number).transpose());
        for slot in free {
            let slot = slot?;
            if !slot.game.exists() {
                return Ok(Files { allowed: true, autosave: Autosave::Slot(slot), has_failed: false });
            }
        }
        Err(io::Error::other("all slots are taken"))
    }

    /// The game in progress is saved in the slot it was found in.
    pub fn in_slot(slot: AutosaveSlot) -> Self {
        Files { allowed: true, autosave: Autosave::Slot(slot), has_failed: false }
    }

    /// Whether files may be used at all.
    pub fn are_allowed(&self) -> bool {
        self.allowed
    }

    /// Whether the game in progress is saved.
    pub fn has_autosave(&self) -> bool {
        !matches!(self.autosave, Autosave::Off)
    }

    /// Saves the game in progress.
    ///
    /// # Errors
    /// It could not be saved. Told once; later failures are silent until a save succeeds again.
    pub fn autosave(&mut self, record: &Record) -> Result<(), FileError> {
        let path = match &self.autosave {
            Autosave::Off => return Ok(()),
            Autosave::File(path) => path,
            Autosave::Slot(slot) => &slot.game,
        };
        let result = overwrite(path, &record.to_string());
        let is_first_failure = result.is_err() && !self.has_failed;
        self.has_failed = result.is_err();
        if is_first_failure { result } else { Ok(()) }
    }

    /// The game in progress is over: empties its slot.
    pub fn game_over(&self) {
        if let Autosave::Slot(slot) = &self.autosave {
            // If it cannot be removed it is offered again next time; nothing is lost.
            let _ = fs::remove_file(&slot.game);
        }
    }
}

impl AutosaveSlot {
    /// Locks slot `number`, unless another program has.
    fn lock(folder: &Path, number: usize) -> io::Result<Option<AutosaveSlot>> {
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(format!("game-{number}.lock")))?;
        match lock.try_lock() {
            Ok(()) => {
                Ok(Some(AutosaveSlot { game: folder.join(format!("game-{number}.cygnet")), _lock: lock }))
            }
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// Deletes the game in this slot.
    pub fn clear(&self) {
        let _ = fs::remove_file(&self.game);
    }
}

/// The interrupted games, each with its slot, which is locked from now on. What cannot be read is left alone.
pub fn interrupted_games(folder: &Path) -> Vec<(AutosaveSlot, Record)> {
    let slots = (1..=SLOTS).filter(|number| folder.join(format!("game-{number}.cygnet")).exists());
    let held = slots.filter_map(|number| AutosaveSlot::lock(folder, number).ok().flatten());
    held.filter_map(|slot| {
        let record = Record::read_one(&read(&slot.game).ok()?).ok()?;
        (record.result.is_none() && !record.moves.is_empty()).then_some((slot, record))
    })
    .collect()
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
    let mut text = String::new();
    let length = source.take(LARGEST_FILE + 1).read_to_string(&mut text).map_err(FileError::io(path))?;
    if length as u64 > LARGEST_FILE {
        return Err(FileError::TooLarge { path: path.to_owned() });
    }
    Ok(text)
}

/// The only game of a file.
///
/// # Errors
/// The file cannot be read, or is not one record.
pub fn read_record(path: &Path) -> Result<Record, FileError> {
    Record::read_one(&read(path)?).map_err(|error| FileError::Record { path: path.to_owned(), error })
}

/// Writes a file that must not be there yet.
///
/// # Errors
/// There is a file of this name, or it could not be written.
pub fn create(path: &Path, text: &str) -> Result<(), FileError> {
    if path.symlink_metadata().is_ok() {
        return Err(FileError::Exists { path: path.to_owned() });
    }
    let written =
        write_beside(path, text).and_then(|file| file.persist_noclobber(path).map_err(|error| error.error));
    written.map(drop).map_err(FileError::io(path))
}

/// Writes a file, in place of the one that may be there.
///
/// # Errors
/// It could not be written.
pub fn overwrite(path: &Path, text: &str) -> Result<(), FileError> {
    // Renaming over a device or a folder would do harm where it can be done at all.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    let written = write_beside(path, text).and_then(|file| file.persist(path).map_err(|error| error.error));
    written.map(drop).map_err(FileError::io(path))
}

/// A temporary file with `text`, synced, in the folder of `path`.
fn write_beside(path: &Path, text: &str) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".cygnet-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: usize) -> Record {
        let moves = (0..moves).map(|_| (0, "a1b1".to_owned())).collect();
        let seats = ["human".to_owned(), "human".to_owned()];
        Record { game: "uglyduck".to_owned(), seats, moves, ..Record::default() }
    }

    #[test]
    fn two_programs_get_two_slots_and_a_cut_off_game_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = Files::in_slot_of(folder.path()).unwrap();
        let mut second = Files::in_slot_of(folder.path()).unwrap();
        first.autosave(&game(1)).unwrap();
        second.autosave(&game(2)).unwrap();
        assert!(interrupted_games(folder.path()).is_empty(), "both are being played");
        drop(first);
        let found = interrupted_games(folder.path());
        assert_eq!(found.iter().map(|(_, record)| record.moves.len()).collect::<Vec<_>>(), [1]);
        assert!(interrupted_games(folder.path()).is_empty(), "the finder holds it");
        drop(found);
        let third = Files::in_slot_of(folder.path()).unwrap();
        assert_eq!(
            interrupted_games(folder.path()).len(),
            1,
            "a new game does not take the slot of an old one"
        );
        drop(third);
        second.game_over();
        drop(second);
        assert_eq!(interrupted_games(folder.path()).len(), 1);
    }

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
    fn a_failure_is_said_once() {
        let mut files = Files::in_file(PathBuf::from("/no/such/folder/game"));
        assert!(files.autosave(&game(1)).is_err());
        assert!(files.autosave(&game(2)).is_ok());
    }
}
