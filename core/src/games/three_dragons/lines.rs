//! Lookup tables for how far pieces can slide. With them, moves are counted and picked at random without
//! being listed.

use super::board::{CAVE_SQUARES, MOUNTAINS, SIZE, Square, Squares};

/// The blocked squares, arranged for lookup by row and by column.
#[derive(Clone, Copy)]
pub(super) struct Blockers {
    /// The upper seven rows, nine bits per row from column A.
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
    /// Returns the lines blocked by these pieces, the mountains and the caves.
    #[inline]
    pub(super) const fn of(pieces: Squares) -> Blockers {
        let blocked = pieces | MOUNTAINS | CAVE_SQUARES;
        Blockers { upper: blocked as u64, lower: (blocked >> (SIZE * UPPER_ROWS)) as u64 }
    }

    /// Returns the blocked places of a row, one bit each from column A.
    #[inline]
    const fn row(self, row: usize) -> usize {
        let (rows, row) = if row < UPPER_ROWS { (self.upper, row) } else { (self.lower, row - UPPER_ROWS) };
        (rows >> (SIZE * row)) as usize % LINES
    }

    /// Returns the blocked places of a column, one bit each from row 1.
    #[inline]
    const fn column(self, column: usize) -> usize {
        /// The upper squares of column A, nine bits apart.
        const UPPER: u64 = 0o001_001_001_001_001_001_001;
        /// A factor that moves bit `9 n` to bit `57 + n` of the product. No two partial products overlap, so
        /// nothing carries.
        const GATHER: u64 = 0x01_01_01_01_01_01_01 << SIZE;
        let (upper, lower) = (self.upper >> column & UPPER, (self.lower >> column) as usize);
        // The last two squares are bits 0 and 9 of `lower`, and belong at places 7 and 8.
        (upper.wrapping_mul(GATHER) >> 57) as usize | (lower & 1) << UPPER_ROWS | lower >> 1 & 1 << (SIZE - 1)
    }

    /// Returns how far a piece on `from` can slide.
    #[inline]
    pub(super) fn slides(self, from: Square) -> Slides {
        let (up, down) = GAPS[from.row()][self.column(from.column())];
        let (left, right) = GAPS[from.column()][self.row(from.row())];
        Slides { up, down, left, right }
    }

    /// Returns the number of squares that a piece on `from` can reach.
    #[inline]
    pub(super) fn count(self, from: Square) -> usize {
        usize::from(SUMS[from.row()][self.column(from.column())] + SUMS[from.column()][self.row(from.row())])
    }
}

/// The number of rows that fit in one word.
const UPPER_ROWS: usize = 7;

impl Slides {
    /// Returns the number of reachable squares.
    #[inline]
    pub(super) fn count(self) -> usize {
        usize::from(self.up + self.down + self.left + self.right)
    }

    /// Returns the obstacles at the ends of the slides from `from`, if they are on the board.
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

    /// Iterates over the squares reachable from `from`, in the order of their index.
    #[inline]
    pub(super) fn squares(self, from: Square) -> impl Iterator<Item = Square> {
        let [up, down, left, right] = [self.up, self.down, self.left, self.right].map(usize::from);
        let index = from.index();
        let above = (1..=up).rev().map(move |steps| index - SIZE * steps);
        let below = (1..=down).map(move |steps| index + SIZE * steps);
        above.chain(index - left..index).chain(index + 1..=index + right).chain(below).map(Square::wrapped)
    }

    /// Returns square number `number` of those reachable from `from`, in the order of their index.
    #[inline]
    pub(super) fn nth(self, from: Square, number: usize) -> Square {
        let [up, left, right] = [self.up, self.left, self.right].map(usize::from);
        let (row, behind) = (up + left, up + left + right);
        // Branchless, as the branches are unpredictable: the side, then the step, then the number that `from`
        // itself would have.
        let side = usize::from(number >= up) + usize::from(number >= row) + usize::from(number >= behind);
        let (step, here) =
            ([SIZE, 1, 1, SIZE][side], [up, row, row.wrapping_sub(1), behind.wrapping_sub(1)][side]);
        Square::wrapped(from.index().wrapping_add(step.wrapping_mul(number.wrapping_sub(here))))
    }
}

/// The number of ways in which a line of [`SIZE`] places can be blocked.
const LINES: usize = 1 << SIZE;

/// `GAPS[place][blocked]`: the number of free places on each side of `place` up to the next blocked one.
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

/// The sum of both gaps.
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

    /// Returns the squares reachable from `from` in all directions, up to the first of `blockers`.
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
    fn lookups_agree_with_slides() {
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
                let sees_from =
                    |to: &Square| reach(*to, !from.bit() & !reached & !to.bit()) & from.bit() != 0;
                let beyond =
                    Square::all().filter(|to| *to != from && reached & to.bit() == 0).filter(sees_from);
                assert_eq!(slides.blockers(from), beyond.fold(0, |set, square| set | square.bit()), "{from}");
            }
        }
    }
}
