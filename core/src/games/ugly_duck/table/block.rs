//! A block of a table: who wins, for every arrangement of one class against every arrangement of another.
//!
//! The side to move has the rows, the other side the columns. A row is worked out at once, as a whole: of the rows that the moves of its
//! arrangement lead to, the columns that are lost for the enemy are won. Two things make this so simple:
//!
//! - A move without a capture leaves the enemy's arrangement, and so the columns, as they are. The enemy's own table, where he has the rows, is
//!   turned over for it.
//! - Where arrangement and column share one cell, no position is described, and the bit is free. It has the result of the
//!   position in which the piece of the side to move on that cell has been captured. So a diagonal step need not ask
//!   whether it captures.
//!
//! Bits where more cells are shared mean nothing and are never asked for.

use std::fmt::{self, Display};

use super::index::{Group, Index, Link};
use super::matrix::MatrixShape;
use super::side_board::SideBoard;
use crate::engine::resources::Resources;

/// The name of a block: its two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockKey {
    /// The class of the side to move.
    pub(super) own: Group,
    /// The class of the other side.
    pub(super) enemy: Group,
}

/// A block's bits: for each number of an arrangement of the side to move two halves of words.
pub type Rows = Box<[u64]>;

/// Positions, and how many of them the side to move wins. Mirror images are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All positions.
    pub positions: u64,
    /// Those that the side to move wins.
    pub won: u64,
}

impl Count {
    /// Adds the positions of `other`.
    pub(super) fn add(&mut self, other: Count) {
        self.positions += other.positions;
        self.won += other.won;
    }
}

/// What a block is worked out from.
pub(super) struct BlockSources<'a> {
    /// The block of the enemy to move after a move without a capture; `None` if every such move wins.
    pub after_moves: Option<&'a [u64]>,
    /// By the progress that is left, the blocks of the side to move with a piece less; `None` if nobody is left.
    pub after_losses: Vec<Option<&'a [u64]>>,
}

/// Works blocks out, one after the other.
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

    /// Where the enemy is to move after a move without a capture; `None` if no such move is possible but one that wins.
    pub(super) fn after_move(self, index: &Index) -> Option<BlockKey> {
        let own = Group { progress: self.own.progress + 1, ..self.own };
        (own.progress < index.depth(own.pieces)).then_some(BlockKey { own: self.enemy, enemy: own })
    }

    /// The side to move with a piece less, and so much progress left.
    pub(super) fn after_loss(self, progress: usize) -> BlockKey {
        BlockKey { own: Group { pieces: self.own.pieces - 1, progress }, ..self }
    }

    /// The words of the block.
    pub(super) fn words(self, index: &Index) -> usize {
        2 * index.class(self.own).len() * index.class(self.enemy).words()
    }
}

/// Four numbers with hyphens between them, which may name a file.
impl Display for BlockKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BlockKey { own, enemy } = self;
        write!(f, "{}-{}-{}-{}", own.pieces, own.progress, enemy.pieces, enemy.progress)
    }
}

impl<'a> BlockWorker<'a> {
    pub fn new(index: &'a Index, resources: &'a Resources) -> Self {
        BlockWorker { index, resources, transposed: Vec::new(), occupied: Vec::new() }
    }

    /// The block, and its positions counted; `None` if there is no memory for it.
    pub fn block(&mut self, key: BlockKey, sources: &BlockSources<'_>) -> Option<(Rows, Count)> {
        self.transpose_block(key, sources.after_moves)?;
        let mut rows: Rows = self.resources.zeroed(key.words(self.index))?;
        let words = self.index.class(key.enemy).words();
        let mut count = Count::default();
        if words == 0 {
            return Some((rows, count));
        }
        for (line, row) in rows.chunks_exact_mut(words).enumerate() {
            let steps = self.index.links(key.own).steps(line / 2);
            steps.iter().for_each(|link| self.win(key, *link, line % 2, row));
            self.lose(key, sources, line, row);
            count.add(self.count(key, line, row));
        }
        Some((rows, count))
    }

    /// Turns the enemy's block over: a row for each line of the side to move.
    fn transpose_block(&mut self, key: BlockKey, block: Option<&[u64]>) -> Option<()> {
        self.transposed.clear();
        let (Some(block), Some(next)) = (block, key.after_move(self.index)) else { return Some(()) };
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

    /// Adds what is won by a step.
    fn win(&self, key: BlockKey, link: Link, half: usize, row: &mut [u64]) {
        let masks = self.index.masks(key.enemy);
        let blocked_cell = link.blocked_cell.map(|cell| masks.on(self.board(), cell, half));
        let lost =
            link.line().map(|line| &self.transposed[(line as usize ^ half) * row.len()..][..row.len()]);
        match (lost, blocked_cell) {
            (None, None) => row.fill(u64::MAX),
            (None, Some(blocked_cell)) => {
                row.iter_mut().zip(blocked_cell).for_each(|(row, blocked_cell)| *row |= !blocked_cell)
            }
            (Some(won), None) => row.iter_mut().zip(won).for_each(|(row, won)| *row |= !won),
            (Some(won), Some(blocked_cell)) => {
                let sources = won.iter().zip(blocked_cell);
                row.iter_mut()
                    .zip(sources)
                    .for_each(|(row, (won, blocked_cell))| *row |= !(won | blocked_cell));
            }
        }
    }

    /// Puts what follows a capture into the columns that share a cell with the row, and notes which those are.
    fn lose(&mut self, key: BlockKey, sources: &BlockSources<'_>, line: usize, row: &mut [u64]) {
        self.occupied.clear();
        self.occupied.resize(row.len(), 0);
        let masks = self.index.masks(key.enemy);
        for loss in self.index.links(key.own).losses(line / 2) {
            let on = masks.on(self.board(), loss.cell, line % 2);
            self.occupied.iter_mut().zip(on).for_each(|(occupied, on)| *occupied |= on);
            let Some(rest) = sources.after_losses.get(usize::from(loss.progress)).copied().flatten() else {
                // Nobody is left: lost.
                row.iter_mut().zip(on).for_each(|(row, on)| *row &= !on);
                continue;
            };
            let rest = &rest[(loss.line as usize ^ (line % 2)) * row.len()..][..row.len()];
            let captured = rest.iter().zip(on);
            row.iter_mut().zip(captured).for_each(|(row, (rest, on))| *row = *row & !on | rest & on);
        }
    }

    /// Counts the positions of a row. One that is its own mirror image stands for itself, any other for two.
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
