//! A board as data: cells, pieces and marks. A game describes its board as a [`Picture`]; the screens draw it.

use std::fmt::Display;

use crate::model::Player;

/// A board with its cells row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The game, and whose turn it is, or the winner.
    pub title: String,
    /// The position in sentences, one per line.
    pub description: String,
    /// The kinds of pieces, the first player's first, for the legend and for sentences.
    pub kinds: &'static [PicturePiece],
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The names of the rows, from the top. Spaces around a name are for text drawings.
    pub rows: Vec<String>,
    /// Whether the column names are below the board.
    pub columns_below: bool,
    /// What flipping the board reverses.
    pub flip: Flip,
    /// Whether cells hold stacks of pieces.
    pub has_stacks: bool,
    /// The largest piece number, if pieces are numbered.
    pub largest_number: Option<usize>,
    /// The cells; their number is rows times columns.
    pub cells: Vec<PictureCell>,
    /// Moves shown as arrows: the indexes of their cells in order. A single cell gets a ring.
    pub arrows: Vec<Vec<usize>>,
}

/// What flipping a board reverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// Nothing: the board has no ends.
    Nothing,
    /// The rows, so that left stays left.
    Rows,
    /// The rows and the columns, as if the players changed places.
    RowsAndColumns,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// Its name in canonical notation: `a1`.
    pub name: String,
    /// The terrain.
    pub ground: Terrain,
    /// The pieces, from bottom to top.
    pub pieces: Vec<PicturePiece>,
    /// Its mark, if any.
    pub mark: Option<CellMark>,
    /// Whether it is a target of the piece in question.
    pub is_target: bool,
}

/// The terrain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Nothing.
    Plain,
    /// A mountain.
    Mountain,
    /// A cave that still has its dragon.
    Cave,
    /// A cave whose dragon has been summoned.
    UsedCave,
}

/// The look of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturePiece {
    /// Its owner; `None` for neutral pieces.
    pub owner: Option<Player>,
    /// Its ASCII letter in text, followed by its level or number.
    pub letter: char,
    /// Its sign in text that need not be ASCII.
    pub sign: char,
    /// Its name in a sentence: `duck`.
    pub name: &'static str,
    /// Its colour.
    pub tint: Tint,
    /// Its shape.
    pub shape: Shape,
    /// Its number, if pieces are numbered.
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

/// The shapes of pieces. The first player's ducks and swans face right, the second player's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A duck.
    Duck {
        /// Whether it faces left.
        left: bool,
    },
    /// A swan.
    Swan {
        /// Whether it faces left.
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

/// The role of a cell in the last move or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMark {
    /// The start of the last move.
    From,
    /// The destination of the last move.
    To,
    /// A piece was captured here by the last move.
    Captured,
    /// It decided the game.
    Deciding,
}

impl PicturePiece {
    /// Creates a piece without a number whose sign is its letter.
    pub const fn new(
        owner: Option<Player>,
        letter: char,
        name: &'static str,
        tint: Tint,
        shape: Shape,
    ) -> PicturePiece {
        PicturePiece { owner, letter, sign: letter, name, tint, shape, number: None }
    }
}

impl Picture {
    /// Creates a board from `rows`, from the top, each with its name and its cells from the left. `content`
    /// returns what is on a cell.
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
            flip: Flip::RowsAndColumns,
            has_stacks: false,
            largest_number: None,
            cells: cells.iter().flatten().map(cell).collect(),
            arrows: Vec::new(),
        }
    }

    /// Marks the cells of a move, the first as its start.
    pub(crate) fn mark_move(&mut self, cells: &[String]) {
        for (index, cell) in cells.iter().enumerate() {
            let is_start = index == 0 && cells.len() > 1;
            self.mark(cell, if is_start { CellMark::From } else { CellMark::To });
        }
    }

    /// Flips the board, if it can be flipped.
    pub(crate) fn flipped(mut self) -> Picture {
        if self.flip == Flip::Nothing {
            return self;
        }
        self.rows.reverse();
        self.cells.reverse();
        match self.flip {
            Flip::RowsAndColumns => self.columns.reverse(),
            _ => self.cells.chunks_mut(self.columns.len().max(1)).for_each(<[PictureCell]>::reverse),
        }
        self
    }

    /// Returns the player whose pieces are at the top; `None` if the board has no ends.
    pub(crate) fn top_side(&self) -> Option<Player> {
        let owner = || self.cells.iter().find_map(|cell| cell.pieces.last()?.owner);
        if self.flip == Flip::Nothing { None } else { owner() }
    }

    /// Marks the cell with this name.
    pub(crate) fn mark(&mut self, name: &str, mark: CellMark) {
        for cell in self.cells.iter_mut().filter(|cell| cell.name == name) {
            cell.mark = Some(mark);
        }
    }

    /// Iterates over the row names with their cells, from the top.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, &[PictureCell])> {
        self.rows.iter().map(String::as_str).zip(self.cells.chunks(self.columns.len().max(1)))
    }

    /// Marks the cells with these names as targets of a piece.
    pub fn mark_targets(&mut self, names: &[String]) {
        for cell in self.cells.iter_mut().filter(|cell| names.contains(&cell.name)) {
            cell.is_target = true;
        }
    }

    /// Adds an arrow through the cells with these names.
    pub fn add_arrow(&mut self, names: &[String]) {
        let index = |name: &String| self.cells.iter().position(|cell| cell.name == *name);
        let arrow = names.iter().filter_map(index).collect();
        self.arrows.push(arrow);
    }
}
