//! Sets of cells: `u64` for the 8x8 board, four words for the boards up to 16x16.
//!
//! The rules are written once, over [`CellSet`], and compiled for both.

use super::geometry::{Cell, Direction};
use crate::games::bits::{Bits, Words};

/// A set of cells of the largest board that it has room for, one bit a cell, row by row from the lowest. Smaller boards
/// use its lower left.
pub trait CellSet: Bits {
    /// Cells on a side of the largest board.
    const SIDE: u32;

    /// The first column of the largest board.
    const FIRST_COLUMN: Self;

    /// All cells of a board of `size` x `size`, which fits.
    fn board(size: usize) -> Self;

    /// The set of one cell. A cell that does not fit gives some other cell.
    #[inline]
    fn of(cell: Cell) -> Self {
        Self::bit(cell.row() as u32 * Self::SIDE + cell.column() as u32)
    }

    /// Each cell moved one step in `direction`; cells moved over the edge of the largest board are gone.
    #[inline]
    #[must_use]
    fn shifted(self, direction: Direction) -> Self {
        let sideways = match direction.columns {
            -1 => (self & !Self::FIRST_COLUMN).down(1),
            1 => self.up(1) & !Self::FIRST_COLUMN,
            _ => self,
        };
        match direction.rows {
            -1 => sideways.down(Self::SIDE),
            1 => sideways.up(Self::SIDE),
            _ => sideways,
        }
    }

    /// The cells one after the other, lowest row first, from left to right in a row.
    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.indices().map(|index| Cell::at((index / Self::SIDE * 16 + index % Self::SIDE) as u8))
    }
}

impl CellSet for u64 {
    const SIDE: u32 = 8;
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

    #[inline]
    fn board(_size: usize) -> u64 {
        !0
    }
}

/// A set of cells of a 16x16 board: four rows a word.
pub type LargeSet = Words<4>;

impl CellSet for LargeSet {
    const SIDE: u32 = 16;
    const FIRST_COLUMN: LargeSet = Words([0x0001_0001_0001_0001; 4]);

    #[inline]
    fn board(size: usize) -> LargeSet {
        let columns = Self::FIRST_COLUMN.0.map(|row| row * ((1 << size) - 1));
        Words(columns) & Words::below(Self::SIDE * size as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::ALL_DIRECTIONS;
    use super::*;

    fn shifts_like_single_cells<S: CellSet>(size: usize) {
        let board = S::board(size);
        assert_eq!(board.count() as usize, size * size);
        for cell in board.cells() {
            assert!(cell.is_on(size));
            for direction in ALL_DIRECTIONS {
                let wanted = cell.next(direction).filter(|next| next.is_on(size));
                let found = S::of(cell).shifted(direction) & board;
                assert_eq!(
                    found.cells().collect::<Vec<_>>(),
                    Vec::from_iter(wanted),
                    "{cell:?} {direction:?}"
                );
            }
        }
    }

    #[test]
    fn sets_shift_like_single_cells() {
        shifts_like_single_cells::<u64>(8);
        shifts_like_single_cells::<LargeSet>(8);
        shifts_like_single_cells::<LargeSet>(12);
        shifts_like_single_cells::<LargeSet>(16);
    }
}
