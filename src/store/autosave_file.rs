//! A file of the user's choice for the game in progress, locked by this program.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::model::Record;

use super::disk::{PRIVATE, follow_links, is_same_file, parent_dir};
use super::slot::AutosaveSlot;
use super::{Disk, DiskFile, FileError};

/// A file for the game in progress, locked by this program.
#[derive(Debug)]
pub struct AutosaveFile {
    pub(super) disk: Disk,
    path: PathBuf,
    /// The file at the path, locked if the file system has locks, or `None` if it cannot be opened.
    held: Option<File>,
    /// Whether the file does not stay if it is empty, because it was created for the lock.
    is_temporary: bool,
}

impl AutosaveFile {
    /// Locks the file at `path`, or the target of a link, which is created if necessary. If it cannot be created or opened,
    /// it stays unlocked, and any error appears when a game is saved.
    ///
    /// # Errors
    /// Another program holds the lock, or the path is not a regular file.
    pub fn lock(disk: &Disk, path: &Path) -> Result<AutosaveFile, FileError> {
        let path = follow_links(path).map_err(FileError::io(path))?;
        disk.remove_stale_temporaries(parent_dir(&path));
        let is_temporary = !path.exists();
        let held = match DiskFile::open_as(disk, &path, PRIVATE) {
            Err(FileError::Io { .. }) => None,
            opened => Some(opened?.into_file()),
        };
        if let Some(file) = held.as_ref().filter(|_| !cfg!(unix)) {
            // On other systems a lock also blocks reading.
            let _ = file.unlock();
        }
        Ok(AutosaveFile { disk: disk.clone(), path, held, is_temporary })
    }

    /// Reads the game in the file, whether or not it can be resumed; `None` if the file is empty or does not exist.
    ///
    /// # Errors
    /// The file is neither a record nor empty.
    pub fn game(&self) -> Result<Option<Record>, FileError> {
        match fs::metadata(&self.path) {
            Ok(existing) if existing.len() > 0 => self.disk.read_record(&self.path).map(Some),
            _ => Ok(None),
        }
    }

    /// Replaces the text of the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&mut self, text: &str) -> Result<(), FileError> {
        if !cfg!(unix) {
            // On other systems an open file cannot be replaced.
            self.held = None;
        }
        self.held = Some(self.disk.write_private(&self.path, text)?).filter(|_| cfg!(unix));
        self.disk.sync_name(&self.path)
    }

    /// Returns the slot of this file, in which its game can be deleted and brought back.
    pub fn into_slot(mut self) -> AutosaveSlot {
        let (disk, game) = (self.disk.clone(), self.path.clone());
        AutosaveSlot { disk, game, lock: self.held.take(), is_open_elsewhere: false }
    }

    /// Removes the file if it is empty and locked by this program.
    pub fn remove_if_empty(mut self) {
        self.is_temporary = true;
    }

    /// Removes the file.
    pub fn remove(self) {
        // If this fails, the game is offered again.
        let _ = self.disk.remove(&self.path);
    }
}

impl Drop for AutosaveFile {
    fn drop(&mut self) {
        let is_empty = |file: &File| file.metadata().is_ok_and(|data| data.len() == 0);
        let is_unused = |file: &File| is_empty(file) && is_same_file(file, &self.path);
        if self.is_temporary && self.held.as_ref().is_some_and(is_unused) {
            // If this fails, an empty file remains.
            let _ = self.disk.remove(&self.path);
        }
    }
}
