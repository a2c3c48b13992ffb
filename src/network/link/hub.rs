//! What the threads of a link share.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, Shutdown};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::model::Clock;
use crate::network::channel::Refusal;
use crate::network::code::Code;
use crate::network::message::{Message, Received};
use crate::network::stream::Stream;

use super::{Arrival, MAX_HANDSHAKES, MAX_QUEUE, Part, PeerId, Wake};

/// The maximum number of handshakes at once from one address.
const MAX_HANDSHAKES_PER_ADDRESS: usize = 4;
/// How long a handshake takes at most, unless someone waits on purpose.
const HANDSHAKE_TIME: Duration = Duration::from_secs(1);
/// The number of wrong tries that close a code.
const MAX_WRONG_TRIES: u32 = 3;
/// A player who was silent for longer can be replaced. Connected players are never silent for so long, because
/// they send pings.
const REPLACEMENT_SILENCE: Duration = Duration::from_secs(5);

/// The shared state, with a clock and a way to wait for changes.
pub(super) struct Hub {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) wake: Wake,
    state: Mutex<State>,
    changed: Condvar,
}

/// The connections of a link and what arrived from them.
#[derive(Default)]
pub(super) struct State {
    pub(super) arrivals: VecDeque<Arrival>,
    pub(super) is_ending: bool,
    handshakes: BTreeMap<PeerId, Begun>,
    peers: BTreeMap<PeerId, Peer>,
    doors: [Door; 2],
    pub(super) max_spectators: usize,
    has_seen_other_version: bool,
    now: Duration,
}

/// A handshake: when it began, its address, and its stream, so that it can be closed.
struct Begun {
    at: Duration,
    address: IpAddr,
    stream: Stream,
}

/// An established connection.
struct Peer {
    part: Part,
    stream: Stream,
    /// The messages to send. Without it, the last ones are being sent.
    queue: Option<SyncSender<Message>>,
    /// When the last message arrived.
    heard: Duration,
}

/// Who may join for a part.
#[derive(Default)]
struct Door {
    code: Option<Code>,
    wrong_tries: u32,
}

/// Takes part in the limits of handshakes until it is dropped.
pub(super) struct Handshake {
    pub(super) hub: Arc<Hub>,
    pub(super) peer: PeerId,
}

impl Drop for Handshake {
    fn drop(&mut self) {
        self.hub.update(|state| state.handshakes.remove(&self.peer));
    }
}

impl Hub {
    pub(super) fn new(clock: Arc<dyn Clock>, wake: Wake) -> Self {
        Hub { clock, wake, state: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the state. `look` must be quick.
    pub(super) fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the state, and then wakes everyone who waits for it. `change` must be quick.
    pub(super) fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        state.now = self.clock.now();
        let before = state.arrivals.len();
        let result = change(&mut state);
        let has_arrivals = state.arrivals.len() > before;
        drop(state);
        self.announce(has_arrivals);
        result
    }

    /// Wakes everyone who waits for a change. The state must not be locked.
    fn announce(&self, has_arrivals: bool) {
        self.changed.notify_all();
        if has_arrivals {
            (self.wake)();
        }
    }

    /// Waits for at most `time` until `is_done`.
    pub(super) fn wait(&self, time: Duration, is_done: impl Fn(&State) -> bool) {
        let waiting = self.changed.wait_timeout_while(self.lock(), time, |state| !is_done(state));
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }

    /// Begins a handshake. If there are too many, the oldest of its address ends, or of the address with the most,
    /// so that connections that do nothing keep nobody out. Refuses if that is not old enough.
    pub(super) fn begin(self: &Arc<Self>, address: IpAddr, stream: Stream) -> Result<Handshake, Refusal> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let peer = NEXT.fetch_add(1, Ordering::Relaxed);
        self.update(|state| {
            if state.is_ending || !state.make_room(address) {
                return Err(Refusal::Busy);
            }
            state.handshakes.insert(peer, Begun { at: state.now, address, stream });
            Ok(Handshake { hub: Arc::clone(self), peer })
        })
    }

    /// Queues a message when there is room. Returns whether the connection still exists.
    pub(super) fn deliver(&self, peer: PeerId, message: Message) -> bool {
        let is_game = matches!(message, Message::Game(_));
        let is_blocked = |state: &mut State| {
            let is_full = state.arrivals.len() >= MAX_QUEUE || (is_game && state.has_game());
            is_full && !state.is_ending && state.peers.contains_key(&peer)
        };
        let waiting = self.changed.wait_while(self.lock(), is_blocked);
        let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
        let is_known = state.peers.contains_key(&peer);
        let has_arrival = is_known && !state.is_ending;
        if has_arrival {
            state.arrivals.push_back(Arrival::Message { peer, message: Received::new(message) });
        }
        drop(state);
        self.announce(has_arrival);
        is_known
    }
}

impl State {
    /// Ends a handshake if there is no room for another from `address`. Returns whether there is now.
    fn make_room(&mut self, address: IpAddr) -> bool {
        let count = |wanted: IpAddr| self.handshakes.values().filter(|it| it.address == wanted).count();
        let crowded = match count(address) {
            MAX_HANDSHAKES_PER_ADDRESS.. => Some(address),
            _ if self.handshakes.len() < MAX_HANDSHAKES => return true,
            _ => self.handshakes.values().map(|it| it.address).max_by_key(|other| count(*other)),
        };
        // The numbers of connections grow, so the first is the oldest.
        let mut of_address = self.handshakes.iter().filter(|(_, it)| Some(it.address) == crowded);
        let Some(peer) = of_address.next().map(|(peer, _)| *peer) else { return false };
        let is_old = |it: &Begun| self.now.saturating_sub(it.at) >= HANDSHAKE_TIME;
        if !self.handshakes.get(&peer).is_some_and(is_old) {
            return false;
        }
        if let Some(begun) = self.handshakes.remove(&peer) {
            begun.stream.shutdown(Shutdown::Both);
        }
        true
    }

    /// Returns whether a game has arrived and waits.
    fn has_game(&self) -> bool {
        self.arrivals.iter().any(|arrival| match arrival {
            Arrival::Message { message, .. } => matches!(message.message(), Message::Game(_)),
            _ => false,
        })
    }

    pub(super) fn set_code(&mut self, part: Part, code: Code) {
        self.doors[part as usize] = Door { code: Some(code), wrong_tries: 0 };
    }

    pub(super) fn code(&self, part: Part) -> Option<Code> {
        self.doors[part as usize].code
    }

    pub(super) fn has_peers(&self) -> bool {
        !self.peers.is_empty()
    }

    /// Returns the code for a part, if anyone can join for it now.
    pub(super) fn open_code(&self, part: Part) -> Result<Code, Refusal> {
        let code = self.code(part).ok_or(Refusal::Code)?;
        self.check_room(part).map(|()| code)
    }

    fn check_room(&self, part: Part) -> Result<(), Refusal> {
        let mut others = self.peers.values().filter(|peer| peer.part == part);
        match part {
            _ if self.is_ending || self.arrivals.len() >= MAX_QUEUE => Err(Refusal::Busy),
            Part::Player if others.any(|peer| self.now.saturating_sub(peer.heard) <= REPLACEMENT_SILENCE) => {
                Err(Refusal::PlaceTaken)
            }
            Part::Spectator if others.count() >= self.max_spectators => Err(Refusal::TooManySpectators),
            _ => Ok(()),
        }
    }

    /// Decides whether somebody may join, who knew `code` if `is_right`. Nobody may if the code has changed since. This
    /// gives away at most [`MAX_WRONG_TRIES`] answers about a code, however many handshakes run at once.
    pub(super) fn judge(&mut self, part: Part, code: Code, is_right: bool) -> Result<(), Refusal> {
        let door = &mut self.doors[part as usize];
        if door.code != Some(code) {
            return Err(Refusal::Code);
        }
        if is_right {
            return self.check_room(part);
        }
        door.wrong_tries += 1;
        if door.wrong_tries == MAX_WRONG_TRIES {
            door.code = None;
            self.arrivals.push_back(Arrival::CodeClosed(part));
        }
        Err(Refusal::Code)
    }

    /// Adds a connection, whose handshake is as good as done. A player replaces the last one. Returns the queue of messages to send.
    pub(super) fn add(&mut self, peer: PeerId, part: Part, stream: Stream) -> Receiver<Message> {
        if part == Part::Player {
            let others = self.peers.iter().filter(|(_, other)| other.part == part);
            for other in others.map(|(other, _)| *other).collect::<Vec<_>>() {
                self.remove(other);
            }
        }
        self.handshakes.remove(&peer);
        let (queue, messages) = sync_channel(MAX_QUEUE);
        self.peers.insert(peer, Peer { part, stream, queue: Some(queue), heard: self.now });
        self.arrivals.push_back(Arrival::Connected { peer, part });
        messages
    }

    /// Notes that a message, maybe a ping, has arrived from a connection.
    pub(super) fn note_arrival(&mut self, peer: PeerId) {
        if let Some(peer) = self.peers.get_mut(&peer) {
            peer.heard = self.now;
        }
    }

    pub(super) fn send(&mut self, peer: PeerId, message: Message) {
        let queue = self.peers.get(&peer).and_then(|peer| peer.queue.as_ref());
        if queue.is_some_and(|queue| queue.try_send(message).is_err()) {
            self.remove(peer);
        }
    }

    /// Closes a connection and forgets it, unless that has happened before.
    pub(super) fn remove(&mut self, peer: PeerId) {
        if let Some(Peer { stream, .. }) = self.peers.remove(&peer) {
            stream.shutdown(Shutdown::Both);
            self.arrivals.push_back(Arrival::Disconnected(peer));
        }
    }

    /// Reports somebody with another version of the protocol, once.
    pub(super) fn note_version(&mut self, version: u16) {
        if !std::mem::replace(&mut self.has_seen_other_version, true) {
            self.arrivals.push_back(Arrival::OtherVersion(version));
        }
    }

    /// Stops everything except sending the queued messages.
    pub(super) fn start_ending(&mut self) {
        self.is_ending = true;
        self.handshakes.values().for_each(|it| it.stream.shutdown(Shutdown::Both));
        self.peers.values_mut().for_each(|peer| peer.queue = None);
    }

    /// Stops everything.
    pub(super) fn close_all(&mut self) {
        self.start_ending();
        std::mem::take(&mut self.peers).into_values().for_each(|peer| peer.stream.shutdown(Shutdown::Both));
    }
}
