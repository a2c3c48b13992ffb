//! What a command says when it does not succeed.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

use crate::analysis::report::ReportError;
use crate::console::Stop;
use crate::console::stdio::{InterruptFlag, eprint_line};
use crate::games::{FAMILIES, NameError};
use crate::model::text::escape_line;
use crate::players::seats::SeatError;
use crate::records::CheckError;
use crate::store::FileError;

/// Why a command did not succeed: the exit code and what to say on standard error.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{}", .error.as_deref().unwrap_or_default())]
pub struct Failure {
    /// 1 wrong data, 2 wrong command line, 130 interrupted; 0 when nobody reads the output any more.
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

    /// The system has asked the program to end, by the signal with this number.
    fn signal(number: u8) -> Self {
        Failure::silent(128_u8.saturating_add(number))
    }

    /// What there is to say of a task that may have been broken off.
    pub(super) fn check_interruption(interrupt_flag: &InterruptFlag) -> Result<(), Self> {
        interrupt_flag.signal().map_or(Ok(()), |number| Err(Failure::signal(number)))
    }

    /// Whether the system has asked the program to end.
    pub(super) fn is_interruption(&self) -> bool {
        self.code > 128
    }

    pub(super) fn data(error: impl ToString) -> Self {
        Failure { code: 1, error: Some(error.to_string()), hint: None }
    }

    /// The same, with what to do about it.
    pub(super) fn hint(self, hint: impl ToString) -> Self {
        Failure { hint: Some(hint.to_string()), ..self }
    }

    /// A position or a move that is none.
    pub(super) fn notation(error: impl ToString) -> Self {
        Failure::data(error).hint("docs/games has the notation of each game")
    }

    pub(super) fn usage(error: impl ToString, hint: impl ToString) -> Self {
        Failure { code: 2, ..Failure::data(error).hint(hint) }
    }

    /// There is no `kind` of this name, but these.
    pub(super) fn unknown(kind: &str, name: &str, known: &[&str]) -> Self {
        Failure::usage(
            format!("there is no {kind} \"{}\"", name.escape_debug()),
            known_names(kind, name, known),
        )
    }

    /// Says on standard error what is to be said, a line each of which nothing acts on a terminal, and gives the exit code.
    pub fn report(&self) -> ExitCode {
        if let Some(error) = &self.error {
            eprint_line(format_args!("error: {}", escape_line(error)));
        }
        if let Some(hint) = &self.hint {
            eprint_line(format_args!("hint: {}", escape_line(hint)));
        }
        ExitCode::from(self.code)
    }
}

/// All that are known of a `kind`, and before them the one that is meant, where the name is near to one.
fn known_names(kind: &str, name: &str, known: &[&str]) -> String {
    let distance = |known: &&str| strsim::damerau_levenshtein(known, name);
    let nearest = known.iter().copied().min_by_key(distance);
    let meant = nearest.filter(|nearest| distance(nearest) <= nearest.len() / 3);
    let meant = meant.map(|meant| format!("did you mean {meant}? ")).unwrap_or_default();
    format!("{meant}the {kind}s are {}", known.join(", "))
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
        let hint = match &error {
            NameError::Options { error, .. } => error.hint.to_owned(),
            NameError::Unknown { name } => {
                let id = name.trim().to_ascii_lowercase();
                let id = id.split_once(':').map_or(id.as_str(), |(id, _)| id);
                known_names("game", id, &known)
            }
            _ => known_names("game", "", &known),
        };
        Failure::usage(&error, hint)
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Self {
        Failure::usage(&error, format!("the seats are human, {}", error.known.join(", ")))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::silent(0),
            _ => Failure::data(format!("cannot read or write: {error}")),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Position(_) => Failure::notation(error),
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
            Stop::Refused { .. } | Stop::UnexpectedEof { .. } | Stop::InvalidSetup(_) => Failure::data(stop),
            Stop::Output(error) | Stop::Input(error) => error.into(),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::InUse { .. } => {
                Failure::usage(error, "end that session, or give this one another file")
            }
            _ => Failure::data(error),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        Failure::data(error)
    }
}
