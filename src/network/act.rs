//! What the player of a side does, and what follows from it: turns, offers and their answers, the clocks.

use std::time::Duration;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove, AnyRefusal};
use crate::model::{Ending, MoveError, Player, Reason};

use super::clock::as_millis;
use super::message::{Message, Offer, Request};
use super::side::{Consent, Role, Side};

/// How often a computer agrees in a game to take back turns.
const MAX_TAKEBACKS: u32 = 10;

impl Side {
    /// Plays `mv` for the player of this side. Returns the message for the other player, if any.
    ///
    /// # Errors
    /// The move is illegal, or the game is over.
    pub fn play(
        &mut self,
        referee: &mut Referee<AnyGame>,
        mv: AnyMove,
        now: Duration,
    ) -> Result<Option<Message>, MoveError<AnyRefusal>> {
        let mover = referee.to_move();
        referee.play(mv)?;
        let used = self.state.clocks.as_ref().map_or(Duration::ZERO, |clocks| clocks.used(now));
        self.note_move(mover, used, now);
        Ok((self.state.role == Role::Guest).then(|| self.last_move(referee, used)))
    }

    /// Returns the message about the last move.
    pub(super) fn last_move(&self, referee: &Referee<AnyGame>, used: Duration) -> Message {
        let text = referee.history().last_move().map(|mv| mv.to_string()).unwrap_or_default();
        Message::Move { at: self.state.step.saturating_sub(1), text, ms: as_millis(used) }
    }

    pub(super) fn note_move(&mut self, mover: Player, used: Duration, now: Duration) {
        if let Some(clocks) = &mut self.state.clocks {
            clocks.moved(mover, used, now);
        }
        self.advance();
    }

    /// Counts a change of the game. What either player has asked for before lapses; but the guest remembers its consent,
    /// because the host may have agreed before it gets the guest's move.
    pub(super) fn advance(&mut self) {
        self.state.step = self.state.step.saturating_add(1);
        self.asked = None;
        if self.state.role == Role::Host {
            self.state.consents.clear();
        }
    }

    /// Ends the game, at the host.
    pub(super) fn end(&mut self, referee: &mut Referee<AnyGame>, ending: Ending) {
        referee.end(ending);
        self.advance();
    }

    /// Resigns for the player of this side, unless the game is over. Returns the message for the other player, if
    /// any: then the game ends when the host says so.
    pub fn resign(&mut self, referee: &mut Referee<AnyGame>) -> Option<Message> {
        let own = self.own().filter(|_| referee.ending().is_none())?;
        if self.state.role == Role::Host {
            self.end(referee, Ending::lost(own, Reason::Resigned));
            return None;
        }
        self.consent(Consent::Resign(self.state.round));
        Some(Message::Resign { round: self.state.round })
    }

    /// Returns the offer of `what` if it can be made now.
    pub fn offer_now(&self, referee: &Referee<AnyGame>, what: Request) -> Option<Offer> {
        let is_over = referee.ending().is_some();
        let fits = match what {
            Request::Undo(plies) => !is_over && plies < referee.history().plies(),
            Request::Draw => !is_over,
            Request::Pause => !is_over && self.state.clocks.is_some() && !self.state.is_paused,
            Request::Again => is_over,
        };
        fits.then_some(Offer { at: self.state.step, what })
    }

    /// Asks the other player for something, or agrees if the other player has asked for the same. Returns the
    /// message for the other player.
    pub fn offer(&mut self, referee: &mut Referee<AnyGame>, offer: Offer, now: Duration) -> Option<Message> {
        if self.asked == Some(offer) {
            return self.answer(referee, true, now);
        }
        self.consent(Consent::Offer(offer));
        Some(Message::Offer { offer })
    }

    /// Answers what the other player asks. Returns the message for the other player, if any.
    pub fn answer(&mut self, referee: &mut Referee<AnyGame>, agrees: bool, now: Duration) -> Option<Message> {
        let offer = self.asked.take()?;
        match (agrees, self.state.role) {
            (false, _) => Some(Message::Decline { offer }),
            (true, Role::Host) => {
                self.carry_out(referee, offer, now);
                None
            }
            (true, _) => {
                self.consent(Consent::Offer(offer));
                self.agreed = Some(offer);
                Some(Message::Accept { offer })
            }
        }
    }

    /// Returns how a computer that plays for the host answers what the other player asks. It agrees to everything but
    /// draws, and to take back turns only so often.
    pub fn computer_answer(&self) -> Option<bool> {
        Some(match self.asked.filter(|_| self.has_computer())?.what {
            Request::Draw => false,
            Request::Undo(_) => self.state.takebacks < MAX_TAKEBACKS,
            Request::Pause | Request::Again => true,
        })
    }

    /// Starts the clocks again after a pause. Returns the message for the other player, if any.
    pub fn resume(&mut self, now: Duration) -> Option<Message> {
        if self.state.role != Role::Host {
            return Some(Message::Resume);
        }
        self.state.is_paused = false;
        self.start_clocks(now);
        None
    }

    /// Does what both players have agreed to, at the host.
    pub(super) fn carry_out(&mut self, referee: &mut Referee<AnyGame>, offer: Offer, now: Duration) {
        self.asked = self.asked.filter(|asked| *asked != offer);
        self.state.consents.retain(|consent| *consent != Consent::Offer(offer));
        if self.offer_now(referee, offer.what) != Some(offer) {
            return;
        }
        match offer.what {
            Request::Undo(plies) => {
                let turns = referee.history().plies() - plies;
                if let Some(clocks) = &mut self.state.clocks {
                    clocks.take_back(turns);
                }
                referee.undo(turns);
                self.state.takebacks = self.state.takebacks.saturating_add(1);
                self.start_clocks(now);
                self.advance();
            }
            Request::Draw => self.end(referee, Ending::drawn(Reason::Agreed)),
            Request::Pause => {
                self.stop_clocks(referee.to_move(), now);
                self.state.is_paused = true;
            }
            Request::Again => self.begin_next(referee, now),
        }
    }

    /// Begins the next game, with the sides changed.
    fn begin_next(&mut self, referee: &mut Referee<AnyGame>, now: Duration) {
        self.state.round += 1;
        self.advance();
        self.head.seats.swap(0, 1);
        self.head.names.swap(0, 1);
        self.head.names[self.host_player().opponent().index()].clone_from(&self.guest_name);
        self.head.seed = self.head.seed.map(|seed| seed.wrapping_add(1));
        referee.restart(referee.history().start().clone());
        if let Some(clocks) = &mut self.state.clocks {
            clocks.reset();
        }
        (self.state.is_paused, self.state.takebacks) = (false, 0);
        self.start_clocks(now);
    }

    pub(super) fn start_clocks(&mut self, now: Duration) {
        let may_run = self.is_present && !self.state.is_paused;
        if let Some(clocks) = self.state.clocks.as_mut().filter(|_| may_run) {
            clocks.start(now);
        }
    }

    fn stop_clocks(&mut self, mover: Player, now: Duration) {
        if let Some(clocks) = &mut self.state.clocks {
            clocks.stop(mover, now);
        }
    }

    /// Notes that the other player is no longer connected. Clocks stop. The silence before that counts, because the
    /// player to move could think.
    pub fn disconnected(&mut self, referee: &Referee<AnyGame>, now: Duration) {
        self.is_present = false;
        self.asked = None;
        self.stop_clocks(referee.to_move(), now);
    }

    /// Notes that this side itself did nothing for `time`, for example because its process was stopped. The other
    /// player may have moved meanwhile, so that does not count for them.
    pub fn slept(&mut self, referee: &Referee<AnyGame>, time: Duration) {
        if self.own() != Some(referee.to_move())
            && let Some(clocks) = &mut self.state.clocks
        {
            clocks.forgive(time);
        }
    }

    /// Ends the game if a player is out of time, at the host. Returns whether that is so.
    pub fn check_time(&mut self, referee: &mut Referee<AnyGame>, now: Duration) -> bool {
        let is_out = self.is_out_of_time(referee, now);
        if is_out {
            self.end(referee, Ending::lost(referee.to_move(), Reason::Time));
        }
        is_out
    }

    /// Returns whether the host must end the game because a player is out of time.
    pub fn is_out_of_time(&self, referee: &Referee<AnyGame>, now: Duration) -> bool {
        let is_out = self.state.clocks.as_ref().is_some_and(|clocks| clocks.is_out(referee.to_move(), now));
        self.state.role == Role::Host && is_out && referee.ending().is_none()
    }
}
