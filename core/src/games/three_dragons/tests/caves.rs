//! Caves and their dragons.

use super::*;

#[test]
fn caves_wake_their_dragons_as_the_rulebook_says() {
    check_turns(&[
        // A side cave gives level 3, and the centre level 5.
        "#7#/9/9/A8/*1A1*3*/A8/9/9/#4ee1# w c5b5 -> #7#/9/9/A8/CA2*3*/A8/9/9/#4ee1# b",
        "#7#/9/9/8a/*3*3*/7aa/9/9/#4EE1# b h6h5 -> #7#/9/9/8a/*3*2ac/8a/9/9/#4EE1# w",
        "#7#/9/9/4A4/*2A*A2*/9/4A4/9/#4ee1# w e7e6 -> #7#/9/9/4A4/*2AEA2*/4A4/9/9/#4ee1# b",
        // A used cave gives nothing.
        "#7#/9/9/A8/o1A1*3*/A8/9/9/#4ee1# w c5b5 -> #7#/9/9/A8/oA2*3*/A8/9/9/#4ee1# b",
        // A dragon walks out, and its cave stays used although its neighbours are surrounded again.
        "#7#/9/9/9/CA2*3*/A8/9/9/#4ee1# w a5a3 -> #7#/9/C8/9/oA2*3*/A8/9/9/#4ee1# b",
        "#7#/9/C8/9/oA2*3*/A8/9/9/#4ee1# w a3a4 -> #7#/9/9/C8/oA2*3*/A8/9/9/#4ee1# b",
        // Enemy neighbours do not wake a dragon.
        "#7#/9/9/e8/*1A1*3*/A8/9/9/#4ee1# w c5b5 -> #7#/9/9/e8/*A2*3*/A8/9/9/#4ee1# b",
        // One turn can wake several dragons. Two caves have no common neighbour, so one of them was already
        // surrounded. That cannot arise in play.
        "#7#/9/9/A3A4/*A1A*A2*/A8/4A4/9/#4ee1# w e7e6 -> #7#/9/9/A3A4/CA1AEA2*/A3A4/9/9/#4ee1# b",
        // A capture can wake a dragon in the same turn.
        "#7#/9/1A7/Ab7/*1A1*3*/A8/9/9/#4ee1# w c5b5 -> #7#/9/1A7/A8/CA2*3*/A8/9/9/#4ee1# b",
        // A dragon is captured in its cave, custodially and by strength.
        "#7#/9/9/A8/c3*3*/9/A8/9/#4ee1# w a7a6 -> #7#/9/9/A8/o3*3*/A8/9/9/#4ee1# b",
        "#7#/9/9/9/c1D1*3*/9/A8/9/#4ee1# w c5b5 -> #7#/9/9/9/oC2*3*/9/A8/9/#4ee1# b",
    ]);
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
