//! The program at a real terminal: a pseudo-terminal that a test types at.
#![cfg(all(unix, feature = "console"))]
#![allow(clippy::disallowed_methods, reason = "a person looks at a clock of his own")]

mod common;

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cygnet::games::ugly_duck::CLASSIC;
use cygnet::model::{Chance, Game, Position, Record};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use common::table::typed;
use common::{play_all, random_game};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A person at a terminal.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Receiver<Vec<u8>>,
    seen: String,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start(arguments: &[&str], columns: u16, state: &Path) -> Terminal {
        let size = PtySize { rows: 50, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cygnet"));
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
        Terminal { child, keyboard, screen, seen: String::new(), _master: pair.master }
    }

    fn type_in(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until `text` has appeared since the last call, and forgets everything up to it.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
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
    fn rest(&mut self) -> String {
        loop {
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.seen),
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {}", self.seen),
            }
        }
    }

    fn exit_code(&mut self) -> u32 {
        self.child.wait().unwrap().exit_code()
    }
}

const TWO_PEOPLE: [&str; 7] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed=1"];

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn completion_history_and_interrupts() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    // Cells that hold a movable piece are offered, and after the colon the commands.
    terminal.type_in("a\t\t");
    let offered = terminal.wait_for("a5");
    assert!(offered.contains("a1") && offered.contains("a3"), "{offered}");
    terminal.type_in("1\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in(":pos\t\r");
    terminal.wait_for("DDDDD/5/5/5/ddddd 1");
    // The line before is one key away.
    terminal.type_in("\u{1b}[A\r");
    terminal.wait_for("DDDDD/5/5/5/ddddd 1");
    terminal.type_in("b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    // An interrupt clears the line: what is typed then is a whole answer.
    terminal.type_in("zzz\u{3}");
    terminal.wait_for("Cell - ");
    terminal.type_in("e1\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? [y/n] ");
    terminal.type_in("n\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("d1\r");
    terminal.wait_for("Turn of Player 1!");
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? [y/n] ");
    terminal.type_in("y\r");
    assert!(terminal.rest().contains("Good Bye!"));
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn an_interrupt_stops_a_thinking_computer_and_its_best_move_is_played() {
    let folder = state();
    let arguments = ["play", "uglyduck", "--p1", "minimax:40", "--p2", "human", "--seed=1"];
    let mut terminal = Terminal::start(&arguments, 100, folder.path());
    terminal.wait_for("Turn of Player 1!");
    thread::sleep(Duration::from_millis(300));
    terminal.type_in("\u{3}");
    terminal.wait_for("(Stopped: this is the best move so far.)");
    terminal.wait_for("Player 1 (computer) moves");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{4}");
    assert!(terminal.rest().contains("Good Bye!"));
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_narrow_window_gets_the_compact_board_and_one_note() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 36, folder.path());
    terminal.wait_for("too narrow");
    terminal.wait_for("Cell - ");
    terminal.type_in("a1\rb1\r:quit\r");
    let rest = terminal.rest();
    assert!(rest.contains("Turn of Player 2!") && !rest.contains("too narrow"), "{rest}");
    assert!(!rest.contains("#####"), "{rest}");
}

#[test]
fn where_even_the_compact_board_does_not_fit_there_are_sentences() {
    let folder = state();
    let people = ["play", "replica:16", "--p1", "human", "--p2", "human"];
    let mut terminal = Terminal::start(&people, 30, folder.path());
    terminal.wait_for("too narrow");
    terminal.wait_for("The board has 16 columns and");
    terminal.type_in(":quit\r");
    terminal.rest();
}

/// Sends the signal in the middle of a game, sees the program end by it, and goes on with the game.
fn ends_by_signal_and_goes_on(signal: &str, number: u32) {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.type_in("a1\rb1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    let process = terminal.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args([signal, &process]).status().unwrap().success());
    terminal.rest();
    assert_eq!(terminal.exit_code(), 128 + number);
    go_on(folder.path());
}

/// The next start offers the game that [`ends_by_signal_and_goes_on`] has begun.
fn go_on(state: &Path) {
    let mut terminal = Terminal::start(&["play"], 100, state);
    terminal.wait_for("1 - go on with uglyduck, human against human, 1 move");
    terminal.type_in("1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":position\r");
    terminal.wait_for("1DDDD/D4/5/5/ddddd 2");
    terminal.type_in(":quit\r");
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_terminate_signal_ends_in_order_and_the_game_is_offered_again() {
    ends_by_signal_and_goes_on("-TERM", 15);
}

#[test]
fn a_hang_up_ends_in_order_and_the_game_is_offered_again() {
    ends_by_signal_and_goes_on("-HUP", 1);
}

#[test]
fn a_state_folder_that_cannot_be_used_is_reported_and_the_game_goes_on() {
    let folder = state();
    std::fs::write(folder.path().join("cygnet"), "not a folder").unwrap();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("(The game will not be kept: ");
    terminal.type_in("a1\rb1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":quit\r");
    terminal.rest();
}

/// The game that stands in the only slot of a state folder.
fn kept(state: &Path) -> Option<Record> {
    let text = std::fs::read_to_string(state.join("cygnet/game-1.cygnet")).ok()?;
    Some(Record::read_one(&text).unwrap_or_else(|error| panic!("half a file: {error}\n{text}")))
}

#[test]
fn killed_at_any_moment_no_completed_turn_is_lost() {
    let mut chance = Chance::from_seed(12);
    let mut most_turns = 0;
    for round in 0..200 {
        let folder = state();
        let moves = random_game(&CLASSIC, &mut chance, 40, |_, _| {});
        let keys = typed(&CLASSIC, &moves).join("\r") + "\r";
        let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
        terminal.wait_for("Cell - ");
        terminal.type_in(&keys);
        thread::sleep(Duration::from_micros(chance.below(40_000) as u64));
        terminal.child.kill().unwrap();
        terminal.child.wait().unwrap();
        let output = terminal.rest();
        let turns = output.matches("Turn of Player").count();
        most_turns = most_turns.max(turns);
        let over = output.contains("Winner");
        let Some(record) = kept(folder.path()) else {
            assert!(turns == 0 || over, "round {round}: {turns} turns are lost");
            continue;
        };
        assert!(record.moves.len() >= turns, "round {round}: {} of {turns} turns", record.moves.len());
        assert_eq!(record.move_texts(), moves[..record.moves.len()], "round {round}");
        if round % 20 == 0 && !over {
            resume(folder.path(), &record);
        }
    }
    assert!(most_turns > 5, "some games get under way before they are killed");
}

/// The next start offers the game, and it stands as the record says.
fn resume(state: &Path, record: &Record) {
    let position = play_all(&CLASSIC, &record.move_texts());
    if position.outcome().is_some() {
        return;
    }
    let mut terminal = Terminal::start(&["play"], 100, state);
    terminal.wait_for("1 - go on with uglyduck");
    terminal.type_in("1\r:position\r");
    terminal.wait_for(&CLASSIC.write_position(&position));
    terminal.type_in(":quit\r");
    terminal.rest();
}
