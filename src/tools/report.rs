//! Questions about positions: the legal moves, how many sequences of moves there are, what the moves are worth.
//!
//! An answer is lines of text for a person or one JSON object on a line for a program. Many positions can be asked about
//! in one run, one a line; each gets its answer, even if others cannot be read.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::console::read_line;
use crate::face::{AnyGame, AnyPosition};
use crate::model::{Clock, NotationError, Outcome};

use super::analyze::{self, Effort};

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// The legal moves, in text with the positions after them if `successors`; JSON always has them.
    Moves {
        /// Whether to add the position after each move.
        successors: bool,
    },
    /// The number of sequences of `depth` moves.
    Perft {
        /// How many moves.
        depth: u32,
        /// Whether to split the number by first move.
        divide: bool,
    },
    /// The value of each legal move.
    Analyze(Effort, &'a dyn Clock),
}

/// Why there is no answer.
#[derive(Debug)]
pub enum ReportError {
    /// The position cannot be read.
    Position(NotationError),
    /// Some of many positions could not be read: so many. Their answers say why.
    Some(usize),
    /// Input or output failed.
    Io(io::Error),
}

impl From<io::Error> for ReportError {
    fn from(error: io::Error) -> Self {
        ReportError::Io(error)
    }
}

impl From<serde_json::Error> for ReportError {
    fn from(error: serde_json::Error) -> Self {
        ReportError::Io(error.into())
    }
}

/// Answers about one position (the start if `position` is `None`) in lines of text.
///
/// # Errors
/// The position cannot be read, or the answer not written.
pub fn answer_text(
    game: &dyn AnyGame,
    position: Option<&str>,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let position = game.position(position).map_err(ReportError::Position)?;
    match question {
        Question::Moves { successors } => moves_text(position.as_ref(), successors, out)?,
        Question::Perft { depth, divide: false } => writeln!(out, "{}", position.perft(depth))?,
        Question::Analyze(effort, clock) => analyze::text(position.as_ref(), &effort, clock, out)?,
        Question::Perft { depth, divide: true } => {
            let counts = position.divide(depth);
            for (mv, count) in &counts {
                writeln!(out, "{mv}\t{count}")?;
            }
            let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
            writeln!(out, "{total}")?;
        }
    }
    Ok(())
}

fn moves_text(position: &dyn AnyPosition, successors: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut written = Ok(());
    position.visit_moves(&mut |mv, after| {
        written = if successors { writeln!(out, "{mv}\t{}", after()) } else { writeln!(out, "{mv}") };
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written
}

/// Answers about one position (the start if `position` is `None`) with one JSON object on a line.
///
/// # Errors
/// The position cannot be read, or the answer not written.
pub fn answer_json(
    game: &dyn AnyGame,
    position: Option<&str>,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let position = game.position(position).map_err(ReportError::Position)?;
    match question {
        Question::Moves { .. } => serde_json::to_writer(&mut *out, &MovesAnswer::new(position.as_ref()))?,
        Question::Perft { depth, divide } => {
            serde_json::to_writer(&mut *out, &PerftAnswer::new(position.as_ref(), depth, divide))?;
        }
        Question::Analyze(effort, clock) => analyze::json(position.as_ref(), &effort, clock, out)?,
    }
    writeln!(out)?;
    Ok(())
}

/// Reads one position a line from `input` and answers each with one JSON object on a line, in order.
///
/// # Errors
/// [`ReportError::Some`] if there were positions that could not be read; all others have been answered.
pub fn answer_lines(
    game: &dyn AnyGame,
    input: impl BufRead,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    answer_each(input, out, |text, out| answer_json(game, Some(text), question, out))
}

/// Reads one position a line from `input` and answers each by `answer`, which writes nothing for one it cannot read.
///
/// # Errors
/// [`ReportError::Some`] if there were positions that could not be read; all others have been answered.
pub fn answer_each(
    mut input: impl BufRead,
    out: &mut dyn Write,
    mut answer: impl FnMut(&str, &mut dyn Write) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    let mut wrong = 0;
    while let Some(line) = read_line(&mut input)? {
        let text = line.text();
        let problem = match answer(&text, out) {
            Err(ReportError::Position(_)) if line.cut => "the line is too long to be a position".to_owned(),
            Err(ReportError::Position(error)) => error.to_string(),
            other => {
                other?;
                continue;
            }
        };
        wrong += 1;
        serde_json::to_writer(&mut *out, &Unreadable { position: &text, error: &problem })?;
        writeln!(out)?;
    }
    if wrong == 0 { Ok(()) } else { Err(ReportError::Some(wrong)) }
}

#[derive(Serialize)]
struct Unreadable<'a> {
    position: &'a str,
    error: &'a str,
}

#[derive(Serialize)]
struct MovesAnswer<'a> {
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    moves: MoveList<'a>,
}

impl<'a> MovesAnswer<'a> {
    fn new(position: &'a dyn AnyPosition) -> Self {
        MovesAnswer {
            position: position.text(),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(Outcome::tag),
            moves: MoveList(position),
        }
    }
}

/// Serialised move by move: a position may have more moves than there is memory.
struct MoveList<'a>(&'a dyn AnyPosition);

#[derive(Serialize)]
struct MoveAnswer<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    position: String,
}

impl Serialize for MoveList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut result = Ok(());
        self.0.visit_moves(&mut |text, after| {
            result = list.serialize_element(&MoveAnswer { text, position: after() });
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result?;
        list.end()
    }
}

#[derive(Serialize)]
struct PerftAnswer {
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

impl PerftAnswer {
    fn new(position: &dyn AnyPosition, depth: u32, divide: bool) -> Self {
        if !divide || depth == 0 {
            return PerftAnswer {
                position: position.text(),
                depth,
                nodes: position.perft(depth),
                divide: None,
            };
        }
        let counts = position.divide(depth);
        let nodes = counts.iter().map(|(_, count)| count).sum();
        let divide = counts.into_iter().map(|(text, nodes)| MoveCount { text, nodes }).collect();
        PerftAnswer { position: position.text(), depth, nodes, divide: Some(divide) }
    }
}
