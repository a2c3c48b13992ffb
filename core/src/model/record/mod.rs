//! Game records: the text that `:save` writes and `cygnet check` reads. `docs/records.md` describes the
//! format.
//!
//! A record is just text. Only the named game can decide whether its moves are legal.

mod errors;
mod lines;
mod reader;
#[cfg(test)]
mod tests;
mod words;

use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::str::FromStr;
use std::{fmt, iter};

use super::{Date, Ending, Seating};
use lines::Lines;
use reader::RecordReader;
use words::variation_parts;

pub use errors::{RecordError, RecordErrorKind};
pub use words::{AnnotatedMove, Annotations, Eval, Mark, Note, Variation};

/// The keys of the lines of a record other than moves.
const KEYS: [&str; 9] =
    ["game", "start", "player 1", "player 2", "name 1", "name 2", "seed", "date", "result"];

/// The key of the line with the number of turns of an opening, one of the custom lines of version 2.
pub const OPENING_KEY: &str = "opening";

/// The first line of every record, before the version of the format.
const MAGIC: &str = "cygnet record ";
/// The versions of the format: without and with annotations.
const VERSIONS: [&str; 2] = ["1", "2"];
/// Lines longer than this are broken.
const LINE: usize = 100;
/// The maximum length of a line in a file, in bytes.
const MAX_LINE_BYTES: usize = 4096;
/// The maximum length of a move, in bytes.
const MAX_MOVE_BYTES: usize = 1000;
/// The reason of a game that is not over.
const UNFINISHED: &str = "unfinished";
/// The maximum number of moves in a record, and of annotations: header lines, comments, brackets, and the moves
/// of variations.
const MAX_PARTS: usize = 100_000;

/// The record of a game.
///
/// ```
/// use cygnet_core::model::{Outcome, Player, Record};
///
/// let text = "\
/// cygnet record 1
/// game: uglyduck
/// player 1: human
/// player 2: hard
/// 1. a1b2
/// 2. e3d3
/// result: p2, resigned
/// ";
/// let record = text.parse::<Record>()?;
/// assert_eq!(record.result.as_ref().map(|result| result.outcome), Some(Outcome::Win(Player::Two)));
/// assert_eq!(record.to_string(), text);
///
/// // A record is just text. Playing it decides whether it is a valid game.
/// assert_eq!(record.replay()?.to_move(), Player::One);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Records are equal if they hold the same game, whatever the lines that they were read from.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Record {
    /// The full name of the game: `uglyduck-xl:4x6`.
    pub game: String,
    /// The first position, if it is not the default one.
    pub start: Option<String>,
    /// The players, player 1 first: `human` or a bot's name. If it is empty, nothing is written, and `human` is
    /// read back.
    pub seats: [String; 2],
    /// The names of the human players.
    pub names: [Option<String>; 2],
    /// The seed of the random generator.
    pub seed: Option<u64>,
    /// The date of the game.
    pub date: Option<Date>,
    /// The moves in canonical notation, each with its line number in the file (from 1; 0 if not read from a
    /// file).
    pub moves: Vec<(usize, String)>,
    /// The result; `None` if the game is unfinished.
    pub result: Option<Ending>,
    /// The line number of the game in the file; 0 if not read from a file.
    pub game_line: usize,
    /// The line number of the first position in the file; 0 if there is none, or not read from a file.
    pub start_line: usize,
    /// The line number of the result in the file; 0 if not read from a file.
    pub result_line: usize,
    /// Annotations of the game and its moves.
    pub annotations: Annotations,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Eq for Record {}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}

impl PartialEq for AnnotatedMove {
    fn eq(&self, other: &Self) -> bool {
        (&self.mv, &self.note) == (&other.mv, &other.note)
    }
}

impl Eq for AnnotatedMove {}

impl Hash for AnnotatedMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.mv, &self.note).hash(state);
    }
}

impl fmt::Display for Record {
    /// Writes the record in the oldest version of the format that can hold it. A record that was read, or made by a
    /// referee, is read back by [`Record::from_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}{}", VERSIONS[usize::from(!self.annotations.is_empty())])?;
        writeln!(f, "game: {}", self.game)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        for (number, (seat, name)) in self.seats.iter().zip(&self.names).enumerate() {
            if !seat.is_empty() {
                writeln!(f, "player {}: {seat}", number + 1)?;
            }
            if let Some(name) = name {
                writeln!(f, "name {}: {name}", number + 1)?;
            }
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        if let Some(date) = &self.date {
            writeln!(f, "date: {date}")?;
        }
        for (key, value) in &self.annotations.header {
            writeln!(f, "{key}: {value}")?;
        }
        write_parts(f, self.annotations.parts(0))?;
        for (number, (_, mv)) in (1..).zip(&self.moves) {
            let mut parts = vec![format!("{number}. {mv}")];
            parts.extend(self.annotations.parts(number));
            write_parts(f, parts)?;
            for variation in self.annotations.variations(number) {
                write!(f, "{INDENT}")?;
                write_parts(f, variation_parts(number, variation))?;
            }
        }
        match &self.result {
            Some(result) => writeln!(f, "result: {result}"),
            None => writeln!(f, "result: none, {UNFINISHED}"),
        }
    }
}

/// Reads a text with exactly one record.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut records = Record::read_each(text.as_bytes());
        let record = records.next().ok_or(RecordError { line: 1, problem: RecordErrorKind::Empty })??;
        match records.next() {
            None => Ok(record),
            Some(Ok(_)) => Err(RecordError { line: 1, problem: RecordErrorKind::Several }),
            Some(Err(error)) => Err(error),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Record {
    /// Writes the text of the record, as it is in a file.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Record {
    /// Reads the text of exactly one record.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The indentation of variations and continuation lines.
const INDENT: &str = "   ";

/// Writes the parts separated by blanks, breaking long lines.
fn write_parts(f: &mut fmt::Formatter<'_>, parts: Vec<String>) -> fmt::Result {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Ok(()) };
    // The first line is indented if it is a variation.
    let mut used = INDENT.len() + first.chars().count();
    f.write_str(&first)?;
    for part in parts {
        let wanted = part.chars().count();
        if used + 1 + wanted > LINE {
            write!(f, "\n{INDENT}{part}")?;
            used = INDENT.len() + wanted;
        } else {
            write!(f, " {part}")?;
            used += 1 + wanted;
        }
    }
    writeln!(f)
}

impl Record {
    /// Returns the record of a game that has not begun, by the name of the game. The fields take the rest.
    #[must_use]
    pub fn new(game: impl Into<String>) -> Self {
        Record { game: game.into(), ..Record::default() }
    }

    /// Sets the players, player 1 first.
    #[must_use]
    pub fn with_seats(self, seats: [impl Into<String>; 2]) -> Self {
        Record { seats: seats.map(Into::into), ..self }
    }

    /// Sets the moves, in canonical notation.
    #[must_use]
    pub fn with_moves(self, moves: impl IntoIterator<Item: Into<String>>) -> Self {
        Record { moves: moves.into_iter().map(|mv| (0, mv.into())).collect(), ..self }
    }

    /// Returns how many of the first turns are an opening, which the players did not choose, according to the header line
    /// `opening: TURNS`.
    #[must_use]
    pub fn opening(&self) -> usize {
        let found = self.annotations.header.iter().find(|(key, _)| key == OPENING_KEY);
        found.and_then(|(_, turns)| turns.parse().ok()).unwrap_or(0).min(self.moves.len())
    }

    /// Reads the records of a text or a file one by one. Skips a byte order mark before them, empty lines and lines
    /// that begin with `#`. Ends after the first error. Only one record at a time is in memory, and none is larger than
    /// its limits of moves and annotations allow.
    ///
    /// ```
    /// use cygnet_core::model::Record;
    ///
    /// let text = "cygnet record 1\ngame: qawale\nresult: p1, time\n";
    /// let games: Result<Vec<Record>, _> = Record::read_each(text.repeat(3).as_bytes()).collect();
    /// assert_eq!(games?.len(), 3);
    ///
    /// let error = Record::read_each("cygnet record 3\n".as_bytes()).next().and_then(Result::err);
    /// assert!(error.is_some_and(|error| error.to_string().starts_with("line 1: unknown format version")));
    /// # Ok::<(), cygnet_core::model::RecordError>(())
    /// ```
    pub fn read_each(input: impl BufRead) -> impl Iterator<Item = Result<Record, RecordError>> {
        let mut lines = Lines::new(input);
        let mut reader = Some(RecordReader::default());
        iter::from_fn(move || {
            let current = reader.as_mut()?;
            let problem = loop {
                match lines.next() {
                    Ok(None) => return reader.take()?.finish().err().map(Err),
                    Ok(Some((line, text))) => match current.line(line, &text) {
                        Ok(None) => {}
                        Ok(Some(record)) => return Some(Ok(record)),
                        Err(problem) => break problem,
                    },
                    Err(problem) => break problem,
                }
            };
            reader = None;
            Some(Err(RecordError { line: lines.number(), problem }))
        })
    }

    /// Summarises the record: the game, the players and the number of moves.
    #[must_use]
    pub fn summary(&self) -> String {
        let ([first, second], moves) = (self.players(), self.moves.len());
        let unit = if moves == 1 { "move" } else { "moves" };
        format!("{}, {first} against {second}, {moves} {unit}", self.game)
    }

    /// Returns the seats as they are read back.
    fn players(&self) -> [&str; 2] {
        self.seats.each_ref().map(|seat| if seat.is_empty() { Seating::HUMAN } else { seat })
    }

    /// Returns everything but the lines of the file.
    fn content(&self) -> impl Eq + Hash {
        let Record { game, start, names, seed, date, result, .. } = self;
        let moves: Vec<&str> = self.moves.iter().map(|(_, mv)| mv.as_str()).collect();
        let annotations = self.annotations.truncated_to(usize::MAX);
        (game, start, self.players(), names, seed, date, moves, result, annotations)
    }

    /// Returns the texts of the moves.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().map(|(_, mv)| mv.clone()).collect()
    }
}
