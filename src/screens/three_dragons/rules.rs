//! The instructions: their words, and the moves that are drawn as examples.

use crate::screens::examples::{Example, example};

/// The columns in which the instructions stand where there is no terminal.
pub const COLUMNS: usize = 80;

pub const INSTRUCTIONS: &str = "\
Three Dragons

MOVE     White moves first. A piece moves orthogonally any number of squares over empty squares. \
Mountains (M) and caves (CA, CE) are never entered or crossed.
CAPTURE  Capturing happens at the end of your move and is compulsory.
         Custodial: every enemy beside your piece that has one of your pieces, a\u{a0}mountain or a cave \
on its other side is taken. Moving between two enemies is safe.
         Strength: one weaker enemy beside your piece is taken, and your piece loses one level. An \
enemy in a custodial capture is not offered.
         With several ways to capture you choose: all custodial captures, or one\u{a0}by strength.
DRAGONS  Hold every square beside an available cave (CA) with your pieces, and you get a dragon in \
it: level 3 at the sides, level 5 in the centre. Each cave gives one dragon in the whole game; when \
the dragon is gone the cave shows CE.
END      A player reduced to one piece, or none, has lost. So has a player without a legal move. \
Computers stop after 500 turns without a capture\u{a0}or a dragon: a draw.

Type the row (1 to 9), then the column (A to I); b9 or 9b at a row prompt gives\u{a0}both.
";

pub const EXAMPLES: [Example; 5] = [
    example(
        "#cbbbbbc#/4d4/9/9/*3*3*/9/9/4D4/#CBBBBBC# w",
        "b9b5",
        "a piece goes any number of empty squares along a row or a column.",
    ),
    example("#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4ee1# w", "d8d6", "an enemy between two pieces is captured."),
    example(
        "#7#/9/9/9/*2b*3*/9/9/3D5/#A3ee1# w",
        "d8d6",
        "a weaker enemy beside the piece is captured, which costs it a level.",
    ),
    example(
        "#7#/9/9/A8/*A2*3*/9/9/A8/#4ee1# w",
        "a8a6",
        "whoever holds every square beside a cave gets a dragon in it.",
    ),
    example("#7#/9/9/9/*3*3*/1Ab6/9/3D5/#4e2# w", "d8d6", "capturing all enemies but one wins."),
];
