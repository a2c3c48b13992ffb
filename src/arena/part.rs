//! The record file of a match, or of a part of it, as it is read again.
//!
//! It is a file of records with comment lines between them: the first says which match and which part, one before each game its
//! number, the last how many games there are. Nothing in it depends on a clock, so the same match gives the same bytes. A file
//! without its last line is not finished.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::Record;
use crate::store::{FileError, files};

use super::game::{PlayedGame, Usage};
use super::judge::Judge;
use super::plan::{MatchPlan, Schedule, Shard};
use super::problem::{PartError, PartProblem};

/// How the first line of the file begins; the rest is [`Header`].
pub(super) const HEADER: &str = "# cygnet arena ";
/// How the line before a game begins; the rest is [`GameHead`].
pub(super) const GAME: &str = "# cygnet arena game ";
/// How the last line begins; the rest is [`Footer`].
pub(super) const FOOTER: &str = "# cygnet arena end ";
/// The version of the format.
const VERSION: u32 = 2;
/// The most bytes of a line that are read.
const LONGEST_LINE: u64 = 1 << 20;
/// The most bytes of a game that are read.
const LONGEST_GAME: usize = 64 << 20;
/// The size of the buffer of a file, in bytes.
pub(super) const BUFFER: usize = 1 << 16;

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
pub(super) struct GameHead {
    /// Its number in the match, from 1.
    number: u64,
    /// For how many of its moves each player counted positions, player 1's first; and how many positions.
    #[serde(default, skip_serializing_if = "is_nothing")]
    counted: [u64; 2],
    #[serde(default, skip_serializing_if = "is_nothing")]
    nodes: [u64; 2],
}

/// How many games there are.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    pub games: u64,
}

fn is_nothing(counts: &[u64; 2]) -> bool {
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
        let fields = [&here, &there].into_iter().filter_map(|header| header["plan"].as_object());
        let mut fields: Vec<&String> = fields.flat_map(|plan| plan.keys()).collect();
        fields.sort_unstable();
        fields.dedup();
        let in_plan = fields.into_iter().filter_map(|name| difference(&format!("/plan/{name}"), name));
        in_plan.chain(difference("/shard", "shard")).collect()
    }
}

impl GameHead {
    pub(super) fn new(played: &PlayedGame) -> GameHead {
        GameHead {
            number: played.number + 1,
            counted: played.usage.map(|usage| usage.counted),
            nodes: played.usage.map(|usage| usage.nodes),
        }
    }

    /// What the players have used, of what is in the file; `None` if it cannot be so in a game of so many plies.
    fn usage(&self, plies: u64) -> Option<[Usage; 2]> {
        // A game may begin with either player, and end with a move that does not count.
        let most = plies.div_ceil(2).saturating_add(1);
        let is_possible = |counted, nodes| counted <= most && (counted > 0 || nodes == 0);
        let both = [0, 1].map(|seat| (self.counted[seat], self.nodes[seat]));
        both.iter()
            .all(|(counted, nodes)| is_possible(*counted, *nodes))
            .then(|| both.map(|(counted, nodes)| Usage { counted, nodes, ..Usage::default() }))
    }
}

/// The next thing in a file.
pub(super) enum Entry {
    /// The next game of the part.
    Game(Box<PlayedGame>),
    /// The last line.
    End,
    /// The file ends without it.
    Nothing,
}

/// A file that is read from its first game on.
pub(super) struct Part {
    pub path: PathBuf,
    pub header: Header,
    lines: Lines,
    /// How many games the part has, and how many have been read.
    wanted: u64,
    found: u64,
    /// The number of its first game.
    first: u64,
    schedule: Schedule,
    /// The length of the file up to the end of the last whole game.
    whole: u64,
}

impl Part {
    pub(super) fn open(path: &Path) -> Result<Part, PartError> {
        let at = |problem| PartError { path: path.to_owned(), line: None, problem };
        let file = files::open(path).map_err(|error| match error {
            FileError::Io { error, .. } => at(PartProblem::Io(error)),
            _ => at(PartProblem::NotRegular),
        })?;
        Part::read(path, file)
    }

    /// The part in `file`, which errors call `path`.
    pub(super) fn read(path: &Path, file: File) -> Result<Part, PartError> {
        let at = |problem| PartError { path: path.to_owned(), line: Some(1), problem };
        let mut lines = Lines { reader: BufReader::with_capacity(BUFFER, file), number: 0, bytes: 0 };
        let first = lines.next().map_err(|problem| match problem {
            PartProblem::Io(_) | PartProblem::LineCutOff => at(problem),
            // Whatever it is, it is something else.
            _ => at(PartProblem::NoPart),
        });
        let first = first?.unwrap_or_default();
        let header = first.strip_prefix(HEADER).and_then(|text| serde_json::from_str::<Header>(text).ok());
        let header = header.ok_or_else(|| at(PartProblem::NoPart))?;
        if header.version != VERSION {
            return Err(at(PartProblem::Version(header.version)));
        }
        if !(header.plan.is_sound() && header.shard.is_sound()) {
            return Err(at(PartProblem::NoPart));
        }
        let schedule = Schedule::new(&header.plan);
        let games = schedule.part(header.shard);
        let whole = lines.bytes;
        let (first, wanted) = (games.start, games.end - games.start);
        Ok(Part { path: path.to_owned(), header, lines, wanted, found: 0, first, schedule, whole })
    }

    pub(super) fn wrong(&self, problem: PartProblem) -> PartError {
        PartError { path: self.path.clone(), line: None, problem }
    }

    pub(super) fn wrong_here(&self, problem: PartProblem) -> PartError {
        PartError { line: Some(self.lines.number), ..self.wrong(problem) }
    }

    /// What is wrong with a file that ends here.
    pub(super) fn ends_too_early(&self) -> PartError {
        self.wrong_here(match self.found < self.wanted {
            true => PartProblem::NotWhole { found: self.found, wanted: self.wanted },
            false => PartProblem::End,
        })
    }

    /// Whether all games of the part have been read.
    pub(super) fn is_complete(&self) -> bool {
        self.found == self.wanted
    }

    /// The file, how many of its games have been read, and its length up to the end of the last.
    pub(super) fn into_file(self) -> (File, u64, u64) {
        (self.lines.reader.into_inner(), self.found, self.whole)
    }

    fn line(&mut self) -> Result<Option<String>, PartError> {
        self.lines.next().map_err(|problem| self.wrong_here(problem))
    }

    /// Reads on. A game has to be the one that `judge` expects.
    pub(super) fn next(&mut self, judge: &mut Judge) -> Result<Entry, PartError> {
        let Some(line) = self.line()? else { return Ok(Entry::Nothing) };
        match line.strip_prefix(FOOTER) {
            Some(footer) => self.end(footer),
            None if self.is_complete() => Err(self.wrong_here(PartProblem::End)),
            None => self.game(&line, judge),
        }
    }

    fn end(&mut self, footer: &str) -> Result<Entry, PartError> {
        let footer = serde_json::from_str::<Footer>(footer).ok();
        footer
            .filter(|footer| footer.games == self.found)
            .ok_or_else(|| self.wrong_here(PartProblem::End))?;
        match self.line()? {
            None => Ok(Entry::End),
            Some(_) => Err(self.wrong_here(PartProblem::AfterEnd)),
        }
    }

    fn game(&mut self, head: &str, judge: &mut Judge) -> Result<Entry, PartError> {
        let number = self.first + self.found;
        let other = PartProblem::OtherGame(number + 1);
        let head = head.strip_prefix(GAME).and_then(|text| serde_json::from_str::<GameHead>(text).ok());
        let head = head.filter(|head| head.number == number + 1).ok_or_else(|| self.wrong_here(other))?;
        let before = self.lines.number;
        let text = self.game_text()?;
        let at = |line: usize, problem| PartError {
            line: Some(before.saturating_add(line as u64)),
            ..self.wrong(problem)
        };
        let record =
            Record::read_one(&text).map_err(|error| at(error.line, PartProblem::Record(error.problem)))?;
        let fixture = self.schedule.fixture(number);
        let result = judge.check(number, &fixture, &record).map_err(|(line, problem)| at(line, problem))?;
        let plies = record.moves.len() as u64;
        let usage = head.usage(plies).ok_or_else(|| at(0, PartProblem::Counts(number + 1)))?;
        self.found += 1;
        self.whole = self.lines.bytes;
        Ok(Entry::Game(Box::new(PlayedGame { number, result, plies, usage, text: Some(text) })))
    }

    /// The lines of a game as they stand in the file.
    fn game_text(&mut self) -> Result<String, PartError> {
        let mut text = String::new();
        loop {
            let Some(line) = self.line()?.filter(|line| !line.starts_with(FOOTER)) else {
                return Err(self.ends_too_early());
            };
            text.push_str(&line);
            text.push('\n');
            if line.starts_with("result:") {
                return Ok(text);
            }
            if text.len() > LONGEST_GAME {
                return Err(self.wrong_here(PartProblem::LongGame));
            }
        }
    }
}

/// The lines of a file, without their line ends.
struct Lines {
    reader: BufReader<File>,
    /// The number of the line read last, from 1.
    number: u64,
    /// How much has been read.
    bytes: u64,
}

impl Lines {
    fn next(&mut self) -> Result<Option<String>, PartProblem> {
        let mut line = Vec::new();
        let length = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line);
        self.number += 1;
        let length = length.map_err(PartProblem::Io)? as u64;
        self.bytes += length;
        if length == 0 {
            return Ok(None);
        }
        if line.contains(&0) {
            return Err(PartProblem::Hole);
        }
        if !line.ends_with(b"\n") {
            return Err(if length == LONGEST_LINE { PartProblem::LongLine } else { PartProblem::LineCutOff });
        }
        let text = String::from_utf8(line).map_err(|_| PartProblem::NoText)?;
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
