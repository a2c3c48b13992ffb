//! A network between two processes that loses connections, or is slow.
#![allow(clippy::disallowed_methods, reason = "a slow network needs a real clock")]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cygnet::model::GameRng;

#[cfg(unix)]
use crate::computers::PATIENCE;

/// The lengths of the messages of the handshake: from the guest, and from the host.
const HANDSHAKE: [[usize; 3]; 2] = [[9, 33, 48], [9, 33, 49]];

/// What the network does.
#[derive(Clone, Debug)]
pub enum Fault {
    None,
    /// The first connection is lost after this number of messages from both sides, counted with those of the
    /// handshake.
    AfterMessages(usize),
    /// The connections, one after the other, are lost after these numbers of bytes.
    AfterBytes(Vec<usize>),
    /// Bytes take this long, and some of them longer: a segment that is lost is sent again later.
    Slow {
        delay: Duration,
        seed: u64,
    },
}

/// What has been seen of the connections.
#[derive(Default)]
struct Seen {
    connections: usize,
    messages: usize,
    /// The bytes of the current connection.
    bytes: usize,
    cuts: usize,
    /// Everything that was sent, in both directions.
    captured: Vec<u8>,
    /// Both ends of the last connection.
    ends: Vec<TcpStream>,
}

/// A network with one address. It forwards connections to the host.
pub struct Proxy {
    pub address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
    seen: Arc<Mutex<Seen>>,
}

/// One direction of a connection.
struct Pipe {
    from: TcpStream,
    to: TcpStream,
    direction: usize,
    fault: Fault,
    /// The number of the connection, from 0.
    number: usize,
    seen: Arc<Mutex<Seen>>,
}

impl Proxy {
    /// Starts a network with this fault. It ends with the test.
    pub fn start(target: SocketAddr, fault: Fault) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (target, seen) = (Arc::new(Mutex::new(target)), Arc::new(Mutex::new(Seen::default())));
        let proxy = Proxy { address, target: Arc::clone(&target), seen: Arc::clone(&seen) };
        thread::spawn(move || {
            for guest in listener.incoming().map_while(Result::ok) {
                let target = *target.lock().unwrap();
                // Without a host, the guest is closed.
                let Ok(host) = TcpStream::connect(target) else { continue };
                forward(&guest, &host, &fault, &seen);
            }
        });
        proxy
    }

    /// Forwards later connections to another address.
    pub fn set_target(&self, target: SocketAddr) {
        *self.target.lock().unwrap() = target;
    }

    /// Waits until there have been this many connections.
    #[cfg(unix)]
    pub fn wait_for_connections(&self, count: usize) {
        let end = Instant::now() + PATIENCE;
        while self.seen.lock().unwrap().connections < count {
            assert!(Instant::now() < end, "there are not {count} connections");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Loses the last connection now.
    #[cfg(unix)]
    pub fn cut(&self) {
        let mut seen = self.seen.lock().unwrap();
        seen.cuts += usize::from(!seen.ends.is_empty());
        for end in seen.ends.drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Returns the number of connections that were lost.
    pub fn cuts(&self) -> usize {
        self.seen.lock().unwrap().cuts
    }

    /// Returns the number of messages of all connections, and of the bytes of the last one.
    pub fn totals(&self) -> (usize, usize) {
        let seen = self.seen.lock().unwrap();
        (seen.messages, seen.bytes)
    }

    /// Returns all bytes that were sent.
    pub fn captured(&self) -> Vec<u8> {
        self.seen.lock().unwrap().captured.clone()
    }
}

/// Forwards a connection in both directions.
fn forward(guest: &TcpStream, host: &TcpStream, fault: &Fault, seen: &Arc<Mutex<Seen>>) {
    let number = {
        let mut seen = seen.lock().unwrap();
        seen.connections += 1;
        seen.bytes = 0;
        seen.ends = [guest, host].map(|end| end.try_clone().unwrap()).into();
        seen.connections - 1
    };
    for (direction, (from, to)) in [(guest, host), (host, guest)].into_iter().enumerate() {
        from.set_nodelay(true).unwrap();
        let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        let pipe = Pipe { from, to, direction, fault: fault.clone(), number, seen: Arc::clone(seen) };
        thread::spawn(move || match pipe.fault {
            Fault::Slow { delay, seed } => pipe.run_slowly(delay, seed),
            _ => pipe.run(),
        });
    }
}

impl Pipe {
    /// Forwards message after message, until the connection is lost.
    fn run(mut self) {
        let mut count = 0;
        while let Some(message) = self.read_message(count) {
            count += 1;
            let kept = self.pass(&message);
            let is_written = self.to.write_all(&message[..kept]).is_ok();
            if kept < message.len() || self.is_cut() {
                self.cut();
                return;
            }
            if !is_written {
                break;
            }
        }
        let _ = self.to.shutdown(Shutdown::Write);
    }

    /// Reads the message with this number in its direction.
    fn read_message(&mut self, count: usize) -> Option<Vec<u8>> {
        let length = match HANDSHAKE[self.direction].get(count) {
            Some(length) => *length,
            None => {
                let mut length = [0; 2];
                self.from.read_exact(&mut length).ok()?;
                let mut message = length.to_vec();
                message.resize(2 + usize::from(u16::from_be_bytes(length)), 0);
                self.from.read_exact(&mut message[2..]).ok()?;
                return Some(message);
            }
        };
        let mut message = vec![0; length];
        // A host that refuses sends less.
        let mut filled = 0;
        while filled < length {
            match self.from.read(&mut message[filled..]) {
                Ok(more @ 1..) => filled += more,
                _ => break,
            }
        }
        message.truncate(filled);
        (filled > 0).then_some(message)
    }

    /// Notes a message. Returns how many of its bytes are forwarded.
    fn pass(&self, message: &[u8]) -> usize {
        let mut seen = self.seen.lock().unwrap();
        let kept = match &self.fault {
            Fault::AfterMessages(count) if self.number == 0 && seen.messages >= *count => 0,
            Fault::AfterBytes(cuts) => match cuts.get(self.number) {
                Some(end) => message.len().min(end.saturating_sub(seen.bytes)),
                None => message.len(),
            },
            _ => message.len(),
        };
        seen.messages += usize::from(kept == message.len());
        seen.bytes += kept;
        seen.captured.extend_from_slice(&message[..kept]);
        kept
    }

    /// Returns whether the connection is lost with the message just forwarded.
    fn is_cut(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        match &self.fault {
            Fault::AfterMessages(count) => self.number == 0 && seen.messages >= *count,
            Fault::AfterBytes(cuts) => cuts.get(self.number).is_some_and(|end| seen.bytes >= *end),
            _ => false,
        }
    }

    /// Loses the connection in both directions.
    fn cut(&self) {
        self.seen.lock().unwrap().cuts += 1;
        for stream in [&self.from, &self.to] {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Forwards bytes late.
    fn run_slowly(mut self, delay: Duration, seed: u64) {
        let (sender, receiver) = channel();
        let to = self.to.try_clone().unwrap();
        let mut rng = GameRng::from_seed(seed ^ (self.direction as u64 + 1));
        thread::spawn(move || write_late(&receiver, to));
        self.read_all(&sender, delay, &mut rng);
    }

    fn read_all(&mut self, sender: &Sender<(Instant, Vec<u8>)>, delay: Duration, rng: &mut GameRng) {
        let mut buffer = [0; 1400];
        while let Ok(length @ 1..) = self.from.read(&mut buffer) {
            let bytes = &buffer[..length];
            self.pass(bytes);
            // One segment in five is lost and sent again after the time that TCP waits.
            let stall = if rng.below(5) == 0 { 200 + rng.below(201) as u64 } else { 0 };
            let due = Instant::now() + delay + Duration::from_millis(stall);
            if sender.send((due, bytes.to_vec())).is_err() {
                return;
            }
        }
    }
}

/// Writes bytes in their order, none before it is due.
fn write_late(bytes: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    for (due, bytes) in bytes {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if to.write_all(&bytes).is_err() {
            return;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
