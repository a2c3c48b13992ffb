//! The text of the instructions.

/// Their width without a terminal.
pub const COLUMNS: usize = 80;

pub const INSTRUCTIONS: &str = "\
DUCK > A duck moves one cell orthogonal and diagonal forward
  - Ducks capture diagonal forward. Captures are not mandatory.
  - A duck reaching last row is promoted to a swan.
SWAN > A swan moves one cell orthogonal and diagonal backward
  - Swans capture diagonal backward. Captures are not mandatory.
GOAL > Wins the player who first moves a swan into his first row.

To choose a spot on the board use the following convention:
  \"X0\" -> where X is the row and 0 represents the column.";

/// What the original says elsewhere, or nowhere. A terminal shows it below the pictures.
pub const MORE_RULES: &str = "\
A player who captures every piece of the adversary wins, too. A player with no legal move loses.";
