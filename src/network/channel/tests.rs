mod frames;

use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::*;
use crate::model::{Clock, SystemClock};
use crate::network::code::Code;
use crate::network::stream::Stream;

fn code() -> Code {
    "7-amber-otter".parse().unwrap()
}

fn say(text: &str) -> Message {
    Message::Say { text: text.to_owned() }
}

/// Two ends of a connection.
fn pair() -> (Stream, Stream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    [near, listener.accept().unwrap().0].map(|stream| Stream::new(stream).unwrap()).into()
}

/// A stream that records what is written and can flip bits of one byte of it.
struct Recorded {
    stream: Stream,
    written: Vec<u8>,
    change: Option<(usize, u8)>,
}

impl Recorded {
    fn new(stream: Stream) -> Self {
        Recorded { stream, written: Vec::new(), change: None }
    }
}

impl Read for Recorded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Recorded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sent = bytes.to_vec();
        if let Some((at, mask)) = self.change
            && let Some(place) = at.checked_sub(self.written.len()).and_then(|at| sent.get_mut(at))
        {
            *place ^= mask;
        }
        self.stream.write_all(&sent)?;
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Transport for Recorded {
    fn set_timeout(&self, time: Duration) -> io::Result<()> {
        self.stream.set_timeout(time)
    }
}

type Joined = Result<Session, ChannelError>;

/// Makes a handshake in which the host answers with `judge`. Returns both results and whether the host saw the
/// right code.
fn shake_hands(
    guest: &mut (impl Transport + Send),
    host: &mut impl Transport,
    codes: [Code; 2],
    refusal: Option<Refusal>,
) -> (Joined, Joined, Option<bool>) {
    let clock = SystemClock::new();
    let mut seen = None;
    thread::scope(|scope| {
        let joining = scope.spawn(|| join(guest, Part::Player, &codes[0], &clock));
        let judge = |_, _, is_right| {
            seen = Some(is_right);
            if is_right { refusal.map_or(Ok(()), Err) } else { Err(Refusal::Code) }
        };
        let admitted = admit(host, &clock, |_| Ok(codes[1]), judge);
        (joining.join().unwrap(), admitted, seen)
    })
}

#[test]
fn messages_go_both_ways() {
    let (mut near, mut far) = pair();
    let (guest, host, seen) = shake_hands(&mut near, &mut far, [code(), code()], None);
    assert_eq!(seen, Some(true));
    let (mut guest_in, mut guest_out) = guest.unwrap().split(near.clone(), near);
    let (mut host_in, mut host_out) = host.unwrap().split(far.clone(), far);
    let long = say(&"long ".repeat(MAX_MESSAGE_BYTES / 5 - 20));
    for message in [say("hello"), long, Message::Ping, say("")] {
        thread::scope(|scope| {
            scope.spawn(|| host_out.send(&message).unwrap());
            assert_eq!(guest_in.receive().unwrap(), message);
            if message.to_json().len() < MAX_REQUEST_BYTES {
                scope.spawn(|| guest_out.send(&message).unwrap());
                assert_eq!(host_in.receive().unwrap(), message);
            }
        });
    }
    drop((guest_in, guest_out));
    assert!(matches!(host_in.receive(), Err(ChannelError::Closed)));
}

#[test]
fn the_bytes_of_a_handshake_do_not_show_the_code() {
    let (near, far) = pair();
    let (mut near, mut far) = (Recorded::new(near), Recorded::new(far));
    let (guest, host, _) = shake_hands(&mut near, &mut far, [code(), code()], None);
    assert!(guest.is_ok() && host.is_ok());
    assert_eq!(near.written[..9], *b"cygnet\0\x01\0");
    assert_eq!((near.written.len(), far.written.len()), (9 + 33 + 48, 9 + 33 + 1 + 48));
    let all = [near.written, far.written].concat();
    assert!(!all.windows(5).any(|bytes| bytes == b"amber" || bytes == b"otter"));
}

#[test]
fn a_wrong_code_is_noticed_by_both_sides() {
    let (mut near, mut far) = pair();
    let wrong = "8-amber-otter".parse().unwrap();
    let (guest, host, seen) = shake_hands(&mut near, &mut far, [wrong, code()], None);
    assert!(matches!(guest, Err(ChannelError::WrongCode)), "{guest:?}");
    assert!(matches!(host, Err(ChannelError::Refused(Refusal::Code))), "{host:?}");
    assert_eq!(seen, Some(false));
}

#[test]
fn a_host_that_says_nothing_about_the_code_is_noticed() {
    let (mut near, mut far) = pair();
    let clock = SystemClock::new();
    let guest = thread::scope(|scope| {
        let joining = scope.spawn(|| join(&mut near, Part::Player, &code(), &clock));
        let end = far.clone();
        let judge = |_, _, _| {
            end.shutdown(std::net::Shutdown::Both);
            Err(Refusal::Busy)
        };
        assert!(admit(&mut far, &clock, |_| Ok(code()), judge).is_err());
        joining.join().unwrap()
    });
    assert!(matches!(guest, Err(ChannelError::NoVerdict)), "{guest:?}");
}

#[test]
fn every_refusal_arrives() {
    for refusal in [Refusal::Code, Refusal::PlaceTaken, Refusal::TooManySpectators, Refusal::Busy] {
        let (mut near, mut far) = pair();
        let clock = SystemClock::new();
        let guest = thread::scope(|scope| {
            let joining = scope.spawn(|| join(&mut near, Part::Spectator, &code(), &clock));
            let open = |part| {
                assert_eq!(part, Part::Spectator);
                Err(refusal)
            };
            let host = admit(&mut far, &clock, open, |_, _, _| unreachable!());
            assert!(matches!(host, Err(ChannelError::Refused(it)) if it == refusal), "{host:?}");
            joining.join().unwrap()
        });
        assert!(matches!(guest, Err(ChannelError::Refused(it)) if it == refusal), "{guest:?}");
    }
    let (mut near, mut far) = pair();
    let refusal = Some(Refusal::PlaceTaken);
    let (guest, ..) = shake_hands(&mut near, &mut far, [code(), code()], refusal);
    assert!(matches!(guest, Err(ChannelError::Refused(Refusal::PlaceTaken))), "{guest:?}");
}

#[test]
fn a_changed_byte_of_a_handshake_fails() {
    // The guest sends 90 bytes and the host 91. Every sixth takes long enough.
    for at in (0..90).step_by(6).chain([8]) {
        for is_guest in [true, false] {
            let (near, far) = pair();
            let (mut near, mut far) = (Recorded::new(near), Recorded::new(far));
            let change = Some((at, if at == 8 { 1 } else { 0x55 }));
            *(if is_guest { &mut near.change } else { &mut far.change }) = change;
            let clock = SystemClock::new();
            let (guest, host) = thread::scope(|scope| {
                let joining = scope.spawn(|| {
                    let result = join(&mut near, Part::Player, &code(), &clock);
                    near.stream.shutdown(std::net::Shutdown::Both);
                    result
                });
                let judge = |_, _, is_right| if is_right { Ok(()) } else { Err(Refusal::Code) };
                let host = admit(&mut far, &clock, |_| Ok(code()), judge);
                if host.is_err() {
                    far.stream.shutdown(std::net::Shutdown::Both);
                }
                (joining.join().unwrap(), host)
            });
            assert!(guest.is_err(), "{at} {is_guest} {host:?}");
            // The host cannot see that its own last bytes were changed.
            assert!(host.is_err() || (!is_guest && at >= 42), "{at} {is_guest}");
        }
    }
}

/// Lets a host greet the program at the other end of `stream`, up to the question for the code.
fn greet(stream: &mut impl Transport, clock: &dyn Clock) -> ChannelError {
    admit(stream, clock, |_| Ok(code()), |_, _, _| unreachable!()).unwrap_err()
}

/// Lets `join` or `admit` read these bytes.
fn answer(bytes: &[u8], is_guest: bool) -> ChannelError {
    let (mut near, mut far) = pair();
    let clock = SystemClock::new();
    far.write_all(bytes).unwrap();
    far.shutdown(std::net::Shutdown::Write);
    match is_guest {
        true => join(&mut near, Part::Player, &code(), &clock).unwrap_err(),
        false => greet(&mut near, &clock),
    }
}

#[test]
fn other_versions_and_other_programs_are_recognised() {
    for is_guest in [true, false] {
        let error = answer(b"cygnet\x01\x02\0", is_guest);
        assert!(matches!(error, ChannelError::Version { ours: 1, theirs: 258 }), "{error:?}");
        for garbage in
            [&b"GET / HTTP/1.1\r\n\r\n"[..], b"HTTP/1.1 400 Bad Request", b"cygnet\0\x01\x09", &[0; 99]]
        {
            let error = answer(garbage, is_guest);
            assert!(matches!(error, ChannelError::NotCygnet), "{garbage:?} {error:?}");
        }
        assert!(matches!(answer(b"", is_guest), ChannelError::Closed));
        assert!(matches!(answer(b"cyg", is_guest), ChannelError::Closed));
    }
}

/// A stream on which a byte arrives every three seconds of its clock. A signal interrupts the first read.
#[derive(Debug, Default)]
struct Trickle {
    seconds: Arc<AtomicU64>,
    was_interrupted: bool,
}

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !std::mem::replace(&mut self.was_interrupted, true) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let seconds = self.seconds.fetch_add(3, Ordering::Relaxed);
        buffer[0] = b"cygnet\0\x01\0"[seconds as usize / 3];
        Ok(1)
    }
}

impl Write for Trickle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transport for Trickle {
    fn set_timeout(&self, time: Duration) -> io::Result<()> {
        assert!(time <= HANDSHAKE_TIMEOUT && !time.is_zero());
        Ok(())
    }
}

impl Clock for Trickle {
    fn now(&self) -> Duration {
        Duration::from_secs(self.seconds.load(Ordering::Relaxed))
    }
}

#[test]
fn a_slow_handshake_ends_in_time() {
    let mut stream = Trickle::default();
    let clock = Trickle { seconds: Arc::clone(&stream.seconds), ..Trickle::default() };
    assert!(matches!(greet(&mut stream, &clock), ChannelError::TimedOut));
    assert_eq!(clock.now(), Duration::from_secs(12));
    assert!(matches!(join(&mut stream, Part::Player, &code(), &clock), Err(ChannelError::TimedOut)));
}
