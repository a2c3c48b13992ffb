//! The game in progress, saved after every turn: in a file of the person's choice, or in a slot of the state folder.
//!
//! A program holds the lock of its slot, so that two programs do not share one; a slot that has a game and is not locked
//! holds an interrupted game. A file of the person's choice is itself locked: each new version is, before it takes the place
//! of the one before.

use std::error::Error as StdError;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::console::Settings;
use crate::model::Record;

use super::archive::numbers_in;
use super::progress::ExerciseProgress;
use super::{Archive, AutosaveFile, Disk, FileError, files};

/// How many interrupted games are offered at a time.
const MAX_OFFERED: usize = 64;
/// After so many slots that cannot be locked, none is looked for.
const MAX_LOCK_FAILURES: usize = 64;

/// Where the game in progress is saved.
#[derive(Debug, Default)]
enum Autosave {
    /// Nowhere.
    #[default]
    Off,
    /// In a file of the person's choice, which stays after the game.
    File(AutosaveFile),
    /// In a slot, which is emptied after the game.
    Slot(AutosaveSlot),
}

/// A slot for a game in progress, locked by this program.
#[derive(Debug)]
pub struct AutosaveSlot {
    disk: Disk,
    game: PathBuf,
    _lock: File,
}

/// What this program may do with files, and where the game in progress is saved.
#[derive(Debug, Default)]
pub struct SessionFiles {
    allowed: bool,
    autosave: Autosave,
    has_failed: bool,
    archive: Option<Archive>,
    settings_writer: Option<SettingsWriter>,
    progress: Option<ExerciseProgress>,
}

/// Writes settings of a session into the configuration, and tells where that is.
pub type SettingsWriter = fn(&Settings) -> Result<PathBuf, Box<dyn StdError + Send + Sync>>;

impl SessionFiles {
    /// No files at all: restricted mode.
    pub fn disabled() -> Self {
        SessionFiles::default()
    }

    /// Games are saved on request only.
    pub fn manual_only() -> Self {
        SessionFiles { allowed: true, ..SessionFiles::default() }
    }

    /// The game in progress is saved in this file.
    pub fn in_file(file: AutosaveFile) -> Self {
        SessionFiles { autosave: Autosave::File(file), ..SessionFiles::manual_only() }
    }

    /// The game in progress is saved in a free slot of `folder`, which is made if it is missing. Slots that cannot be used are
    /// passed over, and what programs that were killed have left half-written is removed.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn in_slot_dir(folder: &Path) -> io::Result<Self> {
        SessionFiles::in_slot_dir_on(&Disk::default(), folder)
    }

    /// [`SessionFiles::in_slot_dir`] on this disk.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn in_slot_dir_on(disk: &Disk, folder: &Path) -> io::Result<Self> {
        disk.create_dir_all(folder)?;
        disk.remove_stale_temporaries(folder);
        let mut failures = 0;
        for number in 1_usize.. {
            match AutosaveSlot::lock(disk, folder, number) {
                Ok(Some(slot)) if slot.is_free() => return Ok(SessionFiles::manual_only().with_slot(slot)),
                Ok(_) => {}
                Err(_) if failures < MAX_LOCK_FAILURES => failures += 1,
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("all slots are taken"))
    }

    /// The same, but the game in progress is saved in the slot it was found in.
    #[must_use]
    pub fn with_slot(self, slot: AutosaveSlot) -> Self {
        SessionFiles { autosave: Autosave::Slot(slot), has_failed: false, ..self }
    }

    /// The same, and finished games are kept in `archive`.
    #[must_use]
    pub fn with_archive(self, archive: Archive) -> Self {
        SessionFiles { archive: Some(archive), ..self }
    }

    /// The same, and finished lessons and puzzles are noted in `progress`.
    #[must_use]
    pub fn with_progress(self, progress: ExerciseProgress) -> Self {
        SessionFiles { progress: Some(progress), ..self }
    }

    /// Where it is remembered what was done of lessons and puzzles, if it is.
    pub fn progress(&self) -> Option<&ExerciseProgress> {
        self.progress.as_ref()
    }

    /// The same, and settings of a session are kept by `settings_writer`.
    #[must_use]
    pub fn with_settings_writer(self, settings_writer: SettingsWriter) -> Self {
        SessionFiles { settings_writer: Some(settings_writer), ..self }
    }

    /// Keeps settings of a session. `None` where they are not kept.
    ///
    /// # Errors
    /// The configuration could not be written.
    pub fn save_settings(
        &self,
        settings: &Settings,
    ) -> Option<Result<PathBuf, Box<dyn StdError + Send + Sync>>> {
        self.settings_writer.map(|settings_writer| settings_writer(settings))
    }

    /// Keeps a finished game, in place of number `number` of the archive if that is given. `None` where finished games are not kept.
    ///
    /// # Errors
    /// It could not be written.
    pub fn archive_game(&self, record: &Record, number: Option<u64>) -> Result<Option<u64>, FileError> {
        self.archive.as_ref().map(|archive| archive.save(record, number)).transpose()
    }

    /// Whether files may be used at all.
    pub fn is_allowed(&self) -> bool {
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
        let text = record.to_string();
        let result = match &mut self.autosave {
            Autosave::Off => return Ok(()),
            Autosave::File(file) => file.save(&text),
            // What is over stays as it was until it is among the finished games.
            Autosave::Slot(_) if record.result.is_some() => Ok(()),
            // What nobody would go on with leaves its slot free.
            Autosave::Slot(slot) if !is_unfinished(record) => {
                slot.clear();
                Ok(())
            }
            Autosave::Slot(slot) => slot.save(&text),
        };
        let is_first_failure = result.is_err() && !self.has_failed;
        self.has_failed = result.is_err();
        if is_first_failure { result } else { Ok(()) }
    }

    /// A finished game is not finished any more.
    pub fn unarchive(&self, number: u64) {
        // If it cannot be deleted it is there twice; nothing is lost.
        let _ = self.archive.as_ref().map(|archive| archive.delete(number));
    }

    /// Whether the game in progress is kept for the next session.
    pub fn has_saved_game(&self) -> bool {
        matches!(&self.autosave, Autosave::Slot(slot) if slot.game.exists())
    }

    /// The game in progress is over: empties its slot.
    pub fn clear_slot(&self) {
        if let Autosave::Slot(slot) = &self.autosave {
            slot.clear();
        }
    }
}

impl AutosaveSlot {
    /// Locks slot `number`, unless another program has.
    fn lock(disk: &Disk, folder: &Path, number: usize) -> io::Result<Option<AutosaveSlot>> {
        let path = folder.join(format!("game-{number}.lock"));
        let lock = disk.open_or_create(&path)?;
        match disk.lock(&lock, &path) {
            Ok(()) => {
                let game = folder.join(format!("game-{number}.cygnet"));
                Ok(Some(AutosaveSlot { disk: disk.clone(), game, _lock: lock }))
            }
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// When the game in this slot was written last.
    pub fn last_modified(&self) -> Option<SystemTime> {
        fs::metadata(&self.game).ok()?.modified().ok()
    }

    fn save(&self, text: &str) -> Result<(), FileError> {
        self.disk.write_private(&self.game, text)?;
        self.disk.sync_name(&self.game)
    }

    /// Whether no game is here that somebody may want to go on with. What cannot be read is left alone.
    fn is_free(&self) -> bool {
        !self.game.exists() || files::read_record(&self.game).is_ok_and(|record| !is_unfinished(&record))
    }

    /// Deletes the game in this slot. If that cannot be, it is offered again the next time; nothing is lost.
    pub fn clear(&self) {
        let _ = self.disk.remove(&self.game);
    }
}

/// The interrupted games, at most 64, each with its slot, which is locked from now on. What cannot be read is left alone.
pub fn interrupted_games(folder: &Path) -> Vec<(AutosaveSlot, Record)> {
    let disk = Disk::default();
    let held = taken_slots(folder)
        .into_iter()
        .filter_map(|number| AutosaveSlot::lock(&disk, folder, number).ok()?);
    let games = held.filter_map(|slot| {
        let record = disk.read_record(&slot.game).ok()?;
        is_unfinished(&record).then_some((slot, record))
    });
    games.take(MAX_OFFERED).collect()
}

/// Whether this is a game that somebody may want to go on with.
pub fn is_unfinished(record: &Record) -> bool {
    record.result.is_none() && !record.moves.is_empty()
}

/// The numbers of the slots that have a game, in order.
fn taken_slots(folder: &Path) -> Vec<usize> {
    fs::read_dir(folder).map(numbers_in).unwrap_or_default()
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
    fn concurrent_sessions_use_separate_slots() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = SessionFiles::in_slot_dir(folder.path()).unwrap();
        let mut second = SessionFiles::in_slot_dir(folder.path()).unwrap();
        first.autosave(&game(1)).unwrap();
        second.autosave(&game(2)).unwrap();
        assert!(interrupted_games(folder.path()).is_empty(), "both are being played");
        drop(first);
        let found = interrupted_games(folder.path());
        assert_eq!(found.iter().map(|(_, record)| record.moves.len()).collect::<Vec<_>>(), [1]);
        assert!(interrupted_games(folder.path()).is_empty(), "the finder holds it");
        drop(found);
        let third = SessionFiles::in_slot_dir(folder.path()).unwrap();
        assert_eq!(
            interrupted_games(folder.path()).len(),
            1,
            "a new game does not take the slot of an old one"
        );
        drop(third);
        second.clear_slot();
        drop(second);
        assert_eq!(interrupted_games(folder.path()).len(), 1);
    }

    #[test]
    fn removes_stale_temporaries_but_not_active_ones() {
        let folder = tempfile::tempdir().unwrap();
        let writing = Disk::default().temp_file(folder.path(), 0o600).unwrap();
        let left = folder.path().join(".cygnet-Left00");
        let begins: [&dyn Fn(); 2] = [&|| drop(SessionFiles::in_slot_dir(folder.path()).unwrap()), &|| {
            drop(AutosaveFile::lock(&folder.path().join("game")).unwrap())
        }];
        for begin in begins {
            fs::write(&left, "cygnet rec").unwrap();
            begin();
            assert!(!left.exists() && writing.path().exists());
        }
    }

    #[test]
    fn autosave_skips_unusable_slots() {
        let folder = tempfile::tempdir().unwrap();
        for number in 1..=80 {
            fs::write(folder.path().join(format!("game-{number}.cygnet")), "no game").unwrap();
        }
        fs::create_dir(folder.path().join("game-81.lock")).unwrap();
        let mut files = SessionFiles::in_slot_dir(folder.path()).unwrap();
        files.autosave(&game(1)).unwrap();
        drop(files);
        assert!(folder.path().join("game-82.cygnet").exists());
        assert_eq!(interrupted_games(folder.path()).len(), 1, "and the game is found");
    }

    #[cfg(unix)]
    #[test]
    fn autosave_file_stays_locked_across_saves() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let is_in_use = || matches!(AutosaveFile::lock(&path), Err(FileError::InUse { .. }));
        let mut files = SessionFiles::in_file(AutosaveFile::lock(&path).unwrap());
        assert!(is_in_use());
        for moves in 1..4 {
            files.autosave(&game(moves)).unwrap();
            assert!(is_in_use(), "after {moves} turns");
        }
        drop(files);
        let again = AutosaveFile::lock(&path).unwrap();
        assert_eq!(again.unfinished_game().unwrap().map(|record| record.moves.len()), Some(3));
        drop(again);
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
        drop(AutosaveFile::lock(&path).unwrap());
        assert!(!path.exists(), "no turn, no file");
        assert!(matches!(AutosaveFile::lock(folder.path()), Err(FileError::NotRegular { .. })));
    }

    #[test]
    fn autosave_failure_is_reported_once() {
        let mut files = SessionFiles::in_file(AutosaveFile::lock(Path::new("/no/such/folder/game")).unwrap());
        assert!(files.autosave(&game(1)).is_err());
        assert!(files.autosave(&game(2)).is_ok());
    }
}
