//! The effects of a move as names, for lessons that ask for a certain kind of move.

use super::board::{CAVE_SQUARES, CAVES, Direction, MOUNTAINS, Squares};
use super::moves::{CaptureChoice, Move};
use super::position::ThreeDragonsPosition;
use crate::model::{Outcome, Position as _};

/// Returns the names of the effects of `mv`, as the lessons use them. `mv` must be legal in `position`.
pub fn effects(position: &ThreeDragonsPosition, mv: Move) -> Vec<&'static str> {
    let after = position.after(mv);
    let (taken, weakened) = position.taken(mv);
    let is_custodial = taken != 0 && !weakened;
    let is_choice = position.captures(mv.to, position.level(mv.from)).is_choice();
    let used = position.unused_caves() & !after.unused_caves();
    let centre = CAVES[1].square.bit();
    let found = [
        (taken == 0, "Walk"),
        (is_custodial, "Custodial"),
        (is_custodial && taken.count_ones() > 1, "Several"),
        (is_custodial && is_against_rock(position, mv, taken), "AgainstRock"),
        (weakened, "Strength"),
        // The piece comes where it can capture in several ways, and chooses one of them.
        (is_choice, "Choice"),
        (is_custodial && is_choice, "ChosenCustodial"),
        (matches!(mv.choice, CaptureChoice::Strength(_)), "ChosenStrength"),
        (used & !centre != 0, "SideDragon"),
        (used & centre != 0, "CentreDragon"),
        (after.terminal_outcome() == Some(Outcome::Win(position.to_move())), "Win"),
    ];
    found.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect)).collect()
}

/// Returns whether one of the captured pieces has a mountain or a cave behind it.
fn is_against_rock(position: &ThreeDragonsPosition, mv: Move, taken: Squares) -> bool {
    let pieces = position.pieces_above(0);
    let rock = (MOUNTAINS | CAVE_SQUARES) & !pieces;
    let behind = |direction: Direction| {
        let target = mv.to.step(direction).filter(|target| taken & target.bit() != 0)?;
        target.step(direction)
    };
    Direction::ALL.into_iter().filter_map(behind).any(|square| rock & square.bit() != 0)
}
