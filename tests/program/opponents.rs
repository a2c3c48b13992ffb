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

/// Part of what the first board of every game says.
const TIP: &str = " a whole turn, like";

/// Names that every menu takes, each with a wrong one and what is said about it.
const NAMES: [(&str, (&str, &str)); 3] = [
    ("Easy", ("eazy", "Did you mean easy?")),
    ("level 3", ("level:11", "must be a number from 1 to 10")),
    ("minimax:4", ("c-9", "There is no player \"c-9\"")),
];

/// Names in one game, and what is shown after them. A person is an opponent too.
const NAMES_OF_ONE_GAME: [(&str, &str, &str); 8] = [
    ("uglyduck", "difficult", TIP),
    ("uglyduck-xl:4x6", "Hard", TIP),
    ("replica", "minimax", TIP),
    ("three-dragons", "normal", TIP),
    ("qawale", "c-2", TIP),
    ("qawale", "h", "Player 1 is dark (d)"),
    ("qawale", "human", "Player 1 is dark (d)"),
    ("qawale", "h / easy", "You are dark (d)."),
];

#[test]
fn every_menu_of_opponents_takes_every_name_and_explains_wrong_ones() {
    for (game, before, question, after) in MENUS {
        let names = NAMES.map(|(name, wrong)| (name, TIP, Some(wrong)));
        let own = NAMES_OF_ONE_GAME.iter().filter(|(of, ..)| *of == game);
        let own = own.map(|(_, name, shown)| (*name, *shown, None));
        for (name, shown, wrong) in names.into_iter().chain(own) {
            let state = state();
            let mut terminal = open(game, before, question, state.path());
            if let Some((typed, said)) = wrong {
                run_dialog(&mut terminal, &[("", typed), (said, "")]);
            }
            terminal.type_in(&format!("{name}\r"));
            for answer in after {
                terminal.wait_for("Enter");
                terminal.type_in(&format!("{answer}\r"));
            }
            terminal.wait_for(shown);
            terminal.type_in(":quit\r");
            terminal.rest();
            assert_eq!(terminal.exit_code(), 0, "{game} {name}");
        }
    }
}

#[test]
fn the_empty_line_chooses_the_default_of_each_menu() {
    for (game, enters) in
        [("uglyduck", 4), ("uglyduck-xl", 2), ("replica", 4), ("three-dragons", 2), ("qawale", 2)]
    {
        let state = state();
        let mut terminal = open(game, &vec![""; enters], TIP, state.path());
        terminal.type_in(":quit\r");
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{game}");
    }
}

#[test]
fn the_command_line_takes_the_names_of_the_menus() {
    let people = ["h", "me", "Human"].into_iter().cycle();
    let computers = [
        ("qawale", "c-1"),
        ("qawale", "level 3"),
        ("qawale", "C-2"),
        ("uglyduck", "Difficult"),
        ("uglyduck", "Easy Mode"),
        ("uglyduck-xl", "Level 3"),
        ("replica", "minimax"),
        ("three-dragons", "Normal"),
    ];
    for (person, (game, name)) in people.zip(computers) {
        let said = piped(&["play", game, "--p1", person, "--p2", name]);
        assert!(!said.contains("error:"), "{game} {person} {name}: {said}");
    }
}

#[test]
fn wrong_names_are_explained_on_the_command_line() {
    for (game, name, hint) in [
        (
            "qawale",
            "normal",
            "normal plays Three Dragons, but not this game, where hard is its equal; \
             the players are human, easy, hard, alert, random, ",
        ),
        ("uglyduck", "c-1", "c-1 plays Qawale, but not this game, where easy is its equal; the players are "),
        (
            "three-dragons",
            "hard",
            "hard plays Ugly Duck, Replica and Qawale, but not this game, where normal is its equal;",
        ),
        ("qawale", "medium", "medium plays Replica, but not this game; the players are "),
        ("uglyduck", "eazy", "did you mean easy? the players are human, easy, "),
        ("uglyduck", "levle:3", "did you mean level:3? the players are human, easy, "),
    ] {
        let said = piped(&["play", game, "--p2", name]);
        let wanted = format!("error: \"{name}\": unknown computer player\nhint: {hint}");
        assert!(said.contains(&wanted), "{game} {name}: {said}");
    }
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
