//! A table of plies in a file: the bytes of each block, in chunks that are read alone, each with its checksum.
//!
//! The parts are those of `format.rs`, without slices: a start, the chunks of each block, contents and an end.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::block::Key;
use super::bytes::{read_part, write_part};
use super::errors::{TableError, damaged};
use super::file::{begin, keep, open_finished, part_of};
use super::format::{self, Contents, Kind};
use super::plies::Prospect;
use crate::games::ugly_duck::board::Size;

/// The bytes of a chunk; the last of a block may have fewer.
const CHUNK: usize = 4096;
/// The same with the length and the checksum before them.
const STRIDE: u64 = CHUNK as u64 + 8;

/// A table that is being written, beside the file that it is to become.
pub(super) struct PliesWriter {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    length: u64,
    contents: Contents,
}

impl PliesWriter {
    /// Begins a table. What was left of one that was broken off is gone.
    pub fn open(path: &Path, size: Size, pieces: usize) -> Result<Self, TableError> {
        let part = part_of(path);
        let file = begin(&part)?;
        file.set_len(0).map_err(TableError::io(&part))?;
        let (file, start) = (BufWriter::with_capacity(1 << 20, file), format::start(Kind::Plies, size));
        let contents = Contents { pieces, ..Contents::default() };
        let length = start.len() as u64;
        let mut writer = PliesWriter { path: path.to_owned(), part, file, length, contents };
        writer.file.write_all(&start).map_err(TableError::io(&writer.part))?;
        Ok(writer)
    }

    /// Writes a block.
    pub fn add(&mut self, key: Key, block: &[Prospect]) -> Result<(), TableError> {
        self.contents.blocks.push((key, self.length));
        block.chunks(CHUNK).try_for_each(|chunk| self.write_part(chunk))
    }

    fn write_part(&mut self, part: &[u8]) -> Result<(), TableError> {
        self.length += write_part(&mut self.file, part).map_err(TableError::io(&self.part))?;
        Ok(())
    }

    /// Ends the table and gives it its name.
    pub fn finish(mut self) -> Result<(), TableError> {
        let at = self.length;
        self.write_part(&self.contents.to_bytes())?;
        self.file.write_all(&format::end(at)).map_err(TableError::io(&self.part))?;
        keep(self.file, &self.part, &self.path)
    }
}

/// A finished table in a file.
#[derive(Debug)]
pub(super) struct PliesFile {
    path: PathBuf,
    length: u64,
    file: Mutex<File>,
    pieces: usize,
    places: HashMap<Key, u64>,
}

impl PliesFile {
    /// Opens a table of this board.
    pub fn open(path: &Path, size: Size) -> Result<Self, TableError> {
        let (file, length, contents) = open_finished(path, size, Kind::Plies)?;
        let (path, file, places) = (path.to_owned(), Mutex::new(file), contents.blocks.into_iter().collect());
        Ok(PliesFile { path, length, file, pieces: contents.pieces, places })
    }

    /// The bytes of the file.
    pub fn length(&self) -> u64 {
        self.length
    }

    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The blocks of the table, in the order of the file.
    pub fn blocks(&self) -> Vec<Key> {
        let mut blocks: Vec<(u64, Key)> = self.places.iter().map(|(key, at)| (*at, *key)).collect();
        blocks.sort_unstable();
        blocks.into_iter().map(|(_, key)| key).collect()
    }

    /// The byte of this number in a block.
    pub fn prospect(&self, key: Key, number: usize) -> Result<Prospect, TableError> {
        let chunk = number / CHUNK;
        let bytes = self.chunk(key, chunk)?;
        bytes.get(number % CHUNK).copied().ok_or_else(|| damaged(&self.path, key, Some(chunk)))
    }

    fn chunk(&self, key: Key, chunk: usize) -> Result<Vec<u8>, TableError> {
        let at = *self.places.get(&key).ok_or_else(|| damaged(&self.path, key, None))?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(at + chunk as u64 * STRIDE)).and_then(|_| read_part(&mut *file));
        read.map_err(TableError::io(&self.path))?.ok_or_else(|| damaged(&self.path, key, Some(chunk)))
    }

    /// Reads all of a block of so many bytes and compares the checksums. Gives what is wrong.
    pub fn check_block(&self, key: Key, bytes: usize) -> Vec<TableError> {
        let chunks = 0..bytes.div_ceil(CHUNK);
        let is_whole = |chunk: usize, read: &[u8]| read.len() == CHUNK.min(bytes - chunk * CHUNK);
        let check = |chunk| match self.chunk(key, chunk) {
            Ok(read) if is_whole(chunk, &read) => None,
            Ok(_) => Some(damaged(&self.path, key, Some(chunk))),
            Err(error) => Some(error),
        };
        chunks.filter_map(check).collect()
    }
}
