//! Players and moves in words.

use crate::games::replica::{CellSet, Move, ReplicaPosition, player_name};
use crate::model::{Player, Position as _, Seating, View};
use crate::words::capitalised;
use crate::words::replica::position_text;

/// Returns the player's colour to start a sentence.
pub fn title(player: Player) -> String {
    capitalised(player_name(player))
}

/// Announces what else the last move did: a capture, a new king, a king in the corner. Empty if nothing.
pub fn consequences<S: CellSet>(view: &View<'_, ReplicaPosition<S>>) -> String {
    let Some((before, mv, after)) = view.last_turn() else { return String::new() };
    let mover = before.to_move();
    let mut text = String::new();
    match mv {
        Move::Transform(cell) => {
            text +=
                &format!("The {} checker on {} is now a king.\n", player_name(mover), position_text(cell));
        }
        Move::Go { to, .. } => {
            if let Some(victim) = before.checker(to) {
                let what = if victim.king { "king" } else { "checker" };
                let loser = player_name(victim.owner);
                text += &format!("{} captures a {loser} {what} on {}!\n", title(mover), position_text(to));
            }
        }
    }
    if after.has_king_in_goal(mover) {
        let corner = position_text(after.rules().goal(mover));
        text += &format!("A {} king is in the opposite corner, {corner}!\n", player_name(mover));
    }
    text
}

/// Names the cells of a set.
pub fn places<S: CellSet>(cells: S) -> Vec<String> {
    cells.cells().map(position_text).collect()
}

/// Returns the player's name and colour, or only the colour of a human without a name.
pub fn who(player: Player, seating: &Seating) -> String {
    let colour = player_name(player);
    match seating.name(player) {
        Some(name) => format!("{name} ({colour})"),
        None if seating.is_human(player) => colour.to_owned(),
        None => format!("computer ({colour})"),
    }
}

/// The letters of each player's pieces on a board at a terminal.
pub const LETTERS: [&str; 2] = ["w, kings W^", "b, kings B^"];
