//! The guest: joins a host, again and again if needed.

use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::network::channel::{self, ChannelError, Refusal};
use crate::network::stream::Stream;
use crate::store::files::without_number;

use super::hub::Hub;
use super::{Arrival, DEFAULT_PORT, JoinOptions, MAX_QUEUE, connection};

/// The time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before each new try. The last is repeated.
const PAUSES_MS: [u64; 5] = [500, 1000, 2000, 4000, 5000];

/// Why a code that has worked does not work any more.
const NEW_CODE: &str = "the code no longer works: ask the host for a new one";
/// A connection that lasted longer counts as a success.
const LASTING: Duration = Duration::from_secs(5);

/// The number of tries that may end while the code is checked. Each can be a guess of somebody who pretends to be the
/// host.
const MAX_UNCHECKED: u32 = 5;

/// Starts joining.
pub(super) fn start(hub: &Arc<Hub>, options: JoinOptions) -> io::Result<()> {
    let place = match parse_address(&options.to)? {
        (host, port) if host.contains(':') => format!("[{host}]:{port}"),
        (host, port) => format!("{host}:{port}"),
    };
    hub.update(|state| state.set_code(options.part, options.code));
    let hub = Arc::clone(hub);
    thread::Builder::new().spawn(move || keep_joined(&hub, &place, &options)).map(drop)
}

/// Splits `host`, `host:port`, `[IPv6]:port` or a plain IPv6 address.
fn parse_address(text: &str) -> io::Result<(&str, u16)> {
    let text = text.trim();
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, rest)) => (host, Some(rest.strip_prefix(':').unwrap_or_default())),
        None => match text.split_once(':') {
            Some((host, port)) if !port.contains(':') => (host, Some(port)),
            _ => (text, None),
        },
    };
    let port = port.map_or(Ok(DEFAULT_PORT), str::parse).ok().filter(|port| *port > 0);
    match port {
        Some(port) if !host.is_empty() => Ok((host, port)),
        _ => {
            let problem = "an address is a host, or a host and a port from 1 to 65535, like example.org:4040";
            Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
        }
    }
}

fn keep_joined(hub: &Arc<Hub>, place: &str, options: &JoinOptions) {
    let mut failures = 0;
    // An earlier session, in which the guest may have joined another host, counts as joined.
    let (mut has_joined, mut was_connected) = (options.is_known, false);
    let mut unchecked = 0;
    let mut is_told = false;
    while !hub.look(|state| state.is_ending) {
        let began = hub.clock.now();
        match join(hub, options) {
            Ok(()) => {
                (has_joined, was_connected) = (true, true);
                is_told = false;
                // A host that is not believed, or cannot keep a connection, is not asked all the time.
                if hub.clock.now().saturating_sub(began) > LASTING {
                    failures = 0;
                }
            }
            Err(ChannelError::NoVerdict) if unchecked + 1 < MAX_UNCHECKED => unchecked += 1,
            Err(error) if is_final(&error, has_joined) || (!has_joined && failures >= tries(&error)) => {
                let problem = match error {
                    ChannelError::Unreachable(error) => {
                        format!("{place} cannot be reached: {}", without_number(&error))
                    }
                    ChannelError::Refused(Refusal::Code) if has_joined => NEW_CODE.to_owned(),
                    ChannelError::WrongCode if was_connected => NEW_CODE.to_owned(),
                    error => error.to_string(),
                };
                return hub.update(|state| state.arrivals.push_back(Arrival::Failed(problem)));
            }
            Err(error) if has_joined && !std::mem::replace(&mut is_told, true) => {
                let problem = problem_after_joining(&error, place);
                hub.update(|state| state.arrivals.push_back(Arrival::Retrying(problem)));
            }
            Err(_) => {}
        }
        let pause = Duration::from_millis(PAUSES_MS[failures]);
        failures = (failures + 1).min(PAUSES_MS.len() - 1);
        hub.wait(pause, |state| state.is_ending);
        // Otherwise, tries could fill the memory with arrivals.
        hub.wait(Duration::MAX, |state| state.is_ending || state.arrivals.len() < MAX_QUEUE);
    }
}

/// Joins once. Returns when the connection is lost.
fn join(hub: &Arc<Hub>, options: &JoinOptions) -> Result<(), ChannelError> {
    let connected = parse_address(&options.to).and_then(|(host, port)| connect(host, port));
    let stream = connected.map_err(ChannelError::Unreachable)?;
    let address = stream.peer_addr()?.ip();
    let mut stream = Stream::new(stream)?;
    let handshake = hub.begin(address, stream.clone()).map_err(ChannelError::Refused)?;
    // The host may have changed it.
    let code = hub.look(|state| state.code(options.part)).unwrap_or(options.code);
    let session = channel::join(&mut stream, options.part, &code, &*hub.clock)?;
    let peer = handshake.peer;
    let added = hub.update(|state| (!state.is_ending).then(|| state.add(peer, options.part, stream.clone())));
    drop(handshake);
    connection::run(hub, peer, session, &stream, added.ok_or(ChannelError::Ended)?);
    Ok(())
}

/// Connects to the first address of the host that answers.
fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let addresses: Vec<_> = (host, port).to_socket_addrs()?.collect();
    let mut problem = io::Error::from(io::ErrorKind::NotFound);
    for address in &addresses {
        let time = CONNECT_TIMEOUT / u32::try_from(addresses.len()).unwrap_or(u32::MAX);
        match TcpStream::connect_timeout(address, time) {
            // Without a listener, a system can connect a port to itself.
            Ok(stream) if stream.local_addr()? == stream.peer_addr()? => {}
            Ok(stream) => return Ok(stream),
            Err(error) => problem = error,
        }
    }
    Err(problem)
}

/// Says why a player or a spectator of the game cannot join it again yet.
fn problem_after_joining(error: &ChannelError, place: &str) -> String {
    match error {
        ChannelError::Unreachable(_) => format!("nobody answers at {place}"),
        ChannelError::Refused(Refusal::PlaceTaken | Refusal::TooManySpectators) => {
            "your place is still taken, by your last connection or by somebody else".to_owned()
        }
        error => error.to_string(),
    }
}

/// Returns how often this may happen before the first success.
fn tries(error: &ChannelError) -> usize {
    match error {
        // Connecting waits long by itself.
        ChannelError::Unreachable(_) => 1,
        ChannelError::Refused(Refusal::Busy) => usize::MAX,
        _ => PAUSES_MS.len() - 1,
    }
}

/// Returns whether trying again is useless.
fn is_final(error: &ChannelError, has_joined: bool) -> bool {
    use ChannelError::{Closed, Ended, Io, NotCygnet, Refused, TimedOut, Unreachable};
    match error {
        Io(_) | TimedOut | Closed | Ended | Refused(Refusal::Busy) => false,
        Unreachable(error) => !has_joined && error.kind() != io::ErrorKind::TimedOut,
        // The host may not have noticed yet that the last connection was lost.
        NotCygnet | Refused(Refusal::PlaceTaken | Refusal::TooManySpectators) => !has_joined,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood() {
        for (text, host, port) in [
            ("example.org", "example.org", DEFAULT_PORT),
            (" example.org:5 ", "example.org", 5),
            ("192.0.2.1", "192.0.2.1", DEFAULT_PORT),
            ("192.0.2.1:80", "192.0.2.1", 80),
            ("::1", "::1", DEFAULT_PORT),
            ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
            ("[::1]", "::1", DEFAULT_PORT),
            ("[::1]:80", "::1", 80),
        ] {
            assert_eq!(parse_address(text).unwrap(), (host, port), "{text}");
        }
    }

    #[test]
    fn nobody_is_said_to_have_joined_where_only_the_last_connection_may_be_left() {
        for refusal in [Refusal::PlaceTaken, Refusal::TooManySpectators] {
            let problem = problem_after_joining(&ChannelError::Refused(refusal), "example.org:4331");
            assert!(problem.contains("by your last connection or "), "{problem}");
        }
    }

    #[test]
    fn what_may_pass_is_tried_again() {
        let unreachable = |kind: io::ErrorKind| ChannelError::Unreachable(kind.into());
        let refused = unreachable(io::ErrorKind::ConnectionRefused);
        let slow = unreachable(io::ErrorKind::TimedOut);
        let (busy, taken) =
            (ChannelError::Refused(Refusal::Busy), ChannelError::Refused(Refusal::PlaceTaken));
        for (error, [at_first, later]) in [
            (&ChannelError::Closed, [false, false]),
            (&busy, [false, false]),
            (&slow, [false, false]),
            (&refused, [true, false]),
            (&taken, [true, false]),
            (&ChannelError::Refused(Refusal::Code), [true, true]),
        ] {
            assert_eq!([is_final(error, false), is_final(error, true)], [at_first, later], "{error}");
        }
        assert_eq!(tries(&slow), 1);
        assert_eq!(tries(&ChannelError::Closed), PAUSES_MS.len() - 1);
        assert_eq!(tries(&busy), usize::MAX);
    }
}
