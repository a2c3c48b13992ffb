//! Pictures of positions, as SVG or as text.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;
use thiserror::Error;

use crate::console::{Style, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::lines::write_json_line;
use crate::model::{Game as _, History, text::escape};
use crate::screens::drawing::fit;
use crate::screens::{Screen, picture, svg};
use crate::words::moves::{join_turns, read_turn};
use crate::words::{GameWords as _, Picture};

use super::output::Format;
use super::positions::{ReportError, read_position, try_for_each_move};

/// The format of a picture, and what it shows in addition to the position.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// Moves to play first, as `play_moves` takes them; the last of them is marked.
    pub moves: &'a [String],
    /// The cell of a piece, in canonical notation, whose targets are marked.
    pub targets: Option<&'a str>,
    /// Moves to show without playing them, likewise.
    pub arrows: &'a [String],
    /// The style of the text; where the board is too wide for it, a smaller one. For SVG only its orientation counts.
    pub style: Style,
    /// Whether to draw text or SVG.
    pub format: PictureFormat,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Text in the style of --board
    #[default]
    Text,
    /// Scalable Vector Graphics
    Svg,
}

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
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
    /// Draws the last position of `history`, after it has played the moves.
    ///
    /// # Errors
    /// A move or a cell is invalid in this game.
    pub fn of_history(
        &self,
        game: &AnyGame,
        history: &mut History<AnyPosition>,
    ) -> Result<String, DrawError> {
        let read = |history: &History<AnyPosition>, text: &str| {
            let mv = read_turn(game, history, text);
            let mv = mv.or_else(|_| game.read_legal_move(history.current(), text));
            mv.map_err(|error| DrawError::Move { text: text.to_owned(), problem: error.to_string() })
        };
        let rest = join_turns(self.moves, |text| read(history, text).map(|mv| history.play(mv)).is_ok());
        rest.first().map_or(Ok(()), |text| read(history, text).map(drop))?;
        let mut picture = picture(game, &game.view(history), self.style.flipped);
        let mut caption = String::new();
        if let Some(cell) = self.targets {
            caption += &mark_targets(game, history, cell, &mut picture)?;
        }
        let mut add_arrow = |mv| {
            picture.add_arrow(&game.cells(mv));
            caption += &format!("Shown: {}.\n", game.typed_answers(&game.view(history), mv).join(" "));
        };
        let rest = join_turns(self.arrows, |text| read(history, text).map(&mut add_arrow).is_ok());
        rest.first().map_or(Ok(()), |text| read(history, text).map(drop))?;
        if self.format == PictureFormat::Svg {
            picture.description += &caption;
            return Ok(svg::draw(&picture));
        }
        let (board, note) = fit(&self.style, false, 0, &|style| game.board(&game.view(history), style));
        let note = note.map(|note| note + "\n").unwrap_or_default();
        Ok(board + &wrap(&format!("{note}{caption}{}.\n", picture.title), self.style.width))
    }

    /// Draws the position that `text` describes, or the start position if there is no text, and writes it: the drawing
    /// alone, or both as a line of JSON.
    ///
    /// # Errors
    /// The position, a move or a cell is invalid in this game, or writing fails.
    pub fn answer(
        &self,
        game: &AnyGame,
        text: Option<&str>,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), ReportError> {
        let mut history = History::new(read_position(game, text)?);
        let drawing = self.of_history(game, &mut history)?;
        let position = history.current().to_string();
        match format {
            Format::Text => out.write_all(drawing.as_bytes())?,
            Format::Json => write_json_line(&DrawnPosition { position: &position, drawing: &drawing }, out)?,
        }
        Ok(())
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
