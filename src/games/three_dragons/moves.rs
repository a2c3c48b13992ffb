//! A turn as a value, and the judge of turns.
//!
//! The judge asks the rules square by square, with [`DragonPosition::cell`] alone. The generator works on sets of
//! squares. Neither uses the other, so that a test can compare them.

use thiserror::Error;

use super::board::{Direction, Square};
use super::position::{Cell, DragonPosition, Piece};
use crate::model::{Player, Position as _};

/// A whole turn: a piece moves, captures, and maybe wakes a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it captures there, if there is a choice.
    pub choice: Choice,
}

/// How a turn captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Whatever happens by itself; where there is a choice, all custodial captures.
    Automatic,
    /// Of several ways to capture, the strength capture of the neighbour in this direction.
    Strength(Direction),
}

/// Why a turn is not legal, with the sentence that tells a person.
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
    /// Several strength captures are possible, and the turn does not say which.
    #[error("Several strength captures are possible: choose one, as in e8e6*u.")]
    CaptureNotChosen,
    /// No enemy stands in the direction of the strength capture.
    #[error("No enemy stands {}.", .0.place())]
    NobodyToCapture(Direction),
    /// The enemy in the direction of the strength capture is not weaker.
    #[error("The enemy {} is not weaker than your piece.", .0.place())]
    NotWeaker(Direction),
    /// The enemy in that direction is in a custodial capture, which costs no level.
    #[error("The enemy {} is in a custodial capture, which costs nothing.", .0.place())]
    CustodialThere(Direction),
    /// It is the only capture, so it happens by itself and nothing is to be chosen.
    #[error("The capture {} is the only one and happens by itself: leave the choice out.", .0.place())]
    NothingToChoose(Direction),
}

/// Asks whether the side to move may pick up what stands on `from`.
///
/// # Errors
/// There is no piece, or it is the opponent's.
pub fn check_valid_piece(position: &DragonPosition, from: Square) -> Result<Piece, Refusal> {
    match position.cell(from) {
        Cell::Empty => Err(Refusal::NoPiece),
        Cell::Mountain => Err(Refusal::MountainNotPiece),
        Cell::Cave { .. } => Err(Refusal::CaveNotPiece),
        Cell::Piece(piece) if piece.owner != position.to_move() => Err(Refusal::EnemyPiece),
        Cell::Piece(piece) => Ok(piece),
    }
}

/// Asks whether a piece on `from` can go to `to`: in a straight line, over empty squares, onto an empty square.
///
/// # Errors
/// What is wrong with the target, else the nearest thing in the way.
pub fn check_valid_position(position: &DragonPosition, from: Square, to: Square) -> Result<(), Refusal> {
    if from == to {
        return Err(Refusal::SameSquare);
    }
    let direction = direction_to(from, to).ok_or(Refusal::NotStraight)?;
    if let Some(obstacle) = Obstacle::on(position, to) {
        return Err(obstacle.at_target());
    }
    between(from, to, direction)
        .find_map(|square| Obstacle::on(position, square))
        .map_or(Ok(()), |obstacle| Err(obstacle.in_the_way()))
}

/// Asks whether `choice` is one for a piece of this level that has arrived on `to`.
///
/// # Errors
/// The choice is missing, not possible, or not to be made.
pub fn check_valid_capture(
    position: &DragonPosition,
    to: Square,
    level: u8,
    choice: Choice,
) -> Result<(), Refusal> {
    let chances = Direction::ALL.map(|direction| capture_chance(position, to, level, direction));
    let number_of = |wanted: Chance| chances.iter().filter(|chance| **chance == wanted).count();
    let strength = number_of(Chance::Strength);
    let custodial = number_of(Chance::Custodial) > 0;
    let Choice::Strength(direction) = choice else {
        return if custodial || strength < 2 { Ok(()) } else { Err(Refusal::CaptureNotChosen) };
    };
    match chances[direction as usize] {
        Chance::Nobody => Err(Refusal::NobodyToCapture(direction)),
        Chance::TooStrong => Err(Refusal::NotWeaker(direction)),
        Chance::Custodial => Err(Refusal::CustodialThere(direction)),
        Chance::Strength if !custodial && strength == 1 => Err(Refusal::NothingToChoose(direction)),
        Chance::Strength => Ok(()),
    }
}

/// Asks whether a whole turn is legal.
///
/// # Errors
/// The first reason found against it: the end of the game, the piece, the way, the capture.
pub fn check_turn(position: &DragonPosition, turn: Turn) -> Result<(), Refusal> {
    if position.decided().is_some() {
        return Err(Refusal::GameOver);
    }
    let piece = check_valid_piece(position, turn.from)?;
    check_valid_position(position, turn.from, turn.to)?;
    check_valid_capture(position, turn.to, piece.level, turn.choice)
}

/// What keeps a piece from a square.
enum Obstacle {
    Mountain,
    Cave,
    OwnPiece,
    EnemyPiece,
}

impl Obstacle {
    fn on(position: &DragonPosition, square: Square) -> Option<Obstacle> {
        match position.cell(square) {
            Cell::Empty => None,
            Cell::Mountain => Some(Obstacle::Mountain),
            Cell::Cave { .. } => Some(Obstacle::Cave),
            Cell::Piece(piece) if piece.owner == position.to_move() => Some(Obstacle::OwnPiece),
            Cell::Piece(_) => Some(Obstacle::EnemyPiece),
        }
    }

    fn at_target(self) -> Refusal {
        match self {
            Obstacle::Mountain => Refusal::OntoMountain,
            Obstacle::Cave => Refusal::OntoCave,
            Obstacle::OwnPiece => Refusal::OntoOwnPiece,
            Obstacle::EnemyPiece => Refusal::OntoEnemyPiece,
        }
    }

    fn in_the_way(self) -> Refusal {
        match self {
            // Mountains end the lines they are on, so none stands between two squares.
            Obstacle::Mountain => Refusal::OntoMountain,
            Obstacle::Cave => Refusal::CaveInTheWay,
            Obstacle::OwnPiece => Refusal::OwnPieceInTheWay,
            Obstacle::EnemyPiece => Refusal::EnemyPieceInTheWay,
        }
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
enum Chance {
    Nobody,
    TooStrong,
    Custodial,
    Strength,
}

fn capture_chance(position: &DragonPosition, to: Square, level: u8, direction: Direction) -> Chance {
    let mover = position.to_move();
    let Some(target) = to.step(direction) else { return Chance::Nobody };
    let Cell::Piece(enemy) = position.cell(target) else { return Chance::Nobody };
    if enemy.owner == mover {
        return Chance::Nobody;
    }
    if target.step(direction).is_some_and(|beyond| is_anvil(position.cell(beyond), mover)) {
        return Chance::Custodial;
    }
    if enemy.level < level { Chance::Strength } else { Chance::TooStrong }
}

/// Whether an enemy between the mover and this cell is caught. A cave in which an enemy dragon stands shows that
/// dragon, not the cave.
fn is_anvil(cell: Cell, mover: Player) -> bool {
    match cell {
        Cell::Empty => false,
        Cell::Mountain | Cell::Cave { .. } => true,
        Cell::Piece(piece) => piece.owner == mover,
    }
}
