//! A table after its game: commands in the menus that follow are about the game that was played at it.

use crate::console::{CommandHandler as _, Console, Unanswered};
use crate::session::commands::GameCommander;
use crate::store::Files;

use super::Table;

impl Table {
    /// Carries out a command about the game. If it changes the game, [`Table::play`] resumes it.
    ///
    /// # Errors
    /// The command ends the menu or the conversation.
    pub fn command(&mut self, console: &mut Console, files: &Files, line: &str) -> Result<bool, Unanswered> {
        let record = || self.referee.record(&self.header);
        let mut commander =
            GameCommander::new(self.game(), self.history(), &self.seating, &record, files, None)
                .after_another(self.left.is_some())
                .advising(self.advice);
        let handled = commander.handle(console, line);
        let (change, _) = commander.finish();
        self.carry_out(change);
        handled
    }
}
