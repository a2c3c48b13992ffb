//! A board as data: its cells, what stands on them, and marks. A screen describes its board so; `svg.rs` draws it.

use std::fmt::Display;

use super::shared::Marks;
use super::{Screen, entry};
use crate::console::{BoardStyle, Style};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game, Outcome, Position as _, View};

/// A board, its cells row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The game and whose turn it is, or who has won.
    pub title: String,
    /// The position in sentences, a line each.
    pub words: String,
    /// What the columns are called, the left one first.
    pub columns: Vec<String>,
    /// What the rows are called, the top one first.
    pub rows: Vec<String>,
    /// Whether the names of the columns stand below the board.
    pub columns_below: bool,
    /// The cells: as many as there are rows times columns.
    pub cells: Vec<PictureCell>,
    /// Moves that are shown as arrows: the indexes of their cells in order; of one cell, a ring around it.
    pub arrows: Vec<Vec<usize>>,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// Its name in canonical notation: `a1`.
    pub name: String,
    /// What the board itself has there.
    pub ground: Ground,
    /// The pieces, from bottom to top.
    pub pieces: Vec<PicturePiece>,
    /// What is told of it.
    pub mark: Option<CellMark>,
    /// Whether a piece that is asked about can go there.
    pub is_target: bool,
}

/// What a board has on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing.
    Plain,
    /// A mountain.
    Mountain,
    /// A cave with its dragon in it.
    Cave,
    /// A cave that has given its dragon.
    UsedCave,
}

/// A piece as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturePiece {
    /// Its colour.
    pub tint: Tint,
    /// Its form.
    pub shape: Shape,
    /// Its number, where pieces have numbers.
    pub number: Option<usize>,
}

/// The colours of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is the colour of its name")]
pub enum Tint {
    Green,
    Blue,
    Red,
    White,
    Black,
    Tan,
}

/// The forms of pieces. Ducks and swans of the first player look to the right, those of the second to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A duck.
    Duck {
        /// Whether it looks to the left.
        left: bool,
    },
    /// A swan.
    Swan {
        /// Whether it looks to the left.
        left: bool,
    },
    /// A disc.
    Checker,
    /// A disc with a crown.
    King,
    /// A disc with so many dots.
    Level(u8),
    /// A flat piece of a stack.
    Slab,
}

/// What a cell has to do with the last move, or with the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMark {
    /// The last move began there.
    From,
    /// The last move went there.
    To,
    /// It has decided the game.
    Ended,
}

impl Picture {
    /// A board of `rows`, each with its name and its cells from the left; `content` says what is on a cell.
    pub(super) fn new<C: Display + PartialEq>(
        columns: Vec<String>,
        rows: impl Iterator<Item = (String, Vec<C>)>,
        marks: &Marks<C>,
        content: impl Fn(&C) -> (Ground, Vec<PicturePiece>),
    ) -> Picture {
        let (rows, cells): (Vec<String>, Vec<Vec<C>>) = rows.unzip();
        let cell = |cell: &C| {
            let (ground, pieces) = content(cell);
            let mark = match marks.around(cell).0 {
                '(' => Some(CellMark::From),
                '[' => Some(CellMark::To),
                '*' => Some(CellMark::Ended),
                _ => None,
            };
            PictureCell { name: cell.to_string(), ground, pieces, mark, is_target: false }
        };
        let cells = cells.iter().flatten().map(cell).collect();
        let (title, words) = (String::new(), String::new());
        Picture { title, words, columns, rows, columns_below: false, cells, arrows: Vec::new() }
    }

    /// Marks the cells of these names as those where a piece can go.
    pub fn mark_targets(&mut self, names: &[String]) {
        for cell in self.cells.iter_mut().filter(|cell| names.contains(&cell.name)) {
            cell.is_target = true;
        }
    }

    /// Shows a move by the names of its cells.
    pub fn add_arrow(&mut self, names: &[String]) {
        let index = |name: &String| self.cells.iter().position(|cell| cell.name == *name);
        let arrow = names.iter().filter_map(index).collect();
        self.arrows.push(arrow);
    }
}

/// The current position as a picture, with the marks that a board has at a terminal; turned round if `turned`.
pub fn picture(game: &AnyGame, view: &View<'_, AnyPosition>, turned: bool) -> Picture {
    let style = Style { turned, ..Style::MARKED };
    let words = game.board(view, &Style { board: BoardStyle::Words, ..style });
    Picture { title: title(game, view), words, ..game.picture(view, &style) }
}

fn title(game: &AnyGame, view: &View<'_, AnyPosition>) -> String {
    let name = game.name();
    let title = entry(name.split(':').next().unwrap_or_default()).map_or(&*name, |entry| entry.title);
    let position = view.position;
    match position.outcome() {
        None => format!("{title}: {} to move", game.player_name(position.to_move())),
        Some(Outcome::Draw) => format!("{title}: a draw"),
        Some(Outcome::Win(winner)) => format!("{title}: {} has won", game.player_name(winner)),
    }
}
