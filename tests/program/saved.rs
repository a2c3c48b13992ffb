//! Tests of records and reviews on the command line: saved, checked, shown, resumed and refused.

#[cfg(target_os = "linux")]
use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::cli::{TWO_PEOPLE, assert_fails, lines_with, names_in, run, run_in, text};
#[cfg(unix)]
use super::cli::{cygnet, interrupt};

#[test]
fn a_saved_game_can_be_checked_shown_loaded_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let save = b"a1\nb2\n:save game\n:save game\ne1\nd1\n:save! game\n:save\n";
    let output = run_in(folder.path(), &TWO_PEOPLE, save);
    assert_eq!(lines_with(&output, "Saved to game."), 2);
    assert_eq!(lines_with(&output, "Not saved. game: the file already exists (:save! overwrites it)"), 1);
    assert_eq!(lines_with(&output, ":save needs a file name."), 1);
    assert_eq!(names_in(folder.path()), ["game"]);
    let checked = run_in(folder.path(), &["check", "game"], b"");
    assert_eq!(text(&checked.stdout), "game: 1 game, valid\n");
    let shown = run_in(folder.path(), &["replay", "game", "--from", "2", "--board", "compact"], b"");
    assert!(
        text(&shown.stdout).contains("After move 2, e1 d1:") && !text(&shown.stdout).contains("After move 1")
    );
    let typed = run_in(folder.path(), &["replay", "game", "--as-input"], b"");
    assert_eq!(text(&typed.stdout), "a1\nb2\ne1\nd1\n");
    let position = "1DDDD/1D3/5/d4/1dddd 1";
    let on = run_in(folder.path(), &["play", "--record", "game"], b":position\n");
    assert_eq!(lines_with(&on, position), 1, "{}", text(&on.stdout));
    // The seed of the record stays, unless another one is given; only a new one is printed.
    let saved = std::fs::read_to_string(folder.path().join("game")).unwrap();
    let kept = saved.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    for (arguments, seed) in [(&[][..], kept), (&["--seed", "9"], "9")] {
        let output = run_in(folder.path(), &[&["play", "--record", "game"], arguments].concat(), b":seed\n");
        assert_eq!(lines_with(&output, &format!("seed: {seed}")), 1);
        assert!(!text(&output.stderr).contains("seed"), "{seed}");
    }
    let loaded = run_in(folder.path(), &["play", "qawale", "--seed", "1"], b":load game\n:position\n");
    assert_eq!(lines_with(&loaded, position), 1);
}

#[test]
fn a_record_with_a_wrong_move_is_named_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: p2, resigned\n";
    let bad = good.replace("a1b2", "a1c2");
    let variation = good.replace("record 1", "record 2").replace("result", "   (1. a3b3 2. e1c1)\nresult");
    for (name, content) in [("good", &good.repeat(3)), ("bad", &bad), ("variation", &variation)] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let output = run_in(folder.path(), &["check", "good", "bad", "variation", "missing"], b"");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    for wanted in [
        "good: 3 games, all valid\n",
        "bad:3: move 1 \"a1c2\": A piece moves only one cell",
        "variation:4: variation: move 2 \"e1c1\": A piece moves only one cell",
        "missing: ",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert!(text(&output.stderr).contains("error: 3 of 4 files could not be verified"));
    let replayed = run_in(folder.path(), &["replay", "bad"], b"");
    assert_eq!(replayed.status.code(), Some(1));
    assert!(text(&replayed.stderr).starts_with("error: bad:3: move 1"));
    let other = run_in(folder.path(), &["replay", "good", "--number", "4"], b"");
    assert!(text(&other.stderr).contains("there is no game 4; the file contains 3 games"));

    let output = run_in(folder.path(), &["check", "good", "-", "none", "--format", "json"], bad.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let json = text(&output.stdout);
    let found: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let valid =
        json!({"file": "good", "valid": true, "games": 3, "proves": null, "line": null, "error": null});
    assert_eq!((found.len(), &found[0]), (3, &valid));
    let place = ["file", "valid", "line"].map(|name| found[1][name].clone());
    assert_eq!(place, [json!("-"), json!(false), json!(3)]);
    assert!(found[1]["error"].as_str().unwrap().starts_with("move 1 \"a1c2\": A piece moves only one cell"));
    assert_eq!((&found[2]["line"], &found[2]["games"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_pipe_writes_nothing_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &TWO_PEOPLE, b"a1\nb2\n");
    assert_eq!(names_in(folder.path()), [""; 0]);
    let autosave = [&TWO_PEOPLE[..], &["--autosave", "kept"]].concat();
    run_in(folder.path(), &autosave, b"a1\nb2\ne1\n");
    assert_eq!(names_in(folder.path()), ["kept"]);
    let kept = std::fs::read_to_string(folder.path().join("kept")).unwrap();
    assert!(kept.ends_with("1. a1b2\nresult: none, unfinished\n"), "{kept}");
    let nowhere = [&TWO_PEOPLE[..], &["--autosave", "no/such/folder"]].concat();
    let output = run_in(folder.path(), &nowhere, b"a1\nb2\ne1\nd1\n");
    assert_eq!(lines_with(&output, "(The game could not be saved: "), 1);
    assert_eq!(lines_with(&output, "Turn of Player 1!"), 2, "the game continues");
    let failed = |output: &std::process::Output| {
        let error = text(&output.stderr);
        output.status.code() == Some(1)
            && error.contains("error: the game could not be saved: no/such/folder: ")
    };
    assert!(failed(&output), "{}", text(&output.stderr));
    let strict = [&nowhere[..], &["--strict"]].concat();
    let output = run_in(folder.path(), &strict, b"a1\nb2\ne1\nd1\n");
    assert!(failed(&output) && lines_with(&output, "Turn of Player 2!") == 0, "{}", text(&output.stdout));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_game_continues() {
    let folder = tempfile::tempdir().unwrap();
    // Limit the size of files to 0: every write fails, as on a full disk.
    let shell = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).args(TWO_PEOPLE).args(["--autosave", "kept"]);
    command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a1\nb2\n:save other\ne1\nd1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(lines_with(&output, "(The game could not be saved: kept: File too large"), 1);
    assert_eq!(lines_with(&output, "Not saved. other: File too large"), 1);
    assert_eq!(lines_with(&output, "Turn of Player 1!"), 2);
    assert_eq!(names_in(folder.path()), [""; 0], "nothing half-written is left");
}

#[test]
fn an_unusable_record_is_rejected_and_the_game_continues() {
    let folder = tempfile::tempdir().unwrap();
    let record = "cygnet record 1\ngame: uglyduck\nplayer 1: bogus\n1. a1b2\nresult: none, unfinished\n";
    std::fs::write(folder.path().join("bad"), record).unwrap();
    let input = b"a1\nb2\n:load bad\n:save no/folder\n:foo\n:position\n";
    let output = run_in(folder.path(), &TWO_PEOPLE, input);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(
        lines_with(&output, "bad: \"bogus\": unknown computer player (The computer players are easy, "),
        1
    );
    assert_eq!(lines_with(&output, "1DDDD/1D3/5/5/ddddd 2"), 1);
    assert_eq!(lines_with(&output, "Unknown command \":foo\". (:help lists the commands)"), 1);
    let failed = run_in(folder.path(), &["play", "--record", "bad"], b"");
    assert_eq!(failed.status.code(), Some(1));
    assert!(text(&failed.stderr).contains("error: bad: \"bogus\": "), "{}", text(&failed.stderr));
}

#[test]
fn autosave_does_not_overwrite_other_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter"), "precious").unwrap();
    let to = |file| [&TWO_PEOPLE[..], &["--autosave", file]].concat();
    let refused = run_in(folder.path(), &to("letter"), b"a1\nb2\n");
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(folder.path().join("letter")).unwrap(), "precious");
    // It does overwrite its own file from an earlier run if that game is over.
    for _ in 0..2 {
        assert_eq!(run_in(folder.path(), &to("game"), b"a1\nb2\n:resign\n").status.code(), Some(0));
    }
}

/// A game of Ugly Duck that player 2 wins.
const MOVES: &str = "a4b3 e5d4 a3b2 d4c5 b2c2 c5b5 a2b1 b5a4 c2d1 a4b3 d1e2 b3c3 e2d2 c3d2 b1c2 d2e2";

fn record(folder: &std::path::Path) -> String {
    let turns = (1..).zip(MOVES.split(' ')).map(|(number, mv)| format!("{number}. {mv}\n"));
    let text = format!("cygnet record 1\ngame: uglyduck\n{}result: p2, rules\n", turns.collect::<String>());
    let file = folder.join("game");
    std::fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn a_review_is_reproducible_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let game = record(folder.path());
    let new = |name: &str| folder.path().join(name).display().to_string();
    let review = |more: &[&str]| run(&[&["review", &game, "--nodes", "500"], more].concat(), b"");
    let json = review(&["--format", "json"]);
    assert_eq!(json.status.code(), Some(0), "{}", text(&json.stderr));
    assert_eq!(json.stdout, review(&["--format", "json"]).stdout);
    let lines = text(&json.stdout);
    let objects: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), MOVES.split(' ').count() + 1);
    assert_eq!((&objects[15]["move"], &objects[15]["typed"]), (&"d2e2".into(), &"d2 e2".into()));
    assert_eq!((&objects[16]["turns"], &objects[16]["outcome"]), (&16.into(), &"p2".into()));
    let won = json!({"result": "win", "plies": 0, "value": null, "chance": 1.0});
    assert_eq!(objects[15]["after"], won);

    let marked = new("marked");
    let page = review(&["--format", "html", "--out", &new("page"), "--annotate", &marked]);
    assert_eq!((page.status.code(), page.stdout.len()), (Some(0), 0), "{}", text(&page.stderr));
    assert!(std::fs::read_to_string(new("page")).unwrap().starts_with("<!DOCTYPE html>"));
    assert_eq!(text(&run(&["check", &marked], b"").stdout), format!("{marked}: 1 game, valid\n"));
    assert!(std::fs::read_to_string(&marked).unwrap().starts_with("cygnet record 2\n"));
    assert_fails(&["review", &game, "--out", &marked], b"", 1, "marked");
    assert_fails(&["review", &game, "--number", "2"], b"", 1, "there is no game 2");
    std::fs::write(new("unplayed"), "cygnet record 1\ngame: uglyduck\nresult: p2, resigned\n").unwrap();
    assert_fails(&["review", &new("unplayed")], b"", 1, "there is no turn to review");
}

#[cfg(unix)]
#[test]
fn an_interrupted_review_shows_finished_turns() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let game = record(folder.path());
    // The first turns take long; the last ones are quick.
    let mut child = cygnet(&["review", &game, "--nodes", "500000", "--proof-nodes", "0"]).spawn().unwrap();
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut progress).unwrap();
    assert!(progress.ends_with(" of 16 turns: reviewed\n"), "{progress}");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("\n\nStopped: only turns "), "{}", text(&output.stdout));
}
