//! An unfinished turn: the stack in hand, the cell it is on, and the board without it.
//!
//! A walk is not part of any position, so it can simply be dropped to abandon the turn.

use super::board::Cell;
use super::moves::{Move, Refusal, check_valid_piece, check_valid_position};
use super::position::QawalePosition;
use super::stack::Stack;

/// A turn with the placement and some of the steps made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    board: QawalePosition,
    hand: Stack,
    current: Cell,
    previous: Option<Cell>,
    begun: Move,
}

impl Walk {
    /// Places a piece of the player to move on `cell` and lifts the stack.
    ///
    /// # Errors
    /// Those of [`check_valid_piece`].
    pub fn begin(position: &QawalePosition, cell: Cell) -> Result<Walk, Refusal> {
        check_valid_piece(position, cell)?;
        let mut board = *position;
        board.lift(cell);
        let hand = position.hand_after_placing(cell);
        Ok(Walk { board, hand, current: cell, previous: None, begun: Move::on(cell) })
    }

    /// Steps to `to` and leaves the bottom piece of the hand there.
    ///
    /// # Errors
    /// Those of [`check_valid_position`], or an empty hand. The walk is unchanged then.
    pub fn step(&mut self, to: Cell) -> Result<(), Refusal> {
        let mut hand = self.hand;
        let piece = hand.take_bottom().ok_or(Refusal::HandEmpty)?;
        check_valid_position(self.current, self.previous, to)?;
        self.begun = self.begun.towards(self.current, to).ok_or(Refusal::HandEmpty)?;
        self.board.drop_piece(to, piece);
        self.hand = hand;
        (self.previous, self.current) = (Some(self.current), to);
        Ok(())
    }

    /// Returns the board at this point, without the pieces in hand. The side to move and the pieces left to
    /// place are those before the turn.
    pub fn board(&self) -> &QawalePosition {
        &self.board
    }

    /// Returns the pieces still in hand.
    pub fn hand(&self) -> Stack {
        self.hand
    }

    /// Returns the cell the hand is on.
    pub fn current(&self) -> Cell {
        self.current
    }

    /// Returns the cell the hand was on one step ago.
    pub fn previous(&self) -> Option<Cell> {
        self.previous
    }

    /// Returns the cell placed on, then the cells walked so far.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        std::iter::once(self.begun.cell()).chain(self.begun.entered().flatten())
    }

    /// Returns the complete turn once the hand is empty.
    #[must_use]
    pub fn finished(&self) -> Option<Move> {
        self.hand.is_empty().then_some(self.begun)
    }
}
