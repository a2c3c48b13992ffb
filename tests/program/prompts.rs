//! Questions of a turn and of menus: wrong answers keep what was answered before, and say what would be right.

use crate::common::terminal::{Terminal, run_dialog};
use crate::menus::state;

/// Starts a game between two people.
fn two_people(game: &str) -> (Terminal, tempfile::TempDir) {
    let folder = state();
    let arguments = ["play", game, "--p1", "human", "--p2", "human"];
    (Terminal::start(&arguments, 120, folder.path()), folder)
}

#[test]
fn a_wrong_answer_at_the_second_question_keeps_the_first() {
    for (game, first, wrong, said, second, played) in [
        ("uglyduck", "a1", "zz", "Cell invalid!", "b1", "Turn of Player 2!"),
        (
            "uglyduck-xl",
            "2",
            "99",
            "yours are 1 to 5. Type q, w or e, or another piece: 1, 2, 3, 4 or 5.",
            "w",
            "Move 2",
        ),
        ("uglyduck-xl", "2", "S2", "is not your piece. Type q, w or e, or another piece", "w", "Move 2"),
        ("replica", "step 7-5", "zz", "is not a position", "6-5", "Current player: black"),
        ("three-dragons", "8", "zz", "Invalid column", "e e6", "Player: black"),
        ("three-dragons", "e8", "b", "b is a column: type the row first", "e6", "Player: black"),
        ("qawale", "a1", "zz", "Type a cell", "b1 c1 d1", "player 2"),
    ] {
        let (mut terminal, _folder) = two_people(game);
        terminal.wait_for("? helps.");
        for (typed, wanted) in [(first, ""), (wrong, said), (second, played)] {
            terminal.type_in(&format!("{typed}\r"));
            terminal.wait_for(wanted);
        }
        terminal.kill();
    }
}

#[test]
fn a_direction_before_its_piece_does_not_leave_the_game() {
    let (mut terminal, _folder) = two_people("uglyduck-xl");
    run_dialog(
        &mut terminal,
        &[
            ("Choose a piece: ", "q"),
            ("q is a direction: first choose a piece.", ""),
            ("(:quit leaves the program)", "w"),
            ("w is a direction: first choose a piece.", "2"),
            ("Choose a move: ", "q"),
            ("Player 2's turn", "quit"),
        ],
    );
    assert!(terminal.rest().contains("The game is kept."));
    // In the other games it leaves.
    let (mut terminal, _folder) = two_people("three-dragons");
    terminal.wait_for("row: ");
    terminal.type_in("q\r");
    terminal.rest();
}

#[test]
fn a_row_and_a_column_are_told_apart() {
    let (mut terminal, _folder) = two_people("three-dragons");
    run_dialog(
        &mut terminal,
        &[
            ("row: ", "b"),
            ("b is a column: type the row first, from 1 to 9, or a position such as b9.", "9"),
            ("column: ", "8"),
            ("8 is a row: now type a column, from A to I.", "b"),
            ("b9 can go to", ":quit"),
        ],
    );
    terminal.rest();
}

#[test]
fn a_number_that_is_no_option_may_be_a_level() {
    for (game, way, question) in [
        ("uglyduck", &["1", "2"][..], "DIFFICULTY"),
        ("uglyduck-xl", &["2", "2"], "LEVEL"),
        ("three-dragons", &["1"], "gamemode"),
    ] {
        let folder = state();
        let mut terminal = Terminal::start(&["play", game], 120, folder.path());
        for answer in way {
            terminal.wait_for("ption");
            terminal.type_in(&format!("{answer}\r"));
        }
        run_dialog(&mut terminal, &[(question, "8"), ("or a name such as level 8.", "")]);
        terminal.kill();
    }
}

#[test]
fn the_moves_of_a_piece_are_listed_together() {
    let (mut terminal, _state) = two_people("replica");
    terminal.type_in(":moves\r");
    terminal.wait_for("step 7-5 6-5, step 7-5 7-4, step 7-5 6-4, step 7-6 6-6, jump 7-6 7-4,");
    terminal.type_in(":quit\r");
    terminal.rest();
}
