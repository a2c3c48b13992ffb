//! The record file of a match or of a part of it, and joining the files of all parts.
//!
//! The file is a file of records. Two comment lines around the games make it a part of a match: the first says which
//! match and which part, the last what the bots have used. A file without the last line is incomplete.

use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::Record;
use crate::play::files::{self, FileError};
use crate::tools::records;

use super::game::{PlayedGame, Usage};
use super::plan::{MOST_BOTS, MOST_GAMES, MatchPlan, Schedule, Shard};
use super::problem::{MergeError, MergeProblem};
use super::tally::Tally;

/// How the first line of the file begins; the rest is [`Header`].
const HEADER: &str = "# cygnet arena ";
/// How the last line begins; the rest is [`Footer`].
const FOOTER: &str = "# cygnet arena end ";
/// The version of the format.
const VERSION: u32 = 1;
/// The most bytes of a line that are read.
const LONGEST_LINE: u64 = 1 << 20;
/// The most bytes of a game that are read.
const LONGEST_GAME: usize = 64 << 20;
/// The file is flushed after so many quick games and after every slow one, so that little is lost if the program is ended.
const FLUSH_EVERY: u64 = 64;
/// A game whose moves took longer is slow.
const QUICK: Duration = Duration::from_millis(10);
/// More time than a bot can have used in a part of a match.
const ENDLESS: Duration = Duration::from_secs(1 << 32);
/// The size of the buffer of a file, in bytes.
const BUFFER: usize = 1 << 16;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: u32,
    plan: MatchPlan,
    shard: Shard,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Footer {
    games: u64,
    spent: Vec<Usage>,
}

/// The file into which the games of a match are written as they are played.
pub struct RecordFile {
    out: BufWriter<File>,
    games: u64,
}

impl RecordFile {
    /// Begins the file of a part.
    ///
    /// # Errors
    /// There is a file of this name with something in it, or it cannot be written.
    pub fn create(path: &Path, plan: &MatchPlan, shard: Shard) -> io::Result<RecordFile> {
        let taken = fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
        if taken {
            return Err(io::Error::other("there is a file of this name"));
        }
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write_line(&mut out, HEADER, &Header { version: VERSION, plan: plan.clone(), shard })?;
        out.flush()?;
        Ok(RecordFile { out, games: 0 })
    }

    pub(super) fn write_game(&mut self, text: &str, time: Duration) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.games += 1;
        if time > QUICK || self.games.is_multiple_of(FLUSH_EVERY) { self.out.flush() } else { Ok(()) }
    }

    pub(super) fn finish(mut self, tally: &Tally) -> io::Result<()> {
        write_line(&mut self.out, FOOTER, &Footer { games: self.games, spent: tally.usage().to_vec() })?;
        self.out.flush()
    }
}

fn write_line(out: &mut impl Write, start: &str, value: &impl Serialize) -> io::Result<()> {
    out.write_all(start.as_bytes())?;
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// The parts of a match, opened and found to belong together.
pub struct Parts {
    plan: MatchPlan,
    parts: Vec<Part>,
}

/// Opens the files of the parts of a match, at least one, in any order.
///
/// # Errors
/// A file cannot be read or is no part of a match, the matches differ, a part is missing or there twice.
pub fn merge(paths: &[PathBuf]) -> Result<Parts, MergeError> {
    let mut parts = paths.iter().map(|path| Part::open(path)).collect::<Result<Vec<_>, _>>()?;
    let first = &parts[0];
    for part in &parts[1..] {
        if part.header.plan != first.header.plan {
            return Err(part.wrong(MergeProblem::OtherMatch(first.path.clone())));
        }
        let (of, other_of) = (part.header.shard.of, first.header.shard.of);
        if of != other_of {
            let other = first.path.clone();
            return Err(part.wrong(MergeProblem::OtherDivision { of, other, other_of }));
        }
    }
    parts.sort_by_key(|part| part.header.shard.part);
    check_complete(&parts)?;
    Ok(Parts { plan: parts[0].header.plan.clone(), parts })
}

/// Makes sure that sorted parts of one match are all of its parts, each once.
fn check_complete(parts: &[Part]) -> Result<(), MergeError> {
    let missing = |part: &Part, number| {
        let found = part.header.shard;
        Err(part.wrong(MergeProblem::Missing { found, missing: Shard { part: number, ..found } }))
    };
    for (part, wanted) in parts.iter().zip(1..) {
        match part.header.shard.part.cmp(&wanted) {
            Ordering::Less => return Err(part.wrong(MergeProblem::Twice(part.header.shard))),
            Ordering::Equal => {}
            Ordering::Greater => return missing(part, wanted),
        }
    }
    match parts.last() {
        Some(last) if last.header.shard.part < last.header.shard.of => {
            missing(last, last.header.shard.part + 1)
        }
        _ => Ok(()),
    }
}

impl Parts {
    /// The match.
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// Hands all games in order to `listener`, with their records and without their usage. Gives what each bot, by its index,
    /// has used in all of them.
    ///
    /// # Errors
    /// A part does not hold the games it should, or a game is none by the rules.
    pub fn read(
        self,
        listener: &mut dyn FnMut(&PlayedGame) -> ControlFlow<()>,
    ) -> Result<Vec<Usage>, MergeError> {
        let schedule = Schedule::new(&self.plan);
        let mut total = vec![Usage::default(); self.plan.bots.len()];
        for mut part in self.parts {
            for number in schedule.part(part.header.shard) {
                let played = part.next_game(number, &schedule)?;
                if listener(&played).is_break() {
                    return Ok(total);
                }
            }
            let spent = part.finish(&schedule)?;
            total.iter_mut().zip(&spent).for_each(|(total, usage)| total.add(usage));
        }
        Ok(total)
    }
}

struct Part {
    path: PathBuf,
    lines: Lines,
    header: Header,
    /// The moves of the games read so far.
    plies: u64,
}

impl Part {
    fn open(path: &Path) -> Result<Part, MergeError> {
        let at = |line, problem| MergeError { path: path.to_owned(), line, problem };
        let file = files::open(path).map_err(|error| match error {
            FileError::Io { error, .. } => at(None, MergeProblem::Io(error)),
            _ => at(None, MergeProblem::NotRegular),
        })?;
        let mut lines = Lines { reader: BufReader::with_capacity(BUFFER, file), number: 0 };
        let first = lines.next().map_err(|problem| at(Some(1), problem))?.unwrap_or_default();
        let header = first.strip_prefix(HEADER).and_then(|text| serde_json::from_str::<Header>(text).ok());
        let header = header.filter(|header| header.version == VERSION && header.is_sound());
        let header = header.ok_or_else(|| at(Some(1), MergeProblem::NoPart))?;
        Ok(Part { path: path.to_owned(), lines, header, plies: 0 })
    }

    fn wrong(&self, problem: MergeProblem) -> MergeError {
        MergeError { path: self.path.clone(), line: None, problem }
    }

    fn wrong_here(&self, problem: MergeProblem) -> MergeError {
        MergeError { line: Some(self.lines.number), ..self.wrong(problem) }
    }

    fn line(&mut self) -> Result<Option<String>, MergeError> {
        self.lines.next().map_err(|problem| self.wrong_here(problem))
    }

    /// Reads the game with this number.
    fn next_game(&mut self, number: u64, schedule: &Schedule) -> Result<PlayedGame, MergeError> {
        let text = self.game_text(number, schedule)?;
        let before = self.lines.number.saturating_sub(text.lines().count() as u64);
        let at = |line: usize, problem| MergeError {
            line: Some(before.saturating_add(line as u64)),
            ..self.wrong(problem)
        };
        let record =
            Record::read_one(&text).map_err(|error| at(error.line, MergeProblem::Record(error.problem)))?;
        let plan = &self.header.plan;
        let seats = schedule.fixture(number).seats.map(|bot| &plan.bots[bot]);
        if record.game != plan.game || record.seats.each_ref() != seats || record.seed != Some(plan.seed) {
            return Err(self.wrong_here(MergeProblem::OtherGame(number + 1)));
        }
        records::verify_ending(&record).map_err(|error| at(error.line, MergeProblem::Game(error.problem)))?;
        let Some(result) = record.result else {
            return Err(self.wrong_here(MergeProblem::Unfinished(number + 1)));
        };
        let plies = record.moves.len() as u64;
        self.plies = self.plies.saturating_add(plies);
        Ok(PlayedGame { number, result, plies, usage: Default::default(), text: Some(text) })
    }

    /// The lines of the next game as they stand in the file.
    fn game_text(&mut self, number: u64, schedule: &Schedule) -> Result<String, MergeError> {
        let mut text = String::new();
        loop {
            let Some(line) = self.line()?.filter(|line| !line.starts_with(FOOTER)) else {
                let games = schedule.part(self.header.shard);
                let (found, wanted) = (number - games.start, games.end - games.start);
                return Err(self.wrong_here(MergeProblem::NotWhole { found, wanted }));
            };
            text.push_str(&line);
            text.push('\n');
            if line.starts_with("result:") {
                return Ok(text);
            }
            if text.len() > LONGEST_GAME {
                return Err(self.wrong_here(MergeProblem::LongGame));
            }
        }
    }

    /// Reads what comes after the games.
    fn finish(mut self, schedule: &Schedule) -> Result<Vec<Usage>, MergeError> {
        let games = schedule.part(self.header.shard);
        let line = self.line()?.unwrap_or_default();
        let footer = line.strip_prefix(FOOTER).and_then(|text| serde_json::from_str::<Footer>(text).ok());
        let footer = footer.filter(|footer| {
            footer.games == games.end - games.start
                && footer.spent.len() == self.header.plan.bots.len()
                && footer.is_sound(self.plies)
        });
        let footer = footer.ok_or_else(|| self.wrong_here(MergeProblem::End))?;
        match self.line()? {
            None => Ok(footer.spent),
            Some(_) => Err(self.wrong_here(MergeProblem::AfterEnd)),
        }
    }
}

impl Header {
    /// Whether the numbers make a match: a file may come from anywhere.
    fn is_sound(&self) -> bool {
        let games_a_block = if self.plan.swap { 2 } else { 1 };
        (2..=MOST_BOTS).contains(&self.plan.bots.len())
            && (1..=MOST_GAMES).contains(&self.plan.games)
            && self.plan.games.is_multiple_of(games_a_block)
            && (1..=self.shard.of).contains(&self.shard.part)
    }
}

impl Footer {
    /// Whether the bots can have used so much in games of so many `plies`: each move is one of theirs or of the opening, and
    /// a game may end with one that does not count.
    fn is_sound(&self, plies: u64) -> bool {
        let most = u128::from(plies) + u128::from(self.games);
        let moves = self.spent.iter().map(|usage| u128::from(usage.moves)).sum::<u128>();
        let is_possible = |usage: &Usage| {
            usage.counted <= usage.moves && (usage.counted > 0 || usage.nodes == 0) && usage.time < ENDLESS
        };
        moves <= most && self.spent.iter().all(is_possible)
    }
}

/// The lines of a file, without their line ends.
struct Lines {
    reader: BufReader<File>,
    /// The number of the line read last, from 1.
    number: u64,
}

impl Lines {
    fn next(&mut self) -> Result<Option<String>, MergeProblem> {
        let mut line = String::new();
        let length = (&mut self.reader).take(LONGEST_LINE).read_line(&mut line);
        self.number += 1;
        let length = length.map_err(MergeProblem::Io)?;
        match length {
            0 => Ok(None),
            _ if !line.ends_with('\n') => Err(MergeProblem::LineCutOff),
            _ => {
                line.truncate(line.trim_end_matches(['\n', '\r']).len());
                Ok(Some(line))
            }
        }
    }
}
