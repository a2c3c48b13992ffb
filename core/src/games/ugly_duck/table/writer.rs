//! Writing tables: plies, and results slice by slice, so that interrupted work can be resumed.

use std::io::{self, BufReader, Read, Write};

use super::block::{BlockKey, Count};
use super::build::{BuiltBlock, SliceKey};
use super::format::{self, BlockHead, Contents, START_LENGTH, SliceHead, TableKind};
use super::packing::Packed;
use super::plies::DistanceCode;
use crate::engine::bytes::{NO_LABEL, read_or_eof, read_part, read_up_to, write_part};
use crate::games::ugly_duck::size::Size;

/// The length of a chunk of plies in bytes. The last chunk of a block can be shorter.
pub(super) const CHUNK: usize = 4096;

/// The complete slices of an interrupted table. A table of plies has none: it begins again.
#[derive(Debug)]
pub struct UnfinishedTable {
    kind: TableKind,
    size: Size,
    length: u64,
    contents: Contents,
    slices: Vec<SliceKey>,
}

impl UnfinishedTable {
    /// Returns whether `input` begins like a table of any kind, board and version, or has no content yet: it is
    /// empty, or the system has not stored the content.
    ///
    /// # Errors
    /// `input` cannot be read.
    pub fn is_beginning(input: &mut impl Read) -> io::Result<bool> {
        let start = read_up_to(input, START_LENGTH as u64)?;
        Ok(start.iter().all(|byte| *byte == 0) || format::is_start(&start))
    }

    /// Reads the complete slices of a table of this kind and board. Anything else has none.
    ///
    /// # Errors
    /// `input` cannot be read.
    pub fn read(input: &mut impl Read, kind: TableKind, size: Size) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 20, input);
        let mut start = [0; START_LENGTH];
        let mut found =
            UnfinishedTable { kind, size, length: 0, contents: Contents::default(), slices: Vec::new() };
        let begins = read_or_eof(&mut input, &mut start)?;
        if !begins || format::read_start(kind, &start) != Some((kind.version(), size)) {
            return Ok(found);
        }
        found.length = START_LENGTH as u64;
        while found.read_slice(&mut input)?.is_some() {}
        Ok(found)
    }

    /// Adds the next slice, or returns `None` if it is incomplete.
    fn read_slice(&mut self, input: &mut impl Read) -> io::Result<Option<()>> {
        let Some(part) = read_part(input, NO_LABEL)? else { return Ok(None) };
        let Some(slice) = SliceHead::read(&part) else { return Ok(None) };
        let mut at = self.length + 8 + part.len() as u64;
        let mut blocks = Vec::new();
        for _ in 0..slice.blocks {
            let Some(part) = read_part(input, NO_LABEL)? else { return Ok(None) };
            let Some(head) = BlockHead::read(&part) else { return Ok(None) };
            blocks.push((head.key, at));
            at += 8 + part.len() as u64 + head.length();
            for chunk in 0..head.chunks.len() {
                let Some(_) = head.read_chunk(input, chunk)? else { return Ok(None) };
            }
        }
        self.length = at;
        self.slices.push(slice.key);
        self.contents.add(slice.key, slice.counts);
        self.contents.blocks.extend(blocks);
        Ok(Some(()))
    }

    /// Returns the length of everything up to the last complete slice, in bytes. Work is resumed there.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the largest number of pieces on a board of its slices, or 0 before the first slice.
    pub fn pieces(&self) -> usize {
        self.slices.iter().map(|slice| slice.pieces.iter().sum()).max().unwrap_or(0)
    }
}

/// Writes a table.
#[derive(Debug)]
pub struct TableWriter<W> {
    out: W,
    length: u64,
    contents: Contents,
    written: Vec<SliceKey>,
}

impl<W: Write> TableWriter<W> {
    /// Resumes a table. `out` continues after the first [`UnfinishedTable::length`] bytes of the table.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn resume(unfinished: UnfinishedTable, out: W) -> io::Result<Self> {
        let UnfinishedTable { kind, size, length, contents, slices } = unfinished;
        match length {
            0 => TableWriter::start(out, kind, size),
            _ => Ok(TableWriter { out, length, contents, written: slices }),
        }
    }

    /// Begins a table.
    pub(super) fn start(out: W, kind: TableKind, size: Size) -> io::Result<Self> {
        let mut writer = TableWriter { out, length: 0, contents: Contents::default(), written: Vec::new() };
        writer.write(&format::start(kind, size))?;
        Ok(writer)
    }

    /// Returns the number of slices that the table had when it was resumed.
    pub fn slices(&self) -> usize {
        self.written.len()
    }

    /// Finishes the table, which must have all blocks for this number of pieces. Returns `out`.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn finish(mut self, pieces: usize) -> io::Result<W> {
        let at = self.length;
        self.contents.pieces = pieces;
        let belongs = |key: &BlockKey| key.own.pieces + key.enemy.pieces <= pieces;
        self.contents.blocks.retain(|(key, _)| belongs(key));
        self.contents.materials.retain(|material| material.own + material.enemy <= pieces);
        let contents = self.contents.to_bytes();
        self.write_part(NO_LABEL, &contents)?;
        self.write(&format::end(at))?;
        Ok(self.out)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn write_part(&mut self, label: &[u8], part: &[u8]) -> io::Result<()> {
        self.length += write_part(&mut self.out, label, part)?;
        Ok(())
    }

    /// Returns whether the table is missing this slice.
    pub(super) fn needs_slice(&self, slice: SliceKey) -> bool {
        !self.written.contains(&slice)
    }

    /// Writes a block of plies.
    pub(super) fn add_plies(&mut self, key: BlockKey, block: &[DistanceCode]) -> io::Result<()> {
        self.contents.blocks.push((key, self.length));
        let mut chunks = block.chunks(CHUNK).enumerate();
        chunks.try_for_each(|(number, chunk)| self.write_part(&format::chunk_label(key, number), chunk))
    }

    /// Writes the blocks of a slice that the table stores. The first of its counts is with the smaller number of pieces to
    /// move, or both if the numbers are equal.
    pub(super) fn write_slice(&mut self, key: SliceKey, blocks: &[BuiltBlock]) -> io::Result<()> {
        let mut counts = [Count::default(); 2];
        for block in blocks {
            counts[usize::from(block.key.own.pieces > key.pieces[0])].add(block.count);
        }
        let mut stored: Vec<&Packed> = blocks.iter().filter_map(|block| block.packed.as_ref()).collect();
        stored.sort_unstable_by_key(|packed| packed.head.key);
        let head = SliceHead { key, counts, blocks: stored.len() };
        self.contents.add(key, counts);
        self.write_part(NO_LABEL, &head.to_bytes())?;
        for Packed { head, bytes } in stored {
            self.contents.blocks.push((head.key, self.length));
            self.write_part(NO_LABEL, &head.to_bytes())?;
            self.write(bytes)?;
        }
        self.out.flush()
    }
}
