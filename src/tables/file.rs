//! Table files. A table is built in a file with `.part` added to its name, which is renamed at the end.

use std::io::{self, BufWriter, Seek as _};
use std::path::{Path, PathBuf};

use super::TableFileError;
use crate::games::ugly_duck::table::{
    BuildError, EndgameTable, TableKind, TablePlan, TableWriter, UnfinishedTable,
};
use crate::games::ugly_duck::{CLASSIC_ID, Size};
use crate::store::{Disk, DiskFile, FileError, check_target, follow_links};

/// The file in `folder` with the table of this kind of a board.
pub fn table_path(folder: &Path, kind: TableKind, size: Size) -> PathBuf {
    let extension = match kind {
        TableKind::Results => "table",
        TableKind::Plies => "plies",
    };
    folder.join(format!("{CLASSIC_ID}-{size}.{extension}"))
}

/// The file in which the table at `path` is built.
pub fn part_path(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Opens a finished table.
///
/// # Errors
/// The file cannot be read, or is not a table of this kind and board.
pub fn open(path: &Path, kind: TableKind, size: Size) -> Result<EndgameTable, TableFileError> {
    EndgameTable::open(Disk::default().open_regular(path)?, kind, size).map_err(TableFileError::at(path))
}

/// Builds a table in a file, or resumes an interrupted build. Calls `on_progress` with the finished and the total
/// amount of work. Returns the number of slices that an interrupted build had finished: none of a table of plies.
///
/// # Errors
/// There is a table with more pieces, the file cannot be written, there is too little memory, or the work was stopped.
/// Finished work is kept.
pub fn make(
    disk: &Disk,
    plan: &TablePlan,
    path: &Path,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<usize, TableFileError> {
    let path = &follow_links(path).map_err(TableFileError::at(path))?;
    let check = |path: &Path, pieces| match pieces > plan.pieces {
        true => Err(TableFileError::Larger { path: path.to_owned(), pieces }),
        false => Ok(()),
    };
    check(path, open(path, plan.kind, plan.size).map_or(0, |table| table.pieces()))?;
    let part = part_path(path);
    let file = open_part(disk, &part)?;
    check_target(path)?;
    let unfinished = UnfinishedTable::read(&mut file.content(), plan.kind, plan.size);
    let unfinished = unfinished.map_err(TableFileError::at(&part))?;
    check(&part, unfinished.pieces())?;
    let (written, slices) = write(file, unfinished, plan, on_progress).map_err(TableFileError::at(&part))?;
    written.publish(path).map_err(TableFileError::at(path))?;
    Ok(slices)
}

/// Writes what is missing of a table. Returns the finished file, and the number of slices that it had.
fn write(
    mut file: DiskFile,
    unfinished: UnfinishedTable,
    plan: &TablePlan,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(DiskFile, usize), BuildError> {
    file.truncate(unfinished.length())?;
    let out = BufWriter::with_capacity(1 << 20, file);
    let writer = TableWriter::resume(unfinished, out)?;
    let slices = writer.slices();
    let out = plan.write(writer, on_progress)?.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((out, slices))
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
