//! Tests of many programs that write in one state directory at the same moment.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::terminal::Terminal;

const SESSIONS: usize = 20;

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Types `keys` in all sessions at the same moment, once each shows `question`, and waits until they have ended.
fn type_at_once(sessions: &mut [Terminal], question: &str, keys: &str) {
    sessions.iter_mut().for_each(|session| drop(session.wait_for(question)));
    sessions.iter_mut().for_each(|session| session.type_in(keys));
    for session in sessions {
        let shown = session.rest();
        assert!(!shown.contains("could not be saved") && session.exit_code() == 0, "{shown}");
    }
}

/// Runs a line of arguments for each number at the same moment.
fn run_at_once(state: &Path, line: impl Fn(usize) -> String) {
    let start = |number: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.args(line(number).split_whitespace()).current_dir(state);
        command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state);
        command.stdin(fs::File::open(state.join("input")).unwrap());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let programs: Vec<_> = (0..SESSIONS).map(start).collect();
    for program in programs {
        let output = program.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

/// Returns the number of unfinished games.
fn unfinished(state: &Path) -> usize {
    let entries = fs::read_dir(state.join("cygnet")).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "cygnet")).count()
}

#[test]
fn games_that_end_at_the_same_moment_are_all_kept() {
    let state = state();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"];
    let mut sessions: Vec<_> = (0..SESSIONS).map(|_| Terminal::start(&arguments, 80, state.path())).collect();
    type_at_once(&mut sessions, "Cell - ", "b1 a1\r:quit\r");
    assert_eq!(fs::read_dir(state.path().join("cygnet/finished")).unwrap().count(), SESSIONS);
    assert_eq!(unfinished(state.path()), 0, "no game is left unfinished");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn games_left_and_hosted_at_the_same_moment_are_all_kept() {
    let state = state();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human"];
    let mut sessions: Vec<_> = (0..SESSIONS).map(|_| Terminal::start(&arguments, 80, state.path())).collect();
    type_at_once(&mut sessions, "Cell - ", "a1 b1\r:quit\r");
    assert_eq!(unfinished(state.path()), SESSIONS);

    let arguments = ["host", "uglyduck", "--listen=127.0.0.1:0"];
    let mut sessions: Vec<_> =
        (0..SESSIONS).map(|_| Terminal::start(&arguments, 100, state.path())).collect();
    type_at_once(&mut sessions, "(Waiting for", ":quit\r");
    let codes = fs::read_to_string(state.path().join("cygnet/network/codes.txt")).unwrap();
    assert_eq!(codes.lines().count(), SESSIONS, "{codes}");
}

#[test]
fn puzzles_solved_at_the_same_moment_are_all_remembered() {
    let state = state();
    let cells = |piece: char| (0..5).map(move |cell| format!("{}{piece}{}", cell, 4 - cell).replace('0', ""));
    let rows = |piece| cells(piece).map(|row| format!("D4/S4/1d3/{row}/5 1"));
    let last = |piece| cells(piece).map(|row| format!("D4/S4/1d3/5/{row} 1"));
    let positions: Vec<String> = rows('D').chain(rows('d')).chain(last('d')).chain(rows('s')).collect();
    let start = |(number, position): (usize, &String)| {
        let file = state.path().join(format!("{number}.puzzles"));
        fs::write(&file, format!("uglyduck\t{position}\tb1a2\t1\t1\n")).unwrap();
        let arguments = ["puzzle", "--collection", file.to_str().unwrap(), "--seed", "1"];
        Terminal::start(&arguments, 80, state.path())
    };
    let mut sessions: Vec<_> = positions.iter().enumerate().map(start).collect();
    assert_eq!(sessions.len(), SESSIONS);
    type_at_once(&mut sessions, "win this turn.", "b1 a2\r");
    let done = fs::read_to_string(state.path().join("cygnet/done.txt")).unwrap();
    let missing = positions.iter().filter(|position| !done.contains(*position)).count();
    assert_eq!(missing, 0, "{done}");
}

#[test]
fn positions_and_settings_kept_at_the_same_moment_are_all_kept() {
    let state = state();
    fs::write(state.path().join("input"), ":keep\n:quit\n").unwrap();
    let cells = |piece: char| (1..5).map(move |cell| format!("{cell}{piece}{}", 4 - cell).replace('0', ""));
    let middle = ['D', 'd', 'S', 's'].into_iter().flat_map(cells).map(|row| format!("{row}/2s2/5"));
    for (number, rows) in middle.chain(cells('d').map(|row| format!("5/2s2/{row}"))).enumerate() {
        let card = "2026-11-26\t1\t0/0\tmissed-win\tswan-comes-home\tuglyduck\t5/D1S2";
        let card = format!("{card}/{rows} 1\tb1c1\tb3a2\twon in 1\n");
        fs::write(state.path().join(format!("{number}.txt")), card).unwrap();
    }
    run_at_once(state.path(), |number| format!("practice import {number}.txt"));
    let deck = fs::read_to_string(state.path().join("cygnet/practice.txt")).unwrap();
    assert_eq!(deck.matches("uglyduck").count(), SESSIONS, "{deck}");

    let board = |number: usize| if number.is_multiple_of(2) { "--board ascii" } else { "--coach" };
    run_at_once(state.path(), |number| format!("play uglyduck --p1 human --p2 human {}", board(number)));
    let config = fs::read_to_string(state.path().join("cygnet/config.toml")).unwrap();
    assert!(config.contains("board = \"ascii\"") && config.contains("coach = "), "{config}");
}
