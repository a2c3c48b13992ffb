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
}

#[test]
fn a_finished_game_accepts_no_moves() {
    let over = read("#7#/9/1A7/9/*3*3*/1b7/1b7/9/#7# w");
    assert_eq!(over.outcome(), Some(Outcome::Win(Player::Two)));
    assert!(over.moves().is_empty());
    let mv = GAME.read_move("b3b4").unwrap();
    assert_eq!(over.check_move(mv), Err(Refusal::GameOver));
    assert_eq!(GAME.read_legal_move(&over, "b3b4"), Err(MoveError::GameOver));
}

#[test]
fn a_player_without_a_move_loses() {
    let stuck = read("#Ab5#/1b7/9/9/*3*3*/9/9/7b1/#5bA# w");
    assert_eq!((stuck.terminal_outcome(), stuck.count_moves()), (None, 0));
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Player::Two)));
}

#[test]
fn if_both_have_lost_the_last_mover_wins() {
    for (side, winner) in [('w', Player::Two), ('b', Player::One)] {
        for board in ["#7#/9/9/9/*3*3*/9/9/9/#7#", "#A5b#/9/9/9/*3*3*/9/9/9/#7#"] {
            assert_eq!(read(&format!("{board} {side}")).outcome(), Some(Outcome::Win(winner)));
        }
    }
}
