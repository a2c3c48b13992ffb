//! A move as a value, and the judge of moves.
//!
//! The judge asks the rules square by square, with [`Position::content`] alone. The generator works on sets of
//! squares. Neither uses the other, so that a test can compare them.

use thiserror::Error;

use super::board::{Direction, Square};
use super::position::{Content, Piece, Position};
use crate::model::{Player, Position as _};

/// A whole turn: a piece moves, captures, and maybe wakes a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it captures there, if there is a choice.
    pub choice: CaptureChoice,
}

/// How a move captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaptureChoice {
    /// Whatever happens by itself; where there is a choice, all custodial captures.
    Automatic,
    /// Of several ways to capture, the strength capture of the neighbour in this direction.
    Strength(Direction),
}

/// Why a move is not legal, with the sentence that tells a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// There is nothing on the square of the piece.
    #[error("There is no piece there.")]
    NoPiece,
    /// A mountain is not a piece.
    #[error("That is a mountain, not a piece.")]
    MountainNotPiece,
    /// An empty cave is not a piece.
    #[error("That is an empty cave, not a piece.")]
    CaveNotPiece,
    /// The piece is the opponent's.
    #[error("That is not your piece.")]
    EnemyPiece,
    /// The piece would stay where it is.
    #[error("The piece already stands there.")]
    SameSquare,
    /// The target is neither in the row nor in the column of the piece.
    #[error("A piece moves in a straight line along its row or its column.")]
    NotStraight,
    /// The target is a mountain.
    #[error("A piece cannot enter a mountain.")]
    OntoMountain,
    /// The target is a cave.
    #[error("A piece cannot enter a cave.")]
    OntoCave,
    /// An own piece stands on the target.
    #[error("Your own piece stands there.")]
    OntoOwnPiece,
    /// An enemy piece stands on the target.
    #[error("An enemy piece stands there: pieces are captured from the side.")]
    OntoEnemyPiece,
    /// A cave lies between piece and target.
    #[error("A cave is in the way.")]
    CaveInTheWay,
    /// An own piece stands between piece and target.
    #[error("Your own piece is in the way.")]
    OwnPieceInTheWay,
    /// An enemy piece stands between piece and target.
    #[error("An enemy piece is in the way.")]
    EnemyPieceInTheWay,
    /// Several strength captures are possible, and the move does not say which.
    #[error("Several strength captures are possible: choose one, as in e8e6*u.")]
    CaptureNotChosen,
    /// No enemy stands in the direction of the strength capture.
    #[error("No enemy stands {}.", .0.relative_position())]
    NobodyToCapture(Direction),
    /// The enemy in the direction of the strength capture is not weaker.
    #[error("The enemy {} is not weaker than your piece.", .0.relative_position())]
    NotWeaker(Direction),
    /// The enemy in that direction is in a custodial capture, which costs no level.
    #[error("The enemy {} is in a custodial capture, which costs nothing.", .0.relative_position())]
    CustodialThere(Direction),
    /// It is the only capture, so it happens by itself and nothing is to be chosen.
    #[error("The capture {} is the only one and happens by itself: leave the choice out.", .0.relative_position())]
    NothingToChoose(Direction),
}

/// Asks whether the side to move may pick up what stands on `from`.
///
/// # Errors
/// There is no piece, or it is the opponent's.
pub fn check_valid_piece(position: &Position, from: Square) -> Result<Piece, Refusal> {
    match position.content(from) {
        Content::Empty => Err(Refusal::NoPiece),
        Content::Mountain => Err(Refusal::MountainNotPiece),
        Content::Cave { .. } => Err(Refusal::CaveNotPiece),
        Content::Piece(piece) if piece.owner != position.to_move() => Err(Refusal::EnemyPiece),
        Content::Piece(piece) => Ok(piece),
    }
}

/// Asks whether a piece on `from` can go to `to`: in a straight line, over empty squares, onto an empty square.
///
/// # Errors
/// What is wrong with the target, else the nearest thing in the way.
pub fn check_valid_position(position: &Position, from: Square, to: Square) -> Result<(), Refusal> {
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

/// Asks whether `choice` is one for a piece of this level that has arrived on `to`.
///
/// # Errors
/// The choice is missing, not possible, or not to be made.
pub fn check_valid_capture(
    position: &Position,
    to: Square,
    level: u8,
    choice: CaptureChoice,
) -> Result<(), Refusal> {
    let neighbours = Direction::ALL.map(|direction| neighbour(position, to, level, direction));
    let number_of = |wanted: Neighbour| neighbours.iter().filter(|neighbour| **neighbour == wanted).count();
    let strength = number_of(Neighbour::Strength);
    let custodial = number_of(Neighbour::Custodial) > 0;
    let CaptureChoice::Strength(direction) = choice else {
        return if custodial || strength < 2 { Ok(()) } else { Err(Refusal::CaptureNotChosen) };
    };
    match neighbours[direction as usize] {
        Neighbour::Nobody => Err(Refusal::NobodyToCapture(direction)),
        Neighbour::TooStrong => Err(Refusal::NotWeaker(direction)),
        Neighbour::Custodial => Err(Refusal::CustodialThere(direction)),
        Neighbour::Strength if !custodial && strength == 1 => Err(Refusal::NothingToChoose(direction)),
        Neighbour::Strength => Ok(()),
    }
}

/// Asks whether a whole turn is legal.
///
/// # Errors
/// The first reason found against it: the end of the game, the piece, the way, the capture.
pub(super) fn check_move(position: &Position, mv: Move) -> Result<(), Refusal> {
    if position.terminal_outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    let piece = check_valid_piece(position, mv.from)?;
    check_valid_position(position, mv.from, mv.to)?;
    check_valid_capture(position, mv.to, piece.level, mv.choice)
}

/// Why nothing may come to the square, and why nothing may pass it; `None` if it is empty.
fn obstacle(position: &Position, square: Square) -> Option<[Refusal; 2]> {
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

/// The squares between two squares of one line, nearest to `from` first.
fn between(from: Square, to: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(from.step(direction), move |square| square.step(direction))
        .take_while(move |square| *square != to)
}

/// What a neighbouring square offers to the piece that has arrived.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    Nobody,
    TooStrong,
    Custodial,
    Strength,
}

fn neighbour(position: &Position, to: Square, level: u8, direction: Direction) -> Neighbour {
    let mover = position.to_move();
    let Some(target) = to.step(direction) else { return Neighbour::Nobody };
    let Content::Piece(enemy) = position.content(target) else { return Neighbour::Nobody };
    if enemy.owner == mover {
        return Neighbour::Nobody;
    }
    if target.step(direction).is_some_and(|beyond| is_anvil(position.content(beyond), mover)) {
        return Neighbour::Custodial;
    }
    if enemy.level < level { Neighbour::Strength } else { Neighbour::TooStrong }
}

/// Whether an enemy between the mover and this cell is caught. A cave in which an enemy dragon stands shows that
/// dragon, not the cave.
fn is_anvil(cell: Content, mover: Player) -> bool {
    match cell {
        Content::Empty => false,
        Content::Mountain | Content::Cave { .. } => true,
        Content::Piece(piece) => piece.owner == mover,
    }
}
