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
use super::slot::{AutosaveSlot, damaged_games, free_slot, interrupted_games, is_worth_resuming};
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
    /// Why the game in progress is not saved.
    failure: Option<String>,
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
        SessionFiles { autosave: Autosave::File(file), ..SessionFiles::manual_only() }
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

    /// Returns the [`interrupted_games`] in `folder`, which are saved on the disk of these files when resumed.
    pub fn interrupted_games(&self, folder: &Path) -> Vec<(AutosaveSlot, Record)> {
        interrupted_games(&self.disk, folder)
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

    /// Returns what is wrong with the games in `folder` that cannot be read. They are kept.
    pub fn damaged_games(&self, folder: &Path) -> Vec<FileError> {
        damaged_games(&self.disk, folder)
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
        (self.left, self.failure) = (None, None);
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
        SessionFiles { is_offered, autosave, game: None, left: None, failure: None, ..self }
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

    /// Whether `record` is in the archive.
    pub fn has_archived(&self, record: &Record) -> bool {
        self.archived(record).is_some()
    }

    /// Returns the latest game in the archive that is `record`, with its number.
    fn archived(&self, record: &Record) -> Option<(u64, Record)> {
        let (archive, text) = (self.archive.as_ref()?, bare(record));
        let numbers = archive.numbers().unwrap_or_default().into_iter().rev();
        let mut games = numbers.filter_map(|number| Some((number, archive.read(number).ok()?)));
        games.find(|(_, kept)| bare(kept) == text)
    }

    /// Lets `annotate` change the annotations of `record` in the archive, if it is there.
    ///
    /// # Errors
    /// The game could not be written.
    pub fn annotate_archived(
        &self,
        record: &Record,
        annotate: impl FnOnce(&mut Record),
    ) -> Result<(), FileError> {
        let Some((archive, (number, mut kept))) = self.archive.as_ref().zip(self.archived(record)) else {
            return Ok(());
        };
        annotate(&mut kept);
        archive.save(&kept, Some(number)).map(drop)
    }

    /// Whether the session can use files at all.
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
    /// It could not be saved. Only the first failure is reported, until a save succeeds again.
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
        let is_first_failure = result.is_err() && self.failure.is_none();
        self.failure = result.as_ref().err().map(ToString::to_string);
        if is_first_failure { result } else { Ok(()) }
    }

    /// Returns why the game in progress is not in the file of the user's choice.
    pub fn file_failure(&self) -> Option<&str> {
        self.failure.as_deref().filter(|_| matches!(self.autosave, Autosave::File(_)))
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
            Autosave::File(_) => self.failure.is_none(),
            Autosave::Slot(_) => self.has_saved_game(),
        }
    }

    /// Whether the game in progress is saved for the next session, up to its last turn.
    pub fn has_saved_game(&self) -> bool {
        self.is_offered
            && self.failure.is_none()
            && matches!(&self.autosave, Autosave::Slot(slot) if slot.game.exists())
    }

    /// Empties the slot after the game in progress has ended.
    pub fn clear_slot(&mut self) {
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
mod tests {
    use std::fs;

    use super::*;

    fn game(moves: usize) -> Record {
        let moves = (0..moves).map(|_| "a1b1");
        Record::new("uglyduck").with_seats(["human", "human"]).with_moves(moves)
    }

    /// Returns the number of moves of each unfinished game, and whether it is open in another program.
    fn found(folder: &Path) -> Vec<(usize, bool)> {
        let games = interrupted_games(&Disk::default(), folder);
        let mut games: Vec<_> =
            games.iter().map(|(slot, record)| (record.moves.len(), slot.is_open_elsewhere())).collect();
        games.sort_unstable();
        games
    }

    #[test]
    fn concurrent_sessions_use_separate_slots() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
        let mut second = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
        first.autosave(&game(1)).unwrap();
        second.autosave(&game(2)).unwrap();
        assert_eq!(found(folder.path()), [(1, true), (2, true)], "both games are in progress");
        drop(first);
        let games = interrupted_games(&Disk::default(), folder.path());
        assert_eq!(found(folder.path()), [(1, true), (2, true)], "the first search holds the lock");
        games.iter().filter(|(slot, _)| slot.is_open_elsewhere()).for_each(|(slot, _)| slot.clear());
        drop(games);
        assert_eq!(found(folder.path()), [(1, false), (2, true)], "the game of another program stays");
        let third = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
        let games = found(folder.path());
        assert_eq!(games, [(1, false), (2, true)], "a new game does not take the slot of an old one");
        drop(third);
        second.clear_slot();
        drop(second);
        assert_eq!(interrupted_games(&Disk::default(), folder.path()).len(), 1);
    }

    #[test]
    fn the_number_of_a_game_that_was_deleted_may_belong_to_another() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::in_state_dir(&Disk::default(), folder.path(), 9);
        let files = SessionFiles { archive: Some(archive.clone()), ..SessionFiles::manual_only() };
        let before = (files.archive_game(&game(1), None).unwrap().unwrap(), game(1));
        assert_eq!(files.archive_game(&game(1), Some(&before)).unwrap(), Some(before.0));
        archive.delete(before.0).unwrap();
        assert_eq!(archive.save(&game(2), None).unwrap(), before.0);
        files.unarchive(&before);
        assert_eq!(files.archive_game(&game(3), Some(&before)).unwrap(), Some(before.0 + 1));
        assert_eq!(archive.read(before.0).unwrap().moves.len(), 2);
    }

    #[test]
    fn a_game_in_which_no_person_has_moved_is_not_offered() {
        let folder = tempfile::tempdir().unwrap();
        let black_begins = Some("DDDDD/5/5/5/ddddd 2".to_owned());
        let cases = [
            (["easy", "human"], None, 1, false),
            (["easy", "human"], black_begins.clone(), 1, true),
            (["easy", "human"], None, 2, true),
            (["human", "easy"], black_begins, 1, false),
            (["easy", "easy"], None, 9, false),
        ];
        for (seats, start, moves, is_offered) in cases {
            let mut files = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
            let mut record = game(moves).with_seats(seats);
            record.start = start;
            files.autosave(&record).unwrap();
            assert_eq!(files.has_saved_game(), is_offered, "{seats:?} {moves}");
            assert_eq!(files.keeps_game(), is_offered);
            drop(files);
            let offered = interrupted_games(&Disk::default(), folder.path());
            assert_eq!(offered.len(), usize::from(is_offered), "{seats:?} {moves}");
            offered.iter().for_each(|(slot, _)| slot.clear());
        }
    }

    #[test]
    fn removes_stale_temporaries_but_not_active_ones() {
        let folder = tempfile::tempdir().unwrap();
        let writing = Disk::default().temp_file(folder.path(), 0o600).unwrap();
        let left = folder.path().join(".cygnet-Left00");
        let openers: [&dyn Fn(); 2] =
            [&|| drop(SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap()), &|| {
                drop(AutosaveFile::lock(&Disk::default(), &folder.path().join("game")).unwrap())
            }];
        for open in openers {
            fs::write(&left, "cygnet rec").unwrap();
            open();
            assert!(!left.exists() && writing.path().exists());
        }
    }

    #[test]
    fn autosave_skips_unusable_slots() {
        let folder = tempfile::tempdir().unwrap();
        for number in 1..=80 {
            fs::write(folder.path().join(format!("game-{number}.cygnet")), "not a game").unwrap();
        }
        fs::create_dir(folder.path().join("game-81.lock")).unwrap();
        let mut files = SessionFiles::in_slot_dir(&Disk::default(), folder.path()).unwrap();
        files.autosave(&game(1)).unwrap();
        drop(files);
        assert!(folder.path().join("game-82.cygnet").exists());
        assert_eq!(interrupted_games(&Disk::default(), folder.path()).len(), 1, "the game is found");
    }

    #[cfg(unix)]
    #[test]
    fn autosave_file_stays_locked_across_saves() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let is_in_use = || matches!(AutosaveFile::lock(&Disk::default(), &path), Err(FileError::InUse(_)));
        let mut files = SessionFiles::in_file(AutosaveFile::lock(&Disk::default(), &path).unwrap());
        assert!(is_in_use());
        for moves in 1..4 {
            files.autosave(&game(moves)).unwrap();
            assert!(is_in_use(), "after {moves} turns");
        }
        drop(files);
        let again = AutosaveFile::lock(&Disk::default(), &path).unwrap();
        assert_eq!(again.game().unwrap().map(|record| record.moves.len()), Some(3));
        drop(again);
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
        drop(AutosaveFile::lock(&Disk::default(), &path).unwrap());
        assert!(!path.exists(), "an unused file is removed");
        assert!(matches!(AutosaveFile::lock(&Disk::default(), folder.path()), Err(FileError::NotRegular(_))));
    }

    #[test]
    fn autosave_failure_is_reported_once() {
        let mut files = SessionFiles::in_file(
            AutosaveFile::lock(&Disk::default(), Path::new("/no/such/folder/game")).unwrap(),
        );
        assert!(files.autosave(&game(1)).is_err());
        assert!(files.autosave(&game(2)).is_ok());
    }
}
