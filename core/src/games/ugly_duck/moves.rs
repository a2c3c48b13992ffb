//! The move type, and the validator, which gives a reason for each refusal.
//!
//! The validator looks at one pair of cells, by row and column. It shares no code with the generator, which
//! shifts whole sets of pieces. A test compares the two on every pair.

use thiserror::Error;

use super::board::Geometry;
use super::position::{Kind, UglyDuckPosition};
use super::size::Cell;
use crate::model::{self, Player, Position as _};

/// A move of a piece from one cell to another. Captures and promotions follow from the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell the piece leaves.
    pub from: Cell,
    /// The cell the piece enters.
    pub to: Cell,
}

/// Why the rules refuse a piece or a move. The message is shown to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// This board has no such cell.
    #[error("That cell is outside the board.")]
    OutsideBoard,
    /// There is no piece on the first cell.
    #[error("There is no piece there.")]
    EmptyCell,
    /// The piece belongs to the opponent.
    #[error("That is not your piece.")]
    EnemyPiece,
    /// A duck can move only towards the far row.
    #[error("A duck moves forward: to the next row towards the far side.")]
    DuckMovesForward,
    /// A swan can move only towards its own first row.
    #[error("A swan moves backward: to the next row towards its own first row.")]
    SwanMovesBackward,
    /// The direction is right, but the cell is not a neighbour.
    #[error("A piece moves only one cell, straight or diagonally.")]
    TooFar,
    /// The target holds a piece of the same player.
    #[error("Your own piece is in the way.")]
    OwnPieceInTheWay,
    /// The target is straight ahead and holds an enemy. Captures are diagonal.
    #[error("A piece straight ahead cannot be captured: captures are diagonal.")]
    NoStraightCapture,
}

/// Checks whether the player to move can choose the piece on `cell`, even if it has no legal move.
///
/// It checks the choice of a piece only; [`check_valid_position`] checks where it goes.
///
/// # Errors
/// [`Refusal::GameOver`], [`Refusal::OutsideBoard`], [`Refusal::EmptyCell`] or [`Refusal::EnemyPiece`].
pub fn check_valid_piece<G: Geometry>(position: &UglyDuckPosition<G>, cell: Cell) -> Result<(), Refusal> {
    kind_to_move(position, cell).map(|_| ())
}

/// Checks whether the move from `from` to `to` is legal.
///
/// In this name, which the original gave it, a position is a place to go to. It does not check a whole
/// board: reading a text does that.
///
/// # Errors
/// The reason against the piece, as from [`check_valid_piece`], or else the first of these that applies:
/// outside the board, wrong direction, too far, own piece in the way, no straight capture.
pub fn check_valid_position<G: Geometry>(
    position: &UglyDuckPosition<G>,
    from: Cell,
    to: Cell,
) -> Result<(), Refusal> {
    let kind = kind_to_move(position, from)?;
    if !position.geometry().contains(to) {
        return Err(Refusal::OutsideBoard);
    }
    check_direction(position.to_move(), kind, from, to)?;
    check_for_collisions(position, from, to)
}

fn kind_to_move<G: Geometry>(position: &UglyDuckPosition<G>, cell: Cell) -> Result<Kind, Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    if !position.geometry().contains(cell) {
        return Err(Refusal::OutsideBoard);
    }
    let piece = position.piece(cell).ok_or(Refusal::EmptyCell)?;
    if piece.owner != position.to_move() {
        return Err(Refusal::EnemyPiece);
    }
    Ok(piece.kind)
}

fn check_direction(player: Player, kind: Kind, from: Cell, to: Cell) -> Result<(), Refusal> {
    let rows_down = i32::from(to.row) - i32::from(from.row);
    let rows_from_home = match player {
        Player::One => rows_down,
        Player::Two => -rows_down,
    };
    let (ahead, wrong_direction) = match kind {
        Kind::Duck => (rows_from_home, Refusal::DuckMovesForward),
        Kind::Swan => (-rows_from_home, Refusal::SwanMovesBackward),
    };
    if ahead < 1 {
        return Err(wrong_direction);
    }
    if ahead > 1 || from.column.abs_diff(to.column) > 1 {
        return Err(Refusal::TooFar);
    }
    Ok(())
}

fn check_for_collisions<G: Geometry>(
    position: &UglyDuckPosition<G>,
    from: Cell,
    to: Cell,
) -> Result<(), Refusal> {
    match position.piece(to) {
        Some(piece) if piece.owner == position.to_move() => Err(Refusal::OwnPieceInTheWay),
        Some(_) if from.column == to.column => Err(Refusal::NoStraightCapture),
        _ => Ok(()),
    }
}

impl<G: Geometry> UglyDuckPosition<G> {
    /// Returns whether `mv`, which must be legal here, captures a piece.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.piece(mv.to).is_some()
    }

    /// Returns whether `mv`, which must be legal here, turns a duck into a swan.
    pub fn is_promotion(&self, mv: Move) -> bool {
        let kind = |position: &Self, cell| position.piece(cell).map(|piece| piece.kind);
        kind(self, mv.from) == Some(Kind::Duck)
            && kind(&model::Position::after(self, mv), mv.to) == Some(Kind::Swan)
    }
}
