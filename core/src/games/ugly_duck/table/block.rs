//! A block of a table: the winner for every arrangement of one class against every arrangement of another.
//!
//! The side to move has the rows, the opponent the columns. A row is computed as a whole. The moves of its
//! arrangement lead to other rows, and the columns that are lost for the opponent there are won here. Two
//! things make this simple:
//!
//! - A move without a capture leaves the opponent's arrangement, and so the columns, unchanged. The
//!   opponent's own block, where the opponent has the rows, is transposed for this.
//! - If both arrangements share one cell, the bit describes no position and is free. It stores the result of
//!   the position in which the piece of the side to move on that cell has been captured. So a diagonal step
//!   need not check whether it captures.
//!
//! Bits with more than one shared cell are meaningless and never read.

use super::build::Store;
use super::index::{Group, Index, Link};
use super::matrix::MatrixShape;
use super::side_board::SideBoard;
use crate::engine::resources::Resources;

/// Identifies a block by its two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockKey {
    /// The class of the side to move.
    pub(super) own: Group,
    /// The class of the opponent.
    pub(super) enemy: Group,
}

/// A block's bits: for each arrangement of the side to move, two halves of whole words.
pub type Rows = Box<[u64]>;

/// The number of positions, and of those that the side to move wins. Mirror images are counted separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of all positions.
    pub positions: u64,
    /// The number of positions that the side to move wins.
    pub won: u64,
}

impl Count {
    /// Adds the counts of `other`.
    pub(super) fn add(&mut self, other: Count) {
        self.positions += other.positions;
        self.won += other.won;
    }
}

/// Computes blocks, reusing its buffers.
pub(super) struct BlockWorker<'a> {
    index: &'a Index,
    resources: &'a Resources,
    transposed: Vec<u64>,
    occupied: Vec<u64>,
}

impl BlockKey {
    pub(super) fn total_progress(self) -> usize {
        self.own.progress + self.enemy.progress
    }

    /// Returns the opponent's block after a move without a capture, or `None` if every such move wins.
    pub(super) fn after_move(self, index: &Index) -> Option<BlockKey> {
        let own = Group { progress: self.own.progress + 1, ..self.own };
        (own.progress < index.depth(own.pieces)).then_some(BlockKey { own: self.enemy, enemy: own })
    }

    /// Returns the block with one piece fewer for the side to move, and `progress` left.
    pub(super) fn after_loss(self, progress: usize) -> BlockKey {
        BlockKey { own: Group { pieces: self.own.pieces - 1, progress }, ..self }
    }

    /// Returns the number of words of the block.
    pub(super) fn words(self, index: &Index) -> usize {
        2 * index.class(self.own).len() * index.class(self.enemy).words()
    }
}

impl<'a> BlockWorker<'a> {
    pub fn new(index: &'a Index, resources: &'a Resources) -> Self {
        BlockWorker { index, resources, transposed: Vec::new(), occupied: Vec::new() }
    }

    /// Computes the block from those in `store`, and counts its positions. Returns `None` if there is not enough
    /// memory.
    pub fn block(&mut self, key: BlockKey, store: &Store) -> Option<(Rows, Count)> {
        self.transpose_block(key, store)?;
        let mut rows: Rows = self.resources.zeroed(key.words(self.index))?;
        let words = self.index.class(key.enemy).words();
        let mut count = Count::default();
        if words == 0 {
            return Some((rows, count));
        }
        // By the progress that is left. There is none if no piece is left.
        let after_losses: Vec<Option<&Rows>> =
            (0..=key.own.progress).map(|progress| store.get(&key.after_loss(progress))).collect();
        for (line, row) in rows.chunks_exact_mut(words).enumerate() {
            let steps = self.index.links(key.own).steps(line / 2);
            steps.iter().for_each(|link| self.win(key, *link, line % 2, row));
            self.lose(key, &after_losses, line, row);
            count.add(self.count(key, line, row));
        }
        Some((rows, count))
    }

    /// Transposes the opponent's block, if there is one: one row for each line of the side to move.
    fn transpose_block(&mut self, key: BlockKey, store: &Store) -> Option<()> {
        self.transposed.clear();
        let next = key.after_move(self.index);
        let Some((next, block)) = next.and_then(|next| Some((next, store.get(&next)?))) else {
            return Some(());
        };
        let shape = MatrixShape {
            rows: self.index.class(next.own).len(),
            columns: self.index.class(next.enemy).len(),
        };
        let room = 2 * shape.columns * shape.rows.div_ceil(64);
        self.resources
            .reserve(&mut self.transposed, room)
            .then(|| shape.transpose(block, &mut self.transposed))
    }

    fn board(&self) -> SideBoard {
        self.index.board()
    }

    /// Marks what is won by a step.
    fn win(&self, key: BlockKey, link: Link, half: usize, row: &mut [u64]) {
        let masks = self.index.masks(key.enemy);
        let blocked = link.blocked_cell.map(|cell| masks.on(self.board(), cell, half));
        let enemy_wins =
            link.line().map(|line| &self.transposed[(line as usize ^ half) * row.len()..][..row.len()]);
        match (enemy_wins, blocked) {
            (None, None) => row.fill(u64::MAX),
            (None, Some(blocked)) => row.iter_mut().zip(blocked).for_each(|(row, blocked)| *row |= !blocked),
            (Some(won), None) => row.iter_mut().zip(won).for_each(|(row, won)| *row |= !won),
            (Some(won), Some(blocked)) => {
                let sources = won.iter().zip(blocked);
                row.iter_mut().zip(sources).for_each(|(row, (won, blocked))| *row |= !(won | blocked));
            }
        }
    }

    /// Stores the results after a capture in the columns that share a cell with the row, and records these
    /// columns.
    fn lose(&mut self, key: BlockKey, after_losses: &[Option<&Rows>], line: usize, row: &mut [u64]) {
        self.occupied.clear();
        self.occupied.resize(row.len(), 0);
        let masks = self.index.masks(key.enemy);
        for loss in self.index.links(key.own).losses(line / 2) {
            let on = masks.on(self.board(), loss.cell, line % 2);
            self.occupied.iter_mut().zip(on).for_each(|(occupied, on)| *occupied |= on);
            let Some(rest) = after_losses[usize::from(loss.progress)] else {
                // No piece is left: lost.
                row.iter_mut().zip(on).for_each(|(row, on)| *row &= !on);
                continue;
            };
            let rest = &rest[(loss.line as usize ^ (line % 2)) * row.len()..][..row.len()];
            let captured = rest.iter().zip(on);
            row.iter_mut().zip(captured).for_each(|(row, (rest, on))| *row = *row & !on | rest & on);
        }
    }

    /// Counts the positions of a row. One that is its own mirror image counts once, any other twice.
    fn count(&self, key: BlockKey, line: usize, row: &[u64]) -> Count {
        let set = self.index.class(key.own).set(line / 2);
        let weight = if self.board().mirrored(set) == set { 1 } else { 2 };
        let real = self.index.masks(key.enemy).real(line % 2).iter().zip(&self.occupied);
        row.iter().zip(real).fold(Count::default(), |count, (won, (real, occupied))| {
            let positions = real & !occupied;
            Count {
                positions: count.positions + weight * u64::from(positions.count_ones()),
                won: count.won + weight * u64::from((positions & won).count_ones()),
            }
        })
    }
}
