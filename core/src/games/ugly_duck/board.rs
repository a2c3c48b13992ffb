//! How cells are numbered in bit boards. This module knows nothing about pieces.
//!
//! Bit number of a cell = row x stride + column, where the stride is the width plus one. The extra column is
//! padding that never holds a piece. A diagonal step off the side of the board lands in it and is masked
//! away:
//!
//! ```text
//!          1  2  3  4  5 (padding)
//!     a    0  1  2  3  4   5        row a: player 1's home
//!     b    6  7  8  9 10  11        straight towards row e: +6
//!     c   12 13 14 15 16  17        diagonally:             +5 and +7
//!     d   18 19 20 21 22  23
//!     e   24 25 26 27 28  29        row e: player 2's home
//! ```

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::key::exact_index;
use super::size::{Cell, MAX_SIDE, MIN_SIDE, Size};
use crate::games::bits::{Bits, WideBits};
use crate::model::{Player, key_of, mix};

/// The size of a board together with a bit set type that fits it. Sealed: [`FiveByFive`] and [`SizedBoard`].
///
/// The rules are compiled for each geometry: one with 5x5 as a constant, one for boards up to 64 bits, one up
/// to 128 bits, and one for the rest.
///
/// ```
/// use cygnet_core::games::ugly_duck::{Cell, FiveByFive, Geometry, Size, Small};
///
/// assert!(FiveByFive.contains(Cell { row: 4, column: 4 }));
/// assert!(!FiveByFive.contains(Cell { row: 5, column: 0 }));
/// assert!(Small::new(Size::new(7, 7)?).is_some());
/// assert!(Small::new(Size::new(22, 22)?).is_none());
/// # Ok::<(), cygnet_core::games::ugly_duck::SizeError>(())
/// ```
pub trait Geometry: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static + sealed::Sealed {
    /// The type for sets of this board's cells.
    type Bits: Bits;

    /// Whether networks use a separate set of features for each place of the leader. Free only if the size is
    /// a constant.
    const HAS_FEATURE_BUCKETS: bool = false;

    /// Returns the geometry of a board of this size, or `None` if such boards have another type.
    fn of_size(size: Size) -> Option<Self>;

    /// Returns the size of the board.
    fn size(self) -> Size;

    /// Returns all cells of the board, without the padding.
    fn board(self) -> Self::Bits;

    /// Returns row a: player 1's home and the far row of player 2's ducks.
    #[inline]
    fn first_row(self) -> Self::Bits {
        Self::Bits::run(0, u32::from(self.size().width))
    }

    /// Returns the last row: player 2's home and the far row of player 1's ducks.
    #[inline]
    fn last_row(self) -> Self::Bits {
        Self::Bits::run(end(self.size()) - self.stride(), u32::from(self.size().width))
    }

    /// Returns the distance between the bits of a cell and of its neighbour straight ahead, at most 23.
    #[inline]
    fn stride(self) -> u32 {
        u32::from(self.size().width) + 1
    }

    /// Returns whether the cell is on the board.
    #[inline]
    fn contains(self, cell: Cell) -> bool {
        cell.row < self.size().height && cell.column < self.size().width
    }

    /// Returns the bit number of a cell, which must be on the board.
    #[inline]
    fn index(self, cell: Cell) -> u32 {
        u32::from(cell.row) * self.stride() + u32::from(cell.column)
    }

    /// Returns the set of this one cell, which must be on the board.
    #[inline]
    fn bit(self, cell: Cell) -> Self::Bits {
        Self::Bits::bit(self.index(cell))
    }

    /// Returns a key for [`crate::model::Position::hash_key`]. `sets` are the pieces of the player to move,
    /// those of the opponent, and those that head for the last row.
    #[inline]
    fn key(self, sets: [Self::Bits; 3], to_move: Player) -> u64 {
        key_of(&(sets, to_move))
    }

    /// Returns the cell with this bit number.
    #[inline]
    fn cell(self, index: u32) -> Cell {
        let row = divided(index, self.stride());
        Cell { row: row as u8, column: (index - row * self.stride()) as u8 }
    }
}

/// The 5x5 board. Its size is a constant, and so is everything derived from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FiveByFive;

impl Geometry for FiveByFive {
    type Bits = u32;

    const HAS_FEATURE_BUCKETS: bool = true;

    #[inline]
    fn of_size(size: Size) -> Option<Self> {
        (size == Size::FIVE_BY_FIVE).then_some(FiveByFive)
    }

    #[inline]
    fn size(self) -> Size {
        Size::FIVE_BY_FIVE
    }

    #[inline]
    fn board(self) -> u32 {
        0b011111_011111_011111_011111_011111
    }

    /// Returns an exact key, different for every two positions: the position's number, mixed by a bijection.
    #[inline]
    fn key(self, [mine, theirs, outbound]: [u32; 3], to_move: Player) -> u64 {
        mix(exact_index(mine, theirs, outbound, to_move))
    }
}

/// A board whose cells, padding included, fit in the bits of `B`: [`Small`], [`Medium`] or [`Large`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizedBoard<B> {
    size: Size,
    bits: PhantomData<B>,
}

/// A board that fits in 64 bits: up to 3x16, 7x8, 8x7, 15x4, 20x3.
pub type Small = SizedBoard<u64>;
/// A board that fits in 128 bits: up to 8x8, 10x10, 22x5.
pub type Medium = SizedBoard<u128>;
/// A board of any size. The largest has 22 rows of 22 cells plus one of padding, or 506 bits.
pub type Large = SizedBoard<WideBits<WORDS>>;

/// The number of words in a set of cells of the largest board.
const WORDS: usize = 8;

impl<B: Bits> SizedBoard<B> {
    /// Creates a board of this size, or returns `None` if it does not fit.
    #[must_use]
    pub fn new(size: Size) -> Option<SizedBoard<B>> {
        (end(size) <= B::CAPACITY).then_some(SizedBoard { size, bits: PhantomData })
    }
}

impl Large {
    /// Creates a board of this size. Every size fits.
    #[must_use]
    pub const fn of(size: Size) -> Large {
        SizedBoard { size, bits: PhantomData }
    }
}

impl<B: Bits> Geometry for SizedBoard<B> {
    type Bits = B;

    #[inline]
    fn of_size(size: Size) -> Option<Self> {
        let fits_smaller = |bits| bits < B::CAPACITY && end(size) <= bits;
        let is_other = size == Size::FIVE_BY_FIVE || [u64::BITS, u128::BITS].into_iter().any(fits_smaller);
        SizedBoard::new(size).filter(|_| !is_other)
    }

    #[inline]
    fn size(self) -> Size {
        self.size
    }

    #[inline]
    fn board(self) -> B {
        B::from_words(&BOARDS[self.stride() as usize][self.size.height()])
    }
}

/// Returns the number of bits of a board, padding included.
#[inline]
fn end(size: Size) -> u32 {
    (u32::from(size.width) + 1) * u32::from(size.height)
}

/// The largest stride, for the tables below.
const MAX_STRIDE: usize = MAX_SIDE as usize + 1;

/// For each stride and height, all cells that are not padding.
static BOARDS: [[[u64; WORDS]; MAX_SIDE as usize + 1]; MAX_STRIDE + 1] = {
    let mut boards = [[[0; WORDS]; MAX_SIDE as usize + 1]; MAX_STRIDE + 1];
    let mut stride = MIN_SIDE as usize + 1;
    while stride <= MAX_STRIDE {
        let mut height = 1;
        while height <= MAX_SIDE as usize {
            // The board with one row fewer, plus a row on top.
            boards[stride][height] = boards[stride][height - 1];
            let start = stride * (height - 1);
            let row = ((1_u128 << (stride - 1)) - 1) << (start % 64);
            boards[stride][height][start / 64] |= row as u64;
            if start / 64 + 1 < WORDS {
                boards[stride][height][start / 64 + 1] |= (row >> 64) as u64;
            }
            height += 1;
        }
        stride += 1;
    }
    boards
};

/// For each stride, its reciprocal in units of 1 / 65536, rounded up.
static RECIPROCALS: [u32; MAX_STRIDE + 1] = {
    let mut reciprocals = [0; MAX_STRIDE + 1];
    let mut stride = 1;
    while stride <= MAX_STRIDE {
        reciprocals[stride] = 65536 / stride as u32 + 1;
        stride += 1;
    }
    reciprocals
};

/// Computes `index / stride` by multiplication, because dividing by a number known only at run time is much
/// slower. Exact for numbers below 512: the error is less than 512 / 65536, which is less than 1 / stride.
#[inline]
fn divided(index: u32, stride: u32) -> u32 {
    (index * RECIPROCALS[stride as usize]) >> 16
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::FiveByFive {}
    impl<B> Sealed for super::SizedBoard<B> {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_and_bits_agree<G: Geometry>(geometry: G) {
        let (width, height) = (geometry.size().width() as u8, geometry.size().height() as u8);
        let mut board = G::Bits::EMPTY;
        for row in 0..height {
            let cells: Vec<Cell> = (0..width).map(|column| Cell { row, column }).collect();
            let bits = cells.iter().fold(G::Bits::EMPTY, |bits, cell| bits | geometry.bit(*cell));
            assert!(cells.iter().all(|cell| geometry.cell(geometry.index(*cell)) == *cell));
            assert!(row > 0 || bits == geometry.first_row());
            assert!(row + 1 < height || bits == geometry.last_row());
            board = board | bits;
        }
        assert_eq!(board, geometry.board());
        assert_eq!(board.count() as usize, geometry.size().width() * geometry.size().height());
    }

    #[test]
    fn cells_and_bits_agree_for_every_size_and_geometry() {
        cells_and_bits_agree(FiveByFive);
        let (mut small, mut medium) = (0, 0);
        for width in 3..=22 {
            for height in 3..=22 {
                let size = Size::new(width, height).unwrap();
                cells_and_bits_agree(Large::of(size));
                if let Some(geometry) = Small::new(size) {
                    cells_and_bits_agree(geometry);
                    small += 1;
                }
                if let Some(geometry) = Medium::new(size) {
                    cells_and_bits_agree(geometry);
                    medium += 1;
                }
            }
        }
        assert_eq!((small, medium), (73, 182));
    }
}
