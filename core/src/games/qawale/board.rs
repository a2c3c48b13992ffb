//! The 4x4 grid: cells, the four directions, and the ten lines that win.
//!
//! ```text
//!      A  B  C  D
//!   1  0  1  2  3      row 1 is at the top;
//!   2  4  5  6  7      cells are numbered in reading order
//!   3  8  9 10 11
//!   4 12 13 14 15
//! ```

use crate::games::GridCell;

/// The number of cells along one side of the board.
pub const SIDE: usize = 4;

/// The number of cells on the board.
pub const CELLS: usize = SIDE * SIDE;

/// One of the 16 cells. The order is reading order: A1, B1, ... D4.
pub type Cell = GridCell<SIDE>;

impl Cell {
    /// Returns the cell in this column and row, both counted from 0, or `None` outside the board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Cell> {
        Cell::on_grid(column, row)
    }

    /// Returns the set that contains only this cell: bit [`Cell::index`].
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Returns the next cell in `direction`, or `None` at the edge of the board.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Option<Cell> {
        NEIGHBOURS[self.index()][direction as usize]
    }
}

/// The direction of a step. Directions are ordered like the neighbours they lead to in reading order, and the
/// numbers of two opposite directions add up to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 1.
    Up = 0,
    /// Towards column A.
    Left = 1,
    /// Towards column D.
    Right = 2,
    /// Towards row 4.
    Down = 3,
}

impl Direction {
    /// All four directions, in numerical order.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// Returns the change of column and row.
    const fn offset(self) -> (isize, isize) {
        match self {
            Direction::Up => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Down => (0, 1),
        }
    }
}

const NEIGHBOURS: [[Option<Cell>; 4]; CELLS] = {
    let mut table = [[None; 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 4 {
            let (columns, rows) = Direction::ALL[direction].offset();
            let column = Cell::wrapped(cell).column().wrapping_add_signed(columns);
            let row = Cell::wrapped(cell).row().wrapping_add_signed(rows);
            table[cell][direction] = Cell::new(column, row);
            direction += 1;
        }
        cell += 1;
    }
    table
};

/// The rows, the columns and the two diagonals, each as its four cells.
pub const LINES: [[Cell; SIDE]; 2 * SIDE + 2] = {
    let mut lines = [[Cell::wrapped(0); SIDE]; 2 * SIDE + 2];
    let mut line = 0;
    while line < SIDE {
        let mut place = 0;
        while place < SIDE {
            lines[line][place] = Cell::wrapped(line * SIDE + place);
            lines[SIDE + line][place] = Cell::wrapped(place * SIDE + line);
            place += 1;
        }
        lines[2 * SIDE][line] = Cell::wrapped(line * (SIDE + 1));
        lines[2 * SIDE + 1][line] = Cell::wrapped((line + 1) * (SIDE - 1));
        line += 1;
    }
    lines
};

/// [`LINES`] as sets of cells.
pub const LINE_SETS: [u16; LINES.len()] = {
    let mut sets = [0; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        let mut place = 0;
        while place < SIDE {
            sets[line] |= LINES[line][place].bit();
            place += 1;
        }
        line += 1;
    }
    sets
};

/// Returns whether the set `cells` contains a whole line.
#[inline]
#[must_use]
pub fn has_line(cells: u16) -> bool {
    let along = |step: usize| cells & cells >> step & cells >> (2 * step) & cells >> (3 * step);
    // Keep the cells from which four cells in this direction fit on the board.
    let rows = along(1) & 0x1111;
    let columns = along(SIDE) & 0x000F;
    let diagonals = along(SIDE + 1) & 1 | along(SIDE - 1) & 1 << (SIDE - 1);
    rows | columns | diagonals != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_there_are_48() {
        let mut count = 0;
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let Some(next) = cell.neighbour(direction) else { continue };
                assert_eq!(next.neighbour(direction.opposite()), Some(cell));
                assert_eq!(cell.column().abs_diff(next.column()) + cell.row().abs_diff(next.row()), 1);
                count += 1;
            }
        }
        assert_eq!(count, 48);
    }

    #[test]
    fn has_line_agrees_with_the_list_of_lines() {
        for cells in 0..=u16::MAX {
            assert_eq!(has_line(cells), LINE_SETS.iter().any(|line| cells & line == *line), "{cells:016b}");
        }
    }

    #[test]
    fn the_lines_are_four_rows_four_columns_two_diagonals() {
        let written: Vec<String> =
            LINES.iter().map(|line| line.iter().map(Cell::to_string).collect()).collect();
        let expected = [
            "a1b1c1d1", "a2b2c2d2", "a3b3c3d3", "a4b4c4d4", "a1a2a3a4", "b1b2b3b4", "c1c2c3c4", "d1d2d3d4",
            "a1b2c3d4", "d1c2b3a4",
        ];
        assert_eq!(written, expected);
    }
}
