//! Which walks of a stack of ordinary height complete a line, as a table.
//!
//! For one line only four things about an unfinished walk matter: the pieces in hand, the cell, the last step,
//! and which of the line's four cells show the colour. The table has the answer for every hand of up to
//! [`MAX_PIECES`] pieces, so one lookup replaces all walks of a stack.

use super::board::{CELLS, Cell, Direction, LINES, SIDE};
use super::generator::{NO_STEP, PLACES, step_from};

/// The maximum number of pieces in a hand that the table covers.
pub(super) const MAX_PIECES: usize = 8;

/// The number of hands of up to [`MAX_PIECES`] pieces. A hand is the plane of the mover's colour, see
/// [`Stack`](super::stack::Stack): its highest bit is the top piece, which is always the mover's.
const HANDS: usize = 1 << MAX_PIECES;

/// For each line, a set of sets: bit n is set if the set n of the line's four cells is one of them. There are
/// 16 bits for each line: a word for the rows, one for the columns, and one for the diagonals.
type Sets = [u64; 3];

/// `COMPLETIONS[cell][hand]`: the sets of cells of each line that may show the mover's colour, after the stack
/// on `cell` has been lifted, so that some walk of the hand completes the line.
static COMPLETIONS: [[Sets; HANDS]; CELLS] = {
    let mut table = [[[0; 3]; HANDS]; CELLS];
    // By the cell and the last step, as in `walk_from`.
    let mut walks = [[[0; 3]; PLACES]; HANDS];
    let mut hand = 1;
    while hand < HANDS {
        let mut place = 0;
        while place < PLACES {
            walks[hand][place] = walk_from(&walks[hand >> 1], hand, place);
            place += 1;
        }
        let mut cell = 0;
        while cell < CELLS {
            table[cell][hand] = walks[hand][5 * cell + NO_STEP];
            cell += 1;
        }
        hand += 1;
    }
    table
};

/// Returns the sets from which a walk with `hand` completes each line, from the place `5 x cell + last step`.
/// `shorter` has the answers for the hand without its bottom piece.
const fn walk_from(shorter: &[Sets; PLACES], hand: usize, place: usize) -> Sets {
    let mut sets = [0; 3];
    let mut step = 0;
    while step < 4 {
        if let Some(next) = step_from(place, Direction::ALL[step]) {
            let rest = if hand == 1 { FULL } else { shorter[5 * next.index() + step] };
            let [rows, columns, diagonals] = before_drop(rest, next, hand & 1 != 0);
            sets = [sets[0] | rows, sets[1] | columns, sets[2] | diagonals];
        }
        step += 1;
    }
    sets
}

/// Only the full set of each line.
const FULL: Sets = [0x8000_8000_8000_8000, 0x8000_8000_8000_8000, 0x8000_8000];

/// Returns the sets that become one of `sets` when a piece is dropped on `cell`; `is_own` says whether it has
/// the colour.
const fn before_drop([rows, columns, mut diagonals]: Sets, cell: Cell, is_own: bool) -> Sets {
    let (column, row) = (cell.column(), cell.row());
    if column == row {
        diagonals = before_drop_in_line(diagonals, 0, row, is_own);
    }
    if column + row == SIDE - 1 {
        diagonals = before_drop_in_line(diagonals, 1, row, is_own);
    }
    let rows = before_drop_in_line(rows, row, column, is_own);
    [rows, before_drop_in_line(columns, column, row, is_own), diagonals]
}

/// Like [`before_drop`], for one line of a word, in which the cell has this place. The drop turns each two sets
/// that differ only in the cell into the same set.
const fn before_drop_in_line(word: u64, line: usize, place: usize, is_own: bool) -> u64 {
    let all = 0xFFFF << (16 * line);
    let with = word & WITH[place] << (16 * line);
    let without = word & all & !with;
    let sets = if is_own { with | with >> (1 << place) } else { without | without << (1 << place) };
    word & !all | sets
}

/// `WITH[place]`: the sets that contain the cell in this place of a line.
const WITH: [u64; SIDE] = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00];

/// Four bits for each line, by line: which of its cells show a colour.
#[derive(Clone, Copy)]
pub(super) struct LineStates(u64);

/// The lowest bit of every line.
const LOWEST: u64 = 0x11_1111_1111;

/// `STATES[half][cells]`: the states of all lines if these cells show the colour, for the upper and the lower
/// half of the board.
static STATES: [[u64; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut line = 0;
    while line < LINES.len() {
        let mut place = 0;
        while place < SIDE {
            let cell = LINES[line][place].index();
            let mut cells = 0;
            while cells < 256 {
                if cells >> (cell % 8) & 1 != 0 {
                    table[cell / 8][cells] |= 1 << (SIDE * line + place);
                }
                cells += 1;
            }
            place += 1;
        }
        line += 1;
    }
    table
};

impl LineStates {
    /// Returns the states if `cells` show the colour.
    #[inline]
    pub fn new(cells: u16) -> Self {
        let [low, high] = cells.to_le_bytes();
        LineStates(STATES[0][usize::from(low)] | STATES[1][usize::from(high)])
    }

    /// Returns the lines with at least one, two and three cells of the colour, each as the lowest of its four
    /// bits.
    #[inline]
    pub fn with_at_least(self) -> [u64; 3] {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| self.0 >> place & LOWEST);
        let (both, either, both_last, either_last) = (a & b, a | b, c & d, c | d);
        [
            either | either_last,
            both | both_last | either & either_last,
            both & either_last | either & both_last,
        ]
    }

    /// Returns the first line that a walk of `hand` from `cell` completes. The stack on `cell` is already lifted. `hand`
    /// must be below 2^[`MAX_PIECES`]; the answer for another is meaningless.
    #[inline]
    pub fn first_completed_by(self, cell: Cell, hand: u32) -> Option<usize> {
        let sets = &COMPLETIONS[cell.index()][hand as usize % HANDS];
        let mut lines = match hand.count_ones() {
            own @ 1..=3 => self.with_at_least()[3 - own as usize],
            _ => LOWEST,
        };
        while lines != 0 {
            let place = lines.trailing_zeros();
            lines &= lines - 1;
            let line = place as usize / SIDE;
            if sets[line / SIDE] >> (16 * (line % SIDE)) >> (self.0 >> place & 0b1111) & 1 != 0 {
                return Some(line);
            }
        }
        None
    }
}
