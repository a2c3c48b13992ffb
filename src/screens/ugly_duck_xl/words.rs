//! Pieces, moves, positions and endings in words.
//!
//! On the board a piece is `D3` and a direction an arrow; in plain sentences they are "duck 3" and "up".

use crate::console::{BoardStyle, Style};
use crate::games::ugly_duck::{Cell, Geometry, Kind, Piece, Step, UglyDuckPosition, letter_of, player_name};
use crate::model::{Ending, Outcome, Player, Position as _, Seating, View};
use crate::words::ducks::kind_name;
use crate::words::ugly_duck_xl::{WAYS, last_move};
use crate::words::{counted, ending_reason};

/// Names a piece with its number: `D3`, or "duck 3" in the words style, because a screen reader reads upper
/// and lower case alike.
pub fn name(piece: Piece, number: usize, style: &Style) -> String {
    match style.board {
        BoardStyle::Words => format!("{} {number}", kind_name(piece.kind)),
        _ => format!("{}{number}", letter_of(piece)),
    }
}

/// The arrow and the ASCII arrow of each direction, in the order of [`WAYS`].
const ARROWS: [(&str, &str); 6] = [("↖", "\\"), ("↑", "^"), ("↗", "/"), ("↙", "/"), ("↓", "v"), ("↘", "\\")];

/// Returns a direction as seen on the board: an arrow, or words.
pub fn direction(step: Step, style: &Style) -> &'static str {
    let index = WAYS.iter().position(|(letter, _)| *letter == step.letter);
    // Flipping exchanges the two halves of the table: up and down.
    let index = index.map(|index| if style.is_flipped() { (index + 3) % WAYS.len() } else { index });
    index.map_or("", |index| {
        let ((arrow, ascii), (_, words)) = (ARROWS[index], WAYS[index]);
        match style.board {
            BoardStyle::Classic | BoardStyle::Compact => arrow,
            BoardStyle::Ascii => ascii,
            BoardStyle::Words => words,
        }
    })
}

/// Returns the line above the board: the number of the move, and whose turn it is. Only the original and
/// nothing else does not name the computer.
pub fn turn<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>, seating: &Seating, style: &Style) -> String {
    let (moves, position) = (view.plies, view.position);
    if position.outcome().is_some() {
        let count = format!("After {}\n", counted(moves, "move"));
        return if style.is_original_only() { String::new() } else { count };
    }
    let player = position.to_move();
    let computer = seating.bots[player.index()].as_ref().filter(|_| !style.is_original_only());
    let computer = computer.map_or_else(String::new, |bot| format!(" (computer, {bot})"));
    format!("Move {}: {}'s turn{computer}\n", moves + 1, player_name(player))
}

/// Announces what else the last move did: a capture, a promotion. Empty if neither.
pub fn consequences<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>, style: &Style) -> String {
    let Some((before, mv, _)) = view.last_turn() else { return String::new() };
    let named = |cell, number: Option<usize>| {
        before.piece(cell).zip(number).map(|(piece, number)| name(piece, number, style))
    };
    let mover = player_name(before.to_move());
    let piece = named(mv.from, view.numbering.on(mv.to.into())).unwrap_or_default();
    let mut text = String::new();
    if let Some(victim) = named(mv.to, view.numbering.captured()) {
        text += &format!("{mover} captures {victim} with {piece}!\n");
    }
    if before.is_promotion(mv) {
        text += &format!("{mover}'s {piece} is now a swan!\n");
    }
    text
}

/// Describes the position: the ducks and swans of each side, and the last move.
pub fn position<G: Geometry>(view: &View<'_, UglyDuckPosition<G>>) -> String {
    let mut text = String::new();
    for player in Player::BOTH {
        for kind in [Kind::Duck, Kind::Swan] {
            let is_kind = |cell| view.position.piece(cell).is_some_and(|piece| piece.kind == kind);
            let pieces = pieces_on_board(view, player).filter(|(_, cell)| is_kind(*cell));
            let places: Vec<String> = pieces.map(|(number, cell)| format!("{number} on {cell}")).collect();
            let places = if places.is_empty() { "none".to_owned() } else { places.join(", ") };
            text += &format!("{}'s {}s: {places}.\n", player_name(player), kind_name(kind));
        }
    }
    text + &last_move(view)
}

/// Returns a player's pieces on the board with their numbers, in order.
pub fn pieces_on_board<G: Geometry>(
    view: &View<'_, UglyDuckPosition<G>>,
    player: Player,
) -> impl Iterator<Item = (usize, Cell)> {
    view.numbering.remaining(player).map(|(number, cell)| (number, cell.into()))
}

/// Returns the text at the end of the game.
pub fn ending(ending: &Ending) -> String {
    let why = ending_reason(ending, |player| player_name(player).to_owned());
    let verdict = match ending.outcome() {
        Outcome::Draw => "Nobody wins the game!".to_owned(),
        Outcome::Win(winner) => format!("{} won the game!", player_name(winner)),
    };
    format!("\n{why}{verdict}\n")
}
