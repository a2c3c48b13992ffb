//! The reasons of the rules, as sentences for a person.

use super::moves::Refusal;

/// The sentence for a refusal.
pub fn explain(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::GameOver => "The game is over.",
        Refusal::OutsideBoard => "That cell is outside the board.",
        Refusal::EmptyCell => "There is no piece on that cell.",
        Refusal::EnemyPiece => "That piece belongs to your opponent.",
        Refusal::DuckMovesForward => "A duck moves forward: to the next row towards the far side.",
        Refusal::SwanMovesBackward => "A swan moves backward: to the next row towards its own first row.",
        Refusal::TooFar => "A piece moves one cell only, straight or diagonally.",
        Refusal::OwnPieceInTheWay => "A piece of yours is in the way.",
        Refusal::NoStraightCapture => "A piece straight ahead cannot be captured: captures are diagonal.",
    }
}
