//! The instructions: their text, and the moves drawn as examples.

use crate::screens::examples::{Example, example};

/// The width of the instructions without a terminal.
pub const COLUMNS: usize = 80;

pub const INSTRUCTIONS: &str = include_str!("rules.txt");

pub const EXAMPLES: [Example; 5] = [
    example(
        "#cbbbbbc#/4d4/9/9/*3*3*/9/9/4D4/#CBBBBBC# w",
        "b9b5",
        "a piece moves any number of empty squares along a row or a column.",
    ),
    example("#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4ee1# w", "d8d6", "an enemy between two white pieces is captured."),
    example(
        "#7#/9/9/9/*2b*3*/9/9/3D5/#A3ee1# w",
        "d8d6",
        "the piece captures a weaker enemy next to it, and loses a level.",
    ),
    example(
        "#7#/9/9/A8/*A2*3*/9/9/A8/#4ee1# w",
        "a8a6",
        "a player who holds every square next to a cave gets a dragon in it.",
    ),
    example("#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4e2# w", "d8d6", "capturing all enemies but one wins."),
];
