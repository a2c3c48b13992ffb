//! A collection in the making: a file with what has been found so far and how many games have been looked at, so that the work goes on
//! after it was broken off, and comes to the same collection.
//!
//! It is a collection like any other. What says that it is unfinished are comments: the first line, which tells what is being done, and a
//! line after each game.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::analysis::puzzles::collection::{self, CollectionError, Entry};
use crate::model::Record;
use crate::model::text::escape_path;
use crate::store::{FileError, files, growing};

use super::Choice;

/// How the first line begins, and that after each game.
const HEADER: &str = "# unfinished: ";
const GAMES: &str = "# games: ";

/// What decides which puzzles are found.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The games to be looked at.
    pub games: &'a [Record],
    /// Which puzzles are taken.
    pub choice: Choice,
    /// The positions that a proof may take.
    pub positions: u64,
    /// The memory for one, in MiB.
    pub memory: u32,
}

/// What an earlier run has left.
#[derive(Debug, Default)]
pub struct Left {
    /// How many games it has looked at.
    pub games: usize,
    /// The puzzles in them.
    pub entries: Vec<Entry>,
}

/// The file of a collection in the making.
#[derive(Debug)]
pub struct Unfinished {
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
        "{}:1: this is the beginning of another collection: {there} there, {here} here",
        escape_path(path)
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What was being done.
        there: String,
        /// What is to be done.
        here: String,
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

impl Work<'_> {
    /// The work in a line: the same words, the same collection.
    fn words(&self) -> String {
        let mut mark = crc32fast::Hasher::new();
        self.games.iter().for_each(|record| mark.update(record.to_string().as_bytes()));
        let (games, mark) = (self.games.len(), mark.finalize());
        let Work { choice, positions, memory, .. } = self;
        let limit = |number: usize, words: &str| match number {
            usize::MAX => String::new(),
            number => format!(", {number} {words}"),
        };
        let each = limit(choice.each, "of each length");
        let last = limit(choice.last, "turns of each game");
        format!("{games} games ({mark:08x}), {positions} positions, {memory} MiB{each}{last}")
    }
}

impl Unfinished {
    /// Goes on with the file at `path`, or begins it where there is nothing.
    ///
    /// # Errors
    /// It cannot be used, is finished, or is the beginning of another collection.
    pub fn open(path: &Path, work: &Work<'_>) -> Result<(Self, Left), CollectionFileError> {
        let mut file = growing::open(path)?;
        let text = files::read_from(&mut file, path)?;
        let header = format!("{HEADER}{}\n", work.words());
        let whole = complete_games(path, &text, &header)?;
        let left = Left::read(whole)
            .map_err(|error| CollectionFileError::Collection { path: path.to_owned(), error })?;
        let mut unfinished = Unfinished { path: path.to_owned(), file, games: left.games };
        unfinished.cut(whole.len()).map_err(FileError::io(path))?;
        if whole.is_empty() {
            unfinished.write(&header)?;
            files::sync_name(path).map_err(FileError::io(path))?;
        }
        Ok((unfinished, left))
    }

    fn cut(&mut self, length: usize) -> io::Result<()> {
        self.file.set_len(length as u64)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Writes what has just been found. It is on the disk when this returns.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add(&mut self, entry: &Entry) -> Result<(), FileError> {
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
    pub fn finish(self, entries: &[Entry]) -> Result<(), FileError> {
        let text: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        files::overwrite(&self.path, &text)
    }

    fn write(&mut self, line: &str) -> Result<(), FileError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(FileError::io(&self.path))
    }
}

impl Left {
    fn read(text: &str) -> Result<Left, CollectionError> {
        let games = text.lines().filter(|line| line.starts_with(GAMES)).count();
        Ok(Left { games, entries: collection::read(text)? })
    }
}

/// The first line and those up to the last game that was looked at: what follows is found again. Nothing, if not even the first line is
/// whole.
fn complete_games<'t>(path: &Path, text: &'t str, header: &str) -> Result<&'t str, CollectionFileError> {
    let path = || path.to_owned();
    if is_truncated_copy_of(text, header) {
        return Ok("");
    }
    let there = text.strip_prefix(HEADER).ok_or_else(|| FileError::Exists { path: path() })?;
    if !text.starts_with(header) {
        let words = |line: &str| line.lines().next().unwrap_or_default().to_owned();
        let (there, here) = (words(there), words(&header[HEADER.len()..]));
        return Err(CollectionFileError::Other { path: path(), there, here });
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

    fn whole(text: &str) -> Result<&str, String> {
        complete_games(Path::new("file"), text, HEAD).map_err(|error| error.to_string())
    }

    #[test]
    fn text_after_the_last_complete_game_is_dropped() {
        let entry = "uglyduck\tD4/S4/1d3/5/5 1\tb1a2\t1\t1\n";
        let games = format!("{HEAD}{entry}# games: 1\n# games: 2\n");
        for torn in ["", entry, &entry[..20], "# games: 3", "\0\0\0"] {
            assert_eq!(whole(&format!("{games}{torn}")), Ok(games.as_str()), "{torn:?}");
        }
        let left = Left::read(&games).unwrap();
        assert_eq!((left.games, left.entries.len()), (2, 1));
        assert_eq!(whole(&format!("{HEAD}{entry}")), Ok(HEAD));
    }

    #[test]
    fn a_truncated_header_starts_over_and_other_files_are_rejected() {
        for torn in ["", &HEAD[..9], &HEAD[..HEAD.len() - 1], "# un\0\0\0"] {
            assert_eq!(whole(torn), Ok(""), "{torn:?}");
        }
        let other = "file:1: this is the beginning of another collection: 4 games there, 3 games here";
        assert_eq!(whole("# unfinished: 4 games\n"), Err(other.to_owned()));
        assert_eq!(whole("qawale\t"), Err("file: there is a file of this name".to_owned()));
    }
}
