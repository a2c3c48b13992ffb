//! The positions after every turn, made on one board: each step of a walk is made and taken back, so that walks
//! share their first steps and no position is copied.

use std::ops::ControlFlow;

use super::board::{Cell, Direction};
use super::generator::{placements, steps_from};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::Stack;

/// Passes the position after each legal turn, and the turn, to `visit` until it breaks. The order is that of the
/// generator, but begins with the stacks on `first` and after it. The game must not be over.
#[inline]
pub(super) fn visit_results<B>(
    position: &QawalePosition,
    first: Cell,
    mut visit: impl FnMut(&QawalePosition, Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut board = position.after_placing();
    // The placements from `first` on, then those before it.
    let cells = || placements(position);
    for cell in cells().filter(|cell| *cell >= first).chain(cells().filter(|cell| *cell < first)) {
        let before = board.cell_state(cell);
        board.lift(cell);
        let hand = position.hand_after_placing(cell);
        walk(&mut board, (Move::on(cell), cell, None), hand, &mut visit)?;
        board.restore(cell, before);
    }
    ControlFlow::Continue(())
}

/// Passes the position after each completion of a walk to `visit`: its steps so far, the cell and the last step.
fn walk<B>(
    board: &mut QawalePosition,
    (begun, cell, last): (Move, Cell, Option<Direction>),
    mut hand: Stack,
    visit: &mut impl FnMut(&QawalePosition, Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(piece) = hand.take_bottom() else { return visit(board, begun) };
    for (direction, next) in steps_from(cell, last) {
        let before = board.cell_state(next);
        board.drop_piece(next, piece);
        walk(board, (begun.then(direction), next, Some(direction)), hand, visit)?;
        board.restore(next, before);
    }
    ControlFlow::Continue(())
}
