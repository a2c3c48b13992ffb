//! Keeping the game: in its slot while it is in progress, and among the finished games afterwards.

use crate::console::{Console, Stop};
use crate::store::{SessionFiles, has_person_moved};

use super::GameSession;

impl GameSession {
    /// Saves the game if it has changed. A game that continues leaves the archive.
    pub(super) fn keep(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        let can_return = self.previous.as_ref().is_some_and(|before| before.referee.ending().is_none());
        if let Err(error) = files.begin_game(self.current.number, can_return) {
            console.say(&format!("(The game will not be saved: {error}.)"))?;
        }
        if self.is_changed {
            self.autosave(console, files)?;
        }
        // Only then is the game in the archive no longer the only copy.
        if self.is_in_progress()
            && files.keeps_game()
            && let Some(before) = self.current.archived.take()
        {
            files.unarchive(&before);
        }
        Ok(())
    }

    /// Adds the finished game to the archive, if a human player has moved. Returns `false` if that failed.
    pub(super) fn archive(&mut self, console: &mut Console, files: &SessionFiles) -> Result<bool, Stop> {
        let record = self.referee().record(&self.current.header);
        let record = self.side(|side| side.with_reader(record.clone())).unwrap_or(record);
        // A game between two computers may have been resumed just after its end.
        let is_known = !self.is_changed && (self.remote.is_none() || files.archived(&record).is_some());
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
