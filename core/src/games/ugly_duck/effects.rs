//! The effects of a move as names, for lessons that ask for a certain kind of move.

use super::board::Geometry;
use super::moves::Move;
use super::position::{Kind, UglyDuckPosition};
use super::size::Cell;
use crate::games::bits::Bits as _;
use crate::model::Position as _;

/// Returns the names of the effects of `mv`, as the lessons use them. `mv` must be legal in `position`.
pub fn effects<G: Geometry>(position: &UglyDuckPosition<G>, mv: Move) -> Vec<&'static str> {
    let after = position.after(mv);
    let kind = position.piece(mv.from).map_or(Kind::Duck, |piece| piece.kind);
    let mover = position.to_move();
    let step = match (kind, position.is_capture(mv), mv.from.column == mv.to.column) {
        (Kind::Duck, true, _) => "DuckCapture",
        (Kind::Duck, _, true) => "DuckStraight",
        (Kind::Duck, ..) => "DuckDiagonal",
        (Kind::Swan, true, _) => "SwanCapture",
        (Kind::Swan, _, true) => "SwanStraight",
        (Kind::Swan, ..) => "SwanDiagonal",
    };
    let found = [
        (true, step),
        (position.is_promotion(mv), "Promotion"),
        // A swan arrives at home, which wins.
        (after.swans(mover).meets(after.home(mover)), "Home"),
        (after.pieces(mover.opponent()).is_empty(), "LastCapture"),
        // The piece that moved cannot be captured on the next turn.
        (is_safe(&after, mv.to), "Safe"),
    ];
    found.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect)).collect()
}

/// Returns whether the player to move cannot capture the piece on `cell`.
fn is_safe<G: Geometry>(position: &UglyDuckPosition<G>, cell: Cell) -> bool {
    position.moves().iter().all(|mv| mv.to != cell)
}
