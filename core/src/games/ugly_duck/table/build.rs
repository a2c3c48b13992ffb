//! The order of the work: one material after another, each from the end of all journeys backwards.
//!
//! A move adds one to the number of steps that both sides have made together, or it removes a piece. So the
//! tables of fewer pieces come first. Then, for a pair of materials (the side to move has n and the opponent
//! m pieces, and vice versa), come the **slices**: all blocks of the same progress, the largest progress
//! first. The blocks of a slice do not depend on each other and are distributed among threads.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use super::block::{BlockKey, BlockWorker, Count, Rows};
use super::errors::TableError;
use super::format::TableKind;
use super::index::{Group, Index};
use super::packing::{Packed, pack};
use super::writer::TableWriter;
use super::{TablePlan, plies};

/// The blocks in memory.
pub(super) type Store = HashMap<BlockKey, Rows>;

/// Identifies a slice by the smaller and the larger number of pieces per side, and the total number of steps
/// made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SliceKey {
    pub pieces: [usize; 2],
    pub progress: usize,
}

/// A computed block.
#[derive(Debug)]
pub(super) struct BuiltBlock {
    pub(super) key: BlockKey,
    pub(super) rows: Rows,
    pub(super) count: Count,
    /// The packed block, unless the table does not store it.
    pub(super) packed: Option<Packed>,
}

/// Why building a table failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The work was stopped on request.
    #[error("stopped")]
    Stopped,
    /// The system has not enough memory, or there is no such table: the board is too large.
    #[error("not enough memory")]
    Memory,
    /// The table, or part of it, could not be written or read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<io::Error> for BuildError {
    fn from(error: io::Error) -> Self {
        BuildError::Table(error.into())
    }
}

/// Builds the table of a plan.
pub(super) struct Builder<'a> {
    pub index: &'a Index,
    pub plan: &'a TablePlan,
    /// Whether to keep all blocks in memory that a file would store.
    pub keeps_results: bool,
}

/// Returns whether a finished table stores a block. It stores half of the blocks: from any other block, every
/// move leads to a stored one.
pub(super) fn is_kept(key: BlockKey) -> bool {
    let (own, enemy) = (key.own.pieces, key.enemy.pieces);
    own < enemy || own == enemy && key.total_progress() % 2 == 0
}

/// The costs per word of computing and of packing a block, in the same unit.
const COST_OF_BLOCK: u64 = 5;
const COST_OF_PACKING: u64 = 40;

impl Builder<'_> {
    /// Builds all slices and passes them to `writer`. Returns the blocks that are left, including the results
    /// if they are kept.
    pub fn build<W: Write>(
        &self,
        mut writer: Option<&mut TableWriter<W>>,
        on_progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Store, BuildError> {
        let needs = |slice| writer.as_ref().is_some_and(|writer| writer.needs_slice(slice));
        let slices = self.slices().into_iter().map(|slice| (slice, self.cost(slice, needs(slice)))).collect();
        self.in_order(slices, on_progress, |slice, store| self.slice(slice, store, writer.as_deref_mut()))
    }

    /// Does the work of each slice, with its cost, and keeps the blocks that later slices need. Returns the blocks that
    /// are left.
    pub fn in_order<B>(
        &self,
        slices: Vec<(SliceKey, u64)>,
        on_progress: &mut dyn FnMut(u64, u64),
        mut work: impl FnMut(SliceKey, &mut HashMap<BlockKey, B>) -> Result<(), BuildError>,
    ) -> Result<HashMap<BlockKey, B>, BuildError> {
        let all = slices.iter().map(|(_, cost)| cost).sum();
        let (mut blocks, mut done) = (HashMap::new(), 0);
        for (slice, cost) in slices {
            blocks.retain(|key, _| self.is_needed(*key, slice));
            work(slice, &mut blocks)?;
            done += cost;
            on_progress(done, all);
        }
        Ok(blocks)
    }

    /// Returns all slices, in the order of the work.
    pub fn slices(&self) -> Vec<SliceKey> {
        let max_side = self.index.max_pieces();
        let mut slices = Vec::new();
        for total in 2..=self.plan.pieces.min(2 * max_side) {
            for fewer in total.saturating_sub(max_side).max(1)..=total / 2 {
                let pieces = [fewer, total - fewer];
                let last = pieces.map(|pieces| self.index.depth(pieces) - 1).iter().sum();
                slices.extend((0..=last).rev().map(|progress| SliceKey { pieces, progress }));
            }
        }
        slices
    }

    /// Returns the blocks of a slice.
    pub fn blocks_of(&self, slice: SliceKey) -> Vec<BlockKey> {
        let [fewer, more] = slice.pieces;
        let materials = if fewer == more { vec![[fewer, more]] } else { vec![[fewer, more], [more, fewer]] };
        let mut keys = Vec::new();
        for [own, enemy] in materials {
            for progress in 0..self.index.depth(own).min(slice.progress + 1) {
                let own = Group { pieces: own, progress };
                let enemy = Group { pieces: enemy, progress: slice.progress - progress };
                let key = BlockKey { own, enemy };
                if enemy.progress < self.index.depth(enemy.pieces) && key.words(self.index) > 0 {
                    keys.push(key);
                }
            }
        }
        keys
    }

    pub fn cost(&self, slice: SliceKey, is_wanted: bool) -> u64 {
        let cost = |key: BlockKey| match is_wanted && is_kept(key) {
            true => COST_OF_BLOCK + COST_OF_PACKING,
            false => COST_OF_BLOCK,
        };
        self.blocks_of(slice).into_iter().map(|key| cost(key) * key.words(self.index) as u64).sum()
    }

    /// Returns whether a block is needed for `slice` or for a later one.
    pub fn is_needed(&self, key: BlockKey, slice: SliceKey) -> bool {
        if self.keeps_results && is_kept(key) {
            return true;
        }
        let pieces: usize = slice.pieces.iter().sum();
        let [own, enemy] = [key.own.pieces, key.enemy.pieces];
        let can_gain_piece = own < self.index.max_pieces();
        let is_next =
            slice.pieces == [own.min(enemy), own.max(enemy)] && key.total_progress() == slice.progress + 1;
        match own + enemy {
            total if total == pieces => is_next || can_gain_piece && pieces < self.plan.pieces,
            total => can_gain_piece && total + 1 == pieces,
        }
    }

    /// Returns the peak size in memory. `size` is the size of a block, and making one takes an extra `spare`
    /// times its size.
    fn peak(&self, size: impl Fn(BlockKey) -> u64, spare: u64) -> u64 {
        let mut store: Vec<(BlockKey, u64)> = Vec::new();
        let sizes = self.slices().into_iter().map(|slice| {
            store.retain(|(key, _)| self.is_needed(*key, slice));
            let blocks: Vec<_> = self.blocks_of(slice).into_iter().map(|key| (key, size(key))).collect();
            let largest = blocks.iter().map(|(_, size)| *size).max().unwrap_or(0);
            store.extend(blocks);
            store.iter().map(|(_, size)| size).sum::<u64>() + spare * largest
        });
        sizes.max().unwrap_or(0)
    }

    /// Returns the approximate peak memory of the work, in bytes.
    pub fn memory(&self) -> u64 {
        let peak = match self.plan.kind {
            // Each thread transposes one block and packs another.
            TableKind::Results => {
                8 * self.peak(|key| key.words(self.index) as u64, 2 * self.plan.threads as u64)
            }
            TableKind::Plies => self.peak(|key| plies::bytes(self.index, key) as u64, 1),
        };
        peak + self.index.memory()
    }

    fn slice<W: Write>(
        &self,
        slice: SliceKey,
        store: &mut Store,
        writer: Option<&mut TableWriter<W>>,
    ) -> Result<(), BuildError> {
        let writer = writer.filter(|writer| writer.needs_slice(slice));
        let blocks = self.compute_blocks(self.blocks_of(slice), store, writer.is_some())?;
        if let Some(writer) = writer {
            writer.write_slice(slice, &blocks)?;
        }
        store.extend(blocks.into_iter().map(|block| (block.key, block.rows)));
        Ok(())
    }

    /// Computes the blocks in parallel, the largest first.
    fn compute_blocks(
        &self,
        mut keys: Vec<BlockKey>,
        store: &Store,
        is_wanted: bool,
    ) -> Result<Vec<BuiltBlock>, BuildError> {
        keys.sort_unstable_by_key(|key| std::cmp::Reverse(key.words(self.index)));
        let next = AtomicUsize::new(0);
        let threads = self.plan.threads.min(keys.len());
        let work = || self.work(&keys, &next, store, is_wanted);
        let results = self.plan.resources.run_in_threads(threads, work, |_| work());
        Ok(results.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Computes blocks until there are no more. Packs those that the table stores, if they are wanted.
    fn work(
        &self,
        keys: &[BlockKey],
        next: &AtomicUsize,
        store: &Store,
        is_wanted: bool,
    ) -> Result<Vec<BuiltBlock>, BuildError> {
        let mut worker = BlockWorker::new(self.index, &self.plan.resources);
        let mut done = Vec::new();
        while let Some(key) = keys.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            if self.plan.stop.is_raised() {
                return Err(BuildError::Stopped);
            }
            let (rows, count) = worker.block(key, store).ok_or(BuildError::Memory)?;
            let packed = (is_wanted && is_kept(key)).then(|| pack(self.index, key, &rows));
            done.push(BuiltBlock { key, rows, count, packed });
        }
        Ok(done)
    }
}
