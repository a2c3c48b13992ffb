//! `--resume`: an interrupted match continues and ends with the same file as an uninterrupted one.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use cygnet::model::GameRng;
use rustix::process::{Pid, Signal, kill_process};

use super::{assert_fails, command, games, run, run_ok, text};
use crate::common::samples;

const MATCH: &str =
    "uglyduck --p1 expert --p2 minimax:3 --bot easy --nodes 400 --games 30 --swap --opening 3 --seed 11";

fn start(folder: &Path, arguments: &str) -> Child {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    command(folder, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a match has written this many lines or has ended. The first line is the number of games it
/// resumes from; the others report every tenth of its games.
fn wait_for(child: &mut Child, lines: usize) {
    let output = BufReader::new(child.stderr.take().unwrap()).lines();
    output.take(lines).for_each(|line| drop(line.unwrap()));
}

fn write(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(file), text).unwrap();
}

#[test]
fn a_killed_match_resumes_to_identical_bytes() {
    let folder = tempfile::tempdir().unwrap();
    run_ok(folder.path(), &format!("{MATCH} --out right"));
    let right = games(folder.path(), "right");
    let mut rng = GameRng::from_seed(7);
    let path = folder.path().join("killed");
    let mut kills = 0;
    while kills < samples(2) {
        let _ = fs::remove_file(&path);
        // Kills the match twice, at random points, and then runs it to the end.
        for max_lines in [6, 10] {
            let mut child = start(folder.path(), &format!("{MATCH} --jobs 2 --resume killed"));
            wait_for(&mut child, rng.below(max_lines));
            let _ = child.kill();
            kills += usize::from(!child.wait().unwrap().success());
        }
        run_ok(folder.path(), "--resume killed --jobs 2");
        assert!(games(folder.path(), "killed") == right, "after {kills} kills");
    }
}

#[test]
fn a_truncated_game_is_dropped_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "qawale --p1 random --p2 easy --games 6 --opening 2 --seed 3";
    let whole = run_ok(folder.path(), &format!("{arguments} --out right"));
    let right = games(folder.path(), "right");
    let header = right.find('\n').unwrap() + 1;
    let last_game = right.rfind("cygnet record 2").unwrap();
    let table = |text: &str| text.lines().filter(|line| line.contains("won")).collect::<Vec<_>>().join("\n");
    for length in [0, header / 2, header, last_game - 5, last_game + 40, right.len() - 1] {
        write(folder.path(), "torn", &right[..length]);
        let found = run_ok(folder.path(), &format!("{arguments} --resume torn"));
        assert!(games(folder.path(), "torn") == right, "cut to {length} bytes");
        assert_eq!(table(&found), table(&whole));
    }
    // Zeros in place of a lost piece, and half a UTF-8 character.
    let mut holed = right.clone().into_bytes();
    holed[last_game - 300..][..200].fill(0);
    write(folder.path(), "torn", holed);
    run_ok(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    write(
        folder.path(),
        "torn",
        [&right.as_bytes()[..last_game + 60], "ä".as_bytes().split_at(1).0].concat(),
    );
    run_ok(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    // Files of earlier versions have a last line.
    write(folder.path(), "old", format!("{right}# cygnet arena end {{\"games\":6}}\n"));
    run_ok(folder.path(), "--resume old");
    assert!(games(folder.path(), "old") == right);
    // A complete match is shown without changing its file. A match without a file is started.
    let output = run(folder.path(), "--resume right --format json");
    assert_eq!(text(&output.stdout).lines().count(), 7);
    assert!(text(&output.stderr).starts_with("note: 6 of 6 games are in right\n"), "{output:?}");
    run_ok(folder.path(), &format!("{arguments} --resume new"));
    assert!(games(folder.path(), "new") == right && games(folder.path(), "right") == right);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn interrupted_and_decided_matches_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    // Every game is slow enough to be written to the file as soon as it is over.
    let slow = MATCH.replace("--nodes 400 --games 30", "--nodes 8000 --games 6");
    run_ok(folder.path(), &format!("{slow} --out right"));
    let right = games(folder.path(), "right");
    let mut child = start(folder.path(), &format!("{slow} --out all"));
    wait_for(&mut child, 3);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(games(folder.path(), "all").len() < right.len());
    run_ok(folder.path(), "--resume all --jobs 2");
    assert!(games(folder.path(), "all") == right);

    let tested = "uglyduck --p1 hard --p2 random --games 400 --swap --opening 2 --seed 1";
    run_ok(folder.path(), &format!("{tested} --out whole"));
    let table = run_ok(folder.path(), &format!("{tested} --sprt 0 30 --out tested"));
    let ended = games(folder.path(), "tested");
    let half = &ended[..ended.len() / 2];
    write(folder.path(), "half", half);
    let again = run_ok(folder.path(), "--resume half --sprt 0 30");
    let decided = |table: &str| table.lines().last().unwrap().to_owned();
    assert!(games(folder.path(), "half") == ended && decided(&table) == decided(&again), "{again}");
    assert!(run_ok(folder.path(), "--resume half --sprt 0 30").contains("H1 is accepted"));
    assert!(games(folder.path(), "half") == ended, "nothing is played after the decision");
    run_ok(folder.path(), "--resume half");
    assert!(
        games(folder.path(), "half") == games(folder.path(), "whole"),
        "without the test, all games are played"
    );
}

#[test]
fn a_part_resumes_as_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let part = |number: u32| format!("{MATCH} --shard {number}/2");
    for number in [1, 2] {
        run_ok(folder.path(), &format!("{} --out p{number}", part(number)));
    }
    let right = games(folder.path(), "p2");
    write(folder.path(), "torn", &right[..right.len() / 2]);
    assert_fails(folder.path(), "--merge p1 torn", 1, "error: torn:");
    assert_fails(
        folder.path(),
        &format!("{} --resume torn", part(1)),
        1,
        "torn:1: the file contains a different match: shard",
    );
    run_ok(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    run_ok(folder.path(), "--merge torn p1");
}

#[test]
fn other_files_are_rejected_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 random --p2 easy --games 6 --seed 1";
    run_ok(folder.path(), &format!("{arguments} --out right"));
    let right = games(folder.path(), "right");
    let half = &right[..right.len() / 2];
    let refused = |text: &str, arguments: &str, code, error: &str| {
        write(folder.path(), "file", text);
        assert_fails(folder.path(), &format!("{arguments} --resume file"), code, error);
        assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), text);
    };
    let other = arguments.replace("seed 1", "seed 2").replace("games 6", "games 8");
    refused(
        half,
        &other,
        1,
        "error: file:1: the file contains a different match: games 6 instead of 8; seed 1 instead of 2",
    );
    let other = format!("{arguments} --depth 2");
    refused(
        half,
        &other,
        1,
        "file:1: the file contains a different match: allowance depth none instead of 2",
    );
    refused(half, "uglyduck --p1 random --p2 easy --games 8", 1, "games 6 instead of 8\n");
    // The first game is complete but wrong, which cannot come from an interruption.
    let wrong = right.replacen("\n3. ", "\n3. z9", 1);
    refused(&wrong, arguments, 1, "move 3 \"z9");
    refused("# cygnet arena of other people\n", arguments, 1, "file:1: not a match record");
    refused("a picture\0\n", arguments, 1, "file:1: not a match record");
    refused("something", "", 1, "file:1: the line is cut off");
    refused("", "", 1, "file:1: not a match record");
    let unknown_game = half.replacen("\"uglyduck\"", "\"chess\"", 1);
    refused(&unknown_game, "", 1, "error: file: unknown game \"chess\"");
    let unknown_bot = half.replacen("\"random\"", "\"rundum\"", 1);
    refused(&unknown_bot, "", 1, "error: file: \"rundum\": unknown computer player");
    assert_fails(folder.path(), "--resume missing", 1, "missing: No such file");
    let list = arguments.replace("--games 6", "--opening list");
    write(folder.path(), "list", "3s1/DD1D1/1dD2/3dd/3S1 1\n");
    run_ok(folder.path(), &format!("{list} --out listed"));
    assert_fails(folder.path(), "--resume listed", 2, "the match needs the file of its opening positions");
    run_ok(folder.path(), &format!("{list} --resume listed"));
    write(folder.path(), "list", "DDs2/5/1Dd2/d1S2/4d 2\n");
    assert_fails(
        folder.path(),
        &format!("{list} --resume listed"),
        1,
        "the file contains a different match: opening",
    );
}

#[test]
fn a_record_file_never_starts_a_program() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "dies.sh", super::matches::DIES);
    let arguments = ["uglyduck", "--p1", "ugi:sh dies.sh", "--p2", "easy", "--games", "4", "--seed", "1"];
    let run =
        |option: &str| command(folder.path(), &[&arguments[..], &[option, "all"]].concat()).output().unwrap();
    assert!(run("--out").status.success());
    let right = games(folder.path(), "all");
    write(folder.path(), "all", &right[..right.len() / 2]);
    let error = "a program plays in this match, and a record cannot start programs: ugi:sh dies.sh";
    assert_fails(folder.path(), "--resume all", 2, error);
    assert!(run("--resume").status.success());
    assert!(games(folder.path(), "all") == right);
}

#[test]
fn two_matches_do_not_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "replica --p1 minimax:3 --p2 minimax:3 --games 100000 --seed 1";
    let mut child = start(folder.path(), &format!("{endless} --resume all"));
    wait_for(&mut child, 1);
    assert_fails(folder.path(), "--resume all", 2, "error: all: another session");
    child.kill().unwrap();
    child.wait().unwrap();
}
