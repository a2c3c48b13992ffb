//! The instructions: their words, and the moves that are drawn as examples, on the seed's board.

use crate::console::{Document, Style};
use crate::games::ugly_duck::{Size, game_of_size};
use crate::screens::examples::drawn;

/// The columns in which they stand where there is no terminal.
const COLUMNS: usize = 79;

/// The instructions, with examples drawn as `style` wants them.
pub fn instructions(style: &Style) -> Document {
    let board = game_of_size(Size::FIVE_BY_FIVE);
    let drawings = drawn(&board, style);
    Document::new(INSTRUCTIONS, COLUMNS).with_drawings(drawings)
}

const INSTRUCTIONS: &str = "\
INSTRUCTIONS

Take one of your ducks to the far row, where it becomes a swan, and bring the swan back to your \
first row. Player 1 (D and S, green) begins at the bottom, player 2 (d and s, red) at the top.

- A duck moves forward, a swan backward: one cell, straight or diagonally.
- You capture diagonally only, by entering the cell of the enemy's piece. You\u{a0}never have \
to capture. You cannot enter a cell with a piece of yours.
- Who first has a swan back home wins. So does who captures all the enemy's pieces. Who has no move \
on his turn loses. There is no draw.

On your turn type the number of a piece, then the letter of its move:

    q w e    up:   player 1's ducks (D), player 2's swans (s)
    a s d    down: player 1's swans (S), player 2's ducks (d)

A piece keeps its number for the whole game, as a swan too. Instead of a letter you may type the \
number of another piece. On the board the piece that moved last stands in [ ], the cell it left in ( \
).
";
