//! A table made by several processes, perhaps on several machines, that have nothing but a folder in common.
//!
//! Each block is a file there, and its packed form another, which is written last. Whoever needs a block that is not there locks a file of its name and
//! works it out. A lock ends with its process, so what was killed is left to the others, or to itself when it is started again; a process that never
//! comes, or comes twice, changes nothing either. Where files cannot be locked two may do the same work: they write the same bytes, under a
//! name of their own first. When all blocks are there, one joins them to the table that a single process would have made, byte for byte.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{process, thread};

use super::Plan;
use super::block::{Count, Key, Rows, Sources, Worker};
use super::build::{BuildError, Builder, Sink, Slice, SliceKey, is_kept};
use super::bytes::{read_part, read_whole, write_part};
use super::errors::TableError;
use super::file::{TableFile, TableWriter};
use super::format::{self, BlockHead, Kind, START_LENGTH};
use super::index::Index;
use super::packing::{Packed, pack};

/// How often is looked for what others have done.
const POLL: Duration = Duration::from_millis(20);

/// Which of how many parts of the work a process begins with, from 0. When they are done it helps with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the part.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

/// One process at work.
pub(super) struct PartWork<'a> {
    plan: &'a Plan,
    part: Part,
    index: &'a Index,
    path: &'a Path,
    pieces: usize,
    folder: PathBuf,
}

/// How the name of a folder of parts ends.
const FOLDER: &str = ".parts";

/// The folders in which parts of the table in the file `path` have been left.
pub fn folders_of(path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_one = |folder: &PathBuf| {
        let other = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = other.strip_prefix(&format!("{name}.")).and_then(|rest| rest.strip_suffix(FOLDER));
        number.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    let beside = path.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten();
    beside.filter_map(|entry| Some(entry.ok()?.path())).filter(is_one).collect()
}

/// What is known of a block that is done.
struct Finished {
    count: Count,
    packed: Option<Packed>,
}

impl<'a> PartWork<'a> {
    /// Work on the table in the file `path`, in a folder beside it.
    pub fn new(plan: &'a Plan, part: Part, index: &'a Index, path: &'a Path) -> Self {
        let pieces = plan.pieces.min(2 * index.most_pieces());
        // What one number of pieces does not need any more, another may.
        let mut folder = path.as_os_str().to_owned();
        folder.push(format!(".{pieces}{FOLDER}"));
        PartWork { plan, part, index, path, pieces, folder: folder.into() }
    }

    /// Works until there is a table. `listener` is told how much has been done of how much.
    pub fn run(&self, listener: &mut dyn FnMut(u64, u64)) -> Result<(), BuildError> {
        if self.is_finished() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder).map_err(TableError::io(&self.folder))?;
        let result = self.make_all(listener).and_then(|()| self.join());
        // Another process may have joined everything, and removed the folder, at any time.
        if result.is_err() && !matches!(result, Err(BuildError::Stopped)) && self.is_finished() {
            return Ok(());
        }
        result
    }

    fn builder(&self) -> Builder<'_> {
        self.plan.builder(self.index, false)
    }

    /// Whether the table is there.
    fn is_finished(&self) -> bool {
        TableFile::open(self.path, self.plan.size).is_ok_and(|table| table.pieces() >= self.pieces)
    }

    fn make_all(&self, listener: &mut dyn FnMut(u64, u64)) -> Result<(), BuildError> {
        let builder = self.builder();
        let slices = builder.slices();
        let costs: Vec<u64> = slices.iter().map(|slice| builder.cost(*slice, true)).collect();
        let (all, mut done) = (costs.iter().sum(), 0);
        let mut there: HashMap<Key, ()> = HashMap::new();
        for (slice, cost) in slices.into_iter().zip(costs) {
            let before: Vec<Key> = there.keys().copied().collect();
            builder.forget(&mut there, slice);
            for key in before.into_iter().filter(|key| !there.contains_key(key)) {
                // It may be gone already.
                drop(fs::remove_file(self.file(key, "rows")));
            }
            let blocks = builder.blocks_of(slice);
            self.make_slice(&builder, &blocks)?;
            there.extend(blocks.into_iter().map(|key| (key, ())));
            done += cost;
            listener(done, all);
        }
        Ok(())
    }

    /// Makes, or waits for, the blocks of a slice.
    fn make_slice(&self, builder: &Builder<'_>, blocks: &[Key]) -> Result<(), BuildError> {
        let mut worker = Worker::new(self.index, &self.plan.resources);
        let first =
            (u128::from(self.part.number) * blocks.len() as u128 / u128::from(self.part.of.max(1))) as usize;
        let (later, sooner) = blocks.split_at(first.min(blocks.len()));
        let mut missing: Vec<Key> = sooner.iter().chain(later).copied().collect();
        loop {
            missing.retain(|key| !self.is_done(*key));
            if missing.is_empty() {
                return Ok(());
            }
            let mut has_worked = false;
            for &key in &missing {
                if self.plan.stop.is_raised() {
                    return Err(BuildError::Stopped);
                }
                let Some(_claim) = self.claim(key)?.filter(|_| !self.is_done(key)) else { continue };
                has_worked = true;
                match self.make(builder, &mut worker, key) {
                    // Where nothing can be locked, another process may have been quicker, and have put away what was needed.
                    Err(_) if self.is_done(key) => {}
                    result => result?,
                }
            }
            if !has_worked {
                thread::sleep(POLL);
            }
        }
    }

    /// The file of a block.
    fn file(&self, Key { own, enemy }: Key, kind: &str) -> PathBuf {
        let name = format!("{}-{}-{}-{}.{kind}", own.pieces, own.progress, enemy.pieces, enemy.progress);
        self.folder.join(name)
    }

    fn is_done(&self, key: Key) -> bool {
        self.file(key, "block").exists()
    }

    /// The right to work a block out, as long as it is kept; `None` if another process has it.
    fn claim(&self, key: Key) -> Result<Option<File>, TableError> {
        let path = self.file(key, "claim");
        let file = File::options().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(TableError::io(&path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
        }
    }

    fn make(&self, builder: &Builder<'_>, worker: &mut Worker<'_>, key: Key) -> Result<(), BuildError> {
        let mut store = HashMap::new();
        for source in builder.source_keys(key) {
            if source.words(self.index) > 0 {
                store.insert(source, self.load(source)?);
            }
        }
        let sources: Sources<'_> = builder.sources(key, &store);
        let (rows, count) = worker.block(key, &sources).ok_or(BuildError::Memory)?;
        self.write(&self.file(key, "rows"), |out| write_rows(out, &rows))?;
        let packed = is_kept(key).then(|| pack(self.index, key, &rows));
        self.write(&self.file(key, "block"), |out| {
            out.write_all(&format::start(Kind::Results, self.plan.size))?;
            write_part(out, &format::count_to_bytes(count))?;
            let Some(packed) = &packed else { return Ok(()) };
            write_part(out, &BlockHead::of(key, packed).to_bytes())?;
            out.write_all(&packed.bytes)
        })?;
        drop(fs::remove_file(self.file(key, "claim")));
        Ok(())
    }

    /// Writes a file that is there wholly or not at all.
    fn write(
        &self,
        path: &Path,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), TableError> {
        let mut own = path.as_os_str().to_owned();
        own.push(format!(".{}-{}", process::id(), self.part.number));
        let own = PathBuf::from(own);
        let write = || {
            let mut out = BufWriter::new(File::create(&own)?);
            content(&mut out)?;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
            fs::rename(&own, path)
        };
        write().map_err(TableError::io(path))
    }

    fn load(&self, key: Key) -> Result<Rows, BuildError> {
        let path = self.file(key, "rows");
        let mut input = BufReader::new(File::open(&path).map_err(TableError::io(&path))?);
        let rows = self.plan.resources.zeroed(key.words(self.index)).ok_or(BuildError::Memory)?;
        let rows = read_rows(&mut input, rows).map_err(TableError::io(&path))?;
        Ok(rows.ok_or_else(|| self.damaged(&path))?)
    }

    fn damaged(&self, path: &Path) -> TableError {
        TableError::Damaged { path: path.to_owned(), part: "this block".to_owned() }
    }

    /// Joins the blocks to a table, or waits until another process has done so.
    fn join(&self) -> Result<(), BuildError> {
        let mut nobody = |_, _| {};
        loop {
            if self.is_finished() {
                return Ok(());
            }
            match TableWriter::open(self.path, self.plan.size, &mut nobody) {
                Ok(writer) => return self.join_in(writer),
                Err(TableError::InUse { .. }) if !self.plan.stop.is_raised() => thread::sleep(POLL),
                Err(TableError::InUse { .. }) => return Err(BuildError::Stopped),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn join_in(&self, mut writer: TableWriter<'_>) -> Result<(), BuildError> {
        let builder = self.builder();
        for key in builder.slices() {
            if writer.wants(key) {
                writer.take(self.joined(&builder, key)?)?;
            }
        }
        writer.finish(self.pieces)?;
        // What is left of it does no harm.
        drop(fs::remove_dir_all(&self.folder));
        Ok(())
    }

    fn joined(&self, builder: &Builder<'_>, slice: SliceKey) -> Result<Slice, BuildError> {
        let mut joined = Slice::new(slice);
        let mut keys = builder.blocks_of(slice);
        keys.sort_unstable();
        for key in keys {
            let path = self.file(key, "block");
            let finished = self.read_finished(&path, key).map_err(TableError::io(&path))?;
            let finished = finished.ok_or_else(|| self.damaged(&path))?;
            joined.add(key, finished.count, finished.packed);
        }
        Ok(joined)
    }

    /// What is in a block's file; `None` if it is damaged.
    fn read_finished(&self, path: &Path, key: Key) -> io::Result<Option<Finished>> {
        let mut input = BufReader::new(File::open(path)?);
        let mut start = [0; START_LENGTH];
        if !read_whole(&mut input, &mut start)? || start[..] != format::start(Kind::Results, self.plan.size) {
            return Ok(None);
        }
        let Some(count) = read_part(&mut input)?.and_then(|part| format::count_of_bytes(&part)) else {
            return Ok(None);
        };
        if !is_kept(key) {
            return Ok(Some(Finished { count, packed: None }));
        }
        let Some(head) = read_part(&mut input)?.and_then(|part| BlockHead::read(&part)) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let packed = head.with(bytes).filter(|_| head.key == key);
        Ok(packed.map(|packed| Finished { count, packed: Some(packed) }))
    }
}

/// The checksum of the words, and the words.
fn write_rows(out: &mut impl Write, rows: &Rows) -> io::Result<()> {
    let mut sum = crc32fast::Hasher::new();
    rows.iter().for_each(|word| sum.update(&word.to_le_bytes()));
    out.write_all(&sum.finalize().to_le_bytes())?;
    rows.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

/// Reads what [`write_rows`] wrote into `rows`; `None` if it is damaged.
fn read_rows(input: &mut impl Read, mut rows: Rows) -> io::Result<Option<Rows>> {
    let (mut wanted, mut word, mut sum) = ([0; 4], [0; 8], crc32fast::Hasher::new());
    if !read_whole(input, &mut wanted)? {
        return Ok(None);
    }
    for row in &mut rows {
        if !read_whole(input, &mut word)? {
            return Ok(None);
        }
        sum.update(&word);
        *row = u64::from_le_bytes(word);
    }
    Ok((sum.finalize() == u32::from_le_bytes(wanted)).then_some(rows))
}
