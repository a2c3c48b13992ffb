//! Tests of choosing an opponent: every name works on the command line and in every menu.

use std::process::Command;

use crate::common::terminal::{Terminal, run_dialog};

const SIZE: (u16, u16) = (80, 24);

/// For each game: its answers before the question for a computer, the start of that question, and the answers
/// after it.
const MENUS: [(&str, &[&str], &str, &[&str]); 6] = [
    ("uglyduck", &["1", "2"], "Choose an option! (Enter: 1) ", &["1"]),
    ("uglyduck-xl:4x6", &["2", "2"], "LEVEL OF THE COMPUTER", &["3", "1", "2"]),
    ("uglyduck-xl", &["1"], "MODE", &[]),
    ("replica", &["2", "", "8"], "Level: ", &[]),
    ("three-dragons", &["1"], "Select a gamemode", &[]),
    ("qawale", &["1"], "P1/P2: ", &[]),
];

/// Opens the menus of a game and answers until the question for a computer.
fn open(game: &str, before: &[&str], question: &str, state: &std::path::Path) -> Terminal {
    let mut terminal = Terminal::start_in(SIZE, &["play", game], state);
    for answer in before {
        terminal.wait_for("Enter");
        terminal.type_in(&format!("{answer}\r"));
    }
    terminal.wait_for(question);
    terminal
}

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs the program with these arguments and a pipe, and returns what it prints on both outputs.
fn piped(arguments: &[&str]) -> String {
    let state = state();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).args(["--seed", "1"]).env("XDG_STATE_HOME", state.path());
    command.stdin(std::process::Stdio::null());
    let output = command.env("XDG_CONFIG_HOME", state.path()).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_menu_of_opponents_takes_every_name() {
    let names = ["Easy", "level 3", "minimax:4"];
    let of_one_game = [
        ("uglyduck", "difficult"),
        ("uglyduck-xl:4x6", "Hard"),
        ("replica", "minimax"),
        ("three-dragons", "normal"),
        ("qawale", "c-2"),
    ];
    for (game, before, question, after) in MENUS {
        let own = of_one_game.iter().filter(|(of, _)| *of == game).map(|(_, name)| *name);
        for name in names.into_iter().chain(own) {
            let state = state();
            let mut terminal = open(game, before, question, state.path());
            terminal.type_in(&format!("{name}\r"));
            for answer in after {
                terminal.wait_for("Enter");
                terminal.type_in(&format!("{answer}\r"));
            }
            terminal.wait_for(" a whole turn, like");
            terminal.type_in(":quit\r");
            terminal.rest();
            assert_eq!(terminal.exit_code(), 0, "{game} {name}");
        }
    }
}

#[test]
fn a_person_is_an_opponent_too() {
    for (typed, wanted) in
        [("h", "Player 1 is dark (d)"), ("human", "Player 1 is dark (d)"), ("h / easy", "You are dark (d).")]
    {
        let state = state();
        let mut terminal = open("qawale", &["1"], "P1/P2: ", state.path());
        terminal.type_in(&format!("{typed}\r"));
        terminal.wait_for(wanted);
        terminal.type_in(":quit\r");
        terminal.rest();
    }
}

#[test]
fn the_empty_line_chooses_the_default_of_each_menu() {
    for (game, enters) in
        [("uglyduck", 4), ("uglyduck-xl", 2), ("replica", 4), ("three-dragons", 2), ("qawale", 2)]
    {
        let state = state();
        let mut terminal = Terminal::start_in(SIZE, &["play", game], state.path());
        for _ in 0..enters {
            terminal.wait_for("Enter");
            terminal.type_in("\r");
        }
        terminal.wait_for(" a whole turn, like");
        terminal.type_in(":quit\r");
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{game}");
    }
}

#[test]
fn wrong_names_are_explained_in_menus() {
    for (game, before, question, _) in MENUS {
        for (typed, said) in [
            ("eazy", "Did you mean easy?"),
            ("level:11", "must be a number from 1 to 10"),
            ("c-9", "There is no player \"c-9\""),
        ] {
            let state = state();
            let mut terminal = open(game, before, question, state.path());
            run_dialog(&mut terminal, &[("", typed), (said, ":quit")]);
            terminal.rest();
            assert_eq!(terminal.exit_code(), 0, "{game} {typed}");
        }
    }
}

#[test]
fn the_command_line_takes_the_names_of_the_menus() {
    for (game, name) in [
        ("qawale", "c-1"),
        ("qawale", "level 3"),
        ("qawale", "C-2"),
        ("uglyduck", "Difficult"),
        ("uglyduck", "Easy Mode"),
        ("uglyduck-xl", "Level 3"),
        ("replica", "minimax"),
        ("three-dragons", "Normal"),
    ] {
        for person in ["h", "me", "Human"] {
            let said = piped(&["play", game, "--p1", person, "--p2", name]);
            assert!(!said.contains("error:"), "{game} {person} {name}: {said}");
        }
    }
}

#[test]
fn wrong_names_are_explained_on_the_command_line() {
    let said = piped(&["play", "qawale", "--p2", "normal"]);
    assert!(said.contains("error: \"normal\": unknown computer player\nhint: normal plays Three Dragons, but not this game, where hard is its equal; the players are human, easy, hard, alert, random, "), "{said}");
    let said = piped(&["play", "uglyduck", "--p2", "c-1"]);
    assert!(
        said.contains("hint: c-1 plays Qawale, but not this game, where easy is its equal; the players are "),
        "{said}"
    );
    let said = piped(&["play", "three-dragons", "--p2", "hard"]);
    let hint = "hard plays Ugly Duck, Replica and Qawale, but not this game, where normal is its equal;";
    assert!(said.contains(hint), "{said}");
    let said = piped(&["play", "qawale", "--p2", "medium"]);
    assert!(said.contains("medium plays Replica, but not this game; the players are "), "{said}");
    let said = piped(&["play", "uglyduck", "--p2", "eazy"]);
    assert!(said.contains("hint: did you mean easy? the players are human, easy, "), "{said}");
    let said = piped(&["play", "uglyduck", "--p1", "levle:3"]);
    assert!(said.contains("hint: did you mean level:3? the players are human, easy, "), "{said}");
}

#[test]
fn records_hold_the_names_that_scripts_know() {
    let folder = state();
    let file = folder.path().join("game");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(["play", "uglyduck", "--p1", "Difficult", "--p2", "Level 3", "--seed", "1", "--autosave"]);
    assert!(command.arg(&file).output().unwrap().status.success());
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\nplayer 1: hard\nplayer 2: level:3\n"), "{text}");
}
