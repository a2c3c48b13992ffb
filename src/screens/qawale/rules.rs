//! The text of the instructions.

use crate::games::qawale::Qawale;

/// The width of the instructions without a terminal.
pub const COLUMNS: usize = 69;

/// Returns the text of the instructions.
pub fn instructions(game: Qawale) -> String {
    let [pieces, turns] = [game.pieces(), game.turns()].map(|number| number.to_string());
    INSTRUCTIONS.replace("PIECES", &pieces).replace("TURNS", &turns)
}

const INSTRUCTIONS: &str = "\
The board has 4x4 cells: columns A to D, rows 1 to 4. Dark (d) and light (l) each have PIECES pieces in \
hand. Each corner holds two neutral tan pieces (t).

On your turn you place one of your pieces on top of any stack, never on an empty cell. Then you lift \
that whole stack and walk it: each step goes to an orthogonal neighbour and leaves the bottom piece \
there, until your hand is empty. A step may not go straight back to the cell just left.

A colour wins if, after a whole turn, four of its pieces are visible from above in a row, a column or \
a diagonal. If both colours have such a line, the player who just moved wins. A line in the \
middle of a walk does not count. After TURNS turns without a line the game is a draw.

Type cells as a1 or a/1: first the cell to place on, then a cell for every piece in your hand. \
Type \"wrong\" to start the turn over, or \":help\" for a list of commands.

Stacks are written from bottom to top: [ttd] shows a dark piece.";
