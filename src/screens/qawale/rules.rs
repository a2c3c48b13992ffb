//! The text of the instructions.

use crate::games::qawale::Qawale;

/// The width of the instructions without a terminal.
pub const COLUMNS: usize = 69;

/// Returns the text of the instructions.
pub fn instructions(game: Qawale) -> String {
    let [pieces, turns] = [game.pieces(), game.turns()].map(|number| number.to_string());
    INSTRUCTIONS.replace("PIECES", &pieces).replace("TURNS", &turns)
}

const INSTRUCTIONS: &str = include_str!("rules.txt");
