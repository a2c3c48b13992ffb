//! The archive of finished games: a directory with one file per game, numbered in the order they ended.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::model::Record;

use super::disk::PRIVATE;
use super::{Disk, FileError};

/// The number of attempts to find a free number while other programs are adding games.
const ATTEMPTS: u64 = 100;

/// The finished games in a directory.
#[derive(Clone, Debug)]
pub struct Archive {
    disk: Disk,
    /// The directory of the archive.
    pub folder: PathBuf,
    limit: usize,
}

impl Archive {
    /// Opens the archive in the directory `finished` of `state`. It keeps the latest `limit` games.
    pub fn in_state_dir(disk: &Disk, state: &Path, limit: usize) -> Self {
        Archive { disk: disk.clone(), folder: state.join("finished"), limit }
    }

    /// Returns the numbers of the games, oldest first. A missing directory has no games.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn numbers(&self) -> Result<Vec<u64>, FileError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(FileError::io(&self.folder))?,
        };
        Ok(numbers_in(entries).into_iter().filter(|number| *number <= MAX_NUMBER).collect())
    }

    /// The file of game `number`.
    pub fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("game-{number}.cygnet"))
    }

    /// Reads game `number`.
    ///
    /// # Errors
    /// The game does not exist, or its file cannot be read.
    pub fn read(&self, number: u64) -> Result<Record, FileError> {
        self.disk.read_record(&self.path(number))
    }

    /// Deletes game `number`.
    ///
    /// # Errors
    /// The game does not exist, or its file cannot be deleted.
    pub fn delete(&self, number: u64) -> Result<(), FileError> {
        let path = self.path(number);
        self.disk.remove(&path).map_err(FileError::io(&path))
    }

    /// Saves a finished game, replacing game `number` if given, and returns its number. Deletes the oldest
    /// games beyond the limit.
    ///
    /// # Errors
    /// The game could not be written.
    pub fn save(&self, record: &Record, number: Option<u64>) -> Result<u64, FileError> {
        self.disk.create_private_dir(&self.folder).map_err(FileError::io(&self.folder))?;
        self.disk.remove_stale_temporaries(&self.folder);
        let text = record.to_string();
        if let Some(number) = number {
            self.disk.write_private(&self.path(number), &text)?;
            self.disk.sync_name(&self.path(number))?;
            return Ok(number);
        }
        let number = self.add(&text)?;
        let numbers = self.numbers()?;
        for oldest in &numbers[..numbers.len().saturating_sub(self.limit)] {
            // If this fails, the next call tries again.
            let _ = self.delete(*oldest);
        }
        Ok(number)
    }

    /// Saves the annotations that a review has added to game `number`, unless the game has changed meanwhile.
    ///
    /// # Errors
    /// The game could not be read or written.
    pub fn annotate(&self, number: u64, before: &Record, annotated: &Record) -> Result<(), FileError> {
        if annotated != before && self.read(number)? == *before {
            self.save(annotated, Some(number))?;
        }
        Ok(())
    }

    /// Writes a new game with the first free number.
    fn add(&self, text: &str) -> Result<u64, FileError> {
        let first = self.numbers()?.last().map_or(1, |last| last.saturating_add(1));
        let mut taken = None;
        for number in first..first.saturating_add(ATTEMPTS) {
            match self.disk.create_bytes(&self.path(number), text.as_bytes(), PRIVATE) {
                Err(error @ FileError::Exists(_)) => taken = Some(error),
                result => return result.map(|()| number),
            }
        }
        Err(taken.unwrap_or_else(|| FileError::Exists(self.path(first))))
    }
}

/// The largest number of a game. A file with a larger number is not part of the archive, so it does not stop
/// new games from getting the next number.
const MAX_NUMBER: u64 = 999_999_999_999;

/// Returns the sorted numbers of the files `game-N.cygnet` in a directory (the archive or the slots).
pub(super) fn numbers_in<N: FromStr + Display + Ord>(entries: fs::ReadDir) -> Vec<N> {
    let number = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let number = name.to_str()?.strip_prefix("game-")?.strip_suffix(".cygnet")?.parse::<N>().ok()?;
        (name.to_str() == Some(&format!("game-{number}.cygnet"))).then_some(number)
    };
    let mut numbers: Vec<N> = entries.flatten().filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: usize) -> Record {
        let moves = (0..moves).map(|_| "a1b1");
        Record::new("uglyduck").with_seats(["human", "easy"]).with_moves(moves)
    }

    #[test]
    fn a_file_with_an_impossible_number_does_not_stop_the_archive() {
        let state = tempfile::tempdir().unwrap();
        let archive = Archive::in_state_dir(&Disk::default(), state.path(), 3);
        archive.save(&game(1), None).unwrap();
        fs::write(archive.path(u64::MAX), "").unwrap();
        for number in ["007", "+8"] {
            fs::write(archive.folder.join(format!("game-{number}.cygnet")), "").unwrap();
        }
        assert_eq!(archive.save(&game(2), None).unwrap(), 2);
        assert_eq!(archive.numbers().unwrap(), [1, 2]);
    }

    #[test]
    fn the_latest_games_are_kept_in_order() {
        let state = tempfile::tempdir().unwrap();
        let archive = Archive::in_state_dir(&Disk::default(), state.path(), 3);
        assert_eq!(archive.numbers().unwrap(), [0; 0]);
        let numbers: Vec<u64> = (1..=5).map(|moves| archive.save(&game(moves), None).unwrap()).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        assert_eq!(archive.numbers().unwrap(), [3, 4, 5]);
        assert_eq!(archive.read(4).unwrap().moves.len(), 4);
        assert_eq!(archive.save(&game(9), Some(4)).unwrap(), 4);
        assert_eq!(archive.read(4).unwrap().moves.len(), 9);
        archive.delete(5).unwrap();
        assert!(archive.delete(5).is_err() && archive.read(5).is_err());
        assert_eq!(archive.save(&game(1), None).unwrap(), 5);
    }

    #[test]
    fn unusable_directory_is_an_error() {
        let state = tempfile::tempdir().unwrap();
        fs::write(state.path().join("finished"), "not a directory").unwrap();
        let archive = Archive::in_state_dir(&Disk::default(), state.path(), 3);
        assert!(archive.numbers().is_err() && archive.save(&game(1), None).is_err());
    }
}
