//! Tests of unfinished and finished games at a terminal: resuming, deleting and listing them.

use std::path::Path;

use crate::common::terminal::Terminal;

const TWO_PEOPLE: [&str; 7] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed=1"];

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Starts a game in which the player can win with the next move, by bringing the last swan home.
fn last_move(state: &Path) -> Terminal {
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"];
    Terminal::start(&arguments, 80, state)
}

fn cygnet(state: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).output().unwrap()
}

#[test]
fn replacing_an_unfinished_game_needs_confirmation() {
    let folder = state();
    let file = folder.path().join("kept");
    let game = "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n";
    std::fs::write(&file, game).unwrap();
    let arguments = [&TWO_PEOPLE[..], &["--autosave", file.to_str().unwrap()]].concat();
    for (answer, code) in [("n\r", 2), ("y\r:quit\r", 0)] {
        let mut terminal = Terminal::start(&arguments, 100, folder.path());
        terminal.wait_for("the file contains an unfinished game: uglyduck, human against human, 1 move");
        terminal.wait_for("Replace it? [y/n] ");
        terminal.type_in(answer);
        terminal.rest();
        assert_eq!(terminal.exit_code(), code, "{answer}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), game, "no turn was played");
}

#[test]
fn the_menu_of_unfinished_games_escapes_control_characters() {
    let folder = state();
    std::fs::create_dir(folder.path().join("cygnet")).unwrap();
    let game = "cygnet record 1\ngame: uglyduck\nplayer 2: \u{1b}]0;x\u{7}\u{202e}\ndate: \u{1b}[31m\u{9b}2J\n1. a1b2\nresult: none, unfinished\n";
    std::fs::write(folder.path().join("cygnet/game-1.cygnet"), game).unwrap();
    let mut terminal = Terminal::start(&["play"], 100, folder.path());
    let menu = "human against \\u{1b}]0;x\\u{7}\\u{202e}, 1 move, ";
    terminal.wait_for(menu);
    terminal.type_in("1\r");
    // That game cannot be resumed, and the reason is shown in the same way.
    let refused = terminal.wait_for("unknown bot");
    assert!(refused.contains("\"\\u{1b}]0;x\\u{7}\\u{202e}\""), "{refused:?}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn unfinished_games_can_be_deleted_one_by_one() {
    let folder = state();
    let slots = folder.path().join("cygnet");
    std::fs::create_dir(&slots).unwrap();
    for (slot, game) in [(1, "uglyduck\n1. a1b2"), (2, "replica\n1. a1a3"), (3, "uglyduck\n1. a1b1\n2. e1d1")]
    {
        let text = format!("cygnet record 1\ngame: {game}\nresult: none, unfinished\n");
        std::fs::write(slots.join(format!("game-{slot}.cygnet")), text).unwrap();
    }
    // The requested game starts, and a line mentions the unfinished ones.
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("(You have 3 unfinished games. Run cygnet without arguments to resume one.)");
    terminal.type_in("a1 b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.child.kill().unwrap();
    terminal.rest();
    // The menu of a game offers only games of its kind.
    let mut terminal = Terminal::start(&["play", "replica"], 100, folder.path());
    let menu = terminal.wait_for("Choose an option! ");
    assert!(menu.contains("1 - resume replica") && !menu.contains("uglyduck"), "{menu}");
    terminal.type_in("d1\r");
    terminal.wait_for("Delete this game? [y/n] ");
    terminal.type_in("n\r");
    terminal.wait_for("Choose an option! ");
    terminal.type_in("d1\r");
    terminal.wait_for("[y/n] ");
    terminal.type_in("y\r");
    terminal.wait_for("Option: ");
    terminal.type_in(":quit\r");
    terminal.rest();
    let mut terminal = Terminal::start(&[], 100, folder.path());
    let menu = terminal.wait_for("Choose an option! ");
    assert!(!menu.contains("replica,") && menu.contains("  3 - resume uglyduck"), "{menu}");
    terminal.type_in("4\r");
    terminal.wait_for("Choose a game! ");
    terminal.type_in(":quit\r");
    terminal.rest();
    assert!(slots.join("game-1.cygnet").exists() && !slots.join("game-2.cygnet").exists());
}

#[test]
fn finished_games_are_kept_listed_exported_and_deleted() {
    let folder = state();
    let mut terminal = last_move(folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("b1 a1\r");
    terminal.wait_for("Choose an option: ");
    // After undoing the last move and ending differently, it is still the same game.
    terminal.type_in("3\r");
    terminal.wait_for("Cell - ");
    terminal.type_in("b1 a2\r");
    terminal.wait_for("Choose an option: ");
    terminal.type_in("7\r");
    terminal.rest();
    let said = |arguments: &[&str]| String::from_utf8(cygnet(folder.path(), arguments).stdout).unwrap();
    let list = said(&["games"]);
    assert!(
        list.starts_with("1\t") && list.ends_with("\tuglyduck\thuman - easy\t1 move\tp1, rules\n"),
        "{list}"
    );
    assert!(said(&["games", "show", "1"]).contains("After move 1, b1 a2:"));
    assert!(said(&["games", "export", "1", "-"]).contains("\n1. b1a2\n"));
    let missing = cygnet(folder.path(), &["games", "delete", "2"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8(missing.stderr).unwrap().contains("there is no finished game 2\nhint: "));
    // At a terminal, the command asks first; in a script, it does not.
    let mut terminal = Terminal::start(&["games", "delete", "1"], 100, folder.path());
    terminal.wait_for("human - easy");
    terminal.wait_for("Delete this game? [y/n] ");
    terminal.type_in("n\r");
    terminal.rest();
    assert_eq!(said(&["games"]), list);
    assert!(cygnet(folder.path(), &["games", "delete", "1"]).status.success());
    assert_eq!(said(&["games"]), "");
}

#[test]
fn a_game_without_moves_is_not_offered_again() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("a1 b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":new\r");
    terminal.wait_for("[y/n] ");
    terminal.type_in("y\r");
    terminal.wait_for("Turn of Player 1!");
    terminal.type_in(":quit\r");
    assert!(!terminal.rest().contains("The game is saved."));
    assert!(!folder.path().join("cygnet/game-1.cygnet").exists());
}

#[test]
fn undoing_a_resignation_leaves_an_unfinished_game() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("a1 b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":resign\r");
    terminal.wait_for("[y/n] ");
    terminal.type_in("y\r");
    terminal.wait_for("What now?");
    terminal.type_in(":undo\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":quit\r");
    assert!(terminal.rest().contains("The game is saved."));
    assert_eq!(String::from_utf8(cygnet(folder.path(), &["games"]).stdout).unwrap(), "");
    assert!(folder.path().join("cygnet/game-1.cygnet").exists());
}

#[test]
fn explore_can_be_navigated() {
    let folder = state();
    let finished = folder.path().join("cygnet/finished");
    std::fs::create_dir_all(&finished).unwrap();
    let game = "cygnet record 1\ngame: uglyduck\nplayer 2: hard\n1. a1b1\n2. e1d1\nresult: p1, resigned\n";
    std::fs::write(finished.join("game-1.cygnet"), game).unwrap();
    let mut terminal = Terminal::start(&["explore", "uglyduck"], 100, folder.path());
    for (typed, said) in [
        ("a1 b1\r", "uglyduck at the start: 1 game"),
        ("e1d1\r", "uglyduck after a1b1: 1 game"),
        ("zz\r", "uglyduck after a1b1 e1d1: 1 game"),
        ("back\r", "\"zz\" is not a legal move. Type a move such as "),
        ("start\r", "uglyduck after a1b1: 1 game"),
        ("\r", "uglyduck at the start: 1 game"),
    ] {
        terminal.wait_for(said);
        terminal.wait_for("Enter to leave: ");
        terminal.type_in(typed);
    }
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn records_use_the_local_date() {
    let date = |zone: &str| {
        let folder = state();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command
            .args(TWO_PEOPLE)
            .env("TZ", zone)
            .current_dir(folder.path())
            .stdin(std::process::Stdio::piped());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b":save game\n:quit\n").unwrap();
        assert!(child.wait().unwrap().success());
        let text = std::fs::read_to_string(folder.path().join("game")).unwrap();
        text.lines().find_map(|line| line.strip_prefix("date: ")).unwrap().to_owned()
    };
    // The time zones are 26 hours apart, so the dates always differ.
    assert_ne!(date("<-12>12"), date("<+14>-14"));
}
