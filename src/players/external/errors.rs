//! What a program writes to standard error: it goes to the log, and its last lines explain a fault.

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::process::ChildStderr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::lines::read_line;
use crate::model::text::{cleaned, escape_line};

use super::{EngineFault, ProgramLog};

/// The start of the line with which the launcher says that it could not start a program. The error number follows.
pub(super) const NOT_STARTED: &str = "cygnet could not start the program: ";
/// The number of lines that explain a fault.
const MAX_LINES: usize = 3;
/// The maximum length of such a line, in letters.
const MAX_LINE_LETTERS: usize = 200;
/// How long to wait for the last lines of a program that has ended.
const MAX_WAIT: Duration = Duration::from_millis(200);

/// The last lines that a program has written to standard error.
#[derive(Clone, Debug, Default)]
pub struct ErrorLines(Arc<(Mutex<Lines>, Condvar)>);

#[derive(Debug, Default)]
struct Lines {
    last: VecDeque<String>,
    /// The number of programs whose lines are being read.
    readers: usize,
}

impl ErrorLines {
    /// Reads the lines of a program that has been started, in a thread. Forgets those of the program before it.
    pub(super) fn read(&self, stderr: ChildStderr, process: u32, log: ProgramLog) -> io::Result<()> {
        let lines = self.clone();
        let mut state = self.lines();
        thread::Builder::new().spawn(move || {
            let mut stderr = BufReader::new(stderr);
            while let Ok(Some(line)) = read_line(&mut stderr) {
                lines.add(&line.text(), process, &log);
            }
            lines.lines().readers -= 1;
            lines.0.1.notify_all();
        })?;
        *state = Lines { last: VecDeque::new(), readers: state.readers + 1 };
        Ok(())
    }

    fn add(&self, line: &str, process: u32, log: &ProgramLog) {
        if !line.starts_with(NOT_STARTED) {
            log.write(process, '~', line);
        }
        if !line.is_empty() {
            let last = &mut self.lines().last;
            last.push_back(cleaned(&escape_line(line), MAX_LINE_LETTERS));
            last.drain(..last.len().saturating_sub(MAX_LINES));
        }
    }

    /// Returns the error with which the launcher failed to start the program, if it did.
    pub(super) fn start_error(&self) -> Option<io::Error> {
        let last = &mut self.all_lines().last;
        let number = last.back()?.strip_prefix(NOT_STARTED)?.parse().ok()?;
        last.clear();
        Some(io::Error::from_raw_os_error(number))
    }

    /// Describes a fault, with the last lines of the program, on one line.
    pub(super) fn explain(&self, fault: &EngineFault) -> String {
        let said = self.all_lines().last.make_contiguous().join(" | ");
        let said = if said.is_empty() { said } else { format!("; standard error: {said}") };
        escape_line(&format!("{fault}{said}"))
    }

    /// Waits a moment for the end of standard error.
    fn all_lines(&self) -> MutexGuard<'_, Lines> {
        let waited = self.0.1.wait_timeout_while(self.lines(), MAX_WAIT, |lines| lines.readers > 0);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
