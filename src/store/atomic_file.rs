//! A file that is written piece by piece, and whose name appears when it is whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Disk;
use super::disk::parent_dir;

/// A file that stands beside its place until it is whole. Dropped before, it leaves nothing.
#[derive(Debug)]
pub struct AtomicFile {
    disk: Disk,
    file: NamedTempFile,
    path: PathBuf,
}

impl AtomicFile {
    /// Begins the file that is to stand at `path`.
    ///
    /// # Errors
    /// The system refuses.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let disk = Disk::default();
        disk.remove_stale_temporaries(parent_dir(path));
        let file = disk.temp_file(parent_dir(path), 0o666)?;
        Ok(AtomicFile { disk, file, path: path.to_owned() })
    }

    /// The file, to write to.
    ///
    /// # Errors
    /// The system refuses.
    pub fn file(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Makes the content last and gives the file its name, in place of the file that may be there.
    ///
    /// # Errors
    /// The system refuses.
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
