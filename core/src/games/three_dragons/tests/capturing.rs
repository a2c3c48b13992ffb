//! What a piece captures after it has moved.

use super::*;

#[test]
fn custodial_captures_are_those_of_the_rulebook() {
    check_turns(&[
        // Nothing is on the far side.
        "#7#/9/9/9/*3*3*/1A7/9/1e1B4b/#A6# w d8c8 -> #7#/9/9/9/*3*3*/1A7/9/1eB5b/#A6# b",
        // Level 5 is taken by level 2.
        "#7#/9/9/9/*3*3*/9/8b/Ae1B5/#7# w d8c8 -> #7#/9/9/9/*3*3*/9/8b/A1B6/#7# b",
        // Against a mountain, a cave and a used cave.
        "#e1C4#/9/9/9/*3*3*/9/9/9/#5Ae# w d1c1 -> #1C5#/9/9/9/*3*3*/9/9/9/#5Ae# b",
        "#7#/9/9/9/*3*d1A*/A8/9/9/#6e# w h5g5 -> #7#/9/9/9/*3*1A1*/A8/9/9/#6e# b",
        "#7#/9/9/9/*3o3*/4d4/9/4A3A/#6e# w e8e7 -> #7#/9/9/9/*3o3*/9/4A4/8A/#6e# b",
        // A dragon in a cave hides the cave: an enemy dragon does not help, an own one does.
        "#7#/9/9/9/*3e3*/4e4/9/4A3A/#6e# w e8e7 -> #7#/9/9/9/*3e3*/4e4/4A4/8A/#6e# b",
        "#7#/9/9/9/*3E3*/4e4/9/4A3A/#6e# w e8e7 -> #7#/9/9/9/*3E3*/9/4A4/8A/#6e# b",
        // Two and three at once.
        "#7#/9/9/3A5/*2e*3*/1Ae1A4/4e4/9/#7# w e6d6 -> #7#/9/9/3A5/*3*3*/1A1A5/4e4/9/#7# b",
        "#7#/9/9/9/*2A*3*/3e5/1Ae1eA3/9/#2A3e# w d9d7 -> #7#/9/9/9/*2A*3*/9/1A1A1A3/9/#6e# b",
        // Moving in between is safe.
        "#7#/9/9/2b1b4/*3*3*/9/9/3A4A/#7# w d8d4 -> #7#/9/9/2bAb4/*3*3*/9/9/8A/#7# b",
        // Only pieces next to the mover are captured.
        "#7#/9/1AeA5/9/*3*3*/9/9/8A/#5ee# w i8i7 -> #7#/9/1AeA5/9/*3*3*/9/8A/9/#5ee# b",
    ]);
}

#[test]
fn strength_captures_take_weaker_enemies_and_cost_one_level() {
    let cases = [
        ("#7#/9/9/3b5/*3*3*/9/3C5/9/#A4ee# w", "d7d5", "#7#/9/9/9/*2B*3*/9/9/9/#A4ee# b"),
        ("#7#/9/3C5/9/*3*3*/3b5/9/9/#A4ee# w", "d3d5", "#7#/9/9/9/*2B*3*/9/9/9/#A4ee# b"),
        ("#7#/9/9/9/*3*3*/b1C6/9/9/#A4ee# w", "c6b6", "#7#/9/9/9/*3*3*/1B7/9/9/#A4ee# b"),
        ("#7#/9/9/9/*3*3*/6C1b/9/9/#A4ee# w", "g6h6", "#7#/9/9/9/*3*3*/7B1/9/9/#A4ee# b"),
    ];
    for (before, mv, after) in cases {
        assert_eq!(play(before, mv), after, "{mv}");
        assert_eq!(ways(before, mv), [mv], "only one capture, so no choice");
    }
    let weaker = [("a1E6", "1D7"), ("a1D6", "1C7"), ("a1C6", "1B7"), ("a1B6", "1A7")];
    let not_weaker = [("a1A6", "aA7"), ("c1C6", "cC7"), ("d1C6", "dC7"), ("e1C6", "eC7")];
    for (before, after) in weaker.into_iter().chain(not_weaker) {
        let board = |row| format!("#7#/9/9/9/*3*3*/{row}/9/9/#A4ee#");
        assert_eq!(play(&(board(before) + " w"), "c6b6"), board(after) + " b", "{before}");
    }
}

/// D3 goes to D6: a custodial capture to the left against B6, or strength captures below and to the right.
const BOTH: &str = "#7#/9/3D5/9/*3*3*/1Ae1b4/3b5/9/#4ee1# w";

#[test]
fn a_choice_of_captures_must_be_made() {
    assert_eq!(ways(BOTH, "d3d6"), ["d3d6", "d3d6*d", "d3d6*r"]);
    assert_eq!(play(BOTH, "d3d6"), "#7#/9/9/9/*3*3*/1A1Db4/3b5/9/#4ee1# b");
    assert_eq!(play(BOTH, "d3d6*d"), "#7#/9/9/9/*3*3*/1AeCb4/9/9/#4ee1# b");
    assert_eq!(play(BOTH, "d3d6*r"), "#7#/9/9/9/*3*3*/1AeC5/3b5/9/#4ee1# b");
    let strength = "#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w";
    assert_eq!(ways(strength, "d3d6"), ["d3d6*d", "d3d6*r"]);
    assert_eq!(refusal(strength, "d3d6"), Refusal::CaptureNotChosen);
    assert_eq!(play(strength, "D3D6*R"), "#7#/9/9/9/*3*3*/3C5/3b5/9/#A3ee1# b");
}

#[test]
fn wrong_choices_are_refused() {
    assert_eq!(refusal(BOTH, "d3d6*l"), Refusal::CustodialThere(Direction::Left));
    assert_eq!(refusal(BOTH, "d3d6*u"), Refusal::NobodyToCapture(Direction::Up));
    assert_eq!(refusal(BOTH, "d3d5*d"), Refusal::NobodyToCapture(Direction::Down));
    let board = "#7#/9/3D5/9/*3*3*/4b4/3e5/9/#A3ee1# w";
    assert_eq!(refusal(board, "d3d6*d"), Refusal::NotWeaker(Direction::Down));
    assert_eq!(refusal(board, "d3d6*r"), Refusal::NothingToChoose(Direction::Right));
}
