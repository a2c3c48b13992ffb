//! A board as data: its cells, what stands on them, and marks. A game describes its board as a [`Picture`]; `text.rs` draws
//! that as text and `svg.rs` as SVG.

use std::fmt::Display;

use super::Screen;
use crate::console::{BoardStyle, Role, Style};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, Outcome, Player, Position as _, View};

/// A board, its cells row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The game and whose turn it is, or who has won.
    pub title: String,
    /// The position in sentences, a line each.
    pub description: String,
    /// The kinds of pieces that a side may have, the first player's first: for the legend, and for sentences.
    pub kinds: &'static [PicturePiece],
    /// What the columns are called, the left one first.
    pub columns: Vec<String>,
    /// What the rows are called, the top one first. Blanks around a name are for drawings in text.
    pub rows: Vec<String>,
    /// Whether the names of the columns stand below the board.
    pub columns_below: bool,
    /// Whether the board has two ends, so that it can be flipped.
    pub is_flippable: bool,
    /// Whether pieces stand on each other.
    pub has_stacks: bool,
    /// The largest number of a piece, where pieces have numbers.
    pub largest_number: Option<usize>,
    /// An empty cell of the compact style where there is no terminal.
    pub empty: &'static str,
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
    pub ground: Terrain,
    /// The pieces, from bottom to top.
    pub pieces: Vec<PicturePiece>,
    /// What is told of it.
    pub mark: Option<CellMark>,
    /// Whether a piece that is asked about can go there.
    pub is_target: bool,
}

/// What a board has on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
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
    /// The player it belongs to, if any.
    pub owner: Option<Player>,
    /// Its letter in text. Its level or its number follows.
    pub letter: char,
    /// The same where text need not be ASCII.
    pub sign: char,
    /// What it is called in a sentence: `duck`.
    pub name: &'static str,
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
    /// A disc with this number of dots.
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
    Deciding,
}

impl PicturePiece {
    /// A piece without a number, whose sign is its letter.
    #[must_use]
    pub const fn new(
        owner: Option<Player>,
        letter: char,
        name: &'static str,
        tint: Tint,
        shape: Shape,
    ) -> PicturePiece {
        PicturePiece { owner, letter, sign: letter, name, tint, shape, number: None }
    }

    /// Its sign, or its letter where `style` keeps to ASCII.
    pub(super) fn letter(&self, style: &Style) -> char {
        if style.is_ascii() { self.letter } else { self.sign }
    }

    /// `text` in the colour of its side, bold for the stronger kinds.
    pub(super) fn paint(&self, style: &Style, text: &str) -> String {
        let role = self.owner.map_or(Role::Dim, Role::side);
        match self.shape {
            Shape::Swan { .. } | Shape::King => style.paint.apply_bold(role, text),
            _ => style.paint.apply(role, text),
        }
    }
}

impl Picture {
    /// A board of `rows` from the top, each with its name and its cells from the left; `content` says what is on a cell.
    pub fn new<C: Display>(
        kinds: &'static [PicturePiece],
        columns: Vec<String>,
        rows: impl Iterator<Item = (String, Vec<C>)>,
        content: impl Fn(&C) -> (Terrain, Vec<PicturePiece>),
    ) -> Picture {
        let (rows, cells): (Vec<String>, Vec<Vec<C>>) = rows.unzip();
        let cell = |cell: &C| {
            let (ground, pieces) = content(cell);
            PictureCell { name: cell.to_string(), ground, pieces, mark: None, is_target: false }
        };
        Picture {
            title: String::new(),
            description: String::new(),
            kinds,
            columns,
            rows,
            columns_below: false,
            is_flippable: true,
            has_stacks: false,
            largest_number: None,
            empty: ".",
            cells: cells.iter().flatten().map(cell).collect(),
            arrows: Vec::new(),
        }
    }

    /// Marks the cells of a move, the first as the one where it began.
    pub(super) fn mark_move(&mut self, cells: &[String]) {
        for (index, cell) in cells.iter().enumerate() {
            let is_start = index == 0 && cells.len() > 1;
            self.mark(cell, if is_start { CellMark::From } else { CellMark::To });
        }
    }

    /// The picture as it is seen from the other end of the board, if the board has two.
    pub(super) fn flipped(mut self) -> Picture {
        if self.is_flippable {
            self.rows.reverse();
            self.columns.reverse();
            self.cells.reverse();
        }
        self
    }

    /// Marks the cell of this name.
    pub(super) fn mark(&mut self, name: &str, mark: CellMark) {
        for cell in self.cells.iter_mut().filter(|cell| cell.name == name) {
            cell.mark = Some(mark);
        }
    }

    /// The picture without the marks of the last move and of the end, unless it is for a terminal.
    pub(super) fn unmarked_if_piped(mut self, style: &Style) -> Picture {
        for cell in self.cells.iter_mut().filter(|_| !style.is_at_terminal()) {
            cell.mark = None;
        }
        self
    }

    /// The names of the rows with their cells, the top row first.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&str, &[PictureCell])> {
        self.rows.iter().map(String::as_str).zip(self.cells.chunks(self.columns.len().max(1)))
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

/// The position as a picture, with the marks that a board has at a terminal; flipped if `flipped`.
pub fn picture(game: &AnyGame, view: &View<'_, AnyPosition>, flipped: bool) -> Picture {
    let style = Style { flipped, ..Style::MARKED };
    let description = game.board(view, &Style { board: BoardStyle::Words, ..style });
    Picture { title: title(game, view), description, ..game.marked_picture(view, &style) }
}

fn title(game: &AnyGame, view: &View<'_, AnyPosition>) -> String {
    let title = game.title();
    let position = view.position;
    match position.outcome() {
        None => format!("{title}: {} to move", game.player_name(position.to_move())),
        Some(Outcome::Draw) => format!("{title}: a draw"),
        Some(Outcome::Win(winner)) => format!("{title}: {} has won", game.player_name(winner)),
    }
}
