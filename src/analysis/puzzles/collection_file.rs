//! A collection in the making: a file with what has been found so far and how many games have been looked at, so that the work goes on
//! after it was broken off, and comes to the same collection.
//!
//! It is a collection like any other. What says that it is unfinished are comments: the first line, which tells what is being done, and a
//! line after each game.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::analysis::puzzles::collection::{self, CollectionError, PuzzleEntry};
use crate::model::Record;
use crate::model::text::escape_path;
use crate::store::{FileError, files, resumable_file};

use super::PuzzleFilter;

/// How the first line begins, and that after each game.
const HEADER: &str = "# unfinished: ";
const GAMES: &str = "# games: ";

/// What decides which puzzles are found.
#[derive(Clone, Copy, Debug)]
pub struct CollectionSpec<'a> {
    /// The games to be looked at.
    pub games: &'a [Record],
    /// Which puzzles are taken.
    pub filter: PuzzleFilter,
    /// The positions that a proof may take.
    pub positions: u64,
    /// The memory for one, in MiB.
    pub memory: u32,
}

/// What an earlier run has left.
#[derive(Debug, Default)]
pub struct CollectionProgress {
    /// How many games it has looked at.
    pub games: usize,
    /// The puzzles in them.
    pub entries: Vec<PuzzleEntry>,
}

/// The file of a collection in the making.
#[derive(Debug)]
pub struct CollectionFile {
    path: PathBuf,
    file: File,
    games: usize,
}

/// Why a collection cannot be made in a file.
#[derive(Debug, Error)]
pub enum CollectionFileError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another collection was begun there.
    #[error(
        "{}:1: this is the beginning of another collection: {found} there, {expected} here",
        escape_path(path)
    )]
    DifferentCollection {
        /// The file.
        path: PathBuf,
        /// What was being done.
        found: String,
        /// What is to be done.
        expected: String,
    },
    /// A line of it is no puzzle.
    #[error("{}: {error}", escape_path(path))]
    Collection {
        /// The file.
        path: PathBuf,
        /// The line.
        error: CollectionError,
    },
}

impl CollectionSpec<'_> {
    /// The work in a line: the same words, the same collection.
    fn description(&self) -> String {
        let mut mark = crc32fast::Hasher::new();
        self.games.iter().for_each(|record| mark.update(record.to_string().as_bytes()));
        let (games, mark) = (self.games.len(), mark.finalize());
        let CollectionSpec { filter, positions, memory, .. } = self;
        let limit = |number: usize, words: &str| match number {
            usize::MAX => String::new(),
            number => format!(", {number} {words}"),
        };
        let each = limit(filter.max_per_length, "of each length");
        let last = limit(filter.last_turns, "turns of each game");
        format!("{games} games ({mark:08x}), {positions} positions, {memory} MiB{each}{last}")
    }
}

impl CollectionFile {
    /// Goes on with the file at `path`, or begins it where there is nothing.
    ///
    /// # Errors
    /// It cannot be used, is finished, or is the beginning of another collection.
    pub fn open(
        path: &Path,
        spec: &CollectionSpec<'_>,
    ) -> Result<(Self, CollectionProgress), CollectionFileError> {
        let mut file = resumable_file::open(path)?;
        let text = files::read_from(&mut file, path)?;
        let header = format!("{HEADER}{}\n", spec.description());
        let whole = complete_games(path, &text, &header)?;
        let progress = CollectionProgress::read(whole)
            .map_err(|error| CollectionFileError::Collection { path: path.to_owned(), error })?;
        let mut collection_file = CollectionFile { path: path.to_owned(), file, games: progress.games };
        collection_file.truncate(whole.len()).map_err(FileError::io(path))?;
        if whole.is_empty() {
            collection_file.write(&header)?;
            files::sync_name(path).map_err(FileError::io(path))?;
        }
        Ok((collection_file, progress))
    }

    fn truncate(&mut self, length: usize) -> io::Result<()> {
        self.file.set_len(length as u64)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Writes what has just been found. It is on the disk when this returns.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add(&mut self, entry: &PuzzleEntry) -> Result<(), FileError> {
        self.write(&format!("{entry}\n"))
    }

    /// Notes that one more game has been looked at.
    ///
    /// # Errors
    /// The system refuses.
    pub fn end_game(&mut self) -> Result<(), FileError> {
        self.games += 1;
        self.write(&format!("{GAMES}{}\n", self.games))
    }

    /// Puts the whole collection in the place of its beginning.
    ///
    /// # Errors
    /// The system refuses.
    pub fn finish(self, entries: &[PuzzleEntry]) -> Result<(), FileError> {
        let text: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        files::overwrite(&self.path, &text)
    }

    fn write(&mut self, line: &str) -> Result<(), FileError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(FileError::io(&self.path))
    }
}

impl CollectionProgress {
    fn read(text: &str) -> Result<CollectionProgress, CollectionError> {
        let games = text.lines().filter(|line| line.starts_with(GAMES)).count();
        Ok(CollectionProgress { games, entries: collection::read(text)? })
    }
}

/// The first line and those up to the last game that was looked at: what follows is found again. Nothing, if not even the first line is
/// whole.
fn complete_games<'t>(path: &Path, text: &'t str, header: &str) -> Result<&'t str, CollectionFileError> {
    let path = || path.to_owned();
    if is_truncated_copy_of(text, header) {
        return Ok("");
    }
    let found = text.strip_prefix(HEADER).ok_or_else(|| FileError::Exists { path: path() })?;
    if !text.starts_with(header) {
        let words = |line: &str| line.lines().next().unwrap_or_default().to_owned();
        let (found, expected) = (words(found), words(&header[HEADER.len()..]));
        return Err(CollectionFileError::DifferentCollection { path: path(), found, expected });
    }
    let mut length = 0;
    let mut whole = header.len();
    for line in text.split_inclusive('\n') {
        length += line.len();
        if line.starts_with(GAMES) && line.ends_with('\n') {
            whole = length;
        }
    }
    Ok(&text[..whole])
}

/// Whether `text` is what a cut may have left of `line`: not all of it, perhaps with zeros in its place.
fn is_truncated_copy_of(text: &str, line: &str) -> bool {
    text != line
        && text.len() <= line.len()
        && text.bytes().zip(line.bytes()).all(|(byte, wanted)| byte == wanted || byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# unfinished: 3 games\n";

    fn complete(text: &str) -> Result<&str, String> {
        complete_games(Path::new("file"), text, HEAD).map_err(|error| error.to_string())
    }

    #[test]
    fn text_after_the_last_complete_game_is_dropped() {
        let entry = "uglyduck\tD4/S4/1d3/5/5 1\tb1a2\t1\t1\n";
        let games = format!("{HEAD}{entry}# games: 1\n# games: 2\n");
        for torn in ["", entry, &entry[..20], "# games: 3", "\0\0\0"] {
            assert_eq!(complete(&format!("{games}{torn}")), Ok(games.as_str()), "{torn:?}");
        }
        let progress = CollectionProgress::read(&games).unwrap();
        assert_eq!((progress.games, progress.entries.len()), (2, 1));
        assert_eq!(complete(&format!("{HEAD}{entry}")), Ok(HEAD));
    }

    #[test]
    fn a_truncated_header_starts_over_and_other_files_are_rejected() {
        for torn in ["", &HEAD[..9], &HEAD[..HEAD.len() - 1], "# un\0\0\0"] {
            assert_eq!(complete(torn), Ok(""), "{torn:?}");
        }
        let other = "file:1: this is the beginning of another collection: 4 games there, 3 games here";
        assert_eq!(complete("# unfinished: 4 games\n"), Err(other.to_owned()));
        assert_eq!(complete("qawale\t"), Err("file: the file already exists".to_owned()));
    }
}
