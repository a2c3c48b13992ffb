//! The game in progress, saved after every turn: in a file of the person's choice, or in a slot of the state folder.
//!
//! A program holds the lock of its slot, so that two programs do not share one; a slot that has a game and is not locked
//! holds an interrupted game.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::model::Record;

use super::files::{self, FileError};

/// How many interrupted games are offered at a time.
const MOST_OFFERED: usize = 64;
/// After so many slots that cannot be locked, none is looked for.
const MOST_FAILURES: usize = 64;

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

    /// The game in progress is saved in a free slot of `folder`, which is made if it is missing. Slots that cannot be used are
    /// passed over.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn in_slot_of(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut failures = 0;
        for number in 1_usize.. {
            match AutosaveSlot::lock(folder, number) {
                Ok(Some(slot)) if !slot.game.exists() => return Ok(Files::in_slot(slot)),
                Ok(_) => {}
                Err(_) if failures < MOST_FAILURES => failures += 1,
                Err(error) => return Err(error),
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
        let text = record.to_string();
        let result = match &self.autosave {
            Autosave::Off => return Ok(()),
            Autosave::File(path) => files::keep(path, &text),
            Autosave::Slot(slot) => files::keep(&slot.game, &text),
        };
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

/// The interrupted games, at most 64, each with its slot, which is locked from now on. What cannot be read is left alone.
pub fn interrupted_games(folder: &Path) -> Vec<(AutosaveSlot, Record)> {
    let held =
        taken_slots(folder).into_iter().filter_map(|number| AutosaveSlot::lock(folder, number).ok()?);
    let games = held.filter_map(|slot| {
        let record = files::read_record(&slot.game).ok()?;
        is_under_way(&record).then_some((slot, record))
    });
    games.take(MOST_OFFERED).collect()
}

/// Whether this is a game that somebody may want to go on with.
pub fn is_under_way(record: &Record) -> bool {
    record.result.is_none() && !record.moves.is_empty()
}

/// The numbers of the slots that have a game, in order.
fn taken_slots(folder: &Path) -> Vec<usize> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<usize> = entries
        .filter_map(|entry| {
            entry.file_name().to_str()?.strip_prefix("game-")?.strip_suffix(".cygnet")?.parse().ok()
        })
        .collect();
    numbers.sort_unstable();
    numbers
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
    fn slots_that_cannot_be_used_do_not_turn_autosave_off() {
        let folder = tempfile::tempdir().unwrap();
        for number in 1..=80 {
            fs::write(folder.path().join(format!("game-{number}.cygnet")), "no game").unwrap();
        }
        fs::create_dir(folder.path().join("game-81.lock")).unwrap();
        let mut files = Files::in_slot_of(folder.path()).unwrap();
        files.autosave(&game(1)).unwrap();
        drop(files);
        assert!(folder.path().join("game-82.cygnet").exists());
        assert_eq!(interrupted_games(folder.path()).len(), 1, "and the game is found");
    }

    #[test]
    fn a_failure_is_said_once() {
        let mut files = Files::in_file(PathBuf::from("/no/such/folder/game"));
        assert!(files.autosave(&game(1)).is_err());
        assert!(files.autosave(&game(2)).is_ok());
    }
}
