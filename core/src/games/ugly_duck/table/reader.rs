//! Reading finished tables, at most one chunk at a time.

use std::collections::HashMap;
use std::fmt::Debug;
use std::io::{self, Read, Seek, SeekFrom};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::block::BlockKey;
use super::errors::{TableError, damaged};
use super::format::{self, BlockHead, Contents, END_LENGTH, START_LENGTH, TableKind};
use super::index::Index;
use super::max_pieces_per_side;
use super::packing::{Chunks, unpack};
use super::plies::DistanceCode;
use super::side_board::SideBoard;
use super::writer::CHUNK;
use crate::engine::bytes::{NO_LABEL, read_or_eof, read_part};
use crate::games::ugly_duck::size::Size;

/// An input that a table can be read from, such as a file.
pub trait TableInput: Read + Seek + Send + Debug + 'static {}

impl<T: Read + Seek + Send + Debug + 'static> TableInput for T {}

/// A finished table of either kind: its input, which threads share, and its contents.
#[derive(Debug)]
pub(super) struct StoredTable {
    input: Mutex<Box<dyn TableInput>>,
    pub length: u64,
    pub contents: Contents,
    places: HashMap<BlockKey, u64>,
}

impl StoredTable {
    /// Opens a table of this kind and board. Also returns the index of its positions.
    pub fn open(
        mut input: impl TableInput,
        size: Size,
        kind: TableKind,
    ) -> Result<(Self, Index), TableError> {
        let mut start = [0; START_LENGTH];
        let is_whole = read_or_eof(&mut input, &mut start)?;
        match format::read_start(kind, &start).filter(|_| is_whole) {
            None => return Err(TableError::NotATable),
            Some((found, _)) if found != kind.version() => {
                return Err(TableError::VersionMismatch { found });
            }
            Some((_, found)) if found != size => return Err(TableError::BoardMismatch { found }),
            Some(_) => {}
        }
        let length = input.seek(SeekFrom::End(0))?;
        let end_at = length.checked_sub(END_LENGTH as u64).ok_or(TableError::NotATable)?;
        let mut end = [0; END_LENGTH];
        input.seek(SeekFrom::Start(end_at))?;
        read_or_eof(&mut input, &mut end)?;
        let contents_at = format::read_end(&end).ok_or(TableError::NotATable)?;
        input.seek(SeekFrom::Start(contents_at))?;
        let contents = read_part(&mut input, NO_LABEL)?.and_then(|part| Contents::read(&part));
        let damaged = || TableError::Damaged { part: "the contents".to_owned() };
        let contents = contents.ok_or_else(damaged)?;
        let board = SideBoard::new(size).ok_or(TableError::NotATable)?;
        let index = Index::new(board, max_pieces_per_side(size, contents.pieces));
        if !contents.fits(&index) {
            return Err(damaged());
        }
        let places = contents.blocks.iter().copied().collect();
        Ok((StoredTable { input: Mutex::new(Box::new(input)), length, contents, places }, index))
    }

    /// Returns the blocks of the table.
    pub fn blocks(&self) -> Vec<BlockKey> {
        self.contents.blocks.iter().map(|(key, _)| *key).collect()
    }

    /// Returns where a block begins.
    fn place(&self, key: BlockKey) -> Result<u64, TableError> {
        self.places.get(&key).copied().ok_or_else(|| damaged(key, None))
    }

    /// Locks the input and moves it to `at`.
    fn seek(&self, at: u64) -> io::Result<MutexGuard<'_, Box<dyn TableInput>>> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        input.seek(SeekFrom::Start(at))?;
        Ok(input)
    }

    fn part(&self, at: u64, label: &[u8]) -> io::Result<Option<Vec<u8>>> {
        read_part(&mut *self.seek(at)?, label)
    }
}

/// A finished table of results.
#[derive(Debug)]
pub(super) struct TableReader {
    pub file: StoredTable,
    heads: Mutex<HashMap<BlockKey, Arc<Head>>>,
    unpacked: Mutex<ChunkCache>,
}

/// The maximum number of chunks of each age in a cache. With chunks of at most 6 KiB, that is 24 MiB.
const MAX_CACHED: usize = 2_048;

/// The rows of unpacked chunks, by the block and the number of the chunk.
type ChunkRows = HashMap<(BlockKey, usize), Arc<Vec<u64>>>;

/// The chunks used lately, and those used before.
#[derive(Debug, Default)]
struct ChunkCache([ChunkRows; 2]);

impl ChunkCache {
    fn get(&mut self, id: (BlockKey, usize)) -> Option<Arc<Vec<u64>>> {
        let rows = self.0[0].get(&id).cloned();
        rows.or_else(|| self.0[1].remove(&id).inspect(|rows| self.put(id, rows)))
    }

    fn put(&mut self, id: (BlockKey, usize), rows: &Arc<Vec<u64>>) {
        if self.0[0].len() >= MAX_CACHED {
            self.0[1] = mem::take(&mut self.0[0]);
        }
        self.0[0].insert(id, Arc::clone(rows));
    }
}

/// The head of a block, and where its chunks begin.
#[derive(Debug)]
struct Head {
    head: BlockHead,
    chunks_at: u64,
}

impl TableReader {
    /// Reads the results in `file`.
    pub fn new(file: StoredTable) -> Self {
        TableReader { file, heads: Mutex::default(), unpacked: Mutex::default() }
    }

    /// Returns the bit in this row, half and column of a block.
    pub fn bit(
        &self,
        index: &Index,
        key: BlockKey,
        [row, half, column]: [usize; 3],
    ) -> Result<bool, TableError> {
        let (chunk, row) = Chunks::of(index, key).find(row);
        let rows = self.rows(index, key, chunk)?;
        let words = index.class(key.enemy).words();
        let word = rows.get((2 * row + half) * words + column / 64);
        Ok(word.ok_or_else(|| damaged(key, Some(chunk)))? >> (column % 64) & 1 != 0)
    }

    /// Returns the unpacked rows of a chunk.
    fn rows(&self, index: &Index, key: BlockKey, chunk: usize) -> Result<Arc<Vec<u64>>, TableError> {
        let cache = || self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rows) = cache().get((key, chunk)) {
            return Ok(rows);
        }
        let head = self.head(index, key)?;
        let bytes = self.read_chunk(&head, chunk)?;
        let rows = Arc::new(unpack(index, key, chunk, &head.head.model, &bytes));
        cache().put((key, chunk), &rows);
        Ok(rows)
    }

    /// Returns the head of a block, which is read only once.
    fn head(&self, index: &Index, key: BlockKey) -> Result<Arc<Head>, TableError> {
        let lock = || self.heads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(head) = lock().get(&key) {
            return Ok(Arc::clone(head));
        }
        let at = self.file.place(key)?;
        let part = self.file.part(at, NO_LABEL)?.ok_or_else(|| damaged(key, None))?;
        let chunks = Chunks::of(index, key).count();
        let head = BlockHead::read(&part).filter(|head| head.key == key && head.chunks.len() == chunks);
        let head = head.ok_or_else(|| damaged(key, None))?;
        let head = Arc::new(Head { head, chunks_at: at + 8 + part.len() as u64 });
        lock().insert(key, Arc::clone(&head));
        Ok(head)
    }

    /// Reads the bytes of a chunk and checks their checksum.
    fn read_chunk(&self, head: &Head, chunk: usize) -> Result<Vec<u8>, TableError> {
        let mut input = self.file.seek(head.chunks_at + head.head.chunk_start(chunk))?;
        head.head.read_chunk(&mut *input, chunk)?.ok_or_else(|| damaged(head.head.key, Some(chunk)))
    }

    /// Reads a whole block and compares the checksums. Returns the errors.
    pub fn check_block(&self, index: &Index, key: BlockKey) -> Vec<TableError> {
        match self.head(index, key) {
            Err(error) => vec![error],
            Ok(head) => {
                (0..head.head.chunks.len()).filter_map(|chunk| self.read_chunk(&head, chunk).err()).collect()
            }
        }
    }
}

/// The length of a chunk of plies, including its length and checksum.
const STRIDE: u64 = CHUNK as u64 + 8;

/// Methods for plies tables only.
impl StoredTable {
    /// Returns the byte with this number in a block.
    pub fn distance_code(&self, key: BlockKey, number: usize) -> Result<DistanceCode, TableError> {
        let chunk = number / CHUNK;
        let bytes = self.chunk(key, chunk)?;
        bytes.get(number % CHUNK).copied().ok_or_else(|| damaged(key, Some(chunk)))
    }

    fn chunk(&self, key: BlockKey, chunk: usize) -> Result<Vec<u8>, TableError> {
        let at = self.place(key)?.saturating_add(chunk as u64 * STRIDE);
        self.part(at, &format::chunk_label(key, chunk))?.ok_or_else(|| damaged(key, Some(chunk)))
    }

    /// Reads a whole block with this number of bytes and compares the checksums. Returns the errors.
    pub fn check_block(&self, key: BlockKey, bytes: usize) -> Vec<TableError> {
        let chunks = 0..bytes.div_ceil(CHUNK);
        let is_whole = |chunk: usize, read: &[u8]| read.len() == CHUNK.min(bytes - chunk * CHUNK);
        let check = |chunk| match self.chunk(key, chunk) {
            Ok(read) if is_whole(chunk, &read) => None,
            Ok(_) => Some(damaged(key, Some(chunk))),
            Err(error) => Some(error),
        };
        chunks.filter_map(check).collect()
    }
}
