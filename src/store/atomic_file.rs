//! A file that is written piece by piece and appears under its name once it is complete.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Disk;
use super::disk::parent_dir;

/// A temporary file that gets its name on [`AtomicFile::commit`]. Dropping it before then removes it.
#[derive(Debug)]
pub struct AtomicFile {
    disk: Disk,
    file: NamedTempFile,
    path: PathBuf,
}

impl AtomicFile {
    /// Creates the temporary file for `path`, in the same directory.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let disk = Disk::default();
        disk.remove_stale_temporaries(parent_dir(path));
        let file = disk.temp_file(parent_dir(path), 0o666)?;
        Ok(AtomicFile { disk, file, path: path.to_owned() })
    }

    /// Returns a handle for writing.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn file(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Syncs the content and renames the file, replacing any existing one.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn commit(self) -> io::Result<()> {
        self.disk.sync(&self.file)?;
        self.disk.rename(self.file, &self.path, true)?;
        self.disk.sync_dir(parent_dir(&self.path))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
