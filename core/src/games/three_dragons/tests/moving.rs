//! Where a piece can go, and the end of a game.

use super::*;

const BOARD: &str = "#7#/9/1A6b/9/*3*3*/1b7/9/7A1/#5b1# w";

#[test]
fn each_refusal_reason_is_distinguished() {
    let cases = [
        ("c3c4", Refusal::NoPiece),
        ("a1a2", Refusal::MountainNotPiece),
        ("a5a6", Refusal::CaveNotPiece),
        ("b6b7", Refusal::EnemyPiece),
        ("b3b3", Refusal::SameSquare),
        ("b3c4", Refusal::NotStraight),
        ("b3i3", Refusal::OntoEnemyPiece),
        ("b3b7", Refusal::EnemyPieceInTheWay),
    ];
    for (mv, reason) in cases {
        assert_eq!(refusal(BOARD, mv), reason, "{mv}");
    }
    let start = GAME.start().to_string();
    let cases = [
        ("b9a9", Refusal::OntoMountain),
        ("b9c9", Refusal::OntoOwnPiece),
        ("e9e7", Refusal::OwnPieceInTheWay),
        ("e8e5", Refusal::OntoCave),
        ("e8e4", Refusal::CaveInTheWay),
    ];
    for (mv, reason) in cases {
        assert_eq!(refusal(&start, mv), reason, "{mv}");
    }
    let over = read("#7#/9/1A7/9/*3*3*/1b7/1b7/9/#7# w");
    assert_eq!(over.check_move(GAME.read_move("b3b4").unwrap()), Err(Refusal::GameOver));
    assert_eq!(GAME.read_legal_move(&over, "b3b4"), Err(MoveError::GameOver));
}

#[test]
fn a_game_is_lost_with_one_piece_or_without_a_move() {
    for (text, winner) in [
        ("#7#/9/1A7/9/*3*3*/1b7/1b7/9/#7# w", Player::Two),
        // White has two pieces, and neither can move.
        ("#Ab5#/1b7/9/9/*3*3*/9/9/7b1/#5bA# w", Player::Two),
        // If both have lost, the last mover wins.
        ("#7#/9/9/9/*3*3*/9/9/9/#7# w", Player::Two),
        ("#A5b#/9/9/9/*3*3*/9/9/9/#7# w", Player::Two),
        ("#7#/9/9/9/*3*3*/9/9/9/#7# b", Player::One),
        ("#A5b#/9/9/9/*3*3*/9/9/9/#7# b", Player::One),
    ] {
        let position = read(text);
        assert_eq!((position.outcome(), position.moves()), (Some(Outcome::Win(winner)), vec![]), "{text}");
    }
}
