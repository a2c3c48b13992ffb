//! Keeping the game: in its slot while it is in progress, and among the finished games afterwards.

use crate::console::{Console, Stop};
use crate::store::{SessionFiles, has_person_moved};

use super::GameSession;

impl GameSession {
    /// If a command reopened the finished game, saves it and removes it from the archive.
    pub(super) fn reopen_if_unfinished(
        &mut self,
        console: &mut Console,
        files: &mut SessionFiles,
    ) -> Result<(), Stop> {
        if self.referee().ending().is_some() {
            return Ok(());
        }
        self.is_changed = true;
        self.autosave(console, files)?;
        if let Some(before) = self.current.archived.take() {
            files.unarchive(&before);
        }
        Ok(())
    }

    /// Adds the finished game to the archive, if a human player has moved. Returns `false` if that failed.
    pub(super) fn archive(&mut self, console: &mut Console, files: &SessionFiles) -> Result<bool, Stop> {
        let record = self.referee().record(&self.current.header);
        let record = self.side(|side| side.with_reader(record.clone())).unwrap_or(record);
        // A game between two computers may have been resumed just after its end.
        let is_known = !self.is_changed && (self.remote.is_none() || files.has_archived(&record));
        if !has_person_moved(&record) || self.is_watching() || is_known {
            return Ok(true);
        }
        match files.archive_game(&record, self.current.archived.as_ref()) {
            Ok(number) => self.current.archived = number.map(|number| (number, record)),
            Err(error) => {
                console.say(&format!("(The game could not be saved: {error}.)"))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// After a change to another game: keeps the one before it, if it is in progress, or returns to its slot.
    pub(super) fn change_slot(&self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        match &self.previous {
            None => files.return_to_slot(),
            Some(before) if before.referee.ending().is_none() => {
                if let Err(error) = files.leave_slot(true) {
                    console.say(&format!("(The game will not be saved: {error}.)"))?;
                }
            }
            Some(_) => {}
        }
        Ok(())
    }

    pub(super) fn autosave(&self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        if !files.has_autosave() {
            return Ok(());
        }
        match files.autosave(&self.referee().record(&self.current.header)) {
            Ok(()) => Ok(()),
            Err(error) if console.settings().strict => Err(Stop::NotSaved(error.to_string())),
            Err(error) => {
                console.say(&format!("(The game could not be saved: {error}. You can keep playing.)"))
            }
        }
    }
}
