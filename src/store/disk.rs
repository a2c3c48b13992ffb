//! File system operations as separate steps. Tests can observe the steps, make them fail, and simulate a
//! power cut.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::DiskFile;

/// The prefix of temporary file names.
const PREFIX: &str = ".cygnet-";
/// The permissions of a file that only the current user can read.
pub(super) const PRIVATE: u32 = 0o600;
/// The permissions of other files, before the umask.
pub(super) const SHARED: u32 = 0o666;
/// The permissions of directories that only the current user can use, and of others, before the umask.
const PRIVATE_DIR: u32 = 0o700;
const SHARED_DIR: u32 = 0o777;
/// The number of links to follow from one to the next, as in Linux.
const MAX_LINKS: usize = 40;
/// The number of attempts to create a temporary file while another program removes them.
const ATTEMPTS: usize = 100;

/// A step that is about to be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskOp<'a> {
    /// A file is opened and read.
    Read(&'a Path),
    /// An empty file is created.
    Create(&'a Path),
    /// A file is locked.
    Lock(&'a Path),
    /// This content is appended to a file.
    Write(&'a Path, &'a [u8]),
    /// A file is cut off after this number of bytes.
    Truncate(&'a Path, u64),
    /// The content of a file is synced.
    Sync(&'a Path),
    /// A file is renamed, replacing any existing file of that name.
    Rename(&'a Path, &'a Path),
    /// A file is removed.
    Remove(&'a Path),
    /// A directory is created.
    CreateDir(&'a Path),
    /// The names in a directory are synced.
    SyncDir(&'a Path),
}

type Observer = dyn Fn(DiskOp<'_>) -> io::Result<()> + Send + Sync;

/// The file system, with an optional observer.
#[derive(Clone, Default)]
pub struct Disk {
    observer: Option<Arc<Observer>>,
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").field("observed", &self.observer.is_some()).finish()
    }
}

impl Disk {
    /// Creates a disk that calls `observer` before each step. If it returns an error, the step fails with
    /// that error.
    pub fn with_observer(observer: impl Fn(DiskOp<'_>) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Disk { observer: Some(Arc::new(observer)) }
    }

    pub(super) fn step(&self, step: DiskOp<'_>) -> io::Result<()> {
        self.observer.as_ref().map_or(Ok(()), |observer| observer(step))
    }

    /// Opens a file for reading.
    pub(super) fn open(&self, path: &Path) -> io::Result<File> {
        self.step(DiskOp::Read(path))?;
        File::open(path)
    }

    /// Creates an empty file with permissions `mode`, reduced by the umask.
    pub(super) fn create_empty(&self, path: &Path, mode: u32) -> io::Result<File> {
        self.step(DiskOp::Create(path))?;
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _ = mode;
        options.open(path)
    }

    /// Opens a file for reading and writing, or creates it with permissions `mode`.
    pub(super) fn open_or_create(&self, path: &Path, mode: u32) -> io::Result<File> {
        let open = || {
            self.step(DiskOp::Read(path))?;
            // A pipe would be waited for.
            match fs::metadata(path)?.is_file() {
                true => File::options().read(true).write(true).open(path),
                false => Err(io::Error::other("not a regular file")),
            }
        };
        match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => match self.create_empty(path, mode) {
                // Another program has just created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open(),
                made => made,
            },
            opened => opened,
        }
    }

    /// Locks a file without waiting.
    pub(super) fn lock(&self, file: &File, path: &Path) -> Result<(), TryLockError> {
        self.step(DiskOp::Lock(path)).map_err(TryLockError::Error)?;
        file.try_lock()
    }

    /// Creates a draft in `folder`. It is locked, if the system supports that, to mark it as in use.
    pub(super) fn temp_file(&self, folder: &Path, mode: u32) -> io::Result<DiskFile> {
        for _ in 0..ATTEMPTS {
            let file = tempfile::Builder::new()
                .prefix(PREFIX)
                .make_in(folder, |path| self.create_empty(path, mode))?;
            let (file, name) = file.into_parts();
            match self.lock(&file, &name) {
                Err(TryLockError::Error(_)) => return Ok(DiskFile::temporary(self, file, name)),
                Ok(()) if is_same_file(&file, &name) => return Ok(DiskFile::temporary(self, file, name)),
                // Another program is cleaning up and has locked or removed the file.
                Ok(()) | Err(TryLockError::WouldBlock) => {}
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Removes a file.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(DiskOp::Remove(path))?;
        fs::remove_file(path)
    }

    /// Creates a directory and its missing parents, and syncs them.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn create_dir_all(&self, folder: &Path) -> io::Result<()> {
        self.create_dirs(folder, SHARED_DIR)
    }

    /// Creates a directory that only the current user can use, as well as its missing parents. Closes an existing one, as
    /// [`Disk::close_dir`] does.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn create_private_dir(&self, folder: &Path) -> io::Result<()> {
        self.create_dirs(folder, PRIVATE_DIR)?;
        Disk::close_dir(folder);
        Ok(())
    }

    /// Opens the state directory, which is created if necessary, and checks that files can be written in it.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn open_state_dir(&self, folder: &Path) -> io::Result<()> {
        self.create_private_dir(folder)?;
        self.temp_file(folder, PRIVATE).map(drop)
    }

    /// Takes the access to an existing directory, and so to all that is in it, from other users, if it belongs to the
    /// current user.
    pub fn close_dir(folder: &Path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
            if let Ok(data) = fs::metadata(folder)
                && data.is_dir()
                && data.mode() & 0o077 != 0
                && data.uid() == rustix::process::geteuid().as_raw()
            {
                // If this fails, the file system has no permissions.
                let _ = fs::set_permissions(folder, fs::Permissions::from_mode(data.mode() & 0o700));
            }
        }
        #[cfg(not(unix))]
        let _ = folder;
    }

    fn create_dirs(&self, folder: &Path, mode: u32) -> io::Result<()> {
        // If a file has the name of the directory, that is reported.
        let is_there = |part: &Path| part.is_dir() || part != folder && part.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(|part| !is_there(part)).collect();
        for part in missing.into_iter().rev().filter(|part| !part.as_os_str().is_empty()) {
            self.step(DiskOp::CreateDir(part))?;
            match create_dir(part, mode) {
                // Another program has just created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match part.is_dir() {
                    true => {}
                    false => return Err(io::ErrorKind::NotADirectory.into()),
                },
                made => made?,
            }
            self.sync_dir(parent_dir(part))?;
        }
        Ok(())
    }

    /// Syncs the names in a directory. Does nothing if the directory is not readable or the file system does
    /// not support it.
    pub(super) fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        self.step(DiskOp::SyncDir(folder))?;
        let Ok(open) = File::open(folder) else { return Ok(()) };
        match open.sync_all() {
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
            {
                Ok(())
            }
            synced => synced,
        }
    }

    /// Removes temporary files of programs that were killed while writing. Files in use are locked and stay.
    /// If the system has no locks, all files stay.
    pub(super) fn remove_stale_temporaries(&self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if is_temporary(&entry.file_name()) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                // If this fails, the next call tries again.
                let _ = self.remove_if_unlocked(&path);
            }
        }
    }

    fn remove_if_unlocked(&self, path: &Path) -> io::Result<()> {
        let file = self.open(path)?;
        match self.lock(&file, path) {
            // The file may have been renamed since it was opened.
            Ok(()) if is_same_file(&file, path) => self.remove(path),
            _ => Ok(()),
        }
    }
}

/// Whether a file name has the form that [`Disk::temp_file`] creates.
fn is_temporary(name: &OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    rest.is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Creates a directory with permissions `mode`, reduced by the umask.
fn create_dir(folder: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    #[cfg(not(unix))]
    let _ = mode;
    builder.create(folder)
}

/// Returns the file that a path names: the target of a symbolic link, whether or not it exists, or else the path.
///
/// # Errors
/// There are too many links.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = parent_dir(&path).join(target);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The directory of a file.
pub(super) fn parent_dir(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether `file` is still the file at `path`.
#[cfg(unix)]
pub(super) fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: &fs::Metadata| (data.dev(), data.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(file), Ok(existing)) if id(&file) == id(&existing))
}

#[cfg(not(unix))]
pub(super) fn is_same_file(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn temporary_files(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        entries.filter(|entry| is_temporary(&entry.file_name())).map(|entry| entry.path()).collect()
    }

    #[test]
    fn removes_only_unlocked_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::default();
        let held = disk.temp_file(folder.path(), PRIVATE).unwrap();
        for name in [".cygnet-abc123", ".cygnet-notes", "game-1.cygnet", ".cygnet-öäü"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".cygnet-folder")).unwrap();
        assert_eq!(temporary_files(folder.path()).len(), 3);
        disk.remove_stale_temporaries(folder.path());
        assert!(!folder.path().join(".cygnet-abc123").exists());
        assert!(held.path().exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn retries_when_temporary_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cleared = std::sync::atomic::AtomicBool::new(false);
        let disk = Disk::with_observer(move |step| {
            if let DiskOp::Lock(path) = step
                && !cleared.swap(true, std::sync::atomic::Ordering::Relaxed)
            {
                fs::remove_file(path)?;
            }
            Ok(())
        });
        let file = disk.temp_file(folder.path(), PRIVATE).unwrap();
        assert_eq!(temporary_files(folder.path()), [file.path()]);
    }

    #[cfg(unix)]
    #[test]
    fn created_directories_are_synced_with_parents() {
        let folder = tempfile::tempdir().unwrap();
        let steps = Arc::new(std::sync::Mutex::new(Vec::new()));
        let (seen, above) = (Arc::clone(&steps), folder.path().to_owned());
        let disk = Disk::with_observer(move |step| {
            seen.lock().unwrap().push(format!("{step:?}").replace(above.to_str().unwrap(), "T"));
            Ok(())
        });
        disk.create_dir_all(&folder.path().join("a/b")).unwrap();
        disk.create_dir_all(&folder.path().join("a/b")).unwrap();
        let wanted = ["CreateDir(\"T/a\")", "SyncDir(\"T\")", "CreateDir(\"T/a/b\")", "SyncDir(\"T/a\")"];
        assert_eq!(*steps.lock().unwrap(), wanted);
    }
}
