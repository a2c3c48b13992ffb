//! A client and a host that follow the protocol on their own, so that they can break it anywhere.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

use cygnet::network::channel::Part;
use cygnet::network::message::Message;
use snow::{Builder, TransportState};
use spake2::{Ed25519Group, Identity, Password, Spake2};

use super::{PATIENCE, retry};

/// The answer of a host to someone at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It refuses before the code is checked, with this status.
    Refused(u8),
    /// It has judged the code to be wrong.
    Wrong,
    /// It has closed the connection.
    Closed,
}

/// The status of a refusal: the code does not work, or no longer.
pub const CODE_CLOSED: u8 = 1;

/// A step of the handshake, whose bytes can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Preamble,
    Key,
    Proof,
}

/// An encrypted connection to a program.
pub struct RawClient {
    stream: TcpStream,
    keys: TransportState,
}

/// Connects to a host.
pub fn connect(address: &str) -> TcpStream {
    let stream = retry("connecting", || TcpStream::connect(address).ok());
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Joins a host. `change` may change what is sent.
pub fn join(
    address: &str,
    part: Part,
    code: &str,
    mut change: impl FnMut(Step, &mut Vec<u8>),
) -> Result<RawClient, Answer> {
    let mut stream = connect(address);
    let mut preamble = b"cygnet\x00\x01".to_vec();
    preamble.push(part as u8);
    let question = preamble.clone();
    change(Step::Preamble, &mut preamble);
    let _ = stream.write_all(&preamble);
    let is_whole = |sent: &[u8], length: usize| sent.len() >= length;
    if !is_whole(&preamble, 9) {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let answer: [u8; 9] = read(&mut stream)?;
    if answer[8] != 0 {
        return Err(Answer::Refused(answer[8]));
    }
    let word = if part == Part::Player { "player" } else { "spectator" };
    let [join, host] =
        ["join", "host"].map(|side| Identity::new(format!("cygnet 1 {side} {word}").as_bytes()));
    let (spake, mut message) = Spake2::<Ed25519Group>::start_a(&Password::new(code), &join, &host);
    change(Step::Key, &mut message);
    let _ = stream.write_all(&message);
    if !is_whole(&message, 33) {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let theirs: [u8; 33] = read(&mut stream)?;
    let key: [u8; 32] = spake.finish(&theirs).map_err(|_| Answer::Closed)?.try_into().unwrap();
    let prologue = [question, answer.to_vec()].concat();
    let builder = Builder::new("Noise_NNpsk0_25519_ChaChaPoly_SHA256".parse().unwrap());
    let builder = builder.prologue(&prologue).unwrap().psk(0, &key).unwrap();
    let mut noise = builder.build_initiator().unwrap();
    let mut proof = vec![0; 48];
    noise.write_message(&[], &mut proof).unwrap();
    change(Step::Proof, &mut proof);
    let _ = stream.write_all(&proof);
    if !is_whole(&proof, 48) {
        let _ = stream.shutdown(Shutdown::Write);
    }
    match read::<1>(&mut stream)? {
        [0] => {}
        [CODE_CLOSED] => return Err(Answer::Wrong),
        [status] => return Err(Answer::Refused(status)),
    }
    let verdict: [u8; 48] = read(&mut stream)?;
    noise.read_message(&verdict, &mut [0; 48]).map_err(|_| Answer::Closed)?;
    Ok(RawClient { stream, keys: noise.into_transport_mode().unwrap() })
}

/// Lets a player join who knows the code.
pub fn welcome(mut stream: TcpStream, code: &str) -> RawClient {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let question: [u8; 9] = read(&mut stream).unwrap();
    let answer = *b"cygnet\x00\x01\x00";
    stream.write_all(&answer).unwrap();
    let [join, host] =
        ["join", "host"].map(|side| Identity::new(format!("cygnet 1 {side} player").as_bytes()));
    let (spake, message) = Spake2::<Ed25519Group>::start_b(&Password::new(code), &join, &host);
    let theirs: [u8; 33] = read(&mut stream).unwrap();
    stream.write_all(&message).unwrap();
    let key: [u8; 32] = spake.finish(&theirs).unwrap().try_into().unwrap();
    let builder = Builder::new("Noise_NNpsk0_25519_ChaChaPoly_SHA256".parse().unwrap());
    let prologue = [question, answer].concat();
    let mut noise = builder.prologue(&prologue).unwrap().psk(0, &key).unwrap().build_responder().unwrap();
    let proof: [u8; 48] = read(&mut stream).unwrap();
    noise.read_message(&proof, &mut [0; 48]).unwrap();
    let mut verdict = vec![0; 49];
    noise.write_message(&[], &mut verdict[1..]).unwrap();
    stream.write_all(&verdict).unwrap();
    RawClient { stream, keys: noise.into_transport_mode().unwrap() }
}

/// Joins a host with the right code, as soon as it has room.
pub fn join_soon(address: &str, part: Part, code: &str) -> RawClient {
    retry("joining", || match join(address, part, code, |_, _| {}) {
        Ok(client) => Some(client),
        Err(Answer::Refused(CODE_CLOSED) | Answer::Wrong) => panic!("the code does not work"),
        Err(_) => None,
    })
}

fn read<const LENGTH: usize>(stream: &mut TcpStream) -> Result<[u8; LENGTH], Answer> {
    let mut bytes = [0; LENGTH];
    match stream.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
            panic!("the host neither answers nor closes the connection")
        }
        Err(_) => Err(Answer::Closed),
    }
}

impl RawClient {
    pub fn send(&mut self, message: &Message) {
        self.send_bytes(&message.to_json());
    }

    /// Sends any bytes as a message.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let mut pieces = bytes.chunks(1 << 14).peekable();
        while let Some(piece) = pieces.next() {
            let more = u8::from(pieces.peek().is_some());
            self.send_frame(&[&[more], piece].concat());
        }
    }

    /// Sends an encrypted frame.
    pub fn send_frame(&mut self, plain: &[u8]) {
        let mut frame = vec![0; plain.len() + 16];
        self.keys.write_message(plain, &mut frame).unwrap();
        self.send_unencrypted(&[&(frame.len() as u16).to_be_bytes(), &frame[..]].concat());
    }

    /// Sends bytes as they are. The host may have closed the connection before.
    pub fn send_unencrypted(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Receives the next message except pings; `None` if the host has closed the connection.
    pub fn receive(&mut self) -> Option<Message> {
        loop {
            let mut bytes = Vec::new();
            while self.receive_piece(&mut bytes)? {}
            match Message::from_json(&bytes).unwrap() {
                Message::Ping => {}
                message => return Some(message),
            }
        }
    }

    fn receive_piece(&mut self, bytes: &mut Vec<u8>) -> Option<bool> {
        let length = u16::from_be_bytes(read(&mut self.stream).ok()?);
        let mut frame = vec![0; usize::from(length)];
        self.stream.read_exact(&mut frame).ok()?;
        let mut plain = vec![0; frame.len()];
        let length = self.keys.read_message(&frame, &mut plain).unwrap();
        bytes.extend_from_slice(&plain[1..length]);
        Some(plain[0] == 1)
    }

    /// Receives messages until `is_it`.
    #[track_caller]
    pub fn receive_until(&mut self, is_it: impl Fn(&Message) -> bool) -> Message {
        loop {
            let message = self.receive().unwrap_or_else(|| panic!("the host has closed the connection"));
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Waits until the host closes the connection.
    pub fn wait_for_close(&mut self) {
        while self.receive().is_some() {}
    }
}
