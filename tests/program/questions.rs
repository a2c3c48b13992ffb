//! Tests of how questions at a terminal can be left: by an answer, `back`, a command or Ctrl-C.

use super::menus::{Case, SIZE, check_dialogs, state, two_people};
use crate::common::terminal::{ENTER, Terminal, run_dialog};

/// Dialogs at the questions of a turn.
const DIALOGS: [Case; 9] = [
    (
        "a command leaves a text and runs",
        "play uglyduck --p1 human --p2 human",
        &[
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
        ],
    ),
    (
        "an end and a new game are confirmed, in words or letters",
        "play uglyduck --p1 human --p2 human",
        &[
            ("Cell - ", "a1 b1"),
            ("Turn of Player 2!", ":new"),
            ("Start a new game? This one is kept. [y/n]", ENTER),
            ("Cell - ", ":save other"),
            ("Saved to other.", ":load other"),
            ("Leave this game and load that one? [y/n]", ENTER),
            ("Cell - ", ":resign"),
            ("Resign this game? [y/n] ", "no"),
            ("Cell - ", ":resign"),
            ("Resign this game? [y/n] ", "yes"),
            ("Choose an option: (Enter: 1) ", "3"),
            // The resignation is taken back, and not the turn.
            ("Cell - ", ":position"),
            ("1DDDD/D4/5/5/ddddd 2", "q"),
            ("Good Bye!", ""),
        ],
    ),
    (
        "a letter leaves where a name of players is typed with a blank",
        "play qawale --seed 1",
        &[
            ("Choose an option: ", "1"),
            ("P1/P2: (Enter: h/c-1) ", "h c-2"),
            ("player 1, dark (human)", "a1 b1 b2 b3"),
            ("Press Enter to continue. ", "?"),
            ("Type :help for a list of commands.", ""),
            ("Press Enter to continue. ", ENTER),
            ("Turn 3 of 16: player 1, dark (human)", "q"),
        ],
    ),
    (
        "the pause menu leads to the menu of the game",
        "play three-dragons --p1 human --p2 human",
        &[
            ("Next move row: ", "b9 b5"),
            ("Next move row: ", ":pause"),
            ("EXIT GAME", "3"),
            ("(Your game is kept. Type :resume to continue it.)", ""),
            ("Welcome to Three Dragons", ":resume"),
            ("black", ":position"),
            ("b", ":menu"),
            ("(Your game is kept.", "3"),
            ("(The game is kept.", ""),
        ],
    ),
    (
        "commands without a colon, in short and with a typo",
        "play uglyduck --p1 human --p2 human",
        &[
            ("Cell - ", "position"),
            ("DDDDD/5/5/5/ddddd 1", "a1 b1"),
            ("Turn of Player 2!", "undo"),
            ("(Took back Player 1's a1 b1.)", "redo"),
            ("(Repeated Player 1's a1 b1.)", ":u"),
            ("(Took back Player 1's a1 b1.)", "undoo"),
            ("Did you mean :undo?", "hnt"),
            ("Did you mean :hint?", "moves"),
            ("a1 b1, a1 b2", ":b"),
            ("#####", "hint values"),
            (":hint takes \"all\" or no argument", "play a1 b2"),
            ("Turn of Player 2!", "Menu"),
            ("(Your game is kept. Type :resume to continue it.)", ""),
            ("Choose an option! ", "resume"),
            ("Turn of Player 2!", "exit"),
            ("(The game is kept.", ""),
        ],
    ),
    (
        "a question gets help",
        "play uglyduck --p1 human --p2 human",
        &[
            ("Type a whole turn, like a1 b1. ? helps.", ""),
            ("Cell - ", ENTER),
            ("You can type ", ""),
            ("or a whole turn on one line:", "?"),
            ("You can type ", ""),
            ("or a whole turn on one line:", ":quit"),
            ("Good Bye!", ""),
        ],
    ),
    (
        "undo in the middle of a turn drops that first",
        "play uglyduck --p1 human --p2 human",
        &[
            ("Cell - ", "a1 b1"),
            ("Turn of Player 2!", "e1"),
            ("To Which Cell - ", ":undo"),
            ("(Dropped the half-typed turn.)", ":position"),
            ("1DDDD/D4/5/5/ddddd 2", ":undo"),
            ("(Took back Player 1's a1 b1.)", "a1"),
            ("To Which Cell - ", ":undo"),
            ("(Dropped the half-typed turn.", ":quit"),
        ],
    ),
    (
        "undo and redo name the turns against a computer",
        "play replica --p1 easy --p2 human --seed 1",
        &[
            ("transform): ", "step 2-4 3-4"),
            ("White (computer) plays", ""),
            ("transform): ", ":undo"),
            ("(Took back White's ", ""),
            (" and your step 2-4 3-4.)", ""),
            ("transform): ", ":redo"),
            ("(Repeated your step 2-4 3-4 and White's ", ":resign"),
            ("[y/n]", "y"),
            ("What now?", ":menu"),
            ("Also: ", "back"),
            ("What now?", ":undo"),
            ("(Took back the resignation.)", ":quit"),
        ],
    ),
    (
        "a game that is not kept is not replaced by mistake",
        "play qawale --p1 human --p2 human --restricted",
        &[
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
        ],
    ),
];

#[test]
fn questions_of_a_turn_take_words_and_commands() {
    check_dialogs(SIZE, &DIALOGS);
}

/// Refusals in the menus of each game, which name all options.
const REFUSALS: [Case; 5] = [
    (
        "uglyduck",
        "play uglyduck",
        &[
            ("Choose an option! ", "banana split"),
            ("Type 1, 2, 3, l or p.", "1"),
            ("Choose an option! ", "x"),
            ("Type 1, 2, 3 or s.", "2"),
            ("Choose an option! ", "x"),
            ("Type 1 or 2, or a name such as expert.", "1"),
            ("[1|2] ", "x"),
            ("Type 1 or 2.", ":quit"),
        ],
    ),
    (
        "uglyduck-xl",
        "play uglyduck-xl",
        &[
            ("option: ", "x"),
            ("Type 1, 2, 3, 4, l or p.", "1"),
            ("option: ", "x"),
            ("Type 1, 2, 3, 4, 5 or s, or a name such as expert.", ":quit"),
        ],
    ),
    (
        "replica",
        "play replica",
        &[
            ("Option: ", "x"),
            ("Type 1, 2, 3, 4, 5, s, h, l or p.", "2"),
            ("Name", ENTER),
            ("Size: ", "x"),
            ("Type 8, 12 or 16.", ":quit"),
        ],
    ),
    (
        "three-dragons",
        "play three-dragons",
        &[
            ("option: ", "x"),
            ("Type 1, 2, 3, r, v, l or p.", "1"),
            ("option: ", "x"),
            ("Type 1, 2, 3, 4 or s, or a name such as expert.", ":quit"),
        ],
    ),
    ("qawale", "play qawale", &[("option: ", "x"), ("Type 1, 2, r, s, v, l or p.", ":quit")]),
];

#[test]
fn every_menu_names_all_its_options_in_its_refusal() {
    check_dialogs(SIZE, &REFUSALS);
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
