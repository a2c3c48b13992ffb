//! The error of a command: its exit code and message.

use std::env;
use std::io;
use std::process::ExitCode;

use serde::Serialize;
use thiserror::Error;

use crate::console::stdio::{eprint_json, eprint_line};
use crate::console::{Signals, Stop, stream_name};
use crate::games::NameError;
use crate::model::nearest;
use crate::model::text::{escape, escape_line};
use crate::players::external::EngineFault;
use crate::players::seats::{SeatError, SeatErrorKind};
use crate::show::{draw::DrawError, positions::ReportError};
use crate::store::{FileError, files};

use super::argument_order;

/// The signal that ends other programs whose output nobody reads.
const SIGPIPE: u8 = 13;

/// The failure of a command: the exit code and the message for standard error.
#[derive(Debug, PartialEq, Eq, Error, Serialize)]
#[error("{}", .error.as_deref().unwrap_or_default())]
pub struct Failure {
    /// 1 for bad data, 2 for a bad command line, 10 to 12 for the result of a match with `--exit-code`, 128 plus the number of
    /// a signal: 130 if interrupted, 141 if the output was closed.
    pub code: u8,
    /// What happened.
    pub error: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Failure {
    pub(super) fn silent(code: u8) -> Self {
        Failure { code, error: None, hint: None }
    }

    /// A failure caused by the signal with this number.
    fn signal(number: u8) -> Self {
        Failure::silent(128_u8.saturating_add(number))
    }

    /// Returns an error if the task was interrupted.
    pub(super) fn check_interruption(signals: &Signals) -> Result<(), Self> {
        signals.shutdown_signal().map_or(Ok(()), |number| Err(Failure::signal(number)))
    }

    /// Returns whether a signal ended the command.
    pub(super) fn is_interruption(&self) -> bool {
        self.code > 128
    }

    pub(super) fn data(error: impl ToString) -> Self {
        Failure { code: 1, error: Some(error.to_string()), hint: None }
    }

    /// Adds a hint.
    pub(super) fn hint(self, hint: impl ToString) -> Self {
        Failure { hint: Some(hint.to_string()), ..self }
    }

    /// An invalid position or move.
    pub(super) fn notation(error: impl ToString) -> Self {
        Failure::data(error)
            .hint("cygnet moves GAME --successors lists the legal moves, and positions as they are written")
    }

    pub(super) fn usage(error: impl ToString, hint: impl ToString) -> Self {
        Failure { code: 2, ..Failure::data(error).hint(hint) }
    }

    /// An unknown name of the given `kind`, with the name that may be meant, and the known names as a hint.
    pub(super) fn unknown(kind: &str, name: &str, known: &[&str]) -> Self {
        let meant = nearest(name, known.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("; did you mean {name}?"));
        let hint = format!("the {kind}s are {}", known.join(", "));
        Failure::usage(format!("unknown {kind} \"{}\"{meant}", escape(name.as_bytes())), hint)
    }

    /// A seat that nobody can take. The hint lists the names of players after `listed`, except for a program.
    pub(super) fn seat(error: &SeatError, listed: &str) -> Self {
        let hint = match &error.kind {
            SeatErrorKind::Command(_) => "write the command as in a shell: 'ugi:./engine --fast'",
            SeatErrorKind::Program(fault, _) => match **fault {
                EngineFault::NotStarted(_) => {
                    "name a program that the system finds, or its path: ugi:./engine"
                }
                EngineFault::Option(_) => {
                    "options and settings are written before the program: 'ugi:Hash=64 nodes=1000 ./engine'"
                }
                _ => "type `echo ugi | PROGRAM | cat`: it must answer ugiok, and flush its output",
            },
            SeatErrorKind::Bot(_) => {
                let suggestion = match &error.suggestion {
                    Some(question) if question.ends_with('?') => format!("{question} "),
                    Some(suggestion) => format!("{suggestion}; "),
                    None => String::new(),
                };
                return Failure::usage(error, format!("{suggestion}{listed}{}", error.known.join(", ")));
            }
        };
        Failure::usage(error, hint)
    }

    /// An error of the standard stream that the error knows, or else of `stream`. A closed output is not reported, but it
    /// is no success: the exit code is that of a program that SIGPIPE ends.
    fn of_stream(error: &io::Error, stream: &str) -> Self {
        let problem = files::without_number(error);
        match (error.kind(), stream_name(error).unwrap_or(stream)) {
            (io::ErrorKind::BrokenPipe, _) => Failure::signal(SIGPIPE),
            (_, "") => Failure::data(problem),
            (_, stream) => Failure::data(format!("{stream}: {problem}")),
        }
    }

    /// Converts the result of a service for another program, which may leave at any time.
    pub(super) fn of_service(result: Result<(), Stop>) -> Result<(), Self> {
        match result {
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        }
    }

    /// Prints the error and the hint on standard error: one line each with control characters escaped, or an object if
    /// the command line asks for JSON. Returns the exit code.
    pub fn report(&self) -> ExitCode {
        let code = ExitCode::from(self.code);
        if argument_order::asks_for_json(&env::args_os().collect::<Vec<_>>()) {
            self.error.iter().for_each(|_| eprint_json(self));
            return code;
        }
        if let Some(error) = &self.error {
            eprint_line(format_args!("error: {}", escape_line(error)));
        }
        if let Some(hint) = &self.hint {
            eprint_line(format_args!("hint: {}", escape_line(hint)));
        }
        code
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Failure::usage(&error, error.hint())
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Self {
        Failure::seat(&error, "the players are human, ")
    }
}

/// An error of a standard stream names it. The other errors are of the terminal and of signals.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::of_stream(&error, "")
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Position(_)
            | ReportError::Moves(_)
            | ReportError::Drawing(DrawError::Move { .. }) => Failure::notation(error),
            ReportError::Io(error) => error.into(),
            _ => Failure::data(error),
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::EndOfInput | Stop::Quit => Failure::silent(0),
            Stop::Interrupted => Failure::silent(130),
            Stop::Signal(number) => Failure::signal(number),
            Stop::Refused { .. } | Stop::UnexpectedEof { .. } | Stop::InvalidSetup(_) | Stop::NotSaved(_) => {
                Failure::data(stop)
            }
            Stop::Output(error) => Failure::of_stream(&error, "standard output"),
            Stop::Input(error) => Failure::of_stream(&error, "standard input"),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::InUse(_) => {
                Failure::usage(error, "end that session, or use another file for this one")
            }
            FileError::Io { ref path, .. } if path.as_os_str() == "-" => Failure::data(error)
                .hint("this command does not read standard input: write the text to a file first"),
            _ => Failure::data(error),
        }
    }
}
