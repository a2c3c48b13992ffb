//! Sets of cells, one bit a cell: `u64` for the 8x8 board, four of them for the boards up to 16x16.
//!
//! The rules are written once, over [`CellSet`], and compiled for both.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use super::geometry::{Cell, Direction};

/// A set of cells.
pub trait CellSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// The set without a cell.
    const NONE: Self;

    /// All cells of a board of `size` x `size`, which fits this kind of set.
    fn board(size: usize) -> Self;

    /// The set of one cell. A cell that does not fit gives some other cell.
    fn of(cell: Cell) -> Self;

    /// Each cell moved one step in `direction`; cells moved over the edge of the largest board that fits are gone.
    fn shifted(self, direction: Direction) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// The cells one after the other, lowest row first, from left to right in a row.
    fn cells(self) -> impl Iterator<Item = Cell>;

    /// Whether there is no cell.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether the two sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// The cells of this set that are not in `other`.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }
}

/// The first column of an 8x8 board, bit 0 of each row.
const FIRST_OF_8: u64 = 0x0101_0101_0101_0101;
/// The first column of four rows of 16.
const FIRST_OF_16: u64 = 0x0001_0001_0001_0001;

impl CellSet for u64 {
    const NONE: u64 = 0;

    #[inline]
    fn board(_size: usize) -> u64 {
        !0
    }

    #[inline]
    fn of(cell: Cell) -> u64 {
        1 << ((cell.row() * 8 + cell.column()) % 64)
    }

    #[inline]
    fn shifted(self, direction: Direction) -> u64 {
        let sideways = match direction.columns {
            -1 => (self & !FIRST_OF_8) >> 1,
            1 => (self << 1) & !FIRST_OF_8,
            _ => self,
        };
        match direction.rows {
            -1 => sideways >> 8,
            1 => sideways << 8,
            _ => sideways,
        }
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            // From 8 to 16 cells a row: the row's three bits move up by one.
            Some(Cell::at(bit + (bit & 0x38)))
        })
    }
}

/// A set of cells of a 16x16 board: four rows a word, the lowest first. Smaller boards use its lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LargeSet([u64; 4]);

impl LargeSet {
    #[inline]
    fn map(self, change: impl Fn(u64) -> u64) -> LargeSet {
        LargeSet(self.0.map(change))
    }
}

impl BitAnd for LargeSet {
    type Output = LargeSet;

    #[inline]
    fn bitand(self, other: LargeSet) -> LargeSet {
        LargeSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for LargeSet {
    type Output = LargeSet;

    #[inline]
    fn bitor(self, other: LargeSet) -> LargeSet {
        LargeSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for LargeSet {
    type Output = LargeSet;

    #[inline]
    fn not(self) -> LargeSet {
        self.map(|word| !word)
    }
}

impl CellSet for LargeSet {
    const NONE: LargeSet = LargeSet([0; 4]);

    #[inline]
    fn board(size: usize) -> LargeSet {
        let columns = FIRST_OF_16 * ((1 << size.min(16)) - 1);
        let rows_in = |word: usize| size.saturating_sub(word * 4).min(4);
        LargeSet(std::array::from_fn(|word| match rows_in(word) {
            4 => columns,
            rows => columns & ((1 << (16 * rows)) - 1),
        }))
    }

    #[inline]
    fn of(cell: Cell) -> LargeSet {
        let mut words = [0; 4];
        let index = usize::from(cell.index());
        words[index / 64] = 1 << (index % 64);
        LargeSet(words)
    }

    #[inline]
    fn shifted(self, direction: Direction) -> LargeSet {
        let LargeSet([a, b, c, d]) = match direction.columns {
            -1 => self.map(|word| (word & !FIRST_OF_16) >> 1),
            1 => self.map(|word| (word << 1) & !FIRST_OF_16),
            _ => self,
        };
        // A word's outer row crosses into the next word.
        LargeSet(match direction.rows {
            -1 => [a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16],
            1 => [a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48],
            _ => [a, b, c, d],
        })
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while *rest.get(word)? == 0 {
                word += 1;
            }
            let bit = rest[word].trailing_zeros() as u8;
            rest[word] &= rest[word] - 1;
            Some(Cell::at(word as u8 * 64 + bit))
        })
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
