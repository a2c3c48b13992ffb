//! The turns of the computers at a table, and what they have to say about a game that is over.

use crate::console::{Console, InterruptMessages, Stop};
use crate::engine::bots::MoveContext;
use crate::model::{
    Ending, Game as _, Player,
    text::{escape, escape_line},
};
use crate::players::seats::{self, ComputerPlayer};
use crate::screens::Screen;
use crate::screens::moves::{move_sentence, typed_text};
use crate::session::{Exit, computer_match};
use crate::store::SessionFiles;

use super::GameSession;
use super::prompts::PromptReply;

/// A computer's move.
const MOVE_INTERRUPT: InterruptMessages = InterruptMessages {
    ctrl_c_effect: "makes it move now",
    finished_message: "(Stopped: this is the best move so far.)",
};

impl GameSession {
    pub(super) fn computer_turn(
        &mut self,
        computer: &mut ComputerPlayer,
        player: Player,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<(), Exit> {
        if self.seating.is_bots_only() && self.wait_between_computers(console, files)? {
            return Ok(());
        }
        let (stop, clock) = (console.stop_signal().clone(), console.clock());
        let mut context = MoveContext::new(&mut self.rngs[player.index()], &stop, clock.as_ref());
        let referee = &mut self.referee;
        let game = referee.game().clone();
        let mut chosen = None;
        console.think(MOVE_INTERRUPT, &mut |progress| {
            chosen = computer.choose(referee, &mut context, &mut |history, found| {
                progress.report_best(found.depth, typed_text(&game, history, &[found.best]));
            });
        })?;
        let Some(mv) = chosen else {
            return Ok(self.report_forfeit(console)?);
        };
        match console.is_at_terminal() {
            true => console.say(&move_sentence(self.game(), self.history(), mv, true))?,
            false => {
                console.say_nonempty(&self.game().computer_move_text(
                    &self.referee.view(),
                    mv,
                    &console.style(),
                ))?;
            }
        }
        self.referee.accept(mv);
        console.say_nonempty(&self.game().announce(&self.referee.view(), &console.style()))?;
        if !self.seating.is_bots_only() {
            self.ask(console, files, |session, dialog| {
                session.game().after_computer(&session.referee.view(), dialog)
            })?;
        }
        Ok(())
    }

    /// The wait between the moves of two computers. A person at a terminal may stop the game and use the commands; returns whether one of
    /// them has ended the turn.
    fn wait_between_computers(&mut self, console: &mut Console, files: &SessionFiles) -> Result<bool, Exit> {
        if console.is_at_terminal() && !self.has_shown_keys_hint {
            self.has_shown_keys_hint = true;
            console.say(computer_match::KEYS_HINT)?;
        }
        if !std::mem::take(&mut self.is_paused) && !console.pause()? {
            return Ok(false);
        }
        let reply = self.ask(console, files, |_, dialog| computer_match::ask(dialog))?;
        // After a move was taken back there is a position to look at.
        self.is_paused = matches!(reply, PromptReply::TurnEnded);
        Ok(self.is_paused)
    }

    /// Says for what a computer has forfeited the game, if one has.
    fn report_forfeit(&self, console: &mut Console) -> Result<(), Stop> {
        let Some(Ending::Forfeited(player, problem)) = self.referee.ending() else { return Ok(()) };
        let seat = escape(self.seating.seat(player).as_bytes());
        let line = format!("({}, {seat}: {problem}.)", self.game().player_name(player));
        console.say(&escape_line(&line))
    }

    /// If the rules have ended the game, asks the computers whether they agree.
    pub(super) fn settle_disputes(
        &mut self,
        console: &mut Console,
        files: &mut SessionFiles,
    ) -> Result<(), Stop> {
        if !self.referee.ending().is_some_and(|ending| ending.is_by_rules()) {
            return Ok(());
        }
        let stop = console.stop_signal().clone();
        seats::settle_disputes(&mut self.referee, &mut self.bots, &stop);
        if let Some(Ending::Forfeited(..)) = self.referee.ending() {
            self.report_forfeit(console)?;
            self.autosave(console, files)?;
        }
        Ok(())
    }
}
