//! The instructions: their text, and the moves drawn as examples, on the original's board.

use crate::console::{Document, Style};
use crate::games::ugly_duck::ANY_SIZE_ID;
use crate::screens::examples::draw_examples;
use crate::screens::shared::oriented;
use crate::words::Flip;

/// Their width without a terminal.
const COLUMNS: usize = 79;

/// Returns the instructions, with examples drawn in the given style.
pub fn instructions(style: &Style) -> Document {
    Document::new(oriented(INSTRUCTIONS, Flip::Rows, style), COLUMNS)
        .with_drawings(draw_examples(ANY_SIZE_ID, style))
}

const INSTRUCTIONS: &str = include_str!("rules.txt");
