//! Tests of tables of results: using them in commands.

use std::path::Path;
use std::process::Command;

fn cygnet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments);
    command
}

/// Runs the program successfully and returns its output.
fn run(arguments: &[&str]) -> String {
    let output = cygnet(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a directory as an argument.
fn named(folder: &Path) -> String {
    folder.to_str().unwrap().to_owned()
}

/// Plays a match on a board on which player 1 wins. Returns how many games `expert` wins as player 1,
/// searching one ply.
fn wins_of_expert(more: &[&str]) -> usize {
    let game = "uglyduck-xl:3x4";
    let command =
        ["arena", game, "--p1", "expert", "--p2", "perfect", "--depth", "1", "--games", "20", "--seed", "1"];
    let lines = run(&[&command[..], &["--format", "json"], more].concat());
    lines.lines().filter(|line| line.contains(r#""outcome":"p1""#)).count()
}

#[test]
fn tables_are_used_if_nothing_limits_or_forbids_them() {
    let home = tempfile::tempdir().unwrap();
    let folder = named(home.path());
    run(&["table", "build", "uglyduck-xl:3x4", "--out", &folder]);
    let tables = format!("--tables={folder}");
    for refused in [&["--restricted", "--tables"][..], &["--tables=/no/such/folder"]] {
        let output = cygnet(&[&["play", "uglyduck"], refused].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{refused:?}");
    }
    assert_eq!(wins_of_expert(&[&tables]), 20);
    assert!(wins_of_expert(&[]) < 20);

    let analyze = ["analyze", "uglyduck-xl:3x4", "--depth", "1"];
    assert!(!run(&analyze).contains("won"));
    assert!(run(&[&analyze[..], &[&tables]].concat()).contains("\twon\t"));

    // With few pieces, a table also gives the number of plies, the same as a search for it.
    let few = ["solve", "uglyduck-xl:3x4", "--position", "DD1/3/3/ddd 1"];
    let [looked_up, searched] =
        [&tables[..], "--distance"].map(|flag| plies_of(&run(&[&few[..], &[flag]].concat())));
    assert!(looked_up.is_some() && looked_up == searched, "{looked_up:?} {searched:?}");
}

/// Returns the line with the plies in the output of `solve`.
fn plies_of(text: &str) -> Option<String> {
    text.lines().find(|line| line.starts_with("plies\t")).map(str::to_owned)
}

#[test]
fn tables_are_part_of_the_match_identity() {
    let home = tempfile::tempdir().unwrap();
    let record = named(&home.path().join("match"));
    let tables = format!("--tables={}", named(home.path()));
    let played = "arena uglyduck-xl:3x4 --p1 expert --p2 easy --depth 1 --games 2 --seed 1";
    let played: Vec<&str> = played.split(' ').collect();
    assert!(run(&[&played[..], &["--out", &record]].concat()).contains("depth 1 a move, seed 1"));
    for refused in
        [[&played[..], &["--resume", &record, &tables]].concat(), vec!["arena", "--resume", &record, &tables]]
    {
        let output = cygnet(&refused).output().unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
    }
}

#[test]
fn a_table_is_not_replaced_by_a_smaller_one() {
    let folder = tempfile::tempdir().unwrap();
    let out = named(folder.path());
    for kind in [&[][..], &["--plies"]] {
        let build = |pieces| {
            let arguments = ["table", "build", "uglyduck-xl:3x3", "--dir", &out, "--pieces", pieces];
            cygnet(&[&arguments, kind].concat()).output().unwrap()
        };
        assert!(build("3").status.success() && build("4").status.success());
        let refused = build("3");
        assert_eq!(refused.status.code(), Some(1));
        let problem = String::from_utf8(refused.stderr).unwrap();
        assert!(problem.contains("there is a table with up to 4 pieces"), "{problem}");
        assert!(problem.contains("first use cygnet table remove uglyduck-xl:3x3"), "{problem}");
    }
}

#[test]
fn plies_are_exact_with_a_plies_table() {
    let folder = tempfile::tempdir().unwrap();
    let out = named(folder.path());
    let game = "uglyduck-xl:3x4";
    let plies = |action: &str| run(&["table", action, game, "--plies", "--out", &out]);
    let built = plies("build");
    assert!(built.contains("\npieces\t6\n"), "{built}");
    assert_eq!(plies("info"), built);
    let verified =
        run(&["table", "verify", game, "--plies", "--out", &out, "--sample", "2000", "--seed", "1"]);
    assert!(verified.contains("\npositions\t2000\nwrong\t0\n"), "{verified}");
    // For the start with all six pieces, the result is the same as the solver's.
    let tables = format!("--tables={out}");
    let plies_with = |more: &[&str]| plies_of(&run(&[&["solve", game][..], more].concat()));
    assert!(run(&["table", "build", game, "--out", &out]).contains("\npieces\t6\n"));
    assert!(plies_with(&[&tables]).is_some());
    assert_eq!(plies_with(&[&tables]), plies_with(&["--tables=/", "--distance"]));
    assert_eq!(plies("remove"), "");
    let gone = cygnet(&["table", "info", game, "--plies", "--out", &out]).output().unwrap();
    assert_eq!(gone.status.code(), Some(1));
    let said = String::from_utf8(gone.stderr).unwrap();
    let hint = format!("hint: build it with cygnet table build uglyduck-xl:3x4 --plies --dir {out}");
    assert!(said.contains(&hint), "{said}");
    assert!(run(&["table", "info", game, "--out", &out]).contains("\npieces\t6\n"), "the other kind is kept");
}
