//! What pieces and their moves are called: `D3` and an arrow on the screen, "duck 3" and "up" in words.

use crate::console::{BoardStyle, Look};
use crate::games::ugly_duck::Piece;
use crate::games::ugly_duck::notation::letter_of;
use crate::games::ugly_duck::steps::Step;

use super::super::uglyduck::describe::kind_name;

/// A piece with its number: `D3`; "duck 3" in words, where large and small letters sound alike.
pub fn name(piece: Piece, number: usize, look: &Look) -> String {
    match look.board {
        BoardStyle::Words => format!("{} {number}", kind_name(piece.kind)),
        _ => format!("{}{number}", letter_of(piece)),
    }
}

/// A direction: an arrow, or words.
pub fn direction(step: Step, look: &Look) -> String {
    match look.board {
        BoardStyle::Words => step.words.to_owned(),
        BoardStyle::Ascii => step.ascii.to_string(),
        BoardStyle::Classic | BoardStyle::Compact => step.arrow.to_string(),
    }
}
