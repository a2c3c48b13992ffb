//! The effects of a move as data, for lessons that ask for a certain kind of move.

use super::board::{CAVE_SQUARES, CAVES, Direction, MOUNTAINS, Squares};
use super::moves::{CaptureChoice, Move};
use super::position::ThreeDragonsPosition;
use crate::model::{Outcome, Position as _};

/// Something that a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A piece moves and captures nothing.
    Walk,
    /// A custodial capture.
    Custodial,
    /// A custodial capture of several pieces.
    Several,
    /// A custodial capture of a piece against a mountain or a cave.
    AgainstRock,
    /// A strength capture.
    Strength,
    /// The piece comes where it can capture in several ways.
    Choice,
    /// All custodial captures, chosen although a strength capture was possible.
    ChosenCustodial,
    /// A strength capture, chosen although there were other captures.
    ChosenStrength,
    /// A dragon from a side cave.
    SideDragon,
    /// A dragon from the centre cave.
    CentreDragon,
    /// The opponent is reduced to at most one piece, which wins.
    Win,
}

/// Returns the effects of `mv`, which must be legal in `position`.
pub fn effects(position: &ThreeDragonsPosition, mv: Move) -> Vec<Effect> {
    let after = position.after(mv);
    let (taken, weakened) = position.taken(mv);
    let is_custodial = taken != 0 && !weakened;
    let is_choice = position.captures(mv.to, position.level(mv.from)).is_choice();
    let used = position.unused_caves() & !after.unused_caves();
    let centre = CAVES[1].square.bit();
    let found = [
        (taken == 0, Effect::Walk),
        (is_custodial, Effect::Custodial),
        (is_custodial && taken.count_ones() > 1, Effect::Several),
        (is_custodial && is_against_rock(position, mv, taken), Effect::AgainstRock),
        (weakened, Effect::Strength),
        (is_choice, Effect::Choice),
        (is_custodial && is_choice, Effect::ChosenCustodial),
        (matches!(mv.choice, CaptureChoice::Strength(_)), Effect::ChosenStrength),
        (used & !centre != 0, Effect::SideDragon),
        (used & centre != 0, Effect::CentreDragon),
        (after.terminal_outcome() == Some(Outcome::Win(position.to_move())), Effect::Win),
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
