//! `--resume`: a match that was cut off goes on, and its file is in the end that of a match that never was.
//!
//! In the suite a few matches are killed; `CYGNET_KILLS=1000 cargo test --release --test program resume::` is a long walk.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use cygnet::model::GameRng;
use rustix::process::{Pid, Signal, kill_process};

use super::{assert_fails, command, done, games, run, text};
use crate::common::amount;

const MATCH: &str =
    "uglyduck --p1 expert --p2 minimax:3 --bot easy --nodes 400 --games 30 --swap --opening 3 --seed 11";

fn start(folder: &Path, arguments: &str) -> Child {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    command(folder, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a match has said so many lines, or has ended: how many games it goes on from, then each tenth of its games.
fn wait_for(child: &mut Child, lines: usize) {
    let said = BufReader::new(child.stderr.take().unwrap()).lines();
    said.take(lines).for_each(|line| drop(line.unwrap()));
}

fn write(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(file), text).unwrap();
}

#[test]
fn a_killed_match_resumes_to_identical_bytes() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &format!("{MATCH} --record right"));
    let right = games(folder.path(), "right");
    let mut rng = GameRng::from_seed(7);
    let path = folder.path().join("killed");
    let mut kills = 0;
    while kills < amount("CYGNET_KILLS", 12) {
        let _ = fs::remove_file(&path);
        // Two kills and then to the end, each after another part of the match.
        for most in [6, 10] {
            let mut child = start(folder.path(), &format!("{MATCH} --jobs 2 --resume killed"));
            wait_for(&mut child, rng.below(most));
            let _ = child.kill();
            kills += usize::from(!child.wait().unwrap().success());
        }
        done(folder.path(), "--resume killed --jobs 2");
        assert!(games(folder.path(), "killed") == right, "after {kills} kills");
    }
}

#[test]
fn a_truncated_game_is_dropped_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "qawale --p1 random --p2 easy --games 6 --opening 2 --seed 3";
    let whole = done(folder.path(), &format!("{arguments} --record right"));
    let right = games(folder.path(), "right");
    let header = right.find('\n').unwrap() + 1;
    let last_game = right.rfind("cygnet record 1").unwrap();
    let footer = right.rfind("# cygnet arena end").unwrap();
    let table = |text: &str| text.lines().filter(|line| line.contains("won")).collect::<Vec<_>>().join("\n");
    for length in [0, header / 2, header, last_game - 5, last_game + 40, footer - 1, footer, right.len() - 1]
    {
        write(folder.path(), "torn", &right[..length]);
        let found = done(folder.path(), &format!("{arguments} --resume torn"));
        assert!(games(folder.path(), "torn") == right, "cut to {length} bytes");
        assert_eq!(table(&found), table(&whole));
    }
    // Zeros, where the system has lost a piece, and half a letter.
    let mut holed = right.clone().into_bytes();
    holed[last_game - 300..][..200].fill(0);
    write(folder.path(), "torn", holed);
    done(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    write(
        folder.path(),
        "torn",
        [&right.as_bytes()[..last_game + 60], "ä".as_bytes().split_at(1).0].concat(),
    );
    done(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    // A match that is whole is shown, and its file left alone; one whose file is not there is begun.
    let output = run(folder.path(), "--resume right --format json");
    assert_eq!(text(&output.stdout).lines().count(), 7);
    assert!(text(&output.stderr).starts_with("note: 6 of 6 games are in right\n"), "{output:?}");
    done(folder.path(), &format!("{arguments} --resume new"));
    assert!(games(folder.path(), "new") == right && games(folder.path(), "right") == right);
}

#[test]
fn interrupted_and_decided_matches_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    // Every game is slow enough to be in the file as soon as it is over.
    let slow = MATCH.replace("--nodes 400 --games 30", "--nodes 8000 --games 10");
    done(folder.path(), &format!("{slow} --record right"));
    let right = games(folder.path(), "right");
    let mut child = start(folder.path(), &format!("{slow} --record all"));
    wait_for(&mut child, 3);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(games(folder.path(), "all").len() < right.len());
    done(folder.path(), "--resume all --jobs 2");
    assert!(games(folder.path(), "all") == right);

    let tested = "uglyduck --p1 hard --p2 random --games 400 --swap --opening 2 --seed 1";
    done(folder.path(), &format!("{tested} --record whole"));
    let table = done(folder.path(), &format!("{tested} --sprt 0 30 --record tested"));
    let ended = games(folder.path(), "tested");
    let half = &ended[..ended.len() / 2];
    write(folder.path(), "half", half);
    let again = done(folder.path(), "--resume half --sprt 0 30");
    let decided = |table: &str| table.lines().last().unwrap().to_owned();
    assert!(games(folder.path(), "half") == ended && decided(&table) == decided(&again), "{again}");
    assert!(done(folder.path(), "--resume half --sprt 0 30").contains("H1 is accepted"));
    assert!(games(folder.path(), "half") == ended, "nothing is played after the decision");
    done(folder.path(), "--resume half");
    assert!(games(folder.path(), "half") == games(folder.path(), "whole"), "without the test all is played");
}

#[test]
fn a_part_resumes_as_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let part = |number: u32| format!("{MATCH} --shard {number}/2");
    for number in [1, 2] {
        done(folder.path(), &format!("{} --record p{number}", part(number)));
    }
    let right = games(folder.path(), "p2");
    write(folder.path(), "torn", &right[..right.len() / 2]);
    assert_fails(folder.path(), "--merge p1 torn", 1, "error: torn:");
    assert_fails(
        folder.path(),
        &format!("{} --resume torn", part(1)),
        1,
        "torn:1: this is another match: shard",
    );
    done(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == right);
    done(folder.path(), "--merge torn p1");
}

#[test]
fn other_files_are_rejected_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 random --p2 easy --games 6 --seed 1";
    done(folder.path(), &format!("{arguments} --record right"));
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
        "error: file:1: this is another match: games 6 there, 8 here; seed 1 there, 2 here",
    );
    let other = format!("{arguments} --depth 2");
    refused(half, &other, 1, "file:1: this is another match: allowance {\"depth\":null,");
    refused(half, "uglyduck --p1 random --p2 easy --games 8", 1, "games 6 there, 8 here\n");
    // The first game is whole and wrong: that is nothing that a cut does.
    let wrong = right.replacen("\n3. ", "\n3. z9", 1);
    refused(&wrong, arguments, 1, "move 3 \"z9");
    refused("# cygnet arena of other people\n", arguments, 1, "file:1: this is not the record of a match");
    refused("a picture\0\n", arguments, 1, "file:1: this is not the record of a match");
    refused("something", "", 1, "file:1: this line is cut off");
    refused("", "", 1, "file:1: this is not the record of a match");
    assert_fails(folder.path(), "--resume missing", 1, "missing: No such file");
    let list = arguments.replace("--games 6", "--opening list");
    write(folder.path(), "list", "3s1/DD1D1/1dD2/3dd/3S1 1\n");
    done(folder.path(), &format!("{list} --record listed"));
    assert_fails(folder.path(), "--resume listed", 2, "the match needs the file of its opening positions");
    done(folder.path(), &format!("{list} --resume listed"));
    write(folder.path(), "list", "DDs2/5/1Dd2/d1S2/4d 2\n");
    assert_fails(folder.path(), &format!("{list} --resume listed"), 1, "this is another match: opening");
}

#[test]
fn a_file_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "dies.sh", super::matches::DIES);
    let arguments = ["uglyduck", "--p1", "ugi:sh dies.sh", "--p2", "easy", "--games", "4", "--seed", "1"];
    let run =
        |option: &str| command(folder.path(), &[&arguments[..], &[option, "all"]].concat()).output().unwrap();
    assert!(run("--record").status.success());
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
