//! The game session of a game between two computers: waiting for the other player, and following what the two
//! sides agree on.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::analysis::assessment::Knowledge;
use crate::console::{Console, Exit, Stop};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove, AnyRefusal};
use crate::model::{MoveError, Player, Stopwatch};
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::{News, Role, Side};
use crate::players::seats;
use crate::session::after_game::{self, AfterGameAction};
use crate::session::{GamePlan, other_player};
use crate::store::SessionFiles;

use super::prompts::PromptReply;
use super::report::Reported;
use super::{GameSession, Remote, Seat};

/// Through a pipe: how long a host waits after a game for the other side to keep it.
const KEEP_TIMEOUT: Duration = Duration::from_secs(30);

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
        let plan = GamePlan::new(seating, head.seed.unwrap_or_default());
        let mut session = GameSession::new(referee.game(), &plan)?;
        for player in Player::BOTH.into_iter().filter(|player| side.own() != Some(*player)) {
            session.seats[player.index()] = Seat::Elsewhere;
        }
        session.current.referee = referee;
        session.remote = Some(Remote { round: side.round(), has_tried: false, game: RefCell::new(remote) });
        session.follow_side();
        Ok(session)
    }

    /// Ends the part of this session that concerns another computer, and returns it with the game.
    pub fn into_remote(self) -> Option<(RemoteGame, Referee<AnyGame>)> {
        self.remote.map(|remote| (remote.game.into_inner(), self.current.referee))
    }

    /// Returns something about the side of this computer, if the game is with another one.
    pub(super) fn side<T>(&self, look: impl FnOnce(&Side) -> T) -> Option<T> {
        self.remote.as_ref().map(|remote| remote.side(look))
    }

    /// Says to a script who plays what, once a game. At a terminal the first board does.
    pub(super) fn say_who_plays(&mut self, console: &mut Console) -> Result<(), Stop> {
        if console.is_at_terminal() || std::mem::replace(&mut self.shown.welcome, true) {
            return Ok(());
        }
        let who = self.remote.as_ref().map(|it| other_player::who_is_who(&it.game.borrow(), self.game()));
        console.say(&who.map_or_else(String::new, |who| format!("({who})")))
    }

    /// Returns the line with both clocks; empty without clocks.
    pub(super) fn clock_line(&self, at_terminal: bool) -> String {
        self.remote.as_ref().map_or_else(String::new, |it| {
            other_player::clocks(&it.game.borrow(), self.referee(), at_terminal)
        })
    }

    /// Plays a turn of a player here, and sends it to another computer.
    ///
    /// # Errors
    /// Fails if the output cannot be written, or if the move is illegal: only a safeguard, because screens and computers
    /// choose legal moves.
    pub(super) fn play_here(&mut self, console: &mut Console, mv: AnyMove) -> Result<(), Stop> {
        let illegal = |error: MoveError<AnyRefusal>| Stop::InvalidSetup(error.to_string());
        let Some(remote) = &mut self.remote else { return self.current.referee.play(mv).map_err(illegal) };
        let events = remote.game.get_mut().play(&mut self.current.referee, mv).map_err(illegal)?;
        self.say_events(console, events, None)
    }

    /// Says what has happened.
    pub(super) fn say_events(
        &self,
        console: &mut Console,
        events: Vec<Event>,
        before: Option<&Referee<AnyGame>>,
    ) -> Result<(), Stop> {
        let Some(remote) = &self.remote else { return Ok(()) };
        let before = before.unwrap_or(self.referee());
        let says_retrying = console.is_at_terminal();
        let mut said = events.iter().filter(|event| says_retrying || !matches!(event, Event::Retrying(_)));
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
            self.seats.swap(0, 1);
            (self.current.archived, self.shown.welcome, self.current.has_idle_warning) = (None, false, false);
            self.reported = Reported::default();
            self.advice.knowledge = Knowledge::default();
        }
        self.seating = seats::seating(&head);
        if self.own_player().is_none() {
            // The person here plays neither side, so no text is about "you".
            self.seating.bots = [None, None];
        }
        self.current.header = head;
    }

    /// Does what has arrived. Returns whether the player here has something new to do.
    ///
    /// # Errors
    /// The other computer cannot be joined again, or the output cannot be written.
    pub(super) fn receive_remote(&mut self, console: &mut Console) -> Result<bool, Stop> {
        let before = self.referee().clone();
        let Some(remote) = &mut self.remote else { return Ok(false) };
        let mut events = remote.game.get_mut().receive(&mut self.current.referee);
        let has_failed =
            |event: &Event| matches!(event, Event::Retrying(_) | Event::Failed(_) | Event::Violation(_));
        let is_first_failure = !remote.has_tried && events.iter().any(has_failed);
        remote.has_tried |= is_first_failure || remote.side(Side::is_present);
        let (is_over, is_watching) = (self.referee().ending().is_some(), self.is_watching());
        let is_news = is_first_failure
            || events.iter().any(|event| match event {
                Event::News(News::Changed | News::NextGame | News::Declined | News::Joined)
                | Event::Violation(_) => true,
                Event::Left => (is_over && !is_watching) || self.has_resigned(),
                // Nobody stops a script that waits for the next game of a host that has ended.
                Event::Retrying(_) => is_over && is_watching && !console.is_at_terminal(),
                _ => false,
            });
        let failure = events.iter().find_map(|event| match event {
            Event::Failed(problem) => Some(problem.clone()),
            _ => None,
        });
        // What comes before a turn is said before it.
        let is_change = |event: &Event| matches!(event, Event::News(News::Changed));
        let change = events.iter().position(is_change);
        self.is_changed |= change.is_some();
        let rest = events.split_off(change.unwrap_or(0));
        self.say_events(console, std::mem::replace(&mut events, rest), Some(&before))?;
        let turn = change.and_then(|_| next_move(&before, self.referee()));
        if let Some(mv) = turn {
            self.show_steps(&before, console, mv)?;
        }
        if turn.is_some() && self.describe_turn_by_ear(console)? {
            events.retain(|event| !is_change(event));
        }
        self.say_events(console, events, Some(&before))?;
        self.follow_side();
        if !self.history().moves().starts_with(before.history().moves()) || is_over {
            self.answers.clear();
        }
        if let Some(problem) = failure {
            return Err(Stop::InvalidSetup(problem));
        }
        Ok(is_news || before.history().moves() != self.history().moves())
    }

    /// Returns whether a computer plays for `player` at the other computer, without clocks: then nobody minds if the
    /// person here looks at each of its turns.
    pub(super) fn plays_alone_elsewhere(&self, player: Player) -> bool {
        let has_clocks =
            self.remote.as_ref().is_some_and(|it| it.game.borrow().clocks(self.referee()).is_some());
        !has_clocks && !self.recorded_seating().is_human(player)
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
        while self.referee().ending().is_some() && round(self) == played {
            let is_here = self.side(Side::is_present);
            match self.ask(console, files, |session, dialog| {
                after_game::ask(dialog, session.referee(), &session.seating, 0, is_here)
            })? {
                PromptReply::Answer(AfterGameAction::RematchSwapped)
                    if self.side(Side::is_present) == Some(true) =>
                {
                    self.ask(console, files, |_, dialog| dialog.command(":again"))?;
                }
                PromptReply::Answer(AfterGameAction::RematchSwapped) => {
                    console.say("(The other player is not here.)")?;
                }
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

    /// Through a pipe: waits until the other side has kept the finished game.
    fn wait_until_kept(&mut self, console: &mut Console) -> Result<(), Stop> {
        let clock = console.clock();
        let watch = Stopwatch::start(clock.as_ref());
        let is_host = self.side(|side| side.role() == Role::Host) == Some(true);
        while let Some(Remote { game: remote, .. }) = &self.remote
            && is_host
            && !remote.borrow().is_kept()
            && watch.elapsed() < KEEP_TIMEOUT
        {
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
