//! The host: listens, and lets in those who know the code.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use crate::network::channel::{self, ChannelError, Session, refusal_preamble};
use crate::network::message::Message;
use crate::network::stream::Stream;

use super::connection;
use super::hub::{Handshake, Hub, State};
use super::{HostOptions, Link, Part, PeerId};

/// How often to look for new connections.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How often the program is woken although nothing has arrived, to notice that a player's time is out.
const TICK: Duration = Duration::from_millis(500);

/// Starts listening.
pub(super) fn start(link: &mut Link, options: HostOptions) -> io::Result<()> {
    link.hub.update(|state| {
        state.set_code(Part::Player, options.player);
        options.spectator.into_iter().for_each(|code| state.set_code(Part::Spectator, code));
        state.max_spectators = options.max_spectators;
    });
    if is_of_many(options.listen) {
        return Err(io::ErrorKind::AddrNotAvailable.into());
    }
    let listener = TcpListener::bind(options.listen)?;
    listener.set_nonblocking(true)?;
    link.address = Some(listener.local_addr()?);
    let hub = Arc::clone(&link.hub);
    link.listener = Some(thread::Builder::new().spawn(move || accept_all(&hub, &listener))?);
    Ok(())
}

/// Returns whether an address is a multicast or broadcast one. Some systems listen there, but nobody can connect.
fn is_of_many(address: SocketAddr) -> bool {
    // Only a socket that asked for it may name the broadcast address of a network. This sends nothing.
    let is_broadcast = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).is_ok_and(|socket| {
        let can_name = || socket.connect(address).is_ok();
        !can_name() && socket.set_broadcast(true).is_ok() && can_name()
    });
    is_broadcast || address.ip().is_multicast() || address.ip() == Ipv4Addr::BROADCAST
}

/// Returns what the limit per address counts: this computer, or for IPv6 the network, since everyone has a whole one.
pub(super) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) if address.is_loopback() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

fn accept_all(hub: &Arc<Hub>, listener: &TcpListener) {
    let accept = || listener.accept().and_then(|(stream, from)| Ok((Stream::new(stream)?, from.ip())));
    let mut woken = hub.clock.now();
    while !hub.look(|state| state.is_ending) {
        match accept() {
            Ok((stream, address)) => greet(hub, stream, network_of(address)),
            // There is none now, or too many files are open.
            Err(_) => thread::sleep(POLL_INTERVAL),
        }
        let now = hub.clock.now();
        if now.saturating_sub(woken) >= TICK {
            woken = now;
            (hub.wake)();
        }
    }
}

/// Starts a handshake, or closes the connection if there are too many.
fn greet(hub: &Arc<Hub>, mut stream: Stream, address: IpAddr) {
    match hub.begin(address, stream.clone()) {
        Ok(handshake) => {
            // Without a thread, the handshake is dropped.
            let _ = thread::Builder::new().spawn(move || welcome(handshake, &stream));
        }
        Err(refusal) => {
            // A new connection has room for this, so it does not wait.
            let _ = stream.write(&refusal_preamble(refusal));
        }
    }
}

fn welcome(handshake: Handshake, stream: &Stream) {
    let (hub, peer) = (Arc::clone(&handshake.hub), handshake.peer);
    let admitted = admit(&hub, peer, stream);
    drop(handshake);
    match admitted {
        Ok((session, outgoing)) => connection::run(&hub, peer, session, stream, outgoing),
        Err(ChannelError::Version { theirs, .. }) => hub.update(|state| state.note_version(theirs)),
        // The connection may have been lost just after it was added.
        Err(_) => hub.update(|state| state.remove(peer)),
    }
}

/// Does the handshake. Adds those who know the code.
fn admit(hub: &Hub, peer: PeerId, stream: &Stream) -> Result<(Session, Receiver<Message>), ChannelError> {
    let mut messages = None;
    let open = |part| hub.update(|state| state.open_code(part));
    let mut judge = |state: &mut State, part, code, is_right| {
        state.judge(part, code, is_right)?;
        messages = Some(state.add(peer, part, stream.clone()));
        Ok(())
    };
    let session = channel::admit(&mut stream.clone(), &*hub.clock, open, |part, code, is_right| {
        hub.update(|state| judge(state, part, code, is_right))
    })?;
    Ok((session, messages.ok_or(ChannelError::Ended)?))
}
