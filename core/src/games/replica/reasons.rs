//! What can be wrong with a turn: a king in reach, a corner in reach, kings that nothing can stop, captures.

use super::board::{Cell, CellSet};
use super::moves::Move;
use super::position::ReplicaPosition;
use super::proof::walker;
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, TurnLine, first_new, loses_at_once, points, run,
};
use crate::model::{History, Player, Position as _};

/// Returns the patterns, strongest first.
pub(super) fn patterns<S: CellSet>() -> Vec<Patterns<ReplicaPosition<S>>> {
    let wins =
        vec![Pattern::new("king-in-reach", king_in_reach), Pattern::new("corner-in-reach", corner_in_reach)];
    let walks = vec![
        Pattern::new("allows-run", |turn| run(turn, TurnLine::Played, walker)),
        Pattern::new("misses-run", |turn| run(turn, TurnLine::Better, walker)),
    ];
    let kings = vec![
        Pattern::new("allows-king", |turn| first_new(turn, TurnLine::Played, first_king)),
        Pattern::new("misses-king", |turn| first_new(turn, TurnLine::Better, first_king)),
    ];
    vec![
        Patterns::Own(wins),
        Patterns::General,
        Patterns::Own(walks),
        Patterns::Material,
        Patterns::Own(kings),
        Patterns::Threats,
        Patterns::Pressure,
    ]
}

/// Returns the cell that a move enters.
fn target(mv: Move) -> Option<Cell> {
    match mv {
        Move::Go { to, .. } => Some(to),
        Move::Transform(_) => None,
    }
}

/// Finds an answer that captures a king.
fn king_in_reach<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>) -> Option<Evidence> {
    let lost = loses_at_once(turn).filter(|_| turn.played.current().king_taken())?;
    let cell = target(*turn.played.moves().get(1)?)?;
    Some(lost.on(cell))
}

/// Finds an answer that brings a king into the corner.
fn corner_in_reach<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>) -> Option<Evidence> {
    let enemy = turn.mover().opponent();
    loses_at_once(turn).filter(|_| turn.played.current().has_king_in_goal(enemy))
}

/// Returns where `player` first makes a king on a line, with the number of moves up to there.
fn first_king<S: CellSet>(line: &History<ReplicaPosition<S>>, player: Player) -> Option<(usize, Cell)> {
    points(line, 1).find_map(|plies| match line.moves()[plies - 1] {
        Move::Transform(cell) if line.get(plies - 1)?.to_move() == player => Some((plies, cell)),
        _ => None,
    })
}
