//! The game session of a game between two computers: waiting for the other player, and following what the two
//! sides agree on.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::analysis::assessment::{AssessmentLimits, Knowledge};
use crate::console::{Console, Exit, Prompt, PromptExit, Stop, WaitEnd};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove, AnyRefusal};
use crate::model::{MoveError, Player, Stopwatch};
use crate::network::message::Request;
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::{News, Role, Side};
use crate::players::seats;
use crate::session::after_game::{self, AfterGameAction};
use crate::session::commands::find_move;
use crate::session::other_player::{answered, asked_for};
use crate::session::{GamePlan, other_player};
use crate::store::SessionFiles;

use super::prompts::PromptReply;
use super::{GameSession, Remote, Seat};

/// Through a pipe: how long a host waits after a game for the other side to keep it.
const KEEP_TIMEOUT: Duration = Duration::from_secs(30);

/// Through a pipe: how long to wait for a line that answers the other player.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

impl GameSession {
    /// Creates a session for a game with another computer.
    ///
    /// # Errors
    /// [`Stop::InvalidSetup`]: the computer player of this side does not exist.
    pub fn between_computers(remote: RemoteGame, referee: Referee<AnyGame>) -> Result<Self, Stop> {
        let (side, head) = (remote.side(), remote.side().head());
        let mut seating = seats::seating(head);
        // The players of the other side are not created here.
        let is_here = |player: Player| side.role() == Role::Host && side.own() == Some(player);
        for player in Player::BOTH.into_iter().filter(|player| !is_here(*player)) {
            seating.bots[player.index()] = None;
        }
        let advice = AssessmentLimits::ADVICE;
        let plan = GamePlan { advice, ..GamePlan::new(seating, head.seed.unwrap_or_default()) };
        let mut session = GameSession::new(referee.game(), &plan)?;
        for player in Player::BOTH.into_iter().filter(|player| side.own() != Some(*player)) {
            session.seats[player.index()] = Seat::Elsewhere;
        }
        session.current.referee = referee;
        session.remote =
            Some(Remote { round: side.round(), takebacks: 0, has_tried: false, game: RefCell::new(remote) });
        session.follow_side();
        Ok(session)
    }

    /// Ends the part of this session that concerns another computer.
    pub fn into_remote(self) -> Option<RemoteGame> {
        self.remote.map(|remote| remote.game.into_inner())
    }

    /// Returns something about the side of this computer, if the game is with another one.
    pub(super) fn side<T>(&self, look: impl FnOnce(&Side) -> T) -> Option<T> {
        self.remote.as_ref().map(|remote| remote.side(look))
    }

    /// Waits before a turn if nobody has joined yet, or if the other side does not have the end of the game yet. If
    /// not, takes over what the sides have agreed on.
    pub(super) fn waits_before_turn(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<bool, Exit> {
        let waits = self.waits_for_guest() || self.waits_for_end() || self.waits_for_host(console);
        match waits {
            true => self.wait_for_other(console, files)?,
            false => self.follow_side(),
        }
        Ok(waits)
    }

    /// Returns whether nobody has joined yet. The game begins then.
    fn waits_for_guest(&self) -> bool {
        self.history().plies() == 0 && self.side(Side::is_present) == Some(false)
    }

    /// Returns whether a script has joined again, and the host has neither answered nor failed to.
    fn waits_for_host(&self, console: &Console) -> bool {
        let is_open = |side: &Side| side.role() != Role::Host && !side.is_present();
        !console.is_at_terminal()
            && self.remote.as_ref().is_some_and(|remote| !remote.has_tried && remote.side(is_open))
    }

    /// Returns whether a script here has nothing more to say, and nobody is there to play with.
    fn is_abandoned(&self, console: &mut Console) -> bool {
        let is_left = |side: &Side| side.role() == Role::Host && !side.is_present();
        !console.is_at_terminal()
            && !self.has_computer()
            && self.remote.as_ref().is_some_and(|remote| remote.has_tried && remote.side(is_left))
            && console.has_no_more_input()
    }

    /// Says who is not here.
    fn nobody_is_here(&self) -> &'static str {
        match self.side(Side::role) {
            Some(Role::Host) => "Nobody has joined yet",
            _ => "The host is not here",
        }
    }

    /// Returns whether `line` is a turn with which the player here can begin once somebody has joined.
    fn is_first_turn(&self, line: &str) -> bool {
        self.waits_for_guest()
            && self.own_player() == Some(self.referee().to_move())
            && find_move(self.game(), self.history(), line).is_some()
    }

    /// Returns whether the last turn here has ended the game, and the other side does not have it yet.
    fn waits_for_end(&self) -> bool {
        self.referee().ending().is_some()
            && self.side(|side| side.is_confirmed(self.referee())) == Some(false)
    }

    /// Returns whether nothing can go on here without the other player.
    fn needs_other(&self) -> bool {
        let needs = |side: &Side| side.waits(self.referee()) || side.has_resigned() || side.has_consented();
        self.is_watching() || self.side(needs) == Some(true)
    }

    /// Says to a script who plays what, once a game. At a terminal the first board does.
    pub(super) fn say_who_plays(&mut self, console: &mut Console) -> Result<(), Stop> {
        if console.is_at_terminal() || std::mem::replace(&mut self.shown.welcome, true) {
            return Ok(());
        }
        let who = self.remote.as_ref().map(|remote| remote.who_is_who(self.game()));
        console.say(&who.map_or_else(String::new, |who| format!("({who})")))
    }

    /// Returns the line with both clocks; empty without clocks.
    pub(super) fn clock_line(&self) -> String {
        self.remote
            .as_ref()
            .map_or_else(String::new, |it| other_player::clocks(&it.game.borrow(), self.referee()))
    }

    /// Plays a turn of this side, and sends it.
    ///
    /// # Errors
    /// The move is illegal, or the game is over.
    pub(super) fn play_to_other(
        &mut self,
        console: &mut Console,
        mv: AnyMove,
    ) -> Result<Result<(), MoveError<AnyRefusal>>, Stop> {
        let Some(remote) = &mut self.remote else { return Ok(Ok(())) };
        match remote.game.get_mut().play(&mut self.current.referee, mv) {
            Ok(events) => self.say_events(console, events, None).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Says what has happened.
    fn say_events(
        &self,
        console: &mut Console,
        events: Vec<Event>,
        before: Option<&Referee<AnyGame>>,
    ) -> Result<(), Stop> {
        let Some(remote) = &self.remote else { return Ok(()) };
        let before = before.unwrap_or(self.referee());
        let is_at_terminal = console.is_at_terminal();
        let mut said = events.iter().filter(|event| is_at_terminal || !matches!(event, Event::Retrying(_)));
        said.try_for_each(|event| {
            console.say_nonempty(&other_player::describe(
                event,
                &remote.game.borrow(),
                before,
                self.referee(),
            ))
        })
    }

    /// Takes over what the sides have agreed on: names, and the sides of the next game.
    pub(super) fn follow_side(&mut self) {
        let Some(remote) = &mut self.remote else { return };
        let (round, head) = remote.side(|side| (side.round(), side.head().clone()));
        if std::mem::replace(&mut remote.round, round) != round {
            remote.takebacks = 0;
            self.seats.swap(0, 1);
            (self.current.archived, self.shown.welcome, self.current.has_idle_warning) = (None, false, false);
            self.advice.knowledge = Knowledge::default();
        }
        self.seating = seats::seating(&head);
        if self.has_computer() {
            // The person here plays neither side, so no text is about "you".
            self.seating.bots = [None, None];
        }
        self.current.header = head;
    }

    /// Does what has arrived. Returns whether the player here has something new to do.
    ///
    /// # Errors
    /// The other computer cannot be joined again, or the output cannot be written.
    fn receive_remote(&mut self, console: &mut Console) -> Result<bool, Stop> {
        let (before, has_computer) = (self.referee().clone(), self.has_computer());
        let Some(remote) = &mut self.remote else { return Ok(false) };
        let events = remote.receive(&mut self.current.referee, has_computer);
        let has_failed = |event: &Event| matches!(event, Event::Retrying(_) | Event::Failed(_));
        let is_first_failure = !remote.has_tried && events.iter().any(has_failed);
        remote.has_tried |= is_first_failure || remote.side(Side::is_present);
        let is_over = self.referee().ending().is_some();
        let is_news = is_first_failure
            || events.iter().any(|event| match event {
                Event::News(News::Changed | News::Declined | News::Joined) | Event::Violation(_) => true,
                Event::Left => is_over,
                _ => false,
            });
        let failure = events.iter().find_map(|event| match event {
            Event::Failed(problem) => Some(problem.clone()),
            _ => None,
        });
        if let Some(mv) = next_move(&before, self.referee()) {
            self.show_steps_of(&before, console, mv)?;
        }
        self.say_events(console, events, Some(&before))?;
        self.follow_side();
        if let Some(problem) = failure {
            return Err(Stop::InvalidSetup(problem));
        }
        Ok(is_news || before.history().moves() != self.history().moves())
    }

    /// Waits until the other player has done something. At a terminal a key starts a command.
    pub(super) fn wait_for_other(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let mut said = String::new();
        loop {
            let Some(Remote { game: remote, .. }) = &self.remote else { return Ok(()) };
            let waiting = other_player::waiting(&remote.borrow());
            if waiting != said && console.is_at_terminal() {
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
                WaitEnd::Over => {}
                WaitEnd::Key => {
                    let reply = self.ask(console, files, |session, dialog| {
                        let prompt = Prompt { takes_one_line: true, ..Prompt::new("(waiting) ") };
                        let why = match session.own_player() {
                            None => "You are watching",
                            Some(_) if !session.waits_for_guest() => "It is not your turn",
                            Some(_) => session.nobody_is_here(),
                        };
                        let help = format!(
                            "You can type commands here: {}. :help lists all.",
                            session
                                .side(|side| other_player::useful_commands(side, session.referee()))
                                .unwrap_or_default()
                        );
                        match dialog.ask(&prompt)?.as_str() {
                            "" => Ok(()),
                            "?" => dialog.say(&help),
                            line if session.is_first_turn(line) => {
                                dialog.say(&format!("({why}. This is kept for your first turn.)"))?;
                                Err(PromptExit::StartOver(
                                    line.split_whitespace().map(str::to_owned).collect(),
                                ))
                            }
                            _ => dialog.refuse(format!("{why}. {help}")),
                        }
                    })?;
                    // What arrived meanwhile may be what was waited for.
                    if matches!(reply, PromptReply::TurnEnded) || !self.needs_other() {
                        return Ok(());
                    }
                }
                WaitEnd::CtrlC => {
                    self.ask(console, files, |_, dialog| dialog.confirm_leaving())?;
                }
            }
        }
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
                    self.ask(console, files, |_, dialog| dialog.ask(&Prompt::default()))?;
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

    /// Waits until the host knows that the player here has resigned. Also waits until the other player answers an
    /// offer, if one was made through a pipe.
    pub(super) fn wait_for_answer(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<(), Exit> {
        let is_at_terminal = console.is_at_terminal();
        let asks = |side: &Side| side.has_resigned() || (side.has_consented() && !is_at_terminal);
        if self.side(|side| side.is_present() && asks(side)).unwrap_or(false) {
            self.wait_for_other(console, files)
        } else {
            Ok(())
        }
    }

    /// Returns whether a computer plays for `player` at the other computer, without clocks: then nobody minds if the
    /// person here looks at each of its turns.
    pub(super) fn plays_alone_elsewhere(&self, player: Player) -> bool {
        self.clock_line().is_empty() && !seats::seating(&self.current.header).is_human(player)
    }

    fn has_computer(&self) -> bool {
        Player::BOTH.into_iter().any(|player| self.is_computer(player))
    }

    /// Tells the other side that the finished game is kept here.
    pub(super) fn note_end(&mut self) {
        if let Some(remote) = &mut self.remote {
            remote.game.get_mut().note_end();
        }
    }

    /// Asks what follows a finished game with another computer. Breaks if the session ends with it.
    pub(super) fn after_remote_game(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<ControlFlow<()>, Exit> {
        if !console.is_at_terminal() && !console.settings().stay {
            self.wait_until_kept(console)?;
            return Ok(ControlFlow::Break(()));
        }
        if self.is_watching() {
            console.say("(:quit leaves.)")?;
            self.wait_for_other(console, files)?;
            let is_host_here = self.side(Side::is_present) == Some(true);
            return Ok(if is_host_here { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
        }
        let round = |session: &Self| session.remote.as_ref().map(|remote| remote.round);
        let played = round(self);
        let has_menu = console.is_at_terminal();
        while self.referee().ending().is_some() && round(self) == played {
            let reply = self.ask(console, files, |_, dialog| match has_menu {
                true => after_game::ask(dialog, true),
                false => after_game::refuse_until_quit(dialog),
            })?;
            match reply {
                PromptReply::Answer(AfterGameAction::RematchSwapped) => self.offer_again(console)?,
                PromptReply::Answer(_) => return Err(Stop::Quit.into()),
                PromptReply::TurnEnded | PromptReply::Retry => {}
            }
            self.follow_side();
            if self.side(|side| side.has_consented() && side.is_present()) == Some(true) {
                self.wait_for_other(console, files)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn offer_again(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(Remote { game, .. }) = &mut self.remote else { return Ok(()) };
        let remote = game.get_mut();
        let offer = remote.side().offer_now(&self.current.referee, Request::Again);
        let Some(offer) = offer.filter(|_| remote.side().is_present()) else {
            return console.say("(The other player is not here.)");
        };
        let said = match remote.side().asked() == Some(offer) {
            true => answered(true).to_owned(),
            false => asked_for(offer.what, 0),
        };
        let events = remote.offer(&mut self.current.referee, offer);
        console.say(&said)?;
        self.say_events(console, events, None)
    }

    /// Through a pipe: waits until the other side has kept the finished game.
    fn wait_until_kept(&mut self, console: &mut Console) -> Result<(), Stop> {
        let clock = console.clock();
        let watch = Stopwatch::start(clock.as_ref());
        let is_host = self.side(|side| side.role() == Role::Host) == Some(true);
        while is_host && watch.elapsed() < KEEP_TIMEOUT {
            if self.remote.as_ref().is_none_or(|remote| remote.game.borrow().is_kept()) {
                return Ok(());
            }
            let Some(Remote { game: remote, .. }) = &self.remote else { return Ok(()) };
            let is_over =
                &mut || remote.borrow_mut().has_arrivals(self.referee()) || watch.elapsed() > KEEP_TIMEOUT;
            console.wait_until(is_over)?;
            self.receive_remote(console)?;
        }
        Ok(())
    }
}

/// Returns the move that leads from one game to the other, if it is a single one.
pub(super) fn next_move(before: &Referee<AnyGame>, after: &Referee<AnyGame>) -> Option<AnyMove> {
    let (old, new) = (before.history().moves(), after.history().moves());
    new.strip_prefix(old).filter(|moves| moves.len() == 1).map(|moves| moves[0])
}
