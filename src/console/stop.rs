//! Why a conversation ends before it is over.

use std::io;

use thiserror::Error;

/// Why a conversation ended before it was over.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Stop {
    /// There is no more input.
    #[error("there is no more input")]
    EndOfInput,
    /// The person asked to leave.
    #[error("the person has left")]
    Quit,
    /// The program was interrupted (Ctrl-C, a signal).
    #[error("interrupted")]
    Interrupted,
    /// The system asked the program to end, by the signal with this number.
    #[error("ended by signal {0}")]
    Signal(u8),
    /// Under `--strict`: a line was refused.
    #[error("line {line}: \"{text}\": {reason}")]
    Refused {
        /// The number of the line, from 1.
        line: usize,
        /// The line as it may be shown.
        text: String,
        /// Why it was refused.
        reason: String,
    },
    /// Under `--strict`: input ended before the game did.
    #[error("line {line}: input ended before the game did")]
    UnexpectedEof {
        /// The number of the line that is missing, from 1.
        line: usize,
    },
    /// Input could not be read.
    #[error("input: {0}")]
    Input(#[source] io::Error),
    /// Output could not be written: nobody reads it any more, or the disk is full.
    #[error("output: {0}")]
    Output(#[source] io::Error),
    /// What was to be played cannot be set up: an unknown bot, a position that is none.
    #[error("{0}")]
    InvalidSetup(String),
}
