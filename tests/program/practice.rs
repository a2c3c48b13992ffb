//! Tests of the practice deck on the command line and at a terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::terminal::{Terminal, run_dialog};

const CARD: &str =
    "2026-11-26\t1\t0/0\tmissed-win\tswan-comes-home\tuglyduck\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1";
const FAR: &str = "2999-11-28\t3\t2/3\tlosing-turn\t-\tuglyduck\t5/S4/5/5/4d 1\tb1a2\tb1a1\t+0.35";

/// A game that player 1 loses by missing a win: after b1 c1 the enemy's swan on d3 wins.
const LOST: [&str; 9] =
    ["play", "uglyduck", "--p1", "human", "--p2", "minimax:2", "--seed=1", "--position", "5/D1S2/5/2s2/5 1"];

fn cygnet(state: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(line.split_whitespace()).current_dir(state);
    command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).output().unwrap()
}

fn printed(state: &Path, line: &str) -> String {
    let output = cygnet(state, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn deck(state: &Path) -> String {
    fs::read_to_string(state.join("cygnet/practice.txt")).unwrap()
}

/// Creates a state directory with this deck.
fn state(deck: &str) -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("cygnet")).unwrap();
    fs::write(state.path().join("cygnet/practice.txt"), deck).unwrap();
    state
}

#[test]
fn a_lost_game_is_reviewed_and_its_mistake_practised() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&LOST, 100, folder.path());
    run_dialog(&mut terminal, &[("Cell - ", "b1 c1"), ("Choose an option: ", "7")]);
    terminal.rest();
    // The question comes at the end of the review, once.
    let mut terminal = Terminal::start(&["games", "review", "1"], 100, folder.path());
    terminal.wait_for("Turn to look at (Enter: leave): ");
    terminal.type_in("\r");
    terminal.wait_for("Keep your mistakes, to practise them later as puzzles? [y/n] ");
    terminal.type_in("y\r");
    terminal.wait_for("(Your practice deck has 1 position.");
    terminal.rest();
    let mut terminal = Terminal::start(&["games", "review", "1"], 100, folder.path());
    assert!(!terminal.wait_for("Turn to look at (Enter: leave): ").contains("[y/n]"));
    terminal.type_in("\r");
    terminal.rest();
    let mut terminal = Terminal::start(&["practice"], 100, folder.path());
    assert!(terminal.rest().contains("(Nothing to practise today. The next position comes back tomorrow.)"));
    let mut terminal = Terminal::start(&["practice", "qawale"], 100, folder.path());
    assert!(terminal.rest().contains("(There are no positions of Qawale in your practice deck.)"));
    // The other positions can be asked too. A wrong turn and a nonsensical one are refused.
    let mut terminal = Terminal::start(&["practice", "uglyduck", "--all"], 100, folder.path());
    terminal.wait_for("1 of 1: Ugly Duck");
    terminal.wait_for("Player 1 to move: find a move that wins.");
    terminal.type_in("b1 c1\r");
    terminal.wait_for("That does not win. Player 2 plays d3 e2 and wins: a swan came home on e2.");
    terminal.type_in("z9\r");
    terminal.wait_for("Cell invalid!");
    terminal.type_in("b3 a2\r");
    terminal.wait_for("Solved! With b3 a2 you win at once. In your game you played b1 c1.");
    terminal.wait_for("2 of 3 points.");
    terminal.wait_for("(It comes back tomorrow.)");
    assert!(terminal.rest().contains("Good Bye!"));
    assert!(
        deck(folder.path()).contains("\t1\t0/1\tmissed-win\tswan-comes-home\tuglyduck\t"),
        "{}",
        deck(folder.path())
    );
}

#[test]
fn practice_is_off_through_a_pipe_and_with_restricted() {
    let state = state(&format!("{CARD}\npractice: on\n"));
    for (line, wanted) in [
        ("practice", "error: practice needs a terminal"),
        ("practice --restricted", "error: practice uses files, so it is off with --restricted"),
    ] {
        let output = cygnet(state.path(), line);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().starts_with(wanted), "{line}");
    }
    assert!(!printed(state.path(), "").contains("p practice"));
    let mut terminal = Terminal::start(&["--restricted"], 100, state.path());
    assert!(!terminal.wait_for("Choose a game! ").contains("p practice"));
    let mut terminal = Terminal::start(&["practice", "--restricted"], 100, state.path());
    assert!(terminal.rest().contains("it is off with --restricted"));
    let mut terminal = Terminal::start(&[], 100, state.path());
    assert!(terminal.wait_for("Choose a game! ").contains("p practice"));
    // A game in restricted mode asks nothing after its review.
    let lost = [&LOST[..], &["--restricted"]].concat();
    let mut terminal = Terminal::start(&lost, 100, state.path());
    run_dialog(&mut terminal, &[("Cell - ", "b1 c1"), ("Choose an option: ", "4")]);
    assert!(!terminal.wait_for("Turn to look at (Enter: leave): ").contains("[y/n]"));
    assert_eq!(deck(state.path()), format!("{CARD}\npractice: on\n"));
}

#[test]
fn decks_are_exported_merged_and_switched() {
    let one = state(&format!("# mine\n{CARD}\n"));
    let other = state(&format!("{}\n{FAR}\nbroken\n", CARD.replace("11-26\t1\t0/0", "12-03\t4\t3/3")));
    // The other cards are written, and the exit code says that one is missing.
    assert_eq!(cygnet(other.path(), "practice export deck.txt").status.code(), Some(1));
    let exported = fs::read_to_string(other.path().join("deck.txt")).unwrap();
    assert!(exported.contains(FAR) && !exported.contains("broken") && !exported.contains("practice:"));
    // An existing file is not replaced.
    assert_eq!(cygnet(other.path(), "practice export deck.txt").status.code(), Some(1));
    let import = format!("practice import {}", other.path().join("deck.txt").display());
    assert_eq!(printed(one.path(), &import), "1 position added, 1 updated.\n");
    assert_eq!(printed(one.path(), &import), "0 positions added, 0 updated.\n");
    assert!(printed(one.path(), "practice off").starts_with("Practice is off"));
    let further = CARD.replace("11-26\t1\t0/0", "12-03\t4\t3/3");
    assert_eq!(deck(one.path()), format!("# mine\n{further}\n{FAR}\npractice: off\n"));
    assert_eq!(printed(one.path(), "practice list"), format!("{further}\n{FAR}\n"));
    assert!(printed(one.path(), "practice on").starts_with("Practice is on"));
    let json: serde_json::Value = serde_json::from_str(&printed(one.path(), "stats --format json")).unwrap();
    assert_eq!(json["practice"]["answers"], 6);
    assert_eq!(cygnet(one.path(), "practice import missing").status.code(), Some(1));
    let mut terminal = Terminal::start(&["practice", "list"], 100, one.path());
    let list = terminal.rest();
    assert!(list.contains("Ugly Duck  losing turn  2 of 3 right") && list.contains("missed win"), "{list}");
}

#[test]
fn broken_lines_are_reported_kept_and_cost_only_themselves() {
    let state = state(&format!("one\n{CARD}\ntwo\u{1b}[31m\nthree\nfour\nfive\npractice: on\n"));
    let output = cygnet(state.path(), "practice list");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{CARD}\n"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 6));
    assert!(errors.contains("practice.txt:3: a card has ten fields"), "{errors}");
    assert!(errors.ends_with("practice.txt: cannot read 5 lines\n"), "{errors}");
    let stats = cygnet(state.path(), "stats --format json");
    let errors = String::from_utf8(stats.stderr).unwrap();
    assert!(errors.lines().last().unwrap().starts_with("{\"code\":1,\"error\":"), "{errors}");
    assert_eq!(stats.status.code(), Some(1));
    let mut terminal = Terminal::start(&["practice", "--all"], 200, state.path());
    let said = terminal.wait_for("1 of 1: Ugly Duck");
    assert!(
        said.contains("practice.txt:1: a card has ten fields") && said.contains("(So are 2 other lines.)")
    );
    terminal.type_in("b3 a2\r");
    terminal.wait_for("(It comes back ");
    assert!(terminal.rest().contains("(That was the last position.)"));
    let deck = deck(state.path());
    let kept = ["one", "two\u{1b}[31m", "three", "four", "five"];
    assert!(kept.iter().all(|line| deck.lines().any(|kept| kept == *line)), "{deck}");
}

#[test]
fn a_deck_that_is_not_a_file_costs_only_practice() {
    let state = state("");
    fs::remove_file(state.path().join("cygnet/practice.txt")).unwrap();
    let made = Command::new("mkfifo").arg(state.path().join("cygnet/practice.txt")).status();
    assert!(made.unwrap().success());
    for line in ["practice list", "practice export", "practice on", "stats"] {
        let output = cygnet(state.path(), line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("practice.txt: not a regular file"));
    }
    let mut terminal = Terminal::start(&[], 100, state.path());
    assert!(!terminal.wait_for("Choose a game! ").contains("Practise"));
    let mut terminal = Terminal::start(&["practice"], 100, state.path());
    assert!(terminal.rest().contains("(Your practice deck could not be read: "));
    // Without a state directory there is no deck.
    fs::remove_dir_all(state.path().join("cygnet")).unwrap();
    fs::write(state.path().join("cygnet"), "").unwrap();
    let mut terminal = Terminal::start(&["practice"], 100, state.path());
    assert!(terminal.rest().contains("error: practice needs a place to keep the deck"));
    assert_eq!(terminal.exit_code(), 1);
}
