//! The move type (a whole turn), and the validator, which gives a reason for each refusal.
//!
//! The validator works on columns and rows and does not use the generator's tables. A test compares the two.

use thiserror::Error;

use super::board::{Cell, Direction};
use super::position::QawalePosition;
use super::stack::Stack;
use crate::model::Position as _;

/// A whole turn: the cell to place on and the steps of the walk.
///
/// Packed so that moves sort in the order of the generator:
///
/// ```text
/// bits 63..60  the cell placed on
/// bits 59..0   a marker, a bit above the first step; then the steps of 2 bits, the last step lowest
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// The maximum number of steps: those of a stack of all pieces.
    pub const MAX_STEPS: usize = Stack::MAX_HEIGHT;

    const CELL_SHIFT: usize = 60;
    const STEPS: u64 = (1 << Move::CELL_SHIFT) - 1;

    /// Creates a move that places on `cell` and has no steps yet.
    #[inline]
    #[must_use]
    pub const fn on(cell: Cell) -> Move {
        Move::of_steps(cell, 0, 0)
    }

    /// Appends a step. The caller ensures that there were fewer than [`Move::MAX_STEPS`].
    #[inline]
    pub(super) const fn then(self, direction: Direction) -> Move {
        Move(self.0 & !Move::STEPS | (self.0 << 2) & Move::STEPS | direction as u64)
    }

    /// Creates the move that places on `cell` and has `length` steps, packed 2 bits each with the last one
    /// lowest.
    #[inline]
    pub(super) const fn of_steps(cell: Cell, steps: u64, length: usize) -> Move {
        Move((cell.index() as u64) << Move::CELL_SHIFT | 1 << (2 * length) | steps)
    }

    /// Appends a step from `from`, where the walk is now, to `to`. Returns `None` if `to` is not a neighbour
    /// or the move already has [`Move::MAX_STEPS`] steps.
    #[must_use]
    pub fn towards(self, from: Cell, to: Cell) -> Option<Move> {
        let direction = Direction::ALL.into_iter().find(|way| from.neighbour(*way) == Some(to))?;
        (self.length() < Move::MAX_STEPS).then(|| self.then(direction))
    }

    /// Returns the cell placed on.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::wrapped((self.0 >> Move::CELL_SHIFT) as usize)
    }

    /// Returns the number of steps.
    #[inline]
    pub const fn length(self) -> usize {
        // The marker makes this the exact logarithm; the 1 tells the compiler that there is one.
        (self.0 & Move::STEPS | 1).ilog2() as usize / 2
    }

    /// Iterates over the directions of the steps, in order.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        let shifts = (0..self.length()).rev().map(|later| 2 * later);
        shifts.map(move |shift| Direction::ALL[(self.0 >> shift & 3) as usize])
    }

    /// Iterates over the cells entered, in order. Yields `None` from the first step that leaves the board.
    pub fn entered(self) -> impl Iterator<Item = Option<Cell>> {
        self.steps().scan(Some(self.cell()), |cell, direction| {
            *cell = cell.and_then(|cell| cell.neighbour(direction));
            Some(*cell)
        })
    }
}

/// Why the rules refuse a turn or part of one. The message is shown to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// The cell is not on the board.
    #[error("That cell is outside the board: the cells are A1 to D4.")]
    OutsideBoard,
    /// There is no stack on this cell to place a piece on.
    #[error("{} is empty. Place your piece on top of a stack.", .0.name())]
    EmptyCell(Cell),
    /// The target is not an orthogonal neighbour.
    #[error("{}", not_adjacent_message(*.from, *.to))]
    NotAdjacent {
        /// Where the stack is.
        from: Cell,
        /// Where it should have gone.
        to: Cell,
    },
    /// The stack came from this cell on the previous step.
    #[error("The stack just came from {}. It cannot go straight back.", .0.name())]
    StraightBack(Cell),
    /// The walk ends with this many pieces still in hand.
    #[error("The walk is too short: {} still in your hand.", pieces_are(*.0))]
    PiecesLeft(usize),
    /// The walk continues although the hand is empty.
    #[error("The walk is too long: your hand is empty.")]
    HandEmpty,
}

fn not_adjacent_message(from: Cell, to: Cell) -> String {
    match from == to {
        true => format!("The stack is already on {}. Move it to a neighbouring cell.", from.name()),
        false => {
            format!("{} is not next to {}. A step goes up, down, left or right.", to.name(), from.name())
        }
    }
}

fn pieces_are(count: usize) -> String {
    if count == 1 { "1 piece is".to_owned() } else { format!("{count} pieces are") }
}

/// Checks whether the player to move can place a piece on `cell`.
///
/// It checks the first cell of a turn only; [`check_valid_position`] checks each step of the walk.
///
/// # Errors
/// The game is over, or there is no stack on `cell`.
pub fn check_valid_piece(position: &QawalePosition, cell: Cell) -> Result<(), Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    if position.stack(cell).is_empty() {
        return Err(Refusal::EmptyCell(cell));
    }
    Ok(())
}

/// Checks whether a stack on `current` that came from `previous` (`None` before the first step) can go to
/// `to`.
///
/// In this name, which the original gave it, a position is a place to go to. It does not check a whole
/// board: reading a text does that.
///
/// # Errors
/// `to` is not an orthogonal neighbour of `current`, or is `previous`.
pub fn check_valid_position(current: Cell, previous: Option<Cell>, to: Cell) -> Result<(), Refusal> {
    let distance = current.column().abs_diff(to.column()) + current.row().abs_diff(to.row());
    if distance != 1 {
        return Err(Refusal::NotAdjacent { from: current, to });
    }
    if previous == Some(to) {
        return Err(Refusal::StraightBack(to));
    }
    Ok(())
}

/// Checks whether `mv` is a legal turn in `position`.
///
/// # Errors
/// The first reason against it, in the order in which a player makes the turn.
pub(super) fn check_move(position: &QawalePosition, mv: Move) -> Result<(), Refusal> {
    check_valid_piece(position, mv.cell())?;
    let mut in_hand = position.stack(mv.cell()).height() + 1;
    let (mut current, mut previous) = (mv.cell(), None);
    for cell in mv.entered() {
        let to = cell.ok_or(Refusal::OutsideBoard)?;
        in_hand = in_hand.checked_sub(1).ok_or(Refusal::HandEmpty)?;
        check_valid_position(current, previous, to)?;
        (previous, current) = (Some(current), to);
    }
    if in_hand > 0 { Err(Refusal::PiecesLeft(in_hand)) } else { Ok(()) }
}
