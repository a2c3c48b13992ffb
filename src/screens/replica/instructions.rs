//! The rules screen, in the wording of the seed document.

use crate::games::replica::Rules;

/// The rules of the game with these options; of the official game on any board where they are still open.
pub fn text(rules: Option<Rules>) -> String {
    let house = rules.is_some_and(Rules::house);
    let moves = if house { HOUSE_MOVES } else { OFFICIAL_MOVES };
    let board = match rules.map(Rules::size) {
        Some(size) => format!("The board has {size} columns and {size} rows.\n"),
        None => "The board has 8, 12 or 16 columns and as many rows.\n".to_owned(),
    };
    [TITLE, &board, SETUP, moves, GOAL, TYPING].join("\n")
}

const TITLE: &str = "\
REPLICA
=======
";

const SETUP: &str = "\
Replica is a two player game played with 12 black and 12 white flippable
checkers. White (w, kings W) starts in the top right corner, black (b, kings B)
in the bottom left one: a 2x2 square in the corner, flanked by a 2x2 square on
each side. The pieces in the very corner start the game flipped over: they are
kings. Players make one move per turn, starting with White: a step, a jump or
a transform.
";

const OFFICIAL_MOVES: &str = "\
All moves, even captures, go \"forward\": 1 of the 3 directions towards the
opponent's corner. For white that is left, down, or diagonally left-down; for
black right, up, or diagonally right-up.

STEP       The piece moves forward one square.
JUMP       The piece moves in a straight line forward over friendly pieces until
           it reaches a square not occupied by a friendly piece.
           An enemy piece on the square of arrival is captured, by a step too.
TRANSFORM  A friendly piece in line of sight of a friendly king is flipped: it
           becomes a king too. Only enemy pieces block the line of sight.
";

const HOUSE_MOVES: &str = "\
These are the house rules: pieces may go back.

STEP       The piece moves one square up, down, sideways or diagonally.
JUMP       The piece moves up, down or sideways over friendly pieces until it
           reaches a square not occupied by a friendly piece.
           An enemy piece on the square of arrival is captured, by a step too.
TRANSFORM  A friendly piece in line with a friendly king, with nothing between
           them, is flipped: it becomes a king too. A player with two kings
           cannot transform.
";

const GOAL: &str = "\
A player wins by getting any king of his into the opposite corner, or by
capturing any enemy king. A player who has no legal move on his turn loses.
";

const TYPING: &str = "\
Type step, jump or transform, then two positions as column-row: 4-5 is column 4,
row 5 (d5 is understood too). For a transform they are the piece and the king
that sees it. An answer may end with a full stop.
";
