//! The words of Breakthrough.

use crate::games::breakthrough::{Breakthrough, BreakthroughPosition, Cell, SIZE};
use crate::model::notation::letter;
use crate::model::{Player, View};

use super::{GameWords, Picture, PicturePiece, Shape, Terrain, Tint};

const PAWNS: [PicturePiece; 2] = [
    PicturePiece::new(Some(Player::One), 'w', "pawn", Tint::White, Shape::Checker),
    PicturePiece::new(Some(Player::Two), 'b', "pawn", Tint::Black, Shape::Checker),
];

impl GameWords for Breakthrough {
    fn about(&self) -> &'static str {
        "6x6; the first pawn on the far row wins"
    }

    fn picture(&self, view: &View<'_, BreakthroughPosition>) -> Picture {
        let columns = (0..SIZE).map(|column| letter(column).to_string()).collect();
        let cells = |row| (0..SIZE).map(|column| Cell { column, row }).collect();
        let rows = (0..SIZE).rev().map(|row| ((row + 1).to_string(), cells(row)));
        Picture::new(&PAWNS, columns, rows, |cell| {
            let pawn = view.position.at(*cell).map(|owner| PAWNS[owner.index()]);
            (Terrain::Plain, pawn.into_iter().collect())
        })
    }
}
