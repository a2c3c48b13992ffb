//! The instructions, with drawings of the examples.

use crate::console::{Document, Style};
use crate::games::replica::{Replica, Rules};
use crate::screens::examples::draw_examples;
use crate::screens::shared::oriented;

/// The width of the instructions without a terminal.
const COLUMNS: usize = 80;

/// Returns the rules, in the wording of the original, for a board of this size, or for any board if `None`.
/// The examples are drawn on the smallest board.
pub fn instructions(size: Option<usize>, house: bool, style: &Style) -> Document {
    let moves = if house { HOUSE_MOVES } else { OFFICIAL_MOVES };
    let board = match size {
        Some(size) => format!("The board has {size} columns and {size} rows.\n"),
        None => "The board is 8x8, 12x12 or 16x16.\n".to_owned(),
    };
    let text = [TITLE, &board, SETUP, moves, GOAL, TYPING].join("\n");
    let smallest = Replica::<u64>::new(Rules::new(Rules::SIZES[0], house).unwrap_or(Rules::OFFICIAL));
    let drawings = draw_examples(&smallest, style);
    Document::new(oriented(&smallest, &text, style), COLUMNS).with_drawings(drawings)
}

const TITLE: &str = "\
REPLICA
=======
";

const SETUP: &str = "\
Replica is a two player game played with 12 black and 12 white flippable checkers. White (w) starts in the \
{top} {right} corner, black (b) in the {bottom} {left} one: a 2x2 square in the corner, flanked by a 2x2 \
square on each side. The pieces in the very corner start the game flipped over: they are kings, with capital \
letters. Players make one move per turn, starting with White: a step, a jump or a\u{a0}transform.
";

const OFFICIAL_MOVES: &str = "\
All moves, even captures, go \"forward\": 1 of the 3 directions towards the opponent's corner. For \
white that is {left}, {down}, or diagonally {left}-{down}; for black {right}, {up}, or diagonally {right}-{up}.

STEP       The piece moves forward one cell.
JUMP       The piece moves in a straight line forward over friendly pieces until it reaches a cell \
not occupied by a friendly piece.
           A step or jump onto an enemy piece captures it.
TRANSFORM  A friendly checker in line of sight of a friendly king is flipped: it becomes a king too. \
Only enemy pieces block the line of sight.
";

const HOUSE_MOVES: &str = "\
These are the house rules: pieces may also move back.

STEP       The piece moves one cell up, down, sideways or diagonally.
JUMP       The piece moves up, down or sideways over friendly pieces until it reaches a cell not \
occupied by a friendly piece.
           A step or jump onto an enemy piece captures it.
TRANSFORM  A friendly checker in line with a friendly king, with nothing between them, is flipped: it \
becomes a king too. A player with two kings cannot transform.

Between computers, 200 turns without a capture or a transform are a\u{a0}draw.
";

const GOAL: &str = "\
A player wins by getting any friendly king into the opposite corner, or by capturing any enemy king. \
A player with no legal move on their turn loses.
";

const TYPING: &str = "\
Type step, jump or transform, then two positions as column-row: 4-5 is column 4, row 5 (d5 also \
works). For a transform they are the piece and the king that sees it. An answer may end with a \
full stop.
";
