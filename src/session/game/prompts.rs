//! Prompts during a game, and the commands typed instead of an answer.

use crate::console::{CommandHandler as _, Console, Dialog, PromptExit};
use crate::model::Record;
use crate::session::Exit;
use crate::session::commands::{GameChange, GameCommander};
use crate::store::SessionFiles;

use super::{GameSession, PreviousGame};

/// The result of a prompt during a game.
pub(super) enum PromptReply<T> {
    Answer(T),
    /// No answer: ask again.
    Retry,
    /// No answer: a command ended the turn.
    TurnEnded,
}

impl GameSession {
    /// Asks `question` during the game and carries out a command typed instead of an answer.
    pub(super) fn ask<T>(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
        question: impl FnOnce(&Self, &mut Dialog<'_>) -> Result<T, PromptExit>,
    ) -> Result<PromptReply<T>, Exit> {
        let record = || self.referee.record(&self.header);
        let mut commander = self.commander(&record, files);
        let reply = question(self, &mut Dialog::new(console, &mut commander));
        let GameCommander { change, hint, .. } = commander;
        self.hint = hint;
        self.answers.clear();
        match reply {
            Ok(answer) => Ok(PromptReply::Answer(answer)),
            Err(PromptExit::StartOver | PromptExit::Back) => Ok(PromptReply::Retry),
            Err(PromptExit::GameChanged) => {
                let retries = matches!(change, Some(GameChange::Play(_)));
                self.carry_out(change);
                Ok(if retries { PromptReply::Retry } else { PromptReply::TurnEnded })
            }
            Err(PromptExit::Load(record)) => Err(Exit::Load(record)),
            Err(PromptExit::Stop(stop)) => Err(stop.into()),
        }
    }

    fn commander<'a>(&'a self, record: &'a dyn Fn() -> Record, files: &'a SessionFiles) -> GameCommander<'a> {
        GameCommander {
            hint: self.hint.clone(),
            has_previous_game: self.previous_game.is_some(),
            advice: self.advice,
            knowledge: self.knowledge.clone(),
            ..GameCommander::new(self.game(), self.history(), &self.seating, record, files)
        }
    }

    /// Carries out a command about the finished game. [`GameSession::play`] resumes a changed game.
    ///
    /// # Errors
    /// The command ends the menu or the session.
    pub fn command(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
        line: &str,
    ) -> Result<bool, PromptExit> {
        let record = || self.referee.record(&self.header);
        let mut commander = self.commander(&record, files);
        let handled = commander.handle(console, line);
        let change = commander.change;
        self.carry_out(change);
        handled
    }

    fn carry_out(&mut self, change: Option<GameChange>) {
        if !matches!(change, None | Some(GameChange::Play(_))) {
            // The hint was for another position.
            self.hint = None;
        }
        match change {
            Some(GameChange::Undo(plies)) => self.referee.undo(plies),
            Some(GameChange::Redo(plies)) => self.referee.redo(plies),
            Some(GameChange::New) => {
                let previous_game = PreviousGame {
                    referee: self.referee.clone(),
                    rngs: self.rngs.clone(),
                    header: self.header.clone(),
                    archived: self.archived,
                    has_shown_idle_warning: self.has_shown_idle_warning,
                };
                self.restart();
                self.previous_game = Some(previous_game);
            }
            Some(GameChange::Return) => {
                if let Some(previous_game) = self.previous_game.take() {
                    self.referee = previous_game.referee;
                    self.rngs = previous_game.rngs;
                    self.header = previous_game.header;
                    self.archived = previous_game.archived;
                    self.has_shown_idle_warning = previous_game.has_shown_idle_warning;
                }
            }
            Some(GameChange::Resign) => self.referee.resign(),
            Some(GameChange::Play(answers)) => self.answers = answers,
            None => {}
        }
    }
}
