//! Queries about positions: the legal moves, perft counts, and the values of moves.
//!
//! A run can answer many positions, one per line. Each gets an answer, even if others are invalid.

use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use thiserror::Error;

use crate::engine::bots::EngineGame;
use crate::engine::referee::TextError;
use crate::games::{AnyGame, AnyMove, AnyPosition, AnyRefusal};
use crate::lines::{has_position, read_line, write_json_line};
use crate::model::{Game, NotationError, Outcome, Position};
use crate::show::draw::DrawError;
use crate::show::output::CommandOutput;

use crate::records::explore::play_moves;

/// Why a query has no answer.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The position cannot be read.
    #[error("position: {0}")]
    Position(NotationError),
    /// A move cannot be played.
    #[error(transparent)]
    Moves(#[from] Box<TextError<AnyRefusal>>),
    /// The position cannot be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawError),
    /// The position has this many moves, too many to count each.
    #[error("the position has {0} moves, and --divide lists at most {MAX_DIVIDED}")]
    Divided(u64),
    /// This number of lines has an error as the answer.
    #[error("{0} of the lines could not be answered")]
    Unanswered(usize),
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads the position that `text` describes, or returns the start position if there is no text.
///
/// # Errors
/// [`ReportError::Position`], which says what is wrong with the text, and where.
pub fn read_position(game: &AnyGame, text: Option<&str>) -> Result<AnyPosition, ReportError> {
    text.map_or_else(|| Ok(game.start()), |text| game.read_position(text)).map_err(ReportError::Position)
}

/// Reads a position like [`read_position`], and plays `moves` from it.
///
/// # Errors
/// The position cannot be read, or a move is not legal.
pub fn position_after(
    game: &AnyGame,
    text: Option<&str>,
    moves: &[String],
) -> Result<AnyPosition, ReportError> {
    read_position(game, text)?;
    let played = play_moves(game, text, moves).map_err(Box::new)?;
    Ok(played.position().clone())
}

/// Calls `visit` with each legal move until it fails; a finished game has none. The moves are not collected,
/// because a position can have more moves than fit in memory.
pub(super) fn try_for_each_move<E>(
    position: &AnyPosition,
    mut visit: impl FnMut(AnyMove) -> Result<(), E>,
) -> Result<(), E> {
    if position.terminal_outcome().is_some() {
        return Ok(());
    }
    let visited = position.visit_moves(|mv| match visit(mv) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    });
    visited.break_value().map_or(Ok(()), Err)
}

/// Reads one position per line from `input` and calls `answer` with each; empty lines and comments are skipped. `answer` writes nothing for an
/// invalid position. Output is flushed before each wait for input, so that interactive callers get each
/// answer at once and batches stay fast.
///
/// # Errors
/// [`ReportError::Unanswered`] if some lines could not be answered. All others have been.
pub fn answer_lines(
    mut input: BufReader<impl Read>,
    out: &mut dyn Write,
    mut answer: impl FnMut(&str, &mut dyn Write) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    let mut unanswered = 0;
    loop {
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        let Some(line) = read_line(&mut input)? else { break };
        let text = line.text();
        if !has_position(&text) {
            continue;
        }
        let problem = match answer(&text, out) {
            Ok(()) => continue,
            Err(error @ ReportError::Io(_)) => return Err(error),
            Err(ReportError::Position(_)) if line.is_truncated() => {
                "the line is too long to be a position".to_owned()
            }
            Err(ReportError::Position(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        unanswered += 1;
        write_json_line(&UnansweredPosition { position: &text, error: &problem }, out)?;
    }
    if unanswered == 0 { Ok(()) } else { Err(ReportError::Unanswered(unanswered)) }
}

#[derive(Serialize)]
struct UnansweredPosition<'a> {
    position: &'a str,
    error: &'a str,
}

/// The legal moves of a position.
#[derive(Serialize)]
#[serde(bound = "")]
pub(crate) struct LegalMoves<'a> {
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    moves: MoveList<'a>,
    /// Whether text also has the position after each move.
    #[serde(skip)]
    successors: bool,
}

impl<'a> LegalMoves<'a> {
    /// Lists the moves of `position`. With `successors`, text also has the position after each.
    pub(crate) fn new(position: &'a AnyPosition, successors: bool) -> Self {
        LegalMoves {
            position: position.to_string(),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(Outcome::tag),
            moves: MoveList(position),
            successors,
        }
    }
}

impl CommandOutput for LegalMoves<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let MoveList(position) = self.moves;
        try_for_each_move(position, |mv| match self.successors {
            true => writeln!(out, "{mv}\t{}", position.after(mv)),
            false => writeln!(out, "{mv}"),
        })
    }
}

/// The moves of a position, serialized one by one.
struct MoveList<'a>(&'a AnyPosition);

#[derive(Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    text: String,
    position: String,
}

impl Serialize for MoveList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveList(position) = self;
        let mut list = serializer.serialize_seq(None)?;
        try_for_each_move(position, |mv| {
            let after = position.after(mv).to_string();
            list.serialize_element(&MoveEntry { text: mv.to_string(), position: after })
        })?;
        list.end()
    }
}

/// The number of move sequences from a position.
#[derive(Serialize)]
pub(crate) struct Perft {
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

/// The maximum number of first moves by which a count is split. In Qawale a position can have millions.
const MAX_DIVIDED: u64 = 100_000;

impl Perft {
    /// Counts the sequences of `depth` moves. With `divide`, the count is split by first move.
    ///
    /// # Errors
    /// There are too many first moves.
    pub(crate) fn new(
        game: &AnyGame,
        position: &AnyPosition,
        depth: u32,
        divide: bool,
    ) -> Result<Self, ReportError> {
        let text = position.to_string();
        if !divide || depth == 0 {
            return Ok(Perft { position: text, depth, nodes: game.perft(position, depth), divide: None });
        }
        let moves = if position.outcome().is_some() { 0 } else { position.count_moves() };
        if moves > MAX_DIVIDED {
            return Err(ReportError::Divided(moves));
        }
        let count = |mv: AnyMove| MoveCount {
            text: mv.to_string(),
            nodes: game.perft(&position.after(mv), depth - 1),
        };
        let counts: Vec<MoveCount> = position.moves().into_iter().map(count).collect();
        let nodes = counts.iter().map(|count| count.nodes).sum();
        Ok(Perft { position: text, depth, nodes, divide: Some(counts) })
    }
}

impl CommandOutput for Perft {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        for MoveCount { text, nodes } in self.divide.iter().flatten() {
            writeln!(out, "{text}\t{nodes}")?;
        }
        writeln!(out, "{}", self.nodes)
    }
}
