//! Prompts during a game, and the commands typed instead of an answer.

use crate::console::{CommandHandler as _, Console, Dialog, Exit, PromptExit, Stop};
use crate::games::AnyPosition;
use crate::model::{Game as _, History, Position as _, Record};
use crate::screens::drawing::place_at_bottom;
use crate::session::commands::{GameChange, GameCommander, has_turns};
use crate::store::SessionFiles;
use crate::words::moves::typed_text;
use crate::words::{capitalised, join_with_word};

use super::GameSession;

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
        let record = || self.referee().record(&self.current.header);
        let mut commander = self.commander(&record, files);
        let reply = question(self, &mut Dialog::new(console, &mut commander));
        let GameCommander { change, hint, turn_board, .. } = commander;
        // The last board is no longer true if the turn that changed it starts over.
        let is_outdated = turn_board.is_some() || (console.is_at_terminal() && console.is_board_covered());
        self.hint = hint;
        self.answers.clear();
        let has_news = matches!(change, Some(GameChange::Follow(_)));
        match reply {
            Err(PromptExit::Leave(exit)) => {
                self.carry_out(change);
                Err(exit)
            }
            _ if has_news => {
                self.carry_out(change);
                Ok(PromptReply::TurnEnded)
            }
            Ok(answer) => Ok(PromptReply::Answer(answer)),
            Err(PromptExit::StartOver(answers)) => {
                self.answers = answers;
                Ok(if is_outdated { PromptReply::TurnEnded } else { PromptReply::Retry })
            }
            Err(PromptExit::Back) if is_outdated => Ok(PromptReply::TurnEnded),
            Err(PromptExit::Back) if self.lesson.is_some() && self.is_in_progress() => Err(Exit::Back),
            // A command never gets here: the dialog in which it was typed has executed it.
            Err(PromptExit::Back | PromptExit::Command(_)) => Ok(PromptReply::Retry),
            Err(PromptExit::GameChanged) => {
                match change {
                    Some(GameChange::Redo(plies)) => self.show_redone_steps(console, plies)?,
                    Some(GameChange::New) if self.history().plies() > 0 => self.send_game(console)?,
                    _ => {}
                }
                self.carry_out(change);
                Ok(PromptReply::TurnEnded)
            }
        }
    }

    fn commander<'a>(&'a self, record: &'a dyn Fn() -> Record, files: &'a SessionFiles) -> GameCommander<'a> {
        GameCommander {
            hint: self.hint.clone(),
            has_previous_game: self.previous.is_some(),
            reader: self.own_player(),
            remote: self.remote.as_ref().map(|remote| (&remote.game, self.referee())),
            advice: self.advice.clone(),
            is_lesson: self.lesson.is_some(),
            ..GameCommander::new(self.game(), self.history(), &self.seating, record, files)
        }
    }

    /// Carries out a command about the game that is finished or was left. [`GameSession::play`] resumes a changed game.
    ///
    /// # Errors
    /// The command ends the menu or the session.
    pub fn command(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
        line: &str,
    ) -> Result<bool, PromptExit> {
        place_at_bottom(self.game(), self.own_player(), console);
        let record = || self.referee().record(&self.current.header);
        let mut commander = self.commander(&record, files);
        let handled = commander.handle(console, line);
        let change = commander.change;
        console.settings_mut().own_side_on_top = false;
        self.carry_out(change);
        handled
    }

    pub(super) fn carry_out(&mut self, change: Option<GameChange>) {
        if let Some(change) = &change {
            // The hint was for another position, and only resigning leaves a position that has been heard.
            self.hint = None;
            self.is_changed = true;
            self.shown.moves_by_ear = matches!(change, GameChange::Resign);
            self.notice = self.change_text(change);
            // The player can look at the position before two computers play on.
            self.is_paused = self.seating.is_bots_only()
                && matches!(change, GameChange::Undo(_) | GameChange::Redo(_) | GameChange::Return);
        }
        match change {
            Some(GameChange::Undo(plies)) => self.current.referee.undo(plies),
            Some(GameChange::Redo(plies)) => self.current.referee.redo(plies),
            Some(GameChange::New) if !has_turns(self.history()) => self.current.restart(),
            Some(GameChange::New) => {
                let before = self.current.clone();
                self.restart();
                self.previous = Some(before);
            }
            Some(GameChange::Return) => {
                if let Some(before) = self.previous.take() {
                    let players = |header: &Record| (header.seats.clone(), header.names.clone());
                    if players(&before.header) != players(&self.current.header) {
                        self.change_sides();
                    }
                    self.current = before;
                }
            }
            Some(GameChange::Resign) => self.current.referee.resign(),
            Some(GameChange::Follow(referee)) => {
                self.current.referee = *referee;
                self.follow_side();
            }
            None => {}
        }
    }

    /// Shows the boards in the course of the turns that are about to be repeated.
    fn show_redone_steps(&self, console: &mut Console, plies: usize) -> Result<(), Stop> {
        let mut before = self.referee().clone();
        for _ in 0..plies {
            let Some(mv) = before.history().undone().next().map(|(mv, _)| mv) else { break };
            self.show_steps(&before, console, mv)?;
            before.redo(1);
        }
        Ok(())
    }

    /// Describes what a command is about to take back or repeat; empty for the other changes.
    fn change_text(&self, change: &GameChange) -> String {
        let mut history = self.history().clone();
        let turn = |history: &History<AnyPosition>| {
            let (mv, _) = history.undone().next()?;
            let player = history.current().to_move();
            let whose = match self.seating.is_human(player) && !self.seating.is_human(player.opponent()) {
                true => "your".to_owned(),
                false => format!("{}'s", capitalised(self.game().player_name(player))),
            };
            Some(format!("{whose} {}", typed_text(self.game(), history, &[mv])))
        };
        let (verb, plies) = match change {
            GameChange::Undo(0) => return "(Took back the resignation.)\n".to_owned(),
            GameChange::Return => return "(Back in the previous game.)\n".to_owned(),
            GameChange::New | GameChange::Resign | GameChange::Follow(_) => return String::new(),
            GameChange::Undo(plies) => ("Took back", *plies),
            GameChange::Redo(plies) => ("Repeated", *plies),
        };
        let is_back = matches!(change, GameChange::Undo(_));
        history.undo(if is_back { plies } else { 0 });
        let again = (0..plies).filter_map(|_| {
            let text = turn(&history);
            history.redo(1);
            text
        });
        let mut turns: Vec<String> = again.collect();
        if is_back {
            turns.reverse();
        }
        format!("({verb} {}.)\n", join_with_word(&turns, "and"))
    }
}
