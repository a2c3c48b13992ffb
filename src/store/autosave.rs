//! Autosave of the game in progress after every turn, to a file of the user's choice or to a slot in the
//! state directory.
//!
//! A file of the user's choice is itself locked: each new version is locked before it replaces the previous
//! one.

use std::io;
use std::path::Path;

use crate::model::{Annotations, Record};

use super::practice_file::PracticeFile;
use super::progress::ExerciseProgress;
use super::slot::{AutosaveSlot, free_slot, is_worth_resuming};
use super::{Archive, AutosaveFile, Disk, FileError};

/// Where the game in progress is saved.
#[derive(Debug, Default)]
enum Autosave {
    /// Nowhere.
    #[default]
    Off,
    /// In a file of the user's choice, which stays after the game.
    File(AutosaveFile),
    /// In a slot, which is emptied after the game.
    Slot(AutosaveSlot),
}

/// The files that a session can use, and where it saves the game in progress.
#[derive(Debug, Default)]
pub struct SessionFiles {
    disk: Disk,
    allowed: bool,
    autosave: Autosave,
    /// The number of the game in progress among those of the session; `None` before it begins.
    game: Option<usize>,
    /// A game that was left for the one in progress, and to which the player can return: its number and its slot.
    left: Option<(usize, AutosaveSlot)>,
    /// Whether the game in progress could not be saved.
    has_failed: bool,
    /// Whether the game in the slot will be offered.
    is_offered: bool,
    /// The archive of finished games, if they are kept.
    pub archive: Option<Archive>,
    /// The progress in lessons and puzzles.
    pub progress: ExerciseProgress,
    /// The practice deck, if the session can have one.
    pub practice: Option<PracticeFile>,
}

impl SessionFiles {
    /// Allows no files (restricted mode).
    pub fn disabled() -> Self {
        SessionFiles::default()
    }

    /// Saves games only on request.
    pub fn manual_only() -> Self {
        SessionFiles { allowed: true, ..SessionFiles::default() }
    }

    /// Saves the game in progress to this file.
    pub fn in_file(file: AutosaveFile) -> Self {
        let disk = file.disk.clone();
        SessionFiles { disk, autosave: Autosave::File(file), ..SessionFiles::manual_only() }
    }

    /// Saves the game in progress to a free slot in `folder`, which is created if necessary. Skips unusable
    /// slots, and removes half-written files of programs that were killed.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub fn in_slot_dir(disk: &Disk, folder: &Path) -> io::Result<Self> {
        disk.create_private_dir(folder)?;
        disk.remove_stale_temporaries(folder);
        let files = SessionFiles { disk: disk.clone(), ..SessionFiles::manual_only() };
        Ok(files.with_slot(free_slot(disk, folder)?))
    }

    /// Saves the game with this number from now on. If it is the one that was left, it is saved in its slot again, and the
    /// one before it is dropped. Otherwise that stays in its slot, for resuming, and the player may be able to return.
    ///
    /// # Errors
    /// There is no other slot. Then the game is not saved.
    pub fn begin_game(&mut self, number: usize, can_return: bool) -> io::Result<()> {
        let before = self.game.replace(number);
        if before.is_none_or(|before| before == number) {
            return Ok(());
        }
        match self.left.take_if(|(left, _)| *left == number) {
            Some((_, slot)) => {
                self.clear_slot();
                self.autosave = Autosave::Slot(slot);
                Ok(())
            }
            None => self.leave_slot(before.filter(|_| can_return)),
        }
    }

    /// Leaves the games of the session so far: one that is unfinished, or could not be archived, stays in its slot.
    ///
    /// # Errors
    /// There is no other slot. Then the next game is not saved.
    pub fn leave_games(&mut self) -> io::Result<()> {
        if self.game.take().is_some() { self.leave_slot(None) } else { Ok(()) }
    }

    /// Leaves the game in its slot, if there is one, and saves the next game in another one. If the game has a number, the
    /// player can return to it, and its slot is held.
    fn leave_slot(&mut self, number: Option<usize>) -> io::Result<()> {
        let Autosave::Slot(slot) = &self.autosave else { return Ok(()) };
        if !slot.game.exists() {
            return Ok(());
        }
        let next = slot.game.parent().map(|folder| free_slot(&slot.disk, folder)).transpose();
        (self.left, self.has_failed) = (None, false);
        if let (Autosave::Slot(slot), Some(number)) = (std::mem::take(&mut self.autosave), number) {
            self.left = Some((number, slot));
        }
        if let Some(slot) = next? {
            self.autosave = Autosave::Slot(slot);
        }
        Ok(())
    }

    /// Saves the game in progress to `slot`, where it was found.
    pub fn with_slot(self, slot: AutosaveSlot) -> Self {
        let is_offered = !slot.is_free();
        let autosave = Autosave::Slot(slot);
        SessionFiles { is_offered, autosave, game: None, left: None, has_failed: false, ..self }
    }

    /// Saves a finished game to the archive, replacing the game that this session saved `before`, if given. Returns
    /// its number, or `None` without an archive.
    ///
    /// # Errors
    /// The game could not be written.
    pub fn archive_game(
        &self,
        record: &Record,
        before: Option<&(u64, Record)>,
    ) -> Result<Option<u64>, FileError> {
        let own = before.filter(|before| self.is_own(before)).map(|(number, _)| *number);
        self.archive.as_ref().map(|archive| archive.save(record, own)).transpose()
    }

    /// Whether no other program has given the number of a game to another one, after the game was deleted.
    fn is_own(&self, (number, record): &(u64, Record)) -> bool {
        let kept = self.archive.as_ref().map(|archive| archive.read(*number));
        !kept.is_some_and(|kept| kept.is_ok_and(|kept| bare(&kept) != bare(record)))
    }

    /// Returns the latest game in the archive that is `record`, with its number.
    pub fn archived(&self, record: &Record) -> Option<(u64, Record)> {
        let (archive, text) = (self.archive.as_ref()?, bare(record));
        let numbers = archive.numbers().unwrap_or_default().into_iter().rev();
        let mut games = numbers.filter_map(|number| Some((number, archive.read(number).ok()?)));
        games.find(|(_, kept)| bare(kept) == text)
    }

    /// Returns the disk on which the files are.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Whether the session can use files at all.
    pub fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// Saves the game in progress, if this session does that.
    ///
    /// # Errors
    /// It could not be saved.
    pub fn autosave(&mut self, record: &Record) -> Result<(), FileError> {
        let text = record.to_string();
        self.is_offered = is_worth_resuming(record);
        let result = match &mut self.autosave {
            Autosave::Off => return Ok(()),
            Autosave::File(file) => file.save(&text),
            // A finished game stays in the slot, without its last move, until it is archived.
            Autosave::Slot(_) if record.result.is_some() => Ok(()),
            Autosave::Slot(slot) if record.moves.is_empty() => {
                slot.clear();
                Ok(())
            }
            Autosave::Slot(slot) => slot.save(&text),
        };
        self.has_failed = result.is_err();
        result
    }

    /// Whether the game in progress could not be saved when that was last tried.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Removes a game from the archive after it was resumed.
    pub fn unarchive(&self, before: &(u64, Record)) {
        // If it cannot be deleted, the game exists twice, but nothing is lost.
        let _ = self.archive.as_ref().filter(|_| self.is_own(before)).map(|archive| archive.delete(before.0));
    }

    /// Whether the game in progress has been saved, so that it is kept when the program ends.
    pub fn keeps_game(&self) -> bool {
        match &self.autosave {
            Autosave::Off => false,
            Autosave::File(_) => !self.has_failed,
            Autosave::Slot(_) => self.has_saved_game(),
        }
    }

    /// Whether the game in progress is saved for the next session, up to its last turn.
    pub fn has_saved_game(&self) -> bool {
        self.is_offered
            && !self.has_failed
            && matches!(&self.autosave, Autosave::Slot(slot) if slot.game.exists())
    }

    /// Empties the slot after the game in progress has ended.
    pub fn clear_slot(&self) {
        if let Autosave::Slot(slot) = &self.autosave {
            slot.clear();
        }
    }
}

/// Returns the text of a game without the annotations that a review may have added since it was kept.
fn bare(record: &Record) -> String {
    let mut record = record.clone();
    record.annotations = Annotations::default();
    record.to_string()
}

#[cfg(test)]
mod tests;
