//! Building a table block by block, for several processes that share the work through common storage.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::mem;

use super::TablePlan;
use super::block::{BlockKey, BlockWorker, Rows};
use super::build::{BuildError, Builder, BuiltBlock, FinishedBlock, SliceKey, is_kept};
use super::bytes::{NO_LABEL, read_or_eof, read_part, write_part};
use super::errors::TableError;
use super::format::{self, BlockHead, START_LENGTH, TableKind};
use super::index::Index;

/// The work on a planned table.
#[derive(Debug)]
pub struct BlockWork<'a> {
    plan: &'a TablePlan,
    index: Index,
}

/// A set of blocks that are made only from blocks of earlier steps.
#[derive(Debug)]
pub struct BuildStep {
    pub(super) slice: SliceKey,
    /// The blocks of the step, none of which is made from another.
    pub blocks: Vec<BlockKey>,
    /// Earlier blocks that neither this step nor any later one needs.
    pub unneeded: Vec<BlockKey>,
    /// The cost of the step, in the same unit for all steps.
    pub cost: u64,
}

impl TablePlan {
    /// Returns the work on the table block by block, or `None` if the board cannot have a table.
    pub fn block_work(&self) -> Option<BlockWork<'_>> {
        Some(BlockWork { plan: self, index: self.index()? })
    }
}

impl BlockWork<'_> {
    /// Returns the maximum number of pieces of a position in the table.
    pub fn pieces(&self) -> usize {
        self.plan.pieces.min(2 * self.index.max_pieces())
    }

    fn builder(&self) -> Builder<'_> {
        self.plan.builder(&self.index, false)
    }

    /// Returns the steps, in order.
    pub fn steps(&self) -> Vec<BuildStep> {
        let builder = self.builder();
        let mut needed: Vec<BlockKey> = Vec::new();
        let step = |slice| {
            let unneeded;
            (needed, unneeded) =
                mem::take(&mut needed).into_iter().partition(|key| builder.is_needed(*key, slice));
            let blocks = builder.blocks_of(slice);
            needed.extend(&blocks);
            BuildStep { slice, blocks, unneeded, cost: builder.cost(slice, true) }
        };
        builder.slices().into_iter().map(step).collect()
    }

    /// Returns the blocks from which a block is made.
    pub fn sources(&self, block: BlockKey) -> Vec<BlockKey> {
        self.builder().source_keys(block).filter(|source| source.words(&self.index) > 0).collect()
    }

    /// Makes a block from the rows of its [`sources`](BlockWork::sources).
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn make(&self, block: BlockKey, sources: &HashMap<BlockKey, Rows>) -> Result<BuiltBlock, BuildError> {
        let mut worker = BlockWorker::new(&self.index, &self.plan.resources);
        self.builder().block(&mut worker, block, sources, true)
    }

    /// Reads rows written by [`BuiltBlock::write_rows`].
    ///
    /// # Errors
    /// `input` cannot be read or is damaged, or there is not enough memory.
    pub fn read_rows(&self, block: BlockKey, input: &mut impl Read) -> Result<Rows, BuildError> {
        let rows = self.plan.resources.zeroed(block.words(&self.index)).ok_or(BuildError::Memory)?;
        Ok(read_rows(input, rows)?.ok_or_else(damaged)?)
    }

    /// Writes a block for [`BlockWork::read_finished`].
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_finished(&self, block: &BuiltBlock, out: &mut impl Write) -> io::Result<()> {
        let FinishedBlock { key, count, packed } = &block.finished;
        out.write_all(&format::start(TableKind::Results, self.plan.size))?;
        write_part(out, NO_LABEL, &format::count_to_bytes(*count))?;
        let Some(packed) = packed else { return Ok(()) };
        write_part(out, NO_LABEL, &BlockHead::of(*key, packed).to_bytes())?;
        out.write_all(&packed.bytes)
    }

    /// Reads a block written by [`BlockWork::write_finished`].
    ///
    /// # Errors
    /// `input` cannot be read or is damaged.
    pub fn read_finished(&self, block: BlockKey, input: &mut impl Read) -> Result<FinishedBlock, TableError> {
        let mut start = [0; START_LENGTH];
        if !read_or_eof(input, &mut start)? || start[..] != format::start(TableKind::Results, self.plan.size)
        {
            return Err(damaged());
        }
        let count =
            read_part(input, NO_LABEL)?.and_then(|part| format::count_of_bytes(&part)).ok_or_else(damaged)?;
        if !is_kept(block) {
            return Ok(FinishedBlock { key: block, count, packed: None });
        }
        let head = read_part(input, NO_LABEL)?.and_then(|part| BlockHead::read(&part));
        let head = head.filter(|head| head.key == block).ok_or_else(damaged)?;
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let packed = head.with(bytes).ok_or_else(damaged)?;
        Ok(FinishedBlock { key: block, count, packed: Some(packed) })
    }
}

impl BuiltBlock {
    /// Writes the rows, which are needed to make other blocks.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_rows(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        self.rows.iter().for_each(|word| sum.update(&word.to_le_bytes()));
        out.write_all(&sum.finalize().to_le_bytes())?;
        self.rows.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }
}

/// Reads rows written by [`BuiltBlock::write_rows`] into `rows`. Returns `None` if they are damaged.
fn read_rows(input: &mut impl Read, mut rows: Rows) -> io::Result<Option<Rows>> {
    let (mut wanted, mut word, mut sum) = ([0; 4], [0; 8], crc32fast::Hasher::new());
    if !read_or_eof(input, &mut wanted)? {
        return Ok(None);
    }
    for row in &mut rows {
        if !read_or_eof(input, &mut word)? {
            return Ok(None);
        }
        sum.update(&word);
        *row = u64::from_le_bytes(word);
    }
    Ok((sum.finalize() == u32::from_le_bytes(wanted)).then_some(rows))
}

fn damaged() -> TableError {
    TableError::Damaged { part: "this block".to_owned() }
}
