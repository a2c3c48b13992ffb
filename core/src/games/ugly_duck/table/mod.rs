//! Result tables: for every position of a board, whether the side to move wins. `docs/solved.md` describes
//! how they are made.
//!
//! Positions never repeat and there are no draws, so a result is one bit.
//!
//! | file | contents |
//! | --- | --- |
//! | `side_board.rs` | the board as seen by one side |
//! | `index.rs` | all arrangements of a side, in order |
//! | `block.rs` | computing one block: two classes of arrangements |
//! | `matrix.rs` | transposing bit tables |
//! | `build.rs` | the order of the work |
//! | `plies.rs` | the plies to the end, for few pieces |
//! | `packing.rs`, `coder.rs` | packing blocks, bit by bit |
//! | `format.rs` | a table as bytes |
//! | `writer.rs`, `reader.rs`, `errors.rs` | writing and reading tables |
//! | `verify.rs` | checking tables by the rules of the game |
//!
//! The caller handles files: a table is written to any [`Write`], and read from any [`Read`] with [`Seek`].

mod block;
mod build;
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
use std::io::{self, Cursor, Read, Seek, Write};

pub use block::Count;
pub use build::BuildError;
pub use errors::TableError;
pub use format::{Material, TableKind};
pub use verify::Verification;
pub use writer::{TableWriter, UnfinishedTable};

use super::board::Geometry;
use super::position::UglyDuckPosition;
use super::size::Size;
use crate::engine::resources::Resources;
use crate::engine::search::KnownResults;
use crate::model::{Outcome, Player, Position as _, StopSignal};
use build::{Builder, Store, is_kept};
use index::Index;
use reader::{StoredTable, TableReader};
use side_board::{Pieces, SideBoard, Successor};

/// Wider boards have too many positions for any machine's memory. For those there are only tables of few
/// pieces, for proofs.
const MAX_COLUMNS: usize = 5;
/// The maximum number of pieces of a side. Six have too many arrangements to list.
const MAX_PIECES_PER_SIDE: usize = MAX_COLUMNS;

/// What is known about all positions of a board with up to a given number of pieces.
#[derive(Debug)]
pub struct EndgameTable {
    index: Index,
    pieces: usize,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// The winners.
    Memory(Store),
    /// The winners, in a file.
    Results(Box<TableReader>),
    /// The plies to the end, in a file.
    Plies(Box<StoredTable>),
}

/// The parameters of a table to build.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// What the table says about positions.
    pub kind: TableKind,
    /// The board.
    pub size: Size,
    /// The maximum number of pieces of both sides together. Larger numbers mean all pieces. No side has more
    /// than 5 in a table.
    pub pieces: usize,
    /// The number of threads.
    pub threads: usize,
    /// Where threads and memory come from.
    pub resources: Resources,
    /// Stops the work.
    pub stop: StopSignal,
}

/// Returns the maximum number of pieces of a side in a table of at most `pieces` pieces.
fn max_pieces_per_side(size: Size, pieces: usize) -> usize {
    size.width().min(MAX_PIECES_PER_SIDE).min(pieces.saturating_sub(1))
}

impl TablePlan {
    /// Returns whether a board is small enough for a table of all pieces: it has at most 5 columns, and its
    /// pieces fit in a word.
    pub fn fits(size: Size) -> bool {
        size.width() <= MAX_COLUMNS && SideBoard::new(size).is_some()
    }

    fn index(&self) -> Option<Index> {
        let index = Index::new(SideBoard::new(self.size)?, max_pieces_per_side(self.size, self.pieces));
        Some(index).filter(|index| self.kind == TableKind::Results || plies::fit(index, self.pieces))
    }

    /// Returns the approximate memory needed to build the table, in bytes, when it is written or when it is
    /// kept in memory. Returns `None` if there can be no such table.
    pub fn memory(&self, is_written: bool) -> Option<u64> {
        Some(Builder { index: &self.index()?, plan: self, keeps_results: !is_written }.memory())
    }

    /// Builds the table and keeps it in memory.
    ///
    /// # Errors
    /// The board is too large, there is not enough memory, or the work was stopped.
    pub fn make(&self) -> Result<EndgameTable, BuildError> {
        if self.kind == TableKind::Plies {
            let writer = TableWriter::start(Vec::new(), self.kind, self.size)?;
            let bytes = self.write(writer, &mut |_, _| {})?;
            return Ok(EndgameTable::open(Cursor::new(bytes), self.kind, self.size)?);
        }
        let mut index = self.index().ok_or(BuildError::Memory)?;
        let mut store = Builder { index: &index, plan: self, keeps_results: true }
            .build(None::<&mut TableWriter<io::Sink>>, &mut |_, _| {})?;
        store.retain(|key, _| is_kept(*key));
        index.drop_links();
        Ok(EndgameTable { index, pieces: self.pieces, source: Source::Memory(store) })
    }

    /// Builds the table and writes what `writer` is missing. Returns the output. `on_progress` receives the
    /// work done and the total work.
    ///
    /// # Errors
    /// Those of [`TablePlan::make`], or the table cannot be written. All complete slices have been written by
    /// then.
    pub fn write<W: Write>(
        &self,
        mut writer: TableWriter<W>,
        on_progress: &mut dyn FnMut(u64, u64),
    ) -> Result<W, BuildError> {
        let index = self.index().ok_or(BuildError::Memory)?;
        let builder = Builder { index: &index, plan: self, keeps_results: false };
        match self.kind {
            TableKind::Results => drop(builder.build(Some(&mut writer), on_progress)?),
            TableKind::Plies => builder.build_plies(&mut writer, on_progress)?,
        }
        Ok(writer.finish(self.pieces.min(2 * index.max_pieces()))?)
    }
}

impl EndgameTable {
    /// Opens a table of this kind and board, for example from a file.
    ///
    /// # Errors
    /// `input` cannot be read, or is not a finished table of this kind and board.
    pub fn open(
        input: impl Read + Seek + Send + Debug + 'static,
        kind: TableKind,
        size: Size,
    ) -> Result<EndgameTable, TableError> {
        let (file, index) = StoredTable::open(input, size, kind)?;
        let pieces = file.contents.pieces;
        let source = match kind {
            TableKind::Results => Source::Results(Box::new(TableReader::new(file))),
            TableKind::Plies => Source::Plies(Box::new(file)),
        };
        Ok(EndgameTable { index, pieces, source })
    }

    /// Returns the file of a stored table.
    fn file(&self) -> Option<&StoredTable> {
        match &self.source {
            Source::Memory(_) => None,
            Source::Results(reader) => Some(&reader.file),
            Source::Plies(file) => Some(file),
        }
    }

    /// Returns the maximum number of pieces of a position in the table.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the positions by material, if the table is stored and has winners.
    pub fn materials(&self) -> &[Material] {
        self.file().map_or(&[], |file| &file.contents.materials)
    }

    /// Returns the length of the stored table in bytes, or 0 for a table in memory.
    pub fn bytes(&self) -> u64 {
        self.file().map_or(0, |file| file.length)
    }

    /// Returns the outcome of a position, or `None` if it is not in the table.
    ///
    /// # Errors
    /// The part of the table with this position is damaged or cannot be read.
    pub fn winner<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Result<Option<Outcome>, TableError> {
        if let Some(outcome) = position.terminal_outcome() {
            return Ok(Some(outcome));
        }
        let mover = position.to_move();
        let Some([own, enemy]) = self.index.board().sides(position, self.pieces) else { return Ok(None) };
        let wins = self.wins(own, enemy)?;
        Ok(wins.map(|wins| Outcome::Win(if wins { mover } else { mover.opponent() })))
    }

    /// Returns whether the side to move wins, or `None` if the position is not in the table.
    fn wins(&self, own: Pieces, enemy: Pieces) -> Result<Option<bool>, TableError> {
        let Some((key, place)) = self.index.place(own, enemy) else { return Ok(None) };
        match &self.source {
            Source::Plies(_) => Ok(self.distance(own, enemy)?.map(|(wins, _)| wins)),
            _ if !is_kept(key) => self.wins_by_step(own, enemy),
            Source::Memory(store) => Ok(store.get(&key).map(|rows| {
                let ([row, half, column], words) = (place, self.index.class(key.enemy).words());
                rows[(2 * row + half) * words + column / 64] >> (column % 64) & 1 != 0
            })),
            Source::Results(reader) => reader.bit(&self.index, key, place).map(Some),
        }
    }

    /// Finds the same result from the positions after each step, all of which are stored.
    fn wins_by_step(&self, own: Pieces, enemy: Pieces) -> Result<Option<bool>, TableError> {
        for next in self.index.board().successors(own, enemy) {
            let Successor::UglyDuckPosition { own, enemy } = next else { return Ok(Some(true)) };
            match self.wins(own, enemy)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(true)),
                Some(true) => {}
            }
        }
        Ok(Some(false))
    }
}

/// A damaged part of the table counts as unknown.
impl<G: Geometry> KnownResults<UglyDuckPosition<G>> for EndgameTable {
    fn winner(&self, position: &UglyDuckPosition<G>) -> Option<Player> {
        EndgameTable::winner(self, position).ok().flatten().and_then(Outcome::winner)
    }
}
