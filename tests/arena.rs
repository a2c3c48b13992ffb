//! `cygnet arena`: the same games whatever happens around them, parts that make up the whole, and mistakes named.
#![cfg(feature = "console")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.arg("arena").args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    command(folder, &arguments.split_whitespace().collect::<Vec<_>>()).output().unwrap()
}

#[track_caller]
fn done(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn assert_fails(folder: &Path, arguments: &str, code: i32, error: &str) {
    let output = run(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {said}");
    assert!(said.contains(error), "{arguments}: {said}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A record file without its last line, which says how long it took.
fn games(folder: &Path, file: &str) -> String {
    let all = fs::read_to_string(folder.join(file)).unwrap();
    let (games, last) = all.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("# cygnet arena end {"), "{last}");
    games.to_owned()
}

fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_same_games_whatever_the_number_of_threads() {
    let matches = [
        "uglyduck --p1 expert --p2 minimax:3 --bot hard --nodes 300 --games 8 --swap --opening 4",
        "uglyduck --p1 minimax:4 --p2 random --bot easy --bot greedy --gauntlet --games 60",
        "replica:8,house --p1 expert --p2 medium --depth 2 --games 6 --opening 3",
        "qawale --p1 expert --p2 hard --nodes 500 --games 4 --swap",
        "three-dragons --p1 random --p2 normal --games 6",
    ];
    for (number, arguments) in matches.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        for jobs in 1..=3 {
            done(folder.path(), &format!("{arguments} --seed {number} --jobs {jobs} --record {jobs}"));
        }
        let one = games(folder.path(), "1");
        assert!(one == games(folder.path(), "2") && one == games(folder.path(), "3"), "{arguments}");
        let checked =
            Command::new(env!("CARGO_BIN_EXE_cygnet")).arg("check").arg(folder.path().join("1")).output();
        assert!(text(&checked.unwrap().stdout).ends_with("games, all right\n"), "{arguments}");
    }
}

#[test]
fn another_seed_plays_other_games() {
    let folder = tempfile::tempdir().unwrap();
    for seed in [1, 2] {
        done(
            folder.path(),
            &format!("uglyduck --p1 random --p2 random --games 5 --seed {seed} --record {seed}"),
        );
    }
    let moves = |file: &str| {
        let all = games(folder.path(), file);
        all.lines().filter(|line| line.contains(". ")).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_ne!(moves("1"), moves("2"));
}

#[test]
fn both_sides_of_every_opening_are_played() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "uglyduck --p1 hard --p2 easy --games 6 --swap --opening 5 --seed 3 --record all");
    let all = games(folder.path(), "all");
    let games: Vec<&str> = all.split("cygnet record 1\n").skip(1).collect();
    let part = |game: &str, from: usize, to: usize| {
        game.lines().skip(from).take(to - from).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!(part(pair[0], 1, 3), "player 1: hard\nplayer 2: easy");
        assert_eq!(part(pair[1], 1, 3), "player 1: easy\nplayer 2: hard");
        assert_eq!(part(pair[0], 4, 9), part(pair[1], 4, 9), "the moves of the opening");
    }
    assert_ne!(part(games[0], 4, 9), part(games[2], 4, 9));
}

#[test]
fn games_begin_at_the_positions_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let positions = "# two positions\n3s1/DD1D1/1dD2/3dd/3S1 1\n\n  DDs2/5/1Dd2/d1S2/4d 2\r\n";
    fs::write(folder.path().join("openings"), positions).unwrap();
    done(
        folder.path(),
        "uglyduck --p1 easy --p2 hard --games 6 --swap --opening openings --seed 1 --record all",
    );
    let all = games(folder.path(), "all");
    let starts: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("start: ")).collect();
    let (one, two) = ("3s1/DD1D1/1dD2/3dd/3S1 1", "DDs2/5/1Dd2/d1S2/4d 2");
    assert_eq!(starts, [one, one, two, two, one, one]);
    fs::write(folder.path().join("over"), format!("{one}\nS4/5/5/5/d4 2\n")).unwrap();
    assert_fails(
        folder.path(),
        "uglyduck --p1 easy --p2 hard --opening over",
        1,
        "position 2: the game is over there",
    );
    fs::write(folder.path().join("bad"), "x\n").unwrap();
    assert_fails(
        folder.path(),
        "uglyduck --p1 easy --p2 hard --opening bad",
        1,
        "opening position 1: character 2",
    );
    fs::write(folder.path().join("none"), "# nothing\n").unwrap();
    assert_fails(
        folder.path(),
        "uglyduck --p1 easy --p2 hard --opening none",
        1,
        "none: there is no position here",
    );
    assert_fails(folder.path(), "uglyduck --p1 easy --p2 hard --opening missing", 1, "missing: No such file");
}

const THREE: &str = "uglyduck --p1 minimax:2 --p2 hard --bot easy --games 10 --swap --opening 2 --seed 5";

#[test]
fn parts_joined_are_the_whole_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let whole = done(folder.path(), &format!("{THREE} --record whole"));
    for part in 1..=4 {
        done(folder.path(), &format!("{THREE} --shard {part}/4 --record part{part} --jobs 2"));
    }
    let joined = done(folder.path(), "--merge part3 part1 part4 part2 --record joined");
    assert_eq!(games(folder.path(), "joined"), games(folder.path(), "whole"));
    // All of the table but what depends on the clock.
    let results = |table: &str| {
        let line = |line: &str| line.split_whitespace().take(11).map(ToOwned::to_owned).collect::<Vec<_>>();
        table.lines().map(line).collect::<Vec<_>>()
    };
    assert_eq!(results(&joined), results(&whole));
    let summary =
        |arguments: &str| objects(&done(folder.path(), arguments)).pop().unwrap()["summary"].clone();
    let again = summary("--merge joined --format json");
    assert_eq!(again["games"], 30);
    assert_eq!(again["bots"], summary("--merge part1 part2 part3 part4 --format json")["bots"]);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for part in 1..=3 {
        done(folder.path(), &format!("{THREE} --shard {part}/3 --record p{part}"));
    }
    done(folder.path(), &format!("{} --shard 1/3 --record other", THREE.replace("--seed 5", "--seed 6")));
    done(folder.path(), &format!("{THREE} --shard 1/2 --record half"));
    let refused =
        |files: &str, error: &str| assert_fails(folder.path(), &format!("--merge {files}"), 1, error);
    refused("p1 p3", "error: p3: this is part 3/3, but part 2/3 is missing");
    refused("p1 p2", "error: p2: this is part 2/3, but part 3/3 is missing");
    refused("p2 p1 p2 p3", "error: p2: part 2/3 is there twice");
    refused("other p2 p3", "error: p2: this is a part of another match than other");
    refused("p2 half", "error: half: this is one of 2 parts, but p2 is one of 3");
    refused("p1 missing", "error: missing: No such file");
    let spoil = |change: &dyn Fn(&str) -> String| {
        let right = fs::read_to_string(folder.path().join("p1")).unwrap();
        fs::write(folder.path().join("spoilt"), change(&right)).unwrap();
    };
    spoil(&|right| right.replacen("# cygnet arena ", "# ", 1));
    refused("spoilt p2 p3", "error: spoilt:1: this is not the record of a match");
    spoil(&|right| right.split("cygnet record 1").take(5).collect::<Vec<_>>().join("cygnet record 1"));
    refused("spoilt p2 p3", "the part is not whole: it has 4 of its 10 games");
    spoil(&|right| right.rsplit_once("# cygnet arena end").unwrap().0.to_owned());
    refused("spoilt p2 p3", "the part does not end as it should");
    spoil(&|right| right.replacen("player 1: minimax:2", "player 1: minimax:3", 1));
    refused("spoilt p2 p3", "this is not game 1 of the match");
    spoil(&|right| format!("{right}cygnet record 1\n"));
    refused("spoilt p2 p3", "there is more after the end of the part");
    spoil(&|right| right.replacen("\"of\":3", "\"of\":0", 1));
    refused("spoilt p2 p3", "error: spoilt:1: this is not the record of a match");
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "uglyduck --p1 hard --p2 random --games 5000 --swap --opening 2 --sprt 0 30 --seed 1 --jobs 3";
    let lines = objects(&done(folder.path(), &format!("{arguments} --format json --record all")));
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(summary["sprt"]["accepted"], "H1");
    assert!(summary["sprt"]["llr"].as_f64().unwrap() > 2.944);
    let played = summary["games"].as_u64().unwrap();
    assert!(played < 1000 && played.is_multiple_of(2), "{played}");
    assert_eq!(summary["broken_off"], false);
    assert_eq!(lines.len() as u64, played + 1);
    let table = done(folder.path(), &arguments.replace("--jobs 3", "--jobs 1 --record one"));
    assert!(table.contains(", H1 is accepted.\n"), "{table}");
    assert_eq!(games(folder.path(), "one"), games(folder.path(), "all"));
}

#[test]
fn json_is_an_object_a_game_and_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 expert --p2 easy --games 4 --swap --nodes 200 --seed 2 --format json";
    let lines = objects(&done(folder.path(), arguments));
    assert_eq!(lines.len(), 5);
    for (number, game) in lines[..4].iter().enumerate() {
        assert_eq!(game["game"], number as u64 + 1);
        assert_eq!(game["opening"], number as u64 / 2 + 1);
        assert_eq!(game["p1"], ["expert", "easy"][number % 2]);
        assert_eq!(game["reason"], "rules");
        assert!(game["plies"].as_u64().unwrap() > 8 && game["seconds"][0].is_number());
        assert!(game["nodes"][number % 2].is_number() && game["nodes"][1 - number % 2].is_null());
    }
    let bots = &lines[4]["summary"]["bots"];
    assert_eq!(bots[0]["bot"], "expert");
    assert!(bots[0]["nodes_a_move"].as_f64().unwrap() < 500.0 && bots[1]["nodes_a_move"].is_null());
    assert_eq!(bots[0]["won"], bots[1]["lost"]);
}

#[test]
fn a_wrong_command_line_says_what_and_what_instead() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |arguments: &str, error: &str| assert_fails(folder.path(), arguments, 2, error);
    fails("uglyduck --p1 hard", "--p2");
    fails("ugliduck --p1 hard --p2 easy", "did you mean uglyduck?");
    fails("uglyduck --p1 hard --p2 nobody", "hint: the bots are easy, hard");
    fails("uglyduck --p1 hard --p2 human", "hint: the bots are");
    fails("uglyduck --p1 hard --p2 easy --games 3 --swap", "hint: --games 2 or --games 4");
    fails("uglyduck --p1 hard --p2 easy --games 0", "0 is not in");
    fails("uglyduck --p1 hard --p2 easy --sprt 10 0", "the smaller one first");
    fails("uglyduck --p1 hard --p2 easy --sprt 0 NaN", "the smaller one first");
    fails("uglyduck --p1 hard --p2 easy --bot random --sprt 0 10", "cannot be used with");
    fails("uglyduck --p1 hard --p2 easy --seed 1 --shard 1/2", "--record");
    fails("uglyduck --p1 hard --p2 easy --record x --shard 1/2", "--seed");
    fails("uglyduck --p1 hard --p2 easy --seed 1 --record x --shard 3/2", "a part is I/N");
    fails("uglyduck --merge x", "cannot be used with");
    fails("uglyduck --p1 random --p2 random --opening 1000", "no game was found that goes on after 1000");
    fs::write(folder.path().join("there"), "something").unwrap();
    let there = "uglyduck --p1 hard --p2 easy --record there";
    assert_fails(folder.path(), there, 1, "error: there: there is a file of this name");
    assert_eq!(fs::read_to_string(folder.path().join("there")).unwrap(), "something");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written for what is not played");
}

/// The most memory a program has used so far, in kB.
#[cfg(target_os = "linux")]
fn peak(child: &std::process::Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "uglyduck --p1 random --p2 random --games 60000 --jobs 2 --seed 1 --format json --record all";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child =
        command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let early = lines.by_ref().take(15_000).count();
    let before = peak(&child);
    // The last games are still in the pipe, so the program is there to be asked.
    let late = lines.by_ref().take(43_000).count();
    let after = peak(&child);
    assert_eq!((early, late, lines.count()), (15_000, 43_000, 2001));
    assert!(child.wait().unwrap().success());
    assert!(after < before + 4096 && after < 32 * 1024, "{before} kB, then {after} kB");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let full = "uglyduck --p1 random --p2 random --games 2000 --record /dev/full";
    assert_fails(folder.path(), full, 1, "No space left on device");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_in_order() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "replica --p1 minimax:3 --p2 minimax:3 --games 100000 --jobs 2 --seed 1 --record all --format json";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child =
        command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !fs::read_to_string(folder.path().join("all")).is_ok_and(|games| games.contains("result: ")) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines = objects(&said);
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(summary["broken_off"], true);
    assert_eq!(summary["games"].as_u64().unwrap() + 1, lines.len() as u64);
    assert_eq!(games(folder.path(), "all").matches("\nresult: ").count() + 1, lines.len());
    assert_fails(folder.path(), "--merge all", 1, "the part is not whole");
}

#[cfg(unix)]
#[test]
fn a_program_that_dies_forfeits_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read -r line; do case $line in ugi) echo id name X; echo ugiok;; isready) echo readyok;; query*) echo response false;; go*) exit 3;; esac; done";
    fs::write(folder.path().join("dies.sh"), script).unwrap();
    let arguments = [
        "uglyduck",
        "--p1",
        "ugi:sh dies.sh",
        "--p2",
        "easy",
        "--games",
        "4",
        "--swap",
        "--seed",
        "1",
        "--record",
        "all",
    ];
    let output = command(folder.path(), &arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("Games ended by: forfeited 4.\n"), "{table}");
    assert!(
        table.contains("ugi:sh dies.sh forfeited 4, the first: it ended by itself (exit code 3)"),
        "{table}"
    );
    let all = games(folder.path(), "all");
    let results: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("result: ")).collect();
    assert!(
        results
            .iter()
            .zip(["p2", "p1", "p2", "p1"])
            .all(|(result, winner)| { result.starts_with(&format!("{winner}, forfeited: ")) }),
        "{results:?}"
    );
}

#[test]
fn merge_believes_no_result_that_the_board_denies() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "uglyduck --p1 random --p2 hard --games 6 --seed 1 --record right");
    let right = fs::read_to_string(folder.path().join("right")).unwrap();
    let refused = |change: &dyn Fn(&str) -> String, error: &str| {
        let spoilt = change(&right);
        assert_ne!(spoilt, right);
        fs::write(folder.path().join("spoilt"), spoilt).unwrap();
        assert_fails(folder.path(), "--merge spoilt", 1, error);
    };
    done(folder.path(), "--merge right");
    let result = right.lines().position(|line| line.starts_with("result: ")).unwrap();
    let recorded = right.lines().nth(result).unwrap();
    let (winner, loser) = if recorded == "result: p1, rules" { ("p1", "p2") } else { ("p2", "p1") };
    let claim = |reason: &str| format!("result: {winner}, {reason}");
    let here = format!("error: spoilt:{}: ", result + 1);
    let swapped = format!("result: {loser}, rules");
    refused(
        &|right| right.replacen(recorded, &swapped, 1),
        &format!("{here}the record says {loser}, the board says {winner}"),
    );
    refused(
        &|right| right.replacen(recorded, &claim("resigned"), 1),
        &format!("{here}the record says resigned, the board says rules"),
    );
    refused(&|right| right.replacen(recorded, "result: draw, forfeited: x", 1), &here);
    refused(&|right| right.replacen("\n2. ", "\n2. z9", 1), "error: spoilt:8: move 2 \"z9");
    let cut = |right: &str| {
        let lines = right.lines().enumerate().filter(|(index, _)| *index + 2 < result || *index >= result);
        lines.map(|(_, line)| line.replace(recorded, "result: draw, patience") + "\n").collect()
    };
    refused(&cut, "the record says draw by patience, but the game is not over");
}

#[cfg(unix)]
#[test]
fn merge_bounds_every_number_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    for part in 1..=2 {
        let shard = format!("--shard {part}/2 --record p{part}");
        done(folder.path(), &format!("uglyduck --p1 random --p2 easy --games 4 --seed 1 {shard}"));
    }
    let refused = |spoil: &dyn Fn(&str) -> String, error: &str| {
        for (right, spoilt) in [("p1", "s1"), ("p2", "s2")] {
            let right = fs::read_to_string(folder.path().join(right)).unwrap();
            let text = spoil(&right);
            assert_ne!(text, right);
            fs::write(folder.path().join(spoilt), text).unwrap();
        }
        // Two gigabytes: nothing is allocated because a header says so.
        let shell = "ulimit -v 2000000; exec \"$0\" arena --merge s1 s2";
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).current_dir(folder.path());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    };
    let bots = format!("\"bots\":[{}\"easy\"]", "\"random\",".repeat(60_000));
    refused(&|right| right.replacen("\"bots\":[\"random\",\"easy\"]", &bots, 1), "not the record of a match");
    let games = format!("\"games\":{},", u64::MAX - 1);
    refused(&|right| right.replacen("\"games\":4,", &games, 1), "not the record of a match");
    let number = |right: &str, key: &str, number: u64| {
        let (games, footer) = right.rsplit_once("# cygnet arena end ").unwrap();
        let parts = footer.split(key).enumerate().map(|(index, part)| match index {
            0 => part.to_owned(),
            _ => format!("{key}{number}{}", part.trim_start_matches(|c: char| c.is_ascii_digit())),
        });
        format!("{games}# cygnet arena end {}", parts.collect::<String>())
    };
    refused(&|right| number(right, "\"moves\":", u64::MAX), "the part does not end as it should");
    refused(&|right| number(right, "\"counted\":", u64::MAX), "the part does not end as it should");
    refused(&|right| number(right, "\"secs\":", u64::MAX), "the part does not end as it should");
    refused(&|right| number(right, "\"nodes\":", u64::MAX), "the part does not end as it should");
}
