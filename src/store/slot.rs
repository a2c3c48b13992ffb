//! Slots in the state directory, each for one game in progress.
//!
//! A program locks its slot, so that two programs never share one. A slot with a game and without a lock
//! holds an interrupted game.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::archive::numbers_in;
use super::disk::PRIVATE;
use super::{AutosaveFile, Disk, FileError};
use crate::games;
use crate::model::{Game as _, Player, Position as _, Record, Seating};

/// The maximum number of interrupted games to offer.
const MAX_OFFERED: usize = 64;
/// The maximum number of slots with lock errors before the search ends.
const MAX_LOCK_FAILURES: usize = 64;

/// A slot for a game in progress, or for one that is kept.
#[derive(Debug)]
pub struct AutosaveSlot {
    pub(super) disk: Disk,
    pub(super) game: PathBuf,
    /// `None` unless this program holds the slot.
    pub(super) lock: Option<File>,
    /// Whether another program held the slot when this one last looked.
    pub(super) is_open_elsewhere: bool,
}

impl AutosaveSlot {
    /// Locks slot `number`, unless another program holds it.
    fn open(disk: &Disk, folder: &Path, number: usize) -> io::Result<AutosaveSlot> {
        let game = folder.join(format!("game-{number}.cygnet"));
        let mut slot = AutosaveSlot { disk: disk.clone(), game, lock: None, is_open_elsewhere: false };
        slot.try_lock()?;
        Ok(slot)
    }

    /// Locks the slot, unless another program holds it.
    fn try_lock(&mut self) -> io::Result<()> {
        let path = self.game.with_extension("lock");
        let lock = self.disk.open_or_create(&path, PRIVATE)?;
        self.is_open_elsewhere = match self.disk.lock(&lock, &path) {
            Ok(()) => false,
            Err(fs::TryLockError::WouldBlock) => true,
            Err(fs::TryLockError::Error(error)) => return Err(error),
        };
        self.lock = Some(lock).filter(|_| !self.is_open_elsewhere);
        Ok(())
    }

    /// Whether another program held the slot when it was last found or locked. Then its game can only be shown.
    pub fn is_open_elsewhere(&self) -> bool {
        self.is_open_elsewhere
    }

    /// Locks the slot. Returns its game as it is then; `None` if another program holds it, or has ended or deleted it.
    pub fn hold(&mut self) -> Option<Record> {
        if self.lock.is_none() {
            self.try_lock().ok()?;
        }
        let held = self.lock.as_ref().map(|_| &self.game);
        self.disk.read_record(held?).ok().filter(is_worth_resuming)
    }

    /// Like [`AutosaveSlot::hold`], for a file that is itself locked. Returns whether this program holds it, with a
    /// game.
    pub fn hold_file(&mut self) -> bool {
        match AutosaveFile::lock(&self.disk, &self.game) {
            Ok(file) if matches!(file.game(), Ok(Some(_))) => *self = file.into_slot(),
            Ok(_) => {}
            Err(error) => self.is_open_elsewhere = matches!(error, FileError::InUse(_)),
        }
        self.lock.is_some()
    }

    /// Lets other programs lock the slot.
    pub fn release(&mut self) {
        self.lock = None;
    }

    /// The time when the game in this slot was last saved.
    pub fn last_modified(&self) -> Option<SystemTime> {
        fs::metadata(&self.game).ok()?.modified().ok()
    }

    pub(super) fn save(&self, text: &str) -> Result<(), FileError> {
        self.disk.write_private(&self.game, text)?;
        self.disk.sync_name(&self.game)
    }

    /// Whether the slot holds no game that can be resumed. A slot with an unreadable file is not free.
    pub(super) fn is_free(&self) -> bool {
        let is_resumable = || match self.disk.read_record(&self.game) {
            Ok(record) => is_worth_resuming(&record),
            Err(_) => true,
        };
        self.lock.is_some() && (!self.game.exists() || !is_resumable())
    }

    /// Deletes the game in this slot at the player's wish. Returns when it was saved, for [`AutosaveSlot::restore`].
    ///
    /// # Errors
    /// It could not be deleted.
    pub fn delete(&self) -> Result<Option<SystemTime>, FileError> {
        let modified = self.last_modified();
        self.disk.remove(&self.game).map_err(FileError::io(&self.game))?;
        Ok(modified)
    }

    /// Writes a deleted game again, as of the time when it was saved.
    ///
    /// # Errors
    /// It could not be written.
    pub fn restore(&self, text: &str, modified: Option<SystemTime>) -> Result<(), FileError> {
        self.save(text)?;
        // Without its time, the game is only listed as a newer one.
        let _ = modified.map(|time| File::options().write(true).open(&self.game)?.set_modified(time));
        Ok(())
    }

    /// Deletes the game in this slot, if this program holds it. If that fails, the game is offered again next time.
    pub fn clear(&self) {
        if self.lock.is_some() {
            let _ = self.disk.remove(&self.game);
        }
    }
}

/// Locks a free slot in `folder`. Skips unusable slots.
pub(super) fn free_slot(disk: &Disk, folder: &Path) -> io::Result<AutosaveSlot> {
    let mut failures = 0;
    for number in 1_usize.. {
        match AutosaveSlot::open(disk, folder, number) {
            Ok(slot) if slot.is_free() => return Ok(slot),
            Ok(_) => {}
            Err(_) if failures < MAX_LOCK_FAILURES => failures += 1,
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("all autosave slots are in use"))
}

/// Returns up to 64 unfinished games with their slots: the interrupted ones, and those that are open in another
/// program. Holds none of them, so that every program can list them. Skips files that cannot be read.
pub fn interrupted_games(disk: &Disk, folder: &Path) -> Vec<(AutosaveSlot, Record)> {
    let numbers: Vec<usize> = fs::read_dir(folder).map(numbers_in).unwrap_or_default();
    let slots = numbers.into_iter().filter_map(|number| AutosaveSlot::open(disk, folder, number).ok());
    let games = slots.filter_map(|mut slot| {
        slot.release();
        let record = disk.read_record(&slot.game).ok()?;
        is_worth_resuming(&record).then_some((slot, record))
    });
    games.take(MAX_OFFERED).collect()
}

/// Returns what is wrong with the games in `folder` that cannot be read. They are kept.
pub fn damaged_games(disk: &Disk, folder: &Path) -> Vec<FileError> {
    let numbers: Vec<usize> = fs::read_dir(folder).map(numbers_in).unwrap_or_default();
    let files = numbers.into_iter().map(|number| folder.join(format!("game-{number}.cygnet")));
    files.filter(|file| file.exists()).filter_map(|file| disk.read_record(&file).err()).collect()
}

/// Whether the game of this record can be resumed: it has moves, but no result.
pub fn is_unfinished(record: &Record) -> bool {
    record.result.is_none() && !record.moves.is_empty()
}

/// Whether the game of this record is unfinished and has a turn of a human player.
pub fn is_worth_resuming(record: &Record) -> bool {
    is_unfinished(record) && has_person_moved(record)
}

/// Whether the game of this record has a turn of a human player.
pub fn has_person_moved(record: &Record) -> bool {
    let start = || {
        let position = games::open(&record.game).ok()?.read_position(record.start.as_deref()?).ok()?;
        Some(position.to_move())
    };
    let is_human = |player: Player| record.seats[player.index()].eq_ignore_ascii_case(Seating::HUMAN);
    let moves_first = || start().unwrap_or(Player::One);
    // The players take turns.
    match record.moves.len() {
        0 => false,
        1 => is_human(moves_first()),
        _ => Player::BOTH.into_iter().any(is_human),
    }
}
