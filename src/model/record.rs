//! Games as text: what `:save` writes and `cygnet check` reads. The format is described in `docs/records.md`.
//!
//! A record is texts only. Whether its moves are legal is a question for the game that it names.

use std::fmt;

use thiserror::Error;

use super::{GameResult, Outcome, Player, Reason};

/// What a line of a record can say, its moves aside.
const KEYS: [&str; 9] =
    ["game", "start", "player 1", "player 2", "name 1", "name 2", "seed", "date", "result"];

/// The first line of every record. The number counts versions of the format.
const MAGIC: &str = "cygnet record 1";
/// The most bytes of a line that are taken from a file.
const LONGEST_LINE: usize = 4096;

/// A game on paper.
///
/// ```
/// use cygnet::engine::referee::Referee;
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, Outcome, Player, Record};
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
/// let record = Record::read_one(text)?;
/// assert_eq!(record.result.as_ref().map(|result| result.outcome), Some(Outcome::Win(Player::Two)));
/// assert_eq!(record.to_string(), text);
///
/// // A record is texts. Whether they make a game is for the referee to say.
/// let game = Referee::read(&CLASSIC, record.start.as_deref(), record.moves.iter().map(|(_, mv)| mv))?;
/// assert_eq!(game.to_move(), Player::One);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The full name of the game: `uglyduck-xl:4x6`.
    pub game: String,
    /// The position it began with, where that is not the usual one.
    pub start: Option<String>,
    /// Who played: `human` or a bot's name. Player 1 first.
    pub seats: [String; 2],
    /// What the people called themselves.
    pub names: [Option<String>; 2],
    /// The seed of all chance in the game.
    pub seed: Option<u64>,
    /// The day it was played, as `2026-11-21`.
    pub date: Option<String>,
    /// The moves in canonical notation, first move first, each with the line of the file it stands on (from 1; 0 in a record
    /// that was not read from a file).
    pub moves: Vec<(usize, String)>,
    /// How it ended; `None` while it goes on.
    pub result: Option<GameResult>,
    /// The line of the file on which the result stands; 0 in a record that was not read from a file.
    pub result_line: usize,
}

/// A text that is not a record, or not the number of records asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What can be wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// The first line of a record is missing.
    #[error("a record begins with the line \"{MAGIC}\"")]
    NoFirstLine,
    /// A record begins before the one before it has its result.
    #[error("a new record begins, but the one before has no result")]
    ResultMissing,
    /// The text ends before the record has its result.
    #[error("the record ends without a result")]
    CutOff,
    /// The line is too long.
    #[error("this line is longer than {LONGEST_LINE} bytes")]
    LongLine,
    /// The line is neither a key with its value nor a move with its number.
    #[error("expected \"KEY: VALUE\" or \"NUMBER. MOVE\"")]
    UnknownLine,
    /// There is no such key.
    #[error("unknown key \"{}\"; the keys are {}", .0.escape_debug(), KEYS.join(", "))]
    UnknownKey(String),
    /// A move stands before the name of the game.
    #[error("the game has to be named before its moves")]
    MoveBeforeGame,
    /// A move has another number than its place.
    #[error("move number {found}, but move {wanted} is next")]
    MoveNumber {
        /// The number on the line.
        found: usize,
        /// The number it should be.
        wanted: usize,
    },
    /// The seed is no number, or too large a one.
    #[error("the seed is a whole number")]
    Seed(String),
    /// The result is not two words with a comma between them.
    #[error("expected \"result: WINNER, REASON\"")]
    Result(String),
    /// The result names no winner.
    #[error("the result is p1, p2, draw or none")]
    Winner(String),
    /// The record is finished and names no game.
    #[error("the record names no game")]
    NoGame,
    /// One record was wanted, and there is none.
    #[error("there is no game here")]
    Empty,
    /// One record was wanted, and there are more.
    #[error("there is more than one game here")]
    Several,
}

impl fmt::Display for Record {
    /// Writes the record as [`Record::read_all`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}")?;
        writeln!(f, "game: {}", self.game)?;
        if let Some(start) = &self.start {
            writeln!(f, "start: {start}")?;
        }
        for (number, (seat, name)) in self.seats.iter().zip(&self.names).enumerate() {
            writeln!(f, "player {}: {seat}", number + 1)?;
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
        for (number, (_, mv)) in self.moves.iter().enumerate() {
            writeln!(f, "{}. {mv}", number + 1)?;
        }
        match &self.result {
            Some(GameResult { outcome, reason }) => writeln!(f, "result: {}, {reason}", outcome.tag()),
            None => writeln!(f, "result: none, unfinished"),
        }
    }
}

impl Record {
    /// Reads all records of a text. Empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// The first line that has no place in a record. A record without its `result` line is not whole: an error at its last line.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let number = index + 1;
                reader.line(number, line).map_err(|problem| RecordError { line: number, problem })?;
            }
        }
        reader.finish()
    }

    /// Reads a text that holds one record.
    ///
    /// # Errors
    /// As [`Record::read_all`]; or there are more records than one.
    pub fn read_one(text: &str) -> Result<Record, RecordError> {
        let mut records = Record::read_all(text)?.into_iter();
        match (records.next(), records.next()) {
            (Some(record), None) => Ok(record),
            (Some(_), Some(_)) => Err(RecordError { line: 1, problem: RecordProblem::Several }),
            (None, _) => Err(RecordError { line: 1, problem: RecordProblem::Empty }),
        }
    }

    /// The game, who plays and how many moves have been played, in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        let ([first, second], moves) = (&self.seats, self.moves.len());
        let unit = if moves == 1 { "move" } else { "moves" };
        format!("{}, {first} against {second}, {moves} {unit}", self.game)
    }

    /// The texts of the moves.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().map(|(_, mv)| mv.clone()).collect()
    }
}

#[derive(Default)]
struct Reader {
    done: Vec<Record>,
    current: Option<Record>,
    last_line: usize,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), RecordProblem> {
        self.last_line = number;
        if line == MAGIC {
            if self.current.is_some() {
                return Err(RecordProblem::ResultMissing);
            }
            let seats = ["human".to_owned(), "human".to_owned()];
            self.current = Some(Record { seats, ..Record::default() });
            return Ok(());
        }
        let Some(record) = &mut self.current else {
            return Err(RecordProblem::NoFirstLine);
        };
        if line.len() > LONGEST_LINE {
            return Err(RecordProblem::LongLine);
        }
        if let Some((index, mv)) = numbered(line) {
            return add_move(record, number, index, mv);
        }
        let (key, value) = line.split_once(':').ok_or(RecordProblem::UnknownLine)?;
        record.set(number, key.trim(), value.trim())?;
        if record.result_line > 0 {
            self.done.extend(self.current.take());
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<Record>, RecordError> {
        match self.current {
            None => Ok(self.done),
            Some(_) => Err(RecordError { line: self.last_line, problem: RecordProblem::CutOff }),
        }
    }
}

/// Splits `12. a1b2`.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.split_once('.')?;
    Some((number.parse().ok()?, rest.trim()))
}

fn add_move(record: &mut Record, line: usize, index: usize, mv: &str) -> Result<(), RecordProblem> {
    let wanted = record.moves.len() + 1;
    if record.game.is_empty() {
        return Err(RecordProblem::MoveBeforeGame);
    }
    if index != wanted {
        return Err(RecordProblem::MoveNumber { found: index, wanted });
    }
    record.moves.push((line, mv.to_owned()));
    Ok(())
}

impl Record {
    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<(), RecordProblem> {
        match key {
            "game" => value.clone_into(&mut self.game),
            "start" => self.start = Some(value.to_owned()),
            "player 1" => value.clone_into(&mut self.seats[0]),
            "player 2" => value.clone_into(&mut self.seats[1]),
            "name 1" => self.names[0] = Some(value.to_owned()),
            "name 2" => self.names[1] = Some(value.to_owned()),
            "seed" => self.seed = Some(value.parse().map_err(|_| RecordProblem::Seed(value.to_owned()))?),
            "date" => self.date = Some(value.to_owned()),
            "result" => {
                self.result = read_result(value)?;
                self.result_line = line;
            }
            _ => return Err(RecordProblem::UnknownKey(key.to_owned())),
        }
        if key == "result" && self.game.is_empty() {
            return Err(RecordProblem::NoGame);
        }
        Ok(())
    }
}

fn read_result(value: &str) -> Result<Option<GameResult>, RecordProblem> {
    let (tag, reason) = value.split_once(',').ok_or_else(|| RecordProblem::Result(value.to_owned()))?;
    let outcome = match tag.trim() {
        "none" => return Ok(None),
        "p1" => Outcome::Win(Player::One),
        "p2" => Outcome::Win(Player::Two),
        "draw" => Outcome::Draw,
        other => return Err(RecordProblem::Winner(other.to_owned())),
    };
    Ok(Some(GameResult { outcome, reason: Reason::read(reason.trim()) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> Record {
        Record {
            game: "uglyduck".to_owned(),
            start: Some("D4/5/5/5/4d 1".to_owned()),
            seats: ["human".to_owned(), "minimax:4".to_owned()],
            names: [Some("Ana: the first".to_owned()), None],
            seed: Some(7),
            date: Some("2026-11-21".to_owned()),
            moves: vec![(0, "a1b2".to_owned()), (0, "e5d5".to_owned())],
            result: Some(GameResult { outcome: Outcome::Win(Player::Two), reason: Reason::Resigned }),
            result_line: 0,
        }
    }

    fn without_lines(mut record: Record) -> Record {
        record.moves.iter_mut().for_each(|(line, _)| *line = 0);
        record.result_line = 0;
        record
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let unfinished = Record { result: None, ..sample() };
        let text = format!("# two games\n\n{}\n{unfinished}", sample());
        let read: Vec<Record> = Record::read_all(&text).unwrap().into_iter().map(without_lines).collect();
        assert_eq!(read, [sample(), unfinished]);
        assert_eq!(Record::read_all(&text).unwrap()[0].moves[1].0, 12);
    }

    #[test]
    fn errors_name_the_line() {
        let problem = |text: &str| Record::read_one(text).unwrap_err().to_string();
        assert_eq!(problem(""), "line 1: there is no game here");
        assert_eq!(problem("game: uglyduck"), "line 1: a record begins with the line \"cygnet record 1\"");
        let begin = "cygnet record 1\ngame: uglyduck\n";
        assert_eq!(problem(begin), "line 2: the record ends without a result");
        assert_eq!(problem(&format!("{begin}2. a1b1")), "line 3: move number 2, but move 1 is next");
        assert_eq!(
            problem(&format!("{begin}color: red")),
            "line 3: unknown key \"color\"; the keys are game, start, player 1, player 2, name 1, name 2, seed, date, result"
        );
        assert_eq!(problem(&format!("{begin}result: p3, x")), "line 3: the result is p1, p2, draw or none");
        assert_eq!(problem(&format!("{}{}", sample(), sample())), "line 1: there is more than one game here");
        assert_eq!(problem("cygnet record 1\n1. a1b1"), "line 2: the game has to be named before its moves");
        assert_eq!(problem("cygnet record 1\nresult: draw, rules"), "line 2: the record names no game");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,80}", lines in proptest::collection::vec("[a-z0-9:., ]{0,20}", 0..12)) {
            let _ = Record::read_all(&text);
            let _ = Record::read_all(&format!("cygnet record 1\ngame: uglyduck\n{}", lines.join("\n")));
        }
    }
}
