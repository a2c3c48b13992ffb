//! Plies to the end with best play, for positions of few pieces: whoever wins hurries, and whoever loses delays.
//!
//! They are worked out as the results are (`block.rs`), with a byte in the place of a bit and the best of what follows in the place of the
//! union. A byte orders what can come of a position as the side to move likes it: lost in n plies is n, won in n plies is 255 - n.

use std::collections::HashMap;

use super::Plan;
use super::block::Key;
use super::build::{BuildError, is_kept};
use super::field::{Next, Pieces};
use super::index::{Index, Link};
use crate::engine::resources::Resources;
use crate::games::ugly_duck::board::Geometry;
use crate::games::ugly_duck::position::Position;

/// What can come of a position, as the side to move sees it.
type Prospect = u8;

const LOST: Prospect = 0;
const WINS_AT_ONCE: Prospect = 254;
/// Where every way is shorter than this, prospects are told apart.
const LONGEST: usize = 127;

/// The same a ply before, as the other side sees it.
fn before(after: Prospect) -> Prospect {
    if usize::from(after) < LONGEST { WINS_AT_ONCE - after } else { after.wrapping_neg() }
}

/// The plies to the end of all positions with at most so many pieces.
#[derive(Debug)]
pub(super) struct PliesTable {
    index: Index,
    pieces: usize,
    blocks: Blocks,
}

type Blocks = HashMap<Key, Box<[Prospect]>>;

/// Works blocks out, one after the other.
struct Worker<'a> {
    index: &'a Index,
    resources: &'a Resources,
    turned: Vec<Prospect>,
    /// By cell and column, 0 where an enemy is on the cell, else all bits.
    free: Vec<Prospect>,
}

impl PliesTable {
    /// The memory that the work takes, in bytes, about; `None` if there can be no such table.
    pub fn memory(plan: &Plan) -> Option<u64> {
        let index = plan.index().filter(|index| plan.pieces * index.field().steps_home() < LONGEST)?;
        let builder = plan.builder(&index, true);
        let mut blocks = HashMap::new();
        let most = builder.slices().into_iter().map(|slice| {
            builder.forget(&mut blocks, slice);
            let bytes = |key: Key| (2 * index.class(key.own).len() * index.class(key.enemy).len()) as u64;
            let new: Vec<_> = builder.blocks_of(slice).into_iter().map(|key| (key, bytes(key))).collect();
            let largest = new.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0);
            blocks.extend(new);
            blocks.values().sum::<u64>() + largest
        });
        Some(most.max().unwrap_or(0) + index.memory())
    }

    /// Makes the table, in one thread.
    pub fn make(plan: &Plan) -> Result<PliesTable, BuildError> {
        PliesTable::memory(plan).ok_or(BuildError::Memory)?;
        let mut index = plan.index().ok_or(BuildError::Memory)?;
        let mut blocks = Blocks::new();
        let builder = plan.builder(&index, true);
        let mut worker =
            Worker { index: &index, resources: &plan.resources, turned: Vec::new(), free: Vec::new() };
        for slice in builder.slices() {
            builder.forget(&mut blocks, slice);
            for key in builder.blocks_of(slice) {
                if plan.stop.is_raised() {
                    return Err(BuildError::Stopped);
                }
                let block = worker.block(key, &blocks).ok_or(BuildError::Memory)?;
                blocks.insert(key, block);
            }
        }
        blocks.retain(|key, _| is_kept(*key));
        index.forget_links();
        Ok(PliesTable { index, pieces: plan.pieces, blocks })
    }

    /// The plies to the end from a position that is not over; `None` if it is not in the table.
    pub fn plies<G: Geometry>(&self, position: &Position<G>) -> Option<u32> {
        let [own, enemy] = self.index.field().sides(position)?;
        let is_here = (own.count_ones() + enemy.count_ones()) as usize <= self.pieces;
        let prospect = is_here.then(|| self.prospect(own, enemy)).flatten()?;
        Some(u32::from(if usize::from(prospect) < LONGEST { prospect } else { u8::MAX - prospect }))
    }

    fn prospect(&self, own: Pieces, enemy: Pieces) -> Option<Prospect> {
        let (key, [row, half, column]) = self.index.place(own, enemy)?;
        if is_kept(key) {
            let columns = self.index.class(key.enemy).len();
            return self.blocks.get(&key)?.get((2 * row + half) * columns + column).copied();
        }
        let nexts = self.index.field().nexts(own, enemy).map(|next| match next {
            Next::Won => Some(WINS_AT_ONCE),
            Next::Position { own, enemy } => self.prospect(own, enemy).map(before),
        });
        nexts.into_iter().try_fold(LOST, |best, next| Some(best.max(next?)))
    }
}

impl Worker<'_> {
    /// The prospects of a block: for each arrangement of the side to move two halves of columns. `None` if there is no memory for it.
    fn block(&mut self, key: Key, blocks: &Blocks) -> Option<Box<[Prospect]>> {
        let columns = self.index.class(key.enemy).len();
        self.turn_over(key, blocks)?;
        self.mark_free(key)?;
        let mut rows = self.resources.zeroed(2 * self.index.class(key.own).len() * columns)?;
        for (line, row) in rows.chunks_exact_mut(columns).enumerate() {
            let steps = self.index.links(key.own).steps(line / 2);
            steps.iter().for_each(|link| self.step(*link, line % 2, row));
            self.lose(key, blocks, line, row);
        }
        Some(rows)
    }

    /// Turns the block after a move without a capture over: a row for each line of the side to move, with what it is worth a ply before.
    fn turn_over(&mut self, key: Key, blocks: &Blocks) -> Option<()> {
        self.turned.clear();
        let next = key.after_move(self.index);
        let Some((next, block)) = next.and_then(|next| Some((next, blocks.get(&next)?))) else {
            return Some(());
        };
        let [rows, columns] = [next.own, next.enemy].map(|group| self.index.class(group).len());
        self.resources.reserve(&mut self.turned, 2 * rows * columns).then_some(())?;
        self.turned.resize(2 * rows * columns, LOST);
        for (number, row) in block.chunks_exact(columns).enumerate() {
            let (row_number, half) = (number / 2, number % 2);
            for (column, prospect) in row.iter().enumerate() {
                self.turned[(2 * column + half) * rows + row_number] = before(*prospect);
            }
        }
        Some(())
    }

    fn mark_free(&mut self, key: Key) -> Option<()> {
        let (field, masks) = (self.index.field(), self.index.masks(key.enemy));
        let columns = self.index.class(key.enemy).len();
        self.free.clear();
        self.resources.reserve(&mut self.free, field.cells() * columns).then_some(())?;
        for cell in 0..field.cells() as u8 {
            let on = masks.on(field, cell, 0);
            let is_on = |column: usize| on[column / 64] >> (column % 64) & 1 != 0;
            self.free.extend((0..columns).map(|column| if is_on(column) { 0 } else { u8::MAX }));
        }
        Some(())
    }

    /// For each column, all bits where no enemy is on the cell.
    fn free(&self, cell: u8, half: usize, columns: usize) -> &[Prospect] {
        let cell = usize::from(cell);
        let cell = if half == 0 { cell } else { self.index.field().mirrored_index(cell) };
        &self.free[cell * columns..][..columns]
    }

    /// Takes what a step leads to, where that is better.
    fn step(&self, link: Link, half: usize, row: &mut [Prospect]) {
        let columns = row.len();
        let next = link.line().map(|line| &self.turned[(line as usize ^ half) * columns..][..columns]);
        let free = link.barred.map(|cell| self.free(cell, half, columns));
        for (column, best) in row.iter_mut().enumerate() {
            let next = next.map_or(WINS_AT_ONCE, |next| next[column]);
            *best = (*best).max(next & free.map_or(u8::MAX, |free| free[column]));
        }
    }

    /// Puts what follows a capture into the columns that share a cell with the row.
    fn lose(&self, key: Key, blocks: &Blocks, line: usize, row: &mut [Prospect]) {
        let (half, columns) = (line % 2, row.len());
        for loss in self.index.links(key.own).losses(line / 2) {
            let free = self.free(loss.cell, half, columns);
            let rest = (key.own.pieces > 1)
                .then(|| blocks.get(&key.after_loss(usize::from(loss.progress))))
                .flatten()
                .map(|block| &block[(loss.line as usize ^ half) * columns..][..columns]);
            for (column, prospect) in row.iter_mut().enumerate() {
                let rest = rest.map_or(LOST, |rest| rest[column]);
                *prospect = *prospect & free[column] | rest & !free[column];
            }
        }
    }
}
