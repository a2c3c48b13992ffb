//! The turns of computers, the wait between them, and their disputes about the result.

use crate::console::{Console, Exit, InterruptMessages, Prompt, Stop, WaitEnd};
use crate::engine::bots::MoveContext;
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{
    Game as _, Player, Reason, StopSignal,
    text::{escape, escape_line},
};
use crate::players::seats;
use crate::screens::TurnDialog as _;
use crate::store::SessionFiles;
use crate::words::moves::{move_sentence, typed_text};

use super::display::has_every_board;
use super::prompts::PromptReply;
use super::{GameSession, PlayedGame, Seat};

/// Shown once, before the first wait between two computers' moves.
const KEYS_HINT: &str = "(Press Enter to skip a wait, or any letter to pause and then use :speed, :hint, :undo and other commands.)";
/// The reply to anything else than a command while the game is paused.
const PAUSED: &str =
    "Two computers are playing. Press Enter to continue, or type :help for a list of commands.";

/// Texts for interrupting a computer's move.
const MOVE_INTERRUPT: InterruptMessages = InterruptMessages {
    ctrl_c_effect: "makes it move now",
    finished_message: "(Stopped: this is the best move so far.)",
};

impl GameSession {
    pub(super) fn computer_turn(
        &mut self,
        player: Player,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<(), Exit> {
        if self.seating.is_bots_only() && self.wait_between_computers(console, files)? {
            return Ok(());
        }
        let clock = console.clock();
        let PlayedGame { referee, rngs, .. } = &mut self.current;
        let rng = &mut rngs[player.index()];
        let game = referee.game().clone();
        let Some(computer) = self.seats[player.index()].computer() else { return Ok(()) };
        let chosen = console.think(MOVE_INTERRUPT, |stop, progress| {
            let mut choose = |referee: &mut Referee<AnyGame>, stop: &StopSignal| {
                let mut context = MoveContext::new(rng, stop, clock.as_ref());
                computer.choose(referee, &mut context, &mut |history, found| {
                    progress.report_best(found.depth, typed_text(&game, history, &found.line[..1]));
                })
            };
            match &mut self.remote {
                None => Ok(choose(referee, stop)),
                Some(remote) => remote.think(referee, stop, progress, &mut choose),
            }
        })?;
        self.follow_side();
        let Some(mv) = chosen.transpose()?.flatten() else {
            return Ok(self.report_forfeit(console)?);
        };
        let style = console.style();
        if !style.by_ear && !style.is_original_only() {
            console.say(&move_sentence(self.game(), self.history(), mv, true))?;
        }
        self.show_steps(self.referee(), console, mv)?;
        self.play_here(console, mv)?;
        self.send_turns(console)?;
        self.describe_turn_by_ear(console)?;
        Ok(self.announce(console)?)
    }

    /// Returns the request for Enter after a computer's turn, if the original has one and the player wants it. At a
    /// terminal it belongs to the classic style.
    fn question_after_computer(&self, console: &Console) -> Option<Prompt> {
        let is_wanted = console.settings().wait && (!console.is_at_terminal() || has_every_board(console));
        self.game().question_after_computer().filter(|_| is_wanted)
    }

    /// Shows the position after a computer's turn, unless it has been shown, and asks for Enter, if the original does.
    /// The first question of the next turn takes what a player at a terminal types instead; a script's line is not
    /// used. At the end of the input the game continues. Returns whether a command ended the turn.
    pub(super) fn ask_after_computer(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<bool, Exit> {
        let Some(prompt) = self.question_after_computer(console) else { return Ok(false) };
        if !std::mem::take(&mut self.shown.position) {
            self.show(console)?;
        }
        match self.ask(console, files, |_, dialog| dialog.ask(&prompt)) {
            Ok(PromptReply::Answer(text)) if console.is_at_terminal() => {
                self.answers = text.split_whitespace().map(str::to_owned).collect();
            }
            Ok(PromptReply::Answer(text)) if !text.is_empty() => {
                let text = escape(text.as_bytes());
                console.refuse(&format!("\"{text}\" was not used: only Enter is expected here."))?;
            }
            Ok(PromptReply::Answer(_)) => {}
            Err(Exit::Stop(Stop::EndOfInput)) if !console.is_at_terminal() => {}
            reply => return Ok(matches!(reply?, PromptReply::TurnEnded)),
        }
        self.shown.position = true;
        Ok(false)
    }

    /// Waits between the moves of two computers. At a terminal the user can pause the game and use commands.
    /// Returns whether a command ended the turn.
    fn wait_between_computers(&mut self, console: &mut Console, files: &SessionFiles) -> Result<bool, Exit> {
        let is_paused = std::mem::take(&mut self.is_paused);
        if self.question_after_computer(console).is_some() {
            self.shown.position = is_paused;
            let is_ended = is_paused && self.ask_after_computer(console, files)?;
            self.shown.position = false;
            return Ok(is_ended);
        }
        if console.is_at_terminal() && !self.shown.keys_hint {
            self.shown.keys_hint = true;
            console.say(KEYS_HINT)?;
        }
        let wait_end = if is_paused && console.is_at_terminal() { WaitEnd::Key } else { console.pause()? };
        let reply = match wait_end {
            WaitEnd::Over => return Ok(false),
            WaitEnd::Key => self.ask(console, files, |_, dialog| {
                // Commands are carried out until Enter is pressed.
                while !dialog.ask(&Prompt::enter("Paused. Press Enter to continue. "))?.is_empty() {
                    dialog.refuse(PAUSED)?;
                }
                Ok(())
            })?,
            WaitEnd::CtrlC => self.ask(console, files, |_, dialog| dialog.confirm_leaving())?,
        };
        // Stay paused after a command such as :undo, so that the user can look at the position.
        self.is_paused = matches!(reply, PromptReply::TurnEnded);
        Ok(self.is_paused)
    }

    /// Shows why a computer forfeited the game, if one did.
    fn report_forfeit(&self, console: &mut Console) -> Result<(), Stop> {
        let ending = self.referee().ending();
        let Some((player, Reason::Forfeited(problem))) =
            ending.and_then(|end| Some((end.loser()?, end.reason)))
        else {
            return Ok(());
        };
        let seat = escape(self.seating.seat(player).as_bytes());
        let line = format!("({}, {seat}: {problem}.)", self.game().player_name(player));
        console.say(&escape_line(&line))
    }

    /// After a game that ended by the rules, asks the computers whether they agree with the result.
    pub(super) fn settle_disputes(
        &mut self,
        console: &mut Console,
        files: &mut SessionFiles,
    ) -> Result<(), Stop> {
        if !self.referee().ending().is_some_and(|ending| ending.is_by_rules()) {
            return Ok(());
        }
        let stop = console.stop_signal().clone();
        let computers = self.seats.each_mut().map(Seat::computer);
        seats::settle_disputes(&mut self.current.referee, computers, &stop);
        if self.referee().ending().is_some_and(|ending| !ending.is_by_rules()) {
            self.report_forfeit(console)?;
            self.autosave(console, files)?;
        }
        Ok(())
    }
}
