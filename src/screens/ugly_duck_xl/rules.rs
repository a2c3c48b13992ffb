//! The instructions: their words, and the moves that are drawn as examples, on the seed's board.

use crate::console::{Document, Style};
use crate::games::ugly_duck::{Size, game_of_size};
use crate::screens::Screen as _;
use crate::screens::examples::drawn;

/// The columns in which they stand where there is no terminal.
const COLUMNS: usize = 79;

/// The instructions, with examples drawn as `style` wants them.
pub fn instructions(style: &Style) -> Document {
    let board = game_of_size(Size::FIVE_BY_FIVE);
    let drawings = drawn(&board.taught(), style);
    Document::new(INSTRUCTIONS, COLUMNS).with_drawings(drawings)
}

const INSTRUCTIONS: &str = include_str!("rules.txt");
