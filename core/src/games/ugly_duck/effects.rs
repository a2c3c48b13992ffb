//! The effects of a move as data, for lessons that ask for a certain kind of move.

use super::board::Geometry;
use super::moves::Move;
use super::position::{Kind, UglyDuckPosition};
use super::size::Cell;
use crate::games::bits::Bits as _;
use crate::model::Position as _;

/// Something that a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A duck goes straight forward.
    DuckStraight,
    /// A duck goes diagonally forward onto an empty cell.
    DuckDiagonal,
    /// A duck captures.
    DuckCapture,
    /// A swan goes straight back.
    SwanStraight,
    /// A swan goes diagonally back onto an empty cell.
    SwanDiagonal,
    /// A swan captures.
    SwanCapture,
    /// A duck becomes a swan.
    Promotion,
    /// A swan arrives at home, which wins.
    Home,
    /// The last enemy is captured, which wins.
    LastCapture,
    /// The piece that moved cannot be captured on the next turn.
    Safe,
}

/// Returns the effects of `mv`, which must be legal in `position`.
pub fn effects<G: Geometry>(position: &UglyDuckPosition<G>, mv: Move) -> Vec<Effect> {
    let after = position.after(mv);
    let kind = position.piece(mv.from).map_or(Kind::Duck, |piece| piece.kind);
    let mover = position.to_move();
    let step = match (kind, position.is_capture(mv), mv.from.column == mv.to.column) {
        (Kind::Duck, true, _) => Effect::DuckCapture,
        (Kind::Duck, _, true) => Effect::DuckStraight,
        (Kind::Duck, ..) => Effect::DuckDiagonal,
        (Kind::Swan, true, _) => Effect::SwanCapture,
        (Kind::Swan, _, true) => Effect::SwanStraight,
        (Kind::Swan, ..) => Effect::SwanDiagonal,
    };
    let others = [
        (position.is_promotion(mv), Effect::Promotion),
        (after.swans(mover).meets(after.home(mover)), Effect::Home),
        (after.pieces(mover.opponent()).is_empty(), Effect::LastCapture),
        (is_safe(&after, mv.to), Effect::Safe),
    ];
    let others = others.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect));
    std::iter::once(step).chain(others).collect()
}

/// Returns whether the player to move cannot capture the piece on `cell`.
fn is_safe<G: Geometry>(position: &UglyDuckPosition<G>, cell: Cell) -> bool {
    position.moves().iter().all(|mv| mv.to != cell)
}
