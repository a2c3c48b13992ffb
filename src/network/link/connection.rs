//! An established connection: a thread that reads and a thread that writes.

use std::net::Shutdown;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::network::channel::{self, Session, Transport as _};
use crate::network::message::Message;
use crate::network::stream::Stream;

use super::PeerId;
use super::hub::Hub;

/// A connection is lost if nothing arrives, or nothing can be sent, for this time.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(20);
/// A ping is sent when there was nothing else to send for this time.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// The time for each message that arrives, on average, and how many can arrive at once.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(50);
const MESSAGE_BURST: u32 = 60;

/// Sends `messages` and receives others until the connection is lost or closed.
pub(super) fn run(hub: &Hub, peer: PeerId, session: Session, stream: &Stream, messages: Receiver<Message>) {
    let (receiver, sender) = session.split(stream.clone(), stream.clone());
    let writing = stream.clone();
    let is_started = stream.set_timeout(SILENCE_TIMEOUT).is_ok()
        && thread::Builder::new().spawn(move || write_all(&messages, sender, &writing)).is_ok();
    if is_started {
        read_all(hub, peer, receiver);
    }
    hub.update(|state| state.remove(peer));
}

fn write_all(messages: &Receiver<Message>, mut sender: channel::Sender<Stream>, stream: &Stream) {
    loop {
        let message = match messages.recv_timeout(PING_INTERVAL) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Ping,
            // The other side reads the end after the last message.
            Err(RecvTimeoutError::Disconnected) => return stream.shutdown(Shutdown::Write),
        };
        if sender.send(&message).is_err() {
            return stream.shutdown(Shutdown::Both);
        }
    }
}

fn read_all(hub: &Hub, peer: PeerId, mut receiver: channel::Receiver<Stream>) {
    let mut pace = Pace::default();
    while let Ok(message) = receiver.receive() {
        hub.update(|state| state.note_arrival(peer));
        thread::sleep(pace.next(hub.clock.now()));
        if message != Message::Ping && !hub.deliver(peer, message) {
            return;
        }
    }
}

/// Limits how fast messages arrive. A side that sends faster is slowed down by TCP.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// When the next message would arrive if each had come at its time.
    due: Duration,
}

impl Pace {
    /// Returns how long to wait before the next message.
    pub(super) fn next(&mut self, now: Duration) -> Duration {
        self.due = self.due.max(now) + MESSAGE_INTERVAL;
        self.due.saturating_sub(now + MESSAGE_INTERVAL * MESSAGE_BURST)
    }
}
