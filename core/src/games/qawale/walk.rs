//! A turn half done: the stack in the hand, the cell it is on, and the board without it.
//!
//! Nothing of this is part of a position: a walk that is given up is simply dropped.

use super::board::Cell;
use super::moves::{Move, Refusal, check_valid_piece, check_valid_position};
use super::position::Position;
use super::stack::Stack;

/// A turn of which the placement and some steps have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    board: Position,
    hand: Stack,
    current: Cell,
    previous: Option<Cell>,
    begun: Move,
}

impl Walk {
    /// Places a piece of the player to move on `cell` and lifts the stack.
    ///
    /// # Errors
    /// What [`check_valid_piece`] says.
    pub fn begin(position: &Position, cell: Cell) -> Result<Walk, Refusal> {
        check_valid_piece(position, cell)?;
        let mut board = *position;
        board.lift(cell);
        let hand = position.hand_after_placing(cell);
        Ok(Walk { board, hand, current: cell, previous: None, begun: Move::on(cell) })
    }

    /// Goes to `to` and leaves the bottom piece of the hand there.
    ///
    /// # Errors
    /// What [`check_valid_position`] says, or that the hand is empty; the walk is as it was.
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

    /// The board as it stands now, without the pieces in the hand. Whose turn it is and the pieces to be placed
    /// are those of before the turn.
    pub fn board(&self) -> &Position {
        &self.board
    }

    /// The pieces still in the hand.
    pub fn hand(&self) -> Stack {
        self.hand
    }

    /// The cell the hand is on.
    pub fn current(&self) -> Cell {
        self.current
    }

    /// The cell the hand was on one step before.
    pub fn previous(&self) -> Option<Cell> {
        self.previous
    }

    /// The whole turn, once the hand is empty.
    #[must_use]
    pub fn finished(&self) -> Option<Move> {
        self.hand.is_empty().then_some(self.begun)
    }
}
