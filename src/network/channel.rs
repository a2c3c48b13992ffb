//! An authenticated, encrypted channel over a stream. `docs/network.md` describes its bytes.
//!
//! Both sides prove that they know the code with SPAKE2, which gives an attacker one guess per try and nothing to
//! search offline. The key it gives them goes into a Noise handshake, which gives the channel its keys.

mod handshake;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use snow::{HandshakeState, TransportState};
use thiserror::Error;

use crate::store::files::without_number;

use super::message::{MAX_MESSAGE_BYTES, MAX_REQUEST_BYTES, Message};

pub use handshake::{HANDSHAKE_TIMEOUT, Part, Refusal, Transport, admit, join, refusal_preamble};

const TAG_BYTES: usize = 16;
/// The maximum length of the part of a message in one frame.
const MAX_PIECE_BYTES: usize = 1 << 14;

/// Why a channel has ended or was never made.
#[derive(Debug, Error)]
pub enum ChannelError {
    /// The connection failed.
    #[error("the connection failed: {}", without_number(.0))]
    Io(io::Error),
    /// There is no connection to the host.
    #[error("the host cannot be reached: {}", without_number(.0))]
    Unreachable(io::Error),
    /// The other side was silent for too long, or too slow.
    #[error("the other side did not answer in time")]
    TimedOut,
    /// The other side closed the connection, perhaps in the middle of a message.
    #[error("the connection was closed")]
    Closed,
    /// The other side does not follow the protocol.
    #[error("the other side is not cygnet")]
    NotCygnet,
    /// The other side has another version of the protocol.
    #[error(
        "this side has version {ours} of the protocol and the other side has {theirs}: update the older one"
    )]
    Version {
        /// The version here.
        ours: u16,
        /// The version there.
        theirs: u16,
    },
    /// The host does not let this side join.
    #[error(transparent)]
    Refused(Refusal),
    /// The two sides do not have the same code.
    #[error("the code is wrong: type the one that the host shows")]
    WrongCode,
    /// The host did not say whether the code is right, after it could check it. Somebody who is not the host can
    /// guess at the code that way, once per try.
    #[error("the connection was lost while the code was checked")]
    NoVerdict,
    /// Received bytes were changed, lost, repeated or reordered, or are not from the other side.
    #[error("what arrived was not what the other side sent")]
    Tampered,
    /// The message is longer than messages of its side can be.
    #[error("a message is too long")]
    TooLong,
    /// The received message is not one of the protocol.
    #[error("a message is invalid")]
    Malformed,
    /// An earlier error ended the channel.
    #[error("the channel has ended")]
    Ended,
}

impl From<io::Error> for ChannelError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => ChannelError::TimedOut,
            io::ErrorKind::UnexpectedEof => ChannelError::Closed,
            _ => ChannelError::Io(error),
        }
    }
}

/// The keys of a channel; none after an error.
type Keys = Arc<Mutex<Option<TransportState>>>;

/// Does something with the keys. Any error there ends the channel.
fn with_keys<T>(
    keys: &Keys,
    action: impl FnOnce(&mut TransportState) -> Result<T, snow::Error>,
) -> Result<T, ChannelError> {
    let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
    action(keys.as_mut().ok_or(ChannelError::Ended)?).map_err(|_| ChannelError::Tampered)
}

fn end(keys: &Keys) {
    *keys.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The result of a handshake.
#[derive(Debug)]
pub struct Session(TransportState);

impl Session {
    fn new(noise: HandshakeState) -> Result<Self, ChannelError> {
        noise.into_transport_mode().map(Session).map_err(|_| ChannelError::Ended)
    }

    /// Makes the two halves of the channel, for the two directions of the stream.
    pub fn split<R: Read, W: Write>(self, reader: R, writer: W) -> (Receiver<R>, Sender<W>) {
        let keys = Arc::new(Mutex::new(Some(self.0)));
        (Receiver { reader, keys: Arc::clone(&keys) }, Sender { writer, keys })
    }
}

/// Sends the messages of a channel.
#[derive(Debug)]
pub struct Sender<W> {
    writer: W,
    keys: Keys,
}

impl<W: Write> Sender<W> {
    /// Sends a message.
    ///
    /// # Errors
    /// The message is too long or the connection is lost. Both halves of the channel have ended.
    pub fn send(&mut self, message: &Message) -> Result<(), ChannelError> {
        self.try_send(message).inspect_err(|_| end(&self.keys))
    }

    fn try_send(&mut self, message: &Message) -> Result<(), ChannelError> {
        let bytes = message.to_json();
        if bytes.len() > MAX_MESSAGE_BYTES {
            return Err(ChannelError::TooLong);
        }
        let mut pieces = bytes.chunks(MAX_PIECE_BYTES).peekable();
        while let Some(piece) = pieces.next() {
            let plain = [&[u8::from(pieces.peek().is_some())], piece].concat();
            let length = plain.len() + TAG_BYTES;
            let mut frame = vec![0; 2 + length];
            frame[..2].copy_from_slice(&(length as u16).to_be_bytes());
            with_keys(&self.keys, |keys| keys.write_message(&plain, &mut frame[2..]))?;
            self.writer.write_all(&frame)?;
        }
        Ok(self.writer.flush()?)
    }
}

/// Receives the messages of a channel. It keeps at most one message and one frame: of a host at most
/// [`MAX_MESSAGE_BYTES`], of others [`MAX_REQUEST_BYTES`].
#[derive(Debug)]
pub struct Receiver<R> {
    reader: R,
    keys: Keys,
}

impl<R: Read> Receiver<R> {
    /// Receives the next message.
    ///
    /// # Errors
    /// The connection is lost, or what arrived is not a message that the other side sent. Both halves of the
    /// channel have ended.
    pub fn receive(&mut self) -> Result<Message, ChannelError> {
        self.try_receive().inspect_err(|_| end(&self.keys))
    }

    fn try_receive(&mut self) -> Result<Message, ChannelError> {
        let mut bytes = Vec::new();
        while self.read_piece(&mut bytes)? {}
        Message::from_json(&bytes).map_err(|_| ChannelError::Malformed)
    }

    /// Appends the next part of a message. Returns whether more follow.
    fn read_piece(&mut self, bytes: &mut Vec<u8>) -> Result<bool, ChannelError> {
        let mut length = [0; 2];
        self.reader.read_exact(&mut length)?;
        let mut frame = vec![0; usize::from(u16::from_be_bytes(length))];
        self.reader.read_exact(&mut frame)?;
        let mut plain = vec![0; frame.len()];
        let (length, is_from_host) =
            with_keys(&self.keys, |keys| Ok((keys.read_message(&frame, &mut plain)?, keys.is_initiator())))?;
        let [more @ 0..=1, piece @ ..] = &plain[..length] else { return Err(ChannelError::Malformed) };
        let limit = if is_from_host { MAX_MESSAGE_BYTES } else { MAX_REQUEST_BYTES };
        if bytes.len() + piece.len() > limit {
            return Err(ChannelError::TooLong);
        }
        bytes.extend_from_slice(piece);
        // Without this, frames of nothing could follow each other forever.
        if piece.is_empty() { Err(ChannelError::Malformed) } else { Ok(*more == 1) }
    }
}
