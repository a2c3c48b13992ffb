//! Positions and moves in words, for every style of the board.

use crate::games::replica::moves::Move;
use crate::games::replica::notation::NAMES;
use crate::games::replica::{Cell, CellSet, Direction, ReplicaPosition};
use crate::model::{History, Player, Position};

/// A cell as people type it in this game: column, dash, row, both from 1.
pub(super) fn place(cell: Cell) -> String {
    format!("{}-{}", cell.column() + 1, cell.row() + 1)
}

/// The player's colour as the first word of a sentence.
pub(super) fn title(player: Player) -> &'static str {
    match player {
        Player::One => "White",
        Player::Two => "Black",
    }
}

/// A move in words: `step 6-7 to 5-6`.
pub(super) fn turn(mv: Move) -> String {
    match mv {
        Move::Transform(cell) => format!("transform {}", place(cell)),
        Move::Go { from, to } => {
            let kind = if is_step(from, to) { "step" } else { "jump" };
            format!("{kind} {} to {}", place(from), place(to))
        }
    }
}

/// Whether a legal move between these cells is a step; else it is a jump.
pub(super) fn is_step(from: Cell, to: Cell) -> bool {
    Direction::between(from, to).is_some_and(|(_, distance)| distance == 1)
}

/// What the last move of `history` did beside moving: a capture, a new king, a king in the corner. Empty if nothing.
pub(super) fn consequences<S: CellSet>(history: &History<ReplicaPosition<S>>) -> String {
    let Some((before, mv, after)) = history.turns().next_back() else { return String::new() };
    let mover = before.to_move();
    let mut text = String::new();
    match mv {
        Move::Transform(cell) => {
            text += &format!("The {} checker on {} is now a king.\n", NAMES[mover.index()], place(cell));
        }
        Move::Go { to, .. } => {
            if let Some(victim) = before.at(to) {
                let what = if victim.king { "king" } else { "checker" };
                let loser = NAMES[victim.owner.index()];
                text += &format!("{} captures a {loser} {what} on {}!\n", title(mover), place(to));
            }
        }
    }
    if after.has_arrived(mover) {
        let corner = place(after.rules().goal(mover));
        text += &format!("A {} king stands in the opposite corner, {corner}!\n", NAMES[mover.index()]);
    }
    text
}

/// The position as plain sentences, one a line: the checkers and kings of each side, then the last move.
pub(super) fn position<S: CellSet>(history: &History<ReplicaPosition<S>>) -> String {
    let current = history.current();
    let size = current.rules().size();
    let mut text = format!("The board has {size} columns and {size} rows.\n");
    for player in Player::BOTH {
        let kings = current.kings(player);
        let checkers = current.checkers(player) & !kings;
        text +=
            &format!("{} has {} and {}.\n", title(player), count("checker", checkers), count("king", kings));
    }
    if let Some((before, mv, _)) = history.turns().next_back() {
        text += &format!("Last move: {}, {}.\n", NAMES[before.to_move().index()], turn(mv));
        text += &consequences(history);
    }
    text
}

fn count<S: CellSet>(what: &str, cells: S) -> String {
    let places: Vec<String> = cells.cells().map(place).collect();
    match places.as_slice() {
        [] => format!("no {what}s"),
        [only] => format!("1 {what} on {only}"),
        _ => format!("{} {what}s on {}", places.len(), places.join(", ")),
    }
}
