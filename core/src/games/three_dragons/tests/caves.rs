//! Caves and their dragons.

use super::*;

#[test]
fn a_side_cave_gives_level_three() {
    assert_eq!(play("#7#/9/9/A8/*1A1*3*/A8/9/9/#4ee1# w", "c5b5"), "#7#/9/9/A8/CA2*3*/A8/9/9/#4ee1# b");
    assert_eq!(play("#7#/9/9/8a/*3*3*/7aa/9/9/#4EE1# b", "h6h5"), "#7#/9/9/8a/*3*2ac/8a/9/9/#4EE1# w");
}

#[test]
fn the_centre_gives_level_five() {
    assert_eq!(play("#7#/9/9/4A4/*2A*A2*/9/4A4/9/#4ee1# w", "e7e6"), "#7#/9/9/4A4/*2AEA2*/4A4/9/9/#4ee1# b");
}

#[test]
fn a_used_cave_gives_nothing() {
    assert_eq!(play("#7#/9/9/A8/o1A1*3*/A8/9/9/#4ee1# w", "c5b5"), "#7#/9/9/A8/oA2*3*/A8/9/9/#4ee1# b");
}

#[test]
fn a_cave_gives_only_once() {
    // The dragon walks out, and the cave stays used although its neighbours are surrounded again.
    let walked = play("#7#/9/9/9/CA2*3*/A8/9/9/#4ee1# w", "a5a3");
    assert_eq!(walked, "#7#/9/C8/9/oA2*3*/A8/9/9/#4ee1# b");
    let again = play(&walked.replace(" b", " w"), "a3a4");
    assert_eq!(again, "#7#/9/9/C8/oA2*3*/A8/9/9/#4ee1# b");
}

#[test]
fn enemy_neighbours_do_not_wake_a_dragon() {
    assert_eq!(play("#7#/9/9/e8/*1A1*3*/A8/9/9/#4ee1# w", "c5b5"), "#7#/9/9/e8/*A2*3*/A8/9/9/#4ee1# b");
}

#[test]
fn one_turn_can_wake_several_dragons() {
    // Two caves have no common neighbour, so one of them was already surrounded. That cannot arise in play.
    let before = "#7#/9/9/A3A4/*A1A*A2*/A8/4A4/9/#4ee1# w";
    assert_eq!(play(before, "e7e6"), "#7#/9/9/A3A4/CA1AEA2*/A3A4/9/9/#4ee1# b");
}

#[test]
fn a_capture_can_wake_a_dragon_in_the_same_turn() {
    let before = "#7#/9/1A7/Ab7/*1A1*3*/A8/9/9/#4ee1# w";
    assert_eq!(play(before, "c5b5"), "#7#/9/1A7/A8/CA2*3*/A8/9/9/#4ee1# b");
}

#[test]
fn a_dragon_is_captured_in_its_cave() {
    let custodial = play("#7#/9/9/A8/c3*3*/9/A8/9/#4ee1# w", "a7a6");
    assert_eq!(custodial, "#7#/9/9/A8/o3*3*/A8/9/9/#4ee1# b");
    let strength = play("#7#/9/9/9/c1D1*3*/9/A8/9/#4ee1# w", "c5b5");
    assert_eq!(strength, "#7#/9/9/9/oC2*3*/9/A8/9/#4ee1# b");
}

#[test]
fn caves_used_or_not_are_never_entered_or_crossed() {
    for cave in ['*', 'o'] {
        let board = format!("#7#/9/9/9/*2A{cave}3*/A8/9/9/#4ee1# w");
        assert_eq!(refusal(&board, "d5e5"), Refusal::OntoCave);
        assert_eq!(refusal(&board, "d5f5"), Refusal::CaveInTheWay);
        assert_eq!(refusal(&board, "e5f5"), Refusal::CaveNotPiece);
    }
}
