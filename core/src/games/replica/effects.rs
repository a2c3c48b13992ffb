//! The effects of a move as data, for lessons that ask for a certain kind of move.

use super::board::{Cell, CellSet, Direction};
use super::moves::Move;
use super::position::ReplicaPosition;
use crate::model::{Outcome, Position as _};

/// Something that a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A step onto an empty square.
    Step,
    /// A step that captures.
    StepCapture,
    /// A jump onto an empty square.
    Jump,
    /// A jump that captures.
    JumpCapture,
    /// A step or a jump that does not go forward (house rules).
    Back,
    /// A checker becomes a king.
    Transform,
    /// A king is captured, which wins.
    KingTaken,
    /// A king arrives in the opposite corner, which wins.
    Corner,
    /// The opponent cannot win on their next turn.
    Safe,
}

/// Returns the effects of `mv`, which must be legal in `position`.
pub fn effects<S: CellSet>(position: &ReplicaPosition<S>, mv: Move) -> Vec<Effect> {
    let after = position.after(mv);
    let first = match mv {
        Move::Transform(_) => vec![Effect::Transform],
        Move::Go { from, to } => path_effects(position, from, to),
    };
    let others = [
        (after.king_taken(), Effect::KingTaken),
        (after.has_king_in_goal(position.to_move()), Effect::Corner),
        (!can_win(&after), Effect::Safe),
    ];
    let others = others.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect));
    first.into_iter().chain(others).collect()
}

/// Returns the effects of the path: step or jump, capture, direction.
fn path_effects<S: CellSet>(position: &ReplicaPosition<S>, from: Cell, to: Cell) -> Vec<Effect> {
    let between = Direction::between(from, to);
    let is_step = between.is_some_and(|(_, distance)| distance == 1);
    let is_forward = between.is_some_and(|(direction, _)| direction.is_forward(position.to_move()));
    let kind = match (is_step, position.checker(to).is_some()) {
        (true, false) => Effect::Step,
        (true, true) => Effect::StepCapture,
        (false, false) => Effect::Jump,
        (false, true) => Effect::JumpCapture,
    };
    if is_forward { vec![kind] } else { vec![kind, Effect::Back] }
}

/// Returns whether the player to move can win on this turn.
fn can_win<S: CellSet>(position: &ReplicaPosition<S>) -> bool {
    let win = Some(Outcome::Win(position.to_move()));
    position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win)
}
