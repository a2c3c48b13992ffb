//! What a side sends to the other, and how it follows what it receives.

use std::time::Duration;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::model::text::escape;
use crate::model::{Ending, Game as _, Outcome, Player, Reason, Record};
use crate::words::TimeControl;

use super::clock::{GameClocks, LAG};
use super::message::{DeclaredEnd, GameUpdate, MAX_TEXT_BYTES, Message, Offer, Received, Request};
use super::side::{Consent, News, PublishedGame, Role, Side, Violation, clean_name};

impl Side {
    /// Returns what has changed at the host since it last published, for the guest and all spectators.
    pub fn update(&mut self, referee: &Referee<AnyGame>, now: Duration) -> Option<Message> {
        let published = self.published.as_ref();
        let current = self.current(referee);
        if self.state.role != Role::Host || published == Some(&current) {
            return None;
        }
        let known =
            published.filter(|published| published.round == current.round).map(|published| &published.moves);
        let keep = known.map_or(0, |known| common(known, &current.moves));
        let message = self.message(referee, &current, keep, known.is_none(), now);
        self.published = Some(current);
        Some(message)
    }

    /// Returns the whole game, for a new connection. What has changed must have been published before.
    pub fn whole(&self, referee: &Referee<AnyGame>, now: Duration) -> Message {
        self.message(referee, &self.current(referee), 0, true, now)
    }

    /// Takes the game as it is here for what the host has.
    pub fn confirm(&mut self, referee: &Referee<AnyGame>) {
        self.published = Some(self.current(referee));
    }

    fn current(&self, referee: &Referee<AnyGame>) -> PublishedGame {
        PublishedGame {
            round: self.state.round,
            moves: referee.history().moves().to_vec(),
            end: referee.ending(),
            is_paused: self.state.is_paused,
            is_casual: self.is_casual,
        }
    }

    fn message(
        &self,
        referee: &Referee<AnyGame>,
        current: &PublishedGame,
        keep: usize,
        has_record: bool,
        now: Duration,
    ) -> Message {
        let end = current.end.as_ref().filter(|ending| !ending.is_by_rules()).map(|ending| DeclaredEnd {
            winner: ending.outcome.winner().map(number),
            reason: ending.reason.to_string(),
        });
        Message::Game(GameUpdate {
            step: self.state.step,
            round: current.round,
            host: number(self.host_player()),
            record: has_record.then(|| self.head.to_string()),
            keep,
            moves: current.moves[keep..].iter().map(|mv| mv.to_string()).collect(),
            end,
            clocks: self.state.clocks.as_ref().map(|clocks| clocks.millis(referee.to_move(), now)),
            increment: self.state.clocks.as_ref().map_or(0, GameClocks::increment),
            paused: current.is_paused,
            casual: current.is_casual,
        })
    }

    /// Does what a message of the other player says. Returns what it was about, if it changes or says anything.
    ///
    /// # Errors
    /// The message must not be believed. The game is unchanged.
    pub fn receive(
        &mut self,
        referee: &mut Referee<AnyGame>,
        message: Received,
        now: Duration,
    ) -> Result<Option<News>, Violation> {
        match (message.into_message(), self.state.role) {
            (Message::Ping, _) => Ok(None),
            (Message::Say { text }, Role::Host | Role::Guest) if text.len() <= MAX_TEXT_BYTES => {
                Ok(Some(News::Said(text)))
            }
            (Message::Game(update), Role::Guest | Role::Spectator) => {
                self.receive_update(referee, &update, now)
            }
            (Message::Offer { offer }, Role::Host | Role::Guest) => {
                Ok(self.receive_offer(referee, offer, now))
            }
            (Message::Decline { offer }, Role::Host | Role::Guest) => {
                let was_asked = self.has_consented_to(Consent::Offer(offer));
                self.state.consents.retain(|consent| *consent != Consent::Offer(offer));
                Ok(was_asked.then_some(News::Declined))
            }
            (Message::Code { code }, Role::Guest | Role::Spectator) => {
                code.parse().map(|code| Some(News::Code(code))).map_err(|_| Violation::Unexpected)
            }
            (message, Role::Host) => self.receive_from_guest(referee, message, now),
            _ => Err(Violation::Unexpected),
        }
    }

    fn receive_from_guest(
        &mut self,
        referee: &mut Referee<AnyGame>,
        message: Message,
        now: Duration,
    ) -> Result<Option<News>, Violation> {
        match message {
            Message::Hello { name, casual } => {
                let guest = self.host_player().opponent();
                let name = name.as_deref().and_then(clean_name);
                // A name that the same guest does not give again stays, and so does one in the record of a game.
                if std::mem::take(&mut self.is_sent_away) || name.is_some() {
                    self.guest_name = name;
                }
                if referee.history().plies() == 0 && referee.ending().is_none() {
                    self.head.names[guest.index()].clone_from(&self.guest_name);
                }
                self.is_casual = casual && self.state.allows_hints;
                self.is_present = true;
                if referee.ending().is_none() {
                    self.start_clocks(now);
                }
                // Spectators who were here before get the name too.
                self.published = None;
                Ok(Some(News::Joined))
            }
            Message::Move { at, text, ms } => {
                // A repeated move, or one that crossed with the end of the game or with turns taken back.
                if at != self.state.step || referee.ending().is_some() {
                    return Ok(None);
                }
                self.receive_move(referee, &text, Duration::from_millis(ms), now)
            }
            Message::Accept { offer } => {
                if !self.has_consented_to(Consent::Offer(offer)) {
                    return Ok(None);
                }
                self.carry_out(referee, offer, now);
                Ok(Some(news_of(offer.what)))
            }
            Message::Resign { round } if round == self.state.round && referee.ending().is_none() => {
                self.end(referee, Ending::lost(self.host_player().opponent(), Reason::Resigned));
                Ok(Some(News::Changed))
            }
            Message::Resign { round } => {
                let guest = self.host_player().opponent();
                let is_late = round == self.state.round
                    && referee.ending() != Some(Ending::lost(guest, Reason::Resigned));
                Ok(is_late.then_some(News::ResignedLate))
            }
            Message::Resume => {
                let was_paused = self.state.is_paused;
                let _ = self.resume(now);
                Ok(was_paused.then_some(News::Settings))
            }
            Message::Kept { round } => {
                Ok((round == self.state.round && referee.ending().is_some()).then_some(News::Kept))
            }
            _ => Err(Violation::Unexpected),
        }
    }

    fn receive_move(
        &mut self,
        referee: &mut Referee<AnyGame>,
        text: &str,
        thought: Duration,
        now: Duration,
    ) -> Result<Option<News>, Violation> {
        let guest = self.host_player().opponent();
        if referee.to_move() != guest {
            return Err(Violation::ForeignMove);
        }
        let mv = read_moves(referee.clone(), &[text.to_owned()])?;
        let used = self.state.clocks.as_ref().map_or(Duration::ZERO, |clocks| clocks.used(now));
        mv.into_iter().for_each(|mv| referee.accept(mv));
        // The guest's own measurement counts, as far as messages can explain the difference.
        self.note_move(guest, thought.clamp(used.saturating_sub(LAG), used), now);
        Ok(Some(News::Changed))
    }

    fn receive_offer(&mut self, referee: &mut Referee<AnyGame>, offer: Offer, now: Duration) -> Option<News> {
        if self.offer_now(referee, offer.what) != Some(offer) {
            return None;
        }
        if !self.has_consented_to(Consent::Offer(offer)) {
            self.asked = Some(offer);
            return Some(News::Asked(offer));
        }
        // Both ask for the same: the host does it.
        if self.state.role != Role::Host {
            return None;
        }
        self.carry_out(referee, offer, now);
        Some(news_of(offer.what))
    }

    fn receive_update(
        &mut self,
        referee: &mut Referee<AnyGame>,
        update: &GameUpdate,
        now: Duration,
    ) -> Result<Option<News>, Violation> {
        let is_next = match self.state.role {
            // It may have missed games.
            Role::Spectator => update.round > self.state.round,
            _ => self.agrees(Request::Again) && Some(update.round) == self.state.round.checked_add(1),
        };
        let is_known = update.round == self.state.round;
        if player(update.host)? != self.host_in(update.round) || !is_next && !is_known {
            return Err(Violation::Round);
        }
        let mut next = referee.clone();
        if is_next {
            next.restart(referee.history().start().clone());
        }
        let head = match &update.record {
            Some(_) => read_head(update)?,
            None if is_next => return Err(Violation::Round),
            None => self.head.clone(),
        };
        if (&head.game, &head.start) != (&self.head.game, &self.head.start) {
            return Err(Violation::Round);
        }
        // A side that was restored has received nothing yet, so the first update is whole.
        let published = self
            .published
            .as_ref()
            .filter(|published| published.round == update.round && update.record.is_none());
        let kept = published
            .map_or(&[][..], |published| &published.moves)
            .get(..update.keep)
            .ok_or(Violation::Unexpected)?;
        let moves = read_all(&next, kept, &update.moves)?;
        let mut side = self.clone();
        side.head = head;
        side.state.round = update.round;
        let is_changed = side.believe(&mut next, update, &moves)?;
        side.state.step = update.step.saturating_add(u64::from(next.history().plies() > moves.len()));
        let (was_paused, was_casual) = (self.state.is_paused, self.is_casual);
        let known = referee.ending().filter(|_| !is_next);
        side.follow(&mut next, update, moves, known.clone(), now)?;
        self.check_step(referee, update, is_changed || is_next || next.ending() != known)?;
        if is_known && !self.may_change_after(referee, &next) {
            return Err(Violation::End);
        }
        let is_set = (was_paused, was_casual) != (side.state.is_paused, side.is_casual);
        // The end of a game counts once the host has it too.
        let has_ended =
            next.ending().is_some() && (referee.ending().is_none() || !self.is_confirmed(referee));
        (*self, *referee) = (side, next);
        Ok(match (is_changed || has_ended, is_set) {
            _ if is_next => Some(News::NextGame),
            (true, _) => Some(News::Changed),
            (false, true) => Some(News::Settings),
            (false, false) => None,
        })
    }

    /// Takes over the rest of an update, after its moves. `known` is an end of the game that is believed.
    pub(super) fn follow(
        &mut self,
        referee: &mut Referee<AnyGame>,
        update: &GameUpdate,
        theirs: Vec<AnyMove>,
        known: Option<Ending>,
        now: Duration,
    ) -> Result<(), Violation> {
        if let Some(ending) = declared_end(update)? {
            if known.as_ref() != Some(&ending) && !self.believes(referee, &ending) {
                return Err(Violation::End);
            }
            referee.end(ending);
        }
        let (is_over, step) = (referee.ending().is_some(), update.step);
        self.state.consents.retain(|consent| match consent {
            Consent::Offer(offer) if offer.what == Request::Pause => step <= offer.at && !update.paused,
            Consent::Offer(offer) => step <= offer.at,
            Consent::Resign(_) => !is_over,
        });
        (self.state.is_paused, self.is_casual) = (update.paused, update.casual);
        if self.asked.is_some_and(|offer| self.offer_now(referee, offer.what) != Some(offer)) {
            self.asked = None;
        }
        let runs = !update.paused && referee.ending().is_none();
        // The host may not have the last move yet.
        let pending = self.own().filter(|_| referee.history().plies() > theirs.len());
        if let Some(millis) = update.clocks {
            let control = TimeControl { base: Duration::ZERO, increment: Duration::ZERO };
            let clocks = self.state.clocks.get_or_insert_with(|| GameClocks::new(control));
            clocks.set(millis, update.increment, runs.then_some(now));
            pending.into_iter().for_each(|own| clocks.moved(own, Duration::ZERO, now));
        }
        self.published = Some(PublishedGame { moves: theirs, ..self.current(referee) });
        self.is_present = true;
        Ok(())
    }

    /// Returns what a side sends again once both are connected: the guest's last move, if the host does not have it,
    /// and what the side agrees to or asks for.
    pub fn repeat(&self, referee: &Referee<AnyGame>) -> Vec<Message> {
        let mut messages = Vec::new();
        if !self.is_confirmed(referee) {
            messages.push(self.last_move(referee, Duration::ZERO));
        }
        messages.extend(self.state.consents.iter().map(|consent| match *consent {
            Consent::Resign(round) => Message::Resign { round },
            Consent::Offer(offer) => Message::Offer { offer },
        }));
        messages
    }
}

/// Returns what has happened when a request has been carried out.
fn news_of(what: Request) -> News {
    match what {
        Request::Pause => News::Settings,
        Request::Again => News::NextGame,
        Request::Undo(_) | Request::Draw => News::Changed,
    }
}

/// Returns the end of the game in an update, unless it follows from the rules.
pub(super) fn declared_end(update: &GameUpdate) -> Result<Option<Ending>, Violation> {
    let Some(end) = &update.end else { return Ok(None) };
    let outcome = end.winner.map(player).transpose()?.map_or(Outcome::Draw, Outcome::Win);
    let reason = end.reason.parse().ok().filter(|reason: &Reason| reason.allows(outcome));
    let ending = reason.map(|reason| Ending { outcome, reason }).filter(Ending::is_declared);
    ending.map(Some).ok_or(Violation::End)
}

/// Reads the record in an update, without moves and result.
pub(super) fn read_head(update: &GameUpdate) -> Result<Record, Violation> {
    let text = update.record.as_deref().ok_or(Violation::Unexpected)?;
    let mut record = text.parse::<Record>().map_err(|_| Violation::Round)?;
    let is_head = record.moves.is_empty() && record.result.is_none() && record.annotations.is_empty();
    if is_head {
        (record.game_line, record.start_line, record.result_line) = (0, 0, 0);
        record.names = record.names.map(|name| name.as_deref().and_then(clean_name));
        Ok(record)
    } else {
        Err(Violation::Round)
    }
}

/// Reads moves that follow each other after the game of `referee`.
pub(super) fn read_moves(mut referee: Referee<AnyGame>, texts: &[String]) -> Result<Vec<AnyMove>, Violation> {
    let mut moves = Vec::new();
    for text in texts {
        let read = referee.game().read_legal_move(referee.position(), text);
        let mv = read.map_err(|_| Violation::IllegalMove(escape(text.as_bytes())))?;
        referee.accept(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Returns `kept` and the moves of `texts` after them. `referee` has the first position of the game.
fn read_all(
    referee: &Referee<AnyGame>,
    kept: &[AnyMove],
    texts: &[String],
) -> Result<Vec<AnyMove>, Violation> {
    let mut before = Referee::from_position(referee.game(), referee.history().start().clone());
    kept.iter().for_each(|mv| before.accept(*mv));
    let mut moves = kept.to_vec();
    moves.extend(read_moves(before, texts)?);
    Ok(moves)
}

/// Returns how many moves at the start are the same.
pub(super) fn common(one: &[AnyMove], other: &[AnyMove]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn number(player: Player) -> u8 {
    if player == Player::One { 1 } else { 2 }
}

pub(super) fn player(number: u8) -> Result<Player, Violation> {
    Player::BOTH.into_iter().find(|player| self::number(*player) == number).ok_or(Violation::Unexpected)
}
