//! The program at a pseudo-terminal.
#![allow(clippy::disallowed_methods, reason = "a timeout needs a real clock")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty};

/// The maximum wait for any output, generous for busy machines.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A program at a pseudo-terminal, and what it shows.
pub struct Terminal {
    pub child: Child,
    line: Arc<Pty>,
    /// The path of the terminal device.
    name: String,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    /// Starts the program in a window of 50 rows.
    pub fn start(arguments: &[&str], columns: u16, state: &Path) -> Terminal {
        Terminal::start_in((columns, 50), arguments, state)
    }

    /// Starts the program in a window of this size (columns, rows).
    pub fn start_in(window: (u16, u16), arguments: &[&str], state: &Path) -> Terminal {
        let (columns, rows) = window;
        Terminal::run(env!("CARGO_BIN_EXE_cygnet"), arguments, (rows, columns), state)
    }

    /// Starts any program in a window of this size (rows, columns).
    pub fn run(program: &str, arguments: &[&str], (rows, cols): (u16, u16), state: &Path) -> Terminal {
        let (line, end) = pty_process::blocking::open().unwrap();
        line.resize(Size::new(rows, cols)).unwrap();
        let name = rustix::pty::ptsname(&line, Vec::new()).unwrap().into_string().unwrap();
        // Without colours, texts can be found as people see them.
        let command = Command::new(program).args(arguments).env("TERM", "xterm").env("NO_COLOR", "1");
        let child = command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).spawn(end).unwrap();
        let line = Arc::new(line);
        let reader = Arc::clone(&line);
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, line, name, screen, seen: String::new() }
    }

    /// Types these keys.
    pub fn type_in(&mut self, keys: &str) {
        self.type_bytes(keys.as_bytes());
    }

    /// Types bytes that may not be UTF-8.
    pub fn type_bytes(&mut self, keys: &[u8]) {
        (&*self.line).write_all(keys).unwrap();
    }

    /// Waits until `text` appears after the end of the last match. Returns the output up to its end.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        let end = Instant::now() + TIMEOUT;
        loop {
            if let Some(index) = self.seen.find(text) {
                let rest = self.seen.split_off(index + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.screen.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} did not appear; there was {:?}", self.seen),
            }
        }
    }

    /// Returns all output until the program ends.
    pub fn rest(&mut self) -> String {
        loop {
            match self.screen.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.seen),
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {}", self.seen),
            }
        }
    }

    /// Resizes the window.
    pub fn resize(&self, rows: u16, cols: u16) {
        self.line.resize(Size::new(rows, cols)).unwrap();
    }

    /// Stops the output as Ctrl-S does, or lets it continue.
    pub fn stop_output(&self, is_stopped: bool) {
        use rustix::termios::{Action, tcflow};

        let device = std::fs::File::open(&self.name).unwrap();
        tcflow(&device, if is_stopped { Action::OOff } else { Action::OOn }).unwrap();
    }

    /// Returns the settings of the terminal, as printed by `stty`.
    pub fn modes(&self) -> String {
        let output = std::process::Command::new("stty").arg("-a").arg("-F").arg(&self.name).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Waits for the program to end and returns its exit code.
    pub fn exit_code(&mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap()
    }
}

/// An empty line in [`run_dialog`].
pub const ENTER: &str = "\r";

/// Types each line once the text before it has appeared. After a text with no line nothing is typed.
pub fn run_dialog(terminal: &mut Terminal, lines: &[(&str, &str)]) {
    for (text, line) in lines {
        terminal.wait_for(text);
        match *line {
            "" | ENTER => terminal.type_in(line),
            line => terminal.type_in(&format!("{line}\r")),
        }
    }
}

/// Starts the program, closes the terminal once it shows something, and returns the exit code.
pub fn code_after_closing(arguments: &[&str], state: &Path) -> Option<i32> {
    let (mut line, end) = pty_process::blocking::open().unwrap();
    line.resize(Size::new(24, 80)).unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_cygnet")).args(arguments).env("TERM", "xterm");
    let mut child = command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).spawn(end).unwrap();
    let mut buffer = [0; 4096];
    let _ = line.read(&mut buffer).unwrap();
    // Until the first question.
    thread::sleep(Duration::from_millis(300));
    drop(line);
    child.wait().unwrap().code()
}
