//! The effects of a move as names, for lessons that ask for a certain kind of move.

use super::board::{CellSet, Direction};
use super::moves::Move;
use super::position::ReplicaPosition;
use crate::model::{Outcome, Position as _};

/// Returns the names of the effects of `mv`, as the lessons use them. `mv` must be legal in `position`.
pub fn effects<S: CellSet>(position: &ReplicaPosition<S>, mv: Move) -> Vec<&'static str> {
    let after = position.after(mv);
    let (kind, is_forward) = match mv {
        Move::Transform(_) => ("Transform", true),
        Move::Go { from, to } => {
            let between = Direction::between(from, to);
            let is_step = between.is_some_and(|(_, distance)| distance == 1);
            let kind = match (is_step, position.checker(to).is_some()) {
                (true, false) => "Step",
                (true, true) => "StepCapture",
                (false, false) => "Jump",
                (false, true) => "JumpCapture",
            };
            (kind, between.is_some_and(|(direction, _)| direction.is_forward(position.to_move())))
        }
    };
    let found = [
        (true, kind),
        // A step or a jump that does not go forward (house rules).
        (!is_forward, "Back"),
        (after.king_taken(), "KingTaken"),
        (after.has_king_in_goal(position.to_move()), "Corner"),
        // The opponent cannot win on their next turn.
        (!can_win(&after), "Safe"),
    ];
    found.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect)).collect()
}

/// Returns whether the player to move can win on this turn.
fn can_win<S: CellSet>(position: &ReplicaPosition<S>) -> bool {
    let win = Some(Outcome::Win(position.to_move()));
    position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win)
}
