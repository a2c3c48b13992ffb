//! One side of a game between two computers: what it may do, what it sends to the other side, and what it believes.
//! It does no input or output, so that a test can simulate the network.
//!
//! The host's game is the one that counts: the guest and spectators get every change of it. But a guest checks
//! each change before its own game follows: moves are legal, nobody moves for the guest, and turns are taken back,
//! draws agreed and games begun only with the guest's consent. That consent is part of the state kept on disk,
//! which is written before a message is sent; so a side that was killed knows what it agreed to.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::model::{Ending, Player, Record, Seating};
use crate::players::seats;
use crate::words::TimeControl;

use super::clock::GameClocks;
use super::code::Code;
use super::follow::{declared_end, player, read_head, read_moves};
use super::message::{Message, Offer, Received, clean_text};

/// The key of the line in which a kept record has the state of its side.
const KEY: &str = "network";
/// The maximum number of characters of a name.
pub const MAX_NAME_LETTERS: usize = 40;

/// What a side is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// It has the game that counts.
    #[default]
    Host,
    /// It plays against the host.
    Guest,
    /// It only watches.
    Spectator,
}

/// What a side has agreed to, or asks the other side to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Consent {
    /// To an offer.
    Offer(Offer),
    /// To the loss of the game with this number.
    Resign(u32),
}

/// What a message was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The other player has joined, for the first time or again.
    Joined,
    /// The game has changed: the position, or its end.
    Changed,
    /// The next game has begun.
    NextGame,
    /// The clocks were stopped or started, or hints were allowed.
    Settings,
    /// The other player asks for this.
    Asked(Offer),
    /// The other player does not agree.
    Declined,
    /// The other player has resigned after the end of the game.
    ResignedLate,
    /// The other player says this.
    Said(String),
    /// The other side has kept the finished game.
    Kept,
    /// The host has a new code, with which to join or watch from now on.
    Code(Code),
}

/// Why a side does not believe the other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// A move is illegal or cannot be read.
    #[error("it sent the illegal move \"{0}\"")]
    IllegalMove(String),
    /// It moved for this player.
    #[error("it moved for you")]
    ForeignMove,
    /// It took back turns without consent.
    #[error("it took back turns without your consent")]
    TakenBack,
    /// It ended the game without consent, or in a way that cannot be.
    #[error("it ended the game without your consent")]
    End,
    /// It began another game without consent, or one with other rules.
    #[error("it began a game that was not agreed")]
    Round,
    /// The message does not fit here.
    #[error("it sent a message that does not belong there")]
    Unexpected,
}

/// One side of a game. Its referee is passed to each call, and changes only in these calls.
#[derive(Clone, Debug)]
pub struct Side {
    pub(super) state: State,
    /// The record of the current game, without moves and result.
    pub(super) head: Record,
    /// What the host last published.
    pub(super) published: Option<PublishedGame>,
    /// What the other player asks for.
    pub(super) asked: Option<Offer>,
    /// The last offer of the other player that this side agreed to.
    pub(super) agreed: Option<Offer>,
    /// Whether the other player is here. Clocks run only then.
    pub(super) is_present: bool,
    /// Whether both sides allow hints.
    pub(super) is_casual: bool,
    /// Whether the guest was sent away: the next one may be somebody else.
    pub(super) is_sent_away: bool,
    /// The name of the guest, at the host. After the first turn, a new name is in the record from the next game on.
    pub(super) guest_name: Option<String>,
}

/// The part of a side that is kept on disk.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) role: Role,
    /// Whether the host is the first player of the first game.
    pub(super) host_begins: bool,
    /// The number of the game, from 1.
    pub(super) round: u32,
    /// The number of changes of the game, as in [`super::message::GameUpdate::step`]. It includes a move that is still on its way.
    pub(super) step: u64,
    /// What this side has agreed to or asks for, and the host may not have carried out.
    pub(super) consents: Vec<Consent>,
    pub(super) clocks: Option<GameClocks>,
    pub(super) is_paused: bool,
    /// Where the host listens, or where the guest has joined it.
    pub(super) place: Option<String>,
    /// Whether this side allows hints.
    #[serde(default)]
    pub(super) allows_hints: bool,
    /// How many people can watch, if the host has said so.
    #[serde(default)]
    pub(super) spectators: Option<u16>,
    /// How often turns were taken back in this game, at the host.
    #[serde(default)]
    pub(super) takebacks: u32,
}

/// What the host has published about its game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PublishedGame {
    pub(super) round: u32,
    pub(super) moves: Vec<AnyMove>,
    pub(super) end: Option<Ending>,
    pub(super) is_paused: bool,
    pub(super) is_casual: bool,
}

impl Side {
    /// Creates the side of the host, who is `host` in the first game. `head` is the record of that game.
    pub fn host(head: Record, host: Player, control: Option<TimeControl>, allows_hints: bool) -> Self {
        let (host_begins, clocks) = (host == Player::One, control.map(GameClocks::new));
        Side::new(State { host_begins, round: 1, clocks, ..State::default() }, head, allows_hints)
    }

    fn new(mut state: State, head: Record, allows_hints: bool) -> Self {
        state.allows_hints |= allows_hints;
        let (published, asked, agreed) = (None, None, None);
        let (is_present, is_casual, is_sent_away) = (false, false, false);
        let guest_name = None;
        let mut side =
            Side { state, head, published, asked, agreed, is_present, is_casual, is_sent_away, guest_name };
        side.guest_name.clone_from(&side.head.names[side.host_player().opponent().index()]);
        side
    }

    /// Creates the side of a guest or a spectator without a kept game, from the first message of the host.
    ///
    /// # Errors
    /// The message has no valid game.
    pub fn join(
        role: Role,
        message: &Received,
        allows_hints: bool,
        now: Duration,
    ) -> Result<(Self, Referee<AnyGame>), Violation> {
        let Message::Game(update) = message.message() else { return Err(Violation::Unexpected) };
        let head = read_head(update)?;
        let referee = head.open_game().and_then(|game| head.play_in(&game));
        let mut referee = referee.map_err(|_| Violation::Round)?.with_human(true);
        let host_begins = (player(update.host)? == Player::One) == (update.round % 2 == 1);
        let state = State { role, host_begins, round: update.round, step: update.step, ..State::default() };
        let mut side = Side::new(state, head, allows_hints);
        let moves = read_moves(referee.clone(), &update.moves)?;
        moves.iter().for_each(|mv| referee.accept(*mv));
        side.follow(&mut referee, update, moves, declared_end(update)?, now)?;
        Ok((side, referee))
    }

    /// Creates a side and its game from a record that [`Side::kept`] returned; `None` if it is another record. It
    /// allows hints if it did or if `allows_hints`.
    pub fn restore(record: &Record, allows_hints: bool) -> Option<(Self, Referee<AnyGame>)> {
        let (_, state) = record.annotations.header.iter().find(|(key, _)| key == KEY)?;
        let state: State = serde_json::from_str(state).ok()?;
        let referee = record.open_game().and_then(|game| record.play_in(&game));
        let mut referee = referee.ok()?.with_human(true);
        if let Some(ending) = record.result.as_ref().filter(|_| referee.ending().is_none()) {
            referee.end(Some(ending).filter(|ending| ending.is_declared())?.clone());
        }
        let mut head = record.clone().with_moves([""; 0]);
        head.result = None;
        (head.game_line, head.start_line, head.result_line) = (0, 0, 0);
        head.annotations.header.retain(|(key, _)| ![KEY, seats::READER_KEY].contains(&key.as_str()));
        // The file can be written by anything; the names go to the other side.
        head.names = head.names.map(|name| name.as_deref().and_then(clean_name));
        Some((Side::new(state, head, allows_hints), referee))
    }

    /// Returns the record of the game with everything that [`Side::restore`] needs.
    pub fn kept(&self, referee: &Referee<AnyGame>) -> Record {
        let mut record = referee.record(&self.head);
        // Nothing in the state is a map or a writer, so writing it cannot fail.
        let state = serde_json::to_string(&self.state).unwrap_or_default();
        record.annotations.header.push((KEY.to_owned(), state));
        record
    }

    /// Returns the record of the current game without its moves and result.
    pub fn head(&self) -> &Record {
        &self.head
    }

    /// Returns the player of this side, unless it only watches.
    pub fn own(&self) -> Option<Player> {
        let host = self.host_player();
        match self.state.role {
            Role::Host => Some(host),
            Role::Guest => Some(host.opponent()),
            Role::Spectator => None,
        }
    }

    /// Returns a record of this game as it is kept on this computer: with the player of the person here, if there is one.
    pub fn with_reader(&self, record: Record) -> Record {
        let own = self.own().filter(|player| seats::seating(&record).is_human(*player));
        seats::with_reader(record, own)
    }

    pub(super) fn host_player(&self) -> Player {
        self.host_in(self.state.round)
    }

    /// Returns the player that the host is in the game with this number.
    pub(super) fn host_in(&self, round: u32) -> Player {
        if self.state.host_begins == (round % 2 == 1) { Player::One } else { Player::Two }
    }

    /// Returns the address at which the host listens, or at which the guest has joined it.
    pub fn place(&self) -> Option<&str> {
        self.state.place.as_deref()
    }

    /// Notes that address, which is kept with the game.
    pub fn set_place(&mut self, place: String) {
        self.state.place = Some(place);
    }

    /// Returns how many people can watch, if the host has said so.
    pub fn spectators(&self) -> Option<u16> {
        self.state.spectators
    }

    /// Notes how many people can watch, if the host says so now.
    pub fn set_spectators(&mut self, wanted: Option<u16>) {
        self.state.spectators = wanted.or(self.state.spectators);
    }

    /// Returns what the side is for.
    pub fn role(&self) -> Role {
        self.state.role
    }

    /// Returns the number of the game, from 1.
    pub fn round(&self) -> u32 {
        self.state.round
    }

    /// Returns whether this side can neither play nor finish the game before the other side does something.
    pub fn waits(&self, referee: &Referee<AnyGame>) -> bool {
        if referee.ending().is_some() {
            return !self.is_confirmed(referee);
        }
        self.own() != Some(referee.to_move()) || (referee.history().plies() == 0 && !self.is_present)
    }

    /// Returns whether a computer plays for the host, on this computer.
    pub fn has_computer(&self) -> bool {
        self.state.role == Role::Host && self.head.seats[self.host_player().index()] != Seating::HUMAN
    }

    /// Returns whether the other player is here: connected, and both sides know the game.
    pub fn is_present(&self) -> bool {
        self.is_present
    }

    /// Returns whether this side allows hints.
    pub fn allows_hints(&self) -> bool {
        self.state.allows_hints
    }

    /// Returns whether both sides allow hints.
    pub fn is_casual(&self) -> bool {
        self.is_casual
    }

    /// Returns whether the clocks are stopped by agreement.
    pub fn is_paused(&self) -> bool {
        self.state.is_paused
    }

    /// Returns what the other player asks for.
    pub fn asked(&self) -> Option<Offer> {
        self.asked
    }

    /// Returns whether this side has asked for something or agreed to it, and it has not been carried out.
    pub fn has_consented(&self) -> bool {
        !self.state.consents.is_empty()
    }

    /// Returns whether the player here has resigned this game. The game is over when the host knows it.
    pub fn has_resigned(&self) -> bool {
        self.has_consented_to(Consent::Resign(self.state.round))
    }

    pub(super) fn has_consented_to(&self, consent: Consent) -> bool {
        self.state.consents.contains(&consent)
    }

    /// Remembers a consent. There are few at a time, because each belongs to a step of the game.
    pub(super) fn consent(&mut self, consent: Consent) {
        if !self.has_consented_to(consent) {
            self.state.consents.push(consent);
        }
    }

    /// Returns whether the host has everything that was played here. The end of a game counts only then.
    pub fn is_confirmed(&self, referee: &Referee<AnyGame>) -> bool {
        let published = self.published.as_ref().map_or(0, |published| published.moves.len());
        self.state.role != Role::Guest || published == referee.history().plies()
    }

    /// Returns whether the host has another game than the finished one here, and not another version of it: the host had
    /// this end, or its whole game has fewer steps than it sent before. An honest host never does without those.
    pub fn is_over_elsewhere(
        &self,
        referee: &Referee<AnyGame>,
        violation: &Violation,
        whole: Option<u64>,
    ) -> bool {
        let is_other = |step: u64| self.is_confirmed(referee) || step.saturating_add(1) < self.state.step;
        referee.ending().is_some() && (*violation == Violation::Round || whole.is_some_and(is_other))
    }

    /// Returns the time left to both players, player 1 first, if there are clocks.
    pub fn clocks(&self, referee: &Referee<AnyGame>, now: Duration) -> Option<[Duration; 2]> {
        let clocks = self.state.clocks.as_ref()?;
        Some(Player::BOTH.map(|player| clocks.left(player, referee.to_move(), now)))
    }

    /// Returns the message with which this side joins the host.
    pub fn hello(&self, name: Option<&str>) -> Message {
        Message::Hello { name: name.map(str::to_owned), casual: self.state.allows_hints }
    }
}

/// Returns a name as it is shown, kept and sent, without what cannot be seen; `None` if it is empty.
///
/// ```
/// assert_eq!(cygnet::network::side::clean_name("\u{202e} Ana  B. "), Some("Ana B.".to_owned()));
/// ```
pub fn clean_name(name: &str) -> Option<String> {
    Some(clean_text(name, MAX_NAME_LETTERS)).filter(|name| !name.is_empty())
}
