//! A game between two computers as it is played: a side, its connections, and what it keeps on disk.
//!
//! The state is always kept before anything is sent, so that a side that is killed has everything that the other
//! side has received.

mod codes;
mod event;
mod keeping;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove, AnyRefusal};
use crate::model::{Clock, Ending, MoveError};
use crate::store::{AutosaveFile, FileError};

pub use event::Event;

use super::code::Code;
use super::link::{Arrival, Link, Part, PeerId};
use super::message::{MAX_TEXT_BYTES, Message, Offer, Received};
use super::side::{News, Role, Side, Violation};

/// A side that plays looks for arrivals more often than this, unless its process was stopped.
const MAX_UNWATCHED: Duration = Duration::from_secs(2);

/// Notes on disk that this part of the game has this code now.
pub type KeepCode = Box<dyn FnMut(Part, Code) -> Result<(), FileError> + Send>;

/// A game between two computers, seen from one of them.
pub struct RemoteGame {
    side: Side,
    link: Link,
    clock: Arc<dyn Clock>,
    file: Option<AutosaveFile>,
    /// The name of the player here.
    name: Option<String>,
    /// The connection of the other player: at a guest or a spectator, the one of the host.
    other: Option<PeerId>,
    /// The connections of those who watch, and whether they know the game.
    spectators: BTreeMap<PeerId, bool>,
    outbox: Vec<Message>,
    /// Those who have just joined. They get the whole game next.
    joined: Vec<PeerId>,
    /// Whether the last attempt to keep the game failed.
    has_failed: bool,
    /// The number of the last game that the other side has kept after its end, or does not need any more.
    kept_round: u32,
    /// The number of the last game that has been kept here after its end.
    noted_round: u32,
    /// Whether somebody has joined.
    has_guest: bool,
    /// Whether this program has seen that the other player was away.
    was_away: bool,
    /// The code of the game, and what notes a new one on disk.
    code: Code,
    keep_code: Option<KeepCode>,
    /// Whether what the other player says is hidden.
    is_muted: bool,
    /// When this side last looked for arrivals.
    looked: Duration,
}

impl RemoteGame {
    /// Creates a game with these connections and this code. It is kept in `file`, if there is one. `other` is the
    /// connection of the host, if this side has joined it.
    pub fn new(
        side: Side,
        (link, code): (Link, Code),
        clock: Arc<dyn Clock>,
        file: Option<AutosaveFile>,
        name: Option<String>,
        other: Option<PeerId>,
    ) -> Self {
        RemoteGame {
            has_guest: file.as_ref().is_some_and(|file| !matches!(file.game(), Ok(None))),
            was_away: false,
            side,
            link,
            looked: clock.now(),
            clock,
            file,
            name,
            other,
            spectators: BTreeMap::new(),
            outbox: Vec::new(),
            joined: Vec::new(),
            has_failed: false,
            kept_round: 0,
            noted_round: 0,
            code,
            keep_code: None,
            is_muted: false,
        }
    }

    /// Returns the side of this computer.
    pub fn side(&self) -> &Side {
        &self.side
    }

    /// Returns whether this program has seen that the other player was away.
    pub fn was_away(&self) -> bool {
        self.was_away
    }

    /// Returns the time left to both players, player 1 first, if there are clocks.
    pub fn clocks(&self, referee: &Referee<AnyGame>) -> Option<[Duration; 2]> {
        self.side.clocks(referee, self.clock.now())
    }

    /// Returns whether something has arrived, the computer here has to answer, or the time of a player has run out. If
    /// nobody called this for long, that time does not count for the other player.
    pub fn has_arrivals(&mut self, referee: &Referee<AnyGame>) -> bool {
        let now = self.clock.now();
        let unwatched = now.saturating_sub(std::mem::replace(&mut self.looked, now));
        if unwatched > MAX_UNWATCHED {
            self.side.slept(referee, unwatched);
        }
        self.link.has_arrivals() || self.own_answer().is_some() || self.side.is_out_of_time(referee, now)
    }

    /// Does what has arrived, up to the first change of the game, and answers it. A computer that plays for the host answers
    /// what it is asked.
    pub fn receive(&mut self, referee: &mut Referee<AnyGame>) -> Vec<Event> {
        let mut events = Vec::new();
        let is_change = |event: &Event| matches!(event, Event::News(News::Changed | News::NextGame));
        while !events.iter().any(is_change) && self.has_arrivals(referee) {
            let Some(arrival) = self.link.try_next() else {
                events.extend(self.with_lapsed(referee, Self::check_time));
                break;
            };
            events.extend(self.with_lapsed(referee, |remote, referee| remote.arrived(referee, arrival)));
        }
        if !events.is_empty() || !self.outbox.is_empty() {
            events.extend(self.publish(referee));
        }
        if self.side.computer_answer().is_some() {
            events.retain(|event| !matches!(event, Event::News(News::Asked(_))));
        }
        if let Some((offer, agrees)) = self.side.asked().zip(self.own_answer()) {
            events.push(Event::Answered(offer, agrees));
            events.extend(self.answer(referee, agrees));
        }
        events
    }

    /// Ends the game if a player is out of time. What has arrived must have been done before.
    fn check_time(&mut self, referee: &mut Referee<AnyGame>) -> Option<Event> {
        self.side.check_time(referee, self.clock.now()).then_some(Event::News(News::Changed))
    }

    fn arrived(&mut self, referee: &mut Referee<AnyGame>, arrival: Arrival) -> Option<Event> {
        match arrival {
            Arrival::Connected { peer, part: Part::Spectator } if self.side.role() == Role::Host => {
                self.spectators.insert(peer, false);
                None
            }
            Arrival::Connected { peer, .. } => {
                self.other = Some(peer);
                if self.side.role() != Role::Host {
                    self.link.send(peer, self.side.hello(self.name.as_deref()));
                }
                None
            }
            Arrival::Disconnected(peer) if self.other == Some(peer) => {
                (self.other, self.was_away) = (None, true);
                let was_present = self.side.is_present();
                self.side.disconnected(referee, self.clock.now());
                was_present.then_some(Event::Left)
            }
            Arrival::Disconnected(peer) => {
                let was_known = self.spectators.remove(&peer) == Some(true);
                was_known.then(|| Event::Watching(self.watching()))
            }
            Arrival::OtherVersion(version) => Some(Event::OtherVersion(version)),
            Arrival::CodeClosed(part) => Some(Event::CodeClosed(part)),
            Arrival::Retrying(problem) => {
                self.was_away = true;
                Some(Event::Retrying(problem))
            }
            Arrival::Failed(problem) => Some(Event::Failed(problem)),
            Arrival::Message { peer, message } if self.other == Some(peer) => {
                self.receive_from_player(referee, peer, message)
            }
            Arrival::Message { peer, message } => self.receive_from_spectator(peer, message.message()),
        }
    }

    fn receive_from_player(
        &mut self,
        referee: &mut Referee<AnyGame>,
        peer: PeerId,
        message: Received,
    ) -> Option<Event> {
        let (whole, is_hello) = match message.message() {
            Message::Game(update) => (update.record.as_ref().map(|_| update.step), false),
            Message::Hello { .. } => (None, true),
            // Nothing is said before both know the game.
            _ if !self.side.is_present() => return self.refuse(peer, Violation::Unexpected),
            _ => (None, false),
        };
        let is_back = whole.is_some() && !self.side.is_present();
        let news = match self.side.receive(referee, message, self.clock.now()) {
            Ok(None | Some(News::Settings)) if is_back => Some(News::Joined),
            Ok(news) => news,
            Err(violation) if self.side.is_over_elsewhere(referee, &violation, whole) => {
                // The host has begun another game, which others may join.
                self.side.confirm(referee);
                self.kept_round = self.side.round();
                self.link.refuse(peer, "the host has begun another game");
                self.other = None;
                self.side.disconnected(referee, self.clock.now());
                return Some(Event::Violation(Violation::Round));
            }
            // It would send the same game again.
            Err(violation) if is_back => {
                let hint = match self.side.role() {
                    Role::Guest => "; if you played on elsewhere, join with --forget",
                    Role::Host | Role::Spectator => "",
                };
                let problem = format!("the program of the host broke the rules: {violation}{hint}");
                self.link.refuse(peer, &problem);
                return Some(Event::Failed(problem));
            }
            Err(violation) => return self.refuse(peer, violation),
        };
        self.joined.extend(is_hello.then_some(peer));
        self.has_guest |= is_hello;
        if whole.is_some() || is_hello {
            self.outbox.extend(self.side.repeat(referee));
            // What was sent just before the connection was lost may not have arrived.
            let round = self.side.round();
            let is_noted = self.side.role() == Role::Guest && self.noted_round == round;
            self.outbox.extend(is_noted.then_some(Message::Kept { round }));
        }
        match news {
            Some(News::Kept) => {
                self.kept_round = self.side.round();
            }
            Some(News::Code(code)) => {
                let part = if self.side.role() == Role::Spectator { Part::Spectator } else { Part::Player };
                self.use_code(part, code);
                if let Err(problem) = self.keep_code(part, code) {
                    return Some(Event::NotKept(problem));
                }
            }
            _ => {}
        }
        news.filter(|news| !self.is_muted || !matches!(news, News::Said(_))).map(Event::News)
    }

    fn receive_from_spectator(&mut self, peer: PeerId, message: &Message) -> Option<Event> {
        if !matches!(message, Message::Hello { .. }) || self.spectators.get(&peer) == Some(&true) {
            self.link.close(peer);
            return None;
        }
        self.joined.push(peer);
        self.spectators.insert(peer, true);
        Some(Event::Watching(self.watching()))
    }

    fn refuse(&mut self, peer: PeerId, violation: Violation) -> Option<Event> {
        self.link.close(peer);
        Some(Event::Violation(violation))
    }

    fn watching(&self) -> usize {
        self.spectators.values().filter(|is_known| **is_known).count()
    }

    /// Keeps the game, and then sends what is waiting: to all who know the game what has changed, and the whole game to
    /// those who have just joined.
    fn publish(&mut self, referee: &Referee<AnyGame>) -> Option<Event> {
        let problem = self.keep(referee);
        let update = self.side.update(referee, self.clock.now());
        let joined = std::mem::take(&mut self.joined);
        let whole = (!joined.is_empty()).then(|| self.side.whole(referee, self.clock.now()));
        let other = self.other.filter(|_| self.side.is_present());
        let watching = self.spectators.iter().filter(|(_, is_known)| **is_known).map(|(peer, _)| *peer);
        for peer in watching.chain(other) {
            let game = if joined.contains(&peer) { &whole } else { &update };
            game.iter().for_each(|game| self.link.send(peer, game.clone()));
        }
        let messages = std::mem::take(&mut self.outbox);
        if let Some(other) = other {
            messages.into_iter().for_each(|message| self.link.send(other, message));
        }
        problem.map(Event::NotKept)
    }

    /// Plays `mv` for the player here, unless they are out of time: then the game ends.
    ///
    /// # Errors
    /// The move is illegal, or the game is over.
    pub fn play(
        &mut self,
        referee: &mut Referee<AnyGame>,
        mv: AnyMove,
    ) -> Result<Vec<Event>, MoveError<AnyRefusal>> {
        let mut played = Ok(());
        let mut events = self.with_lapsed(referee, |remote, referee| {
            let late = remote.check_time(referee);
            if late.is_none() {
                let message = remote.side.play(referee, mv, remote.clock.now());
                played = message.map(|message| remote.outbox.extend(message));
            }
            late
        });
        played?;
        events.extend(self.publish(referee));
        Ok(events)
    }

    /// Changes the side with `act`, and sends the message that it returns.
    pub fn act(
        &mut self,
        referee: &mut Referee<AnyGame>,
        act: impl FnOnce(&mut Side, &mut Referee<AnyGame>, Duration) -> Option<Message>,
    ) -> Vec<Event> {
        let mut events = self.with_lapsed(referee, |remote, referee| {
            let message = act(&mut remote.side, referee, remote.clock.now());
            remote.outbox.extend(message);
            None
        });
        events.extend(self.publish(referee));
        events
    }

    /// Ends the game in a way that does not follow from its rules.
    pub fn end(&mut self, referee: &mut Referee<AnyGame>, ending: Ending) -> Vec<Event> {
        self.act(referee, |side, referee, _| {
            side.end(referee, ending);
            None
        })
    }

    /// Makes an offer, or agrees to the same offer of the other player.
    pub fn offer(&mut self, referee: &mut Referee<AnyGame>, offer: Offer) -> Vec<Event> {
        self.act(referee, |side, referee, now| side.offer(referee, offer, now))
    }

    /// Answers what the other player asks.
    pub fn answer(&mut self, referee: &mut Referee<AnyGame>, agrees: bool) -> Vec<Event> {
        self.act(referee, |side, referee, now| side.answer(referee, agrees, now))
    }

    /// Says `text` to the other player. Returns whether there is one, and the text is not too long.
    pub fn say(&self, text: &str) -> bool {
        let other = self.other.filter(|_| self.side.is_present() && text.len() <= MAX_TEXT_BYTES);
        other.is_some_and(|other| {
            self.link.send(other, Message::Say { text: text.to_owned() });
            true
        })
    }

    /// Hides what the other player says, or shows it again. Returns whether it is hidden now.
    pub fn mute(&mut self) -> bool {
        self.is_muted = !self.is_muted;
        self.is_muted
    }
}
