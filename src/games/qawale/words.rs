//! What the game says when it refuses.

use super::moves::Refusal;

/// The reason as one or two short sentences.
pub(super) fn explain(refusal: Refusal) -> String {
    match refusal {
        Refusal::GameOver => "The game is over.".to_owned(),
        Refusal::OutsideBoard => "Outside the board: the cells are A1 to D4.".to_owned(),
        Refusal::EmptyCell(cell) => {
            format!("{} is empty. A piece is placed on top of a stack.", name(cell))
        }
        Refusal::NotAdjacent { from, to } if from == to => {
            format!("The stack is on {} already. It has to go on to a cell next to it.", name(from))
        }
        Refusal::NotAdjacent { from, to } => {
            format!("{} is not next to {}. A step goes up, down, left or right.", name(to), name(from))
        }
        Refusal::StraightBack(cell) => {
            format!("The stack has just come from {}. It may not go straight back.", name(cell))
        }
        Refusal::PiecesLeft(1) => "The walk is too short: a piece is left in the hand.".to_owned(),
        Refusal::PiecesLeft(count) => {
            format!("The walk is too short: {count} pieces are left in the hand.")
        }
        Refusal::HandEmpty => "The walk is too long: the hand is empty.".to_owned(),
    }
}

/// A cell as the screens write it.
fn name(cell: super::Cell) -> String {
    cell.to_string().to_uppercase()
}
