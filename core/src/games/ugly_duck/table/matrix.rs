//! Transposition of bit tables: rows become columns.
//!
//! A row has two halves, each with as many words as its columns need. A column is a line, 2 x number + half
//! (see [`super::index`]).

/// The number of words transposed together: as many as fit in a cache line of the processor.
const TILE: usize = 8;

/// Transposes 64 rows of 64 bits (Warren, Hacker's Delight, 7-3).
fn transpose_square(square: &mut [u64; 64]) {
    let mut distance = 32;
    let mut mask = u64::MAX >> 32;
    while distance != 0 {
        for start in (0..64).step_by(2 * distance) {
            for row in start..start + distance {
                let moved = (square[row] >> distance ^ square[row + distance]) & mask;
                square[row] ^= moved << distance;
                square[row + distance] ^= moved;
            }
        }
        distance /= 2;
        mask ^= mask << distance;
    }
}

/// The size of a bit table.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixShape {
    pub rows: usize,
    /// The number of columns of each half.
    pub columns: usize,
}

impl MatrixShape {
    /// Returns the number of words in half a row.
    pub fn words(self) -> usize {
        self.columns.div_ceil(64)
    }

    /// Returns the number of words in half a row of the transposed table.
    fn transposed_words(self) -> usize {
        self.rows.div_ceil(64)
    }

    /// Transposes `table` into `transposed`: one row for each line, with one bit for each row.
    pub fn transpose(self, table: &[u64], transposed: &mut Vec<u64>) {
        transposed.clear();
        transposed.resize(2 * self.columns * self.transposed_words(), 0);
        for row in (0..self.transposed_words()).step_by(TILE) {
            for half in 0..2 {
                for column in (0..self.words()).step_by(TILE) {
                    self.transpose_tile(table, transposed, [row, half, column]);
                }
            }
        }
    }

    fn transpose_tile(self, table: &[u64], transposed: &mut [u64], [row, half, column]: [usize; 3]) {
        let (words, transposed_words) = (self.words(), self.transposed_words());
        for row in row..(row + TILE).min(transposed_words) {
            for column in column..(column + TILE).min(words) {
                let mut square = [0; 64];
                let rows = 64 * row..self.rows.min(64 * (row + 1));
                for (slot, row) in square.iter_mut().zip(rows) {
                    *slot = table[(2 * row + half) * words + column];
                }
                transpose_square(&mut square);
                let columns = 64 * column..self.columns.min(64 * (column + 1));
                for (word, column) in square.iter().zip(columns) {
                    transposed[(2 * column + half) * transposed_words + row] = *word;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    #[test]
    fn every_bit_moves_to_its_place() {
        let mut rng = GameRng::from_seed(1);
        for (rows, columns) in [(1, 1), (63, 65), (64, 64), (130, 700), (700, 130)] {
            let shape = MatrixShape { rows, columns };
            let words = shape.words();
            let table: Vec<u64> = (0..2 * rows * words)
                .map(|_| (0..4).fold(0, |word, _| word << 16 | rng.below(1 << 16) as u64))
                .collect();
            let mut transposed = vec![7; 3];
            shape.transpose(&table, &mut transposed);
            assert_eq!(transposed.len(), 2 * columns * rows.div_ceil(64));
            for row in 0..rows {
                for line in 0..2 * columns {
                    let (column, half) = (line / 2, line % 2);
                    let bit = table[(2 * row + half) * words + column / 64] >> (column % 64) & 1;
                    assert_eq!(transposed[line * rows.div_ceil(64) + row / 64] >> (row % 64) & 1, bit);
                }
            }
        }
    }
}
