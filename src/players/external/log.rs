//! A log of all lines sent to and received from programs, for debugging them.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::model::text::{cleaned, escape_line, escape_path};
use crate::model::{Clock, SystemClock};
use crate::store::FileError;

/// The maximum length of a logged line, in letters. Longer lines are cut.
const MAX_LINE_LETTERS: usize = 1_000;
/// The maximum number of bytes written. The output of a program is unlimited.
const MAX_LOG_BYTES: u64 = 1 << 30;

/// The number of bytes that show whether a file is a log.
const MAX_START_BYTES: u64 = 4096;

/// A log file. Errors in writing it do not stop a game.
#[derive(Debug)]
pub struct EngineLog {
    path: PathBuf,
    clock: SystemClock,
    state: Mutex<LogState>,
}

#[derive(Debug)]
struct LogState {
    out: File,
    bytes: u64,
    failure: Option<io::Error>,
}

impl EngineLog {
    /// Opens this file for appending, creating it if needed.
    ///
    /// # Errors
    /// The path is not a regular file, has other content than a log, or cannot be written.
    pub fn open(path: &Path) -> Result<Arc<EngineLog>, FileError> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(FileError::NotRegular(path.to_owned()));
        }
        let file = File::options().read(true).append(true).create(true).open(path);
        let out = file.map_err(FileError::io(path))?;
        let mut start = Vec::new();
        (&out).take(MAX_START_BYTES).read_to_end(&mut start).map_err(FileError::io(path))?;
        if !start.is_empty() && !begins_log(&String::from_utf8_lossy(&start)) {
            let path = escape_path(path);
            return Err(FileError::Content(format!("{path}: the file exists and is not an engine log")));
        }
        let state = Mutex::new(LogState { out, bytes: 0, failure: None });
        Ok(Arc::new(EngineLog { path: path.to_owned(), clock: SystemClock::new(), state }))
    }

    /// Returns the error that left the log incomplete, if any, once.
    pub fn failure(&self) -> Option<FileError> {
        self.state().failure.take().map(FileError::io(&self.path))
    }

    fn state(&self) -> MutexGuard<'_, LogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogState {
    fn write(&mut self, line: &str) {
        if self.failure.is_some() {
            return;
        }
        self.bytes += line.len() as u64;
        let written = match self.bytes > MAX_LOG_BYTES {
            true => Err(io::Error::other("the log has reached its maximum size")),
            false => self.out.write_all(line.as_bytes()),
        };
        self.failure = written.err();
    }
}

/// Returns whether a log can begin with `text`.
fn begins_log(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let is_message = |rest: &str| ["] > ", "] < ", "] ~ ", "] ! "].iter().any(|sign| rest.contains(sign));
    line.split_once(' ').is_some_and(|(seconds, rest)| seconds.parse::<f64>().is_ok() && is_message(rest))
}

/// The log of one program, which writes under the name of the program. The default writes nothing.
#[derive(Clone, Debug, Default)]
pub struct ProgramLog(Option<(Arc<EngineLog>, String)>);

impl ProgramLog {
    /// Creates a log that writes to `log`, if any, under this name.
    pub fn new(log: Option<&Arc<EngineLog>>, name: &str) -> Self {
        ProgramLog(log.map(|log| (Arc::clone(log), escape_line(name))))
    }

    /// Writes a line from the program (`<`, or `~` from its standard error), to the program (`>`), or about it (`!`).
    pub(super) fn write(&self, process: u32, sign: char, text: &str) {
        if let Some((log, name)) = &self.0 {
            let text = cleaned(&escape_line(text), MAX_LINE_LETTERS);
            let seconds = log.clock.now().as_secs_f64();
            log.state().write(&format!("{seconds:.4} {name} [{process}] {sign} {text}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_lines_are_shortened_and_escaped_and_a_full_log_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = EngineLog::open(&path).unwrap();
        let program_log = ProgramLog::new(Some(&log), "Old");
        program_log.write(7, '>', "go depth 1");
        program_log.write(7, '<', &format!("\x1b[2J{}", "x".repeat(5_000)));
        program_log.write(7, '!', "ended");
        ProgramLog::default().write(7, '!', "not written");
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!([lines[0], lines[2]], ["Old [7] > go depth 1", "Old [7] ! ended"]);
        assert!(lines[1].starts_with("Old [7] < \\u{1b}[2Jxxx") && lines[1].len() < 1_020, "{}", lines[1]);
        assert!(lines.len() == 3 && log.failure().is_none());
        log.state().bytes = MAX_LOG_BYTES;
        program_log.write(7, '!', "one too many");
        assert!(log.failure().unwrap().to_string().contains("maximum size"));
        assert!(matches!(EngineLog::open(folder.path()), Err(FileError::NotRegular(_))));
        assert!(EngineLog::open(&path).is_ok());
        fs::write(&path, "cygnet record 1\n").unwrap();
        assert!(matches!(EngineLog::open(&path), Err(FileError::Content(_))));
    }
}
