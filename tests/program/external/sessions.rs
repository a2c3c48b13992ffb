//! External programs as players of `cygnet play`.

use std::fs;

use super::{CYGNET, PATIENT_SETTINGS, engine};
use crate::cli::{run_in, text};

#[test]
fn engine_faults_are_shown_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let bad = engine(PATIENT_SETTINGS, "go*) echo bestmove a1a5;;");
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", &bad, "--autosave", "game", "--seed", "1"];
    let output = run_in(folder.path(), &arguments, b"a1\nb1\n");
    let shown = text(&output.stdout);
    let why = "illegal move \"a1a5\": There is no piece there";
    assert!(shown.contains(&format!(": {why}.)\n")), "{shown}");
    assert!(shown.contains("Player 2 forfeits the game.\n"), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    let record = fs::read_to_string(folder.path().join("game")).unwrap();
    assert!(record.ends_with(&format!("1. a1b1\nresult: p1, forfeited: {why}\n")), "{record}");
    let checked = run_in(folder.path(), &["check", "game"], b"");
    assert_eq!(text(&checked.stdout), "game: 1 game, valid\n");
}

#[test]
fn a_disputing_engine_loses_at_the_console_too() {
    let folder = tempfile::tempdir().unwrap();
    let liar = format!("{CYGNET} ugi uglyduck | sed -u 's/response p[12]win/response draw/'");
    let liar = format!("ugi:depth=4 sh -c {}", shell_words::quote(&liar));
    let arguments =
        ["play", "uglyduck", "--p1", &liar, "--p2", "random", "--autosave", "game", "--seed", "1"];
    let shown = text(&run_in(folder.path(), &arguments, b"").stdout);
    assert!(shown.contains("Player 1 forfeits the game.\n"), "{shown}");
    let record = fs::read_to_string(folder.path().join("game")).unwrap();
    assert!(
        record.contains("\nresult: p2, forfeited: it says the result is draw, but the rules say p1win\n"),
        "{record}"
    );
    let checked = run_in(folder.path(), &["check", "game"], b"");
    assert_eq!(text(&checked.stdout), "game: 1 game, valid\n");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn programs_can_play_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for family in cygnet::games::FAMILIES {
        let program = format!("ugi:Bot=random {CYGNET} ugi {}", family.id);
        let arguments = ["play", family.id, "--p1", &program, "--p2", "random", "--seed", "2"];
        let output = run_in(folder.path(), &arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(!text(&output.stdout).contains("forfeits"), "{}", text(&output.stdout));
    }
}

#[test]
fn restricted_mode_and_records_start_no_programs() {
    let folder = tempfile::tempdir().unwrap();
    let trap = "ugi:touch trapped";
    let restricted = ["play", "uglyduck", "--p1", trap, "--p2", "easy", "--restricted"];
    let output = run_in(folder.path(), &restricted, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--restricted does not allow programs as players"));

    let record =
        format!("cygnet record 1\ngame: uglyduck\nplayer 2: {trap}\n1. a1b1\nresult: none, unfinished\n");
    fs::write(folder.path().join("game"), record).unwrap();
    let output = run_in(folder.path(), &["play", "--record", "game", "--seed", "1"], b"");
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.contains("error: game: the record names the program \"ugi:touch trapped\""), "{error}");
    assert!(error.contains("hint: start it with --p2 \"ugi:touch trapped\""), "{error}");
    let other = ["play", "--record", "game", "--p2", "human", "--seed", "1"];
    assert_eq!(run_in(folder.path(), &other, b"").status.code(), Some(0));
    let people = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed", "1"];
    let shown = text(&run_in(folder.path(), &people, b":load game\n").stdout);
    assert!(shown.contains("The program ugi:touch trapped plays in that game"), "{shown}");
    let checked = run_in(folder.path(), &["check", "game"], b"");
    assert_eq!(checked.status.code(), Some(0));
    assert!(!folder.path().join("trapped").exists());
}
