//! How far pieces can slide, looked up by what stands in a row and in a column: moves are counted and drawn without making sets of them.

use super::board::{CAVE_SQUARES, MOUNTAINS, SIZE, Square, Squares};

/// What stands in the way, for sliding along rows and columns by looking up.
#[derive(Clone, Copy)]
pub(super) struct Blockers {
    /// The upper seven rows, nine bits a row from column A.
    upper: u64,
    /// The two rows below them.
    lower: u64,
}

/// How many squares a piece can slide in each direction.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    up: u8,
    down: u8,
    left: u8,
    right: u8,
}

impl Blockers {
    /// The lines with these pieces in the way, and with the mountains and caves, which always are.
    #[inline]
    pub(super) const fn of(pieces: Squares) -> Blockers {
        let blocked = pieces | MOUNTAINS | CAVE_SQUARES;
        Blockers { upper: blocked as u64, lower: (blocked >> (SIZE * UPPER_ROWS)) as u64 }
    }

    /// The places of a row that are blocked, a bit each from column A.
    #[inline]
    const fn row(self, row: usize) -> usize {
        let (rows, row) = if row < UPPER_ROWS { (self.upper, row) } else { (self.lower, row - UPPER_ROWS) };
        (rows >> (SIZE * row)) as usize % LINES
    }

    /// The places of a column that are blocked, a bit each from row 1.
    #[inline]
    const fn column(self, column: usize) -> usize {
        /// The upper squares of column A, nine bits apart.
        const UPPER: u64 = every(SIZE);
        /// The product with it has bit `57 + n` from bit `9 n`. No two products of two bits meet, so nothing is carried.
        const GATHER: u64 = every(SIZE - 1) << SIZE;
        let (upper, lower) = (self.upper >> column & UPPER, (self.lower >> column) as usize);
        // The last two squares are bits 0 and 9 of what is below, and belong at places 7 and 8.
        (upper.wrapping_mul(GATHER) >> 57) as usize | (lower & 1) << UPPER_ROWS | lower >> 1 & 1 << (SIZE - 1)
    }

    /// How far a piece on `from` can slide.
    #[inline]
    pub(super) fn slides(self, from: Square) -> Slides {
        let (up, down) = GAPS[from.row()][self.column(from.column())];
        let (left, right) = GAPS[from.column()][self.row(from.row())];
        Slides { up, down, left, right }
    }

    /// The number of squares that a piece on `from` can reach.
    #[inline]
    pub(super) fn count(self, from: Square) -> usize {
        usize::from(SUMS[from.row()][self.column(from.column())] + SUMS[from.column()][self.row(from.row())])
    }
}

/// So many rows fit into one word.
const UPPER_ROWS: usize = 7;

/// As many bits as [`UPPER_ROWS`], so far apart, the lowest of them bit 0.
const fn every(distance: usize) -> u64 {
    let mut bits = 0;
    let mut number = 0;
    while number < UPPER_ROWS {
        bits |= 1 << (number * distance);
        number += 1;
    }
    bits
}

impl Slides {
    /// The number of squares that can be reached.
    #[inline]
    pub(super) fn count(self) -> usize {
        usize::from(self.up + self.down + self.left + self.right)
    }

    /// What stands in the way on each side of `from`; nothing where the board ends.
    #[inline]
    pub(super) fn blockers(self, from: Square) -> Squares {
        let [up, down, left, right] =
            [self.up, self.down, self.left, self.right].map(|free| usize::from(free) + 1);
        let index = from.index();
        let bit = |inside: bool, index: usize| Squares::from(inside) << (index % 128);
        bit(up <= from.row(), index.wrapping_sub(SIZE * up))
            | bit(from.row() + down < SIZE, index + SIZE * down)
            | bit(left <= from.column(), index.wrapping_sub(left))
            | bit(from.column() + right < SIZE, index + right)
    }

    /// The squares that can be reached from `from`, in the order of their index.
    #[inline]
    pub(super) fn squares(self, from: Square) -> impl Iterator<Item = Square> {
        let [up, down, left, right] = [self.up, self.down, self.left, self.right].map(usize::from);
        let index = from.index();
        let above = (1..=up).rev().map(move |steps| index - SIZE * steps);
        let below = (1..=down).map(move |steps| index + SIZE * steps);
        above.chain(index - left..index).chain(index + 1..=index + right).chain(below).map(Square::numbered)
    }

    /// Of the squares that can be reached from `from`, in the order of their index, the one with this number.
    #[inline]
    pub(super) fn nth(self, from: Square, number: usize) -> Square {
        let [up, left, right] = [self.up, self.left, self.right].map(usize::from);
        let (row, behind) = (up + left, up + left + right);
        // No branch, as nobody could foretell it: which of the four sides, then the step, and the number that `from` itself would have.
        let side = usize::from(number >= up) + usize::from(number >= row) + usize::from(number >= behind);
        let (step, here) =
            ([SIZE, 1, 1, SIZE][side], [up, row, row.wrapping_sub(1), behind.wrapping_sub(1)][side]);
        Square::numbered(from.index().wrapping_add(step.wrapping_mul(number.wrapping_sub(here))))
    }
}

/// The ways in which a line of [`SIZE`] places can be blocked.
const LINES: usize = 1 << SIZE;

/// `GAPS[place][blocked]`: on a line with these places blocked, how many are free on each side of `place` up to the next
/// that is blocked.
static GAPS: [[(u8, u8); LINES]; SIZE] = {
    let mut table = [[(0, 0); LINES]; SIZE];
    let mut at = 0;
    while at < SIZE * LINES {
        let (place, blocked) = (at / LINES, at % LINES);
        let (mut before, mut behind) = (0, 0);
        while before < place && blocked >> (place - before - 1) & 1 == 0 {
            before += 1;
        }
        while place + behind + 1 < SIZE && blocked >> (place + behind + 1) & 1 == 0 {
            behind += 1;
        }
        table[place][blocked] = (before as u8, behind as u8);
        at += 1;
    }
    table
};

/// Both gaps together.
static SUMS: [[u8; LINES]; SIZE] = {
    let mut table = [[0; LINES]; SIZE];
    let mut at = 0;
    while at < SIZE * LINES {
        let (before, behind) = GAPS[at / LINES][at % LINES];
        table[at / LINES][at % LINES] = before + behind;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::board::{Direction, SQUARES, squares_in};
    use super::*;
    use crate::model::GameRng;

    /// The squares from `from` on, in all directions, up to the first of `blockers`.
    fn reach(from: Square, blockers: Squares) -> Squares {
        let slide = |direction| {
            let squares = std::iter::successors(from.step(direction), move |square| square.step(direction));
            squares
                .take_while(|square| blockers & square.bit() == 0)
                .fold(0, |set, square| set | square.bit())
        };
        Direction::ALL.map(slide).iter().fold(0, |set, squares| set | squares)
    }

    #[test]
    fn a_slide_ends_before_the_first_obstacle() {
        let square = |row, column| Square::new(row, column).unwrap();
        let wall = square(2, 3).bit() | square(1, 3).bit();
        let slides = Blockers::of(wall).slides(square(4, 3));
        let squares: Vec<_> = slides.squares(square(4, 3)).map(|s| (s.row(), s.column())).collect();
        assert_eq!(squares, [(3, 3), (4, 1), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)]);
    }

    #[test]
    fn lines_that_are_looked_up_agree_with_slides() {
        let mut rng = GameRng::from_seed(4);
        for _ in 0..200 {
            let pieces = (0..12).fold(0, |set, _| set | 1 << rng.below(SQUARES)) & !MOUNTAINS;
            let lines = Blockers::of(pieces);
            for from in Square::all() {
                let slides = lines.slides(from);
                let found: Vec<_> = (0..slides.count()).map(|number| slides.nth(from, number)).collect();
                let reached = reach(from, pieces | MOUNTAINS | CAVE_SQUARES);
                assert_eq!(found, squares_in(reached).collect::<Vec<_>>(), "{from}");
                assert_eq!(found, slides.squares(from).collect::<Vec<_>>(), "{from}");
                let in_the_way =
                    |to: &Square| reach(*to, !from.bit() & !reached & !to.bit()) & from.bit() != 0;
                let beyond =
                    Square::all().filter(|to| *to != from && reached & to.bit() == 0).filter(in_the_way);
                assert_eq!(slides.blockers(from), beyond.fold(0, |set, square| set | square.bit()), "{from}");
            }
        }
    }
}
