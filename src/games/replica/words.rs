//! What the refusals of the rules are called in English.

use super::moves::Refusal;

/// The reason as a sentence for a person.
pub(super) fn explain(refusal: Refusal, house: bool) -> &'static str {
    match refusal {
        Refusal::GameOver => "The game is over.",
        Refusal::OutsideBoard => "That square is outside the board.",
        Refusal::NoChecker => "There is no checker on that square.",
        Refusal::NotYourChecker => "That checker is not yours.",
        Refusal::SameCell => "A checker cannot move to its own square.",
        Refusal::NotOnALine => "That square is not in a straight line with the checker.",
        Refusal::NotForward => "A checker moves only forward, towards the opponent's corner.",
        Refusal::StepTooLong => "A step goes one square.",
        Refusal::DiagonalJump => "A jump goes along a row or a column, not along a diagonal.",
        Refusal::NothingToJump => "There is nothing to jump: a jump goes over checkers of yours.",
        Refusal::EnemyInJump => "An enemy checker is in the way: a jump goes over checkers of yours only.",
        Refusal::GapInJump => {
            "There is a gap in the jump: every square between must hold a checker of yours."
        }
        Refusal::OwnCheckerOnTarget => "A checker of yours is on the target square.",
        Refusal::AlreadyKing => "That checker is a king already.",
        Refusal::TooManyKings => "You have two kings already; no more are allowed.",
        Refusal::NotYourKing => "There is no king of yours on that square.",
        Refusal::KingNotInLine => "The king does not see the checker: they are not in line.",
        Refusal::SightBlocked if house => "The king does not see the checker: something stands between them.",
        Refusal::SightBlocked => "The king does not see the checker: an enemy stands between them.",
        Refusal::NoKingSees => "No king of yours sees that checker.",
    }
}
