//! The numbers of the pieces, in games whose players name a piece by its number.

use super::Player;

/// A cell as row and column, both from 0.
pub type RowAndColumn = [u8; 2];

/// Where the piece of each number stands. Empty in games that do not number their pieces.
///
/// Numbers are no part of a position: they follow from the moves of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// For each player the cells of the pieces 1, 2, 3, ...; `None` for a captured piece.
    cells: [Vec<Option<RowAndColumn>>; 2],
    captured: Option<usize>,
}

/// Why no piece on the board has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPiece {
    /// The player never had a piece of this number.
    NoSuchPiece,
    /// It has been captured.
    Captured,
}

impl Numbering {
    /// Gives the next number of `player` to the piece on `cell`.
    pub fn add(&mut self, player: Player, cell: RowAndColumn) {
        self.cells[player.index()].push(Some(cell));
    }

    /// Carries the numbers over a move of `player`, which captures what stands on `to`.
    pub fn follow(&mut self, player: Player, from: RowAndColumn, to: RowAndColumn) {
        let enemies = &mut self.cells[player.opponent().index()];
        let captured = enemies.iter().position(|place| *place == Some(to));
        if let Some(index) = captured {
            enemies[index] = None;
        }
        self.captured = captured.map(|index| index + 1);
        if let Some(moved) = self.cells[player.index()].iter_mut().find(|place| **place == Some(from)) {
            *moved = Some(to);
        }
    }

    /// The number of the piece that the last move captured, if it captured one.
    pub fn captured(&self) -> Option<usize> {
        self.captured
    }

    /// The number of the piece on `cell`; `None` on an empty cell.
    pub fn on(&self, cell: RowAndColumn) -> Option<usize> {
        let index = |cells: &Vec<_>| cells.iter().position(|place| *place == Some(cell));
        self.cells.iter().find_map(index).map(|index| index + 1)
    }

    /// The cell of the piece of `player` with this number.
    ///
    /// # Errors
    /// Why it is not on the board.
    pub fn find(&self, player: Player, number: usize) -> Result<RowAndColumn, MissingPiece> {
        let index = number.checked_sub(1).ok_or(MissingPiece::NoSuchPiece)?;
        let place = self.cells[player.index()].get(index).ok_or(MissingPiece::NoSuchPiece)?;
        place.ok_or(MissingPiece::Captured)
    }

    /// The number of pieces that `player` began with: they are numbered from 1 to this.
    pub fn initial_count(&self, player: Player) -> usize {
        self.cells[player.index()].len()
    }

    /// The largest number on either side.
    pub fn max_number(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The pieces of `player` on the board with their numbers, in order.
    pub fn remaining(&self, player: Player) -> impl Iterator<Item = (usize, RowAndColumn)> {
        let places = self.cells[player.index()].iter().enumerate();
        places.filter_map(|(index, place)| place.map(|cell| (index + 1, cell)))
    }
}
