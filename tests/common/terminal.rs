//! The program at a pseudo-terminal.
#![allow(clippy::disallowed_methods, reason = "a person looks at a clock of his own")]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A person at a terminal.
pub struct Terminal {
    pub child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Receiver<Vec<u8>>,
    seen: String,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Starts the program in a high window.
    pub fn start(arguments: &[&str], columns: u16, state: &Path) -> Terminal {
        Terminal::start_in((columns, 50), arguments, state)
    }

    /// Starts the program in a window of so many columns and rows.
    pub fn start_in(window: (u16, u16), arguments: &[&str], state: &Path) -> Terminal {
        let (columns, rows) = window;
        Terminal::run(env!("CARGO_BIN_EXE_cygnet"), arguments, (rows, columns), state)
    }

    /// Starts any program in a window of so many rows and columns.
    pub fn run(program: &str, arguments: &[&str], (rows, cols): (u16, u16), state: &Path) -> Terminal {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("XDG_STATE_HOME", state);
        command.env("XDG_CONFIG_HOME", state);
        command.env("TERM", "xterm");
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, seen: String::new(), master: pair.master }
    }

    /// Types these keys.
    pub fn type_in(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until `text` has appeared since the last call, and forgets everything up to it.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(place) = self.seen.find(text) {
                let rest = self.seen.split_off(place + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.screen.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} did not come; there was {:?}", self.seen),
            }
        }
    }

    /// Everything that appears until the program is gone.
    pub fn rest(&mut self) -> String {
        loop {
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.seen),
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {}", self.seen),
            }
        }
    }

    /// Gives the window another size.
    pub fn resize(&self, rows: u16, cols: u16) {
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// How the terminal treats what is typed, as `stty` tells it.
    pub fn modes(&self) -> String {
        let name = self.master.tty_name().unwrap();
        let told = std::process::Command::new("stty").arg("-a").arg("-F").arg(name).output().unwrap();
        String::from_utf8(told.stdout).unwrap()
    }

    /// The exit code, once the program has ended.
    pub fn exit_code(&mut self) -> u32 {
        self.child.wait().unwrap().exit_code()
    }
}

/// Types each line once the text before it has appeared.
pub fn converse(terminal: &mut Terminal, lines: &[(&str, &str)]) {
    for (text, line) in lines {
        terminal.wait_for(text);
        terminal.type_in(&format!("{line}\r"));
    }
}
