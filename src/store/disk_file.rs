//! A file that is written piece by piece.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::disk::{SHARED, follow_links, is_same_file, parent_dir};
use super::{Disk, DiskOp, FileError};

/// A file that is written piece by piece, and locked if the system supports that.
///
/// A draft has a temporary name until it is complete, and is removed if it is dropped before. Any other file
/// keeps its content, so that interrupted work can be resumed.
#[derive(Debug)]
pub struct DiskFile {
    disk: Disk,
    file: File,
    path: PathBuf,
    draft: Option<TempPath>,
}

/// Checks that `path` is free or a regular file, and returns the metadata of that file.
///
/// # Errors
/// The path is something else: a directory, a pipe, a device.
pub fn check_target(path: &Path) -> Result<Option<Metadata>, FileError> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return Err(FileError::NotRegular(path.to_owned()));
    }
    Ok(existing)
}

impl DiskFile {
    /// Creates a draft of the file `path`, or of the target of a link, in the same directory.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn draft(disk: &Disk, path: &Path) -> io::Result<Self> {
        let target = follow_links(path)?;
        disk.remove_stale_temporaries(parent_dir(&target));
        disk.temp_file(parent_dir(&target), SHARED)
    }

    /// A draft with this temporary name.
    pub(super) fn temporary(disk: &Disk, file: File, name: TempPath) -> Self {
        DiskFile { disk: disk.clone(), file, path: name.to_path_buf(), draft: Some(name) }
    }

    /// Opens or creates a file that is kept, or the target of a link. Never blocks, because it opens only regular
    /// files.
    ///
    /// # Errors
    /// As for [`check_target`]. Also if the file cannot be opened, or another program is writing to it.
    pub fn open(disk: &Disk, path: &Path) -> Result<Self, FileError> {
        DiskFile::open_as(disk, path, SHARED)
    }

    /// Like [`DiskFile::open`]. A new file has permissions `mode`, reduced by the umask.
    pub(super) fn open_as(disk: &Disk, path: &Path, mode: u32) -> Result<Self, FileError> {
        check_target(path)?;
        let target = follow_links(path).map_err(FileError::io(path))?;
        let file = disk.open_or_create(&target, mode).map_err(FileError::io(path))?;
        match disk.lock(&file, &target) {
            Err(TryLockError::WouldBlock) => Err(FileError::InUse(path.to_owned())),
            // Another program has just replaced or renamed it.
            Ok(()) if !is_same_file(&file, &target) => Err(FileError::InUse(path.to_owned())),
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(DiskFile { disk: disk.clone(), file, path: target, draft: None })
            }
        }
    }

    /// Returns the open file, for reading.
    pub fn content(&self) -> &File {
        &self.file
    }

    /// Returns the open file, still locked.
    pub(super) fn into_file(self) -> File {
        self.file
    }

    /// Returns the name that the file has now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes everything after `length` bytes and continues writing there.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.disk.step(DiskOp::Truncate(&self.path, length))?;
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }

    /// Syncs the content.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.step(DiskOp::Sync(&self.path))?;
        self.file.sync_all()
    }

    /// Syncs the name.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn sync_name(&self) -> io::Result<()> {
        self.disk.sync_dir(parent_dir(&self.path))
    }

    /// Renames the file. Replaces an existing file only if `replaces` is set, or if this is not a draft.
    pub(super) fn rename(self, path: &Path, replaces: bool) -> io::Result<File> {
        self.disk.step(DiskOp::Rename(&self.path, path))?;
        match self.draft {
            Some(draft) if replaces => draft.persist(path)?,
            Some(draft) => draft.persist_noclobber(path)?,
            None => fs::rename(&self.path, path)?,
        }
        Ok(self.file)
    }

    /// Syncs the complete content and gives the file its name, replacing any existing file, or the target of a link.
    /// Returns the file, still locked.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn publish(self, path: &Path) -> io::Result<DiskFile> {
        self.sync()?;
        let (disk, target) = (self.disk.clone(), follow_links(path)?);
        let file = if self.path == target { self.file } else { self.rename(&target, true)? };
        disk.sync_dir(parent_dir(&target))?;
        Ok(DiskFile { disk, file, path: target, draft: None })
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.step(DiskOp::Write(&self.path, bytes))?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
