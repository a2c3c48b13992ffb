//! A process that exchanges lines with cygnet: starting it, sending and receiving lines, ending and reaping
//! it. The meaning of the lines is left to the caller.
//!
//! Regardless of what the process does, no call waits longer than the caller allows: separate threads write
//! to it and read from it, and unsolicited output stays in the pipe.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::lines::{InputLine, read_line};
use crate::model::{StopSignal, Stopwatch, SystemClock};
use crate::store::files::without_number;

use super::{EngineFault, ErrorLines, ProgramLog, launch};

/// The maximum number of lines a program can write before its answer.
const MAX_LINES: usize = 100_000;
/// The number of lines of a program that wait to be read.
const MAX_UNREAD_LINES: usize = 64;
/// How long to wait for a program that was asked to stop or has closed its output.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);
/// How long to wait for a program that was asked to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often to check the stop signal and the state of the program while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A running program. Dropping this value ends the program, along with everything it has started, and reaps
/// it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Accepts lines to write. Dropping it closes the program's input.
    input: Option<Sender<String>>,
    /// The lines that the program writes, until its output ends or cannot be read.
    lines: Receiver<io::Result<InputLine>>,
    log: ProgramLog,
    errors: ErrorLines,
    /// Always the system clock, because other programs know no other.
    clock: SystemClock,
}

impl Process {
    /// Starts the program `words[0]` with the other words as arguments. Its standard error goes to `log` and `errors`.
    ///
    /// # Errors
    /// The program does not exist or cannot be started. If that is found out later, the first answer is missing.
    pub fn start(words: &[String], log: ProgramLog, errors: &ErrorLines) -> io::Result<Self> {
        let mut child = launch::start(words)?;
        match Process::connect(&mut child, &log, errors) {
            Ok((input, lines)) => {
                log.write(child.id(), '!', "started");
                let errors = errors.clone();
                Ok(Process { child, input: Some(input), lines, log, errors, clock: SystemClock::new() })
            }
            Err(error) => {
                process_group::kill(&mut child);
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Starts the threads that write to the program and read from it.
    fn connect(
        child: &mut Child,
        log: &ProgramLog,
        errors: &ErrorLines,
    ) -> io::Result<(Sender<String>, Receiver<io::Result<InputLine>>)> {
        let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
        errors.read(stderr, child.id(), log.clone())?;
        let (input, lines) = channel();
        thread::Builder::new().spawn(move || write_all(stdin, &lines))?;
        let (output, written) = sync_channel(MAX_UNREAD_LINES);
        thread::Builder::new().spawn(move || read_all(BufReader::new(stdout), &output))?;
        Ok((input, written))
    }

    /// Sends a line to the program. Failures are not reported here: the missing answer shows them.
    pub fn send(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            let line = line.into();
            self.log.write(self.child.id(), '>', &line);
            let _ = input.send(line + "\n");
        }
    }

    /// Reads lines until `answer` returns a value for one, and returns that value. When `stop` is raised, the program is
    /// asked to stop and must answer soon.
    ///
    /// # Errors
    /// The program exited, wrote too much, or did not answer in time.
    pub fn wait_for(
        &mut self,
        command: &'static str,
        max_time: Duration,
        stop: &StopSignal,
        answer: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<String, EngineFault> {
        let clock = self.clock;
        let watch = Stopwatch::start(&clock);
        let mut time = max_time;
        let mut stopping = false;
        for _ in 0..MAX_LINES {
            let line = loop {
                if !stopping && stop.is_raised() {
                    stopping = true;
                    self.send("stop");
                    time = time.min(watch.elapsed() + STOP_TIMEOUT);
                }
                let left = time.saturating_sub(watch.elapsed());
                if left.is_zero() {
                    let time = max_time.as_secs_f64();
                    return Err(EngineFault::Other(format!("no answer to \"{command}\" within {time} s")));
                }
                match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                    Ok(Ok(line)) => break line,
                    Ok(Err(error)) => {
                        let problem = format!("its output could not be read: {}", without_number(&error));
                        return Err(EngineFault::Other(problem));
                    }
                    Err(RecvTimeoutError::Disconnected) => return Err(EngineFault::OutputClosed),
                    Err(RecvTimeoutError::Timeout) => {}
                }
            };
            let line = line.text();
            self.log.write(self.child.id(), '<', &line);
            if let Some(answer) = answer(&line) {
                return Ok(answer);
            }
        }
        Err(EngineFault::Other(format!("more than {MAX_LINES} lines without an answer")))
    }

    /// Returns how a program has ended that has closed its output, or else its fault. Waits for its end, so that no
    /// clock should run.
    pub fn exit_fault(&self, fault: EngineFault) -> EngineFault {
        if !matches!(fault, EngineFault::OutputClosed) {
            return fault;
        }
        let watch = Stopwatch::start(&self.clock);
        while watch.elapsed() < STOP_TIMEOUT {
            if let Some(how) = process_group::ended(&self.child) {
                let ended = || EngineFault::Other(format!("it exited unexpectedly ({how})"));
                return self.errors.start_error().map_or_else(ended, EngineFault::NotStarted);
            }
            thread::sleep(POLL_INTERVAL);
        }
        fault
    }

    /// Kills the program because of this fault.
    pub fn kill(mut self, fault: &EngineFault) {
        self.log.write(self.child.id(), '!', &fault.to_string());
        self.input = None;
        process_group::kill(&mut self.child);
    }

    /// Asks the program to quit and waits a moment for it.
    fn quit(&mut self) {
        self.send("quit");
        self.input = None;
        let clock = self.clock;
        let watch = Stopwatch::start(&clock);
        while watch.elapsed() < QUIT_TIMEOUT && process_group::ended(&self.child).is_none() {
            // A program may be unable to exit while its output is not read.
            while matches!(self.lines.recv_timeout(POLL_INTERVAL / 10), Ok(Ok(_))) {
                if watch.elapsed() >= QUIT_TIMEOUT {
                    break;
                }
            }
            thread::sleep(POLL_INTERVAL / 10);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.quit();
        }
        process_group::kill(&mut self.child);
        // The process has been killed, so this is quick. It frees the entry in the process table.
        let _ = self.child.wait();
    }
}

fn read_all(mut output: impl BufRead, lines: &SyncSender<io::Result<InputLine>>) {
    while let Some(line) = read_line(&mut output).transpose() {
        let is_last = line.is_err();
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for text in lines {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// The program and everything it starts, in its own process group. An interrupt at the terminal does not
/// reach the group, so the program can be shut down cleanly.
#[cfg(unix)]
mod process_group {
    use std::process::Child;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

    /// Returns how the program ended, if it has. Does not reap it, so that its process ID is not reused.
    pub fn ended(child: &Child) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
        status.ok().flatten().map(|status| describe(&status))
    }

    fn describe(status: &WaitIdStatus) -> String {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "killed".to_owned(),
        }
    }

    /// Kills the whole group. The caller must not have reaped the program yet.
    pub fn kill(child: &mut Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// The program alone, on systems without process groups.
#[cfg(not(unix))]
mod process_group {
    use std::process::Child;

    pub fn ended(_child: &Child) -> Option<String> {
        None
    }

    pub fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
