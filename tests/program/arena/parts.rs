//! Matches played in parts, and the checks of record files, which are not trusted.

use std::fs;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

#[cfg(unix)]
use super::text;
use super::{assert_fails, command, games, objects, run_ok};

const THREE: &str = "uglyduck --p1 minimax:2 --p2 hard --bot easy --games 10 --swap --opening 2 --seed 5";

#[test]
fn merged_parts_equal_the_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run_ok(folder.path(), &format!("{THREE} --out whole"));
    // All at the same time, as on four machines.
    let start = |part: u32| {
        let arguments = format!("{THREE} --shard {part}/4 --out part{part} --jobs 2");
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        command(folder.path(), &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let parts: Vec<_> = (1..=4).map(start).collect();
    assert!(parts.into_iter().all(|mut part| part.wait().unwrap().success()));
    let joined = run_ok(folder.path(), "--merge part3 part1 part4 part2 --out joined");
    assert_eq!(games(folder.path(), "joined"), games(folder.path(), "whole"));
    // Compares the table without the columns that depend on the clock, because files do not contain times.
    let results = |table: &str| {
        let line = |line: &str| line.split_whitespace().take(14).map(ToOwned::to_owned).collect::<Vec<_>>();
        table.lines().map(line).collect::<Vec<_>>()
    };
    assert_eq!(results(&joined), results(&whole));
    let summary =
        |arguments: &str| objects(&run_ok(folder.path(), arguments)).pop().unwrap()["summary"].clone();
    let again = summary("--merge joined --format json");
    assert_eq!(again["games"], 30);
    assert_eq!(again["bots"], summary("--merge part1 part2 part3 part4 --format json")["bots"]);
}

#[cfg(unix)]
#[test]
fn more_parts_are_merged_than_files_can_be_open() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<String> = (1..=24).map(|part| format!("part{part}")).collect();
    for (number, part) in (1..).zip(&parts) {
        let shard = format!("--shard {number}/24 --out {part}");
        run_ok(folder.path(), &format!("uglyduck --p1 random --p2 random --games 24 --seed 1 {shard}"));
    }
    let shell = "ulimit -n 16; exec \"$0\" arena --merge \"$@\" --out joined";
    let mut command = Command::new("sh");
    command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).args(&parts).current_dir(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    run_ok(folder.path(), "uglyduck --p1 random --p2 random --games 24 --seed 1 --out whole");
    assert_eq!(games(folder.path(), "joined"), games(folder.path(), "whole"));
}

#[test]
fn merged_files_are_written_atomically() {
    let folder = tempfile::tempdir().unwrap();
    for part in 1..=2 {
        run_ok(folder.path(), &format!("{THREE} --shard {part}/2 --out p{part}"));
    }
    let right = games(folder.path(), "p2");
    fs::write(folder.path().join("p2"), right.replacen("\nresult: p1", "\nresult: p2", 1)).unwrap();
    let names = || {
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_fails(folder.path(), "--merge p1 p2 --out all", 1, "hint: all was not written\n");
    assert_eq!(names(), ["p1", "p2"]);
    fs::write(folder.path().join("p2"), right).unwrap();
    #[cfg(unix)]
    {
        let shell = "ulimit -f 2; exec \"$0\" arena --merge p1 p2 --out all";
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).current_dir(folder.path());
        let output = command.output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert_eq!(message, "error: all: File too large\nhint: all was not written\n");
        assert_eq!(names(), ["p1", "p2"]);
    }
    run_ok(folder.path(), "--merge p1 p2 --out all");
    assert_eq!(names(), ["all", "p1", "p2"]);
    assert_fails(folder.path(), "--merge p1 p2 --out all", 1, "all: the file already exists");
}

#[test]
fn parts_that_do_not_belong_together_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    for part in 1..=3 {
        run_ok(folder.path(), &format!("{THREE} --shard {part}/3 --out p{part}"));
    }
    run_ok(folder.path(), &format!("{} --shard 1/3 --out other", THREE.replace("--seed 5", "--seed 6")));
    run_ok(folder.path(), &format!("{THREE} --shard 1/2 --out half"));
    let refused =
        |files: &str, error: &str| assert_fails(folder.path(), &format!("--merge {files}"), 1, error);
    refused("p1 p3", "error: p3: this is part 3/3, but part 2/3 is missing");
    refused("p1 p2", "error: p2: this is part 2/3, but part 3/3 is missing");
    refused("p2 p1 p2 p3", "error: p2: part 2/3 was given twice");
    refused("other p2 p3", "error: p2: this part does not belong to the same match as other");
    refused("p2 half", "error: half: this is one of 2 parts, but p2 is one of 3");
    refused("p1 missing", "error: missing: ");
    let spoil = |change: &dyn Fn(&str) -> String| {
        let right = fs::read_to_string(folder.path().join("p1")).unwrap();
        fs::write(folder.path().join("spoilt"), change(&right)).unwrap();
    };
    spoil(&|right| right.replacen("# cygnet arena ", "# ", 1));
    refused("spoilt p2 p3", "error: spoilt:1: not a match record");
    spoil(&|right| right.split("cygnet record ").take(5).collect::<Vec<_>>().join("cygnet record "));
    refused("spoilt p2 p3", "the part is incomplete: it has 4 of its 10 games");
    // Files of earlier versions have a last line.
    spoil(&|right| format!("{right}# cygnet arena end {{\"games\":10}}\n"));
    run_ok(folder.path(), "--merge spoilt p2 p3");
    spoil(&|right| right.replacen("player 1: minimax:2", "player 1: minimax:3", 1));
    refused("spoilt p2 p3", "this is not game 1 of the match");
    spoil(&|right| format!("{right}cygnet record 1\n"));
    refused("spoilt p2 p3", "unexpected text after the end of the part");
    spoil(&|right| right.replacen("\"of\":3", "\"of\":0", 1));
    refused("spoilt p2 p3", "error: spoilt:1: not a match record");
}

#[test]
fn merge_rejects_results_that_contradict_the_board() {
    let folder = tempfile::tempdir().unwrap();
    run_ok(folder.path(), "uglyduck --p1 random --p2 hard --games 6 --seed 1 --out right");
    let right = fs::read_to_string(folder.path().join("right")).unwrap();
    let refused = |change: &dyn Fn(&str) -> String, error: &str| {
        let spoilt = change(&right);
        assert_ne!(spoilt, right);
        fs::write(folder.path().join("spoilt"), spoilt).unwrap();
        assert_fails(folder.path(), "--merge spoilt", 1, error);
    };
    run_ok(folder.path(), "--merge right");
    let result = right.lines().position(|line| line.starts_with("result: ")).unwrap();
    let recorded = right.lines().nth(result).unwrap();
    let (winner, loser) = if recorded == "result: p1, rules" { ("p1", "p2") } else { ("p2", "p1") };
    let claim = |reason: &str| format!("result: {winner}, {reason}");
    let here = format!("error: spoilt:{}: ", result + 1);
    let swapped = format!("result: {loser}, rules");
    refused(
        &|right| right.replacen(recorded, &swapped, 1),
        &format!("{here}the record says {loser}, but the board says {winner}"),
    );
    refused(
        &|right| right.replacen(recorded, &claim("resigned"), 1),
        &format!("{here}the record says resigned, but the board says rules"),
    );
    refused(&|right| right.replacen(recorded, "result: draw, forfeited: x", 1), &here);
    refused(&|right| right.replacen("\n2. ", "\n2. z9", 1), "error: spoilt:10: move 2 \"z9");
    let cut = |right: &str| {
        let lines = right.lines().enumerate().filter(|(index, _)| *index + 2 < result || *index >= result);
        lines.map(|(_, line)| line.replace(recorded, "result: draw, patience") + "\n").collect()
    };
    refused(&cut, "the record says draw by patience, but the game is not over");
}

/// Returns the text with this number after each `key`.
#[cfg(unix)]
fn with_numbers(text: &str, key: &str, number: &str) -> String {
    let mut parts = text.split(key);
    let first = parts.next().unwrap().to_owned();
    let rest =
        |part: &str| key.to_owned() + number + part.trim_start_matches(|sign: char| sign.is_ascii_digit());
    first + &parts.map(rest).collect::<String>()
}

#[cfg(unix)]
#[test]
fn merge_rejects_out_of_range_numbers() {
    let folder = tempfile::tempdir().unwrap();
    for part in 1..=2 {
        let shard = format!("--shard {part}/2 --out p{part}");
        run_ok(
            folder.path(),
            &format!("uglyduck --p1 expert --p2 easy --nodes 50 --opening 2 --games 4 --seed 1 {shard}"),
        );
    }
    let refused = |spoil: &dyn Fn(&str) -> String, error: &str| {
        for (right, spoilt) in [("p1", "s1"), ("p2", "s2")] {
            let right = fs::read_to_string(folder.path().join(right)).unwrap();
            let text = spoil(&right);
            assert_ne!(text, right);
            fs::write(folder.path().join(spoilt), text).unwrap();
        }
        // Limits the memory to two gigabytes: numbers in a header must not cause huge allocations.
        let shell = "ulimit -v 2000000; exec \"$0\" arena --merge s1 s2";
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).current_dir(folder.path());
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}: {said}");
        assert!(said.contains(error), "{error}: {said}");
    };
    let huge = (u64::MAX - 1).to_string();
    let bots = format!("\"bots\":[{}\"easy\"]", "\"random\",".repeat(60_000));
    let count = format!("\"games\":{huge},");
    let time = format!("\"time\":{{\"secs\":{huge},\"nanos\":4000000000}}");
    let no_match = "not a match record";
    for (from, to, error) in [
        (r#""bots":["expert","easy"]"#, &*bots, no_match),
        (r#""games":4,"#, &count, no_match),
        (r#""opening":{"plies":2}"#, r#""opening":{"plies":4000000000}"#, no_match),
        (r#""opening":{"plies":2}"#, r#""opening":{"positions":{"count":0,"mark":""}}"#, no_match),
        (r#""time":null"#, &time, no_match),
        (r#""version":2"#, r#""version":1"#, "in version 1 of the format"),
        (r#""uglyduck""#, r#""uglyduck-xl:99999x99999""#, "99999"),
    ] {
        refused(&|right| right.replacen(from, to, 1), error);
    }
    let wrong_count = "game 1: the number of moves does not match the bots' counts";
    for (key, number, error) in [
        (r#""number":"#, &*huge, "this is not game 1 of the match"),
        (r#""counted":["#, &huge, wrong_count),
        (r#""counted":["#, "0", wrong_count),
    ] {
        refused(&|right| with_numbers(right, key, number), error);
    }
    // The number of positions cannot be checked, but it must not overflow.
    for part in ["p1", "p2"] {
        let right = fs::read_to_string(folder.path().join(part)).unwrap();
        fs::write(folder.path().join(part), with_numbers(&right, "\"nodes\":[", &huge)).unwrap();
    }
    run_ok(folder.path(), "--merge p1 p2");
}

#[test]
fn a_game_begins_with_its_opening() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &str, change: &dyn Fn(&str) -> String| {
        run_ok(folder.path(), &format!("uglyduck --p1 random --p2 easy --games 4 --seed 1 {arguments}"));
        let right = fs::read_to_string(folder.path().join("right")).unwrap();
        run_ok(folder.path(), "--merge right");
        fs::write(folder.path().join("spoilt"), change(&right)).unwrap();
        fs::remove_file(folder.path().join("right")).unwrap();
        assert_fails(folder.path(), "--merge spoilt", 1, "does not begin with its opening");
    };
    // Swaps two games along with their numbers.
    let exchanged = |right: &str, [one, other]: [usize; 2]| {
        let mut games: Vec<String> = right.split("cygnet record ").map(ToOwned::to_owned).collect();
        let parts = [one, other].map(|index| games[index].split_once("# cygnet").unwrap());
        let [(first, after_first), (second, after_second)] = parts;
        let changed = [format!("{second}# cygnet{after_first}"), format!("{first}# cygnet{after_second}")];
        [games[one], games[other]] = changed;
        games.join("cygnet record ")
    };
    refused("--opening 3 --out right", &|right| exchanged(right, [1, 2]));
    fs::write(folder.path().join("list"), "3s1/DD1D1/1dD2/3dd/3S1 1\nDDs2/5/1Dd2/d1S2/4d 2\n").unwrap();
    refused("--opening list --swap --out right", &|right| exchanged(right, [1, 3]));
    let start = "start: 3s1/DD1D1/1dD2/3dd/3S1 1\nplayer 1";
    run_ok(folder.path(), "uglyduck --p1 easy --p2 easy --games 4 --opening list --seed 1 --out listed");
    let listed = fs::read_to_string(folder.path().join("listed")).unwrap();
    assert!(listed.contains(start));
    let (_, header) = listed.split_once("\"opening\":").unwrap();
    let (opening, _) = header.split_once(",\"allowance\"").unwrap();
    fs::write(folder.path().join("spoilt"), listed.replacen(opening, "\"usual\"", 1)).unwrap();
    assert_fails(folder.path(), "--merge spoilt", 1, "game 1 does not begin with its opening");
}
