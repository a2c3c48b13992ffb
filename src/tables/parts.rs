//! Builds one table with several processes, possibly on several machines, that share only a directory.
//!
//! Each block has two files there: its rows, and its packed form, which is written last. A process that needs
//! a missing block locks a claim file for it and builds the block. A lock ends with its process, so the work
//! of a killed process is taken over by the others, or by the same process when it is restarted. A process
//! that never starts, or starts twice, changes nothing either. If files cannot be locked, two processes can
//! do the same work: they write the same bytes, each to a draft file first. When all blocks are built, one
//! process joins them. The result is byte for byte the table that a single process would build.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{process, thread};

use super::TableFileError;
use super::file::{PartFile, open};
use crate::games::ugly_duck::table::{
    BlockKey, BlockWork, BuildError, EndgameTable, FinishedBlock, Rows, TablePlan,
};

/// How often to check the work of the other processes.
const POLL: Duration = Duration::from_millis(20);

/// The part of the work that a process does first. Afterwards it helps with the other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildShare {
    /// The index of the part, from 0.
    pub number: u64,
    /// The number of parts.
    pub total: u64,
}

/// The work of one process.
struct PartWorker<'a> {
    plan: &'a TablePlan,
    work: BlockWork<'a>,
    part: BuildShare,
    path: &'a Path,
    folder: PathBuf,
}

/// The suffix of a directory of parts.
const PARTS_SUFFIX: &str = ".parts";

/// Returns the directories with unfinished parts of the table at `path`.
pub fn part_dirs(path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_one = |folder: &PathBuf| {
        let other = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = other.strip_prefix(&format!("{name}.")).and_then(|rest| rest.strip_suffix(PARTS_SUFFIX));
        number.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    let siblings = path.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten();
    siblings.filter_map(|entry| Some(entry.ok()?.path())).filter(is_one).collect()
}

/// Builds a table together with other processes that call this function for the same file, on this machine or
/// others. All of them return when the table is finished. Calls `on_progress` with the finished and the total
/// amount of work.
///
/// # Errors
/// As for [`make`](super::make). Finished work is kept in a directory next to the file.
pub fn make_part(
    plan: &TablePlan,
    part: BuildShare,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TableFileError> {
    let work = plan.block_work().ok_or(TableFileError::Work(BuildError::Memory))?;
    // Different numbers of pieces need separate directories: one may need blocks that another deletes.
    let mut folder = path.as_os_str().to_owned();
    folder.push(format!(".{}{PARTS_SUFFIX}", work.pieces()));
    PartWorker { plan, work, part, path, folder: folder.into() }.run(on_progress)
}

impl PartWorker<'_> {
    /// Works until the table is finished.
    fn run(&self, on_progress: &mut dyn FnMut(u64, u64)) -> Result<(), TableFileError> {
        if self.is_finished() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder).map_err(TableFileError::at(&self.folder))?;
        let result = self.make_all(on_progress).and_then(|()| self.join());
        // Another process can join the blocks and remove the directory at any time.
        match result {
            Err(TableFileError::Work(BuildError::Stopped)) => result,
            Err(_) if self.is_finished() => Ok(()),
            result => result,
        }
    }

    fn is_finished(&self) -> bool {
        let table = open(self.path, |file| EndgameTable::open(file, self.plan.size));
        table.is_ok_and(|table| table.pieces() >= self.work.pieces())
    }

    fn make_all(&self, on_progress: &mut dyn FnMut(u64, u64)) -> Result<(), TableFileError> {
        let steps = self.work.steps();
        let (all, mut done) = (steps.iter().map(|step| step.cost).sum(), 0);
        for step in steps {
            for key in step.unneeded {
                // Another process may have removed it already.
                drop(fs::remove_file(self.file(key, "rows")));
            }
            self.make_blocks(&step.blocks)?;
            done += step.cost;
            on_progress(done, all);
        }
        Ok(())
    }

    /// Builds the blocks of a step, or waits for other processes to build them.
    fn make_blocks(&self, blocks: &[BlockKey]) -> Result<(), TableFileError> {
        let first = (u128::from(self.part.number) * blocks.len() as u128 / u128::from(self.part.total.max(1)))
            as usize;
        let (later, sooner) = blocks.split_at(first.min(blocks.len()));
        let mut missing: Vec<BlockKey> = sooner.iter().chain(later).copied().collect();
        loop {
            missing.retain(|key| !self.is_done(*key));
            if missing.is_empty() {
                return Ok(());
            }
            let mut has_worked = false;
            for &key in &missing {
                if self.plan.stop.is_raised() {
                    return Err(TableFileError::Work(BuildError::Stopped));
                }
                let Some(_claim) = self.claim(key)?.filter(|_| !self.is_done(key)) else { continue };
                has_worked = true;
                match self.make(key) {
                    // Without locks, another process may have finished first and removed the sources.
                    Err(_) if self.is_done(key) => {}
                    result => result?,
                }
            }
            if !has_worked {
                thread::sleep(POLL);
            }
        }
    }

    /// The path of a file of a block.
    fn file(&self, key: BlockKey, kind: &str) -> PathBuf {
        self.folder.join(format!("{key}.{kind}"))
    }

    fn is_done(&self, key: BlockKey) -> bool {
        self.file(key, "block").exists()
    }

    /// Claims a block for as long as the returned file is open. Returns `None` if another process has claimed
    /// it.
    fn claim(&self, key: BlockKey) -> Result<Option<File>, TableFileError> {
        let path = self.file(key, "claim");
        let file = File::options().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(TableFileError::at(&path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
        }
    }

    fn make(&self, key: BlockKey) -> Result<(), TableFileError> {
        let mut sources = HashMap::new();
        for source in self.work.sources(key) {
            sources.insert(source, self.rows(source)?);
        }
        let block = self.work.make(key, &sources).map_err(TableFileError::Work)?;
        self.write(&self.file(key, "rows"), |out| block.write_rows(out))?;
        self.write(&self.file(key, "block"), |out| self.work.write_finished(&block, out))?;
        drop(fs::remove_file(self.file(key, "claim")));
        Ok(())
    }

    /// Writes a file atomically.
    fn write(
        &self,
        path: &Path,
        content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), TableFileError> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}-{}", process::id(), self.part.number));
        let draft = PathBuf::from(draft);
        let write = || {
            let mut out = BufWriter::new(File::create(&draft)?);
            content(&mut out)?;
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
            fs::rename(&draft, path)
        };
        write().map_err(TableFileError::at(path))
    }

    fn rows(&self, key: BlockKey) -> Result<Rows, TableFileError> {
        let path = self.file(key, "rows");
        let file = File::open(&path).map_err(TableFileError::at(&path))?;
        self.work.read_rows(key, &mut BufReader::new(file)).map_err(TableFileError::at(&path))
    }

    /// Joins the blocks to a table, or waits until another process has.
    fn join(&self) -> Result<(), TableFileError> {
        loop {
            if self.is_finished() {
                return Ok(());
            }
            match PartFile::open(self.path) {
                Err(TableFileError::InUse { .. }) if self.plan.stop.is_raised() => {
                    return Err(TableFileError::Work(BuildError::Stopped));
                }
                Err(TableFileError::InUse { .. }) => thread::sleep(POLL),
                file => return self.join_into(&file?),
            }
        }
    }

    fn join_into(&self, file: &PartFile<'_>) -> Result<(), TableFileError> {
        let mut writer = file.resume(self.plan.size)?;
        for step in self.work.steps() {
            if writer.needs_step(&step) {
                let blocks = step.blocks.iter().map(|key| self.finished(*key));
                writer.add(&step, blocks.collect::<Result<_, _>>()?).map_err(file.error())?;
            }
        }
        file.commit(writer.finish(self.work.pieces()).map_err(file.error())?)?;
        // Any leftover files do no harm.
        drop(fs::remove_dir_all(&self.folder));
        Ok(())
    }

    fn finished(&self, key: BlockKey) -> Result<FinishedBlock, TableFileError> {
        open(&self.file(key, "block"), |file| self.work.read_finished(key, &mut BufReader::new(file)))
    }
}
