//! The wording of every refusal.

use super::describe::place;
use super::moves::Refusal;

/// The reason as one sentence.
pub fn explain(refusal: Refusal) -> String {
    let fixed = match refusal {
        Refusal::GameOver => "The game is over.",
        Refusal::NoPiece => "There is no piece there.",
        Refusal::MountainNotPiece => "That is a mountain, not a piece.",
        Refusal::CaveNotPiece => "That is an empty cave, not a piece.",
        Refusal::EnemyPiece => "That is not your piece.",
        Refusal::SameSquare => "The piece already stands there.",
        Refusal::NotStraight => "A piece moves in a straight line along its row or its column.",
        Refusal::OntoMountain => "A piece cannot enter a mountain.",
        Refusal::OntoCave => "A piece cannot enter a cave.",
        Refusal::OntoOwnPiece => "Your own piece stands there.",
        Refusal::OntoEnemyPiece => "An enemy piece stands there: pieces are captured from the side.",
        Refusal::CaveInTheWay => "A cave is in the way.",
        Refusal::OwnPieceInTheWay => "Your own piece is in the way.",
        Refusal::EnemyPieceInTheWay => "An enemy piece is in the way.",
        Refusal::CaptureNotChosen => "Several strength captures are possible: choose one, as in e8e6*u.",
        Refusal::NobodyToCapture(direction) => return format!("No enemy stands {}.", place(direction)),
        Refusal::NotWeaker(direction) => {
            return format!("The enemy {} is not weaker than your piece.", place(direction));
        }
        Refusal::CustodialThere(direction) => {
            return format!("The enemy {} is in a custodial capture, which costs nothing.", place(direction));
        }
        Refusal::NothingToChoose(direction) => {
            return format!(
                "The capture {} is the only one and happens by itself: leave the choice out.",
                place(direction)
            );
        }
    };
    fixed.to_owned()
}
