//! The move type, and the validator, which gives a reason for each refusal.
//!
//! The validator checks the rules square by square, using only [`ThreeDragonsPosition::content`]. The generator works on
//! sets of squares. They share no code, so that a test can compare them.

use thiserror::Error;

use super::board::{Direction, Square};
use super::position::{Content, Piece, ThreeDragonsPosition};
use crate::model::{Player, Position as _};

/// A whole turn: a piece moves, captures, and possibly wakes a dragon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Which capture is chosen, if there is a choice.
    pub choice: CaptureChoice,
}

/// How a move captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaptureChoice {
    /// The forced captures. If there is a choice, all custodial captures.
    Automatic,
    /// A choice: the strength capture of the neighbour in this direction.
    Strength(Direction),
}

/// Why the rules refuse a move. The message is shown to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// The first square is empty.
    #[error("There is no piece there.")]
    NoPiece,
    /// The first square is a mountain.
    #[error("That is a mountain, not a piece.")]
    MountainNotPiece,
    /// The first square is a cave without a piece.
    #[error("That is a cave, not a piece.")]
    CaveNotPiece,
    /// The piece belongs to the opponent.
    #[error("That is not your piece.")]
    EnemyPiece,
    /// The two squares are the same.
    #[error("The piece is already there.")]
    SameSquare,
    /// The target is not in the row or the column of the piece.
    #[error("A piece moves in a straight line along its row or its column.")]
    NotStraight,
    /// The target is a mountain.
    #[error("A piece cannot enter a mountain.")]
    OntoMountain,
    /// The target is a cave.
    #[error("A piece cannot enter a cave.")]
    OntoCave,
    /// The target holds an own piece.
    #[error("Your own piece is there.")]
    OntoOwnPiece,
    /// The target holds an enemy piece.
    #[error("An enemy piece is there. You cannot capture by moving onto it.")]
    OntoEnemyPiece,
    /// A cave is between the piece and the target.
    #[error("A cave is in the way.")]
    CaveInTheWay,
    /// An own piece is between the piece and the target.
    #[error("Your own piece is in the way.")]
    OwnPieceInTheWay,
    /// An enemy piece is between the piece and the target.
    #[error("An enemy piece is in the way.")]
    EnemyPieceInTheWay,
    /// Several strength captures are possible, and the move does not choose one.
    #[error("Several strength captures are possible: choose one, as in e8e6*u.")]
    CaptureNotChosen,
    /// The game has no strength captures.
    #[error("This game has no strength captures. Leave out the choice.")]
    NoStrengthCaptures,
    /// There is no enemy in the direction of the strength capture.
    #[error("There is no enemy {}.", .0.relative_position())]
    NobodyToCapture(Direction),
    /// The enemy in the direction of the strength capture is not weaker.
    #[error("The enemy {} is not weaker than your piece.", .0.relative_position())]
    NotWeaker(Direction),
    /// The enemy in that direction is in a custodial capture, which costs no level.
    #[error("The enemy {} can only be captured custodially, which costs nothing.", .0.relative_position())]
    CustodialThere(Direction),
    /// It is the only capture and therefore automatic, so there is nothing to choose.
    #[error("The capture {} is the only one and happens automatically. Leave out the choice.", .0.relative_position())]
    NothingToChoose(Direction),
}

/// Checks whether the side to move can move the piece on `from`. Returns the piece.
///
/// It checks the choice of a piece only; [`check_valid_position`] checks where it goes.
///
/// # Errors
/// There is no piece, or it belongs to the opponent.
pub fn check_valid_piece(position: &ThreeDragonsPosition, from: Square) -> Result<Piece, Refusal> {
    match position.content(from) {
        Content::Empty => Err(Refusal::NoPiece),
        Content::Mountain => Err(Refusal::MountainNotPiece),
        Content::Cave { .. } => Err(Refusal::CaveNotPiece),
        Content::Piece(piece) if piece.owner != position.to_move() => Err(Refusal::EnemyPiece),
        Content::Piece(piece) => Ok(piece),
    }
}

/// Checks whether a piece on `from` can go to `to`: in a straight line over empty squares to an empty square.
///
/// In this name, which the original gave it, a position is a place to go to. It does not check a whole
/// board: reading a text does that.
///
/// # Errors
/// The problem with the target, or else the nearest obstacle.
pub fn check_valid_position(
    position: &ThreeDragonsPosition,
    from: Square,
    to: Square,
) -> Result<(), Refusal> {
    if from == to {
        return Err(Refusal::SameSquare);
    }
    let direction = direction_to(from, to).ok_or(Refusal::NotStraight)?;
    if let Some([at_target, _]) = obstacle(position, to) {
        return Err(at_target);
    }
    let in_the_way = between(from, to, direction).find_map(|square| obstacle(position, square));
    in_the_way.map_or(Ok(()), |[_, in_the_way]| Err(in_the_way))
}

/// Checks `choice` for a piece of this level that has arrived on `to`.
///
/// # Errors
/// The choice is missing, impossible or superfluous.
pub fn check_valid_capture(
    position: &ThreeDragonsPosition,
    to: Square,
    level: u8,
    choice: CaptureChoice,
) -> Result<(), Refusal> {
    let neighbours = Direction::ALL.map(|direction| neighbour(position, to, level, direction));
    let count_of = |wanted: Neighbour| neighbours.iter().filter(|neighbour| **neighbour == wanted).count();
    let strength = count_of(Neighbour::Strength);
    let custodial = count_of(Neighbour::Custodial) > 0;
    let CaptureChoice::Strength(direction) = choice else {
        return if custodial || strength < 2 { Ok(()) } else { Err(Refusal::CaptureNotChosen) };
    };
    match neighbours[direction as usize] {
        Neighbour::Nobody => Err(Refusal::NobodyToCapture(direction)),
        Neighbour::CustodialOnly => Err(Refusal::NoStrengthCaptures),
        Neighbour::TooStrong => Err(Refusal::NotWeaker(direction)),
        Neighbour::Custodial => Err(Refusal::CustodialThere(direction)),
        Neighbour::Strength if !custodial && strength == 1 => Err(Refusal::NothingToChoose(direction)),
        Neighbour::Strength => Ok(()),
    }
}

/// Checks whether a whole turn is legal.
///
/// # Errors
/// The first reason that applies, in this order: the end of the game, the piece, the path, the capture.
pub(super) fn check_move(position: &ThreeDragonsPosition, mv: Move) -> Result<(), Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    let piece = check_valid_piece(position, mv.from)?;
    check_valid_position(position, mv.from, mv.to)?;
    check_valid_capture(position, mv.to, piece.level, mv.choice)
}

/// Returns why a piece cannot stop on the square and why it cannot pass it, or `None` if it is empty.
fn obstacle(position: &ThreeDragonsPosition, square: Square) -> Option<[Refusal; 2]> {
    match position.content(square) {
        Content::Empty => None,
        Content::Mountain => Some([Refusal::OntoMountain, Refusal::OntoMountain]),
        Content::Cave { .. } => Some([Refusal::OntoCave, Refusal::CaveInTheWay]),
        Content::Piece(piece) if piece.owner == position.to_move() => {
            Some([Refusal::OntoOwnPiece, Refusal::OwnPieceInTheWay])
        }
        Content::Piece(_) => Some([Refusal::OntoEnemyPiece, Refusal::EnemyPieceInTheWay]),
    }
}

fn direction_to(from: Square, to: Square) -> Option<Direction> {
    if from.column() == to.column() {
        return Some(if to.row() < from.row() { Direction::Up } else { Direction::Down });
    }
    let same_row = from.row() == to.row();
    same_row.then_some(if to.column() < from.column() { Direction::Left } else { Direction::Right })
}

/// Iterates over the squares between two squares of one line, nearest to `from` first.
fn between(from: Square, to: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(from.step(direction), move |square| square.step(direction))
        .take_while(move |square| *square != to)
}

/// The capture that a neighbouring square offers to the piece that has arrived.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    Nobody,
    CustodialOnly,
    TooStrong,
    Custodial,
    Strength,
}

fn neighbour(position: &ThreeDragonsPosition, to: Square, level: u8, direction: Direction) -> Neighbour {
    let mover = position.to_move();
    let Some(target) = to.step(direction) else { return Neighbour::Nobody };
    let Content::Piece(enemy) = position.content(target) else { return Neighbour::Nobody };
    if enemy.owner == mover {
        return Neighbour::Nobody;
    }
    if target.step(direction).is_some_and(|beyond| is_anvil(position.content(beyond), mover)) {
        return Neighbour::Custodial;
    }
    match position.has_strength_captures() {
        false => Neighbour::CustodialOnly,
        true if enemy.level < level => Neighbour::Strength,
        true => Neighbour::TooStrong,
    }
}

/// Returns whether an enemy between the mover and this square is captured. A cave occupied by an enemy dragon
/// counts as that dragon, not as a cave.
fn is_anvil(cell: Content, mover: Player) -> bool {
    match cell {
        Content::Empty => false,
        Content::Mountain | Content::Cave { .. } => true,
        Content::Piece(piece) => piece.owner == mover,
    }
}
