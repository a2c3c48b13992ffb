//! A program that runs beside this one and answers in lines: started, asked, ended and reaped. What it says is not
//! understood here.
//!
//! Whatever the program does, nothing here waits for longer than the caller says: it is written to and read from by
//! threads of their own, and what it says unasked stays in the pipe.

use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::console::{Event, Input};
use crate::model::{StopSignal, Stopwatch, SystemClock};

use super::Fault;

/// The most lines that a program may say before it has answered.
pub const MOST_LINES: usize = 100_000;
/// How long a program that has been told to stop, or has closed its output, may go on.
const STOPPING: Duration = Duration::from_secs(2);
/// How long a program that has been told to quit may take.
const QUITTING: Duration = Duration::from_millis(500);
/// How often signals and ended programs are looked for while waiting.
const GLANCE: Duration = Duration::from_millis(20);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// With this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// In another way.
    Killed,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(signal) => write!(f, "signal {signal}"),
            Exit::Killed => f.write_str("killed"),
        }
    }
}

/// A running program. It is ended, with all that it has started, and reaped when this value goes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines to write; dropping it closes the program's input.
    pen: Option<Sender<String>>,
    lines: Input,
    /// Its patience is counted by the machine's own clock: a program beside this one knows no other.
    clock: SystemClock,
}

/// What is awaited of a program.
#[derive(Clone, Copy, Debug)]
pub struct Wait<'a> {
    /// The command that is to be answered, for the words of the fault.
    pub asked: &'static str,
    /// How long that may take.
    pub time: Duration,
    /// Once raised, the program is told to stop and has to answer soon.
    pub stop: &'a StopSignal,
}

impl Process {
    /// Starts the program `words[0]` with the other words as arguments. What it writes to standard error is dropped.
    ///
    /// # Errors
    /// There is no such program, or the system refuses.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        family::found(&mut command);
        let mut child = command.spawn()?;
        let (pen, ink) = channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &ink));
        }
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Process {
            child,
            pen: Some(pen),
            lines: Input::new(BufReader::new(stdout)),
            clock: SystemClock::new(),
        })
    }

    /// Says a line to the program. One that does not listen is found out when it does not answer.
    pub fn say(&self, line: impl Into<String>) {
        if let Some(pen) = &self.pen {
            let _ = pen.send(line.into() + "\n");
        }
    }

    /// Reads on to the first line of which `answer` makes something.
    ///
    /// # Errors
    /// The program ended, said too much, or did not say it in time.
    pub fn wait_for<T>(
        &mut self,
        wait: Wait<'_>,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let clock = self.clock;
        let watch = Stopwatch::start(&clock);
        let mut time = wait.time;
        let mut stopping = false;
        for _ in 0..MOST_LINES {
            let line = loop {
                if !stopping && wait.stop.is_raised() {
                    stopping = true;
                    self.say("stop");
                    time = time.min(watch.elapsed() + STOPPING);
                }
                let left = time.saturating_sub(watch.elapsed());
                if left.is_zero() {
                    return Err(Fault::Silent { asked: wait.asked, time: wait.time });
                }
                match self.lines.wait_at_most(left.min(GLANCE)) {
                    Some(Event::Line(line)) => break line,
                    Some(Event::End | Event::Failed(_)) => return Err(self.last_words()),
                    Some(Event::Cancelled | Event::Woken) | None => {}
                }
            };
            if let Some(answer) = answer(&line.text()) {
                return Ok(answer);
            }
        }
        Err(Fault::Flood)
    }

    /// How a program ended that has closed its output.
    fn last_words(&self) -> Fault {
        let watch = Stopwatch::start(&self.clock);
        while watch.elapsed() < STOPPING {
            if let Some(how) = family::ended(&self.child) {
                return Fault::Ended(how);
            }
            thread::sleep(GLANCE);
        }
        Fault::OutputClosed
    }

    /// Ends the program without asking it.
    pub fn kill(mut self) {
        self.pen = None;
        family::kill(&mut self.child);
    }

    /// Asks the program to quit and gives it a moment for that.
    fn quit(&mut self) {
        self.say("quit");
        self.pen = None;
        let clock = self.clock;
        let watch = Stopwatch::start(&clock);
        while watch.elapsed() < QUITTING && family::ended(&self.child).is_none() {
            // One that cannot get rid of its lines cannot end.
            while matches!(self.lines.wait_at_most(GLANCE / 10), Some(Event::Line(_))) {
                if watch.elapsed() >= QUITTING {
                    break;
                }
            }
            thread::sleep(GLANCE / 10);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.pen.is_some() {
            self.quit();
        }
        family::kill(&mut self.child);
        // Killed, it ends; waiting is what frees its place in the system's table.
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, ink: &Receiver<String>) {
    for text in ink {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// A program with all that it starts: a process group of its own. An interrupt at the terminal does not reach it, so
/// that it is ended in order.
#[cfg(unix)]
mod family {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

    use super::Exit;

    pub fn found(command: &mut Command) {
        command.process_group(0);
    }

    /// How the program ended, if it has. It is not reaped: until then nobody else gets its number.
    pub fn ended(child: &Child) -> Option<Exit> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
        status.ok().flatten().map(|status| describe(&status))
    }

    fn describe(status: &WaitIdStatus) -> Exit {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Exit::Code(code),
            (None, Some(signal)) => Exit::Signal(signal),
            (None, None) => Exit::Killed,
        }
    }

    /// Ends the whole group. The caller has not reaped the program yet.
    pub fn kill(child: &mut Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// A program alone, where there are no process groups.
#[cfg(not(unix))]
mod family {
    use std::process::{Child, Command};

    use super::Exit;

    pub fn found(_command: &mut Command) {}

    pub fn ended(_child: &Child) -> Option<Exit> {
        None
    }

    pub fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
