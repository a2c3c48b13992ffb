//! What can be wrong with a turn: the last pieces taken, dragons, captures.

use super::board::{CAVE_SQUARES, Square, squares_in};
use super::position::{Content, ThreeDragonsPosition};
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, Replay, TurnLine, first_new, is_lost_at_once, loses_at_once,
};
use crate::model::{Evaluate as _, Player};

/// Returns the patterns, strongest first.
pub(super) fn patterns() -> Vec<Patterns<ThreeDragonsPosition>> {
    let wins = vec![Pattern::new("last-pieces-taken", last_pieces_taken, is_last_pieces)];
    let dragons = vec![
        Pattern::new("allows-dragon", |turn| first_new(turn, TurnLine::Played, first_dragon), is_dragon),
        Pattern::new("misses-dragon", |turn| first_new(turn, TurnLine::Better, first_dragon), is_dragon),
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

/// Returns where `player` first has a new dragon on a line, with the number of moves up to there.
fn first_dragon(line: &Replay<ThreeDragonsPosition>, player: Player) -> Option<(usize, Square)> {
    line.points(1).find_map(|plies| {
        let (start, end) = (line.at(0)?, line.at(plies)?);
        let used = start.unused_caves() & !end.unused_caves();
        Some((plies, squares_in(used & end.pieces(player) & CAVE_SQUARES).next()?))
    })
}

/// Checks that the last move of the line put a piece of the player on the cave, which was unused before.
fn is_dragon(turn: &ExplainedTurn<ThreeDragonsPosition>, evidence: &Evidence) -> bool {
    let Some((before, after)) = turn.last_step(evidence) else { return false };
    let Some(cave) = Square::all().find(|square| evidence.cells == [square.to_string()]) else {
        return false;
    };
    let player = turn.winner_of(evidence.line);
    before.content(cave) == Content::Cave { used: false }
        && matches!(after.content(cave), Content::Piece(piece) if piece.owner == player)
}
