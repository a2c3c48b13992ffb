//! Keeping the game: in its slot while it is in progress, and among the finished games afterwards.

use crate::console::{Console, Stop};
use crate::store::{FileError, SessionFiles, has_person_moved};

use super::GameSession;

impl GameSession {
    /// Saves the game if it differs from what is kept. A game that continues leaves the archive.
    pub(super) fn keep(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        let can_return = self.previous.as_ref().is_some_and(|before| before.referee.ending().is_none());
        if let Err(error) = files.begin_game(self.current.number, can_return) {
            console.say(&format!("(The game will not be saved: {error}.)"))?;
        }
        if self.is_changed {
            self.autosave(console, files)?;
            // A finished game is kept in the archive.
            self.is_changed = files.has_failed() || !self.is_in_progress();
        }
        // Only then is the game in the archive no longer the only copy.
        if self.is_in_progress()
            && (files.keeps_game() || self.referee().history().plies() == 0)
            && let Some(before) = self.current.archived.take()
        {
            files.unarchive(&before);
        }
        Ok(())
    }

    /// Tries once more to keep the game, if that has failed.
    ///
    /// # Errors
    /// It failed again.
    pub fn keep_unsaved(&mut self, files: &mut SessionFiles) -> Result<(), FileError> {
        if !self.is_changed {
            return Ok(());
        }
        files.autosave(&self.referee().record(&self.current.header))?;
        if !self.is_in_progress() {
            return self.archive(files);
        }
        self.is_changed = false;
        Ok(())
    }

    /// Adds the finished game to the archive, if a human player has moved, and then clears its slot, so that it is never
    /// lost.
    ///
    /// # Errors
    /// The game could not be written.
    pub(super) fn archive(&mut self, files: &SessionFiles) -> Result<(), FileError> {
        let record = self.referee().record(&self.current.header);
        let record = self.side(|side| side.with_reader(record.clone())).unwrap_or(record);
        // A game between two computers may have been resumed just after its end.
        let is_known = !self.is_changed && (self.remote.is_none() || files.archived(&record).is_some());
        if has_person_moved(&record) && !self.is_watching() && !is_known {
            let number = files.archive_game(&record, self.current.archived.as_ref())?;
            self.current.archived = number.map(|number| (number, record));
        }
        self.is_changed &= files.has_failed();
        files.clear_slot();
        if let Some(remote) = &mut self.remote {
            remote.game.get_mut().note_end(&self.current.referee);
        }
        Ok(())
    }

    pub(super) fn autosave(&self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        let has_failed = files.has_failed();
        match files.autosave(&self.referee().record(&self.current.header)) {
            Err(error) if console.settings().strict => Err(Stop::NotSaved(error.to_string())),
            Err(error) if !has_failed => {
                console.say(&format!("(The game could not be saved: {error}. You can keep playing.)"))
            }
            _ => Ok(()),
        }
    }
}
