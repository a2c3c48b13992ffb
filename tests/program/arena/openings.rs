//! The openings of a match: lines of moves, and how records and reviews treat them.

use std::fs;
use std::process::Command;

use super::{assert_fails, games, objects, run_ok, text};

/// Checks that an opening file can have moves, in either notation, and that a wrong one is reported at its line.
#[test]
fn an_opening_file_can_have_lines_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let positions = "1DDDD/1D3/5/2d2/dd1dd 1\n1DDDD/1D3/5/5/ddddd 2\n";
    let moves = "# a book\n\na1 b2, e3 d3\na1b2\n";
    for (name, lines) in [("positions", positions), ("moves", moves)] {
        fs::write(folder.path().join(name), lines).unwrap();
        let plan = format!("uglyduck --p1 easy --p2 hard --games 4 --swap --opening {name} --seed 1");
        run_ok(folder.path(), &format!("{plan} --out {name}.record"));
    }
    assert_eq!(games(folder.path(), "positions.record"), games(folder.path(), "moves.record"));
    fs::write(folder.path().join("wrong"), "a1b2 e3d3\na1b2 e3c3\n").unwrap();
    let plan = "uglyduck --p1 easy --p2 hard --games 4 --opening wrong --seed 1";
    assert_fails(folder.path(), plan, 1, "error: wrong:2: move 2: A piece moves only one cell");
    for (line, why) in [("e3d3", "move 1: "), ("a1 c1", "move 1: "), ("5/5 1", "character ")] {
        fs::write(folder.path().join("wrong"), format!("a1b2\n{line}\n")).unwrap();
        assert_fails(folder.path(), plan, 1, &format!("error: wrong:2: {why}"));
    }
    run_ok(folder.path(), "qawale --p1 easy --p2 hard --games 1 --opening 2 --seed 1");
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
