//! The number of plies to the end with best play, for positions of few pieces. The winner hurries and the
//! loser delays.
//!
//! They are computed like the results (`block.rs`), with bytes instead of bits and a maximum instead of a
//! union. A byte orders the outcomes by the preference of the side to move: lost in n plies is n, won in n
//! plies is 255 - n.

use std::collections::HashMap;
use std::io::Write;

use super::block::BlockKey;
use super::build::{BuildError, Builder, is_kept};
use super::errors::TableError;
use super::index::{Index, Link};
use super::side_board::{Pieces, Successor};
use super::writer::TableWriter;
use super::{EndgameTable, Source, TablePlan};
use crate::engine::resources::Resources;
use crate::games::ugly_duck::board::Geometry;
use crate::games::ugly_duck::position::UglyDuckPosition;

/// The outcome of a position for the side to move, as a byte.
pub(super) type DistanceCode = u8;

const LOST: DistanceCode = 0;
const IMMEDIATE_WIN: DistanceCode = 254;
/// If all games are shorter than this, wins and losses cannot be confused.
const MAX_STORED_PLIES: usize = 127;

/// Returns the outcome one ply earlier, for the other side.
fn before(after: DistanceCode) -> DistanceCode {
    if usize::from(after) < MAX_STORED_PLIES { IMMEDIATE_WIN - after } else { after.wrapping_neg() }
}

type Blocks = HashMap<BlockKey, Box<[DistanceCode]>>;

/// Computes blocks, reusing its buffers.
struct PliesWorker<'a> {
    index: &'a Index,
    resources: &'a Resources,
    transposed: Vec<DistanceCode>,
    /// By cell and column: 0 if an enemy is on the cell, otherwise all bits set.
    free: Vec<DistanceCode>,
}

/// Returns whether the plies of all positions fit into a byte.
pub(super) fn fit(index: &Index, pieces: usize) -> bool {
    pieces.min(2 * index.max_pieces()) * index.board().steps_home() < MAX_STORED_PLIES
}

/// Returns the number of bytes of a block.
pub(super) fn bytes(index: &Index, key: BlockKey) -> usize {
    2 * index.class(key.own).len() * index.class(key.enemy).len()
}

impl TablePlan {
    /// Returns the approximate length of a table of plies in bytes, or `None` if there can be no such table.
    pub fn plies_bytes(&self) -> Option<u64> {
        let index = self.index()?;
        let builder = Builder { index: &index, plan: self, keeps_results: false };
        let blocks = builder.slices().into_iter().flat_map(|slice| builder.blocks_of(slice));
        Some(blocks.filter(|key| is_kept(*key)).map(|key| bytes(&index, key) as u64).sum())
    }
}

impl Builder<'_> {
    /// Builds the plies in one thread and passes them to `writer`.
    pub fn build_plies<W: Write>(
        &self,
        writer: &mut TableWriter<W>,
        on_progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), BuildError> {
        let (index, resources) = (self.index, &self.plan.resources);
        let mut worker = PliesWorker { index, resources, transposed: Vec::new(), free: Vec::new() };
        let slices = self.slices().into_iter().map(|slice| (slice, self.cost(slice, false))).collect();
        self.in_order(slices, on_progress, |slice, blocks| {
            for key in self.blocks_of(slice) {
                if self.plan.stop.is_raised() {
                    return Err(BuildError::Stopped);
                }
                let block = worker.block(key, blocks).ok_or(BuildError::Memory)?;
                if is_kept(key) {
                    writer.add_plies(key, &block)?;
                }
                blocks.insert(key, block);
            }
            Ok(())
        })?;
        Ok(())
    }
}

impl EndgameTable {
    /// Returns the plies to the end of an unfinished game, or `None` if the position is not in the table, or the
    /// table has only winners.
    ///
    /// # Errors
    /// The part of the table with this position is damaged or cannot be read.
    pub fn plies<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<Option<u32>, TableError> {
        Ok(self.result(position)?.map(|(_, plies)| plies))
    }

    /// Returns whether the player to move wins an unfinished game, and after how many plies.
    pub(super) fn result<G: Geometry>(
        &self,
        position: &UglyDuckPosition<G>,
    ) -> Result<Option<(bool, u32)>, TableError> {
        let Some([own, enemy]) = self.index.board().sides(position, self.pieces) else { return Ok(None) };
        self.distance(own, enemy)
    }

    /// Returns whether the side to move wins, and after how many plies.
    pub(super) fn distance(&self, own: Pieces, enemy: Pieces) -> Result<Option<(bool, u32)>, TableError> {
        let distance_code = self.distance_code(own, enemy)?;
        Ok(distance_code.map(|distance_code| match usize::from(distance_code) < MAX_STORED_PLIES {
            true => (false, u32::from(distance_code)),
            false => (true, u32::from(u8::MAX - distance_code)),
        }))
    }

    fn distance_code(&self, own: Pieces, enemy: Pieces) -> Result<Option<DistanceCode>, TableError> {
        let Source::Plies(file) = &self.source else { return Ok(None) };
        let Some((key, [row, half, column])) = self.index.place(own, enemy) else { return Ok(None) };
        if !is_kept(key) {
            return self.distance_code_by_step(own, enemy);
        }
        let number = (2 * row + half) * self.index.class(key.enemy).len() + column;
        file.distance_code(key, number).map(Some)
    }

    /// Finds the same result from the positions after each step, all of which are stored.
    fn distance_code_by_step(&self, own: Pieces, enemy: Pieces) -> Result<Option<DistanceCode>, TableError> {
        let mut best = LOST;
        for next in self.index.board().successors(own, enemy) {
            let Successor::UglyDuckPosition { own, enemy } = next else { return Ok(Some(IMMEDIATE_WIN)) };
            let Some(after) = self.distance_code(own, enemy)? else { return Ok(None) };
            best = best.max(before(after));
        }
        Ok(Some(best))
    }
}

impl PliesWorker<'_> {
    /// Computes a block: for each arrangement of the side to move, two halves of columns. Returns `None` if
    /// there is not enough memory.
    fn block(&mut self, key: BlockKey, blocks: &Blocks) -> Option<Box<[DistanceCode]>> {
        let columns = self.index.class(key.enemy).len();
        self.transpose_block(key, blocks)?;
        self.mark_free(key)?;
        let mut rows = self.resources.zeroed(bytes(self.index, key))?;
        for (line, row) in rows.chunks_exact_mut(columns).enumerate() {
            let steps = self.index.links(key.own).steps(line / 2);
            steps.iter().for_each(|link| self.step(*link, line % 2, row));
            self.lose(key, blocks, line, row);
        }
        Some(rows)
    }

    /// Transposes the block after a move without a capture: one row for each line of the side to move, with
    /// the outcomes one ply earlier.
    fn transpose_block(&mut self, key: BlockKey, blocks: &Blocks) -> Option<()> {
        self.transposed.clear();
        let next = key.after_move(self.index);
        let Some((next, block)) = next.and_then(|next| Some((next, blocks.get(&next)?))) else {
            return Some(());
        };
        let [rows, columns] = [next.own, next.enemy].map(|group| self.index.class(group).len());
        self.resources.reserve(&mut self.transposed, 2 * rows * columns).then_some(())?;
        self.transposed.resize(2 * rows * columns, LOST);
        for (number, row) in block.chunks_exact(columns).enumerate() {
            let (row_number, half) = (number / 2, number % 2);
            for (column, distance_code) in row.iter().enumerate() {
                self.transposed[(2 * column + half) * rows + row_number] = before(*distance_code);
            }
        }
        Some(())
    }

    fn mark_free(&mut self, key: BlockKey) -> Option<()> {
        let (board, masks) = (self.index.board(), self.index.masks(key.enemy));
        let columns = self.index.class(key.enemy).len();
        self.free.clear();
        self.resources.reserve(&mut self.free, board.cells() * columns).then_some(())?;
        for cell in 0..board.cells() as u8 {
            let on = masks.on(board, cell, 0);
            let is_on = |column: usize| on[column / 64] >> (column % 64) & 1 != 0;
            self.free.extend((0..columns).map(|column| if is_on(column) { 0 } else { u8::MAX }));
        }
        Some(())
    }

    /// Returns for each column all bits set if no enemy is on the cell, otherwise 0.
    fn free(&self, cell: u8, half: usize, columns: usize) -> &[DistanceCode] {
        let cell = usize::from(cell);
        let cell = if half == 0 { cell } else { self.index.board().mirrored_index(cell) };
        &self.free[cell * columns..][..columns]
    }

    /// Updates the row with the outcomes after a step, if they are better.
    fn step(&self, link: Link, half: usize, row: &mut [DistanceCode]) {
        let columns = row.len();
        let next = link.line().map(|line| &self.transposed[(line as usize ^ half) * columns..][..columns]);
        let free = link.blocked_cell.map(|cell| self.free(cell, half, columns));
        for (column, best) in row.iter_mut().enumerate() {
            let next = next.map_or(IMMEDIATE_WIN, |next| next[column]);
            *best = (*best).max(next & free.map_or(u8::MAX, |free| free[column]));
        }
    }

    /// Stores the outcomes after a capture in the columns that share a cell with the row.
    fn lose(&self, key: BlockKey, blocks: &Blocks, line: usize, row: &mut [DistanceCode]) {
        let (half, columns) = (line % 2, row.len());
        for loss in self.index.links(key.own).losses(line / 2) {
            let free = self.free(loss.cell, half, columns);
            let rest = blocks
                .get(&key.after_loss(usize::from(loss.progress)))
                .map(|block| &block[(loss.line as usize ^ half) * columns..][..columns]);
            for (column, distance_code) in row.iter_mut().enumerate() {
                let rest = rest.map_or(LOST, |rest| rest[column]);
                *distance_code = *distance_code & free[column] | rest & !free[column];
            }
        }
    }
}
