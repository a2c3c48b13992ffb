//! How pieces and marks look in a style, and the picture of a board as it is at a terminal.

use super::Screen;
use crate::console::{BoardStyle, Role, Style};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, Outcome, Position as _, View};
use crate::words::{CellMark, GameWords, Picture, PicturePiece, Shape, Tint};

/// The crown of a king at a terminal.
pub(super) const CROWN: char = '^';

impl Tint {
    /// Returns the role of pieces of this colour in text.
    pub(super) fn role(self) -> Role {
        match self {
            Tint::Green => Role::Green,
            Tint::Blue => Role::Blue,
            Tint::Red => Role::Red,
            Tint::White => Role::White,
            Tint::Black => Role::Black,
            Tint::Tan => Role::Tan,
        }
    }
}

impl PicturePiece {
    /// Returns its sign, or its letter if `style` is ASCII.
    pub(super) fn letter(&self, style: &Style) -> char {
        if style.is_ascii() { self.letter } else { self.sign }
    }

    /// Returns how boards name it, without its level or number: its sign and, at a terminal, the crown of a
    /// king, because `W` and `w` are hard to tell apart.
    pub(super) fn name_on_board(&self, style: &Style) -> String {
        let has_crown = self.shape == Shape::King && style.is_at_terminal();
        [Some(self.letter(style)), has_crown.then_some(CROWN)].into_iter().flatten().collect()
    }

    /// Paints `text` in its colour, bold for the stronger kinds.
    pub(super) fn paint(&self, style: &Style, text: &str) -> String {
        let role = self.tint.role();
        match self.shape {
            Shape::Swan { .. } | Shape::King => style.paint.apply_bold(role, text),
            _ => style.paint.apply(role, text),
        }
    }
}

impl Picture {
    /// Removes the marks of the last move and of the ending, unless at a terminal.
    pub(super) fn unmarked_if_piped(mut self, style: &Style) -> Picture {
        for cell in self.cells.iter_mut().filter(|_| !style.is_at_terminal()) {
            cell.mark = None;
        }
        self
    }
}

/// Returns the position as a picture with the marks that a board has at a terminal, flipped if `flipped`.
pub fn picture(game: &AnyGame, view: &View<'_, AnyPosition>, flipped: bool) -> Picture {
    let style = Style { flipped, ..Style::MARKED };
    let description = game.board(view, &Style { board: BoardStyle::Words, ..style });
    Picture { title: title(game, view), description, ..marked_picture(game, view, &style) }
}

/// Returns the picture for the given style: flipped or not, with the last move marked and, at a terminal,
/// its captures and the cells that decided the game.
pub(super) fn marked_picture<G: GameWords>(game: &G, view: &View<'_, G::Position>, style: &Style) -> Picture {
    let mut picture = game.picture(view);
    picture.mark_move(&view.last_move().map(|mv| game.cells(mv)).unwrap_or_default());
    let is_won = view.position.terminal_outcome().is_some_and(|outcome| outcome != Outcome::Draw);
    if style.is_at_terminal() {
        game.captured(view).iter().for_each(|cell| picture.mark(&cell.name, CellMark::Captured));
    }
    if is_won && style.is_at_terminal() {
        game.deciding_cells(view).iter().for_each(|cell| picture.mark(cell, CellMark::Deciding));
    }
    if style.is_flipped() { picture.flipped() } else { picture }
}

/// Describes the position and, at a terminal, what the last move did.
pub(super) fn position_and_captures<G: Screen>(
    game: &G,
    view: &View<'_, G::Position>,
    style: &Style,
) -> String {
    let (position, news) = (game.describe_position(view), game.announce(view, style));
    match style.is_at_terminal() && !position.contains(&news) {
        true => position + &news,
        false => position,
    }
}

fn title(game: &AnyGame, view: &View<'_, AnyPosition>) -> String {
    let title = game.title();
    let position = view.position;
    match position.outcome() {
        None => format!("{title}: {} to move", game.player_name(position.to_move())),
        Some(Outcome::Draw) => format!("{title}: draw"),
        Some(Outcome::Win(winner)) => format!("{title}: {} has won", game.player_name(winner)),
    }
}
