//! Cells, and the sizes of boards.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::model::text::escape;
use crate::model::{RowAndColumn, notation, serde_as_text};

/// The minimum width and height of a board (the original: "entre 3 e 22 inclusivamente").
pub const MIN_SIDE: u8 = 3;
/// The maximum width and height of a board.
pub const MAX_SIDE: u8 = 22;

/// A cell, by row and column, both from 0. A given board may not have it.
///
/// Row 0 is row a, the first row in notation and player 1's home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, where 0 is a.
    pub row: u8,
    /// The column, where 0 is 1.
    pub column: u8,
}

/// Writes canonical notation: `a1`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", notation::letter(usize::from(self.row)), usize::from(self.column) + 1))
    }
}

impl From<Cell> for RowAndColumn {
    fn from(cell: Cell) -> Self {
        [cell.row, cell.column]
    }
}

impl From<RowAndColumn> for Cell {
    fn from([row, column]: RowAndColumn) -> Self {
        Cell { row, column }
    }
}

/// The size of a board: width and height, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub(super) width: u8,
    pub(super) height: u8,
}

/// Why a board size is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not two numbers with an `x` between them.
    #[error("\"{}\" is not a board size such as 4x6 (width x height)", escape(.0.as_bytes()))]
    Malformed(String),
    /// The number of columns is out of range.
    #[error("the width must be from {MIN_SIDE} to {MAX_SIDE} columns, not {0}")]
    Width(usize),
    /// The number of rows is out of range.
    #[error("the height must be from {MIN_SIDE} to {MAX_SIDE} rows, not {0}")]
    Height(usize),
}

impl Size {
    /// The board of both original programs.
    pub const FIVE_BY_FIVE: Size = Size { width: 5, height: 5 };

    /// Creates a size of `width` columns and `height` rows.
    ///
    /// # Errors
    /// One of them is out of range. The width is checked first.
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        let width = valid_side(width).ok_or(SizeError::Width(width))?;
        let height = valid_side(height).ok_or(SizeError::Height(height))?;
        Ok(Size { width, height })
    }

    /// Returns the number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Iterates over all cells of the board, row a first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| Cell { row, column }))
    }
}

fn valid_side(side: usize) -> Option<u8> {
    u8::try_from(side).ok().filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side))
}

/// Reads `4x6`: four columns, six rows. Letter case and surrounding blanks are ignored.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let malformed = || SizeError::Malformed(text.to_owned());
        let (width, height) = text.trim().split_once(['x', 'X']).ok_or_else(malformed)?;
        let number =
            |digits: &str| digits.parse().ok().filter(|_| notation::is_digits(digits)).ok_or_else(malformed);
        Size::new(number(width)?, number(height)?)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

serde_as_text! {
    [] Size;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        assert_eq!(" 4X6 ".parse::<Size>(), Size::new(4, 6));
        assert_eq!("22x3".parse::<Size>().map(|size| size.to_string()), Ok("22x3".to_owned()));
        assert_eq!("2x30".parse::<Size>(), Err(SizeError::Width(2)));
        assert_eq!("3x23".parse::<Size>(), Err(SizeError::Height(23)));
        assert!(matches!("99999999999999999999x3".parse::<Size>(), Err(SizeError::Malformed(_))));
        for text in ["", "5", "x", "5x", "x5", "5x5x5", "+5x5", "-5x5", "5 x 5", "axb", "5×5"] {
            assert_eq!(text.parse::<Size>(), Err(SizeError::Malformed(text.to_owned())), "{text}");
        }
    }
}
