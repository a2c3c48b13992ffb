//! The cells of square boards.

use std::fmt;
use std::str::FromStr;

use crate::model::notation::{NotationProblem, letter, read_cell};
use crate::model::{NotationError, text_traits};

/// A cell of a board of `SIDE` x `SIDE` cells. The order is by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell<const SIDE: usize>(pub(super) u8);

impl<const SIDE: usize> GridCell<SIDE> {
    /// Iterates over all cells of the board, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIDE * SIDE).map(|index| GridCell(index as u8))
    }

    /// Returns the cell in this column and row, both from 0, or `None` outside the board.
    #[inline]
    pub(super) const fn on_grid(column: usize, row: usize) -> Option<Self> {
        if column < SIDE && row < SIDE { Some(GridCell((row * SIDE + column) as u8)) } else { None }
    }

    /// Returns the cell with this [`GridCell::index`], modulo the number of cells.
    #[inline]
    pub(super) const fn wrapped(index: usize) -> Self {
        GridCell((index % (SIDE * SIDE)) as u8)
    }

    /// Reads a cell such as `a1` from the start of `text`, and returns it with the rest.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let (column, number, rest) = read_cell(text)?;
        Some((GridCell::on_grid(column, number.checked_sub(1)?)?, rest))
    }

    /// Returns the number of the cell in order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, from 0 for a.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % SIDE
    }

    /// Returns the row, from 0 for row 1.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / SIDE
    }

    /// Returns the cell's name as shown to players: `A1`.
    pub fn name(self) -> String {
        self.to_string().to_ascii_uppercase()
    }
}

/// Writes canonical notation: `a1`.
impl<const SIDE: usize> fmt::Display for GridCell<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", letter(self.column()), self.row() + 1))
    }
}

/// Reads a cell such as `a1`, ignoring blanks around it.
impl<const SIDE: usize> FromStr for GridCell<SIDE> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let expected = || {
            let last = GridCell::<SIDE>::wrapped(SIDE * SIDE - 1);
            NotationError::new(0, NotationProblem::Other(format!("expected a cell from a1 to {last}")))
        };
        let cell = GridCell::read(text.trim_ascii()).filter(|(_, rest)| rest.is_empty());
        cell.map(|(cell, _)| cell).ok_or_else(expected)
    }
}

text_traits! {
    [const SIDE: usize] GridCell<SIDE>, "Cell";
}
