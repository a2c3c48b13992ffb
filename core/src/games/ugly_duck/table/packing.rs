//! Packing and unpacking of blocks.
//!
//! Only the bits that describe a position are stored, row by row: those where the two arrangements share no
//! cell. Each bit is coded with its probability in this block, given the six bits before it and the last two
//! above it in the same column. (Neighbours in the order of arrangements differ by a step of the least
//! advanced pieces, so they usually have the same result.) Several rows form a chunk, which can be read
//! without the others.

use std::ops::Range;

use super::block::{BlockKey, Rows};
use super::coder::{Decoder, Encoder, Probability, likelihood};
use super::format::BlockHead;
use super::index::Index;
use crate::games::bits::Bits;

/// The number of preceding bits in the context.
const CONTEXT_BITS: usize = 6;
/// The number of states of the two bits above: each is 0, 1 or missing.
const ABOVE: usize = 9;
const NOTHING_ABOVE: u8 = 8;
/// The number of probabilities of a block.
pub(super) const CONTEXTS: usize = ABOVE << CONTEXT_BITS;
/// The maximum number of bits in a chunk, including meaningless ones, except for chunks of one row.
const CHUNK_BITS: usize = 3 << 14;
/// One of this many chunks is sampled to estimate the probabilities.
const SAMPLED: usize = 4;

/// A packed block.
#[derive(Debug)]
pub(super) struct Packed {
    pub head: BlockHead,
    /// The chunks, one after another.
    pub bytes: Vec<u8>,
}

/// How the rows of a block are divided into chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunks {
    rows: usize,
    rows_per_chunk: usize,
}

impl Chunks {
    pub fn of(index: &Index, key: BlockKey) -> Chunks {
        let bits = 128 * index.class(key.enemy).words();
        Chunks { rows: index.class(key.own).len(), rows_per_chunk: (CHUNK_BITS / bits.max(1)).max(1) }
    }

    /// Returns the number of chunks.
    pub fn count(self) -> usize {
        self.rows.div_ceil(self.rows_per_chunk)
    }

    /// Returns the chunk that contains a row, and the row's number in it.
    pub fn find(self, row: usize) -> (usize, usize) {
        (row / self.rows_per_chunk, row % self.rows_per_chunk)
    }

    fn rows(self, chunk: usize) -> Range<usize> {
        let start = chunk * self.rows_per_chunk;
        start..self.rows.min(start + self.rows_per_chunk)
    }
}

/// Walks over the bits of a block that are stored.
struct RowModelWalk<'a> {
    index: &'a Index,
    key: BlockKey,
    /// The number of words in half a row.
    words: usize,
    /// For each column of both halves, the last two bits above: 3 x the last + the one before it.
    above: Vec<u8>,
    occupied: Vec<u64>,
}

impl<'a> RowModelWalk<'a> {
    fn new(index: &'a Index, key: BlockKey) -> Self {
        let words = index.class(key.enemy).words();
        RowModelWalk { index, key, words, above: Vec::new(), occupied: vec![0; words] }
    }

    /// Calls `bit` with the number and the context of each bit in these rows. `bit` returns the value.
    #[inline]
    fn over(&mut self, rows: Range<usize>, mut bit: impl FnMut(usize, usize) -> bool) {
        self.above.clear();
        self.above.resize(128 * self.words, NOTHING_ABOVE);
        let lines = 2 * rows.start..2 * rows.end;
        for (number, line) in lines.enumerate() {
            self.occupy(line);
            let half = line % 2;
            let real = self.index.masks(self.key.enemy).real(half);
            let above = &mut self.above[64 * self.words * half..][..64 * self.words];
            let mut past = 0;
            for (word, (real, occupied)) in real.iter().zip(&self.occupied).enumerate() {
                let mut left = real & !occupied;
                while left != 0 {
                    let column = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let context = usize::from(above[column]) << CONTEXT_BITS | past;
                    let value = bit(64 * self.words * number + column, context);
                    above[column] = above[column] / 3 + 3 * u8::from(value);
                    past = (past << 1 | usize::from(value)) % (1 << CONTEXT_BITS);
                }
            }
        }
    }

    /// Records which columns share a cell with a line.
    fn occupy(&mut self, line: usize) {
        self.occupied.fill(0);
        let board = self.index.board();
        let masks = self.index.masks(self.key.enemy);
        for cell in board.cells_of(self.index.class(self.key.own).set(line / 2)).indices() {
            let on = masks.on(board, cell as u8, line % 2);
            self.occupied.iter_mut().zip(on).for_each(|(occupied, on)| *occupied |= on);
        }
    }
}

/// Packs a block.
pub(super) fn pack(index: &Index, key: BlockKey, rows: &Rows) -> Packed {
    let chunks = Chunks::of(index, key);
    let mut walk = RowModelWalk::new(index, key);
    let row = 2 * walk.words;
    let bit = |rows: &[u64], at: usize| rows[at / 64] >> (at % 64) & 1 != 0;
    let mut seen = vec![[0_u64; 2]; CONTEXTS];
    for chunk in (0..chunks.count()).step_by(SAMPLED) {
        let rows = &rows[chunks.rows(chunk).start * row..];
        walk.over(chunks.rows(chunk), |at, context| {
            let bit = bit(rows, at);
            seen[context][usize::from(bit)] += 1;
            bit
        });
    }
    let model: Vec<Probability> = seen.iter().map(|[clear, set]| likelihood(clear + set, *set)).collect();
    let (mut bytes, mut ends_and_sums) = (Vec::new(), Vec::new());
    for chunk in 0..chunks.count() {
        let rows = &rows[chunks.rows(chunk).start * row..];
        let start = bytes.len();
        let mut encoder = Encoder::new(&mut bytes);
        walk.over(chunks.rows(chunk), |at, context| {
            let bit = bit(rows, at);
            encoder.write(bit, model[context]);
            bit
        });
        encoder.finish();
        ends_and_sums.push((bytes.len() as u32, crc32fast::hash(&bytes[start..])));
    }
    Packed { head: BlockHead { key, model, chunks: ends_and_sums }, bytes }
}

/// Unpacks the rows of a chunk. Bits that describe no position are clear.
pub(super) fn unpack(
    index: &Index,
    key: BlockKey,
    chunk: usize,
    model: &[Probability],
    bytes: &[u8],
) -> Vec<u64> {
    let chunks = Chunks::of(index, key);
    let mut walk = RowModelWalk::new(index, key);
    let mut rows = vec![0; 2 * walk.words * chunks.rows(chunk).len()];
    let mut decoder = Decoder::new(bytes);
    walk.over(chunks.rows(chunk), |at, context| {
        let bit = decoder.read(model[context]);
        rows[at / 64] |= u64::from(bit) << (at % 64);
        bit
    });
    rows
}
