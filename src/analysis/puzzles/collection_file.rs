//! An unfinished collection: a file with the puzzles found so far and the number of games searched. After an
//! interruption the work can be resumed, and produces the same collection.
//!
//! The file is a valid collection. Comments mark it as unfinished: the first line describes the work, and a
//! line follows each game.

use std::io::Write as _;
use std::path::Path;

use thiserror::Error;

use crate::analysis::puzzles::collection::{self, PuzzleEntry};
use crate::engine::solver::Solver;
use crate::model::Record;
use crate::model::text::escape_path;
use crate::store::{Disk, DiskFile, FileError, files};

use super::PuzzleFilter;

/// The prefixes of the first line and of the line after each game.
const HEADER: &str = "# unfinished: ";
const GAMES: &str = "# games: ";

/// The file of an unfinished collection.
#[derive(Debug)]
pub struct CollectionFile {
    file: DiskFile,
    /// The number of games searched.
    pub games: usize,
}

/// Why a collection file cannot be used.
#[derive(Debug, Error)]
pub enum CollectionFileError {
    /// The file cannot be opened, read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file belongs to another collection, or a line in it is malformed, as the text says.
    #[error("{0}")]
    Content(String),
}

/// Describes in one line what determines which puzzles are found, apart from `only_mistakes`, which is never set here. The
/// same description means the same collection.
fn description(games: &[Record], filter: PuzzleFilter, solver: &Solver) -> String {
    let mut checksum = crc32fast::Hasher::new();
    games.iter().for_each(|record| checksum.update(record.to_string().as_bytes()));
    let (games, checksum) = (games.len(), checksum.finalize());
    let Solver { positions, bytes, .. } = solver;
    let limit = |number: usize, words: &str| match number {
        usize::MAX => String::new(),
        number => format!(", {number} {words}"),
    };
    let each = limit(filter.max_per_length, "of each length");
    let last = limit(filter.last_turns, "turns of each game");
    format!("{games} games ({checksum:08x}), {positions} positions, {} MiB{each}{last}", bytes >> 20)
}

impl CollectionFile {
    /// Opens the file at `path` to resume it, or creates it, for the puzzles that `solver` proves in these games. Returns the
    /// puzzles in it, too.
    ///
    /// # Errors
    /// The file cannot be used, is already finished, or belongs to another collection.
    pub fn open(
        path: &Path,
        games: &[Record],
        filter: PuzzleFilter,
        solver: &Solver,
    ) -> Result<(Self, Vec<PuzzleEntry>), CollectionFileError> {
        let mut file = DiskFile::open(&Disk::default(), path)?;
        let bytes = files::read_bytes_from(file.content(), path)?;
        let size = bytes.len();
        let text = files::text(bytes, path)?;
        let mark = size - text.len();
        let header = format!("{HEADER}{}\n", description(games, filter, solver));
        let whole = complete_games(path, &text, &header)?;
        let entries = collection::read(whole).map_err(|(line, problem)| {
            CollectionFileError::Content(format!("{}:{line}: {problem}", escape_path(path)))
        })?;
        file.truncate((mark + whole.len()) as u64).map_err(FileError::io(path))?;
        let games = whole.lines().filter(|line| line.starts_with(GAMES)).count();
        let mut collection_file = CollectionFile { file, games };
        if whole.is_empty() {
            collection_file.write(&header)?;
            collection_file.file.sync_name().map_err(FileError::io(path))?;
        }
        Ok((collection_file, entries))
    }

    /// Appends the puzzles of a game, and records that the game has been searched, if it has been searched to its end. All
    /// of it is on disk when this returns.
    ///
    /// # Errors
    /// Writing fails.
    pub fn add_game(&mut self, entries: &[PuzzleEntry], is_searched: bool) -> Result<(), FileError> {
        let mut lines = lines(entries);
        if is_searched {
            self.games += 1;
            lines += &format!("{GAMES}{}\n", self.games);
        }
        self.write(&lines)
    }

    /// Replaces the file with the finished collection.
    ///
    /// # Errors
    /// Writing fails.
    pub fn finish(self, entries: &[PuzzleEntry]) -> Result<(), FileError> {
        Disk::default().overwrite(self.file.path(), &lines(entries))
    }

    fn write(&mut self, lines: &str) -> Result<(), FileError> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync());
        written.map_err(FileError::io(self.file.path()))
    }
}

fn lines(entries: &[PuzzleEntry]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

/// Returns the text up to the end of the last complete game; the rest will be found again. Returns an empty
/// text if even the first line is incomplete.
fn complete_games<'t>(path: &Path, text: &'t str, header: &str) -> Result<&'t str, CollectionFileError> {
    if is_truncated_copy_of(text, header) {
        return Ok("");
    }
    let found = text.strip_prefix(HEADER).ok_or_else(|| FileError::Exists(path.to_owned()))?;
    if !text.starts_with(header) {
        let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let (found, expected) = (first_line(found), first_line(&header[HEADER.len()..]));
        return Err(CollectionFileError::Content(format!(
            "{}:1: this file belongs to another collection: it has {found}; this command needs {expected}",
            escape_path(path)
        )));
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

/// Returns whether `text` can be what is left of `line` after a crash: cut short, or with zero bytes in it.
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
        assert_eq!(collection::read(&games).unwrap().len(), 1);
        assert_eq!(complete(&format!("{HEAD}{entry}")), Ok(HEAD));
    }

    #[test]
    fn a_truncated_header_starts_over_and_other_files_are_rejected() {
        for torn in ["", &HEAD[..9], &HEAD[..HEAD.len() - 1], "# un\0\0\0"] {
            assert_eq!(complete(torn), Ok(""), "{torn:?}");
        }
        let other =
            "file:1: this file belongs to another collection: it has 4 games; this command needs 3 games";
        assert_eq!(complete("# unfinished: 4 games\n"), Err(other.to_owned()));
        let exists = FileError::Exists("file".into());
        assert_eq!(complete("qawale\t"), Err(exists.to_string()));
    }
}
