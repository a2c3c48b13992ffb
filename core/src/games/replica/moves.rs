//! A move of Replica, and the validator: which moves the rules refuse, and why.
//!
//! The validator reads the board cell by cell, as a person would, and shares nothing with the generator; a law
//! holds the two together.

use thiserror::Error;

use super::board::{Cell, CellSet, Direction, cells_between};
use super::position::{Checker, Position};
use crate::model::Position as _;

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A step or a jump. The cells tell which: a step is one cell long, a jump longer.
    Go {
        /// Where the checker stands.
        from: Cell,
        /// Where it lands.
        to: Cell,
    },
    /// The checker on this cell becomes a king.
    Transform(Cell),
}

/// Why the rules refuse a move, with the sentence that tells a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// The cell is not on this board.
    #[error("That square is outside the board.")]
    OutsideBoard,
    /// There is no checker on the first cell.
    #[error("There is no checker on that square.")]
    NoChecker,
    /// The checker is the enemy's.
    #[error("That checker is not yours.")]
    NotYourChecker,
    /// From a cell to the same cell.
    #[error("A checker cannot move to its own square.")]
    SameCell,
    /// The cells do not lie in a row, a column or a diagonal.
    #[error("That square is not in a straight line with the checker.")]
    NotOnALine,
    /// The direction is not one of the player's three (official rules).
    #[error("A checker moves only forward, towards the opponent's corner.")]
    NotForward,
    /// A step to a cell further than the next.
    #[error("A step goes one square.")]
    StepTooLong,
    /// A jump along a diagonal (house rules).
    #[error("A jump goes along a row or a column, not along a diagonal.")]
    DiagonalJump,
    /// No checker between the cells of a jump.
    #[error("There is nothing to jump: a jump goes over checkers of yours.")]
    NothingToJump,
    /// An enemy between the cells of a jump.
    #[error("An enemy checker is in the way: a jump goes over checkers of yours only.")]
    EnemyInJump,
    /// Friendly checkers between the cells of a jump, but an empty cell too.
    #[error("There is a gap in the jump: every square between must hold a checker of yours.")]
    GapInJump,
    /// The target is held by a checker of the same player.
    #[error("A checker of yours is on the target square.")]
    OwnCheckerOnTarget,
    /// The checker to transform is a king already.
    #[error("That checker is a king already.")]
    AlreadyKing,
    /// The player has two kings or more (house rules).
    #[error("You have two kings already; no more are allowed.")]
    TooManyKings,
    /// The second cell of a transform does not hold a king of the player.
    #[error("There is no king of yours on that square.")]
    NotYourKing,
    /// The king does not stand in line with the checker.
    #[error("The king does not see the checker: they are not in line.")]
    KingNotInLine,
    /// An enemy's checker blocks the king's sight (official rules).
    #[error("The king does not see the checker: an enemy stands between them.")]
    EnemyInSight,
    /// A checker, of either player, blocks the king's sight (house rules).
    #[error("The king does not see the checker: something stands between them.")]
    SightBlocked,
    /// None of the player's kings sees the checker.
    #[error("No king of yours sees that checker.")]
    NoKingSees,
}

/// Whether the player to move may move the checker on `cell` at all: the game goes on and the checker is his.
///
/// # Errors
/// [`Refusal::GameOver`], [`Refusal::OutsideBoard`], [`Refusal::NoChecker`] or [`Refusal::NotYourChecker`].
pub fn check_valid_piece<S: CellSet>(position: &Position<S>, cell: Cell) -> Result<Checker, Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    check_inside(position, cell)?;
    let checker = position.checker(cell).ok_or(Refusal::NoChecker)?;
    refuse_if(checker.owner != position.to_move(), Refusal::NotYourChecker)?;
    Ok(checker)
}

/// Whether the checker on `from` may step or jump to `to`.
///
/// # Errors
/// What [`check_valid_piece`] refuses of `from`, then what [`check_valid_step`] or [`check_valid_jump`] refuses.
pub fn check_valid_position<S: CellSet>(position: &Position<S>, from: Cell, to: Cell) -> Result<(), Refusal> {
    match check_line(position, from, to)? {
        (_, 1) => check_valid_step(position, from, to),
        _ => check_valid_jump(position, from, to),
    }
}

/// Whether the checker on `from` may step to `to`.
///
/// # Errors
/// The first reason that applies: the checker, the direction, the length, the target.
pub fn check_valid_step<S: CellSet>(position: &Position<S>, from: Cell, to: Cell) -> Result<(), Refusal> {
    let (_, distance) = check_line(position, from, to)?;
    refuse_if(distance > 1, Refusal::StepTooLong)?;
    check_target(position, to)
}

/// Whether the checker on `from` may jump to `to`.
///
/// # Errors
/// The first reason that applies: the checker, the direction, what lies between, the target.
pub fn check_valid_jump<S: CellSet>(position: &Position<S>, from: Cell, to: Cell) -> Result<(), Refusal> {
    let (direction, distance) = check_line(position, from, to)?;
    refuse_if(position.rules().house() && direction.is_diagonal(), Refusal::DiagonalJump)?;
    check_jumped(position, from, direction, distance)?;
    check_target(position, to)
}

/// Whether the checker on `cell` may become a king by the sight of any king.
///
/// # Errors
/// The first reason that applies: the checker, its own or the side's kings, then [`Refusal::NoKingSees`].
pub fn check_valid_transform<S: CellSet>(position: &Position<S>, cell: Cell) -> Result<(), Refusal> {
    check_flippable(position, cell)?;
    let own_kings = position.kings(position.to_move());
    let seen = own_kings.cells().any(|king| check_sight(position, king, cell).is_ok());
    refuse_if(!seen, Refusal::NoKingSees)
}

/// Whether the checker on `cell` may become a king by the sight of the king that stands on `king`.
///
/// # Errors
/// The first reason that applies: the checker, its own or the side's kings, the king, its line and sight.
pub fn check_valid_transform_by<S: CellSet>(
    position: &Position<S>,
    cell: Cell,
    king: Cell,
) -> Result<(), Refusal> {
    check_flippable(position, cell)?;
    check_inside(position, king)?;
    let own_king = Checker { owner: position.to_move(), king: true };
    refuse_if(position.checker(king) != Some(own_king), Refusal::NotYourKing)?;
    check_sight(position, king, cell)
}

/// Whether `mv` is legal in `position`.
///
/// # Errors
/// The first reason against it.
pub(super) fn check_move<S: CellSet>(position: &Position<S>, mv: Move) -> Result<(), Refusal> {
    match mv {
        Move::Go { from, to } => check_valid_position(position, from, to),
        Move::Transform(cell) => check_valid_transform(position, cell),
    }
}

fn refuse_if(wrong: bool, refusal: Refusal) -> Result<(), Refusal> {
    if wrong { Err(refusal) } else { Ok(()) }
}

fn check_inside<S: CellSet>(position: &Position<S>, cell: Cell) -> Result<(), Refusal> {
    refuse_if(!cell.is_on(position.rules().size()), Refusal::OutsideBoard)
}

/// The direction and the length of a way that the checker on `from` may take, as far as these two go.
fn check_line<S: CellSet>(
    position: &Position<S>,
    from: Cell,
    to: Cell,
) -> Result<(Direction, usize), Refusal> {
    check_valid_piece(position, from)?;
    check_inside(position, to)?;
    refuse_if(from == to, Refusal::SameCell)?;
    let (direction, distance) = Direction::between(from, to).ok_or(Refusal::NotOnALine)?;
    let any_way = position.rules().house();
    refuse_if(!any_way && !direction.is_forward(position.to_move()), Refusal::NotForward)?;
    Ok((direction, distance))
}

fn check_target<S: CellSet>(position: &Position<S>, to: Cell) -> Result<(), Refusal> {
    let own = position.checker(to).is_some_and(|checker| checker.owner == position.to_move());
    refuse_if(own, Refusal::OwnCheckerOnTarget)
}

fn check_jumped<S: CellSet>(
    position: &Position<S>,
    from: Cell,
    direction: Direction,
    distance: usize,
) -> Result<(), Refusal> {
    let (mut friends, mut gaps) = (0, 0);
    for cell in cells_between(from, direction, distance) {
        match position.checker(cell) {
            None => gaps += 1,
            Some(checker) if checker.owner == position.to_move() => friends += 1,
            Some(_) => return Err(Refusal::EnemyInJump),
        }
    }
    refuse_if(friends == 0, Refusal::NothingToJump)?;
    refuse_if(gaps > 0, Refusal::GapInJump)
}

fn check_flippable<S: CellSet>(position: &Position<S>, cell: Cell) -> Result<(), Refusal> {
    let checker = check_valid_piece(position, cell)?;
    refuse_if(checker.king, Refusal::AlreadyKing)?;
    let kings = position.kings(position.to_move()).count();
    refuse_if(position.rules().house() && kings >= 2, Refusal::TooManyKings)
}

/// Whether `king` sees `cell`: official rules look past friendly checkers, house rules past nothing.
fn check_sight<S: CellSet>(position: &Position<S>, king: Cell, cell: Cell) -> Result<(), Refusal> {
    let (direction, distance) = Direction::between(king, cell).ok_or(Refusal::KingNotInLine)?;
    let house = position.rules().house();
    let blocks = |checker: Checker| house || checker.owner != position.to_move();
    let blocked =
        cells_between(king, direction, distance).any(|cell| position.checker(cell).is_some_and(blocks));
    refuse_if(blocked, if house { Refusal::SightBlocked } else { Refusal::EnemyInSight })
}
