//! The reasons to end a conversation early.

use std::io;

use thiserror::Error;

use crate::store::files::without_number;

/// A reason to end a conversation early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Stop {
    /// The input has ended.
    #[error("there is no more input")]
    EndOfInput,
    /// The player asked to leave.
    #[error("the player has left")]
    Quit,
    /// The program was interrupted (Ctrl-C, a signal).
    #[error("interrupted")]
    Interrupted,
    /// The system asked the program to exit, with the signal with this number.
    #[error("ended by signal {0}")]
    Signal(u8),
    /// Under `--strict`: a line was refused.
    #[error("line {line}: \"{text}\": {reason}")]
    Refused {
        /// The number of the line, from 1.
        line: usize,
        /// The line, escaped for display.
        text: String,
        /// Why it was refused.
        reason: String,
    },
    /// Under `--strict`: input ended before the game did.
    #[error("line {line}: input ended before the game did")]
    UnexpectedEof {
        /// The number of the missing line, from 1.
        line: usize,
    },
    /// The file for the game in progress could not be written, for this reason.
    #[error("the game could not be saved: {0}")]
    NotSaved(String),
    /// The input could not be read.
    #[error("input: {}", without_number(.0))]
    Input(#[source] io::Error),
    /// The output could not be written: the pipe is closed, or the disk is full.
    #[error("output: {}", without_number(.0))]
    Output(#[source] io::Error),
    /// The game cannot be set up, for example because of an unknown bot or an invalid position.
    #[error("{0}")]
    InvalidSetup(String),
}
