//! The instructions: their text, and the moves drawn as examples, on the original's board.

use crate::console::{Document, Style};
use crate::games::ugly_duck::{Geometry, UglyDuckXl};
use crate::screens::examples::draw_examples;
use crate::screens::shared::oriented;

/// Their width without a terminal.
const COLUMNS: usize = 79;

/// Returns the instructions, with examples drawn in the given style.
pub fn instructions<G: Geometry>(game: &UglyDuckXl<G>, style: &Style) -> Document {
    let text = INSTRUCTIONS.to_owned() + style.wording("", MARKS);
    Document::new(oriented(game, &text, style), COLUMNS).with_drawings(draw_examples(game, style))
}

const INSTRUCTIONS: &str = include_str!("rules.txt");

/// What the signs next to a piece mean. The original has none.
const MARKS: &str = "\
The board shows the piece that moved last in [ ], or in > < if it captured, and the cell it left in ( ). Stars mark the piece \
that won.
";
