//! The piece numbers in `uglyduck-xl`.

use super::super::{CLASSIC, Cell, FiveByFive, Geometry as _, UglyDuckXl};
use crate::model::{Game as _, GameRng, History, MissingPiece, Player, Position as _, RowAndColumn};

const XL: UglyDuckXl<FiveByFive> = UglyDuckXl::on(FiveByFive);

fn cell(text: &str) -> RowAndColumn {
    text.parse::<Cell>().unwrap().into()
}

#[test]
fn numbers_are_given_row_by_row_from_the_left() {
    let start = CLASSIC.read_position("1D2D/d4/2s1S/D4/4d 2").unwrap();
    let numbers = XL.number_pieces(&start);
    let remaining = |player| numbers.remaining(player).map(|(_, cell)| cell).collect::<Vec<_>>();
    assert_eq!(remaining(Player::One), ["a2", "a5", "c5", "d1"].map(cell));
    assert_eq!(remaining(Player::Two), ["b1", "c3", "e5"].map(cell));
    assert_eq!((numbers.initial_count(Player::One), numbers.max_number()), (4, 4));
}

#[test]
fn a_number_survives_moves_captures_promotion_and_undo() {
    let start = CLASSIC.read_position("5/5/5/1D1D1/1dd2 1").unwrap();
    let mut history = History::new(start);
    let play = |history: &mut History<_>, text: &str| {
        history.play(CLASSIC.read_legal_move(history.current(), text).unwrap());
    };
    play(&mut history, "d4e3");
    let numbers = XL.view(&history).numbering;
    assert_eq!(numbers.find(Player::One, 2), Ok(cell("e3")));
    assert_eq!(numbers.find(Player::Two, 2), Err(MissingPiece::Captured));
    assert_eq!(numbers.find(Player::Two, 1), Ok(cell("e2")));
    assert_eq!(numbers.find(Player::Two, 3), Err(MissingPiece::NoSuchPiece));
    assert_eq!(numbers.find(Player::Two, 0), Err(MissingPiece::NoSuchPiece));
    assert_eq!((numbers.captured(), numbers.initial_count(Player::Two)), (Some(2), 2));
    assert_eq!(numbers.remaining(Player::Two).collect::<Vec<_>>(), [(1, cell("e2"))]);
    history.undo(1);
    assert_eq!(XL.view(&history).numbering.find(Player::Two, 2), Ok(cell("e3")));
    history.redo(1);
    assert_eq!(XL.view(&history).numbering, numbers);
}

#[test]
fn piece_numbers_are_unique_in_random_games() {
    let mut rng = GameRng::from_seed(11);
    for _ in 0..100 {
        let mut history = History::new(CLASSIC.start());
        while history.current().outcome().is_none() {
            history.play(history.current().random_move(&mut rng).unwrap());
            let (numbers, position) = (XL.view(&history).numbering, history.current());
            for cell in position.geometry().size().cells() {
                let piece = position.piece(cell);
                let found = numbers.on(cell.into()).map(|number| numbers.find(piece.unwrap().owner, number));
                assert_eq!(found, piece.map(|_| Ok(cell.into())));
            }
        }
    }
}
