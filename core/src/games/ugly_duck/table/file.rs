//! A table in a file: written slice by slice, and asked without reading more of it than a chunk.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::block::Key;
use super::build::{BuildError, Sink, Slice, SliceKey};
use super::bytes::{read_part, read_whole, write_part};
use super::errors::{TableError, damaged};
use super::format::{self, BlockHead, Contents, END_LENGTH, Kind, Material, START_LENGTH, SliceHead};
use super::index::Index;
use super::packing::{Chunks, unpack};
use super::shelves::Shelves;
use crate::games::ugly_duck::board::Size;

/// After so many bytes what has been written is made to last.
const SYNCED: u64 = 32 << 20;

/// The file in which the table of the file `path` is made: with `.part` behind its name.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Opens the file in which a table is made, for this program alone; what is there already stays.
pub(super) fn begin(part: &Path) -> Result<File, TableError> {
    let options = File::options().read(true).write(true).create(true).truncate(false).open(part);
    let file = options.map_err(TableError::io(part))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TableError::InUse { path: part.to_owned() }),
        // Where files cannot be locked, nobody is in the way.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Makes what was written to the file `part` last, and gives it its name.
pub(super) fn keep(file: BufWriter<File>, part: &Path, path: &Path) -> Result<(), TableError> {
    let file = file.into_inner().map_err(|error| TableError::io(part)(error.into_error()))?;
    file.sync_all().map_err(TableError::io(part))?;
    fs::rename(part, path).map_err(TableError::io(path))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))) {
        // There folders are no files, and names last by themselves.
        Err(_) if !cfg!(unix) => Ok(()),
        folder => folder.and_then(|folder| folder.sync_all()).map_err(TableError::io(path)),
    }
}

/// A table that is being written: a file beside the one it is to become, with `.part` behind its name.
pub(super) struct TableWriter<'a> {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    length: u64,
    synced: u64,
    contents: Contents,
    there: Vec<SliceKey>,
    listener: &'a mut dyn FnMut(u64, u64),
}

impl<'a> TableWriter<'a> {
    /// Begins a table, or goes on with one that was broken off.
    pub fn open(path: &Path, size: Size, listener: &'a mut dyn FnMut(u64, u64)) -> Result<Self, TableError> {
        let part = part_of(path);
        let mut file = begin(&part)?;
        let Finished { length, contents, there } =
            Finished::read(&mut file, size).map_err(TableError::io(&part))?;
        let at_end = file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length)));
        at_end.map_err(TableError::io(&part))?;
        let path = path.to_owned();
        let file = BufWriter::new(file);
        let mut writer = TableWriter { path, part, file, length, synced: length, contents, there, listener };
        if length == 0 {
            writer.write(&format::start(Kind::Results, size))?;
        }
        Ok(writer)
    }

    /// The number of slices that were there already.
    pub fn slices_there(&self) -> usize {
        self.there.len()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.length += bytes.len() as u64;
        self.file.write_all(bytes).map_err(TableError::io(&self.part))
    }

    fn write_part(&mut self, part: &[u8]) -> Result<(), TableError> {
        self.length += write_part(&mut self.file, part).map_err(TableError::io(&self.part))?;
        Ok(())
    }

    fn write_slice(&mut self, slice: &Slice) -> Result<(), TableError> {
        let head = SliceHead { key: slice.key, counts: slice.counts, blocks: slice.blocks.len() };
        self.contents.add(slice.key, slice.counts);
        self.write_part(&head.to_bytes())?;
        for (key, packed) in &slice.blocks {
            self.contents.blocks.push((*key, self.length));
            self.write_part(&BlockHead::of(*key, packed).to_bytes())?;
            self.write(&packed.bytes)?;
        }
        self.file.flush().map_err(TableError::io(&self.part))?;
        if self.length - self.synced >= SYNCED {
            self.synced = self.length;
            self.file.get_ref().sync_data().map_err(TableError::io(&self.part))?;
        }
        Ok(())
    }

    /// Ends the table, all of whose slices of so many pieces are there, and gives it its name.
    pub fn finish(mut self, pieces: usize) -> Result<u64, TableError> {
        let at = self.length;
        self.contents.pieces = pieces;
        let belongs = |key: &Key| key.own.pieces + key.enemy.pieces <= pieces;
        self.contents.blocks.retain(|(key, _)| belongs(key));
        self.contents.materials.retain(|material| material.own + material.enemy <= pieces);
        let contents = self.contents.to_bytes();
        self.write_part(&contents)?;
        self.write(&format::end(at))?;
        keep(self.file, &self.part, &self.path)?;
        Ok(self.length)
    }
}

impl Sink for TableWriter<'_> {
    fn wants(&self, slice: SliceKey) -> bool {
        !self.there.contains(&slice)
    }

    fn take(&mut self, slice: Slice) -> Result<(), BuildError> {
        Ok(self.write_slice(&slice)?)
    }

    fn progress(&mut self, done: u64, all: u64) {
        (self.listener)(done, all);
    }
}

/// What is whole of a table that was broken off.
#[derive(Default)]
struct Finished {
    length: u64,
    contents: Contents,
    there: Vec<SliceKey>,
}

impl Finished {
    /// Reads slices as long as they are whole.
    fn read(file: &mut File, size: Size) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 20, file);
        let mut start = [0; START_LENGTH];
        let mut finished = Finished::default();
        let begins = read_whole(&mut input, &mut start)?;
        if !begins || format::read_start(Kind::Results, &start) != Some((format::VERSION, size)) {
            return Ok(finished);
        }
        finished.length = START_LENGTH as u64;
        while let Some((slice, blocks, length)) = Self::read_slice(&mut input, finished.length)? {
            finished.length = length;
            finished.there.push(slice.key);
            finished.contents.add(slice.key, slice.counts);
            finished.contents.blocks.extend(blocks);
        }
        Ok(finished)
    }

    /// The slice that begins at `at`, where its blocks are, and where it ends; `None` if it is not whole.
    #[expect(clippy::type_complexity, reason = "one caller")]
    fn read_slice(input: &mut impl Read, at: u64) -> io::Result<Option<(SliceHead, Vec<(Key, u64)>, u64)>> {
        let Some(part) = read_part(input)? else { return Ok(None) };
        let Some(slice) = SliceHead::read(&part) else { return Ok(None) };
        let mut at = at + 8 + part.len() as u64;
        let mut blocks = Vec::new();
        for _ in 0..slice.blocks {
            let Some(part) = read_part(input)? else { return Ok(None) };
            let Some(head) = BlockHead::read(&part) else { return Ok(None) };
            blocks.push((head.key, at));
            at += 8 + part.len() as u64 + head.length();
            for chunk in 0..head.chunks.len() {
                let Some((range, sum)) = head.chunk(chunk) else { return Ok(None) };
                let mut bytes = vec![0; (range.end - range.start) as usize];
                if !read_whole(input, &mut bytes)? || crc32fast::hash(&bytes) != sum {
                    return Ok(None);
                }
            }
        }
        Ok(Some((slice, blocks, at)))
    }
}

/// Opens a finished file of this kind and board: the file, its length, and its contents.
pub(super) fn open_finished(
    path: &Path,
    size: Size,
    kind: Kind,
) -> Result<(File, u64, Contents), TableError> {
    let io = |error| TableError::Io { path: path.to_owned(), error };
    let no_table = || TableError::NoTable { path: path.to_owned() };
    let mut file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    let mut start = [0; START_LENGTH];
    let is_whole = read_whole(&mut file, &mut start).map_err(io)?;
    match format::read_start(kind, &start).filter(|_| is_whole) {
        None => return Err(no_table()),
        Some((found, _)) if found != format::VERSION => {
            return Err(TableError::OtherVersion { path: path.to_owned(), found });
        }
        Some((_, found)) if found != size => {
            return Err(TableError::OtherBoard { path: path.to_owned(), found });
        }
        Some(_) => {}
    }
    let end_at = length.checked_sub(END_LENGTH as u64).ok_or_else(no_table)?;
    let mut end = [0; END_LENGTH];
    file.seek(SeekFrom::Start(end_at)).and_then(|_| read_whole(&mut file, &mut end)).map_err(io)?;
    let contents_at = format::read_end(&end).ok_or_else(no_table)?;
    file.seek(SeekFrom::Start(contents_at)).map_err(io)?;
    let damaged = || TableError::Damaged { path: path.to_owned(), part: "the contents".to_owned() };
    let part = read_part(&mut file).map_err(io)?.ok_or_else(damaged)?;
    let contents = Contents::read(&part).ok_or_else(damaged)?;
    Ok((file, length, contents))
}

/// A finished table in a file.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    length: u64,
    file: Mutex<File>,
    contents: Contents,
    places: HashMap<Key, u64>,
    heads: Mutex<HashMap<Key, Arc<Head>>>,
    unpacked: Shelves,
}

/// The head of a block, and where its chunks begin.
#[derive(Debug)]
struct Head {
    head: BlockHead,
    chunks_at: u64,
}

impl TableFile {
    /// Opens a table of this board.
    pub fn open(path: &Path, size: Size) -> Result<Self, TableError> {
        let (file, length, contents) = open_finished(path, size, Kind::Results)?;
        let places = contents.blocks.iter().copied().collect();
        let (path, file) = (path.to_owned(), Mutex::new(file));
        let (heads, unpacked) = (Mutex::default(), Shelves::default());
        Ok(TableFile { path, length, file, contents, places, heads, unpacked })
    }

    /// The bytes of the file.
    pub fn length(&self) -> u64 {
        self.length
    }

    pub fn pieces(&self) -> usize {
        self.contents.pieces
    }

    pub fn materials(&self) -> &[Material] {
        &self.contents.materials
    }

    /// The blocks of the table.
    pub fn blocks(&self) -> impl Iterator<Item = Key> {
        self.contents.blocks.iter().map(|(key, _)| *key)
    }

    fn damaged(&self, key: Key, chunk: Option<usize>) -> TableError {
        damaged(&self.path, key, chunk)
    }

    /// The bit in this row, half and column of a block.
    pub fn bit(&self, index: &Index, key: Key, [row, half, column]: [usize; 3]) -> Result<bool, TableError> {
        let (chunk, row) = Chunks::of(index, key).find(row);
        let rows = self.rows(index, key, chunk)?;
        let words = index.class(key.enemy).words();
        let word =
            rows.get((2 * row + half) * words + column / 64).ok_or_else(|| self.damaged(key, Some(chunk)))?;
        Ok(word >> (column % 64) & 1 != 0)
    }

    /// The rows of a chunk, unpacked.
    fn rows(&self, index: &Index, key: Key, chunk: usize) -> Result<Arc<Vec<u64>>, TableError> {
        if let Some(rows) = self.unpacked.get((key, chunk)) {
            return Ok(rows);
        }
        let head = self.head(index, key)?;
        let bytes = self.read_chunk(&head, chunk)?;
        let rows = Arc::new(unpack(index, key, chunk, &head.head.model, &bytes));
        self.unpacked.put((key, chunk), &rows);
        Ok(rows)
    }

    /// The head of a block, read once.
    fn head(&self, index: &Index, key: Key) -> Result<Arc<Head>, TableError> {
        let lock = || self.heads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(head) = lock().get(&key) {
            return Ok(Arc::clone(head));
        }
        let at = *self.places.get(&key).ok_or_else(|| self.damaged(key, None))?;
        let part = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(at))
                .and_then(|_| read_part(&mut *file))
                .map_err(TableError::io(&self.path))?
        };
        let part = part.ok_or_else(|| self.damaged(key, None))?;
        let chunks = Chunks::of(index, key).count();
        let head = BlockHead::read(&part).filter(|head| head.key == key && head.chunks.len() == chunks);
        let head = head.ok_or_else(|| self.damaged(key, None))?;
        let head = Arc::new(Head { head, chunks_at: at + 8 + part.len() as u64 });
        lock().insert(key, Arc::clone(&head));
        Ok(head)
    }

    /// The bytes of a chunk, whose checksum is right.
    fn read_chunk(&self, head: &Head, chunk: usize) -> Result<Vec<u8>, TableError> {
        let damaged = || self.damaged(head.head.key, Some(chunk));
        let (range, sum) = head.head.chunk(chunk).ok_or_else(damaged)?;
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let is_whole = file
            .seek(SeekFrom::Start(head.chunks_at + range.start))
            .and_then(|_| read_whole(&mut *file, &mut bytes))
            .map_err(TableError::io(&self.path))?;
        if is_whole && crc32fast::hash(&bytes) == sum { Ok(bytes) } else { Err(damaged()) }
    }

    /// Reads all of a block and compares the checksums. Gives what is wrong.
    pub fn check_block(&self, index: &Index, key: Key) -> Vec<TableError> {
        match self.head(index, key) {
            Err(error) => vec![error],
            Ok(head) => {
                (0..head.head.chunks.len()).filter_map(|chunk| self.read_chunk(&head, chunk).err()).collect()
            }
        }
    }
}
