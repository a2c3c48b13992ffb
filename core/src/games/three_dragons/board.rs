//! The fixed parts of the board: squares, directions, mountains, caves.
//!
//! ```text
//!     A B C D E F G H I
//!  1  # . . . . . . . #      # mountain
//!  2  . . . . . . . . .      * cave
//!  3  . . . . . . . . .
//!  4  . . . . . . . . .
//!  5  * . . . * . . . *
//!  6  . . . . . . . . .
//!  7  . . . . . . . . .
//!  8  . . . . . . . . .
//!  9  # . . . . . . . #
//! ```

use crate::games::GridCell;
use crate::games::bits::Bits;

/// The number of columns, and of rows.
pub const SIZE: usize = 9;

/// The number of squares on the board.
pub(super) const SQUARES: usize = SIZE * SIZE;

/// A set of squares: bit `n` is the square with [`Square::index`] `n`.
pub type Squares = u128;

/// One of the 81 squares. The order is row by row from the top, each row from column A.
pub type Square = GridCell<SIZE>;

impl Square {
    /// Returns the square in this row and column, both from 0, or `None` outside the board. Row 0 is the top
    /// row, which is black's, and column 0 is A.
    #[inline]
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Option<Square> {
        Square::on_grid(column, row)
    }

    /// Returns the set that contains only this square.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }

    /// Returns the neighbour in `direction`, or `None` at the edge.
    #[inline]
    #[must_use]
    pub fn step(self, direction: Direction) -> Option<Square> {
        squares_in(arms(self)[direction as usize].0).next()
    }
}

/// Iterates over the squares of a set, in the order of their index.
#[inline]
pub fn squares_in(set: Squares) -> impl Iterator<Item = Square> {
    set.indices().map(|index| GridCell(index as u8))
}

/// The four orthogonal directions, as seen with black's row at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Towards row 9.
    Down,
    /// Towards column A.
    Left,
    /// Towards column I.
    Right,
}

impl Direction {
    /// All four directions, in the order in which moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the letter in notation and at the prompt: `u`, `d`, `l` or `r`.
    pub const fn letter(self) -> char {
        ['u', 'd', 'l', 'r'][self as usize]
    }

    /// Returns the direction with this letter, in either case.
    #[must_use]
    pub(crate) fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }

    /// Returns the name of the direction: `up`, `down`, `left` or `right`.
    pub const fn as_str(self) -> &'static str {
        ["up", "down", "left", "right"][self as usize]
    }

    /// Returns where a neighbour in this direction is, relative to a piece: `above`, `to the left`.
    pub const fn relative_position(self) -> &'static str {
        ["above", "below", "to the left", "to the right"][self as usize]
    }

    /// Returns the direction the other way.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        [Direction::Down, Direction::Up, Direction::Right, Direction::Left][self as usize]
    }
}

/// A cave and its dragon.
#[derive(Clone, Copy, Debug)]
pub struct Cave {
    /// Where it is.
    pub square: Square,
    /// The level of its dragon.
    pub dragon: u8,
    /// Its orthogonal neighbours: three for a cave at the edge, four in the centre.
    pub neighbours: Squares,
}

impl Cave {
    const fn new(column: usize, dragon: u8) -> Cave {
        let square = Square::wrapped(4 * SIZE + column);
        Cave { square, dragon, neighbours: adjacent_to(square.bit()) }
    }
}

/// The three caves, A5, E5 and I5.
pub const CAVES: [Cave; 3] = [Cave::new(0, 3), Cave::new(4, 5), Cave::new(8, 3)];

/// The squares of the three caves.
pub const CAVE_SQUARES: Squares = CAVES[0].square.bit() | CAVES[1].square.bit() | CAVES[2].square.bit();

/// The squares of the four mountains. Three octal digits are a row.
pub const MOUNTAINS: Squares = 0o401_000_000_000_000_000_000_000_401;

/// Returns the squares next to `square`.
#[inline]
#[must_use]
pub fn neighbours(square: Square) -> Squares {
    static SETS: [Squares; SQUARES] = {
        let mut sets = [0; SQUARES];
        let mut index = 0;
        while index < SQUARES {
            sets[index] = adjacent_to(Square::wrapped(index).bit());
            index += 1;
        }
        sets
    };
    SETS[square.index()]
}

/// For each direction, returns the square next to `square` and the one beyond it, as sets that are empty
/// outside the board.
#[inline]
#[must_use]
pub fn arms(square: Square) -> [(Squares, Squares); 4] {
    static ARMS: [[(Squares, Squares); 4]; SQUARES] = {
        let mut arms = [[(0, 0); 4]; SQUARES];
        let mut at = 0;
        while at < 4 * SQUARES {
            let (index, direction) = (at / 4, at % 4);
            let near = shifted(Square::wrapped(index).bit())[direction];
            arms[index][direction] = (near, shifted(near)[direction]);
            at += 1;
        }
        arms
    };
    ARMS[square.index()]
}

/// Returns all squares with a neighbour in `set`.
#[inline]
#[must_use]
pub const fn adjacent_to(set: Squares) -> Squares {
    let [above, below, left, right] = shifted(set);
    above | below | left | right
}

/// Returns all squares with at least two neighbours in `set`.
#[inline]
#[must_use]
pub fn adjacent_to_two(set: Squares) -> Squares {
    let [above, below, left, right] = shifted(set);
    above & below | left & right | (above | below) & (left | right)
}

/// Returns the squares above, below, to the left and to the right of those of `set`, as in [`Direction::ALL`].
#[inline]
const fn shifted(set: Squares) -> [Squares; 4] {
    const BOARD: Squares = (1 << SQUARES) - 1;
    // Three octal digits are a row.
    const COLUMN_A: Squares = 0o001_001_001_001_001_001_001_001_001;
    const COLUMN_I: Squares = COLUMN_A << (SIZE - 1);
    [set >> SIZE, set << SIZE & BOARD, (set & !COLUMN_A) >> 1, (set & !COLUMN_I) << 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    #[test]
    fn two_neighbours_are_counted() {
        let mut rng = GameRng::from_seed(9);
        for _ in 0..200 {
            let set = (0..20).fold(0, |set, _| set | 1 << rng.below(SQUARES));
            for square in Square::all() {
                let count = (neighbours(square) & set).count_ones();
                assert_eq!(adjacent_to(set) & square.bit() != 0, count > 0);
                assert_eq!(adjacent_to_two(set) & square.bit() != 0, count > 1);
            }
        }
    }

    #[test]
    fn tables_agree_with_single_steps() {
        for square in Square::all() {
            let (row, column) = (square.row(), square.column());
            let at = |row: Option<usize>, column: Option<usize>| Square::new(row?, column?);
            let steps = [
                at(row.checked_sub(1), Some(column)),
                at(Some(row + 1), Some(column)),
                at(Some(row), column.checked_sub(1)),
                at(Some(row), Some(column + 1)),
            ];
            assert_eq!(Direction::ALL.map(|direction| square.step(direction)), steps, "{square:?}");
            let beyond = Direction::ALL.map(|direction| square.step(direction)?.step(direction));
            let bit = |square: Option<Square>| square.map_or(0, Square::bit);
            assert_eq!(arms(square).map(|(_, far)| far), beyond.map(bit), "{square:?}");
            let all = steps.into_iter().fold(0, |all, step| all | bit(step));
            assert_eq!([adjacent_to(square.bit()), neighbours(square)], [all, all], "{square:?}");
        }
    }
}
