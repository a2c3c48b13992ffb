//! Tests of how questions at a terminal can be left: by an answer, `back`, a command or Ctrl-C.

use std::path::Path;

use crate::common::terminal::{Terminal, run_dialog};

const SIZE: (u16, u16) = (80, 24);

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Starts a game between two people.
fn two_people(game: &str, state: &Path) -> Terminal {
    Terminal::start_in(SIZE, &["play", game, "--p1", "human", "--p2", "human"], state)
}

#[test]
fn a_command_leaves_a_text_and_runs() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", "a1 b1"),
        ("Turn of Player 2!", ":help"),
        ("(1 of ", ":position"),
        ("1DDDD/D4/5/5/ddddd 2", ":help"),
        ("(1 of ", ":undo"),
        ("Turn of Player 1!", ":rules"),
        ("(1 of ", "back"),
        ("Cell - ", ":pause"),
        ("RESUME", ":undo"),
        ("You have no move to take back.", "a2 b2"),
        ("Turn of Player 2!", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_yes_no_question_takes_commands_and_back() {
    let state = state();
    let file = state.path().join("game");
    std::fs::write(&file, "kept").unwrap();
    let save = format!(":save {}", file.display());
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", save.as_str()),
        ("Overwrite it? [y/n] ", "back"),
        ("(Not saved.)", &save),
        ("Overwrite it? [y/n] ", "maybe"),
        ("Type y or n.", ":position"),
        ("DDDDD/5/5/5/ddddd 1", ":resign"),
        ("Resign this game? [y/n] ", "back"),
        ("Cell - ", ":resign"),
        ("Resign this game? [y/n] ", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(terminal.rest().contains("Good Bye!"));
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
}

#[test]
fn the_question_after_ctrl_c_takes_commands_and_back() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    // There is no turn to keep yet.
    terminal.wait_for("Leave the program? [y/n] ");
    run_dialog(&mut terminal, &[("", "back"), ("Cell - ", "a1 b1"), ("Turn of Player 2!", "")]);
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? The game is kept. [y/n] ");
    terminal.type_in(":undo\r");
    terminal.wait_for("Turn of Player 1!");
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? [y/n] ");
    // Ctrl-C once more leaves.
    terminal.type_in("\u{3}");
    assert!(terminal.rest().contains("Good Bye!"));
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn the_key_that_pauses_two_computers_is_not_part_of_the_next_line() {
    let state = state();
    let arguments = ["play", "uglyduck", "--p1", "easy", "--p2", "easy", "--seed=1", "--delay=3600"];
    let mut terminal = Terminal::start(&arguments, 100, state.path());
    terminal.wait_for("(Press Enter to skip a wait");
    terminal.type_in("x");
    terminal.wait_for("Paused. Press Enter to continue. ");
    terminal.type_in(":speed 0.2\r");
    terminal.wait_for("The computers wait 0.2 s between moves.");
    terminal.wait_for("Paused. Press Enter to continue. ");
    // Ctrl-C in the wait asks whether to leave.
    terminal.type_in(":speed 3600\r");
    terminal.wait_for("Paused. Press Enter to continue. ");
    terminal.type_in("\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? The game is kept. [y/n] ");
    terminal.type_in(":quit\r");
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn every_menu_names_all_its_options_in_its_refusal() {
    let state = state();
    let menus: [(&str, &[(&str, &str)]); 5] = [
        (
            "uglyduck",
            &[
                ("Choose an option! ", "x"),
                ("Type 1, 2, 3, l or p.", "1"),
                ("Choose an option! ", "x"),
                ("Type 1, 2, 3 or s.", "2"),
                ("Choose an option! ", "x"),
                ("Type 1, 2, 3, 4, 5 or t.", "1"),
                ("[1|2] ", "x"),
                ("Type 1 or 2.", ""),
            ],
        ),
        (
            "uglyduck-xl",
            &[
                ("option: ", "x"),
                ("Type 1, 2, 3, 4, l or p.", "1"),
                ("option: ", "x"),
                ("Type 1, 2, 3, 4, 5 or s.", ""),
            ],
        ),
        (
            "replica",
            &[
                ("Option: ", "x"),
                ("Type 1, 2, 3, 4, 5, s, h, l or p.", "2"),
                ("Name", ""),
                ("Size: ", "x"),
                ("Type 8, 12 or 16.", ""),
            ],
        ),
        (
            "three-dragons",
            &[
                ("option: ", "x"),
                ("Type 1, 2, 3, r, l or p.", "1"),
                ("option: ", "x"),
                ("Type 1, 2, 3, 4, 5, t or s.", ""),
            ],
        ),
        ("qawale", &[("option: ", "x"), ("Type 1, 2, 3, s, l or p.", "")]),
    ];
    for (game, way) in menus {
        let mut terminal = Terminal::start_in(SIZE, &["play", game], state.path());
        run_dialog(&mut terminal, way);
        terminal.type_in(":quit\r");
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{game}");
    }
}

#[test]
fn back_from_a_puzzle_leads_to_the_list_of_puzzles() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &["play", "uglyduck"], state.path());
    let way =
        [("p - Puzzles", "p"), ("PUZZLES", "1"), ("Player ", "back"), ("PUZZLES", "back"), ("MENU", "3")];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn the_moves_of_a_puzzle_are_paged() {
    let state = state();
    let mut terminal =
        Terminal::start_in((40, 12), &["puzzle", "three-dragons", "--seed", "1"], state.path());
    run_dialog(&mut terminal, &[("Next move row: ", ":moves")]);
    let page = terminal.wait_for("(1 of ");
    assert!(page.split_once(":moves\r\n").unwrap().1.lines().count() <= 12, "{page}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn exit_game_in_the_pause_menu_leads_to_the_menu_of_the_game() {
    let state = state();
    let mut terminal = two_people("three-dragons", state.path());
    let way = [
        ("Next move row: ", "b9 b5"),
        ("Next move row: ", ":pause"),
        ("EXIT GAME", "3"),
        ("(Your game is kept. Type :resume to continue it.)", ""),
        ("Welcome to Three Dragons", ":resume"),
        ("black", ":position"),
        ("b", ":menu"),
        ("(Your game is kept.", "3"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(terminal.rest().contains("(The game is saved."));
    assert_eq!(terminal.exit_code(), 0);
}
