//! A byte order mark before a text, as some editors write it, changes nothing.

use std::fs;
use std::path::Path;

use crate::files::{error, out, run};

const RECORD: &str = "cygnet record 1\ngame: uglyduck\n1. a1b2\n2. e3d3\nresult: p1, resigned\n";
const UNFINISHED: &str = "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n";
const PUZZLE: &str = "uglyduck\tD4/S4/1d3/5/5 1\tb1a2\t1\t1\n";
const CARD: &str =
    "2026-11-26\t1\t0/0\tmissed-win\tunguarded-piece\tuglyduck\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1\n";

/// Runs the command in a new folder that has the file `file` and this input, both with `mark` before them. Returns its
/// exit code and its output without the time that it took.
fn said(mark: &str, file: (&str, &str), arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file.0);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("{mark}{}", file.1)).unwrap();
    let output = run(folder.path(), arguments, format!("{mark}{input}").as_bytes());
    let errors = error(&output);
    let errors = errors.lines().filter(|line| !line.ends_with(" s")).collect::<Vec<_>>().join("\n");
    (output.status.code(), out(&output), errors)
}

#[test]
fn every_text_can_begin_with_a_byte_order_mark() {
    let game = ("game", UNFINISHED);
    let play = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed", "1", "--echo"];
    let texts: [((&str, &str), &[&str], &str); 19] = [
        (("file", RECORD), &["check", "file"], ""),
        (("file", RECORD), &["replay", "file"], ""),
        (("file", RECORD), &["review", "file", "--nodes", "100"], ""),
        (("file", RECORD), &["draw", "--record", "file"], ""),
        (game, &["play", "--record", "game", "--seed", "1"], "e3\nd3\n"),
        (game, &["play", "--record", "game", "--autosave", "game", "--seed", "1"], "e3\nd3\n"),
        (game, &play, ":load game\n"),
        (("cygnet/finished/1.cygnet", RECORD), &["games"], ""),
        (("cygnet/practice.txt", CARD), &["practice", "list"], ""),
        (("file", CARD), &["practice", "import", "file"], ""),
        (("cygnet/done.txt", "lesson\tuglyduck\tstraight\n"), &["learn", "uglyduck"], "q\n"),
        (("cygnet/config.toml", "board = \"words\"\n"), &["draw", "uglyduck"], ""),
        (("file", PUZZLE), &["puzzle", "check", "file"], ""),
        (("file", PUZZLE), &["puzzle", "--collection", "file", "--seed", "1"], "b1\na2\n"),
        (("-", ""), &["check", "-"], RECORD),
        (("-", ""), &["moves", "uglyduck", "--position", "-"], "5/2D2/5/2d2/5 1\n"),
        (("-", ""), &["ugi", "uglyduck"], "ugi\nquit\n"),
        (("-", ""), &["rpc"], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}\n"),
        (("-", ""), &play, "a1\nb2\n:quit\n"),
    ];
    for (file, arguments, input) in texts {
        let plain = said("", file, arguments, input);
        assert_eq!(said("\u{feff}", file, arguments, input), plain, "{arguments:?}");
        assert_eq!(plain.0, Some(0), "{arguments:?}: {plain:?}");
    }
}

/// Runs the command, and returns the file.
fn after(folder: &Path, arguments: &[&str], file: &str) -> String {
    let output = run(folder, arguments, b"");
    assert!(output.status.success(), "{}", error(&output));
    fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn files_that_are_continued_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let played = |option: &str, file: &str| {
        let line = "arena uglyduck --p1 easy --p2 easy --games 3 --seed 1 --opening openings";
        let arguments: Vec<&str> = line.split(' ').chain([option, file]).collect();
        after(folder.path(), &arguments, file)
    };
    fs::write(path("openings"), "5/2D2/5/2d2/5 1\n").unwrap();
    let whole = played("--out", "all");
    // So may the openings themselves.
    fs::write(path("openings"), "\u{feff}5/2D2/5/2d2/5 1\n").unwrap();
    assert_eq!(played("--out", "marked"), whole);
    fs::write(path("all"), format!("\u{feff}{}", &whole[..whole.len() - 30])).unwrap();
    assert_eq!(played("--resume", "all"), format!("\u{feff}{whole}"));
    assert_eq!(after(folder.path(), &["arena", "--merge", "all", "--out", "merged"], "merged"), whole);
}
