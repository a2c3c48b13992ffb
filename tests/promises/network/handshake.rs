//! Any bytes as a connection.

use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cygnet::model::Clock;
use cygnet::network::channel::{HANDSHAKE_TIMEOUT, Part, Refusal, Transport, admit, join};
use cygnet::network::code::Code;

use super::super::check_message;

/// The maximum number of bytes that a side answers in a handshake.
const MAX_ANSWER_BYTES: usize = 200;
/// How long the next byte takes.
const BYTE_TIME: Duration = Duration::from_millis(700);

/// A clock that only moves when a byte arrives, in milliseconds.
#[derive(Debug, Default)]
struct ByteClock(AtomicU64);

impl Clock for ByteClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// A connection from which these bytes arrive, all at once or slowly, and then its end.
struct Wire<'a> {
    bytes: Cursor<&'a [u8]>,
    clock: &'a ByteClock,
    is_slow: bool,
    answer: Vec<u8>,
}

impl<'a> Wire<'a> {
    fn new(bytes: &'a [u8], clock: &'a ByteClock, is_slow: bool) -> Self {
        Wire { bytes: Cursor::new(bytes), clock, is_slow, answer: Vec::new() }
    }
}

impl Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_slow {
            return self.bytes.read(buffer);
        }
        self.clock.0.fetch_add(BYTE_TIME.as_millis() as u64, Ordering::Relaxed);
        let count = buffer.len().min(1);
        self.bytes.read(&mut buffer[..count])
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transport for Wire<'_> {
    fn set_timeout(&self, time: Duration) -> io::Result<()> {
        assert!(time <= HANDSHAKE_TIMEOUT && !time.is_zero());
        Ok(())
    }
}

/// Checks that nobody gets in with any bytes, that the handshake ends in its time, and that it answers little.
pub fn check(data: &[u8]) {
    let code: Code = "7-amber-otter".parse().expect("a code");
    for is_slow in [false, true] {
        let clock = ByteClock::default();
        let mut wire = Wire::new(data, &clock, is_slow);
        let judge = |_, _, is_right: bool| {
            assert!(!is_right, "a guess at the key is right");
            Err(Refusal::Code)
        };
        assert!(admit(&mut wire, &clock, |_| Ok(code), judge).is_err());
        check_end(&wire);
        let clock = ByteClock::default();
        let mut wire = Wire::new(data, &clock, is_slow);
        let error = join(&mut wire, Part::Player, &code, &clock).expect_err("no host knows the code");
        check_message(&error.to_string());
        check_end(&wire);
    }
}

fn check_end(wire: &Wire<'_>) {
    assert!(wire.clock.now() <= HANDSHAKE_TIMEOUT + BYTE_TIME, "the handshake continues after its time");
    assert!(wire.answer.len() <= MAX_ANSWER_BYTES, "{} bytes", wire.answer.len());
}
