//! Piece numbers, for games whose players refer to pieces by number.

use super::Player;

/// A cell as row and column, from 0.
pub type RowAndColumn = [u8; 2];

/// The cell of each numbered piece. Empty in games without piece numbers.
///
/// Numbers are not part of a position: they follow from the moves of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The cells of each player's pieces 1, 2, 3 and so on; `None` for a captured piece.
    cells: [Vec<Option<RowAndColumn>>; 2],
    captured: Option<usize>,
}

/// Why a number has no piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPiece {
    /// The player never had a piece with this number.
    NoSuchPiece,
    /// The piece has been captured.
    Captured,
}

impl Numbering {
    /// Assigns the next number of `player` to the piece on `cell`.
    pub fn add(&mut self, player: Player, cell: RowAndColumn) {
        self.cells[player.index()].push(Some(cell));
    }

    /// Updates the numbers after a move of `player`, which captures any piece on `to`.
    pub fn follow(&mut self, player: Player, from: RowAndColumn, to: RowAndColumn) {
        let enemies = &mut self.cells[player.opponent().index()];
        let captured = enemies.iter().position(|enemy| *enemy == Some(to));
        if let Some(index) = captured {
            enemies[index] = None;
        }
        self.captured = captured.map(|index| index + 1);
        if let Some(moved) = self.cells[player.index()].iter_mut().find(|own| **own == Some(from)) {
            *moved = Some(to);
        }
    }

    /// Returns the number of the piece that the last move captured, if any.
    pub fn captured(&self) -> Option<usize> {
        self.captured
    }

    /// Returns the number of the piece on `cell`, if any.
    pub fn on(&self, cell: RowAndColumn) -> Option<usize> {
        let index = |cells: &Vec<_>| cells.iter().position(|piece| *piece == Some(cell));
        self.cells.iter().find_map(index).map(|index| index + 1)
    }

    /// Returns the cell of the piece of `player` with this number.
    ///
    /// # Errors
    /// The piece is not on the board, and why.
    pub fn find(&self, player: Player, number: usize) -> Result<RowAndColumn, MissingPiece> {
        let index = number.checked_sub(1).ok_or(MissingPiece::NoSuchPiece)?;
        let piece = self.cells[player.index()].get(index).ok_or(MissingPiece::NoSuchPiece)?;
        piece.ok_or(MissingPiece::Captured)
    }

    /// Returns the number of pieces that `player` started with. They are numbered from 1.
    pub fn initial_count(&self, player: Player) -> usize {
        self.cells[player.index()].len()
    }

    /// Returns the numbers of the pieces that `player` has on the board, in order.
    pub fn numbers(&self, player: Player) -> impl Iterator<Item = usize> {
        self.remaining(player).map(|(number, _)| number)
    }

    /// Returns the highest number on either side.
    pub fn max_number(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the pieces of `player` on the board with their numbers, in order.
    pub fn remaining(&self, player: Player) -> impl Iterator<Item = (usize, RowAndColumn)> {
        let pieces = self.cells[player.index()].iter().enumerate();
        pieces.filter_map(|(index, piece)| piece.map(|cell| (index + 1, cell)))
    }
}
