//! What a piece captures after it has moved.

use super::*;

#[test]
fn custodial_against_a_piece() {
    let after = play("#7#/9/9/9/*3*3*/1A7/9/1e1B4b/#A6# w", "d8c8");
    assert_eq!(after, "#7#/9/9/9/*3*3*/1A7/9/1eB5b/#A6# b", "nothing on the far side");
    let after = play("#7#/9/9/9/*3*3*/9/8b/Ae1B5/#7# w", "d8c8");
    assert_eq!(after, "#7#/9/9/9/*3*3*/9/8b/A1B6/#7# b", "level 5 taken by level 2");
}

#[test]
fn custodial_against_a_mountain() {
    assert_eq!(play("#e1C4#/9/9/9/*3*3*/9/9/9/#5Ae# w", "d1c1"), "#1C5#/9/9/9/*3*3*/9/9/9/#5Ae# b");
}

#[test]
fn custodial_against_a_cave() {
    assert_eq!(play("#7#/9/9/9/*3*d1A*/A8/9/9/#6e# w", "h5g5"), "#7#/9/9/9/*3*1A1*/A8/9/9/#6e# b");
}

#[test]
fn custodial_against_a_used_cave() {
    assert_eq!(play("#7#/9/9/9/*3o3*/4d4/9/4A3A/#6e# w", "e8e7"), "#7#/9/9/9/*3o3*/9/4A4/8A/#6e# b");
}

#[test]
fn a_cave_with_an_enemy_dragon_in_it_shows_the_dragon() {
    let board = "#7#/9/9/9/*3e3*/4e4/9/4A3A/#6e# w";
    assert_eq!(
        play(board, "e8e7"),
        "#7#/9/9/9/*3e3*/4e4/4A4/8A/#6e# b",
        "no capture against an enemy dragon"
    );
    let board = "#7#/9/9/9/*3E3*/4e4/9/4A3A/#6e# w";
    assert_eq!(play(board, "e8e7"), "#7#/9/9/9/*3E3*/9/4A4/8A/#6e# b", "a capture against an own dragon");
}

#[test]
fn two_custodial_at_once() {
    assert_eq!(play("#7#/9/9/3A5/*2e*3*/1Ae1A4/4e4/9/#7# w", "e6d6"), "#7#/9/9/3A5/*3*3*/1A1A5/4e4/9/#7# b");
}

#[test]
fn three_custodial_at_once() {
    // The piece comes from D9. A white piece is beyond each of the three enemies around D7.
    assert_eq!(
        play("#7#/9/9/9/*2A*3*/3e5/1Ae1eA3/9/#2A3e# w", "d9d7"),
        "#7#/9/9/9/*2A*3*/9/1A1A1A3/9/#6e# b"
    );
}

#[test]
fn moving_in_between_is_safe() {
    assert_eq!(play("#7#/9/9/2b1b4/*3*3*/9/9/3A4A/#7# w", "d8d4"), "#7#/9/9/2bAb4/*3*3*/9/9/8A/#7# b");
}

#[test]
fn only_pieces_next_to_the_mover_are_captured() {
    let board = "#7#/9/1AeA5/9/*3*3*/9/9/8A/#5ee# w";
    assert_eq!(play(board, "i8i7"), "#7#/9/1AeA5/9/*3*3*/9/8A/9/#5ee# b");
}

#[test]
fn strength_on_each_side() {
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
}

#[test]
fn strength_needs_a_weaker_enemy() {
    for enemy in ['c', 'd', 'e'] {
        let before = format!("#7#/9/9/9/*3*3*/{enemy}1C6/9/9/#A4ee# w");
        let after = format!("#7#/9/9/9/*3*3*/{enemy}C7/9/9/#A4ee# b");
        assert_eq!(play(&before, "c6b6"), after);
    }
}

#[test]
fn the_mover_is_weakened_by_one_level_from_every_level() {
    for (level, weaker) in [('E', 'D'), ('D', 'C'), ('C', 'B'), ('B', 'A')] {
        let before = format!("#7#/9/9/9/*3*3*/a1{level}6/9/9/#A4ee# w");
        let after = format!("#7#/9/9/9/*3*3*/1{weaker}7/9/9/#A4ee# b");
        assert_eq!(play(&before, "c6b6"), after);
    }
    let before = "#7#/9/9/9/*3*3*/a1A6/9/9/#A4ee# w";
    assert_eq!(play(before, "c6b6"), "#7#/9/9/9/*3*3*/aA7/9/9/#A4ee# b", "nothing is weaker than level 1");
}

/// D3 goes to D6: a custodial capture to the left against B6, or strength captures below and to the right.
const BOTH: &str = "#7#/9/3D5/9/*3*3*/1Ae1b4/3b5/9/#4ee1# w";

#[test]
fn custodial_and_strength_captures_give_a_choice() {
    assert_eq!(ways(BOTH, "d3d6"), ["d3d6", "d3d6*d", "d3d6*r"]);
    assert_eq!(play(BOTH, "d3d6"), "#7#/9/9/9/*3*3*/1A1Db4/3b5/9/#4ee1# b");
    assert_eq!(play(BOTH, "d3d6*d"), "#7#/9/9/9/*3*3*/1AeCb4/9/9/#4ee1# b");
    assert_eq!(play(BOTH, "d3d6*r"), "#7#/9/9/9/*3*3*/1AeC5/3b5/9/#4ee1# b");
}

#[test]
fn a_choice_among_strength_captures_must_be_made() {
    let board = "#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w";
    assert_eq!(ways(board, "d3d6"), ["d3d6*d", "d3d6*r"]);
    assert_eq!(refusal(board, "d3d6"), Refusal::CaptureNotChosen);
    assert_eq!(play(board, "D3D6*R"), "#7#/9/9/9/*3*3*/3C5/3b5/9/#A3ee1# b");
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

#[test]
fn capturing_the_last_two_pieces_at_once_wins() {
    let board = read("#7#/9/9/9/*3*3*/1Ae1eA3/9/3A5/#7# w");
    let after = board.after(GAME.read_legal_move(&board, "d8d6").unwrap());
    assert_eq!(after.count(Player::Two), 0);
    assert_eq!(after.outcome(), Some(Outcome::Win(Player::One)));
}
