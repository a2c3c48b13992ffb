//! The text of the instructions.

/// Their width without a terminal.
pub const COLUMNS: usize = 79;

pub const INSTRUCTIONS: &str = include_str!("rules.txt");

/// What the signs next to a piece mean. The original has none.
pub const MARKS: &str = "\
The board shows the piece that moved last in [ ], or in > < if it captured, and the cell it left in ( ). Stars mark the piece \
that won.
";
