//! What both screens of Ugly Duck say in the same words.

use crate::games::ugly_duck::Kind;

use super::examples::{Example, example};

/// What the letters of a drawing stand for.
pub const LETTERS: &str = "D S: Player 1's duck, swan   d s: Player 2's\n";

/// What a piece is called in a sentence.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Duck => "duck",
        Kind::Swan => "swan",
    }
}

/// The moves that are drawn in the instructions.
pub const EXAMPLES: [Example; 7] = [
    example("DDDDD/5/5/5/ddddd 1", "a2b3", "a duck goes one cell forward, straight or diagonally."),
    example("D1DDD/1D3/2d2/5/dd1dd 1", "b2c3", "a duck captures diagonally forward."),
    example("5/5/5/1D3/3dd 1", "d2e1", "a duck that reaches the far row becomes a swan."),
    example("5/5/2S2/5/ddd2 1", "c3b3", "a swan goes one cell back, straight or diagonally."),
    example("5/3d1/2S2/5/4d 1", "c3b4", "a swan captures diagonally back."),
    example("5/S4/5/5/4d 1", "b1a1", "a swan that is back in its first row wins."),
    example("5/5/1D3/2d2/5 1", "c2d3", "capturing the last piece of the other player wins."),
];
