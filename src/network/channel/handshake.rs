//! The handshake: both sides prove that they know the code.

use std::io::{self, Read, Write};
use std::time::Duration;

use snow::{Builder, HandshakeState};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use thiserror::Error;

use crate::model::Clock;
use crate::network::code::Code;
use crate::network::message::PROTOCOL_VERSION;

use super::{ChannelError, Session};

/// The time limit of a handshake.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
const MAGIC: [u8; 6] = *b"cygnet";
const PREAMBLE_BYTES: usize = MAGIC.len() + 3;
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_SHA256";
/// The length of a SPAKE2 message, and of either Noise message of the handshake.
const SPAKE2_BYTES: usize = 33;
const NOISE_BYTES: usize = 48;

/// What somebody who joins takes part as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The other player.
    Player,
    /// A spectator.
    Spectator,
}

/// Why a host does not let somebody join. The values are those of the status byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The code for this part does not work, or no longer.
    #[error("this code no longer works: ask the host for a new one")]
    Code = 1,
    /// There is another player.
    #[error("another player has already joined")]
    PlaceTaken = 2,
    /// No more spectators are let in.
    #[error("the game already has as many spectators as its host allows")]
    TooManySpectators = 3,
    /// Too many others are trying to join right now.
    #[error("the host is busy")]
    Busy = 4,
}

/// A stream that a handshake can use.
pub trait Transport: Read + Write {
    /// Limits the time of each later call that reads or writes.
    ///
    /// # Errors
    /// The connection is lost.
    fn set_timeout(&self, time: Duration) -> io::Result<()>;
}

/// Joins a host.
///
/// # Errors
/// The host refuses, does not have the same code, or does not follow the protocol within [`HANDSHAKE_TIMEOUT`].
pub fn join(
    stream: &mut impl Transport,
    part: Part,
    code: &Code,
    clock: &dyn Clock,
) -> Result<Session, ChannelError> {
    let mut wire = Wire::new(stream, clock);
    let question = preamble(part as u8);
    wire.write(&question)?;
    let answer = wire.read()?;
    check_status(check_preamble(&answer)?)?;
    let (spake, message) =
        Spake2::<Ed25519Group>::start_a(&password(code), &identity("join", part), &identity("host", part));
    wire.write(&message)?;
    let mut noise = start_noise(spake, &wire.read()?, &[question, answer], true)?;
    wire.write(&write_noise(&mut noise)?)?;
    let [verdict] = wire.read().map_err(|_| ChannelError::NoVerdict)?;
    check_status(verdict).map_err(|error| match error {
        ChannelError::Refused(Refusal::Code) => ChannelError::WrongCode,
        error => error,
    })?;
    read_noise(&mut noise, &wire.read()?)?;
    Session::new(noise)
}

/// Lets somebody join who knows the code that `open` returns for what they want to join as, if `judge` agrees. `judge`
/// learns whether they know it, before they do; [`Refusal::Code`] tells them that it is wrong.
///
/// # Errors
/// They may not join, have another version, or do not follow the protocol within [`HANDSHAKE_TIMEOUT`].
pub fn admit(
    stream: &mut impl Transport,
    clock: &dyn Clock,
    open: impl FnOnce(Part) -> Result<Code, Refusal>,
    judge: impl FnOnce(Part, Code, bool) -> Result<(), Refusal>,
) -> Result<Session, ChannelError> {
    let mut wire = Wire::new(stream, clock);
    let question = wire.read()?;
    let asked = check_preamble(&question);
    if let Err(ChannelError::Version { .. }) = asked {
        wire.write(&preamble(0))?;
    }
    let part = match asked? {
        0 => Part::Player,
        1 => Part::Spectator,
        _ => return Err(ChannelError::NotCygnet),
    };
    let code = match open(part) {
        Ok(code) => code,
        Err(refusal) => {
            wire.write(&refusal_preamble(refusal))?;
            return Err(ChannelError::Refused(refusal));
        }
    };
    let answer = preamble(0);
    wire.write(&answer)?;
    let (spake, message) =
        Spake2::<Ed25519Group>::start_b(&password(&code), &identity("join", part), &identity("host", part));
    let received = wire.read::<SPAKE2_BYTES>()?;
    wire.write(&message)?;
    let mut noise = start_noise(spake, &received, &[question, answer], false)?;
    let proof = wire.read()?;
    if let Err(refusal) = judge(part, code, read_noise(&mut noise, &proof).is_ok()) {
        wire.write(&[refusal as u8])?;
        return Err(ChannelError::Refused(refusal));
    }
    let message = write_noise(&mut noise)?;
    wire.write(&[&[0], &message[..]].concat())?;
    Session::new(noise)
}

/// Returns the bytes that refuse somebody before they were read.
pub fn refusal_preamble(refusal: Refusal) -> [u8; PREAMBLE_BYTES] {
    preamble(refusal as u8)
}

fn preamble(last: u8) -> [u8; PREAMBLE_BYTES] {
    let [c, y, g, n, e, t] = MAGIC;
    let [high, low] = PROTOCOL_VERSION.to_be_bytes();
    [c, y, g, n, e, t, high, low, last]
}

/// Returns the last byte of a preamble of the same version.
fn check_preamble(bytes: &[u8; PREAMBLE_BYTES]) -> Result<u8, ChannelError> {
    let [magic @ .., high, low, last] = *bytes;
    let theirs = u16::from_be_bytes([high, low]);
    match magic == MAGIC {
        true if theirs == PROTOCOL_VERSION => Ok(last),
        true => Err(ChannelError::Version { ours: PROTOCOL_VERSION, theirs }),
        false => Err(ChannelError::NotCygnet),
    }
}

fn check_status(status: u8) -> Result<(), ChannelError> {
    use Refusal::{Busy, Code, PlaceTaken, TooManySpectators};
    let refusals = [Code, PlaceTaken, TooManySpectators, Busy];
    match refusals.into_iter().find(|refusal| *refusal as u8 == status) {
        Some(refusal) => Err(ChannelError::Refused(refusal)),
        None if status == 0 => Ok(()),
        None => Err(ChannelError::NotCygnet),
    }
}

fn password(code: &Code) -> Password {
    Password::new(code.to_string())
}

fn identity(side: &str, part: Part) -> Identity {
    let part = match part {
        Part::Player => "player",
        Part::Spectator => "spectator",
    };
    Identity::new(format!("cygnet {PROTOCOL_VERSION} {side} {part}").as_bytes())
}

/// Starts the Noise handshake with the key that SPAKE2 gives. Both sides must have seen the same preambles.
fn start_noise(
    spake: Spake2<Ed25519Group>,
    received: &[u8; SPAKE2_BYTES],
    preambles: &[[u8; PREAMBLE_BYTES]; 2],
    is_initiator: bool,
) -> Result<HandshakeState, ChannelError> {
    let key = spake.finish(received).map_err(|_| ChannelError::NotCygnet)?;
    let key = key.as_slice().try_into().map_err(|_| ChannelError::NotCygnet)?;
    let prologue = preambles.concat();
    let build = || {
        let builder = Builder::new(NOISE.parse()?).prologue(&prologue)?.psk(0, key)?;
        if is_initiator { builder.build_initiator() } else { builder.build_responder() }
    };
    build().map_err(crypto_failure)
}

fn crypto_failure(error: snow::Error) -> ChannelError {
    ChannelError::Io(io::Error::other(error.to_string()))
}

fn write_noise(noise: &mut HandshakeState) -> Result<[u8; NOISE_BYTES], ChannelError> {
    let mut message = [0; NOISE_BYTES];
    noise.write_message(&[], &mut message).map_err(crypto_failure)?;
    Ok(message)
}

fn read_noise(noise: &mut HandshakeState, message: &[u8; NOISE_BYTES]) -> Result<(), ChannelError> {
    noise.read_message(message, &mut [0; NOISE_BYTES]).map(drop).map_err(|_| ChannelError::Tampered)
}

/// A stream during a handshake. However slowly its bytes arrive, reading and writing fail after the deadline.
struct Wire<'a, T> {
    stream: &'a mut T,
    clock: &'a dyn Clock,
    deadline: Duration,
}

impl<'a, T: Transport> Wire<'a, T> {
    fn new(stream: &'a mut T, clock: &'a dyn Clock) -> Self {
        Wire { stream, clock, deadline: clock.now() + HANDSHAKE_TIMEOUT }
    }

    fn limit(&self) -> Result<(), ChannelError> {
        match self.deadline.saturating_sub(self.clock.now()) {
            Duration::ZERO => Err(ChannelError::TimedOut),
            left => Ok(self.stream.set_timeout(left)?),
        }
    }

    fn read<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], ChannelError> {
        let mut bytes = [0; LENGTH];
        let mut filled = 0;
        while filled < LENGTH {
            self.limit()?;
            match self.stream.read(&mut bytes[filled..]) {
                Ok(0) => return Err(ChannelError::Closed),
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(bytes)
    }

    /// Writes a few bytes, for which there is room in the buffers of the system.
    fn write(&mut self, bytes: &[u8]) -> Result<(), ChannelError> {
        self.limit()?;
        self.stream.write_all(bytes)?;
        Ok(self.stream.flush()?)
    }
}
