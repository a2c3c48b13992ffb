//! A file of the person's choice that holds the game in progress, locked by this program.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::model::Record;

use super::autosave::is_unfinished;
use super::disk::{is_same_file, parent_dir};
use super::{Disk, FileError};

/// How often a file that is replaced while it is being locked is opened again.
const LOCK_ATTEMPTS: usize = 100;

/// A file for the game in progress, locked by this program.
#[derive(Debug)]
pub struct AutosaveFile {
    disk: Disk,
    path: PathBuf,
    /// What stands at the path, with its lock; `None` where nothing can be locked.
    held: Option<File>,
    /// Whether it was made to be locked, and is still empty.
    is_newly_created: bool,
}

impl AutosaveFile {
    /// Locks the file at `path`, which is made, empty, if it is missing. Where that cannot be, it is not locked; whether a game can
    /// be saved there is told when it is.
    ///
    /// # Errors
    /// Another program holds the lock, or something stands there that is no regular file.
    pub fn lock(path: &Path) -> Result<AutosaveFile, FileError> {
        AutosaveFile::lock_on(&Disk::default(), path)
    }

    /// [`AutosaveFile::lock`] on this disk.
    ///
    /// # Errors
    /// Another program holds the lock, or something stands there that is no regular file.
    pub fn lock_on(disk: &Disk, path: &Path) -> Result<AutosaveFile, FileError> {
        disk.remove_stale_temporaries(parent_dir(path));
        let kept = |held, is_newly_created| AutosaveFile {
            disk: disk.clone(),
            path: path.to_owned(),
            held,
            is_newly_created,
        };
        for _ in 0..LOCK_ATTEMPTS {
            let Some((file, is_newly_created)) = open_or_create(disk, path)? else { break };
            match disk.lock(&file, path) {
                Err(fs::TryLockError::Error(_)) => break,
                // It is held, or has just been replaced by whoever held it.
                Ok(()) if is_same_file(&file, path) => {
                    if !cfg!(unix) {
                        // There a lock keeps everybody from reading.
                        let _ = file.unlock();
                    }
                    return Ok(kept(Some(file), is_newly_created));
                }
                Ok(()) => {}
                Err(fs::TryLockError::WouldBlock) => return Err(FileError::InUse { path: path.to_owned() }),
            }
        }
        Ok(kept(None, false))
    }

    /// The game that is kept there, if it is one to go on with.
    ///
    /// # Errors
    /// Something else is there than a record or an empty file.
    pub fn unfinished_game(&self) -> Result<Option<Record>, FileError> {
        match fs::metadata(&self.path) {
            Ok(existing) if existing.len() > 0 => {
                self.disk.read_record(&self.path).map(|record| Some(record).filter(is_unfinished))
            }
            Ok(_) => Ok(None),
            // What is there and cannot be asked about is refused too.
            Err(_) if self.path.symlink_metadata().is_err() => Ok(None),
            Err(error) => Err(FileError::io(&self.path)(error)),
        }
    }

    pub(super) fn save(&mut self, text: &str) -> Result<(), FileError> {
        if !cfg!(unix) {
            // There a file that is open cannot be replaced.
            self.held = None;
        }
        self.held = Some(self.disk.write_private(&self.path, text)?).filter(|_| cfg!(unix));
        self.is_newly_created = false;
        self.disk.sync_name(&self.path)
    }
}

impl Drop for AutosaveFile {
    fn drop(&mut self) {
        if self.is_newly_created && self.held.as_ref().is_some_and(|file| is_same_file(file, &self.path)) {
            // If it stays, it is empty.
            let _ = self.disk.remove(&self.path);
        }
    }
}

/// Opens a file, or makes it and says so; `None` if it can be neither opened nor made.
fn open_or_create(disk: &Disk, path: &Path) -> Result<Option<(File, bool)>, FileError> {
    match disk.open_regular(path) {
        Ok(file) => Ok(Some((file, false))),
        Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            match disk.create_private(path) {
                Ok(file) => Ok(Some((file, true))),
                // Another program was quicker.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    Ok(disk.open_regular(path).ok().map(|file| (file, false)))
                }
                Err(_) => Ok(None),
            }
        }
        Err(FileError::Io { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
