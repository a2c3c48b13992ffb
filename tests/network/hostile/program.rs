//! A running program, fed and read through pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

use cygnet::model::{Ending, Record};
use rustix::process::{Pid, Signal, kill_process};

use super::PATIENCE;
use crate::computers::kept_path;

/// A program with its own folder for its state.
pub struct Program {
    child: Child,
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All that it has said and was looked at.
    pub said: String,
    folder: PathBuf,
}

impl Program {
    pub fn start(args: &[&str]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("cygnet-hostile-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_cygnet"))
            .args(args)
            .env("XDG_STATE_HOME", &folder)
            .env("XDG_CONFIG_HOME", &folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let (output, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let errors_to = sender.clone();
        thread::spawn(move || {
            BufReader::new(output).lines().for_each(|line| drop(sender.send(line.unwrap())))
        });
        thread::spawn(move || {
            BufReader::new(errors).lines().for_each(|line| drop(errors_to.send(line.unwrap())));
        });
        let input = child.stdin.take();
        Program { child, input, lines, said: String::new(), folder }
    }

    /// Writes a line to its input.
    pub fn type_line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap_or_else(|error| panic!("{error}: {}", self.said));
    }

    /// Reads its output until a line contains `text`. Returns that line.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_one_of(&[text]).unwrap_or_else(|| panic!("no {text:?} in:\n{}", self.said))
    }

    /// Reads its output until a line contains one of the texts. Returns that line; `None` if the program ends.
    #[track_caller]
    pub fn wait_for_one_of(&mut self, texts: &[&str]) -> Option<String> {
        loop {
            let line = match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => panic!("no {texts:?} in:\n{}", self.said),
            };
            self.said += &format!("{line}\n");
            if texts.iter().any(|text| line.contains(text)) {
                return Some(line);
            }
        }
    }

    /// Reads its output until it ends. Returns whether it succeeded.
    pub fn wait_for_end(&mut self) -> bool {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.said += &format!("{line}\n");
        }
        self.child.wait().unwrap().success()
    }

    /// Ends it, wherever it is.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Returns the text of the game that it keeps.
    pub fn kept_text(&self, role: &str) -> String {
        fs::read_to_string(kept_path(&self.folder, role)).unwrap_or_default()
    }

    /// Returns the moves and the result of the game that it keeps.
    pub fn kept(&self, role: &str) -> Option<(Vec<String>, Option<Ending>)> {
        let record = self.kept_text(role).parse::<Record>().ok()?;
        Some((record.move_texts(), record.result))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        self.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A host of a game, and how to join it.
pub struct Host {
    pub program: Program,
    pub address: String,
    pub watch_code: String,
}

impl Host {
    pub fn start(options: &[&str]) -> Self {
        let args =
            [&["host", "uglyduck", "--listen", "127.0.0.1:0", "--code", super::CODE], options].concat();
        let mut program = Program::start(&args);
        let line = program.wait_for("cygnet watch ");
        let words: Vec<&str> = line.split_whitespace().collect();
        Host { program, address: words[2].to_owned(), watch_code: words[3].to_owned() }
    }

    /// Starts the program of the other player.
    pub fn join(&self) -> Program {
        Program::start(&["join", &self.address, super::CODE, "--name", "Ben"])
    }
}

/// What a process uses: kilobytes of memory now and at most, and open files.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub memory: usize,
    pub max_memory: usize,
    pub files: usize,
}

impl Usage {
    pub fn of(pid: u32) -> Self {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let kilobytes = |name: &str| -> usize {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        };
        let files = fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
        Usage { memory: kilobytes("VmRSS:"), max_memory: kilobytes("VmHWM:"), files }
    }
}
