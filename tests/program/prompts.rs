//! Questions of a turn and of menus: wrong answers keep what was answered before, and say what would be right.

use crate::common::terminal::Terminal;
use crate::menus::{Case, check_dialogs, state};

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
        let folder = state();
        let arguments = ["play", game, "--p1", "human", "--p2", "human"];
        let mut terminal = Terminal::start(&arguments, 120, folder.path());
        terminal.wait_for("? helps.");
        for (typed, wanted) in [(first, ""), (wrong, said), (second, played)] {
            terminal.type_in(&format!("{typed}\r"));
            terminal.wait_for(wanted);
        }
        terminal.kill();
    }
}

/// Answers with a mistake, or in an unusual form.
const DIALOGS: [Case; 10] = [
    (
        "a direction before its piece does not leave the game",
        "play uglyduck-xl --p1 human --p2 human",
        &[
            ("Choose a piece: ", "q"),
            ("q is a direction: first choose a piece.", ""),
            ("(:quit leaves the program)", "w"),
            ("w is a direction: first choose a piece.", "2"),
            ("Choose a move: ", "z"),
            ("There is no move \"z\". Type q, w or e", "q"),
            ("Player 2's turn", "quit"),
            ("The game is kept.", ""),
        ],
    ),
    ("in other games it leaves", "play three-dragons --p1 human --p2 human", &[("row: ", "q")]),
    (
        "a row is not taken for a column",
        "play three-dragons --p1 human --p2 human",
        &[
            ("row: ", "b"),
            ("b is a column: type the row first, from 1 to 9, or a position such as b9.", "9"),
            ("column: ", "8"),
            ("8 is a row: now type a column, from A to I.", "b"),
            ("b9 can go to", ":quit"),
        ],
    ),
    (
        "a number beyond the options may be a level",
        "play uglyduck",
        &[("ption", "1"), ("ption", "2"), ("DIFFICULTY", "8"), ("or a name such as level 8.", ":quit")],
    ),
    (
        "the same on any board",
        "play uglyduck-xl",
        &[("ption", "2"), ("ption", "2"), ("LEVEL", "8"), ("or a name such as level 8.", ":quit")],
    ),
    (
        "the same in Three Dragons",
        "play three-dragons",
        &[("ption", "1"), ("gamemode", "8"), ("or a name such as level 8.", ":quit")],
    ),
    (
        "two cells in one word, and an illegal pair",
        "play uglyduck --p1 human --p2 human",
        &[
            ("Cell - ", "a1"),
            ("To Which Cell - ", "e1"),
            ("Cell - ", "back"),
            (":quit to leave", "a1b2"),
            ("(a1 b2)", ":quit"),
        ],
    ),
    (
        "a piece and a move in one word",
        "play uglyduck-xl --p1 human --p2 human",
        &[("Choose a piece: ", "3q"), ("(3 q)", ":quit")],
    ),
    (
        "an empty cell before a walk",
        "play qawale --p1 human --p2 human",
        &[("(e.g. a1): ", "b2 a1 a2"), ("\"b2\": B2 is empty.", ":quit")],
    ),
    (
        "the moves of a piece are listed together",
        "play replica --p1 human --p2 human",
        &[
            ("transform): ", ":moves"),
            ("step 7-5 6-5, step 7-5 7-4, step 7-5 6-4, step 7-6 6-6, jump 7-6 7-4,", ":quit"),
        ],
    ),
];

#[test]
fn the_answer_to_a_mistake_says_what_would_be_right() {
    check_dialogs((120, 50), &DIALOGS);
}
