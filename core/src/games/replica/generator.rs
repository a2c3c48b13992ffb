//! Move generation with sets of cells. It shares no code with the validator in `moves.rs`.

use std::ops::ControlFlow;

use super::board::{ALL_DIRECTIONS, CellSet, Direction};
use super::moves::Move;
use super::position::ReplicaPosition;
use crate::model::{Player, Position as _};

/// Returns the move whose index `choose` picks, given the number of moves. Indices follow the order of
/// [`model::Position::visit_moves`](crate::model::Position::visit_moves).
#[inline]
pub(super) fn nth_move<S: CellSet>(
    position: &ReplicaPosition<S>,
    choose: impl FnOnce(usize) -> usize,
) -> Option<Move> {
    let player = position.to_move();
    let enemies = position.checkers(player.opponent());
    let transforms = transformable(position, player);
    let (mut goes, mut all) = (0, S::EMPTY);
    let _ = for_each_landing(position, player, |_, _, targets| {
        goes += targets.count();
        all = all | targets;
        ControlFlow::<()>::Continue(())
    });
    let index = choose((goes + transforms.count()) as usize) as u32;
    if index >= goes {
        return transforms.cells().nth((index - goes) as usize).map(Move::Transform);
    }
    let first = if all.meets(enemies) { nth_go(position, enemies, index) } else { Err(0) };
    first.or_else(|captures| nth_go(position, !enemies, index - captures)).ok()
}

/// Returns the step or jump number `number` to a cell of `wanted`, or the number of such moves as the error.
fn nth_go<S: CellSet>(position: &ReplicaPosition<S>, wanted: S, number: u32) -> Result<Move, u32> {
    let mut before = 0;
    let found = for_each_landing(position, position.to_move(), |direction, distance, targets| {
        let targets = targets & wanted;
        let end = before + targets.count();
        if number < end {
            return ControlFlow::Break((direction, distance, targets));
        }
        before = end;
        ControlFlow::Continue(())
    });
    let (direction, distance, targets) = found.break_value().ok_or(before)?;
    let to = targets.cells().nth((number - before) as usize).ok_or(before)?;
    Ok(Move::Go { from: to.back(direction, distance), to })
}

/// Passes the landings of each direction and distance to `show`. It treats steps and jumps alike: in each
/// direction a checker lands on the first cell that does not hold another checker of its owner.
#[inline]
pub(super) fn for_each_landing<S: CellSet, B>(
    position: &ReplicaPosition<S>,
    player: Player,
    mut show: impl FnMut(Direction, u8, S) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if !position.rules().house() {
        return Direction::forward(player)
            .into_iter()
            .try_for_each(|direction| land(position, player, direction, u8::MAX, &mut show));
    }
    ALL_DIRECTIONS.into_iter().try_for_each(|direction| {
        // House rules have no diagonal jumps.
        let farthest = if direction.is_diagonal() { 1 } else { u8::MAX };
        land(position, player, direction, farthest, &mut show)
    })
}

#[inline]
fn land<S: CellSet, B>(
    position: &ReplicaPosition<S>,
    player: Player,
    direction: Direction,
    farthest: u8,
    show: &mut impl FnMut(Direction, u8, S) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let own = position.checkers(player);
    let board = S::board(position.rules().size());
    let mut flying = own;
    let mut distance = 0;
    while !flying.is_empty() && distance < farthest {
        flying = flying.shifted(direction) & board;
        distance += 1;
        show(direction, distance, flying & !own)?;
        flying = flying & own;
    }
    ControlFlow::Continue(())
}

/// Returns the checkers of `player` that can be transformed.
#[inline]
pub(super) fn transformable<S: CellSet>(position: &ReplicaPosition<S>, player: Player) -> S {
    let kings = position.kings(player);
    let plain = position.checkers(player) & !kings;
    if !position.rules().house() {
        let open = S::board(position.rules().size()) & !position.checkers(player.opponent());
        return kings.line_of_sight(open, open) & plain;
    }
    if kings.count() >= 2 {
        return S::EMPTY;
    }
    let board = S::board(position.rules().size());
    let empty = board & !(position.checkers(player) | position.checkers(player.opponent()));
    kings.line_of_sight(board, empty) & plain
}
