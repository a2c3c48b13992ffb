//! Reading the record file of a match or of a part of it.
//!
//! The file consists of game records with comment lines between them: the first line holds the match plan and
//! the part, and a line before each game its number. Apart from dates and times in notes, the same match always gives
//! the same bytes. Earlier versions wrote a last line with the number of games, which says nothing new.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Seek as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lines::{LineEnd, is_default, read_line_limited};
use crate::model::Record;
use crate::model::text::escape_path;
use crate::store::{Disk, FileError, files};

use super::game::{PlayedGame, Usage};
use super::plan::{MatchPlan, Schedule, Shard, in_seconds};
use super::verify::RecordVerifier;

/// The start of the first line; the rest is a [`Header`].
pub(super) const HEADER: &str = "# cygnet arena ";
/// The start of the line before a game; the rest is a [`GameHeader`].
pub(super) const GAME: &str = "# cygnet arena game ";
/// The start of the last line in files of earlier versions.
const FOOTER: &str = "# cygnet arena end ";
/// The error for a file of another kind.
const NO_PART: &str = "not a match record written by arena --out";
/// The version of the format.
const VERSION: u32 = 2;
/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The maximum length of a game, in bytes.
const MAX_GAME_BYTES: usize = 64 << 20;
/// The size of a file buffer, in bytes.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

/// The first line of the file: the match and the part.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    version: u32,
    pub plan: MatchPlan,
    pub shard: Shard,
}

/// The line before a game: what its record does not contain.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameHeader {
    /// The number of the game in the match, from 1.
    number: u64,
    /// For each player, player 1 first, the number of moves for which it counted positions.
    #[serde(default, skip_serializing_if = "is_default")]
    counted: [u64; 2],
    /// The number of positions each player counted.
    #[serde(default, skip_serializing_if = "is_default")]
    nodes: [u64; 2],
}

impl Header {
    pub(super) fn new(plan: &MatchPlan, shard: Shard) -> Header {
        Header { version: VERSION, plan: plan.clone(), shard }
    }

    /// Describes each difference between this header of a file and the expected one.
    pub(super) fn differences(&self, expected: &Header) -> Vec<String> {
        let [found, expected] =
            [self, expected].map(|header| in_seconds(serde_json::to_value(header).unwrap_or_default()));
        let mut all = Vec::new();
        add_differences("", &found["plan"], &expected["plan"], &mut all);
        add_differences("shard", &found["shard"], &expected["shard"], &mut all);
        all
    }
}

/// Describes each difference between two values called `name`, field by field.
fn add_differences(name: &str, found: &Value, expected: &Value, all: &mut Vec<String>) {
    if let (Value::Object(found), Value::Object(expected)) = (found, expected) {
        let keys: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
        for key in keys {
            let [found, expected] = [found, expected].map(|fields| fields.get(key).unwrap_or(&Value::Null));
            add_differences(format!("{name} {key}").trim_start(), found, expected, all);
        }
    } else if found != expected {
        let shown = |value: &Value| if value.is_null() { "none".to_owned() } else { value.to_string() };
        all.push(format!("{name} {} instead of {}", shown(found), shown(expected)));
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

    /// Returns the recorded usage of the players; `None` if it is impossible in a game of `plies` plies.
    fn usage(&self, plies: u64) -> Option<[Usage; 2]> {
        // Either player can move first, and a game can end with a turn whose move was not played.
        let max_moves = plies.div_ceil(2).saturating_add(1);
        let usage = [0, 1].map(|seat| Usage {
            counted_moves: self.counted[seat],
            nodes: self.nodes[seat],
            ..Usage::default()
        });
        let is_possible = |Usage { counted_moves, nodes, .. }: &Usage| {
            *counted_moves <= max_moves && (*counted_moves > 0 || *nodes == 0)
        };
        usage.iter().all(is_possible).then_some(usage)
    }
}

/// An error in the record file of a match or of a part of it.
#[derive(Debug)]
pub(super) struct PartError {
    /// What is wrong, with the file and the line.
    text: String,
    /// Whether an interrupted match can leave this. Then no complete game follows it.
    pub is_truncated: bool,
}

impl From<PartError> for FileError {
    fn from(error: PartError) -> Self {
        FileError::Content(error.text)
    }
}

/// Reads the games of a file in order.
pub(super) struct MatchPartReader {
    pub header: Header,
    lines: LineReader,
    /// The number of games in the part, and how many of them have been read (`found`).
    expected_games: u64,
    found: u64,
    /// The number of the first game of the part.
    first: u64,
    schedule: Schedule,
    /// The length of the file up to the end of the last complete game.
    complete_bytes: u64,
}

/// The place after the last complete game of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResumePoint {
    /// The number of games before it.
    pub games: u64,
    /// The length of the file up to it.
    pub bytes: u64,
}

impl MatchPartReader {
    pub(super) fn open(path: &Path) -> Result<MatchPartReader, FileError> {
        Ok(MatchPartReader::read(path, Disk::default().open_regular(path)?)?)
    }

    /// Starts reading the part in `file`. Errors name `path`.
    pub(super) fn read(path: &Path, file: File) -> Result<MatchPartReader, PartError> {
        let reader = BufReader::with_capacity(BUFFER_BYTES, file);
        let mut lines = LineReader { path: path.to_owned(), reader, number: 0 };
        let first = lines.next()?;
        let header = first.as_deref().and_then(|line| serde_json::from_str(line.strip_prefix(HEADER)?).ok());
        let header: Header = header.ok_or_else(|| lines.error(NO_PART))?;
        if header.version != VERSION {
            return Err(lines.error(format_args!(
                "this match record is in version {} of the format, but this program reads version {VERSION}",
                header.version
            )));
        }
        if !(header.plan.is_valid() && header.shard.is_valid()) {
            return Err(lines.error(NO_PART));
        }
        let schedule = Schedule::new(&header.plan);
        let games = schedule.part(header.shard);
        Ok(MatchPartReader {
            header,
            expected_games: games.end - games.start,
            found: 0,
            first: games.start,
            schedule,
            complete_bytes: lines.position()?,
            lines,
        })
    }

    pub(super) fn error_here(&self, problem: impl Display) -> PartError {
        self.lines.error(problem)
    }

    /// Returns the error for a file that ends at the current line.
    pub(super) fn unexpected_end(&self) -> PartError {
        let (found, expected) = (self.found, self.expected_games);
        self.lines.truncated(format_args!("the part is incomplete: it has {found} of its {expected} games"))
    }

    /// Returns whether all games have been read.
    pub(super) fn is_complete(&self) -> bool {
        self.found == self.expected_games
    }

    /// Returns the place after the last game read.
    pub(super) fn resume_point(&self) -> ResumePoint {
        ResumePoint { games: self.found, bytes: self.complete_bytes }
    }

    /// Reads the next game and checks it with `verifier`. Returns `None` at the end of the file.
    pub(super) fn next(&mut self, verifier: &mut RecordVerifier) -> Result<Option<PlayedGame>, PartError> {
        let mut line = self.lines.next()?;
        while line.as_ref().is_some_and(|line| line.starts_with(FOOTER)) {
            line = self.lines.next()?;
        }
        match line {
            None => Ok(None),
            Some(_) if self.is_complete() => {
                Err(self.error_here("unexpected text after the end of the part"))
            }
            Some(line) => self.read_game(&line, verifier).map(Some),
        }
    }

    fn read_game(&mut self, head: &str, verifier: &mut RecordVerifier) -> Result<PlayedGame, PartError> {
        let number = self.first + self.found;
        let head = head.strip_prefix(GAME).and_then(|text| serde_json::from_str(text).ok());
        let head: Option<GameHeader> = head.filter(|head: &GameHeader| head.number == number + 1);
        let head = head.ok_or_else(|| self.error_here(wrong_game_message(number)))?;
        let before = self.lines.number;
        let text = self.game_text()?;
        let at =
            |line: usize, problem: String| self.lines.error_at(before.saturating_add(line as u64), problem);
        let record = text.parse::<Record>().map_err(|error| at(error.line, error.problem.to_string()))?;
        let fixture = self.schedule.fixture(number);
        let result =
            verifier.check(number, &fixture, &record).map_err(|(line, problem)| at(line, problem))?;
        let plies = record.moves.len() as u64;
        let wrong =
            || at(0, format!("game {}: the number of moves does not match the bots' counts", number + 1));
        let usage = head.usage(plies).ok_or_else(wrong)?;
        self.found += 1;
        self.complete_bytes = self.lines.position()?;
        Ok(PlayedGame { number, result, plies, usage, text: Some(text) })
    }

    /// Reads the lines of a game, each with a plain line end.
    fn game_text(&mut self) -> Result<String, PartError> {
        let mut text = String::new();
        loop {
            let Some(line) = self.lines.next()? else { return Err(self.unexpected_end()) };
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

/// Returns the error for a file that has something else in place of the game with this number.
pub(super) fn wrong_game_message(number: u64) -> String {
    format!("this is not game {} of the match", number + 1)
}

/// The lines of a file, without their line ends.
struct LineReader {
    path: PathBuf,
    reader: BufReader<File>,
    /// The number of the last line read, from 1.
    number: u64,
}

impl LineReader {
    fn next(&mut self) -> Result<Option<String>, PartError> {
        self.number += 1;
        let line = read_line_limited(&mut self.reader, MAX_LINE_BYTES);
        let Some(line) = line.map_err(|error| self.error(files::without_number(&error)))? else {
            return Ok(None);
        };
        // The first line tells what the file is.
        let wrong = |problem| self.error(if self.number == 1 { NO_PART } else { problem });
        match line.end {
            // The system leaves zero bytes where it has lost a piece of a file.
            _ if line.bytes.contains(&0) => {
                let lost = "the line contains zero bytes: part of the file was lost";
                Err(PartError { is_truncated: self.number > 1, ..wrong(lost) })
            }
            LineEnd::Limit => Err(wrong("the line is too long")),
            LineEnd::EndOfInput => Err(self.truncated("the line is cut off")),
            LineEnd::Ending => match String::from_utf8(line.bytes) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(wrong("not UTF-8 text")),
            },
        }
    }

    /// The place after the last line read.
    fn position(&mut self) -> Result<u64, PartError> {
        self.reader.stream_position().map_err(|error| self.error(files::without_number(&error)))
    }

    /// Returns an error in the last line read.
    fn error(&self, problem: impl Display) -> PartError {
        self.error_at(self.number, problem)
    }

    fn error_at(&self, line: u64, problem: impl Display) -> PartError {
        let text = format!("{}:{line}: {problem}", escape_path(&self.path));
        PartError { text, is_truncated: false }
    }

    fn truncated(&self, problem: impl Display) -> PartError {
        PartError { is_truncated: true, ..self.error(problem) }
    }
}
