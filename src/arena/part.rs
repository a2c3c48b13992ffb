//! The record file of a match, or of a part of it, as it is read again.
//!
//! It is a file of records with comment lines between them: the first says which match and which part, one before each game its
//! number, the last how many games there are. Nothing in it depends on a clock, so the same match gives the same bytes. A file
//! without its last line is not finished.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::model::Record;
use crate::model::text::escape_path;
use crate::store::{FileError, files};

use super::game::{PlayedGame, Usage};
use super::plan::{MatchPlan, Schedule, Shard};
use super::verify::RecordVerifier;

/// How the first line of the file begins; the rest is [`Header`].
pub(super) const HEADER: &str = "# cygnet arena ";
/// How the line before a game begins; the rest is [`GameHeader`].
pub(super) const GAME: &str = "# cygnet arena game ";
/// How the last line begins; the rest is [`Footer`].
pub(super) const FOOTER: &str = "# cygnet arena end ";
/// What is wrong with another last line.
const BAD_END: &str = "the part does not end as it should";
/// The version of the format.
const VERSION: u32 = 2;
/// The most bytes of a line that are read.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The most bytes of a game that are read.
const MAX_GAME_BYTES: usize = 64 << 20;
/// The size of the buffer of a file, in bytes.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

/// Which match, and which part of it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    version: u32,
    pub plan: MatchPlan,
    pub shard: Shard,
}

/// What is to be known of a game beside its record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameHeader {
    /// Its number in the match, from 1.
    number: u64,
    /// For how many of its moves each player counted positions, player 1's first; and how many positions.
    #[serde(default, skip_serializing_if = "is_zero")]
    counted: [u64; 2],
    #[serde(default, skip_serializing_if = "is_zero")]
    nodes: [u64; 2],
}

/// How many games there are.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    pub games: u64,
}

fn is_zero(counts: &[u64; 2]) -> bool {
    *counts == [0, 0]
}

impl Header {
    pub(super) fn new(plan: &MatchPlan, shard: Shard) -> Header {
        Header { version: VERSION, plan: plan.clone(), shard }
    }

    /// What `other` has otherwise.
    pub(super) fn differences(&self, other: &Header) -> Vec<String> {
        let [here, there] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let difference = |pointer: &str, name: &str| {
            let [here, there] = [&here, &there].map(|header| header.pointer(pointer).unwrap_or(&Value::Null));
            (here != there).then(|| format!("{name} {here} there, {there} here"))
        };
        let plans = [&here, &there].into_iter().filter_map(|header| header["plan"].as_object());
        let fields: BTreeSet<&String> = plans.flat_map(|plan| plan.keys()).collect();
        let in_plan = fields.into_iter().filter_map(|name| difference(&format!("/plan/{name}"), name));
        in_plan.chain(difference("/shard", "shard")).collect()
    }
}

impl GameHeader {
    pub(super) fn new(played: &PlayedGame) -> GameHeader {
        GameHeader {
            number: played.number + 1,
            counted: played.usage.map(|usage| usage.counted_moves),
            nodes: played.usage.map(|usage| usage.nodes),
        }
    }

    /// What the players have used, of what is in the file; `None` if it cannot be so in a game of so many plies.
    fn usage(&self, plies: u64) -> Option<[Usage; 2]> {
        // A game may begin with either player, and end with a move that does not count.
        let most = plies.div_ceil(2).saturating_add(1);
        let usage = [0, 1].map(|seat| Usage {
            counted_moves: self.counted[seat],
            nodes: self.nodes[seat],
            ..Usage::default()
        });
        let is_possible = |Usage { counted_moves, nodes, .. }: &Usage| {
            *counted_moves <= most && (*counted_moves > 0 || *nodes == 0)
        };
        usage.iter().all(is_possible).then_some(usage)
    }
}

/// A file that is not the one of a match, or of a part of it, that it should be: which file, on which line where there is one, and
/// why.
#[derive(Debug, Error)]
#[error("{}{}: {kind}", escape_path(path), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct PartError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong there.
    pub kind: PartErrorKind,
}

/// What can be wrong with the file of a part of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartErrorKind {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line has no end.
    #[error("this line is cut off")]
    TruncatedLine,
    /// A line has zeros, which the system leaves where it has lost a piece of a file.
    #[error("a piece of the file is lost here")]
    ZeroBytes,
    /// There are fewer games than the part has.
    #[error("the part is not whole: it has {found} of its {expected} games")]
    Incomplete {
        /// The games there are.
        found: u64,
        /// The games the part has.
        expected: u64,
    },
    /// It is another file than expected.
    #[error("{0}")]
    Other(String),
}

impl PartErrorKind {
    pub(super) fn other(problem: impl ToString) -> PartErrorKind {
        PartErrorKind::Other(problem.to_string())
    }

    /// Whether it may come from a match that was cut off while it was written: then nothing whole is lost after it.
    pub(super) fn is_truncated(&self) -> bool {
        matches!(
            self,
            PartErrorKind::Incomplete { .. } | PartErrorKind::TruncatedLine | PartErrorKind::ZeroBytes
        )
    }
}

/// A file that is read from its first game on.
pub(super) struct MatchPartReader {
    pub path: PathBuf,
    pub header: Header,
    lines: LineReader,
    /// How many games the part has, and how many have been read.
    expected_games: u64,
    found: u64,
    /// The number of its first game.
    first: u64,
    schedule: Schedule,
    /// The length of the file up to the end of the last whole game.
    complete_bytes: u64,
    /// Whether the last line has been read.
    has_ended: bool,
}

/// A place after the last whole game of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResumePoint {
    /// The games before it.
    pub games: u64,
    /// The length of the file up to there.
    pub bytes: u64,
    /// Whether the right last line follows.
    pub has_footer: bool,
}

impl MatchPartReader {
    pub(super) fn open(path: &Path) -> Result<MatchPartReader, PartError> {
        let file = files::open(path).map_err(|error| match error {
            FileError::Io { error, .. } => error.into(),
            _ => PartErrorKind::other("this is not a regular file"),
        });
        let at = |kind| PartError { path: path.to_owned(), line: None, kind };
        MatchPartReader::read(path, file.map_err(at)?)
    }

    /// The part in `file`, which errors call `path`.
    pub(super) fn read(path: &Path, file: File) -> Result<MatchPartReader, PartError> {
        let at = |kind| PartError { path: path.to_owned(), line: Some(1), kind };
        let no_part = || at(PartErrorKind::other("this is not the record of a match (arena --record)"));
        let mut lines =
            LineReader { reader: BufReader::with_capacity(BUFFER_BYTES, file), number: 0, bytes: 0 };
        let first = lines.next().map_err(|kind| match kind {
            PartErrorKind::Io(_) | PartErrorKind::TruncatedLine => at(kind),
            // Whatever it is, it is something else.
            _ => no_part(),
        })?;
        let header = first.as_deref().and_then(|line| serde_json::from_str(line.strip_prefix(HEADER)?).ok());
        let header: Header = header.ok_or_else(no_part)?;
        if header.version != VERSION {
            return Err(at(PartErrorKind::Other(format!(
                "this record of a match is in version {} of the format, which this program does not know",
                header.version
            ))));
        }
        if !(header.plan.is_valid() && header.shard.is_valid()) {
            return Err(no_part());
        }
        let schedule = Schedule::new(&header.plan);
        let games = schedule.part(header.shard);
        Ok(MatchPartReader {
            path: path.to_owned(),
            header,
            expected_games: games.end - games.start,
            found: 0,
            first: games.start,
            schedule,
            complete_bytes: lines.bytes,
            has_ended: false,
            lines,
        })
    }

    pub(super) fn error(&self, problem: impl ToString) -> PartError {
        PartError { path: self.path.clone(), line: None, kind: PartErrorKind::other(problem) }
    }

    pub(super) fn error_here(&self, problem: impl ToString) -> PartError {
        self.at(self.lines.number, PartErrorKind::other(problem))
    }

    fn at(&self, line: u64, kind: PartErrorKind) -> PartError {
        PartError { path: self.path.clone(), line: Some(line), kind }
    }

    /// What is wrong with a file that ends here.
    pub(super) fn unexpected_end(&self) -> PartError {
        match self.found < self.expected_games {
            true => self.at(
                self.lines.number,
                PartErrorKind::Incomplete { found: self.found, expected: self.expected_games },
            ),
            false => self.error_here(BAD_END),
        }
    }

    /// Whether all games and the last line have been read.
    pub(super) fn is_complete(&self) -> bool {
        self.has_ended && self.found == self.expected_games
    }

    /// The file, and the place after what has been read of it.
    pub(super) fn into_file(self) -> (File, ResumePoint) {
        let resume_point =
            ResumePoint { games: self.found, bytes: self.complete_bytes, has_footer: self.has_ended };
        (self.lines.reader.into_inner(), resume_point)
    }

    fn line(&mut self) -> Result<Option<String>, PartError> {
        self.lines.next().map_err(|kind| self.at(self.lines.number, kind))
    }

    /// Reads the next game, which has to be the one that `verifier` expects; `None` at the end of the file.
    pub(super) fn next(&mut self, verifier: &mut RecordVerifier) -> Result<Option<PlayedGame>, PartError> {
        let Some(line) = self.line()? else { return Ok(None) };
        match line.strip_prefix(FOOTER) {
            Some(footer) => self.read_footer(footer).map(|()| None),
            None if self.found == self.expected_games => Err(self.error_here(BAD_END)),
            None => self.read_game(&line, verifier).map(Some),
        }
    }

    fn read_footer(&mut self, footer: &str) -> Result<(), PartError> {
        if !serde_json::from_str(footer).is_ok_and(|footer: Footer| footer.games == self.found) {
            return Err(self.error_here(BAD_END));
        }
        if self.line()?.is_some() {
            return Err(self.error_here("there is more after the end of the part"));
        }
        self.has_ended = true;
        Ok(())
    }

    fn read_game(&mut self, head: &str, verifier: &mut RecordVerifier) -> Result<PlayedGame, PartError> {
        let number = self.first + self.found;
        let head = head.strip_prefix(GAME).and_then(|text| serde_json::from_str(text).ok());
        let head: Option<GameHeader> = head.filter(|head: &GameHeader| head.number == number + 1);
        let head = head.ok_or_else(|| self.error_here(wrong_game_message(number)))?;
        let before = self.lines.number;
        let text = self.game_text()?;
        let at = |line: usize, problem: String| {
            self.at(before.saturating_add(line as u64), PartErrorKind::Other(problem))
        };
        let record = Record::read_one(&text).map_err(|error| at(error.line, error.problem.to_string()))?;
        let fixture = self.schedule.fixture(number);
        let result =
            verifier.check(number, &fixture, &record).map_err(|(line, problem)| at(line, problem))?;
        let plies = record.moves.len() as u64;
        let wrong = || at(0, format!("game {} has not the moves for what its bots counted", number + 1));
        let usage = head.usage(plies).ok_or_else(wrong)?;
        self.found += 1;
        self.complete_bytes = self.lines.bytes;
        Ok(PlayedGame { number, result, plies, usage, text: Some(text) })
    }

    /// The lines of a game as they stand in the file.
    fn game_text(&mut self) -> Result<String, PartError> {
        let mut text = String::new();
        loop {
            let Some(line) = self.line()?.filter(|line| !line.starts_with(FOOTER)) else {
                return Err(self.unexpected_end());
            };
            text.push_str(&line);
            text.push('\n');
            if line.starts_with("result:") {
                return Ok(text);
            }
            if text.len() > MAX_GAME_BYTES {
                return Err(self.error_here("this game is too long"));
            }
        }
    }
}

/// What is wrong where something else stands in the place of the game with this number.
pub(super) fn wrong_game_message(number: u64) -> String {
    format!("this is not game {} of the match", number + 1)
}

/// The lines of a file, without their line ends.
struct LineReader {
    reader: BufReader<File>,
    /// The number of the line read last, from 1.
    number: u64,
    /// How much has been read.
    bytes: u64,
}

impl LineReader {
    fn next(&mut self) -> Result<Option<String>, PartErrorKind> {
        let mut line = Vec::new();
        let length = (&mut self.reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        self.number += 1;
        let length = length? as u64;
        self.bytes += length;
        if length == 0 {
            return Ok(None);
        }
        if line.contains(&0) {
            return Err(PartErrorKind::ZeroBytes);
        }
        if length == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            return Err(PartErrorKind::other("this line is too long"));
        }
        if !line.ends_with(b"\n") {
            return Err(PartErrorKind::TruncatedLine);
        }
        let text = String::from_utf8(line);
        let text = text.map_err(|_| PartErrorKind::other("this is no text in UTF-8"))?;
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
