//! Tests of unfinished and finished games at a terminal: resuming, deleting and listing them.

use std::path::Path;

use crate::common::terminal::{ENTER, Terminal, run_dialog};

const TWO_PEOPLE: [&str; 7] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed=1"];

pub fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

pub fn cygnet(state: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).output().unwrap()
}

#[test]
fn replacing_a_game_needs_confirmation() {
    let folder = state();
    let file = folder.path().join("kept");
    let arguments = [&TWO_PEOPLE[..], &["--autosave", file.to_str().unwrap()]].concat();
    for (result, shown, hint) in [
        (
            "none, unfinished",
            "an unfinished game: Ugly Duck, Player 1 against Player 2, turn 2",
            "to resume it",
        ),
        ("p1, resigned", "a finished game: Ugly Duck, Player 1 beat Player 2, resigned", "name another file"),
    ] {
        let game = format!("cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: {result}\n");
        std::fs::write(&file, &game).unwrap();
        for (answer, code, said) in [("n", 2, hint), ("y\r:quit", 0, "")] {
            let mut terminal = Terminal::start(&arguments, 160, folder.path());
            let shown = format!("the file contains {shown}");
            run_dialog(&mut terminal, &[(&shown, ""), ("Replace it? [y/n] ", answer)]);
            assert!(terminal.rest().contains(said), "{answer}");
            assert_eq!(terminal.exit_code(), code, "{answer}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), game, "no turn was played");
    }
}

#[test]
fn the_menu_of_unfinished_games_escapes_control_characters() {
    let folder = state();
    std::fs::create_dir(folder.path().join("cygnet")).unwrap();
    let game = "cygnet record 1\ngame: uglyduck\nplayer 2: \u{1b}]0;x\u{7}\u{202e}\n1. a1b2\nresult: none, unfinished\n";
    std::fs::write(folder.path().join("cygnet/game-1.cygnet"), game).unwrap();
    let mut terminal = Terminal::start(&["play"], 100, folder.path());
    let menu = "Ugly Duck, you (Player 1) against \\u{1b}]0;x\\u{7}\\u{202e}, turn 2, ";
    terminal.wait_for(menu);
    terminal.type_in("1\r");
    // That game cannot be resumed, and the reason is shown in the same way.
    let refused = terminal.wait_for("unknown computer player");
    assert!(refused.contains("\"\\u{1b}]0;x\\u{7}\\u{202e}\""), "{refused:?}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn a_kept_game_that_cannot_be_read_is_reported_and_stays() {
    let folder = state();
    let file = folder.path().join("cygnet/game-1.cygnet");
    std::fs::create_dir(folder.path().join("cygnet")).unwrap();
    std::fs::write(&file, "garbage\n").unwrap();
    let mut terminal = Terminal::start(&[], 200, folder.path());
    let way = [
        ("(A saved game cannot be read: ", ""),
        ("game-1.cygnet:1: a record must begin", ""),
        ("Choose a game!", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert!(file.exists());
}

#[test]
fn going_back_from_the_menu_of_games_leads_to_the_unfinished_ones() {
    let folder = state();
    let slots = folder.path().join("cygnet");
    std::fs::create_dir(&slots).unwrap();
    let text = "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n";
    std::fs::write(slots.join("game-1.cygnet"), text).unwrap();
    let ways: [&[(&str, &str)]; 3] = [
        &[
            ("Choose an option! ", "n"),
            ("Choose a game! ", "back"),
            ("Choose an option! ", "n"),
            ("Choose a game! ", "back"),
            ("1 - Ugly Duck", "1"),
            ("Resumed: ", ":quit"),
        ],
        // An answer for that menu leads there.
        &[("Choose an option! ", "Qawale"), ("QAWALE", ":quit")],
        // Going back from the list leaves.
        &[("Choose an option! ", "back"), ("Goodbye!", "")],
    ];
    for way in ways {
        let mut terminal = Terminal::start(&[], 100, folder.path());
        run_dialog(&mut terminal, way);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{way:?}");
    }
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
    // The requested game starts without a word about the others.
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    assert!(!terminal.wait_for("Cell - ").contains("unfinished"));
    run_dialog(&mut terminal, &[("", "a1 b1"), ("Turn of Player 2!", "")]);
    terminal.kill();
    terminal.rest();
    // The menu of a game offers only games of its kind.
    let mut terminal = Terminal::start(&["play", "replica"], 100, folder.path());
    let menu = terminal.wait_for("Choose an option! ");
    assert!(
        menu.contains("1 - Replica, White against Black, turn 2") && !menu.contains("Ugly Duck,"),
        "{menu}"
    );
    let delete = [
        ("", "d1"),
        ("Delete Replica, White against Black, turn 2? [y/n] (Enter: n) ", "n"),
        ("Choose an option! ", "d1"),
        ("[y/n] ", "y"),
        ("(Deleted 1 game.)", ""),
        // It can be brought back, with its age, and deleted again.
        ("Press Enter to continue, or type :undo to bring it back. ", "undo"),
        ("(Restored.)", ""),
        ("  1 - Replica, White against Black, turn 2, just now", ""),
        ("Choose an option! (Enter: 1) ", ""),
    ];
    run_dialog(&mut terminal, &delete);
    assert!(slots.join("game-2.cygnet").exists());
    let delete_again = [
        ("", "7"),
        ("There is no game 7. Type a number from the list, or n for something new.", "d1"),
        ("[y/n] ", "y"),
        ("bring it back. ", ENTER),
        ("Option: ", ":quit"),
    ];
    run_dialog(&mut terminal, &delete_again);
    terminal.rest();
    let mut terminal = Terminal::start(&[], 100, folder.path());
    let menu = terminal.wait_for("Choose an option! ");
    assert!(!menu.contains("Replica,") && menu.contains("  3 - Ugly Duck, "), "{menu}");
    run_dialog(&mut terminal, &[("", "n"), ("Choose a game! ", ":quit")]);
    terminal.rest();
    assert!(slots.join("game-1.cygnet").exists() && !slots.join("game-2.cygnet").exists());
}

#[test]
fn games_begun_alike_are_told_apart_in_the_list_and_before_they_are_deleted() {
    let folder = state();
    let slots = folder.path().join("cygnet");
    std::fs::create_dir(&slots).unwrap();
    let now = std::fs::metadata(&slots).unwrap().modified().unwrap();
    let games = [("a1b1", "e1d1"), ("a1b1", "e2d2"), ("a2b2", "e2d2"), ("a1b1\n2. e1d1\n3. b1c1", "d1d2")];
    for (slot, (first, last)) in (1..).zip(games) {
        let number = if slot == 4 { 4 } else { 2 };
        let moves = format!("1. {first}\n{number}. {last}");
        let text =
            format!("cygnet record 1\ngame: uglyduck\nplayer 2: easy\n{moves}\nresult: none, unfinished\n");
        let path = slots.join(format!("game-{slot}.cygnet"));
        std::fs::write(&path, text).unwrap();
        let written = now - std::time::Duration::from_secs(7_200 + 60 * slot);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(written).unwrap();
    }
    let mut terminal = Terminal::start(&[], 100, folder.path());
    run_dialog(&mut terminal, &[("m - 1 more", ""), ("Choose an option! ", "m")]);
    let list = terminal.wait_for("Choose an option! ");
    let game = "Ugly Duck, you (Player 1) against Easy, turn";
    for line in [
        format!("1 - {game} 3, last turn e1 d1, 2 hours ago"),
        format!("2 - {game} 3, last turn e2 d2, 2 hours 2 minutes "),
        format!("3 - {game} 3, last turn e2 d2, 2 hours 3 minutes "),
        format!("4 - {game} 5, 2 hours ago"),
    ] {
        assert!(list.contains(&line), "{line}\n{list}");
    }
    // Going back from the whole list leads to the short one.
    run_dialog(&mut terminal, &[("", "b"), ("m - 1 more", ""), ("Choose an option! ", "m")]);
    terminal.wait_for("Choose an option! ");
    for (number, wanted) in [("d1", "3, last turn e1 d1?"), ("d2", "3, last turn e2 d2, 2 hours 2 minutes ")]
    {
        terminal.type_in(&format!("{number}\r"));
        terminal.wait_for(&format!("Delete {game} {wanted}"));
        terminal.type_in("n\r");
        terminal.wait_for("Choose an option! ");
    }
    terminal.kill();
}

#[test]
fn finished_games_are_kept_listed_exported_and_deleted() {
    let folder = state();
    // With the next move, player 1 brings the last swan home.
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"];
    let mut terminal = Terminal::start(&arguments, 80, folder.path());
    // After undoing the last move and ending differently, it is still the same game.
    let way = [
        ("Cell - ", "b1 a1"),
        ("Choose an option: ", "3"),
        ("Cell - ", "b1 a2"),
        ("Choose an option: ", "7"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    let said = |arguments: &[&str]| String::from_utf8(cygnet(folder.path(), arguments).stdout).unwrap();
    let list = said(&["games"]);
    assert!(
        list.starts_with("1\t") && list.ends_with("\tuglyduck\thuman - easy\t1 turn\tp1, rules\n"),
        "{list}"
    );
    assert!(said(&["games", "show", "1"]).contains("After move 1, b1 a2:"));
    assert!(said(&["games", "export", "1", "-"]).contains("\n1. b1a2\n"));
    let missing = cygnet(folder.path(), &["games", "delete", "2"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8(missing.stderr).unwrap().contains("there is no finished game 2\nhint: "));
    // At a terminal, the command asks first; in a script, it does not.
    let mut terminal = Terminal::start(&["games", "delete", "1"], 100, folder.path());
    terminal.wait_for("1  Ugly Duck · you (Player 1) beat Easy · turn 1 · from a set position · today");
    terminal
        .wait_for("Delete game 1, Ugly Duck, you (Player 1) beat Easy, from a set position, turn 1? [y/n] ");
    terminal.type_in("n\r");
    terminal.rest();
    assert_eq!(said(&["games"]), list);
    std::fs::create_dir(folder.path().join("cygnet/finished/game-2.cygnet")).unwrap();
    let latest = cygnet(folder.path(), &["games", "show"]);
    assert_eq!(said(&["games", "show", "1"]).as_bytes(), latest.stdout);
    assert!(String::from_utf8(latest.stderr).unwrap().ends_with("game-2.cygnet: not a regular file\n"));
    std::fs::remove_dir(folder.path().join("cygnet/finished/game-2.cygnet")).unwrap();
    let file = folder.path().join("it");
    std::fs::write(&file, said(&["games", "export", "1", "-"])).unwrap();
    assert!(cygnet(folder.path(), &["games", "delete", "1"]).status.success());
    // A finished game that is loaded is not kept again.
    assert!(said(&["play", "--record", file.to_str().unwrap()]).contains("YOU WON"));
    assert_eq!(said(&["games"]), "");
}

/// Writes finished games, given by their records without the first line and the result.
pub fn finished(state: &Path, games: &[(&str, &str)]) {
    let folder = state.join("cygnet/finished");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (game, result)) in (1..).zip(games) {
        let text = format!("cygnet record 1\ngame: {game}\nresult: {result}\n");
        std::fs::write(folder.join(format!("game-{number}.cygnet")), text).unwrap();
    }
}

/// Returns the moves of each record in a folder.
fn moves_in(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|extension| extension == "cygnet"));
    let moves = records.map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        let moves = text.lines().filter_map(|line| line.split_once(". ").map(|(_, mv)| mv.to_owned()));
        moves.collect::<Vec<_>>().join(" ")
    });
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

#[test]
fn every_game_of_a_session_keeps_its_own_slot() {
    let (new, resign): (&[_], &[_]) = (&[":new", "y"], &[":resign", "y"]);
    for (typed, unfinished) in [
        ([&["a1 b1"], new, &["a2 b2", ":menu"], new, &["a3 b3"]].concat(), vec!["a1b1", "a2b2", "a3b3"]),
        ([&["a1 b1"], new, &["a2 b2", ":menu"], new, &[":undo"]].concat(), vec!["a1b1", "a2b2"]),
        ([&["a1 b1", "e1 d1"], resign, &["game menu", ":undo"]].concat(), vec!["a1b1 e1d1"]),
        (vec!["a1 b1", "e1 d1", ":menu", ":undo"], vec!["a1b1"]),
        // A game without moves is not kept.
        ([&["a1 b1"], new, resign, &["1"]].concat(), vec!["a1b1"]),
        ([&["a1 b1"], new, resign, &[":undo", ":undo", "e1 d1"]].concat(), vec!["a1b1 e1d1"]),
        ([&["a1 b1"], new, &[":new", ":undo", "e1 d1"]].concat(), vec!["a1b1 e1d1"]),
    ] {
        let folder = state();
        let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
        for line in &typed {
            terminal.wait_for(match *line {
                "y" => "[y/n] ",
                "game menu" | "1" => "What now?",
                _ => "- ",
            });
            terminal.type_in(&format!("{line}\r"));
        }
        terminal.wait_for("Cell - ");
        terminal.type_in(":quit\r");
        let is_kept = terminal.rest().contains("The game is kept.");
        assert_eq!(is_kept, typed.last() != Some(&"1"), "{typed:?}");
        let slots = folder.path().join("cygnet");
        assert_eq!(moves_in(&slots), unfinished, "{typed:?}");
        assert_eq!(moves_in(&slots.join("finished")), [""; 0], "{typed:?}");
    }
}

#[test]
fn the_list_of_games_is_in_words_at_a_terminal() {
    let folder = state();
    let games = [
        ("replica\nplayer 2: easy\ndate: 2020-01-01\n1. g5f5", "p1, resigned"),
        ("three-dragons\nplayer 1: level:3\ndate: 2020-01-02\n1. b9b5\n2. h1h5", "p1, time"),
    ];
    finished(folder.path(), &games);
    let mut terminal = Terminal::start(&["games"], 100, folder.path());
    let screen = terminal.rest();
    let wanted = "\
1  Replica       · you (White) beat Easy       · turn 1 · resigned    · 2020-01-01\r
2  Three Dragons · you (Black) lost to Level 3 · turn 2 · out of time · 2020-01-02\r
(cygnet games show 2 shows game 2, cygnet games review 2 reviews it.)\r
";
    assert!(screen.ends_with(wanted), "{screen}");
    let mut terminal = Terminal::start(&["games"], 40, folder.path());
    let screen = terminal.rest();
    assert!(screen.contains("1  Replica · you (White) beat Easy\r\n   turn 1 · resigned"), "{screen}");
    let mut terminal = Terminal::start(&["stats"], 100, folder.path());
    let screen = terminal.rest();
    assert!(screen.contains("Three Dragons  Level 3  Black "), "{screen}");
    assert!(screen.contains("Expert is 2000:\r\nReplica: not rated yet (1 of 10 games)"), "{screen}");
    // Scripts still read the names of the records, and fields separated by tabs.
    let piped = String::from_utf8(cygnet(folder.path(), &["games"]).stdout).unwrap();
    assert!(piped.starts_with("1\t2020-01-01\treplica\thuman - easy\t1 turn\tp1, resigned\n"), "{piped}");
}

#[test]
fn a_replay_names_players_and_counts_turns() {
    let folder = state();
    finished(folder.path(), &[("uglyduck\nplayer 2: level:3\n1. a1b1\n2. e1d1", "p2, resigned")]);
    let mut terminal = Terminal::start_in((80, 24), &["games", "show", "1"], folder.path());
    let way = [
        ("Ugly Duck, you (Player 1) lost to Level 3, resigned, turn 2", ""),
        ("q: quit ", "7"),
        ("The game has only 2 turns.", "e"),
        ("Turn 2: Player 2 played e1 d1", ""),
        ("Result: you (Player 1) lost to Level 3, resigned.", "q"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    let piped = String::from_utf8(cygnet(folder.path(), &["games", "show", "1"]).stdout).unwrap();
    assert!(piped.starts_with("uglyduck: human against level:3\n"), "{piped}");
    assert!(piped.contains("After move 2, e1 d1:") && piped.ends_with("Result: p2, resigned.\n"), "{piped}");
}

#[test]
fn unfinished_games_are_described_before_and_after_resuming() {
    let folder = state();
    std::fs::create_dir(folder.path().join("cygnet")).unwrap();
    let game = "cygnet record 1\ngame: replica\nplayer 1: easy\nplayer 2: human\nname 2: Ann\n1. g5f5\n2. d1e1\n3. f5e5\nresult: none, unfinished\n";
    std::fs::write(folder.path().join("cygnet/game-1.cygnet"), game).unwrap();
    let mut terminal = Terminal::start_in((80, 24), &[], folder.path());
    let way = [
        ("  1 - Replica, Ann (Black) against Easy, turn 4, just now", "1"),
        ("Resumed: Replica, Ann (Black) against Easy, turn 4.", ""),
        ("Current player: Ann (black)", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    // A long list has pages, and `:menu` leads from it to the menu of the game.
    for number in 2..=30 {
        std::fs::write(folder.path().join(format!("cygnet/game-{number}.cygnet")), game).unwrap();
    }
    let mut terminal = Terminal::start_in((80, 24), &["play", "replica"], folder.path());
    let way = [
        ("Choose an option! (Enter: 1) ", "m"),
        ("Unfinished games:\r\n   1 - Replica, ", ""),
        ("(1 of 3; Enter for more, q to leave) ", ":menu"),
        ("1. Player VS Player", "5"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}

#[test]
fn commands_without_a_game_offer_the_list() {
    let folder = state();
    finished(folder.path(), &[("uglyduck\nplayer 2: easy\n1. a1b1\n2. e1d1", "p1, resigned")]);
    for (command, after) in
        [("learn", "LESSONS"), ("puzzle", "PUZZLES"), ("explore", "Ugly Duck at the start: 1 game")]
    {
        let mut terminal = Terminal::start_in((80, 24), &[command], folder.path());
        run_dialog(&mut terminal, &[("Choose a game! ", "1"), (after, ":quit")]);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{command}");
        let piped = cygnet(folder.path(), &[command]);
        assert_eq!(piped.status.code(), Some(2), "{command}");
        let error = String::from_utf8(piped.stderr).unwrap();
        let wanted = "error: the following required arguments were not provided: <GAME>\nhint: the games are uglyduck, ";
        assert!(error.starts_with(wanted), "{error}");
    }
    let mut terminal = Terminal::start_in((80, 24), &["review", "--nodes", "100"], folder.path());
    let way = [
        ("1  Ugly Duck · you (Player 1) beat Easy · turn 2 · resigned", ""),
        ("Which game? (Enter: 1) ", "9"),
        ("There is no game 9.", ENTER),
        ("Ugly Duck, you (Player 1) beat Easy, resigned, turn 2", ""),
        ("Enter for more, q to leave) ", ENTER),
        ("accuracy", ""),
        ("Turn to look at (Enter: leave): ", "w 1"),
        ("Type the number of a turn, from 1 to 2", ""),
        ("Turn to look at (Enter: leave): ", ENTER),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(cygnet(folder.path(), &["review"]).status.code(), Some(2));
}
