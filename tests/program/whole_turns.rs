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
