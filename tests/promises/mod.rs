//! What each parser promises for any input. Each module has a function `check`, which takes any bytes and panics if
//! they break a promise of cygnet.
//!
//! `tests/program/fuzz.rs` calls these functions with the files in `dev/fuzz/corpus` and with changed ones, and the
//! targets in `dev/fuzz/fuzz_targets` with the inputs of a fuzzer.

pub mod configuration;
pub mod moves;
pub mod network;
pub mod positions;
pub mod records;
pub mod rpc;
pub mod tables;
pub mod ugi;

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use cygnet::games::{self, AnyGame};

/// Positions with more moves are not listed. In Qawale, the moves of a tall stack do not fit into any memory.
const MAX_LISTED_MOVES: u64 = 2_000;

/// Splits `text` after its first line.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Opens a game by its name. Checks that its full name opens it again, or that the error explains itself.
fn open(name: &str) -> Option<AnyGame> {
    match games::open(name) {
        Ok(game) => {
            assert_eq!(games::open(&game.name()).as_ref(), Ok(&game), "{name:?}");
            Some(game)
        }
        Err(error) => {
            assert!(!error.hint().is_empty(), "{name:?}");
            check_message(&error.to_string());
            None
        }
    }
}

/// Checks that a message is not empty and can be shown at a terminal.
fn check_message(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
}

/// Checks that a text can be shown at a terminal.
fn check_printable(text: &str) {
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Checks that a character, counted from 1, is in `text` or just after it.
fn check_place(at: usize, text: &str) {
    assert!((1..=text.chars().count() + 1).contains(&at), "character {at} of {text:?}");
}

/// Output that its clones share.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl SharedOutput {
    /// Returns what was written, which must be UTF-8. Except line feeds, it must not contain characters that
    /// are `forbidden`.
    fn text(&self, forbidden: impl Fn(char) -> bool) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8(bytes).expect("the output is UTF-8");
        assert!(!text.contains(|letter| letter != '\n' && forbidden(letter)), "{text:?}");
        text
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
