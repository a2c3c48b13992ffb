//! How far pieces can slide, looked up row by row and column by column: moves are counted and drawn without making sets of them.

use super::board::{CAVE_SQUARES, MOUNTAINS, SIZE, SQUARES, Square, Squares, each};

/// What stands in the way in each row and in each column, for sliding along both by looking up.
pub(super) struct Lines {
    rows: [u16; SIZE],
    columns: [u16; SIZE],
}

/// How many squares a piece can slide in each direction.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    up: u8,
    down: u8,
    left: u8,
    right: u8,
}

impl Lines {
    /// The lines with these pieces in the way, and with the mountains and caves, which always are.
    #[inline]
    pub(super) fn of(pieces: Squares) -> Lines {
        const BARE: Lines = {
            let mut lines = Lines { rows: [0; SIZE], columns: [0; SIZE] };
            let mut index = 0;
            while index < SQUARES {
                let square = Square::numbered(index);
                if (MOUNTAINS | CAVE_SQUARES) & square.bit() != 0 {
                    lines.block(square);
                }
                index += 1;
            }
            lines
        };
        let mut lines = BARE;
        each(pieces).for_each(|square| lines.block(square));
        lines
    }

    #[inline]
    const fn block(&mut self, square: Square) {
        self.rows[square.row()] |= 1 << square.column();
        self.columns[square.column()] |= 1 << square.row();
    }

    /// How far a piece on `from` can slide.
    #[inline]
    pub(super) fn slides(&self, from: Square) -> Slides {
        let (up, down) = GAPS[from.row()][usize::from(self.columns[from.column()]) % (1 << SIZE)];
        let (left, right) = GAPS[from.column()][usize::from(self.rows[from.row()]) % (1 << SIZE)];
        Slides { up, down, left, right }
    }
}

impl Slides {
    /// The number of squares that can be reached.
    #[inline]
    pub(super) fn count(self) -> usize {
        usize::from(self.up + self.down + self.left + self.right)
    }

    /// What stands in the way on each side of `from`; nothing where the board ends.
    #[inline]
    pub(super) fn beyond(self, from: Square) -> Squares {
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
        let index = from.index();
        Square::numbered(if number < up {
            index - SIZE * (up - number)
        } else if number < up + left {
            index - (up + left - number)
        } else if number < up + left + right {
            index + 1 + (number - up - left)
        } else {
            index + SIZE * (1 + (number - up - left - right))
        })
    }
}

/// `GAPS[place][blocked]`: on a line with these places blocked, how many are free on each side of `place` up to the next
/// that is blocked.
static GAPS: [[(u8, u8); 1 << SIZE]; SIZE] = {
    let mut table = [[(0, 0); 1 << SIZE]; SIZE];
    let mut at = 0;
    while at < SIZE << SIZE {
        let (place, blocked) = (at >> SIZE, at % (1 << SIZE));
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

#[cfg(test)]
mod tests {
    use super::super::board::reach;
    use super::*;
    use crate::model::Chance;

    #[test]
    fn lines_that_are_looked_up_agree_with_slides() {
        let mut chance = Chance::from_seed(4);
        for _ in 0..200 {
            let pieces = (0..12).fold(0, |set, _| set | 1 << chance.below(SQUARES)) & !MOUNTAINS;
            let lines = Lines::of(pieces);
            for from in Square::all() {
                let slides = lines.slides(from);
                let found: Vec<_> = (0..slides.count()).map(|number| slides.nth(from, number)).collect();
                let reached = reach(from, pieces | MOUNTAINS | CAVE_SQUARES);
                assert_eq!(found, each(reached).collect::<Vec<_>>(), "{from}");
                assert_eq!(found, slides.squares(from).collect::<Vec<_>>(), "{from}");
                let in_the_way =
                    |to: &Square| reach(*to, !from.bit() & !reached & !to.bit()) & from.bit() != 0;
                let beyond =
                    Square::all().filter(|to| *to != from && reached & to.bit() == 0).filter(in_the_way);
                assert_eq!(slides.beyond(from), beyond.fold(0, |set, square| set | square.bit()), "{from}");
            }
        }
    }
}
