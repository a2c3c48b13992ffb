//! Questions about positions: the legal moves, how many sequences of moves there are, what the moves are worth.
//!
//! An answer is lines of text for a person or one JSON object on a line for a program. Many positions can be asked about
//! in one run, one a line; each gets its answer, even if others cannot be read.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use thiserror::Error;

use crate::console::read_line;
use crate::engine::bots::Levels;
use crate::engine::perft::{divide, perft};
use crate::model::{Clock, Game, NotationError, Outcome, Position};

use super::analyze::{self, AnalysisSettings};

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
    Analyze(AnalysisSettings, &'a dyn Clock),
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The position cannot be read.
    #[error("position: {0}")]
    Position(NotationError),
    /// So many of the positions could not be read. Their answers say why.
    #[error("{0} of the positions could not be read")]
    Unreadable(usize),
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
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
pub fn answer_text<G: Levels>(
    game: &G,
    position: Option<&str>,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let position = read_position(game, position)?;
    match question {
        Question::Moves { successors } => moves_text(game, &position, successors, out)?,
        Question::Perft { depth, divide: false } => writeln!(out, "{}", perft(&position, depth))?,
        Question::Analyze(settings, clock) => analyze::text(game, &position, &settings, clock, out)?,
        Question::Perft { depth, divide: true } => {
            let counts = divide(&position, depth);
            for (mv, count) in &counts {
                writeln!(out, "{}\t{count}", game.write_move(*mv))?;
            }
            let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
            writeln!(out, "{total}")?;
        }
    }
    Ok(())
}

/// The position that `text` describes; without a text, the start.
///
/// # Errors
/// [`ReportError::Position`]: what is wrong with the text and where.
pub fn read_position<G: Game>(game: &G, text: Option<&str>) -> Result<G::Position, ReportError> {
    text.map_or_else(|| Ok(game.start()), |text| game.read_position(text)).map_err(ReportError::Position)
}

fn moves_text<G: Game>(
    game: &G,
    position: &G::Position,
    successors: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    each_move(position, |mv| match successors {
        true => writeln!(out, "{}\t{}", game.write_move(mv), game.write_position(&position.after(mv))),
        false => writeln!(out, "{}", game.write_move(mv)),
    })
}

/// Shows each legal move to `visit` until it fails; none in a finished game. A position may have more moves than there is
/// memory.
fn each_move<P: Position, E>(position: &P, mut visit: impl FnMut(P::Move) -> Result<(), E>) -> Result<(), E> {
    if position.decided().is_some() {
        return Ok(());
    }
    let visited = position.visit_moves(|mv| match visit(mv) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    });
    visited.break_value().map_or(Ok(()), Err)
}

/// Answers about one position (the start if `position` is `None`) with one JSON object on a line.
///
/// # Errors
/// The position cannot be read, or the answer not written.
pub fn answer_json<G: Levels>(
    game: &G,
    position: Option<&str>,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let position = read_position(game, position)?;
    match question {
        Question::Moves { .. } => serde_json::to_writer(&mut *out, &MovesAnswer::new(game, &position))?,
        Question::Perft { depth, divide } => {
            serde_json::to_writer(&mut *out, &PerftAnswer::new(game, &position, depth, divide))?;
        }
        Question::Analyze(settings, clock) => analyze::json(game, &position, &settings, clock, out)?,
    }
    writeln!(out)?;
    Ok(())
}

/// Reads one position a line from `input` and answers each with one JSON object on a line, in order.
///
/// # Errors
/// [`ReportError::Unreadable`] if there were positions that could not be read; all others have been answered.
pub fn answer_lines<G: Levels>(
    game: &G,
    input: impl BufRead,
    question: Question<'_>,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    answer_each(input, out, |text, out| answer_json(game, Some(text), question, out))
}

/// Reads one position a line from `input` and answers each by `answer`, which writes nothing for one it cannot read.
///
/// # Errors
/// [`ReportError::Unreadable`] if there were positions that could not be read; all others have been answered.
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
    if wrong == 0 { Ok(()) } else { Err(ReportError::Unreadable(wrong)) }
}

#[derive(Serialize)]
struct Unreadable<'a> {
    position: &'a str,
    error: &'a str,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct MovesAnswer<'a, G: Game> {
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    moves: MoveList<'a, G>,
}

impl<'a, G: Game> MovesAnswer<'a, G> {
    fn new(game: &'a G, position: &'a G::Position) -> Self {
        MovesAnswer {
            position: game.write_position(position),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(Outcome::tag),
            moves: MoveList { game, position },
        }
    }
}

/// Serialised move by move.
struct MoveList<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    position: String,
}

impl<G: Game> Serialize for MoveList<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveList { game, position } = self;
        let mut list = serializer.serialize_seq(None)?;
        each_move(*position, |mv| {
            let after = game.write_position(&position.after(mv));
            list.serialize_element(&MoveAnswer { text: game.write_move(mv), position: after })
        })?;
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
    fn new<G: Game>(game: &G, position: &G::Position, depth: u32, split: bool) -> Self {
        let text = game.write_position(position);
        if !split || depth == 0 {
            return PerftAnswer { position: text, depth, nodes: perft(position, depth), divide: None };
        }
        let counts = divide(position, depth).into_iter();
        let counts: Vec<MoveCount> =
            counts.map(|(mv, nodes)| MoveCount { text: game.write_move(mv), nodes }).collect();
        let nodes = counts.iter().map(|count| count.nodes).sum();
        PerftAnswer { position: text, depth, nodes, divide: Some(counts) }
    }
}
