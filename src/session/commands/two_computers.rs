//! The commands of a game between two computers, and what arrives while a question is open.

use crate::console::{Console, Dialog, InterruptMessages, PromptExit, Stop, ThinkingProgress};
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::text::escape_line;
use crate::model::{Position as _, StopSignal};
use crate::network::code::Code;
use crate::network::link::{Part, reachable};
use crate::network::message::{MAX_TEXT_BYTES, Request, single_spaced};
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::{News, Role};
use crate::session::other_player::{answered, asked_for, describe, other_name, while_receiving};
use crate::store::FileError;
use crate::words::capitalised;

use super::rows::{SessionCommand, When};
use super::table::{exercise_help, help, is_for_players, remote_help, spectator_help};
use super::{GameChange, GameCommander};

impl GameCommander<'_> {
    /// Returns the text of `:help`.
    pub(super) fn help_text(&self, is_grouped: bool) -> String {
        match self.remote {
            None if self.exercise.is_some() => exercise_help(self.files.is_allowed(), is_grouped),
            None => help(self.files.is_allowed(), is_grouped),
            Some((remote, referee)) => {
                let (remote, files) = (remote.borrow(), self.files.is_allowed());
                let has_clocks = remote.clocks(referee).is_some();
                match remote.side().role() {
                    Role::Spectator => spectator_help(files, remote.side().is_casual(), is_grouped),
                    _ => remote_help(files, remote.side(), has_clocks, is_grouped),
                }
            }
        }
    }

    /// Changes the game with `change`, and says what has happened.
    ///
    /// # Errors
    /// The question is over with that, the other computer cannot be joined again, or the output cannot be written.
    pub(super) fn change_together(
        &mut self,
        console: &mut Console,
        change: impl FnOnce(&mut RemoteGame, &mut Referee<AnyGame>) -> Vec<Event>,
    ) -> Result<(), PromptExit> {
        let is_at_terminal = console.is_at_terminal();
        self.change_and_say(&mut |text| console.say_nonempty(text), is_at_terminal, change)
    }

    /// As [`Self::change_together`], with `say` instead of the console.
    fn change_and_say(
        &mut self,
        say: &mut dyn FnMut(&str) -> Result<(), Stop>,
        is_at_terminal: bool,
        change: impl FnOnce(&mut RemoteGame, &mut Referee<AnyGame>) -> Vec<Event>,
    ) -> Result<(), PromptExit> {
        let Some((remote, begun)) = self.remote else { return Ok(()) };
        // The question may be over already, and still be on the screen.
        let followed = match &self.change {
            Some(GameChange::Follow(followed)) => Some(followed.as_ref().clone()),
            _ => None,
        };
        let before = followed.as_ref().unwrap_or(begun);
        let mut after = before.clone();
        let (round, waited) = (remote.borrow().side().round(), remote.borrow().side().waits(before));
        let was_paused = remote.borrow().side().is_paused();
        let mut events = change(&mut remote.borrow_mut(), &mut after);
        // A guest hears it from the host.
        let is_heard = events.iter().any(|event| matches!(event, Event::News(News::Settings)));
        if was_paused != remote.borrow().side().is_paused() && !is_heard {
            events.push(Event::News(News::Settings));
        }
        let is_changed =
            (before.history().moves(), before.ending()) != (after.history().moves(), after.ending());
        let is_followed = is_changed || followed.is_some() || round != remote.borrow().side().round();
        let exit = is_followed.then(|| self.request_change(GameChange::Follow(Box::new(after.clone()))));
        for event in events.iter().filter(|event| is_at_terminal || !matches!(event, Event::Retrying(_))) {
            say(&describe(event, &remote.borrow(), before, &after))?;
        }
        if let Some(Event::Failed(problem)) = events.iter().find(|event| matches!(event, Event::Failed(_))) {
            return Err(Stop::InvalidSetup(problem.clone()).into());
        }
        if let Some(exit) = exit {
            return Err(exit);
        }
        let is_declined = events.iter().any(|event| matches!(event, Event::News(News::Declined)));
        let is_wait_over = waited && !remote.borrow().side().waits(&after);
        // A script that waits for the answer continues.
        match is_wait_over || (is_declined && !is_at_terminal) {
            true => Err(PromptExit::StartOver(Vec::new())),
            false => Ok(()),
        }
    }

    /// Lets `work` think until its signal is raised, and returns what it finds. What arrives is done meanwhile.
    ///
    /// # Errors
    /// The question is over, or the output cannot be written.
    pub(super) fn think<T: Send>(
        &mut self,
        console: &mut Console,
        messages: InterruptMessages,
        mut work: impl FnMut(&StopSignal, &ThinkingProgress) -> T + Send,
    ) -> Result<Option<T>, PromptExit> {
        if self.remote.is_none() {
            return Ok(console.think(messages, work)?);
        }
        let is_at_terminal = console.is_at_terminal();
        let found = console.think(messages, |stop, progress| {
            let mut say = |text: &str| {
                progress.say(text);
                Ok(())
            };
            let receive =
                || self.change_and_say(&mut say, is_at_terminal, RemoteGame::receive).map(|()| false);
            while_receiving(stop, |stop| work(stop, progress), receive)
        })?;
        Ok(found.transpose()?.flatten())
    }

    /// Executes a command of a game between two computers. `Ok(false)` means that it works as in other games.
    ///
    /// # Errors
    /// The command ends the question.
    pub(super) fn run_remote(
        &mut self,
        console: &mut Console,
        command: &SessionCommand,
        argument: &str,
    ) -> Result<bool, PromptExit> {
        let Some((remote, referee)) = self.remote else { return Ok(false) };
        let (is_casual, role) = (remote.borrow().side().is_casual(), remote.borrow().side().role());
        let (is_over, own) = (referee.ending().is_some(), remote.borrow().side().own());
        let text = single_spaced(argument);
        match command.name {
            "code" if role == Role::Host => self.make_code(console, argument)?,
            _ if command.is(When::OneComputer) => {
                console.refuse("That does not work in a network game. (:help lists what does)")?;
            }
            _ if command.is(When::Advice) && !is_casual && !is_over => {
                let remote = remote.borrow();
                let missing = match remote.side().allows_hints() {
                    true => format!(
                        "{} has not allowed it with --casual.",
                        capitalised(&other_name(remote.side()))
                    ),
                    false => "Both players can allow it with --casual.".to_owned(),
                };
                console.refuse(&format!("Advice is off. ({missing})"))?;
            }
            // A hint speaks to the player to move.
            "hint" if !is_over && own.is_some_and(|own| own != referee.to_move()) => {
                console.refuse("It is not your turn. (:why says what your last turn did)")?;
            }
            _ if command.is(When::Turn) && is_over => {
                console.refuse("The game is over. (:again asks for another one)")?;
            }
            "say" if role != Role::Spectator => match remote.borrow().say(&text) {
                true => console.say(&escape_line(&format!("You: {text}")))?,
                false if text.len() > MAX_TEXT_BYTES => {
                    console.refuse(&format!("Not sent: the text is longer than {MAX_TEXT_BYTES} bytes."))?
                }
                false => console.refuse("Not sent: the other player is not connected.")?,
            },
            _ if role == Role::Spectator && is_for_players(command) => {
                console.refuse("You are watching. Only the players can do that.")?;
            }
            _ if role == Role::Spectator => return Ok(false),
            "mute" => console.say(match remote.borrow_mut().mute() {
                true => "(You no longer see what the other player says.)",
                false => "(You see what the other player says.)",
            })?,
            "kick" if role == Role::Host && !remote.borrow().side().is_present() => {
                console.refuse("The other player is not here. (:code makes a new code)")?;
            }
            "kick" if role == Role::Host => {
                let made = remote.borrow_mut().send_away();
                self.say_code(console, Part::Player, made)?;
            }
            "kick" | "code" => console.refuse("Only the host can do that.")?,
            "draw" => self.request(console, Request::Draw)?,
            "again" => self.request(console, Request::Again)?,
            "pause" if remote.borrow().side().is_paused() && !remote.borrow().side().is_present() => {
                console.refuse("The other player is not here.")?;
            }
            "pause" if remote.borrow().side().is_paused() => {
                self.change_together(console, |remote, referee| {
                    remote.act(referee, |side, _, now| side.resume(now))
                })?;
            }
            "pause" if remote.borrow().clocks(referee).is_some() => {
                self.request(console, Request::Pause)?;
            }
            "undo" => match self.plies_to_keep() {
                Some(plies) => self.request(console, Request::Undo(plies))?,
                None => console.refuse("You have no turn to take back.")?,
            },
            "yes" | "no" => self.answer_request(console, command.name == "yes")?,
            "resign" if !is_over && role == Role::Host && !remote.borrow().has_guest() => {
                console.refuse("Nobody has joined yet. (:quit leaves)")?;
            }
            "resign" if remote.borrow().side().has_resigned() => {
                console.refuse("You have resigned. (:quit leaves)")?;
            }
            "resign" if !is_over => {
                if Dialog::aside(console, self).confirm("Resign this game?")? {
                    self.change_together(console, |remote, referee| {
                        remote.act(referee, |side, referee, _| side.resign(referee))
                    })?;
                    return Err(PromptExit::StartOver(Vec::new()));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the number of plies before the last turn of this side.
    fn plies_to_keep(&self) -> Option<usize> {
        let own = self.remote.and_then(|(remote, _)| remote.borrow().side().own())?;
        let mut movers = self.history.turns().rev().map(|(before, _, _)| before.to_move());
        let back = movers.position(|mover| mover == own)?;
        Some(self.history.plies() - back - 1)
    }

    /// Asks the other player for something.
    fn request(&mut self, console: &mut Console, what: Request) -> Result<(), PromptExit> {
        let Some((remote, referee)) = self.remote else { return Ok(()) };
        if !remote.borrow().side().is_present() {
            return Ok(console.refuse("The other player is not here.")?);
        }
        let Some(offer) = remote.borrow().side().offer_now(referee, what) else {
            let over = if what == Request::Again { "The game is not over." } else { "The game is over." };
            return Ok(console.refuse(over)?);
        };
        if remote.borrow().side().asked() == Some(offer) {
            return self.answer_request(console, true);
        }
        if remote.borrow().side().has_consented() {
            return Ok(console.refuse("The other player has not answered your last request yet.")?);
        }
        self.change_together(console, |remote, referee| remote.offer(referee, offer))?;
        console.say(&asked_for(what, referee.history().plies()))?;
        match what {
            // At a terminal half a turn stays, and a script waits for the answer.
            Request::Undo(_) | Request::Draw | Request::Pause if console.is_at_terminal() => Ok(()),
            _ => Err(PromptExit::StartOver(Vec::new())),
        }
    }

    /// Answers what the other player asks.
    fn answer_request(&mut self, console: &mut Console, agrees: bool) -> Result<(), PromptExit> {
        let Some((remote, _)) = self.remote else { return Ok(()) };
        if remote.borrow().side().asked().is_none() {
            let is_here = remote.borrow().side().is_present();
            let problem = if is_here { "has asked nothing" } else { "is not here" };
            return Ok(console.refuse(&format!("The other player {problem}."))?);
        }
        console.say(answered(agrees))?;
        self.change_together(console, |remote, referee| remote.answer(referee, agrees))?;
        if agrees && !console.is_at_terminal() { Err(PromptExit::StartOver(Vec::new())) } else { Ok(()) }
    }

    fn make_code(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let Some((remote, _)) = self.remote else { return Ok(()) };
        let part = if argument.is_empty() { Part::Player } else { Part::Spectator };
        if part == Part::Spectator && remote.borrow().side().spectators() == Some(0) {
            return Ok(console.refuse("Nobody can watch this game. (--spectators 0)")?);
        }
        let made = remote.borrow_mut().new_code(part);
        self.say_code(console, part, made)
    }

    fn say_code(
        &self,
        console: &mut Console,
        part: Part,
        made: Result<Code, FileError>,
    ) -> Result<(), PromptExit> {
        let code = match made {
            Ok(code) => code,
            Err(error) => return Ok(console.refuse(&format!("Nothing has changed: {error}."))?),
        };
        console.say(&format!("(The new code is {code}. The old one no longer works.)"))?;
        let Some((remote, _)) = self.remote else { return Ok(()) };
        let place = remote.borrow().side().place().and_then(|place| place.parse().ok()).map(reachable);
        if let Some(place) = place.filter(|_| console.is_at_terminal()) {
            let command = if part == Part::Player { "join" } else { "watch" };
            console.say(&format!("  cygnet {command} {place} {code}"))?;
        }
        Ok(())
    }
}
