//! Pieces and directions in words.
//!
//! On the board a piece is `D3` and a direction an arrow; in plain sentences they are "duck 3" and "up".

use crate::console::{BoardStyle, Style};
use crate::games::ugly_duck::{Cell, Geometry, Piece, Step, UglyDuckPosition, letter_of};
use crate::model::{Player, View};
use crate::words::ducks::kind_name;

/// Names a piece with its number: `D3`, or "duck 3" in the words style, because a screen reader reads upper
/// and lower case alike.
pub fn name(piece: Piece, number: usize, style: &Style) -> String {
    match style.board {
        BoardStyle::Words => format!("{} {number}", kind_name(piece.kind)),
        _ => format!("{}{number}", letter_of(piece)),
    }
}

/// The letter, the arrow, the ASCII arrow and the words of each direction.
const WAYS: [(char, &str, &str, &str); 6] = [
    ('q', "↖", "\\", "up left"),
    ('w', "↑", "^", "up"),
    ('e', "↗", "/", "up right"),
    ('a', "↙", "/", "down left"),
    ('s', "↓", "v", "down"),
    ('d', "↘", "\\", "down right"),
];

/// Returns a direction as seen on the board: an arrow, or words.
pub fn direction(step: Step, style: &Style) -> &'static str {
    let index = WAYS.iter().position(|(letter, ..)| *letter == step.letter);
    // Flipping exchanges the two halves of the table: up and down.
    let index = index.map(|index| if style.is_flipped() { (index + 3) % WAYS.len() } else { index });
    index.map_or("", |index| {
        let (_, arrow, ascii, words) = WAYS[index];
        match style.board {
            BoardStyle::Words => words,
            _ if style.is_ascii() => ascii,
            _ => arrow,
        }
    })
}

/// Returns a player's pieces on the board with their numbers, in order.
pub fn pieces_on_board<G: Geometry>(
    view: &View<'_, UglyDuckPosition<G>>,
    player: Player,
) -> impl Iterator<Item = (usize, Cell)> {
    view.numbering.remaining(player).map(|(number, cell)| (number, cell.into()))
}
