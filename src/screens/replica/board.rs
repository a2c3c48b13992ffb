//! The board as data.

use crate::games::replica::{Cell, CellSet, Position};
use crate::model::{Player, View};
use crate::screens::{Picture, PicturePiece, Shape, Terrain, Tint};

/// The pieces of both players.
const KINDS: [PicturePiece; 4] = [
    PicturePiece::new(Some(Player::One), 'w', "checker", Tint::White, Shape::Checker),
    PicturePiece::new(Some(Player::One), 'W', "king", Tint::White, Shape::King),
    PicturePiece::new(Some(Player::Two), 'b', "checker", Tint::Black, Shape::Checker),
    PicturePiece::new(Some(Player::Two), 'B', "king", Tint::Black, Shape::King),
];

/// Returns the board as data, with the highest row at the top.
pub fn picture<S: CellSet>(view: &View<'_, Position<S>>) -> Picture {
    let size = view.position.rules().size();
    let columns = (1..=size).map(|column| column.to_string()).collect();
    let cells = |row| (0..size).filter_map(|column| Cell::new(column, row)).collect();
    let rows = (0..size).rev().map(|row| (format!("{:>2}", row + 1), cells(row)));
    Picture::new(&KINDS, columns, rows, |cell| {
        let piece = view.position.checker(*cell);
        let piece = piece.map(|piece| KINDS[2 * piece.owner.index() + usize::from(piece.king)]);
        (Terrain::Plain, piece.into_iter().collect())
    })
}
