//! What both screens of Ugly Duck draw and say alike.

use crate::console::{Role, Style};
use crate::games::ugly_duck::{Cell, Geometry, Kind, Piece, Position};
use crate::model::{Outcome, Player, Position as _, View};
use crate::screens::shared::Marks;
use crate::screens::{Ground, PicturePiece, Shape, Tint};

use super::examples::{Example, example};

/// What the letters of a drawing stand for.
pub const LETTERS: &str = "D S: Player 1's duck, swan   d s: Player 2's\n";

/// What a piece is called in a sentence.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Duck => "duck",
        Kind::Swan => "swan",
    }
}

/// `text` in the colour of the side that has `piece`; swans are bold.
pub fn paint(style: &Style, piece: Piece, text: &str) -> String {
    let side = Role::side(piece.owner);
    if piece.kind == Kind::Swan { style.paint.strong(side, text) } else { style.paint.apply(side, text) }
}

/// What a picture shows on `cell`. Player 1's pieces are green, those of player 2 have the colour `second`.
pub fn pictured<G: Geometry>(
    position: &Position<G>,
    cell: Cell,
    second: Tint,
    number: Option<usize>,
) -> (Ground, Vec<PicturePiece>) {
    let piece = position.piece(cell).map(|piece| {
        let left = piece.owner == Player::Two;
        let tint = if left { second } else { Tint::Green };
        let shape = if piece.kind == Kind::Swan { Shape::Swan { left } } else { Shape::Duck { left } };
        PicturePiece { tint, shape, number }
    });
    (Ground::Plain, piece.into_iter().collect())
}

/// The last move, and at a terminal what has ended the game.
pub fn marks<G: Geometry>(view: &View<'_, Position<G>>, style: &Style) -> Marks<Cell> {
    let last = view.last_move();
    let ended = if style.is_at_terminal() { ended_by(view) } else { Vec::new() };
    Marks { from: last.map(|mv| mv.from), to: last.map(|mv| mv.to).into_iter().collect(), ended }
}

/// The winner's swans that are home; where there are none, the piece that has captured the last of the other side.
fn ended_by<G: Geometry>(view: &View<'_, Position<G>>) -> Vec<Cell> {
    let position = view.position;
    let Some(winner) = position.decided().and_then(Outcome::winner) else { return Vec::new() };
    let size = position.geometry().size();
    let home = if winner == Player::One { 0 } else { size.height() - 1 };
    let swan = Some(Piece { owner: winner, kind: Kind::Swan });
    let swans = size.cells().filter(|cell| usize::from(cell.row) == home && position.piece(*cell) == swan);
    let swans: Vec<Cell> = swans.collect();
    if swans.is_empty() { view.last_move().map(|mv| mv.to).into_iter().collect() } else { swans }
}
/// The moves that are drawn in the instructions.
pub const EXAMPLES: [Example; 7] = [
    example("DDDDD/5/5/5/ddddd 1", "a2b3", "a duck goes one cell forward, straight or diagonally."),
    example("D1DDD/1D3/2d2/5/dd1dd 1", "b2c3", "a duck captures diagonally forward."),
    example("5/5/5/1D3/3dd 1", "d2e1", "a duck that reaches the far row becomes a swan."),
    example("5/5/2S2/5/ddd2 1", "c3b3", "a swan goes one cell back, straight or diagonally."),
    example("5/3d1/2S2/5/4d 1", "c3b4", "a swan captures diagonally back."),
    example("5/S4/5/5/4d 1", "b1a1", "a swan that is back in its first row wins."),
    example("5/5/1D3/2d2/5 1", "c2d3", "capturing the last piece of the other player wins."),
];
