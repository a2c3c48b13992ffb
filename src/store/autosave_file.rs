//! A file of the user's choice for the game in progress, locked by this program.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::model::Record;

use super::disk::{PRIVATE, follow_links, is_same_file, parent_dir};
use super::slot::AutosaveSlot;
use super::{Disk, FileError};

/// The number of attempts to lock a file that other programs keep replacing.
const LOCK_ATTEMPTS: usize = 100;

/// A file for the game in progress, locked by this program.
#[derive(Debug)]
pub struct AutosaveFile {
    pub(super) disk: Disk,
    path: PathBuf,
    /// The locked file at the path, or `None` if it cannot be locked.
    held: Option<File>,
    /// Whether the file was created for the lock and is still empty. Then it does not stay.
    is_newly_created: bool,
}

impl AutosaveFile {
    /// Locks the file at `path`, or the target of a link, which is created if necessary. If it cannot be created or locked, it stays
    /// unlocked, and any error appears when a game is saved.
    ///
    /// # Errors
    /// Another program holds the lock, or the path is not a regular file.
    pub fn lock(disk: &Disk, path: &Path) -> Result<AutosaveFile, FileError> {
        let path = &follow_links(path).map_err(FileError::io(path))?;
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
                // Unless the previous owner replaced the file in the meantime, the lock is valid.
                Ok(()) if is_same_file(&file, path) => {
                    if !cfg!(unix) {
                        // On other systems a lock also blocks reading.
                        let _ = file.unlock();
                    }
                    return Ok(kept(Some(file), is_newly_created));
                }
                Ok(()) => {}
                Err(fs::TryLockError::WouldBlock) => return Err(FileError::InUse(path.to_owned())),
            }
        }
        Ok(kept(None, false))
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
        self.is_newly_created = false;
        self.disk.sync_name(&self.path)
    }

    /// Returns the slot of this file, in which its game can be deleted and brought back.
    pub fn into_slot(mut self) -> AutosaveSlot {
        let (disk, game) = (self.disk.clone(), self.path.clone());
        AutosaveSlot { disk, game, lock: self.held.take(), is_open_elsewhere: false }
    }

    /// Removes the file if it is empty and locked by this program.
    pub fn remove_if_empty(mut self) {
        self.is_newly_created |= fs::metadata(&self.path).is_ok_and(|file| file.len() == 0);
    }

    /// Removes the file.
    pub fn remove(self) {
        // If this fails, the game is offered again.
        let _ = self.disk.remove(&self.path);
    }
}

impl Drop for AutosaveFile {
    fn drop(&mut self) {
        if self.is_newly_created && self.held.as_ref().is_some_and(|file| is_same_file(file, &self.path)) {
            // If this fails, an empty file remains.
            let _ = self.disk.remove(&self.path);
        }
    }
}

/// Opens or creates a file and returns whether it was created. Returns `None` if neither is possible.
fn open_or_create(disk: &Disk, path: &Path) -> Result<Option<(File, bool)>, FileError> {
    match disk.open_regular(path) {
        Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            Ok(match disk.create_empty(path, PRIVATE) {
                // Another program has just created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    disk.open_regular(path).ok().map(|file| (file, false))
                }
                made => made.ok().map(|file| (file, true)),
            })
        }
        Err(FileError::Io { .. }) => Ok(None),
        opened => opened.map(|file| Some((file, false))),
    }
}
