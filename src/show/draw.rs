//! Pictures of positions, as SVG or as text.

use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

use crate::console::Style;
use crate::engine::referee::Referee;
use crate::games::ReplayError;
use crate::games::{AnyGame, AnyPosition};
use crate::lines::write_json_line;
use crate::model::{Game as _, History, Record, text::escape};
use crate::screens::{Screen, picture, svg};
use crate::words::{GameWords as _, Picture, counted};

use super::positions::{ReportError, read_position, try_for_each_move};

/// The format of a picture, and what it shows in addition to the position.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// Moves to play first, in canonical notation; the last of them is marked.
    pub moves: &'a [String],
    /// The cell of a piece, in canonical notation, whose targets are marked.
    pub targets: Option<&'a str>,
    /// Moves to show without playing them, in canonical notation.
    pub arrows: &'a [String],
    /// The style of the text. For SVG only its orientation counts.
    pub style: Style,
    /// Whether to draw SVG instead of text.
    pub svg: bool,
}

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ReportError),
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] ReplayError),
    /// The game has fewer plies than requested.
    #[error("the game has only {}", counted(*.0, "move"))]
    Ply(usize),
    /// A move cannot be played or shown.
    #[error("move \"{}\": {problem}", escape(text.as_bytes()))]
    Move {
        /// The text of the move.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The board has no cell of this name.
    #[error("there is no cell \"{}\" on this board", escape(.0.as_bytes()))]
    Cell(String),
}

impl Drawing<'_> {
    /// Draws the position that `text` describes, or the start position if there is no text.
    ///
    /// # Errors
    /// The position, a move or a cell is invalid in this game.
    pub fn of_position(&self, game: &AnyGame, text: Option<&str>) -> Result<String, DrawError> {
        self.of_history(game, History::new(read_position(game, text)?))
    }

    /// Verifies `record` and draws the position after `ply` moves, or the last position.
    ///
    /// # Errors
    /// The record is invalid or too short; and the errors of [`Drawing::of_position`].
    pub fn of_record(
        &self,
        game: &AnyGame,
        record: &Record,
        ply: Option<usize>,
    ) -> Result<String, DrawError> {
        let mut history = record.replay_in(game).map(Referee::into_history)?;
        let moves = history.plies();
        history.undo(moves - ply.unwrap_or(moves).min(moves));
        match ply {
            Some(ply) if ply > moves => Err(DrawError::Ply(moves)),
            _ => self.of_history(game, history),
        }
    }

    /// Draws the last position of `history`.
    ///
    /// # Errors
    /// A move or a cell is invalid in this game.
    pub fn of_history(&self, game: &AnyGame, mut history: History<AnyPosition>) -> Result<String, DrawError> {
        let read = |history: &History<AnyPosition>, text: &str| {
            let mv = game.read_legal_move(history.current(), text);
            mv.map_err(|error| DrawError::Move { text: text.to_owned(), problem: error.to_string() })
        };
        for text in self.moves {
            history.play(read(&history, text)?);
        }
        let mut picture = picture(game, &game.view(&history), self.style.flipped);
        let mut caption = String::new();
        if let Some(cell) = self.targets {
            caption += &mark_targets(game, &history, cell, &mut picture)?;
        }
        for text in self.arrows {
            let mv = read(&history, text)?;
            picture.add_arrow(&game.cells(mv));
            caption += &format!("Shown: {}.\n", game.typed_answers(&game.view(&history), mv).join(" "));
        }
        if self.svg {
            picture.description += &caption;
            return Ok(svg::draw(&picture));
        }
        Ok(format!("{}{caption}{}.\n", game.board(&game.view(&history), &self.style), picture.title))
    }

    /// Draws the position that `text` describes and writes it as a line of JSON.
    ///
    /// # Errors
    /// The position is invalid, or writing fails.
    pub fn answer(&self, game: &AnyGame, text: &str, out: &mut dyn Write) -> Result<(), ReportError> {
        let position = read_position(game, Some(text))?;
        let position = position.to_string();
        let drawing = self.of_position(game, Some(text)).map_err(|error| match error {
            DrawError::Position(error) => error,
            other => ReportError::Io(io::Error::other(other)),
        })?;
        Ok(write_json_line(&DrawnPosition { position: &position, drawing: &drawing }, out)?)
    }
}

/// A position and its picture, for JSON.
#[derive(Serialize)]
pub(crate) struct DrawnPosition<'a> {
    pub(crate) position: &'a str,
    pub(crate) drawing: &'a str,
}

/// Marks the targets of the piece on `cell`, and returns them as a sentence.
fn mark_targets(
    game: &AnyGame,
    history: &History<AnyPosition>,
    cell: &str,
    picture: &mut Picture,
) -> Result<String, DrawError> {
    let cell = cell.trim().to_ascii_lowercase();
    if picture.cells.iter().all(|known| known.name != cell) {
        return Err(DrawError::Cell(cell));
    }
    let mut targets: Vec<String> = Vec::new();
    let Ok(()) = try_for_each_move(history.current(), |mv| {
        let cells = game.cells(mv);
        let target =
            cells.get(1).or(cells.first()).filter(|target| cells[0] == cell && !targets.contains(target));
        targets.extend(target.cloned());
        Ok::<(), std::convert::Infallible>(())
    });
    picture.mark_targets(&targets);
    Ok(match targets.as_slice() {
        [] => format!("{cell} has no moves.\n"),
        _ => format!("{cell} can go to {}.\n", targets.join(" ")),
    })
}
