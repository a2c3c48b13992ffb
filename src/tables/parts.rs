//! A table made by several processes, perhaps on several machines, that have nothing but a folder in common.
//!
//! Each block is a file there, and its packed form another, which is written last. A process that needs a missing block locks a file of
//! that name and makes the block. A lock ends with its process, so the work of a process that was killed is left to the others, or to the
//! same one when it is started again; a process that never comes, or comes twice, changes nothing either. Where files cannot be locked, two
//! may do the same work: they write the same bytes, each first under another name. When all blocks are made, one process joins them to the
//! table that a single process would have made, byte for byte.

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

/// How often to look for what others have done.
const POLL: Duration = Duration::from_millis(20);

/// The part of the work with which a process begins. When it is done, the process helps with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildShare {
    /// The number of the part, from 0.
    pub number: u64,
    /// The number of parts.
    pub total: u64,
}

/// One process at work.
struct PartWorker<'a> {
    plan: &'a TablePlan,
    work: BlockWork<'a>,
    part: BuildShare,
    path: &'a Path,
    folder: PathBuf,
}

/// How the name of a folder of parts ends.
const PARTS_SUFFIX: &str = ".parts";

/// The folders in which parts of the table in the file `path` have been left.
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

/// Makes a table in a file together with other processes that do the same, in the same folder, on this machine or another. All of them
/// return when it is finished. `on_progress` gets how much has been done of how much.
///
/// # Errors
/// As with [`make`](super::make). What has been done is kept, in a folder next to the file.
pub fn make_part(
    plan: &TablePlan,
    part: BuildShare,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TableFileError> {
    let work = plan.block_work().ok_or(TableFileError::Work(BuildError::Memory))?;
    // One number of pieces may need what another has no more use for.
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
        // Another process may have joined everything, and removed the folder, at any time.
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
                // Another process may have removed it.
                drop(fs::remove_file(self.file(key, "rows")));
            }
            self.make_blocks(&step.blocks)?;
            done += step.cost;
            on_progress(done, all);
        }
        Ok(())
    }

    /// Makes, or waits for, the blocks of a step.
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
                    // Where nothing can be locked, another process may have been quicker, and have removed what was needed.
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
    fn file(&self, key: BlockKey, kind: &str) -> PathBuf {
        self.folder.join(format!("{key}.{kind}"))
    }

    fn is_done(&self, key: BlockKey) -> bool {
        self.file(key, "block").exists()
    }

    /// The right to make a block, as long as the file is open; `None` if another process has it.
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

    /// Writes a file that appears wholly or not at all.
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

    /// Joins the blocks to a table, or waits until another process has done so.
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
        // What is left of it does no harm.
        drop(fs::remove_dir_all(&self.folder));
        Ok(())
    }

    fn finished(&self, key: BlockKey) -> Result<FinishedBlock, TableFileError> {
        open(&self.file(key, "block"), |file| self.work.read_finished(key, &mut BufReader::new(file)))
    }
}
