//! Every legal move of a position, listed fast. The judge of single moves is in `moves.rs`, written apart.

use std::ops::ControlFlow;

use super::board::{Direction, Square, Squares, beside, each, reach};
use super::moves::{Choice, Move};
use super::position::Position;
use crate::model::Position as _;

/// Shows all legal moves: pieces and then targets row by row from the top, each row from column A; for one target
/// the automatic or custodial capture first, then strength captures up, down, left, right.
pub(super) fn visit_moves<B>(
    position: &Position,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let obstacles = position.obstacles();
    for from in each(position.pieces(position.to_move())) {
        let level = position.level(from);
        let contested = contested(position, level);
        for to in each(reach(from, obstacles)) {
            if contested & to.bit() == 0 {
                visit(Move { from, to, choice: Choice::Automatic })?;
            } else {
                visit_choices(position, from, to, level, &mut visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The number of legal moves.
pub(super) fn count_moves(position: &Position) -> u64 {
    let obstacles = position.obstacles();
    let mut total = 0;
    for from in each(position.pieces(position.to_move())) {
        let level = position.level(from);
        let targets = reach(from, obstacles);
        let contested = targets & contested(position, level);
        total += (targets & !contested).count_ones();
        total += each(contested).map(|to| position.captures(to, level).ways()).sum::<u32>();
    }
    u64::from(total)
}

/// The squares where a piece of this level might have to choose: only those beside a weaker enemy.
#[inline]
fn contested(position: &Position, level: u8) -> Squares {
    beside(position.weaker_enemies(level))
}

fn visit_choices<B>(
    position: &Position,
    from: Square,
    to: Square,
    level: u8,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let captures = position.captures(to, level);
    if !captures.is_choice() {
        return visit(Move { from, to, choice: Choice::Automatic });
    }
    if captures.custodial != 0 {
        visit(Move { from, to, choice: Choice::Automatic })?;
    }
    for direction in Direction::ALL {
        if to.step(direction).is_some_and(|target| captures.strength & target.bit() != 0) {
            visit(Move { from, to, choice: Choice::Strength(direction) })?;
        }
    }
    ControlFlow::Continue(())
}
