//! The program of a player as a process, and games decided beforehand.
#![allow(clippy::disallowed_methods, reason = "a timeout needs a real clock")]

use cygnet::words::GameWords as _;
use std::io::{Read, Write as _};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cygnet::engine::referee::Referee;
use cygnet::games::{self, AnyGame};
use cygnet::model::{Ending, Game as _, GameRng, Player, Position as _, Reason, Record, Seating};
use cygnet::records;

use crate::common::moves;

/// How long a test waits for something that comes in any case.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// The code of most games.
pub const CODE: &str = "7-amber-otter";

/// A game between two humans, decided before it is played.
pub struct Plan {
    pub referee: Referee<AnyGame>,
}

impl Plan {
    /// Plays random moves. The player to move resigns after `max_plies`.
    pub fn random(name: &str, seed: u64, max_plies: usize) -> Plan {
        let mut rng = GameRng::from_seed(seed);
        let mut referee = Referee::new(&games::open(name).unwrap()).with_human(true);
        while referee.ending().is_none() && referee.history().plies() < max_plies {
            let mv = *rng.pick(&moves(referee.position())).unwrap();
            referee.play(mv).unwrap();
        }
        if referee.ending().is_none() {
            referee.resign();
        }
        Plan { referee }
    }

    /// Returns the name of the game.
    pub fn game_name(&self) -> String {
        self.referee.game().name()
    }

    /// Returns what `player` types for the turns after the first `from`.
    pub fn lines(&self, player: Player, from: usize) -> String {
        let game = self.referee.game();
        let mut history = self.referee.history().clone();
        history.undo(usize::MAX);
        let mut lines = Vec::new();
        loop {
            let Some((mv, _)) = history.undone().next() else { break };
            if history.current().to_move() == player && history.plies() >= from {
                lines.extend(game.typed_answers(&game.view(&history), mv));
            }
            history.redo(1);
        }
        if self.referee.ending() == Some(Ending::lost(player, Reason::Resigned)) {
            lines.push(":resign".to_owned());
        }
        lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Returns each turn on one line, as it is typed at a terminal.
    #[cfg(unix)]
    pub fn typed_turns(&self) -> Vec<String> {
        let game = self.referee.game();
        let turns = self.referee.history().turns();
        let mut history = cygnet::model::History::new(self.referee.history().start().clone());
        turns
            .map(|(_, mv, _)| {
                let turn = game.typed_answers(&game.view(&history), mv).join(" ");
                history.play(mv);
                turn
            })
            .collect()
    }

    /// Returns what `--format json` reports when this game is played from its start.
    pub fn reports(&self) -> String {
        let history = self.referee.history();
        let head = Record::default().with_seats([Seating::HUMAN; 2]);
        let record = self.referee.record(&head);
        let turns = (1..=history.plies()).map(|number| {
            let turn = records::json::TurnObject::of(self.referee.game(), history, number).unwrap();
            serde_json::to_string(&turn).unwrap() + "\n"
        });
        let game =
            records::json::GameObject::new(self.referee.game(), &record, history, record.result.as_ref());
        turns.collect::<String>() + &serde_json::to_string(&game).unwrap() + "\n"
    }
}

/// What a stream of a process has written.
#[derive(Clone, Default)]
struct Output(Arc<(Mutex<String>, Condvar)>);

impl Output {
    /// Reads a stream to its end, and calls `on_change` with its length whenever there is more.
    fn read(
        &self,
        mut stream: impl Read + Send + 'static,
        mut on_change: impl FnMut(usize) + Send + 'static,
    ) -> JoinHandle<()> {
        let output = self.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                bytes.extend_from_slice(&buffer[..length]);
                on_change(bytes.len());
                *output.0.0.lock().unwrap() = String::from_utf8_lossy(&bytes).into_owned();
                output.0.1.notify_all();
            }
        })
    }

    fn text(&self) -> String {
        self.0.0.lock().unwrap().clone()
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        let (seen, changed) = &*self.0;
        let waiting = changed.wait_timeout_while(seen.lock().unwrap(), PATIENCE, |seen| !seen.contains(text));
        let seen = waiting.unwrap().0.clone();
        assert!(seen.contains(text), "{text:?} did not appear; there was {seen:?}");
        seen
    }
}

/// A process is killed when its output has this length, after a while.
#[derive(Clone, Copy)]
pub struct KillAt {
    pub length: usize,
    pub delay: Duration,
}

/// How a process has ended.
#[derive(Debug)]
pub struct End {
    /// Nothing after a signal.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A running program of a player, with its own home.
pub struct Computer {
    child: Arc<Mutex<Child>>,
    stdout: Output,
    stderr: Output,
    readers: Vec<JoinHandle<()>>,
}

impl Computer {
    /// Starts the program and types `input`.
    pub fn start(home: &Path, arguments: &[&str], input: &str) -> Computer {
        Computer::start_and_kill(home, arguments, input, None)
    }

    /// Hosts a game under [`CODE`] and types `input`. Returns the address too.
    pub fn host(home: &Path, game: &str, options: &[&str], input: &str) -> (Computer, SocketAddr) {
        let words = ["host", game, "--listen=127.0.0.1:0", "--code", CODE];
        let host = Computer::start(home, &[&words, options].concat(), input);
        let shown = match options.contains(&"--format=json") {
            true => host.wait_for("cygnet watch "),
            false => host.wait_for_report("cygnet watch "),
        };
        (host, invitation(&shown, "cygnet join ").0)
    }

    /// Joins the game under [`CODE`] at this address and types `input`.
    pub fn join(home: &Path, address: SocketAddr, options: &[&str], input: &str) -> Computer {
        let address = address.to_string();
        Computer::start(home, &[&["join", &address, CODE], options].concat(), input)
    }

    /// Starts the program in a network namespace and types `input`.
    #[cfg(target_os = "linux")]
    pub fn start_in(namespace: &str, home: &Path, arguments: &[&str], input: &str) -> Computer {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace, env!("CARGO_BIN_EXE_cygnet")]);
        Computer::run(command, home, arguments, input, None)
    }

    /// Starts the program, types `input`, and kills it at some moment.
    pub fn start_and_kill(home: &Path, arguments: &[&str], input: &str, kill: Option<KillAt>) -> Computer {
        Computer::run(Command::new(env!("CARGO_BIN_EXE_cygnet")), home, arguments, input, kill)
    }

    fn run(
        mut command: Command,
        home: &Path,
        arguments: &[&str],
        input: &str,
        kill: Option<KillAt>,
    ) -> Computer {
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("HOME", home).env("XDG_STATE_HOME", home).env("XDG_CONFIG_HOME", home);
        let mut child = command.spawn().unwrap();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        // Few lines, for which there is room in the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let child = Arc::new(Mutex::new(child));
        let (stdout, stderr) = (Output::default(), Output::default());
        let victim = Arc::clone(&child);
        let mut kill = kill;
        let check = move |length| {
            if let Some(at) = kill.take_if(|at| length >= at.length) {
                thread::sleep(at.delay);
                victim.lock().unwrap().kill().unwrap();
            }
        };
        let readers = vec![stdout.read(out, |_| ()), stderr.read(err, check)];
        Computer { child, stdout, stderr, readers }
    }

    /// Waits until the program has shown this text. Returns everything shown so far.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.stderr.wait_for(text)
    }

    /// Waits until the program has reported a line with this text. Returns everything reported so far.
    #[track_caller]
    pub fn wait_for_report(&self, text: &str) -> String {
        self.stdout.wait_for(text)
    }

    /// Waits for the program's end. Its output is complete then.
    #[track_caller]
    pub fn end(mut self) -> End {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.lock().unwrap().try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end: {}", self.stderr.text());
            thread::sleep(Duration::from_millis(2));
        };
        self.readers.drain(..).for_each(|reader| reader.join().unwrap());
        End { code: status.code(), stdout: self.stdout.text(), stderr: self.stderr.text() }
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The homes of two players, and of others.
pub struct Homes {
    folder: tempfile::TempDir,
}

impl Homes {
    pub fn new() -> Homes {
        Homes { folder: tempfile::tempdir().unwrap() }
    }

    /// Returns an absolute path here. The folder for homes is created.
    pub fn path(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path
    }
}

/// Calls `play` with each number below `count`, in several threads. A failure names its number.
pub fn in_lanes(lanes: usize, count: usize, play: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let play_some = || {
        while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count) {
            let played = catch_unwind(AssertUnwindSafe(|| play(number)));
            played.unwrap_or_else(|_| panic!("game {number}"));
        }
    };
    thread::scope(|scope| (0..lanes).for_each(|_| drop(scope.spawn(play_some))));
}

/// Returns all files and directories below a directory, and the directory.
#[cfg(unix)]
pub fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        found.extend(everything_in(&entry.unwrap().path()));
    }
    found
}

/// Returns the path of the kept game of a side with one code. The list of codes names it.
pub fn kept_path(home: &Path, side: &str) -> PathBuf {
    let folder = home.join("cygnet/network");
    let codes = std::fs::read_to_string(folder.join("codes.txt")).unwrap_or_default();
    folder.join(format!("{side}-{}.cygnet", codes.split(' ').next().unwrap_or_default()))
}

/// Returns the number of turns in the kept game of a side; zero if nothing has been kept yet.
pub fn kept_plies(home: &Path, side: &str) -> usize {
    let text = std::fs::read_to_string(kept_path(home, side)).unwrap_or_default();
    // The file is created before anything is kept in it.
    if text.is_empty() { 0 } else { text.parse::<Record>().unwrap().moves.len() }
}

/// Returns the address that a host shows, once it does.
#[track_caller]
pub fn address(host: &Computer) -> SocketAddr {
    invitation(&host.wait_for("cygnet watch "), "cygnet join ").0
}

/// Returns the address and the code after `command` in an invitation.
pub fn invitation(shown: &str, command: &str) -> (SocketAddr, String) {
    let rest = shown.split(command).nth(1).unwrap_or_else(|| panic!("no {command}: {shown}"));
    let mut words = rest.split_whitespace();
    (words.next().unwrap().parse().unwrap(), words.next().unwrap().to_owned())
}

/// Checks that both sides have the planned game, and left as after any game.
#[track_caller]
pub fn check_ends(plan: &Plan, host: &End, guest: &End) {
    assert_eq!(host.code, Some(0), "the host: {}", host.stderr);
    assert_eq!(guest.code, Some(0), "the guest: {}", guest.stderr);
    assert_eq!(host.stdout, plan.reports(), "the host has another game: {}", host.stderr);
    assert_eq!(guest.stdout, host.stdout, "the guest has another game: {}", guest.stderr);
}
