//! A move, which is a whole turn, and the validator: the rules about placing and walking, with a reason for each refusal.
//!
//! The validator works on columns and rows and knows nothing of the tables of the generator; a test compares
//! the two.

use std::fmt;

use thiserror::Error;

use super::board::{Cell, Direction};
use super::position::Position;
use super::stack::Stack;
use crate::model::Position as _;

/// A whole turn: the cell placed on and the steps of the walk.
///
/// Packed so that the order of moves is the order of the generator:
///
/// ```text
/// bits 63..60  the cell placed on
/// bits 59..12  24 steps of 2 bits, the first step highest; 0 behind the last
/// bits  4..0   the number of steps
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// The most steps a move can have: those of a stack of all pieces.
    pub const MAX_STEPS: usize = Stack::MAX_HEIGHT;

    const CELL_SHIFT: usize = 60;
    const FIRST_STEP_SHIFT: usize = 58;
    const LENGTH: u64 = 31;

    /// A move that places on `cell` and has no step yet.
    #[inline]
    #[must_use]
    pub const fn on(cell: Cell) -> Move {
        Move((cell.index() as u64) << Move::CELL_SHIFT)
    }

    /// The same move with one step more. The caller sees to it that there were fewer than [`Move::MAX_STEPS`].
    #[inline]
    pub(super) const fn then(self, direction: Direction) -> Move {
        let shift = Move::FIRST_STEP_SHIFT - 2 * self.length();
        Move((self.0 | ((direction as u64) << shift)) + 1)
    }

    /// The move that places on `cell` and has `length` steps, 2 bits each, the last one lowest.
    #[inline]
    pub(super) const fn of_steps(cell: Cell, steps: u64, length: usize) -> Move {
        Move(Move::on(cell).0 | steps << (Move::FIRST_STEP_SHIFT + 2 - 2 * length) | length as u64)
    }

    /// The same move with a step from `from`, where it stands, to `to`; `None` if `to` is no neighbour, or the
    /// move is as long as moves can be.
    #[must_use]
    pub fn towards(self, from: Cell, to: Cell) -> Option<Move> {
        let direction = Direction::ALL.into_iter().find(|way| from.neighbour(*way) == Some(to))?;
        (self.length() < Move::MAX_STEPS).then(|| self.then(direction))
    }

    /// The cell placed on.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::wrapped((self.0 >> Move::CELL_SHIFT) as usize)
    }

    /// The number of steps.
    #[inline]
    pub const fn length(self) -> usize {
        (self.0 & Move::LENGTH) as usize
    }

    /// The directions of the steps, in order.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        let shifts = (0..self.length()).map(|step| Move::FIRST_STEP_SHIFT - 2 * step);
        shifts.map(move |shift| Direction::ALL[(self.0 >> shift & 3) as usize])
    }

    /// The cells entered, in order; `None` for each step from the one on that leaves the board.
    pub fn entered(self) -> impl Iterator<Item = Option<Cell>> {
        self.steps().scan(Some(self.cell()), |cell, direction| {
            *cell = cell.and_then(|cell| cell.neighbour(direction));
            Some(*cell)
        })
    }
}

/// Canonical notation: the cell placed on, then each cell of the walk.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cell())?;
        self.entered().flatten().try_for_each(|cell| write!(f, "{cell}"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// Why the rules refuse a turn or a part of it, with one or two sentences that tell a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over: no turn is accepted.
    #[error("The game is over.")]
    GameOver,
    /// A place that is not on the board.
    #[error("Outside the board: the cells are A1 to D4.")]
    OutsideBoard,
    /// A piece may be placed only on a stack, and here is none.
    #[error("{} is empty. A piece is placed on top of a stack.", .0.name())]
    EmptyCell(Cell),
    /// A step goes to one of the orthogonal neighbours.
    #[error("{}", no_neighbour(*.from, *.to))]
    NotAdjacent {
        /// Where the stack is.
        from: Cell,
        /// Where it should have gone.
        to: Cell,
    },
    /// The stack has just come from this cell.
    #[error("The stack has just come from {}. It may not go straight back.", .0.name())]
    StraightBack(Cell),
    /// The walk ends with this many pieces still in the hand.
    #[error("The walk is too short: {} left in the hand.", pieces_are(*.0))]
    PiecesLeft(usize),
    /// The walk goes on though the hand is empty.
    #[error("The walk is too long: the hand is empty.")]
    HandEmpty,
}

fn no_neighbour(from: Cell, to: Cell) -> String {
    match from == to {
        true => format!("The stack is on {} already. It has to go on to a cell next to it.", from.name()),
        false => {
            format!("{} is not next to {}. A step goes up, down, left or right.", to.name(), from.name())
        }
    }
}

fn pieces_are(count: usize) -> String {
    if count == 1 { "a piece is".to_owned() } else { format!("{count} pieces are") }
}

/// May the player to move place a piece on `cell`?
///
/// # Errors
/// The game is over, or there is no stack on `cell`.
pub fn check_valid_piece(position: &Position, cell: Cell) -> Result<(), Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    if position.stack(cell).is_empty() {
        return Err(Refusal::EmptyCell(cell));
    }
    Ok(())
}

/// May a stack on `current` that has come from `previous` (`None` before the first step) go to `to`?
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

/// Is `mv` a legal turn in `position`?
///
/// # Errors
/// The first reason against it, in the order in which a player makes the turn.
pub(super) fn check_move(position: &Position, mv: Move) -> Result<(), Refusal> {
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
