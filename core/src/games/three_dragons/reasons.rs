//! What can be wrong with a turn: the last pieces taken, dragons, captures.

use super::board::{CAVE_SQUARES, Square, squares_in};
use super::position::ThreeDragonsPosition;
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, TurnLine, first_new, loses_at_once, points,
};
use crate::model::{History, Player};

/// Returns the patterns, strongest first.
pub(super) fn patterns() -> Vec<Patterns<ThreeDragonsPosition>> {
    let wins = vec![Pattern::new("last-pieces-taken", last_pieces_taken)];
    let dragons = vec![
        Pattern::new("allows-dragon", |turn| first_new(turn, TurnLine::Played, first_dragon)),
        Pattern::new("misses-dragon", |turn| first_new(turn, TurnLine::Better, first_dragon)),
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
    loses_at_once(turn).filter(|_| turn.played.current().count(turn.mover()) <= 1)
}

/// Returns where `player` first has a new dragon on a line, with the number of moves up to there.
fn first_dragon(line: &History<ThreeDragonsPosition>, player: Player) -> Option<(usize, Square)> {
    points(line, 1).find_map(|plies| {
        let (start, end) = (line.start(), line.get(plies)?);
        let used = start.unused_caves() & !end.unused_caves();
        Some((plies, squares_in(used & end.pieces(player) & CAVE_SQUARES).next()?))
    })
}
