//! What both screens of Ugly Duck say in the same words.

use crate::games::ugly_duck::Kind;

/// What the letters of a drawing stand for.
pub const LETTERS: &str = "D S: Player 1's duck, swan   d s: Player 2's\n";

/// What a piece is called in a sentence.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Duck => "duck",
        Kind::Swan => "swan",
    }
}
