//! `cygnet solve` and `cygnet book` on the command line.
#![cfg(feature = "console")]

use std::io::Write;
use std::process::{Command, Stdio};

fn cygnet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments);
    command
}

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(cygnet(arguments).output().unwrap().stdout).unwrap()
}

#[test]
fn the_command_tells_result_plies_and_line() {
    let text = printed(&["solve", "uglyduck-xl:3x3", "--distance", "--memory", "16", "--threads", "1"]);
    let parts: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["position", "result", "plies", "line", "positions", "seconds", "memory"]);
    assert_eq!(parts[1].1, "player 2 wins, player 1 to move, proven");
    assert_eq!(parts[2].1, "14");
    assert_eq!(parts[3].1.split(' ').count(), 14);
}

#[test]
fn many_positions_are_answered_in_json() {
    let mut child = cygnet(&["solve", "uglyduck", "--position", "-", "--memory", "16"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = "5/S4/5/5/d4 1\nnonsense\nS4/5/5/5/d4 2\n";
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!((&lines[0]["result"], &lines[0]["proven"]), (&"p1".into(), &true.into()));
    assert!(lines[1]["error"].is_string());
    assert_eq!((&lines[2]["result"], &lines[2]["plies"]), (&"p1".into(), &0.into()));
}

#[test]
fn too_little_effort_is_told_as_unknown() {
    for game in ["uglyduck", "three-dragons", "uglyduck-xl:22x22"] {
        let text = printed(&["solve", game, "--positions", "1000", "--memory", "16", "--threads", "1"]);
        assert!(text.contains("result\tunknown\n"), "{game}: {text}");
        assert!(!text.contains("line\t"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_there_is() {
    let child = cygnet(&["solve", "uglyduck", "--memory", "64", "--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["result"], &answer["proven"]), (&"unknown".into(), &false.into()));
    assert!(answer["positions"].as_u64().unwrap() > 0);
}

#[test]
fn a_game_without_a_prover_has_no_book() {
    let output = cygnet(&["book", "replica"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}
