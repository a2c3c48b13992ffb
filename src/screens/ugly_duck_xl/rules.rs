//! The instructions: their words, and the moves that are drawn as examples, on the seed's board.

use crate::console::{Document, Style};
use crate::games::ugly_duck::ANY_SIZE_ID;
use crate::screens::examples::draw_examples;

/// The columns in which they stand where there is no terminal.
const COLUMNS: usize = 79;

/// The instructions, with examples drawn as `style` wants them.
pub fn instructions(style: &Style) -> Document {
    Document::new(INSTRUCTIONS, COLUMNS).with_drawings(draw_examples(ANY_SIZE_ID, style))
}

const INSTRUCTIONS: &str = include_str!("rules.txt");
