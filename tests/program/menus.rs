//! Tests of the menus at a terminal: `back` at every question, every seat, and paged instructions.

use std::path::Path;

use crate::common::terminal::{ENTER, Terminal, run_dialog};

pub(super) const SIZE: (u16, u16) = (80, 24);

pub(super) fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Starts a game between two people.
pub(super) fn two_people(game: &str, state: &Path) -> Terminal {
    Terminal::start_in(SIZE, &["play", game, "--p1", "human", "--p2", "human"], state)
}

/// A dialog: its name, the arguments of the program, and texts with what is typed after each. The last answer leaves.
pub(super) type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Runs each dialog in a window of this size (columns, rows). If one fails, its name is printed last.
pub(super) fn check_dialogs(window: (u16, u16), cases: &[Case]) {
    for (name, line, dialog) in cases {
        println!("{name}");
        let state = state();
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut terminal = Terminal::start_in(window, &arguments, state.path());
        run_dialog(&mut terminal, dialog);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{name}");
    }
}

/// Dialogs that begin in a menu.
const DIALOGS: [Case; 11] = [
    (
        "help names the options, and settings are for all games",
        "play uglyduck --color always",
        &[
            ("Enter: 1) ", "?"),
            ("or a name: ", ":palette"),
            ("Now: standard.", ":palette mono"),
            ("(The colours are changed.)", ":keep"),
            ("palette = ", ":quit"),
        ],
    ),
    (
        "help names the players",
        "play qawale",
        &[("Enter: 1) ", "s"), ("Choose a player: ", "?"), ("a name: human, easy, hard,", ":quit")],
    ),
    (
        "puzzles of another variant",
        "play qawale",
        &[
            ("Enter: 1) ", "v"),
            ("now 10 each", "p"),
            ("(There are no puzzles for qawale:10. There are some for qawale.)", ":quit"),
        ],
    ),
    (
        "every seat",
        "play three-dragons",
        &[
            ("Also: r rules, v variant", "1"),
            ("Also: s who plays", "s"),
            ("Who plays white? White moves first.", "1"),
            ("Who plays black?", "back"),
            ("Who plays white? White moves first.", "2"),
            ("Who plays black?", "1"),
            ("White (computer) plays", ""),
            ("Player: black", ":quit"),
        ],
    ),
    (
        "house rules and an optional name",
        "play replica:8",
        &[
            ("h house rules (now off)", "h"),
            ("House rules are on.", ""),
            ("h house rules (now on)", "1"),
            ("Name of player 1 (white): (Enter: skip) ", ENTER),
            ("Name of player 2", "Bo"),
            ("Current player: white", ":rules"),
            ("These are the house rules", "q"),
            ("transform): ", ":quit"),
        ],
    ),
    (
        "names that look like commands",
        "play replica:8",
        &[("Option: ", "1"), ("Name", "Hint"), ("Name", "Exit"), ("Current player: Hint", ":q")],
    ),
    (
        "the rules",
        "three-dragons",
        &[
            ("Choose an option: ", ":rules"),
            ("White moves first.", ""),
            ("q to leave) ", "q"),
            ("Choose an option: ", ":quit"),
        ],
    ),
    (
        "back from a puzzle to the list of puzzles",
        "play uglyduck",
        &[("p puzzles", "p"), ("PUZZLES", "1"), ("Player ", "back"), ("PUZZLES", "back"), ("MENU", "3")],
    ),
    (
        "several answers on one line",
        "--seed 1",
        &[("Choose a game! ", "1 1 2 1 1"), ("Turn of Player 1!", ":quit")],
    ),
    (
        "several answers with a name",
        "play replica",
        &[("Option: ", "2 Ada 8 1"), ("Current player: Ada", ":quit")],
    ),
    (
        "a small game leads back to the lessons",
        "learn uglyduck-xl",
        &[
            ("Choose a lesson: ", "12"),
            ("Choose a piece: ", "?"),
            ("back leaves this lesson.", "back"),
            ("Choose a lesson: ", "resume"),
            ("Choose a piece: ", "1"),
            ("Choose a move: ", "back"),
            ("Choose a piece: ", "back"),
            ("Choose a lesson: ", "2"),
            ("Choose a piece: ", "?"),
            ("back leaves.", "back"),
            ("Choose a lesson: ", "q"),
        ],
    ),
];

#[test]
fn menus_take_numbers_names_and_commands() {
    check_dialogs(SIZE, &DIALOGS);
}

#[test]
fn back_returns_to_the_previous_menu() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &[], state.path());
    let way = [
        ("Choose a game! ", "1"),
        ("  MENU  ", "1"),
        ("  MODE  ", "2"),
        ("  DIFFICULTY  ", "t"),
        ("TEN LEVELS", "back"),
        ("  DIFFICULTY  ", "1"),
        ("Which player", "back"),
        ("  DIFFICULTY  ", "BACK"),
        ("  MODE  ", "back"),
        ("  MENU  ", "back"),
        ("Choose a game! ", "2"),
        ("Choose an option: ", "2"),
        ("SETTINGS", "1"),
        ("Type the length", "5"),
        ("Type the height", "back"),
        ("Type the length", "back"),
        ("SETTINGS", "back"),
        ("UGLY DUCK, 5x5 board", "back"),
        ("Choose a game! ", "3"),
        ("Option: ", "1"),
        ("Name of player 1", "Ada"),
        ("Name of player 2", "back"),
        ("Name of player 1", "back"),
        ("Option: ", "2"),
        ("Name of the player", ENTER),
        ("Size: ", "back"),
        ("Name of the player", "help"),
        ("Size: ", "12"),
        ("Level: ", "back"),
        ("Size: ", "back"),
        ("Name of the player", "back"),
        ("Option: ", "back"),
        ("Choose a game! ", "4"),
        ("Choose an option: ", "1"),
        ("Select a gamemode", "back"),
        ("Welcome to Three Dragons", "3"),
        ("Choose a game! ", "5"),
        ("Choose an option: ", "1"),
        ("P1/P2: ", "back"),
        ("Choose an option: ", "2"),
        ("Choose a game! ", "back"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn back_cancels_a_partial_turn_or_lists_options() {
    let state = state();
    for (game, first, answer, second) in [
        ("uglyduck", "Cell - ", "a1", "To Which Cell - "),
        ("uglyduck-xl", "Choose a piece: ", "1", "Choose a move: "),
        ("replica", "transform): ", "step", "(X-Y): "),
        ("three-dragons", "Next move row: ", "9", "Next move column: "),
        ("qawale", "(e.g. a1): ", "a1", "Next cell: "),
    ] {
        let mut terminal = two_people(game, state.path());
        run_dialog(&mut terminal, &[(first, "back"), (":undo to take back a turn", ""), (first, answer)]);
        run_dialog(&mut terminal, &[(second, "back"), (first, "back"), (":quit to leave", ":quit")]);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{game}");
    }
}

#[test]
fn instructions_are_paged_and_have_examples() {
    let state = state();
    for (game, last) in [("qawale", "the fourth dark piece"), ("uglyduck", "opponent's last piece")] {
        let mut terminal = Terminal::start_in((60, 20), &["rules", game], state.path());
        let page = terminal.wait_for("(1 of ");
        assert!(page.lines().count() <= 20, "{page}");
        terminal.type_in("\r\r");
        terminal.wait_for("(3 of ");
        terminal.type_in("\r\r\r\r\r\r\r\r");
        terminal.wait_for(last);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0);
        let mut terminal = Terminal::start_in((60, 20), &["rules", game], state.path());
        terminal.wait_for("q to leave) ");
        terminal.type_in("q\r");
        assert!(!terminal.rest().contains("(2 of "));
        assert_eq!(terminal.exit_code(), 0);
    }
}

#[test]
fn a_game_that_is_open_in_another_terminal_is_listed_and_cannot_be_taken() {
    let folder = tempfile::tempdir().unwrap();
    let slots = folder.path().join("cygnet");
    std::fs::create_dir(&slots).unwrap();
    for (slot, game) in [(1, "uglyduck\n1. a1b2"), (2, "replica\n1. g6f5")] {
        let text = format!("cygnet record 1\ngame: {game}\nresult: none, unfinished\n");
        std::fs::write(slots.join(format!("game-{slot}.cygnet")), text).unwrap();
    }
    let mut first = Terminal::start(&["play", "replica"], 100, folder.path());
    first.wait_for("Choose an option! ");
    first.type_in("1\r");
    first.wait_for("(step, jump or transform): ");
    // A game that is only listed is not open.
    let mut third = Terminal::start(&[], 100, folder.path());
    third.wait_for("Choose an option! (Enter: 1) ");
    let mut second = Terminal::start(&[], 100, folder.path());
    let menu = second.wait_for("Choose an option! (Enter: 1) ");
    assert!(
        menu.contains("1 - Ugly Duck, ") && menu.contains("2 - Replica, White against Black, turn 2"),
        "{menu}"
    );
    assert_eq!(menu.matches(", open in another terminal").count(), 1, "{menu}");
    for answer in ["2\r", "d2\r"] {
        second.type_in(answer);
        second.wait_for("That game is open in another terminal. Continue it there, or leave it there first.");
    }
    second.type_in("d1\r");
    second.wait_for("[y/n] ");
    second.type_in("y\r");
    second.wait_for("bring it back. ");
    second.type_in("\r");
    // Nothing is left to resume here, so Enter starts something new.
    second.wait_for("Choose an option! (Enter: n) ");
    second.type_in("\r");
    second.wait_for("Choose a game! ");
    second.type_in(":quit\r");
    second.rest();
    third.type_in("1\r");
    third.wait_for("That game cannot be opened: it may have been finished or deleted in another terminal.");
    third.type_in(":quit\r");
    third.rest();
    first.type_in(":quit\r");
    first.rest();
    assert!(!slots.join("game-1.cygnet").exists() && slots.join("game-2.cygnet").exists());
}

#[test]
fn a_flip_of_a_board_without_ends_says_so_wherever_it_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let finished = folder.path().join("cygnet/finished");
    std::fs::create_dir_all(&finished).unwrap();
    let game = "cygnet record 1\ngame: qawale\n1. a1a2b2b3\nresult: p1, resigned\n";
    std::fs::write(finished.join("game-1.cygnet"), game).unwrap();
    for (arguments, question, leave) in
        [(&["explore", "qawale"][..], "Enter to leave: ", "\r"), (&["games", "show", "1"], "q: quit ", "q\r")]
    {
        let mut terminal = Terminal::start(arguments, 100, folder.path());
        for typed in ["flip\r", ":flip\r"] {
            terminal.wait_for(question);
            terminal.type_in(typed);
            let said = terminal.wait_for("This board looks the same from both sides.");
            assert!(!said.contains("A   B   C   D"), "{said}");
        }
        terminal.wait_for(question);
        terminal.type_in("?\r");
        let help = terminal.wait_for(question);
        assert!(!help.contains("flip"), "{help}");
        terminal.type_in(leave);
        terminal.rest();
    }
}

#[test]
fn examples_come_from_the_game_and_a_wrong_name_is_said_once() {
    let state = state();
    let arguments = ["play", "replica", "--p1", "human", "--p2", "human"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    terminal.wait_for("transform): ");
    for (typed, wanted) in [
        ("where", ":where needs a cell, such as 1-8."),
        (":attacks", ":attacks needs a cell, such as 1-8."),
        ("speed 0.2", "between moves. (That is for a game between two"),
    ] {
        terminal.type_in(&format!("{typed}\r"));
        terminal.wait_for(wanted);
        terminal.wait_for("transform): ");
    }
    terminal.type_in(":quit\r");
    terminal.rest();
    let mut terminal = Terminal::start_in(SIZE, &["play", "replica"], state.path());
    run_dialog(&mut terminal, &[("Option: ", "2"), ("Name", ENTER), ("Size: ", ENTER), ("Level: ", "hin")]);
    let shown = terminal.wait_for("Type 1, 2 or 3, or a name such as expert.");
    assert!(shown.contains("There is no player \"hin\"") && !shown.contains("not an option"), "{shown}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn a_menu_of_games_says_what_the_game_is_chosen_for() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, heading) in
        [(&["learn"][..], "LESSONS"), (&["puzzle"], "PUZZLES"), (&["explore"], "EXPLORE")]
    {
        let mut terminal = Terminal::start(arguments, 80, folder.path());
        let menu = terminal.wait_for("Choose a game! (Enter: 1) ");
        assert!(menu.contains(&format!("{heading}: which game?")) && !menu.contains("c y g n e t"), "{menu}");
        terminal.type_in("back\r");
        terminal.rest();
    }
    let mut terminal = Terminal::start(&[], 80, folder.path());
    assert!(!terminal.wait_for("Choose a game! ").contains("which game?"));
    run_dialog(&mut terminal, &[("", "l"), ("LESSONS: which game?", ""), ("Choose a game! ", "1")]);
    // The first lesson that is not done is the default.
    terminal.wait_for("Choose a lesson: (Enter: 1) ");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn options_of_menus_are_chosen_by_name_and_a_help_that_fits_has_no_pager() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start_in((80, 40), &["play", "uglyduck"], folder.path());
    let way = [("Choose an option! ", "play"), ("MODE", "human vs human"), ("Cell - ", ":menu")];
    run_dialog(&mut terminal, &way);
    terminal.wait_for("Choose an option! ");
    terminal.type_in(":help\r");
    let help = terminal.wait_for("Choose an option! ");
    assert!(help.contains(":quit") && !help.contains("1 of 1"), "{help}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn back_leaves_a_menu_the_way_it_was_entered() {
    let games = [
        (["play", "uglyduck", "--p1", "human", "--p2", "human"], "Cell - ", "r resume"),
        (["play", "uglyduck-xl", "--p1", "human", "--p2", "human"], "Choose a piece:", "r resume"),
        (["play", "replica", "--p1", "human", "--p2", "human"], "type of move", "? help,\r\nr resume"),
        (["play", "three-dragons", "--p1", "human", "--p2", "human"], "row: ", "? help,\r\nresume"),
        (["play", "qawale", "--p1", "human", "--p2", "human"], "(e.g. a1): ", "? help,\r\nresume"),
    ];
    for (arguments, question, entry) in games {
        let folder = state();
        let mut terminal = Terminal::start(&arguments, 80, folder.path());
        for way in ["back", "b", if entry.contains("r r") { "r" } else { "resume" }] {
            terminal.wait_for(question);
            terminal.type_in(":menu\r");
            terminal.wait_for("Also: ");
            let shown = terminal.wait_for(entry);
            assert!(!shown.contains("Goodbye"), "{arguments:?}: {shown}");
            terminal.type_in("?\r");
            terminal.wait_for("continue");
            terminal.type_in(&format!("{way}\r"));
        }
        // Lessons that were left for the menu come first.
        terminal.wait_for(question);
        for (line, wanted) in [
            (":menu", entry),
            ("l", "LESSONS"),
            (":menu", entry),
            ("back", "LESSONS"),
            ("back", entry),
            ("back", question),
        ] {
            terminal.type_in(&format!("{line}\r"));
            terminal.wait_for(wanted);
        }
        terminal.kill();
    }
    // Exercises without a game: back to them, and a menu reached from all games leads back there.
    let folder = state();
    let mut terminal = Terminal::start(&["learn", "qawale"], 80, folder.path());
    run_dialog(&mut terminal, &[("LESSONS", ":menu"), ("QAWALE", "back"), ("LESSONS", ":quit")]);
    terminal.rest();
    let mut terminal = Terminal::start(&[], 80, folder.path());
    let way = [
        ("Choose a game! ", "5"),
        ("QAWALE", "1"),
        ("P1/P2: ", "h/h"),
        ("(e.g. a1): ", ":menu"),
        ("resume", "2"),
        ("Choose a game! ", "1"),
        ("MENU", "back"),
        ("Choose a game! ", "r"),
        ("(e.g. a1): ", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}
