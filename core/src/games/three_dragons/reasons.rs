//! What can be wrong with a turn: the last pieces taken, dragons, captures.

use super::board::{CAVE_SQUARES, Square, squares_in};
use super::position::{Content, ThreeDragonsPosition};
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, TurnLine, is_lost_at_once, loses_at_once,
};
use crate::model::{Evaluate as _, Player};

/// Returns the patterns, strongest first.
pub(super) fn patterns() -> Vec<Patterns<ThreeDragonsPosition>> {
    let wins = vec![Pattern::new("last-pieces-taken", last_pieces_taken, is_last_pieces)];
    let dragons = vec![
        Pattern::new("allows-dragon", |turn| dragon(turn, TurnLine::Played), is_dragon),
        Pattern::new("misses-dragon", |turn| dragon(turn, TurnLine::Better), is_dragon),
    ];
    vec![
        Patterns::Own(wins),
        Patterns::General,
        Patterns::Own(dragons),
        Patterns::Material,
        Patterns::Threats,
        Patterns::Pressure,
    ]
}

/// Finds an answer that leaves at most one piece.
fn last_pieces_taken(turn: &ExplainedTurn<ThreeDragonsPosition>) -> Option<Evidence> {
    loses_at_once(turn).filter(|_| turn.played.end().count(turn.mover()) <= 1)
}

/// Checks that at most one piece is left after the answer.
fn is_last_pieces(turn: &ExplainedTurn<ThreeDragonsPosition>, evidence: &Evidence) -> bool {
    let end = turn.played.at(evidence.plies);
    is_lost_at_once(turn, evidence) && end.is_some_and(|end| end.cells_of(turn.mover()).len() <= 1)
}

/// Returns the caves where the position after the first `plies` moves of a line has a new dragon of `player`.
fn new_dragons(
    turn: &ExplainedTurn<ThreeDragonsPosition>,
    line: TurnLine,
    plies: usize,
    player: Player,
) -> Vec<Square> {
    let Some(end) = turn.line(line).at(plies) else { return Vec::new() };
    let used = turn.before().unused_caves() & !end.unused_caves();
    squares_in(used & end.pieces(player) & CAVE_SQUARES).collect()
}

/// Finds the first point of a line where the player who profits from it has a new dragon, if the other line has
/// none.
fn dragon(turn: &ExplainedTurn<ThreeDragonsPosition>, line: TurnLine) -> Option<Evidence> {
    let player = turn.winner_of(line);
    let other = if line == TurnLine::Played { TurnLine::Better } else { TurnLine::Played };
    let is_new = turn.line(other).points(1).all(|plies| new_dragons(turn, other, plies, player).is_empty());
    turn.line(line).points(1).filter(|_| is_new).find_map(|plies| {
        let cave = *new_dragons(turn, line, plies, player).first()?;
        Some(Evidence { cells: vec![cave.to_string()], ..Evidence::after(line, plies) })
    })
}

/// Checks that the last move of the line put a piece of the player on the cave, which was unused before.
fn is_dragon(turn: &ExplainedTurn<ThreeDragonsPosition>, evidence: &Evidence) -> bool {
    let line = turn.line(evidence.line);
    let Some(earlier) = evidence.plies.checked_sub(1) else { return false };
    let (Some(before), Some(after)) = (line.at(earlier), line.at(evidence.plies)) else { return false };
    let Some(cave) = Square::all().find(|square| evidence.cells == [square.to_string()]) else {
        return false;
    };
    let player = turn.winner_of(evidence.line);
    before.content(cave) == Content::Cave { used: false }
        && matches!(after.content(cave), Content::Piece(piece) if piece.owner == player)
}
