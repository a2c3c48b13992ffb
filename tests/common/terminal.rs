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
use rustix::process::{Pid, Signal, kill_process};

use super::patience::PATIENCE;

/// How long a program that does not run may show nothing before a test fails: it waits for an answer.
const MAX_IDLE: Duration = Duration::from_secs(20);
/// How often a test looks whether the program runs.
const INTERVAL: Duration = Duration::from_secs(1);

/// Returns whether no thread of a session runs, waits for a processor or waits for a disk. Where that cannot be
/// known, every session is idle.
fn is_idle(session: u32) -> bool {
    let entries = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut tasks = entries(Path::new("/proc")).flat_map(|process| entries(&process.path().join("task")));
    !tasks.any(|task| {
        let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        // The state, the parent, the group and the session follow the name, which is in parentheses.
        let fields = stat.rsplit_once(") ").map_or(Vec::new(), |(_, fields)| fields.split(' ').collect());
        matches!(fields[..], ["R" | "D", _, _, own, ..] if own == session.to_string())
    })
}

/// The shell that runs the program. It writes the program's process id and exit code into the directory `$0`, and
/// keeps the session after the end of the program: when the first process of a session ends, the system may drop
/// what was printed last.
const LEADER: &str = r#"
exec 2> /dev/null
trap : INT QUIT
sh -c 'echo $$ > "$0/pid"; exec "$@"' "$0" "$@" 2>&1
echo $? > "$0/code"
exec sleep 100000 < /dev/null > /dev/null
"#;

/// A program at a pseudo-terminal, and what it shows.
pub struct Terminal {
    leader: Child,
    /// Where the leader writes.
    notes: tempfile::TempDir,
    line: Arc<Pty>,
    /// The path of the terminal device.
    name: String,
    screen: Receiver<Vec<u8>>,
    seen: String,
    /// The start of a letter whose other bytes have not arrived.
    partial_letter: Vec<u8>,
}

/// Returns the number of bytes at the end that are the start of a letter.
fn partial_letter_len(bytes: &[u8]) -> usize {
    let is_partial = |length: &usize| {
        let end = std::str::from_utf8(&bytes[bytes.len() - length..]);
        end.is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_partial).unwrap_or(0)
}

#[test]
fn a_letter_can_arrive_in_two_parts() {
    for (bytes, length) in [("a", 0), ("", 0), ("▲", 0), ("a▲", 0)] {
        assert_eq!(partial_letter_len(bytes.as_bytes()), length, "{bytes}");
    }
    assert_eq!(partial_letter_len(&"▲".as_bytes()[..2]), 2);
    assert_eq!(partial_letter_len(&"a▲".as_bytes()[..2]), 1);
    assert_eq!(partial_letter_len(b"\xff"), 0);
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
        let notes = tempfile::tempdir().unwrap();
        let command = Command::new("sh").args(["-c", LEADER]).arg(notes.path()).arg(program).args(arguments);
        // What is saved without a folder is removed with the notes.
        let command = command.current_dir(notes.path()).env("TERM", "xterm").env("NO_COLOR", "1");
        let leader = command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).spawn(end).unwrap();
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
        Terminal { leader, notes, line, name, screen, seen: String::new(), partial_letter: Vec::new() }
    }

    /// Waits for a number that the leader writes.
    fn note(&self, name: &str) -> i32 {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = std::fs::read_to_string(self.notes.path().join(name)).unwrap_or_default();
            if let Some(number) = text.strip_suffix('\n') {
                return number.parse().unwrap();
            }
            assert!(Instant::now() < end, "no {name}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Returns the process id of the program.
    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.note("pid")).unwrap()
    }

    /// Sends the program a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Ends the program at once.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
        self.exit_code();
    }

    /// Types these keys.
    pub fn type_in(&mut self, keys: &str) {
        self.type_bytes(keys.as_bytes());
    }

    /// Types bytes that may not be UTF-8.
    pub fn type_bytes(&mut self, keys: &[u8]) {
        (&*self.line).write_all(keys).unwrap();
    }

    /// Waits for output, at most until `end`, or until the program has not run for a while.
    fn receive(&self, end: Instant) -> Result<Vec<u8>, RecvTimeoutError> {
        let mut idle = Duration::ZERO;
        while idle < MAX_IDLE && Instant::now() < end {
            match self.screen.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {
                    idle = if is_idle(self.leader.id()) { idle + INTERVAL } else { Duration::ZERO };
                }
                received => return received,
            }
        }
        Err(RecvTimeoutError::Timeout)
    }

    /// Adds output. How it is split into parts depends on the load of the machine.
    fn see(&mut self, bytes: &[u8]) {
        self.partial_letter.extend(bytes);
        let end = self.partial_letter.len() - partial_letter_len(&self.partial_letter);
        let rest = self.partial_letter.split_off(end);
        self.seen += &String::from_utf8_lossy(&std::mem::replace(&mut self.partial_letter, rest));
    }

    /// Waits until `text` appears after the end of the last match. Returns the output up to its end.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(index) = self.seen.find(text) {
                let rest = self.seen.split_off(index + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.receive(end) {
                Ok(bytes) => self.see(&bytes),
                Err(_) => panic!("{text:?} did not appear; there was {:?}", self.seen),
            }
        }
    }

    /// Returns the output that nobody has looked at, and waits for some for at most this long.
    pub fn look(&mut self, time: Duration) -> String {
        let mut received = self.screen.recv_timeout(time);
        while let Ok(bytes) = received {
            self.see(&bytes);
            received = self.screen.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        std::mem::take(&mut self.seen)
    }

    /// Returns whether the program has not ended.
    pub fn is_running(&self) -> bool {
        !self.notes.path().join("code").exists()
    }

    /// Returns all output until the program ends.
    pub fn rest(&mut self) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.receive(end) {
                Ok(bytes) => self.see(&bytes),
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

    /// Waits for the program to end and returns its exit code, which is 128 and its number after a signal.
    pub fn exit_code(&self) -> i32 {
        self.note("code")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Hangs up, if the program is still running.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
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

/// Starts the program, closes the terminal at the first question, and returns the exit code.
pub fn code_after_closing(arguments: &[&str], question: &str, state: &Path) -> Option<i32> {
    let (mut line, end) = pty_process::blocking::open().unwrap();
    line.resize(Size::new(24, 80)).unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_cygnet")).args(arguments).env("TERM", "xterm");
    let mut child = command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).spawn(end).unwrap();
    let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&shown).contains(question) {
        let length = line.read(&mut buffer).unwrap();
        shown.extend(&buffer[..length]);
    }
    drop(line);
    child.wait().unwrap().code()
}
