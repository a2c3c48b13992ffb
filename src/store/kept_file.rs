//! Lists that the program keeps in a file of text, and that several programs may change at the same time.

use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::disk::{PRIVATE, SHARED, parent_dir};
use super::files::{bytes_at_most, unchanged_text};
use super::{Disk, FileError};
use crate::model::text::BYTE_ORDER_MARK;

/// The maximum size of a list, in MiB: tens of thousands of lines.
pub(super) const MAX_MEBIBYTES: u64 = 8;

/// The number of attempts to lock a list, and the wait between them. A change takes milliseconds, or tenths of a
/// second on a slow disk, and many programs may wait.
const LOCK_ATTEMPTS: u32 = 1000;
const LOCK_WAIT: Duration = Duration::from_millis(10);

impl Disk {
    /// Reads the text of a file that the program keeps. One that does not exist is empty, and so is the null device. A
    /// byte order mark is skipped.
    ///
    /// # Errors
    /// The file cannot be read, is not a regular file, is not UTF-8 text, or is larger than 8 MiB.
    pub fn read_kept(&self, path: &Path) -> Result<String, FileError> {
        let text = self.read_kept_unchanged(path)?;
        Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
    }

    fn read_kept_unchanged(&self, path: &Path) -> Result<String, FileError> {
        use io::ErrorKind::{NotADirectory, NotFound};
        match fs::metadata(path) {
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Ok(String::new()),
            Ok(data) if is_null_device(&data) => Ok(String::new()),
            _ => unchanged_text(bytes_at_most(self.open_regular(path)?, path, MAX_MEBIBYTES)?, path),
        }
    }

    /// Replaces the text of a file that the program keeps with what `change` makes of it, unless that is the same. A byte
    /// order mark stays.
    /// Other programs that change it at the same time wait, so that no change is lost. If it is `private`, only the
    /// current user can read it.
    ///
    /// # Errors
    /// As for [`Disk::read_kept`], and those of `change`. Also if the new text is too large or could not be written.
    /// Then the file is unchanged.
    pub fn change_kept<E: From<FileError>>(
        &self,
        path: &Path,
        is_private: bool,
        change: impl FnOnce(&str) -> Result<String, E>,
    ) -> Result<(), E> {
        let (folder, mode) = (parent_dir(path), if is_private { PRIVATE } else { SHARED });
        let made = if is_private { self.create_private_dir(folder) } else { self.create_dir_all(folder) };
        made.map_err(FileError::io(folder))?;
        let _lock = self.lock_kept(path)?;
        let text = self.read_kept_unchanged(path)?;
        let (mark, rest) =
            text.split_at(text.strip_prefix(BYTE_ORDER_MARK).map_or(0, |_| BYTE_ORDER_MARK.len()));
        let changed = mark.to_owned() + &change(rest)?;
        if changed == text {
            return Ok(());
        }
        if changed.len() as u64 > MAX_MEBIBYTES << 20 {
            return Err(FileError::too_large(path, MAX_MEBIBYTES).into());
        }
        self.write_file(path, changed.as_bytes(), mode, true)?;
        Ok(self.sync_name(path)?)
    }

    /// Locks a file that the program keeps. Returns `None` on a file system without locks, and for the null device.
    fn lock_kept(&self, kept: &Path) -> Result<Option<File>, FileError> {
        if fs::metadata(kept).is_ok_and(|data| is_null_device(&data)) {
            return Ok(None);
        }
        let path = kept.with_extension("lock");
        let file = self.open_or_create(&path, PRIVATE).map_err(FileError::io(&path))?;
        for _ in 0..LOCK_ATTEMPTS {
            match self.lock(&file, &path) {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_WAIT),
            }
        }
        Err(FileError::InUse(kept.to_owned()))
    }
}

/// Whether a file is the null device, whatever its name. It stands for a file that is wanted empty.
#[cfg(unix)]
fn is_null_device(data: &Metadata) -> bool {
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
    data.file_type().is_char_device()
        && fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == data.rdev())
}

#[cfg(not(unix))]
fn is_null_device(_data: &Metadata) -> bool {
    false
}
