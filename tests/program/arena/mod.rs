//! The command `cygnet arena`.

mod engines;
#[cfg(unix)]
mod limits;
mod matches;
mod openings;
mod parts;
mod pgn;
#[cfg(unix)]
mod resume;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::cli::text;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.arg("arena").args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    command(folder, &arguments.split_whitespace().collect::<Vec<_>>()).output().unwrap()
}

#[track_caller]
fn run_ok(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn assert_fails(folder: &Path, arguments: &str, code: i32, error: &str) {
    let output = run(folder, arguments);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {message}");
    assert!(message.contains(error), "{arguments}: {message}");
}

/// Reads a record file without an unfinished game.
fn games(folder: &Path, file: &str) -> String {
    let all = fs::read_to_string(folder.join(file)).unwrap();
    let last = all.lines().last().unwrap();
    assert!(last.starts_with("result: ") && all.ends_with('\n'), "{last}");
    all
}

fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
