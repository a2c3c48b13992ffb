//! Tests of whole turns at a terminal: typed on one line, and taken back.

use super::menus::{SIZE, state, two_people};
use crate::common::terminal::{Terminal, run_dialog};

#[test]
fn a_whole_turn_can_be_typed_at_any_question_of_it() {
    let state = state();
    let turns = [
        ("uglyduck", "Cell - ", "a1", "To Which Cell - ", "a2 b2", Some("a2 b2"), "Turn of Player 2!"),
        ("uglyduck", "Cell - ", "a1", "To Which Cell - ", "a2b1", Some("a2 b1"), "Turn of Player 2!"),
        ("uglyduck", "Cell - ", "a1", "To Which Cell - ", "b2", None, "Turn of Player 2!"),
        ("uglyduck-xl", "a piece: ", "1", "a move: ", "3 w", Some("3 w"), "Pieces you can move"),
        ("replica", "transform): ", "s", "(X-Y): ", "Step 7-5 6-5", Some("step 7-5 6-5"), "black"),
        ("three-dragons", "move row: ", "b9", "move row: ", "c9 c5", Some("c9 c5"), "Player: black"),
        ("qawale", "(e.g. a1): ", "a1", "cell: ", "d1 c1 b1 a1", Some("d1 c1 b1 a1"), "light (human)"),
        // This continues the half-typed turn.
        ("qawale", "(e.g. a1): ", "a1", "cell: ", "b1 c1 d1", None, "light (human)"),
    ];
    for (game, first, answer, second, line, understood, next) in turns {
        let mut terminal = two_people(game, state.path());
        run_dialog(&mut terminal, &[(first, answer), (second, line)]);
        let shown = terminal.wait_for(next);
        let note = understood.map(|turn| format!("(Understood as a whole turn: {turn}.)"));
        assert_eq!(shown.contains("Understood"), note.is_some(), "{game}: {shown}");
        assert!(shown.contains(&note.unwrap_or_default()), "{game}: {shown}");
        terminal.type_in(":quit\r");
        terminal.rest();
    }
}

#[test]
fn a_whole_turn_comes_before_a_target_with_a_word_too_many() {
    let state = state();
    let position = "4D/1D3/5/5/4d 1";
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--position", position];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    let way = [
        ("Cell - ", "a5"),
        ("To Which Cell - ", "b2 c3"),
        ("(Understood as a whole turn: b2 c3.)", ":position"),
        ("4D/5/2D2/5/4d 2", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}

#[test]
fn undo_in_the_middle_of_a_turn_drops_that_first() {
    let state = state();
    let mut terminal = two_people("uglyduck", state.path());
    let way = [
        ("Cell - ", "a1 b1"),
        ("Turn of Player 2!", "e1"),
        ("To Which Cell - ", ":undo"),
        ("(Dropped the half-typed turn.)", ":position"),
        ("1DDDD/D4/5/5/ddddd 2", ":undo"),
        ("(Took back Player 1's a1 b1.)", "a1"),
        ("To Which Cell - ", ":undo"),
        ("(Dropped the half-typed turn.", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn undo_and_redo_name_the_turns_against_a_computer() {
    let state = state();
    let arguments = ["play", "replica", "--p1", "easy", "--p2", "human", "--seed", "1"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    run_dialog(&mut terminal, &[("transform): ", "step 2-4 3-4"), ("White (computer) plays", "")]);
    run_dialog(&mut terminal, &[("transform): ", ":undo")]);
    let note = terminal.wait_for(".)");
    assert!(note.contains("(Took back White's ") && note.contains(" and your step 2-4 3-4.)"), "{note}");
    run_dialog(&mut terminal, &[("transform): ", ":redo")]);
    terminal.wait_for("(Repeated your step 2-4 3-4 and White's ");
    terminal.type_in(":resign\ry\r");
    terminal.wait_for("What now?");
    terminal.type_in(":undo\r");
    terminal.wait_for("(Took back the resignation.)");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn the_resignation_of_a_computer_can_be_taken_back() {
    let state = state();
    let arguments = ["play", "uglyduck", "--p1", "easy", "--p2", "hard", "--seed", "4"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    terminal.wait_for("and other commands.)");
    terminal.type_in("x");
    let paused = "Paused. Press Enter to continue.";
    run_dialog(&mut terminal, &[(paused, ":resign"), ("[y/n]", "y"), ("What now?", "3")]);
    terminal.wait_for("(Took back the resignation.)");
    run_dialog(&mut terminal, &[(paused, ":quit")]);
    terminal.rest();
}

#[test]
fn a_refused_line_draws_no_board() {
    let state = state();
    let mut terminal = two_people("qawale", state.path());
    terminal.wait_for("(e.g. a1): ");
    for (line, problem) in [
        ("a1 b1 c1 d1 d2", "The turn was already complete."),
        ("a1 a1", "\"a1\""),
        ("a1 b1 x", "\"x\""),
        ("a1 b1 d1", "\"d1\""),
    ] {
        terminal.type_in(&format!("{line}\r"));
        let said = terminal.wait_for("(e.g. a1): ");
        assert!(said.contains(problem) && said.contains("Nothing has been played."), "{line}: {said}");
        assert!(said.lines().count() < 8 && !said.contains("Stack in hand"), "{line}: {said}");
    }
    // The steps of a turn that is accepted are all shown.
    terminal.type_in("a1 b1 c1 d1\r");
    let said = terminal.wait_for("light (human)");
    assert!(said.lines().count() > 20, "{said}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn a_letter_that_is_no_move_is_answered_with_those_that_are_possible() {
    let state = state();
    let mut terminal = two_people("uglyduck-xl", state.path());
    let way = [("a piece: ", "1"), ("a move: ", "z"), ("There is no move \"z\". Type w or e.", ":quit")];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}
