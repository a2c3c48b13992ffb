//! A table after its game: commands in the menus that follow are about the game that was played at it.

use crate::console::{CommandHandler as _, Console, Stop, Unanswered};
use crate::screens::Screen;

use super::{AfterGame, Table};
use crate::play::commands::GameCommander;
use crate::play::files::Files;

/// A game that has been played at a table, for the menus after it.
pub trait LastGame {
    /// Carries out a command about the game. Where that changes the game, it goes on with [`LastGame::play`].
    ///
    /// # Errors
    /// The command ends the menu or the conversation.
    fn command(&mut self, console: &mut Console, files: &Files, line: &str) -> Result<bool, Unanswered>;

    /// Plays on to the end of the game.
    ///
    /// # Errors
    /// As [`Table::play`].
    fn play(&mut self, console: &mut Console, files: &mut Files) -> Result<AfterGame, Stop>;
}

impl<G: Screen> LastGame for Table<G> {
    fn command(&mut self, console: &mut Console, files: &Files, line: &str) -> Result<bool, Unanswered> {
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

    fn play(&mut self, console: &mut Console, files: &mut Files) -> Result<AfterGame, Stop> {
        Table::play(self, console, files)
    }
}
