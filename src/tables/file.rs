//! Table files. A table is built in a file with `.part` added to its name, which is renamed at the end.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::TableFileError;
use crate::games::ugly_duck::table::{BuildError, TableError, TablePlan, TableWriter, UnfinishedTable};
use crate::games::ugly_duck::{CLASSIC_ID, Size};

/// The file in `folder` with the table of results of a board.
pub fn table_path(folder: &Path, size: Size) -> PathBuf {
    folder.join(format!("{CLASSIC_ID}-{size}.table"))
}

/// The file in `folder` with the plies table of a board.
pub fn plies_path(folder: &Path, size: Size) -> PathBuf {
    folder.join(format!("{CLASSIC_ID}-{size}.plies"))
}

/// The file in which the table at `path` is built.
pub fn part_path(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Opens a finished table. `read` determines its kind and board.
///
/// # Errors
/// The file cannot be read, or is not a table of that kind and board.
pub fn open<T>(path: &Path, read: impl FnOnce(File) -> Result<T, TableError>) -> Result<T, TableFileError> {
    let file = check_regular(path.metadata()).and_then(|()| File::open(path));
    file.map_err(TableError::Io).and_then(read).map_err(TableFileError::at(path))
}

/// Checks that a file, if it exists, is a regular file. A pipe would be waited for.
fn check_regular(found: io::Result<Metadata>) -> io::Result<()> {
    match found {
        Ok(found) if !found.is_file() => Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Builds the table of results in a file, or resumes an interrupted build. Calls `on_progress` with the
/// finished and the total amount of work. Returns the number of slices that an interrupted build had
/// finished.
///
/// # Errors
/// The file cannot be written, there is too little memory, or the work was stopped. Finished work is kept.
pub fn make(
    plan: &TablePlan,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<usize, TableFileError> {
    let file = PartFile::open(path)?;
    let writer = file.resume(plan.size)?;
    let slices = writer.slices();
    file.commit(plan.write(writer, on_progress).map_err(file.error())?)?;
    Ok(slices)
}

/// Builds the plies table in a file. Calls `on_progress` with the finished and the total amount of work.
///
/// # Errors
/// As for [`make`], but unfinished work is not kept.
pub fn make_plies(
    plan: &TablePlan,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TableFileError> {
    let file = PartFile::open(path)?;
    let out = file.writer_at(0).map_err(file.error())?;
    file.commit(plan.write_plies(out, on_progress).map_err(file.error())?)
}

/// Removes the table at `path` and its unfinished version. Returns whether there was one.
///
/// # Errors
/// Another program is building the table, or a file cannot be removed.
pub fn remove(path: &Path) -> Result<bool, TableFileError> {
    let part = part_path(path);
    let build = part.symlink_metadata().ok().filter(Metadata::is_file).and_then(|_| File::open(&part).ok());
    if build.is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock))) {
        return Err(TableFileError::InUse { path: part });
    }
    let mut removed = false;
    for file in [part.as_path(), path] {
        match fs::remove_file(file) {
            Ok(()) => removed = true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(TableFileError::at(file)(error)),
        }
    }
    Ok(removed)
}

const NOT_OURS: &str = "not an unfinished table; move it away, or choose another directory";

/// The file of a table that is being built.
pub(super) struct PartFile<'a> {
    /// The path of the finished table.
    path: &'a Path,
    part: PathBuf,
    file: File,
}

impl<'a> PartFile<'a> {
    /// Opens or creates the file and locks it. Keeps existing content. Links are not followed, and anything
    /// but an unfinished table is refused: the content will be replaced.
    pub fn open(path: &'a Path) -> Result<Self, TableFileError> {
        let part = part_path(path);
        // The target of a link belongs to somebody else.
        check_regular(part.symlink_metadata()).map_err(TableFileError::at(&part))?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&part);
        let mut file = file.map_err(TableFileError::at(&part))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(TableFileError::InUse { path: part }),
            // If files cannot be locked, continue without a lock.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let is_ours = UnfinishedTable::is_beginning(&mut file);
        let is_ours = is_ours.and_then(|is_ours| file.rewind().map(|()| is_ours));
        match is_ours.map_err(TableFileError::at(&part))? {
            true => Ok(PartFile { path, part, file }),
            false => Err(TableFileError::at(&part)(io::Error::other(NOT_OURS))),
        }
    }

    /// Returns a writer that resumes the table in the file.
    pub fn resume(&self, size: Size) -> Result<TableWriter<BufWriter<SyncingFile<'_>>>, TableFileError> {
        let resume = || {
            let unfinished = UnfinishedTable::read(&mut &self.file, size)?;
            let out = self.writer_at(unfinished.length())?;
            TableWriter::resume(unfinished, out)
        };
        resume().map_err(self.error())
    }

    /// Truncates the file to `length` and returns a writer at its end.
    fn writer_at(&self, length: u64) -> io::Result<BufWriter<SyncingFile<'_>>> {
        self.file.set_len(length)?;
        (&self.file).seek(SeekFrom::Start(length))?;
        Ok(BufWriter::with_capacity(1 << 20, SyncingFile { file: &self.file, unsynced: 0 }))
    }

    /// Syncs the content and renames the file to its final name.
    pub fn commit(&self, out: BufWriter<SyncingFile<'_>>) -> Result<(), TableFileError> {
        let out = out.into_inner().map_err(io::IntoInnerError::into_error);
        out.and_then(|out| out.file.sync_all()).map_err(self.error())?;
        fs::rename(&self.part, self.path).map_err(TableFileError::at(self.path))?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        match File::open(folder.unwrap_or(Path::new("."))) {
            // On other systems directories cannot be synced, and need not be.
            Err(_) if !cfg!(unix) => Ok(()),
            folder => folder.and_then(|folder| folder.sync_all()).map_err(TableFileError::at(self.path)),
        }
    }

    /// Returns a function that wraps errors about this file.
    pub fn error<E: Into<BuildError>>(&self) -> impl FnOnce(E) -> TableFileError {
        TableFileError::at(&self.part)
    }
}

/// The number of bytes after which a flush syncs the file.
const SYNC_INTERVAL: u64 = 32 << 20;

/// A file that is synced on some flushes, after enough data was written.
#[derive(Debug)]
pub(super) struct SyncingFile<'a> {
    file: &'a File,
    unsynced: u64,
}

impl Write for SyncingFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.unsynced += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.unsynced >= SYNC_INTERVAL {
            self.file.sync_data()?;
            self.unsynced = 0;
        }
        Ok(())
    }
}
