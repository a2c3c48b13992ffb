//! Tests of how questions at a terminal can be left: by an answer, `back`, a command or Ctrl-C.

use super::menus::{SIZE, state, two_people};
use crate::common::terminal::{ENTER, Terminal, run_dialog};

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
        ("You have no turn to take back.", "a2 b2"),
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
    let save_to_folder = format!(":save {}", state.path().display());
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", save.as_str()),
        ("Overwrite it? [y/n] ", "back"),
        ("(Not saved.)", &save),
        ("Overwrite it? [y/n] ", "maybe"),
        ("Type y or n.", "yes please"),
        ("Type y or n.", ":position"),
        ("DDDDD/5/5/5/ddddd 1", &save_to_folder),
        ("not a regular file", ":resign"),
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
fn words_are_answers_where_letters_are() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", "a1 b1"),
        ("Turn of Player 2!", ":resign"),
        ("Resign this game? [y/n] ", "no"),
        ("Cell - ", ":resign"),
        ("Resign this game? [y/n] ", "yes"),
        ("Choose an option: (Enter: 1) ", "3"),
        ("Cell - ", "q"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(terminal.rest().contains("Good Bye!"));
    assert_eq!(terminal.exit_code(), 0);

    let mut terminal = Terminal::start(&["play", "qawale", "--seed", "1"], 80, state.path());
    let way = [
        ("Choose an option: ", "1"),
        ("P1/P2: (Enter: h/c-1) ", "h c-2"),
        ("player 1, dark (human)", "a1 b1 b2 b3"),
        ("Press Enter to continue. ", "?"),
        ("Type :help for a list of commands.", ""),
        ("Press Enter to continue. ", ENTER),
        ("Turn 3 of 16: player 1, dark (human)", "q"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn the_question_after_ctrl_c_takes_commands_and_back() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{3}");
    // There is no turn to keep yet.
    terminal.wait_for("Leave the program? [y/n] ");
    run_dialog(&mut terminal, &[("", "back"), ("Cell - ", "a1 b1")]);
    terminal.wait_for("Turn of Player 2!");
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
    terminal.wait_for("Leave the program? [y/n] ");
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
                ("Type 1 or 2, or a name such as expert.", "1"),
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
                ("Type 1, 2, 3, 4, 5 or s, or a name such as expert.", ""),
            ],
        ),
        (
            "replica",
            &[
                ("Option: ", "x"),
                ("Type 1, 2, 3, 4, 5, s, h, l or p.", "2"),
                ("Name", ENTER),
                ("Size: ", "x"),
                ("Type 8, 12 or 16.", ""),
            ],
        ),
        (
            "three-dragons",
            &[
                ("option: ", "x"),
                ("Type 1, 2, 3, r, v, l or p.", "1"),
                ("option: ", "x"),
                ("Type 1, 2, 3, 4 or s, or a name such as expert.", ""),
            ],
        ),
        ("qawale", &[("option: ", "x"), ("Type 1, 2, r, s, v, l or p.", "")]),
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
    let way = [("p puzzles", "p"), ("PUZZLES", "1"), ("Player ", "back"), ("PUZZLES", "back"), ("MENU", "3")];
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
    assert!(terminal.rest().contains("(The game is kept."));
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn commands_work_without_a_colon_and_in_short() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", "position"),
        ("DDDDD/5/5/5/ddddd 1", "a1 b1"),
        ("Turn of Player 2!", "undo"),
        ("(Took back Player 1's a1 b1.)", "redo"),
        ("(Repeated Player 1's a1 b1.)", ":u"),
        ("(Took back Player 1's a1 b1.)", "moves"),
        ("a1 b1, a1 b2", ":b"),
        ("#####", "hint values"),
        (":hint takes \"all\" or no argument", "play a1 b2"),
        ("Turn of Player 2!", "Menu"),
        ("(Your game is kept. Type :resume to continue it.)", ""),
        ("Choose an option! ", "resume"),
        ("Turn of Player 2!", "exit"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(terminal.rest().contains("(The game is kept."));
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_name_can_look_like_a_command() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &["play", "replica:8"], state.path());
    let way = [("Option: ", "1"), ("Name", "Hint"), ("Name", "Exit"), ("Current player: Hint", ":q")];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn several_menu_answers_fit_on_one_line() {
    let state = state();
    // From the menu of all games into the first turn.
    let mut terminal = Terminal::start_in(SIZE, &[], state.path());
    terminal.wait_for("Choose a game! ");
    terminal.type_in("1 1 2 1 1\r");
    let shown = terminal.wait_for("Turn of Player 1!");
    assert!(!shown.contains("MENU") && !shown.contains("DIFFICULTY"), "{shown}");
    terminal.type_in(":quit\r");
    terminal.rest();
    // A line with a wrong answer leads back to the menu in which it was typed.
    let mut terminal = Terminal::start_in(SIZE, &["play", "uglyduck"], state.path());
    run_dialog(
        &mut terminal,
        &[
            ("Choose an option! ", "1 9 1"),
            ("OF THE OPTIONS", ""),
            ("Type 1, 2, 3 or s.", ""),
            ("(Start again from this menu.)", ""),
            ("MENU", "banana split"),
            ("Type 1, 2, 3, l or p.", ":quit"),
        ],
    );
    terminal.rest();
    let mut terminal = Terminal::start_in(SIZE, &["play", "replica"], state.path());
    run_dialog(&mut terminal, &[("Option: ", "2 Ada 8 1"), ("Current player: Ada", ":quit")]);
    terminal.rest();
}

/// Plays a turn and shows the board again after `keys`.
fn board_after(terminal: &mut Terminal, keys: &str) {
    terminal.type_in(keys);
    terminal.wait_for("#    A    #");
    terminal.wait_for("Turn of Player 1!");
    terminal.wait_for("Cell - ");
}

#[test]
fn the_board_is_shown_again_after_a_text_or_a_pause() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    terminal.wait_for("#    A    #");
    terminal.wait_for("Cell - ");
    board_after(&mut terminal, ":help\rq\r");
    board_after(&mut terminal, ":pause\r1\r");
    // A text without pages stays, and so does the board after a refusal.
    terminal.type_in(":moves\r:moves\r:moves\r:moves\r:values\r");
    let texts = terminal.wait_for("Unknown command");
    assert!(!texts.contains("#    A    #"), "{texts}");
    terminal.type_in("a9\r");
    let refusal = terminal.wait_for("Cell - ");
    assert!(!refusal.contains("#    A    #"), "{refusal}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn the_menu_can_be_opened_from_a_game_an_exercise_and_after_a_game() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &["learn", "uglyduck"], state.path());
    let way = [
        ("Choose a lesson: ", "2"),
        ("Cell - ", ":menu"),
        ("MENU", ":help"),
        (":resume", ""),
        ("Choose an option! ", "p"),
        ("PUZZLES", "1"),
        ("Cell - ", "menu"),
        ("MENU", "1"),
        ("MODE", ":menu"),
        ("MENU", "1 1"),
        // A game without turns can be resumed too, although no file is kept for it.
        ("Cell - ", ":menu"),
        ("(Type :resume to continue your game.)", ":resume"),
        ("Cell - ", ":resume"),
        ("The game is in progress.", "a1 b1"),
        ("Turn of Player 2!", ":menu"),
        ("(Your game is kept. Type :resume to continue it.)", ""),
        // Another game does not replace the one that was left.
        ("MENU", "1 1 a2 b2"),
        ("Turn of Player 2!", "resign"),
        ("[y/n] ", "y"),
        ("What now?", ":menu"),
        ("MENU", ":resume"),
        ("There is no game to resume: type back.", "3"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(!terminal.rest().contains("kept"));
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::start_in(SIZE, &[], state.path());
    run_dialog(
        &mut terminal,
        &[("1 - Ugly Duck", "1"), ("Turn of Player 2!", ":position"), ("1DDDD/D4/5/5/ddddd 2", ":quit")],
    );
    terminal.rest();
}

#[test]
fn a_game_that_is_not_kept_is_not_replaced_by_mistake() {
    let state = state();
    let arguments = ["play", "qawale", "--p1", "human", "--p2", "human", "--restricted"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    let way = [
        ("(e.g. a1): ", "a1 b1 c1 d1"),
        ("Turn 2 of 16", ":menu"),
        ("(Type :resume to continue your game.)", ""),
        ("Choose an option: ", "1 h/h"),
        ("Start another game? The unfinished one is not kept. [y/n] ", "back"),
        ("(Type :resume to continue your game.)", ":resume"),
        ("Turn 2 of 16", ":menu"),
        ("Choose an option: ", "1 h/h"),
        ("[y/n] ", "y"),
        ("Turn 1 of 16", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    assert!(!terminal.rest().contains("saved"));
}
