//! Connections to other computers: listening, joining, and joining again after a connection was lost.
//!
//! Threads do the work and queue what arrives. Memory is bounded: there are at most [`MAX_HANDSHAKES`]
//! handshakes, one player and `max_spectators` spectators. Each player or spectator has at most [`MAX_QUEUE`]
//! messages to send and one that arrives. All together have at most [`MAX_QUEUE`] that arrived, and only one of
//! these is a game, which can have up to `MAX_MESSAGE_BYTES`; all others have at most `MAX_REQUEST_BYTES`.

mod connection;
mod host;
mod hub;
mod join;
#[cfg(test)]
mod tests;

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::model::Clock;

use super::code::Code;
use super::message::{MAX_TEXT_BYTES, Message, Received};
use hub::Hub;

pub use super::channel::Part;

/// The TCP port of hosts, unless they choose another.
pub const DEFAULT_PORT: u16 = 4040;
/// The capacity of each queue of messages.
const MAX_QUEUE: usize = 64;
/// The maximum number of handshakes at once.
const MAX_HANDSHAKES: usize = 32;
/// How long [`Link::finish`] waits.
const FINISH_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of a connection. No other in this process has it.
pub type PeerId = u64;
/// Called after something arrived, and at a host from time to time. Several arrivals may share a call.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Something that arrived. After its [`Arrival::Disconnected`], nothing else arrives from a connection. There is
/// never more than one connected player: the next connects after the last was disconnected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Somebody joined, or this side has joined the host.
    Connected {
        /// The new connection.
        peer: PeerId,
        /// What they joined as.
        part: Part,
    },
    /// A message. Never [`Message::Ping`].
    Message {
        /// Whose it is.
        peer: PeerId,
        /// The message.
        message: Received,
    },
    /// This connection was lost or closed.
    Disconnected(PeerId),
    /// Of a host: after the third wrong try, the code for this part no longer works.
    CodeClosed(Part),
    /// Of a host: somebody with this other version of the protocol could not join. Only the first arrives.
    OtherVersion(u16),
    /// Of a guest that has joined before: it could not join again, and keeps trying. Only the first failure arrives: why,
    /// as a sentence without a full stop.
    Retrying(String),
    /// Of a guest: it could not join and does not try again: why, as a sentence without a full stop.
    Failed(String),
}

/// What a host listens to and who may join.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The TCP address to listen to.
    pub listen: SocketAddr,
    /// The code for the other player.
    pub player: Code,
    /// The code for spectators. Without one, they cannot join.
    pub spectator: Option<Code>,
    /// The maximum number of spectators.
    pub max_spectators: usize,
}

/// Which host to join, and how.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// Where the host is: a name or an IP address, with `:` and a port unless it is [`DEFAULT_PORT`].
    pub to: String,
    /// Its code for the part.
    pub code: Code,
    /// What to join as.
    pub part: Part,
    /// Whether this side has joined the game before. Then it waits for a host that cannot be reached.
    pub is_known: bool,
}

/// The connections of a host, or the connection of a guest. Dropping it closes them at once.
///
/// Its threads end within a second, except that looking up a name or connecting may take longer; nothing arrives
/// from that.
pub struct Link {
    hub: Arc<Hub>,
    /// Where a host listens.
    pub address: Option<SocketAddr>,
    listener: Option<JoinHandle<()>>,
}

impl Link {
    /// Listens for players and spectators.
    ///
    /// # Errors
    /// It cannot listen there.
    pub fn host(options: HostOptions, clock: Arc<dyn Clock>, wake: Wake) -> io::Result<Link> {
        let mut link = Link::new(Hub::new(clock, wake));
        host::start(&mut link, options)?;
        Ok(link)
    }

    /// Joins a host, and joins it again whenever the connection is lost.
    ///
    /// # Errors
    /// The address is invalid, or no thread can be started.
    pub fn join(options: JoinOptions, clock: Arc<dyn Clock>, wake: Wake) -> io::Result<Link> {
        let link = Link::new(Hub::new(clock, wake));
        join::start(&link.hub, options)?;
        Ok(link)
    }

    fn new(hub: Hub) -> Self {
        Link { hub: Arc::new(hub), address: None, listener: None }
    }

    /// Returns the next arrival, if any.
    pub fn try_next(&mut self) -> Option<Arrival> {
        self.hub.update(|state| state.arrivals.pop_front())
    }

    /// Returns whether something has arrived.
    pub fn has_arrivals(&self) -> bool {
        self.hub.look(|state| !state.arrivals.is_empty())
    }

    /// Sends a message, without waiting. Unknown connections are ignored. A connection that already has
    /// too many messages to send is closed.
    pub fn send(&self, peer: PeerId, message: Message) {
        self.hub.update(|state| state.send(peer, message));
    }

    /// Closes a connection.
    pub fn close(&self, peer: PeerId) {
        self.hub.update(|state| state.remove(peer));
    }

    /// Of a guest: says to the host why its game is refused, and closes everything like [`Link::finish`].
    pub fn refuse(&self, host: PeerId, problem: &str) {
        let text = format!("My program says: {problem}");
        if text.len() <= MAX_TEXT_BYTES {
            self.send(host, Message::Say { text });
        }
        self.finish();
    }

    /// Changes the code for a part, and at a host allows three wrong tries again. Existing connections stay.
    pub fn set_code(&self, part: Part, code: Code) {
        self.hub.update(|state| state.set_code(part, code));
    }

    /// Sends what is queued, for at most two seconds, and closes everything.
    pub fn finish(&self) {
        self.hub.update(hub::State::start_ending);
        self.hub.wait(FINISH_TIMEOUT, |state| !state.has_peers());
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.hub.update(hub::State::close_all);
        if let Some(listener) = self.listener.take() {
            // It polls, so this is quick. Afterwards the port is free.
            let _ = listener.join();
        }
    }
}

/// Returns the address at which others reach this computer if it listens on `address`, as `cygnet join` takes it: for all
/// addresses, the one that the system would use to reach others. Nothing is sent.
pub fn reachable(address: SocketAddr) -> String {
    let (any, elsewhere) = match address {
        SocketAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        SocketAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let own = || {
        let socket = UdpSocket::bind(any)?;
        socket.connect(elsewhere)?;
        socket.local_addr()
    };
    let ip = match address.ip().is_unspecified() {
        true => own().map_or(address.ip(), |own| own.ip()),
        false => address.ip(),
    };
    match address.port() {
        DEFAULT_PORT => ip.to_string(),
        port => SocketAddr::new(ip, port).to_string(),
    }
}
