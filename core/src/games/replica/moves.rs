//! The move type, and the validator, which gives a reason for each refusal.
//!
//! The validator reads the board cell by cell, as a player would, and shares no code with the generator. A
//! test checks that the two agree.

use thiserror::Error;

use super::board::{Cell, CellSet, Direction, cells_between};
use super::position::{Checker, ReplicaPosition};
use crate::model::Position as _;

/// A turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A step or a jump. A step is one cell long, a jump is longer.
    Go {
        /// Where the checker is.
        from: Cell,
        /// Where it lands.
        to: Cell,
    },
    /// The checker on this cell becomes a king.
    Transform(Cell),
}

/// Why the rules refuse a move. The message is shown to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// The cell is not on this board.
    #[error("That cell is outside the board.")]
    OutsideBoard,
    /// There is no checker on the first cell.
    #[error("There is no piece there.")]
    NoChecker,
    /// The checker belongs to the opponent.
    #[error("That is not your piece.")]
    NotYourChecker,
    /// The two cells are the same.
    #[error("A checker cannot move to its own cell.")]
    SameCell,
    /// The cells are not in a row, a column or a diagonal.
    #[error("That cell is not in a straight line with the checker.")]
    NotOnALine,
    /// The direction is not one of the player's three (official rules).
    #[error("A checker moves only forward, towards the opponent's corner.")]
    NotForward,
    /// The target of a step is more than one cell away.
    #[error("A step goes only one cell.")]
    StepTooLong,
    /// The jump goes along a diagonal (house rules).
    #[error("A jump goes along a row or a column, not along a diagonal.")]
    DiagonalJump,
    /// There is no checker between the two cells of a jump.
    #[error("There is nothing to jump over: a jump passes over your own checkers.")]
    NothingToJump,
    /// An enemy is between the two cells of a jump.
    #[error("An enemy checker is in the way: you can jump only over your own checkers.")]
    EnemyInJump,
    /// There are own checkers between the cells of a jump, but also an empty cell.
    #[error("There is a gap in the jump: every cell in between must hold one of your checkers.")]
    GapInJump,
    /// The target holds a checker of the same player.
    #[error("One of your own checkers is on the target cell.")]
    OwnCheckerOnTarget,
    /// The checker to transform is already a king.
    #[error("That checker is already a king.")]
    AlreadyKing,
    /// The player already has two kings (house rules).
    #[error("You already have two kings. No more are allowed.")]
    TooManyKings,
    /// The second cell of a transform does not hold a king of the player.
    #[error("You have no king on that cell.")]
    NotYourKing,
    /// The king is not in line with the checker.
    #[error("The king cannot see the checker: they are not in line.")]
    KingNotInLine,
    /// An enemy checker blocks the king's view (official rules).
    #[error("The king cannot see the checker: an enemy checker is between them.")]
    EnemyInSight,
    /// A checker of either player blocks the king's view (house rules).
    #[error("The king cannot see the checker: another checker is between them.")]
    SightBlocked,
    /// None of the player's kings sees the checker.
    #[error("None of your kings can see that checker.")]
    NoKingSees,
}

/// Checks whether the player to move can move the checker on `cell` at all. Returns the checker.
///
/// It checks the choice of a checker only; [`check_valid_position`] checks where it goes.
///
/// # Errors
/// [`Refusal::GameOver`], [`Refusal::OutsideBoard`], [`Refusal::NoChecker`] or [`Refusal::NotYourChecker`].
pub fn check_valid_piece<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Result<Checker, Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    check_inside(position, cell)?;
    let checker = position.checker(cell).ok_or(Refusal::NoChecker)?;
    refuse_if(checker.owner != position.to_move(), Refusal::NotYourChecker)?;
    Ok(checker)
}

/// Checks whether the checker on `from` can step or jump to `to`.
///
/// In this name, which the original gave it, a position is a place to go to. It does not check a whole
/// board: reading a text does that.
///
/// # Errors
/// Those of [`check_valid_piece`] for `from`, then those of [`check_valid_step`] or [`check_valid_jump`].
pub fn check_valid_position<S: CellSet>(
    position: &ReplicaPosition<S>,
    from: Cell,
    to: Cell,
) -> Result<(), Refusal> {
    match check_line(position, from, to)? {
        (_, 1) => check_valid_step(position, from, to),
        _ => check_valid_jump(position, from, to),
    }
}

/// Checks whether the checker on `from` can step to `to`.
///
/// # Errors
/// The first reason that applies, in this order: the checker, the direction, the length, the target.
pub fn check_valid_step<S: CellSet>(
    position: &ReplicaPosition<S>,
    from: Cell,
    to: Cell,
) -> Result<(), Refusal> {
    let (_, distance) = check_line(position, from, to)?;
    refuse_if(distance > 1, Refusal::StepTooLong)?;
    check_target(position, to)
}

/// Checks whether the checker on `from` can jump to `to`.
///
/// # Errors
/// The first reason that applies, in this order: the checker, the direction, the cells between, the target.
pub fn check_valid_jump<S: CellSet>(
    position: &ReplicaPosition<S>,
    from: Cell,
    to: Cell,
) -> Result<(), Refusal> {
    let (direction, distance) = check_line(position, from, to)?;
    refuse_if(position.rules().house() && direction.is_diagonal(), Refusal::DiagonalJump)?;
    check_jumped(position, from, direction, distance)?;
    check_target(position, to)
}

/// Checks whether any king sees the checker on `cell`, so that it can become a king.
///
/// # Errors
/// The first reason that applies, in this order: the checker, the number of kings, then
/// [`Refusal::NoKingSees`].
pub fn check_valid_transform<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Result<(), Refusal> {
    check_flippable(position, cell)?;
    let own_kings = position.kings(position.to_move());
    let seen = own_kings.cells().any(|king| check_sight(position, king, cell).is_ok());
    refuse_if(!seen, Refusal::NoKingSees)
}

/// Checks whether the king on `king` sees the checker on `cell`, so that it can become a king.
///
/// # Errors
/// The first reason that applies, in this order: the checker, the number of kings, the king, its line and
/// view.
pub fn check_valid_transform_by<S: CellSet>(
    position: &ReplicaPosition<S>,
    cell: Cell,
    king: Cell,
) -> Result<(), Refusal> {
    check_flippable(position, cell)?;
    check_inside(position, king)?;
    let own_king = Checker { owner: position.to_move(), king: true };
    refuse_if(position.checker(king) != Some(own_king), Refusal::NotYourKing)?;
    check_sight(position, king, cell)
}

/// Checks whether `mv` is legal in `position`.
///
/// # Errors
/// The first reason against it.
pub(super) fn check_move<S: CellSet>(position: &ReplicaPosition<S>, mv: Move) -> Result<(), Refusal> {
    match mv {
        Move::Go { from, to } => check_valid_position(position, from, to),
        Move::Transform(cell) => check_valid_transform(position, cell),
    }
}

fn refuse_if(wrong: bool, refusal: Refusal) -> Result<(), Refusal> {
    if wrong { Err(refusal) } else { Ok(()) }
}

fn check_inside<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Result<(), Refusal> {
    refuse_if(!cell.is_on(position.rules().size()), Refusal::OutsideBoard)
}

/// Checks the checker, the target and the direction of a move. Returns the direction and the distance.
fn check_line<S: CellSet>(
    position: &ReplicaPosition<S>,
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

fn check_target<S: CellSet>(position: &ReplicaPosition<S>, to: Cell) -> Result<(), Refusal> {
    let own = position.checker(to).is_some_and(|checker| checker.owner == position.to_move());
    refuse_if(own, Refusal::OwnCheckerOnTarget)
}

fn check_jumped<S: CellSet>(
    position: &ReplicaPosition<S>,
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

fn check_flippable<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Result<(), Refusal> {
    let checker = check_valid_piece(position, cell)?;
    refuse_if(checker.king, Refusal::AlreadyKing)?;
    let kings = position.kings(position.to_move()).count();
    refuse_if(position.rules().house() && kings >= 2, Refusal::TooManyKings)
}

/// Checks whether `king` sees `cell`. Official rules look past friendly checkers, house rules past nothing.
fn check_sight<S: CellSet>(position: &ReplicaPosition<S>, king: Cell, cell: Cell) -> Result<(), Refusal> {
    let (direction, distance) = Direction::between(king, cell).ok_or(Refusal::KingNotInLine)?;
    let house = position.rules().house();
    let blocks = |checker: Checker| house || checker.owner != position.to_move();
    let blocked =
        cells_between(king, direction, distance).any(|cell| position.checker(cell).is_some_and(blocks));
    refuse_if(blocked, if house { Refusal::SightBlocked } else { Refusal::EnemyInSight })
}
