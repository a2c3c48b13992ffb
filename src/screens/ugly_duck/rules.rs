//! The text of the instructions.

/// Their width without a terminal.
pub const COLUMNS: usize = 80;

pub const INSTRUCTIONS: &str = include_str!("rules.txt");

/// What the original says elsewhere, or nowhere. A terminal shows it below the pictures.
pub const MORE_RULES: &str = "\
A player who captures every piece of the adversary wins, too. A player with no legal move loses.";
