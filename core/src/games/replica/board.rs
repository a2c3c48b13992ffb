//! The board: cells and directions of a square of up to 16x16 cells, and sets of cells.
//!
//! The 8x8 board uses `u64` as its set, and the boards up to 16x16 use four words. The rules are written
//! once, over [`CellSet`], and compiled for both.

use crate::games::GridCell;
use crate::games::bits::{Bits, WideBits};
use crate::model::Player;

/// The maximum side length of a board.
pub const MAX_SIDE: usize = 16;

/// A cell, by its column and its row, both from 0. Column `a` is 0, and so is the bottom row, row 1.
///
/// It can be any cell of a 16x16 board. [`Cell::is_on`] says whether it is on a smaller one.
pub type Cell = GridCell<MAX_SIDE>;

impl Cell {
    /// Returns the cell in this column and row, or `None` if no board has it.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Cell> {
        Cell::on_grid(column, row)
    }

    /// Returns whether the cell is on a board of `size` x `size` cells.
    pub const fn is_on(self, size: usize) -> bool {
        self.column() < size && self.row() < size
    }

    /// Returns the next cell in `direction`, or `None` beyond the edge of a 16x16 board.
    #[must_use]
    pub fn next(self, direction: Direction) -> Option<Cell> {
        let column = self.column().checked_add_signed(direction.columns as isize)?;
        let row = self.row().checked_add_signed(direction.rows as isize)?;
        Cell::new(column, row)
    }

    /// Returns the cell `distance` cells back from here, opposite to `direction`. It must exist.
    #[inline]
    pub(super) const fn back(self, direction: Direction, distance: u8) -> Cell {
        let one = (direction.rows * 16 + direction.columns) as u8;
        GridCell(self.0.wrapping_sub(one.wrapping_mul(distance)))
    }
}

/// One of the eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Columns to the right: -1, 0 or 1.
    pub columns: i8,
    /// Rows up: -1, 0 or 1.
    pub rows: i8,
}

const fn towards(columns: i8, rows: i8) -> Direction {
    Direction { columns, rows }
}

/// The eight directions. The first four are straight, the others diagonal.
pub const ALL_DIRECTIONS: [Direction; 8] = [
    towards(-1, 0),
    towards(1, 0),
    towards(0, -1),
    towards(0, 1),
    towards(-1, -1),
    towards(-1, 1),
    towards(1, -1),
    towards(1, 1),
];

/// The forward directions of white (who moves first, from the top right) and of black (from the bottom left).
const FORWARD: [[Direction; 3]; 2] =
    [[towards(-1, 0), towards(0, -1), towards(-1, -1)], [towards(1, 0), towards(0, 1), towards(1, 1)]];

impl Direction {
    /// Returns the three directions towards the corner opposite `player`'s own.
    #[inline]
    pub const fn forward(player: Player) -> [Direction; 3] {
        FORWARD[player.index()]
    }

    /// Returns whether this direction is forward for `player`.
    pub(crate) fn is_forward(self, player: Player) -> bool {
        Direction::forward(player).contains(&self)
    }

    /// Returns whether this direction changes both column and row.
    #[inline]
    pub(crate) const fn is_diagonal(self) -> bool {
        self.columns != 0 && self.rows != 0
    }

    /// Returns the direction and the distance from one cell to another. Returns `None` if they are not on a
    /// line or are the same.
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Option<(Direction, usize)> {
        let columns = to.column() as isize - from.column() as isize;
        let rows = to.row() as isize - from.row() as isize;
        let distance = columns.unsigned_abs().max(rows.unsigned_abs());
        let on_a_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        (distance > 0 && on_a_line).then(|| (towards(columns.signum() as i8, rows.signum() as i8), distance))
    }
}

/// Iterates over the cells strictly between `from` and the cell at `distance` in `direction`.
pub fn cells_between(from: Cell, direction: Direction, distance: usize) -> impl Iterator<Item = Cell> {
    std::iter::successors(from.next(direction), move |cell| cell.next(direction))
        .take(distance.saturating_sub(1))
}

/// A set of cells, one bit per cell, row by row from the bottom. Boards smaller than the largest that fits
/// use its lower left.
pub trait CellSet: Bits {
    /// The number of cells on a side of the largest board that fits.
    const SIDE: u32;

    /// Returns whether boards of this size use these sets.
    fn is_for(size: usize) -> bool {
        let is_large = size > 8;
        size <= Self::SIDE as usize && is_large == (Self::SIDE > 8)
    }

    /// The first column of the largest board.
    const FIRST_COLUMN: Self;

    /// Returns all cells of a board of `size` x `size`, which must fit.
    fn board(size: usize) -> Self;

    /// Returns the set of one cell. A cell that does not fit maps to some other cell.
    #[inline]
    fn of(cell: Cell) -> Self {
        Self::bit(cell.row() as u32 * Self::SIDE + cell.column() as u32)
    }

    /// Moves each cell one step in `direction`, dropping cells that leave the largest board.
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

    /// Returns the cells of `visible` that can be seen from these along the eight lines, looking past `clear`
    /// cells.
    fn line_of_sight(self, visible: Self, clear: Self) -> Self {
        let mut seen = Self::EMPTY;
        let mut sights = ALL_DIRECTIONS.map(|direction| self.shifted(direction) & visible);
        loop {
            let together = sights.into_iter().fold(Self::EMPTY, |all, sight| all | sight);
            if together.is_empty() {
                return seen;
            }
            seen = seen | together;
            for (sight, direction) in sights.iter_mut().zip(ALL_DIRECTIONS) {
                *sight = (*sight & clear).shifted(direction) & visible;
            }
        }
    }

    /// Iterates over the cells, row by row from the bottom, from left to right in a row.
    #[inline]
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.indices().map(|index| GridCell((index / Self::SIDE * 16 + index % Self::SIDE) as u8))
    }
}

impl CellSet for u64 {
    const SIDE: u32 = 8;
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

    #[inline]
    fn board(_size: usize) -> u64 {
        !0
    }

    /// Uses a rotation, which wraps round the edges, and a mask: the same instructions for every direction.
    #[inline]
    fn shifted(self, direction: Direction) -> u64 {
        self.rotate_left(rotation(direction, 1)) & entered(direction)
    }

    /// Extends by one, two and four steps (a Kogge-Stone fill, as in chess programs), so no loop waits for a
    /// line to end.
    #[inline]
    fn line_of_sight(self, visible: u64, clear: u64) -> u64 {
        let along = |direction| {
            // `reached`: the eyes and the cells seen so far. `past`: the cells that can be looked past for
            // `steps` steps back.
            let (mut reached, mut past) = (self, clear & entered(direction));
            for steps in [1, 2, 4] {
                reached |= past & reached.rotate_left(rotation(direction, steps));
                past &= past.rotate_left(rotation(direction, steps));
            }
            reached.shifted(direction)
        };
        ALL_DIRECTIONS.into_iter().fold(0, |seen, direction| seen | along(direction)) & visible
    }
}

/// Returns the rotation that moves each cell of an 8x8 board by `steps`, except for those that cross an edge.
#[inline]
const fn rotation(direction: Direction, steps: i8) -> u32 {
    (steps * (8 * direction.rows + direction.columns)) as u32 % 64
}

/// Returns the cells of an 8x8 board that a step in `direction` can enter.
#[inline]
const fn entered(direction: Direction) -> u64 {
    let columns = match direction.columns {
        -1 => !(u64::FIRST_COLUMN << 7),
        1 => !u64::FIRST_COLUMN,
        _ => !0,
    };
    let rows = match direction.rows {
        -1 => !0 >> 8,
        1 => !0 << 8,
        _ => !0,
    };
    columns & rows
}

/// A set of cells of a 16x16 board, four rows per word.
pub type LargeSet = WideBits<4>;

impl CellSet for LargeSet {
    const SIDE: u32 = 16;
    const FIRST_COLUMN: LargeSet = WideBits([0x0001_0001_0001_0001; 4]);

    #[inline]
    fn board(size: usize) -> LargeSet {
        // Four rows fit in a word.
        let rows = Self::FIRST_COLUMN.0[0] * ((1 << size) - 1);
        WideBits(std::array::from_fn(|word| if word < size / 4 { rows } else { 0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

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

    /// Finds the cells seen from `eye`, step by step.
    fn seen_step_by_step<S: CellSet>(eye: Cell, size: usize, visible: S, clear: S) -> S {
        let mut seen = S::EMPTY;
        for direction in ALL_DIRECTIONS {
            let cells = std::iter::successors(eye.next(direction), |cell| cell.next(direction));
            for cell in cells.take_while(|cell| cell.is_on(size) && visible.meets(S::of(*cell))) {
                seen = seen | S::of(cell);
                if !clear.meets(S::of(cell)) {
                    break;
                }
            }
        }
        seen
    }

    fn sees_like_single_cells<S: CellSet>(size: usize) {
        let mut rng = GameRng::from_seed(size as u64);
        let board = S::board(size);
        let mut random_set = |one_in| {
            board.cells().filter(|_| rng.below(one_in) == 0).fold(S::EMPTY, |set, cell| set | S::of(cell))
        };
        for _ in 0..300 {
            let (eyes, hidden, blocker) = (random_set(20), random_set(9), random_set(5));
            let seen = |visible: S, clear: S| {
                let each = eyes.cells().map(|eye| seen_step_by_step(eye, size, visible, clear));
                (eyes.line_of_sight(visible, clear), each.fold(S::EMPTY, |all, seen| all | seen))
            };
            // As under the official rules, then as under the house rules.
            for (visible, clear) in [(board & !hidden, board & !hidden), (board, board & !(blocker | eyes))] {
                let (found, wanted) = seen(visible, clear);
                assert_eq!(found, wanted, "{eyes:?} {visible:?} {clear:?}");
            }
        }
    }

    #[test]
    fn sets_see_like_single_cells() {
        sees_like_single_cells::<u64>(8);
        sees_like_single_cells::<LargeSet>(8);
        sees_like_single_cells::<LargeSet>(16);
    }

    #[test]
    fn sets_shift_like_single_cells() {
        shifts_like_single_cells::<u64>(8);
        shifts_like_single_cells::<LargeSet>(8);
        shifts_like_single_cells::<LargeSet>(12);
        shifts_like_single_cells::<LargeSet>(16);
    }
}
