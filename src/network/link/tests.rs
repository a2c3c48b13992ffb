mod limits;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::*;
use crate::model::SystemClock;
use crate::network::channel::{self, ChannelError, Refusal};
use crate::network::stream::Stream;

/// How long to wait for what must happen.
const LIMIT: Duration = Duration::from_secs(60);

/// A link whose arrivals can be waited for.
struct Watched {
    link: Link,
    woken: Receiver<()>,
}

impl Watched {
    fn new(make: impl FnOnce(Wake) -> io::Result<Link>) -> io::Result<Self> {
        let (sender, woken) = sync_channel(1);
        let link = make(Arc::new(move || {
            // If the queue is full, the waiting thread is about to look.
            let _ = sender.try_send(());
        }))?;
        Ok(Watched { link, woken })
    }

    fn host(options: HostOptions) -> Self {
        Watched::new(|wake| Link::host(options, clock(), wake)).unwrap()
    }

    fn join(to: String, code: Code, part: Part) -> Self {
        Watched::new(|wake| Link::join(JoinOptions { to, code, part, is_known: false }, clock(), wake))
            .unwrap()
    }

    /// Joins this host.
    fn guest(&self, number: u8, part: Part) -> Self {
        Watched::join(self.target(), code(number), part)
    }

    fn target(&self) -> String {
        self.link.address.unwrap().to_string()
    }

    fn next(&mut self) -> Arrival {
        loop {
            match self.next_of_all() {
                Arrival::Retrying(_) => {}
                arrival => return arrival,
            }
        }
    }

    fn next_of_all(&mut self) -> Arrival {
        loop {
            match self.link.try_next() {
                Some(arrival) => return arrival,
                None => self.woken.recv_timeout(LIMIT).expect("an arrival"),
            }
        }
    }

    fn connected(&mut self) -> PeerId {
        match self.next() {
            Arrival::Connected { peer, .. } => peer,
            other => panic!("{other:?}"),
        }
    }

    fn disconnected(&mut self) -> PeerId {
        match self.next() {
            Arrival::Disconnected(peer) => peer,
            other => panic!("{other:?}"),
        }
    }

    fn message(&mut self) -> Message {
        match self.next() {
            Arrival::Message { message, .. } => message.into_message(),
            other => panic!("{other:?}"),
        }
    }

    fn problem(&mut self) -> String {
        match self.next() {
            Arrival::Failed(problem) => problem,
            other => panic!("{other:?}"),
        }
    }
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock::new())
}

fn code(number: u8) -> Code {
    format!("{number}-amber-otter").parse().unwrap()
}

fn say(text: &str) -> Message {
    Message::Say { text: text.to_owned() }
}

/// A host whose player has code 1 and whose spectators have code 2.
fn options() -> HostOptions {
    HostOptions {
        listen: "127.0.0.1:0".parse().unwrap(),
        player: code(1),
        spectator: Some(code(2)),
        max_spectators: 2,
    }
}

/// Joins without the threads of a link.
fn raw_join(host: &Watched, number: u8, part: Part) -> Result<(Stream, channel::Session), ChannelError> {
    let mut stream = Stream::new(TcpStream::connect(host.link.address.unwrap())?)?;
    let session = channel::join(&mut stream, part, &code(number), &SystemClock::new())?;
    Ok((stream, session))
}

#[test]
fn messages_go_both_ways() {
    let mut host = Watched::host(options());
    let mut guest = host.guest(1, Part::Player);
    let (at_guest, at_host) = (guest.connected(), host.connected());
    assert_ne!(at_guest, at_host);
    for text in ["a", "b", "c"] {
        guest.link.send(at_guest, say(text));
        host.link.send(at_host, say(text));
        guest.link.send(at_guest + 1000, say("to nobody"));
    }
    for text in ["a", "b", "c"] {
        assert_eq!(host.next(), Arrival::Message { peer: at_host, message: Received::new(say(text)) });
        assert_eq!(guest.next(), Arrival::Message { peer: at_guest, message: Received::new(say(text)) });
    }
    let mut spectator = host.guest(2, Part::Spectator);
    let peer = spectator.connected();
    assert!(matches!(host.next(), Arrival::Connected { part: Part::Spectator, .. }));
    spectator.link.send(peer, say("hello"));
    assert_eq!(host.message(), say("hello"));
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_guest_waits_for_a_host_that_comes_back() {
    let mut host = Watched::host(options());
    let address = host.link.address.unwrap();
    let mut guest = host.guest(1, Part::Player);
    host.connected();
    guest.connected();
    host.link.finish();
    drop(host);
    guest.disconnected();
    // It says so once.
    let problem = format!("nobody answers at {address}");
    assert_eq!(guest.next_of_all(), Arrival::Retrying(problem));
    let mut host = Watched::host(HostOptions { listen: address, ..options() });
    host.connected();
    guest.connected();
}

/// A clock that only tests advance.
#[derive(Debug, Default)]
struct ManualClock(AtomicU64);

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

fn host_with_manual_clock() -> (Arc<ManualClock>, Watched) {
    let time = Arc::new(ManualClock::default());
    let host_clock = Arc::clone(&time);
    (time, Watched::new(|wake| Link::host(options(), host_clock, wake)).unwrap())
}

#[test]
fn a_silent_player_is_replaced() {
    let (time, mut host) = host_with_manual_clock();
    let (_stream, _session) = raw_join(&host, 1, Part::Player).unwrap();
    let silent = host.connected();
    time.0.store(5, Ordering::Relaxed);
    let refused = raw_join(&host, 1, Part::Player);
    assert!(matches!(refused, Err(ChannelError::Refused(Refusal::PlaceTaken))), "{refused:?}");
    time.0.store(6, Ordering::Relaxed);
    raw_join(&host, 1, Part::Player).unwrap();
    assert_eq!(host.next(), Arrival::Disconnected(silent));
    host.connected();
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_connection_with_nothing_to_send_sends_pings() {
    let mut host = Watched::host(options());
    let (stream, session) = raw_join(&host, 1, Part::Player).unwrap();
    let (mut receiver, mut sender) = session.split(stream.clone(), stream);
    host.connected();
    assert_eq!(receiver.receive().unwrap(), Message::Ping);
    sender.send(&Message::Ping).unwrap();
    sender.send(&say("hello")).unwrap();
    // Pings do not arrive.
    assert_eq!(host.message(), say("hello"));
}

#[test]
fn invalid_bytes_disconnect() {
    let mut host = Watched::host(options());
    let (mut stream, session) = raw_join(&host, 1, Part::Player).unwrap();
    let peer = host.connected();
    let (_, mut sender) = session.split(stream.clone(), stream.clone());
    sender.send(&say("hello")).unwrap();
    assert_eq!(host.message(), say("hello"));
    stream
        .write_all(&[0, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
        .unwrap();
    assert_eq!(host.disconnected(), peer);
}

#[test]
fn finish_sends_what_is_queued() {
    let mut host = Watched::host(options());
    let mut guest = host.guest(1, Part::Player);
    guest.connected();
    let peer = host.connected();
    for count in 0..50 {
        host.link.send(peer, say(&count.to_string()));
    }
    host.link.finish();
    for count in 0..50 {
        assert_eq!(guest.message(), say(&count.to_string()));
    }
    guest.disconnected();
}

#[test]
fn threads_end_with_the_link() {
    let mut host = Watched::host(options());
    let mut guest = host.guest(1, Part::Player);
    guest.connected();
    host.connected();
    let unconnected = Watched::join("127.0.0.1:1".to_owned(), code(1), Part::Player);
    let _slow = TcpStream::connect(host.link.address.unwrap()).unwrap();
    let hubs = [&host, &guest, &unconnected].map(|watched| Arc::downgrade(&watched.link.hub));
    drop((guest, host, unconnected));
    let clock = SystemClock::new();
    while hubs.iter().any(|hub| hub.strong_count() > 0) {
        assert!(clock.now() < LIMIT);
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn ipv6_works() {
    let network = |text: &str| host::network_of(text.parse().unwrap()).to_string();
    assert_eq!(["2001:db8:1:2:3::4", "::1"].map(network), ["2001:db8:1:2::", "::"]);
    // Not every machine has it.
    let listen = "[::1]:0".parse().unwrap();
    let host = Watched::new(|wake| Link::host(HostOptions { listen, ..options() }, clock(), wake));
    if let Ok(host) = host {
        host.guest(1, Part::Player).connected();
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn whoever_pretends_to_be_the_host_cannot_guess_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut guest = Watched::join(listener.local_addr().unwrap().to_string(), code(1), Part::Player);
    let (sender, guesses) = sync_channel(9);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = Stream::new(stream.unwrap()).unwrap();
            let judge = |_, _, _| {
                sender.send(()).unwrap();
                stream.shutdown(Shutdown::Both);
                Err(Refusal::Code)
            };
            let _ = channel::admit(&mut stream.clone(), &SystemClock::new(), |_| Ok(code(2)), judge);
        }
    });
    assert!(guest.problem().contains("while the code was checked"));
    assert_eq!(guesses.try_iter().count(), 5);
}

#[test]
fn invalid_addresses_are_refused() {
    for text in ["", ":4040", "host:", "host:0", "host:65536", "host:x", "[::1]4040", "[]"] {
        let options = JoinOptions { to: text.to_owned(), code: code(1), part: Part::Player, is_known: false };
        let error = Link::join(options, clock(), Arc::new(|| {})).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{text}");
    }
}
