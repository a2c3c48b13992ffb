//! Waiting for the other player of a game between two computers.

use std::time::Duration;

use crate::console::{Console, Exit, Prompt, PromptExit, Stop, WaitEnd};
use crate::model::text::escape_line;
use crate::model::{Game as _, Stopwatch};
use crate::network::message::Request;
use crate::network::side::{Role, Side};
use crate::session::other_player;
use crate::store::SessionFiles;
use crate::words::moves::read_turn;

use super::prompts::PromptReply;
use super::{GameSession, Remote};

/// Through a pipe: how long to wait for a line that answers the other player.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

impl GameSession {
    /// Returns whether a turn has to wait: nobody has joined yet, or the other side does not have the end of the game
    /// or the resignation yet, or this side joins again. A script that has resigned does not wait for a host that is
    /// away.
    pub(super) fn waits_before_turn(&self, console: &Console) -> bool {
        let ends = self.referee().ending().is_some()
            && self.side(|side| side.is_confirmed(self.referee())) == Some(false);
        let can_wait = console.is_at_terminal() || self.side(Side::is_present) == Some(true);
        self.waits_for_guest() || (self.has_resigned() && can_wait) || ends || self.joins_again()
    }

    /// Returns whether the game has ended here, and the host is away.
    pub(super) fn ends_alone(&self) -> bool {
        !self.is_in_progress() && !self.joins_again() && self.side(Side::is_present) == Some(false)
    }

    /// Returns whether this side joins a host again that has neither answered nor failed to.
    fn joins_again(&self) -> bool {
        let is_open = |side: &Side| side.role() != Role::Host && !side.is_present();
        let has_tried = |remote: &Remote| remote.has_tried || remote.game.borrow().was_away();
        self.remote.as_ref().is_some_and(|remote| !has_tried(remote) && remote.side(is_open))
    }

    /// Returns whether the player here has resigned, and the host does not know it yet.
    pub(super) fn has_resigned(&self) -> bool {
        self.side(Side::has_resigned) == Some(true)
    }

    /// Returns whether nobody has joined yet. The game begins then.
    fn waits_for_guest(&self) -> bool {
        self.history().plies() == 0 && self.side(Side::is_present) == Some(false)
    }

    /// Returns whether a script here has nothing more to say, and nobody is there to play with.
    fn is_abandoned(&self, console: &mut Console) -> bool {
        let is_left = |side: &Side| side.role() == Role::Host && !side.has_computer() && !side.is_present();
        !console.is_at_terminal()
            && self.remote.as_ref().is_some_and(|remote| remote.has_tried && remote.side(is_left))
            && console.has_no_more_input()
    }

    /// Returns whether `line` can be the next turn of the player here, or its beginning. As long as the other player is
    /// to move, or the host has not answered, nothing is known of it but that every turn names a cell or a piece by a
    /// number.
    fn may_be_next_turn(&self, line: &str) -> bool {
        match self.own_player() {
            _ if self.has_resigned() || self.referee().ending().is_some() => false,
            Some(own) if own == self.referee().to_move() && !self.joins_again() => {
                read_turn(self.game(), self.history(), line).is_ok()
            }
            own => own.is_some() && line.bytes().any(|byte| byte.is_ascii_digit()),
        }
    }

    /// Returns whether nothing can go on here without the other player.
    fn needs_other(&self) -> bool {
        let needs = |side: &Side| side.waits(self.referee()) || side.has_consented();
        self.is_watching() || self.side(needs) == Some(true)
    }

    /// Waits until the other player has done something. At a terminal a key starts a command.
    pub(super) fn wait_for_other(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let mut said = String::new();
        let is_for_answer = self.waits_for_answer(console);
        loop {
            let Some(Remote { game: remote, .. }) = &self.remote else { return Ok(()) };
            let waiting = other_player::waiting(&remote.borrow());
            if waiting != said && console.is_at_terminal() && !self.joins_again() {
                console.leave_question();
                console.say_nonempty(&waiting)?;
                said = waiting;
            }
            if self.is_abandoned(console) {
                return Err(Stop::EndOfInput.into());
            }
            if !console.is_at_terminal() && self.side(|side| side.asked().is_some()) == Some(true) {
                self.answer_with_next_line(console, files)?;
            }
            let Some(Remote { game: remote, .. }) = &self.remote else { return Ok(()) };
            let referee = self.referee();
            let end = console.wait_until(&mut || remote.borrow_mut().has_arrivals(referee))?;
            match end {
                WaitEnd::Over if self.receive_remote(console)? => return Ok(()),
                WaitEnd::Over if is_for_answer && !self.waits_for_answer(console) => return Ok(()),
                WaitEnd::Over => {}
                WaitEnd::Key => {
                    let reply = self.ask_while_waiting(console, files)?;
                    // What arrived meanwhile may be what was waited for.
                    if matches!(reply, PromptReply::TurnEnded) || !self.needs_other() {
                        return Ok(());
                    }
                }
                WaitEnd::CtrlC => {
                    let reply = self.ask(console, files, |_, dialog| dialog.confirm_leaving())?;
                    if matches!(reply, PromptReply::TurnEnded) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Reads a command or a turn that is typed while another has to come first, and keeps the turn.
    fn ask_while_waiting(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<PromptReply<()>, Exit> {
        let kept = self.answers.clone();
        let reply = self.ask(console, files, |session, dialog| {
            let line = dialog.ask(&Prompt { takes_one_line: true, ..Prompt::new("(waiting) ") })?;
            let why = match session.own_player() {
                None => "You are watching",
                Some(_) if session.has_resigned() => "You have resigned",
                Some(_) if session.joins_again() => "You are not connected yet",
                Some(_) if !session.waits_for_guest() => "It is not your turn",
                Some(_) if session.side(Side::role) == Some(Role::Host) => "Nobody has joined yet",
                Some(_) => "The host is not here",
            };
            let commands = session.side(|side| other_player::useful_commands(side, session.referee()));
            let commands = commands.unwrap_or_default();
            let help = format!("You can type commands here: {commands}. :help lists all.");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let is_own = session.own_player() == Some(session.referee().to_move());
            let is_turn =
                is_own && session.is_in_progress() && !session.waits_before_turn(dialog.console_mut());
            match line.as_str() {
                "" => Ok(()),
                "?" => dialog.say(&help),
                // What was waited for came while the line was typed.
                line if is_turn => Err(PromptExit::StartOver(words(line))),
                line if session.may_be_next_turn(line) => {
                    // A turn may be typed answer by answer.
                    let is_whole = |text: &str| {
                        text.contains(char::is_whitespace)
                            || session.game().read_move(&text.to_lowercase()).is_ok()
                    };
                    let is_begun = !is_whole(line) && !matches!(&kept[..], [turn] if is_whole(turn));
                    let begun = kept.iter().filter(|_| is_begun).cloned();
                    let answers: Vec<String> = begun.chain(words(line)).collect();
                    let note = format!("({why}. This is kept for your turn: {}.)", answers.join(" "));
                    dialog.say(&escape_line(&note))?;
                    Err(PromptExit::StartOver(answers))
                }
                _ => dialog.refuse(format!("{why}. {help}")),
            }
        })?;
        if self.answers.is_empty() && !matches!(reply, PromptReply::TurnEnded) {
            self.answers = kept;
        }
        Ok(reply)
    }

    /// Through a pipe: answers what the other player asks with the next line, also out of turn. A line that does not
    /// answer means no, and so does silence for a while.
    fn answer_with_next_line(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let clock = console.clock();
        let watch = Stopwatch::start(clock.as_ref());
        while let Some(offer) = self.side(Side::asked).flatten() {
            let same = match offer.what {
                Request::Undo(_) => ":undo",
                Request::Draw => ":draw",
                Request::Pause => ":pause",
                Request::Again => ":again",
            };
            match console.peek_line()? {
                Some(line) if [":yes", ":no", same].contains(&line.trim().to_lowercase().as_str()) => {
                    let line = Prompt { takes_one_line: true, ..Prompt::default() };
                    self.ask(console, files, |_, dialog| dialog.ask(&line))?;
                    return Ok(());
                }
                None if watch.elapsed() < ANSWER_TIMEOUT => drop(self.receive_remote(console)?),
                _ => {
                    let Some(remote) = &mut self.remote else { return Ok(()) };
                    remote.game.get_mut().answer(&mut self.current.referee, false);
                    console.say("(No answer means no.)")?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether the other player has not answered an offer that was made through a pipe.
    pub(super) fn waits_for_answer(&self, console: &Console) -> bool {
        let is_open = |side: &Side| side.is_present() && side.has_consented();
        !console.is_at_terminal() && self.side(is_open) == Some(true)
    }
}
