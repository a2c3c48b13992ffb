//! Table files. A table is built in a file with `.part` added to its name, which is renamed at the end.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

use super::TableFileError;
use crate::games::ugly_duck::table::{BuildError, TableError, TablePlan, TableWriter, UnfinishedTable};
use crate::games::ugly_duck::{CLASSIC_ID, Size};
use crate::store::{Disk, DiskFile, FileError, check_target, follow_links};

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
    read(Disk::default().open_regular(path)?).map_err(TableFileError::at(path))
}

/// Builds the table of results in a file, or resumes an interrupted build. Calls `on_progress` with the
/// finished and the total amount of work. Returns the number of slices that an interrupted build had
/// finished.
///
/// # Errors
/// The file cannot be written, there is too little memory, or the work was stopped. Finished work is kept.
pub fn make(
    disk: &Disk,
    plan: &TablePlan,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<usize, TableFileError> {
    let mut slices = 0;
    build(disk, path, |file| {
        let unfinished = UnfinishedTable::read(&mut file.content(), plan.size)?;
        let out = SyncingFile::writer_at(file, unfinished.length())?;
        let writer = TableWriter::resume(unfinished, out)?;
        slices = writer.slices();
        plan.write(writer, on_progress)
    })?;
    Ok(slices)
}

/// Builds the plies table in a file. Calls `on_progress` with the finished and the total amount of work.
///
/// # Errors
/// As for [`make`], but unfinished work is not kept.
pub fn make_plies(
    disk: &Disk,
    plan: &TablePlan,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TableFileError> {
    build(disk, path, |file| plan.write_plies(SyncingFile::writer_at(file, 0)?, on_progress))
}

/// Writes a table, or the target of a link, with `write`, which receives what an interrupted build has left, and
/// gives it its name.
fn build(
    disk: &Disk,
    path: &Path,
    write: impl FnOnce(DiskFile) -> Result<BufWriter<SyncingFile>, BuildError>,
) -> Result<(), TableFileError> {
    let path = &follow_links(path).map_err(TableFileError::at(path))?;
    let part = part_path(path);
    let part_file = open_part(disk, &part)?;
    check_target(path)?;
    let written = write(part_file).and_then(|out| {
        let out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(out.file)
    });
    written.map_err(TableFileError::at(&part))?.publish(path).map(drop).map_err(TableFileError::at(path))
}

/// Removes the table at `path` and its unfinished version. Returns whether there was one.
///
/// # Errors
/// Another program is building the table, or a file cannot be removed.
pub fn remove(disk: &Disk, path: &Path) -> Result<bool, TableFileError> {
    let part = part_path(path);
    if part.symlink_metadata().is_ok_and(|there| there.is_file())
        && let Err(error @ FileError::InUse(_)) = DiskFile::open(disk, &part)
    {
        return Err(error.into());
    }
    let mut removed = false;
    for file in [part.as_path(), path] {
        match disk.remove(file) {
            Ok(()) => removed = true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(TableFileError::at(file)(error)),
        }
    }
    Ok(removed)
}

const NOT_OURS: &str = "not an unfinished table; move it away, or choose another directory";

/// Opens or creates the file of a table that is being built. Links are not followed, and anything but an
/// unfinished table is refused: the content will be replaced.
fn open_part(disk: &Disk, part: &Path) -> Result<DiskFile, TableFileError> {
    // The target of a link belongs to somebody else.
    if part.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(FileError::NotRegular(part.to_owned()).into());
    }
    let file = DiskFile::open(disk, part)?;
    let is_ours = || {
        let is_ours = UnfinishedTable::is_beginning(&mut file.content())?;
        file.content().rewind()?;
        if is_ours { Ok(()) } else { Err(io::Error::other(NOT_OURS)) }
    };
    is_ours().map_err(TableFileError::at(part))?;
    Ok(file)
}

/// The number of bytes after which a flush syncs the file.
const SYNC_INTERVAL: u64 = 32 << 20;

/// A file that is synced on some flushes, after enough data was written.
#[derive(Debug)]
struct SyncingFile {
    file: DiskFile,
    unsynced: u64,
}

impl SyncingFile {
    /// Truncates the file to `length` and returns a writer at its end.
    fn writer_at(mut file: DiskFile, length: u64) -> io::Result<BufWriter<SyncingFile>> {
        file.truncate(length)?;
        Ok(BufWriter::with_capacity(1 << 20, SyncingFile { file, unsynced: 0 }))
    }
}

impl Write for SyncingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.unsynced += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.unsynced >= SYNC_INTERVAL {
            self.file.sync()?;
            self.unsynced = 0;
        }
        Ok(())
    }
}
