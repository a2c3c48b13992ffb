//! Tables of results: for every position of a board, whether the side to move wins. `docs/solved.md` tells how they are made.
//!
//! No position comes again and there is no draw, so a result is a bit.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | the board as one side sees it |
//! | `index.rs` | all arrangements of a side, in order |
//! | `block.rs` | the work on one block: two classes of arrangements |
//! | `matrix.rs` | rows become columns |
//! | `build.rs` | the work in order |
//! | `block_work.rs` | the work block by block, for several processes |
//! | `plies.rs` | the plies to the end, for few pieces |
//! | `packing.rs`, `coder.rs` | blocks packed, bit by bit |
//! | `format.rs`, `bytes.rs` | a table as bytes |
//! | `writer.rs`, `reader.rs`, `errors.rs` | bytes written and read |
//! | `chunk_cache.rs` | unpacked chunks, kept while there is room |
//! | `verify.rs` | every bit again, by the rules |
//!
//! Files are the caller's: a table is written to anything that takes bytes, and read from anything that has them.

mod block;
mod block_work;
mod build;
mod bytes;
mod chunk_cache;
mod coder;
mod errors;
mod format;
mod index;
mod matrix;
mod packing;
mod plies;
mod reader;
mod side_board;
#[cfg(test)]
mod tests;
mod verify;
mod writer;

use std::fmt::Debug;
use std::io::{self, Read, Seek, Write};

pub use block::{BlockKey, Count, Rows};
pub use block_work::{BlockWork, Step};
pub use build::{BuildError, BuiltBlock, FinishedBlock};
pub use errors::TableError;
pub use format::Material;
pub use plies::PliesTable;
pub use verify::Verification;
pub use writer::{TableWriter, UnfinishedTable};

use super::board::{Geometry, Size};
use super::position::Position;
use crate::engine::resources::Resources;
use crate::engine::search::KnownResults;
use crate::model::{Outcome, Player, Position as _, StopSignal};
use build::{Builder, Store, is_kept};
use index::Index;
use reader::TableReader;
use side_board::{Pieces, SideBoard, Successor};

/// Boards with more columns have more positions than any machine has memory for. Of such a board those with few pieces may be had, for a proof.
const MAX_COLUMNS: usize = 5;
/// The most pieces of a side: of six there are too many arrangements to list.
const MAX_PIECES_PER_SIDE: usize = MAX_COLUMNS;

/// Results of all positions of a board with at most so many pieces.
#[derive(Debug)]
pub struct EndgameTable {
    index: Index,
    pieces: usize,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Memory(Store),
    Stored(TableReader),
}

/// What a table is to be made of.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// The board.
    pub size: Size,
    /// The most pieces of both sides together; as many as there are if it is larger. No side has more than 5 in a table.
    pub pieces: usize,
    /// The threads that work.
    pub threads: usize,
    /// Where threads and memory come from.
    pub resources: Resources,
    /// Ends the work with what there is.
    pub stop: StopSignal,
}

/// The most pieces of a side in a table of at most so many pieces.
fn max_pieces_per_side(size: Size, pieces: usize) -> usize {
    size.width().min(MAX_PIECES_PER_SIDE).min(pieces.saturating_sub(1))
}

impl TablePlan {
    /// Whether a board is small enough for a table of all pieces: at most 5 columns, and its pieces fit into a word.
    pub fn fits(size: Size) -> bool {
        size.width() <= MAX_COLUMNS && SideBoard::new(size).is_some()
    }

    fn index(&self) -> Option<Index> {
        Some(Index::new(SideBoard::new(self.size)?, max_pieces_per_side(self.size, self.pieces)))
    }

    fn builder<'a>(&'a self, index: &'a Index, keeps_results: bool) -> Builder<'a> {
        let TablePlan { pieces, threads, resources, stop, .. } = self;
        Builder { index, pieces: *pieces, threads: *threads, resources, stop, keeps_results }
    }

    /// The memory that the work takes, in bytes, about, if the table is written or if it stays in memory; `None` if there can be no
    /// table of the board.
    pub fn memory(&self, is_written: bool) -> Option<u64> {
        Some(self.builder(&self.index()?, !is_written).memory())
    }

    /// The memory of a written table for one of several processes that make it in parts.
    pub fn part_memory(&self) -> Option<u64> {
        let index = self.index()?;
        let builder = self.builder(&index, false);
        let blocks = builder.slices().into_iter().flat_map(|slice| builder.blocks_of(slice));
        let words = blocks.map(|key| {
            let sources: usize = builder.source_keys(key).map(|source| source.words(&index)).sum();
            // The block, one turned over, and one packed.
            sources + 3 * key.words(&index)
        });
        Some(8 * words.max().unwrap_or(0) as u64 + index.memory())
    }

    /// Makes the table and keeps it in memory.
    ///
    /// # Errors
    /// The board is too large, there is too little memory, or somebody has asked to stop.
    pub fn make(&self) -> Result<EndgameTable, BuildError> {
        let mut index = self.index().ok_or(BuildError::Memory)?;
        let mut store =
            self.builder(&index, true).build(None::<&mut TableWriter<io::Sink>>, &mut |_, _| {})?;
        store.retain(|key, _| is_kept(*key));
        index.drop_links();
        Ok(EndgameTable { index, pieces: self.pieces, source: Source::Memory(store) })
    }

    /// Makes the table and writes what `writer` lacks of it. Returns what it was written to. `on_progress` gets how much has been done
    /// of how much.
    ///
    /// # Errors
    /// As with [`TablePlan::make`], or the table cannot be written. Whole slices have been written by then.
    pub fn write<W: Write>(
        &self,
        mut writer: TableWriter<W>,
        on_progress: &mut dyn FnMut(u64, u64),
    ) -> Result<W, BuildError> {
        let index = self.index().ok_or(BuildError::Memory)?;
        self.builder(&index, false).build(Some(&mut writer), on_progress)?;
        Ok(writer.finish(self.pieces.min(2 * index.max_pieces()))?)
    }
}

impl EndgameTable {
    /// Opens a table of this board, such as a file.
    ///
    /// # Errors
    /// `input` cannot be read, or is not a finished table of this board.
    pub fn open(
        input: impl Read + Seek + Send + Debug + 'static,
        size: Size,
    ) -> Result<EndgameTable, TableError> {
        let stored = TableReader::open(input, size)?;
        let board = SideBoard::new(size).ok_or(TableError::NotATable)?;
        let pieces = stored.file.contents.pieces;
        let index = Index::new(board, max_pieces_per_side(size, pieces));
        Ok(EndgameTable { index, pieces, source: Source::Stored(stored) })
    }

    /// The most pieces of a position in the table.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The positions by material, if the table is stored.
    pub fn materials(&self) -> &[Material] {
        match &self.source {
            Source::Memory(_) => &[],
            Source::Stored(stored) => &stored.file.contents.materials,
        }
    }

    /// The bytes of the table as it is stored; 0 if it was made in memory.
    pub fn bytes(&self) -> u64 {
        match &self.source {
            Source::Memory(_) => 0,
            Source::Stored(stored) => stored.file.length,
        }
    }

    /// Who wins a position; `None` if it is not in the table.
    ///
    /// # Errors
    /// What the table says of it is damaged, or cannot be read.
    pub fn winner<G: Geometry>(&self, position: &Position<G>) -> Result<Option<Outcome>, TableError> {
        if let Some(outcome) = position.terminal_outcome() {
            return Ok(Some(outcome));
        }
        let mover = position.to_move();
        let Some([own, enemy]) = self.index.board().sides(position) else { return Ok(None) };
        if (own.count_ones() + enemy.count_ones()) as usize > self.pieces() {
            return Ok(None);
        }
        let wins = self.wins(own, enemy)?;
        Ok(wins.map(|wins| Outcome::Win(if wins { mover } else { mover.opponent() })))
    }

    /// Whether the side to move wins; `None` if the position is not in the table.
    fn wins(&self, own: Pieces, enemy: Pieces) -> Result<Option<bool>, TableError> {
        let Some((key, place)) = self.index.place(own, enemy) else { return Ok(None) };
        match &self.source {
            _ if !is_kept(key) => self.wins_by_step(own, enemy),
            Source::Memory(store) => Ok(store.get(&key).map(|rows| {
                let ([row, half, column], words) = (place, self.index.class(key.enemy).words());
                rows[(2 * row + half) * words + column / 64] >> (column % 64) & 1 != 0
            })),
            Source::Stored(stored) => stored.bit(&self.index, key, place).map(Some),
        }
    }

    /// The same from the positions after each step, all of which are kept.
    fn wins_by_step(&self, own: Pieces, enemy: Pieces) -> Result<Option<bool>, TableError> {
        for next in self.index.board().successors(own, enemy) {
            let Successor::Position { own, enemy } = next else { return Ok(Some(true)) };
            match self.wins(own, enemy)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(true)),
                Some(true) => {}
            }
        }
        Ok(Some(false))
    }
}

/// A damaged part of a table says nothing.
impl<G: Geometry> KnownResults<Position<G>> for EndgameTable {
    fn winner(&self, position: &Position<G>) -> Option<Player> {
        EndgameTable::winner(self, position).ok().flatten().and_then(Outcome::winner)
    }
}
