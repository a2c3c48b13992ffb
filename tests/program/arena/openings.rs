//! The openings of a match: lines of moves, and how records and reviews treat them.

use std::fs;
use std::process::Command;

use super::{assert_fails, games, objects, run_ok, text};

/// Checks that games begin with the lines of a file, in their order and again and again. A line can be a position, or
/// moves in either notation.
#[test]
fn games_begin_with_the_lines_of_an_opening_file() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["1DDDD/1D3/5/2d2/dd1dd 1", "1DDDD/1D3/5/5/ddddd 2"];
    let positions = format!("# two positions\n{}\n\n  {}\r\n", lines[0], lines[1]);
    for (name, lines) in [("positions", &*positions), ("moves", "# a book\n\na1 b2, e3 d3\na1b2\n")] {
        fs::write(folder.path().join(name), lines).unwrap();
        let plan = format!("uglyduck --p1 easy --p2 hard --games 6 --swap --opening {name} --seed 1");
        run_ok(folder.path(), &format!("{plan} --out {name}.record"));
    }
    let all = games(folder.path(), "positions.record");
    assert_eq!(all, games(folder.path(), "moves.record"));
    let starts: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("start: ")).collect();
    assert_eq!(starts, [0, 0, 1, 1, 0, 0].map(|line| lines[line]));
    run_ok(folder.path(), "qawale --p1 easy --p2 hard --games 1 --opening 2 --seed 1");
}

#[test]
fn a_wrong_line_of_an_opening_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "uglyduck --p1 easy --p2 hard --games 4 --opening wrong --seed 1";
    assert_fails(folder.path(), plan, 1, "error: wrong: ");
    for (lines, why) in [
        ("a1b2 e3d3\na1b2 e3c3\n", ":2: move 2: A piece moves only one cell"),
        ("a1b2\ne3d3\n", ":2: move 1: "),
        ("a1b2\na1 c1\n", ":2: move 1: "),
        ("a1b2\n5/5 1\n", ":2: character "),
        ("x\n", ":1: character 1"),
        ("3s1/DD1D1/1dD2/3dd/3S1 1\nS4/5/5/5/d4 2\n", ":2: the game is already over"),
        ("# nothing\n", ": the file contains no positions"),
    ] {
        fs::write(folder.path().join("wrong"), lines).unwrap();
        assert_fails(folder.path(), plan, 1, &format!("error: wrong{why}"));
    }
}

/// Checks that the moves of an opening are marked in records, that a review blames nobody for them, and that records
/// have a date. Parts and whole matches have the same records.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn moves_of_an_opening_are_marked_and_nobody_is_blamed_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "uglyduck --p1 hard --p2 hard --games 4 --opening 6 --seed 1";
    run_ok(folder.path(), &format!("{plan} --out all"));
    let all = games(folder.path(), "all");
    assert_eq!(all.matches("\nopening: 6\n").count(), 4, "{all}");
    let dates: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("date: ")).collect();
    assert!(
        dates.len() == 4 && dates.iter().all(|date| date.parse::<cygnet::model::Date>().is_ok()),
        "{dates:?}"
    );
    let without = run_ok(folder.path(), "uglyduck --p1 hard --p2 hard --games 1 --seed 1 --out plain");
    assert!(!without.is_empty() && !games(folder.path(), "plain").contains("opening: "));
    for number in 1..=2 {
        run_ok(folder.path(), &format!("{plan} --shard {number}/2 --out part{number}"));
    }
    run_ok(folder.path(), "--merge part1 part2 --out merged");
    assert_eq!(games(folder.path(), "merged"), all);
    let mut review = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    review.args(["review", "all", "--game", "1", "--nodes", "3000", "--format"]).current_dir(folder.path());
    let turns = objects(&text(&review.arg("json").output().unwrap().stdout));
    let (opening, rest) = turns.split_at(6);
    assert!(
        opening.iter().all(|turn| turn["mark"].is_null() && turn["loss"] == 0.0 && turn["best"].is_null())
    );
    // Random moves lose something, so the review of the same game without the mark blames somebody.
    let unmarked = all.replace("\nopening: 6\n", "\n");
    fs::write(folder.path().join("unmarked"), unmarked).unwrap();
    let mut review = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    review.args(["review", "unmarked", "--nodes", "3000", "--format", "json"]).current_dir(folder.path());
    let blamed = objects(&text(&review.output().unwrap().stdout));
    assert!(blamed[..6].iter().any(|turn| turn["loss"].as_f64() > Some(0.0)), "{blamed:?}");
    assert!(rest.len() > 6 && rest[rest.len() - 1]["turns"] == rest.len() + 5, "{rest:?}");
    let mut review = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    review.args(["review", "all", "--nodes", "3000"]).current_dir(folder.path());
    let story = text(&review.output().unwrap().stdout);
    assert!(story.contains("The first 6 turns are an opening: nobody chose them."), "{story}");
}
