//! Files that lie, files of other people, files that are none; and streams that end, fill up or wait for an answer.
#![cfg(all(unix, feature = "console"))]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
const TWO_PEOPLE: [&str; 8] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed", "1"];

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).current_dir(folder);
    command.env("XDG_STATE_HOME", folder).env("XDG_CONFIG_HOME", folder).env("HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the program says to this input. It is killed if it does not end.
#[track_caller]
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(folder, arguments).spawn().unwrap();
    let number = child.id().to_string();
    // A program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    let (sender, output) = channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(PATIENCE).map(Result::unwrap).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-KILL", &number]).status();
        panic!("{arguments:?} hangs")
    })
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_loaded_record_that_is_no_game_by_the_rules_leaves_the_game_at_the_table() {
    let begin = "cygnet record 1\ngame: uglyduck\n";
    let moved = format!("{begin}1. a1b2\n2. a1b2\nresult: none, unfinished\n");
    let start = format!("{begin}start: 5/5 1\nresult: none, unfinished\n");
    let folder = folder_with(&[("moved", &moved), ("start", &start)]);
    let input = b"a1\nb2\n:load moved\n:load start\n:position\n";
    let output = run(folder.path(), &TWO_PEOPLE, input);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    assert!(said.contains("moved: line 4: move 2 \"a1b2\": There is no piece on that cell."), "{said}");
    assert!(said.contains("start: start: "), "{said}");
    assert!(said.contains("1DDDD/1D3/5/5/ddddd 2"), "the game is still there: {said}");
}
