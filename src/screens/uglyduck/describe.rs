//! Positions and moves in plain sentences, for both screens.

use crate::games::ugly_duck::geometry::{Cell, Geometry};
use crate::games::ugly_duck::notation::{player_name, write_cell};
use crate::games::ugly_duck::{Kind, Position};
use crate::model::{History, Player, Position as _};

pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Duck => "duck",
        Kind::Swan => "swan",
    }
}

/// What the last move of `history` did beside moving: a capture, a promotion. Empty if it did neither.
pub fn consequences<G: Geometry>(history: &History<Position<G>>) -> String {
    let Some((before, mv, after)) = history.turns().next_back() else { return String::new() };
    let mover = player_name(before.to_move());
    let mut text = String::new();
    if let Some(victim) = before.piece(mv.to) {
        let (kind, loser) = (kind_name(victim.kind), player_name(victim.owner));
        text += &format!("{mover} captures a {kind} of {loser} on {}!\n", write_cell(mv.to));
    }
    if before.is_promotion(mv) && after.piece(mv.to).is_some() {
        text += &format!("The duck of {mover} on {} is now a swan!\n", write_cell(mv.to));
    }
    text
}

/// The position as plain sentences, one a line: the pieces of each side, the last move, whose turn it is.
pub fn position<G: Geometry>(history: &History<Position<G>>) -> String {
    let current = history.current();
    let mut text = String::new();
    for player in Player::BOTH {
        let ducks = cells_of(current, player, Kind::Duck);
        let swans = cells_of(current, player, Kind::Swan);
        text += &format!(
            "{} has {} and {}.\n",
            player_name(player),
            count("duck", &ducks),
            count("swan", &swans)
        );
    }
    if let Some((before, mv, _)) = history.turns().next_back() {
        let kind = before.piece(mv.from).map_or("piece", |piece| kind_name(piece.kind));
        let (mover, from, to) = (player_name(before.to_move()), write_cell(mv.from), write_cell(mv.to));
        text += &format!("Last move: {mover} moved a {kind} from {from} to {to}.\n");
    }
    text
}

fn cells_of<G: Geometry>(position: &Position<G>, player: Player, kind: Kind) -> Vec<String> {
    let holds =
        |cell: &Cell| position.piece(*cell).is_some_and(|piece| piece.owner == player && piece.kind == kind);
    position.geometry().size().cells().filter(holds).map(write_cell).collect()
}

fn count(what: &str, cells: &[String]) -> String {
    match cells {
        [] => format!("no {what}s"),
        [cell] => format!("1 {what} on {cell}"),
        _ => format!("{} {what}s on {}", cells.len(), cells.join(", ")),
    }
}
