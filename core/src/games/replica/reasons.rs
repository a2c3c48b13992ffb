//! What can be wrong with a turn: a king in reach, a corner in reach, kings that nothing can stop, captures.

use super::board::{Cell, CellSet};
use super::moves::Move;
use super::position::ReplicaPosition;
use super::walk::walker;
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, Replay, TurnLine, first_new, is_lost_at_once, is_run,
    loses_at_once, run,
};
use crate::model::{Player, Position as _};

/// Returns the patterns, strongest first.
pub(super) fn patterns<S: CellSet>() -> Vec<Patterns<ReplicaPosition<S>>> {
    let wins = vec![
        Pattern::new("king-in-reach", king_in_reach, is_king_in_reach),
        Pattern::new("corner-in-reach", corner_in_reach, is_corner_in_reach),
    ];
    let walks = vec![
        Pattern::new("allows-run", |turn| run(turn, TurnLine::Played, walker), is_walk),
        Pattern::new("misses-run", |turn| run(turn, TurnLine::Better, walker), is_walk),
    ];
    let kings = vec![
        Pattern::new("allows-king", |turn| first_new(turn, TurnLine::Played, first_king), is_new_king),
        Pattern::new("misses-king", |turn| first_new(turn, TurnLine::Better, first_king), is_new_king),
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
    let lost = loses_at_once(turn).filter(|_| turn.played.end().king_taken())?;
    let cell = target(*turn.played.moves().get(1)?)?;
    Some(lost.on(cell))
}

/// Checks that a king stood where the answer captures.
fn is_king_in_reach<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    let Some(before) = turn.played.at(1) else { return false };
    let is_king = |cell: Cell| {
        before.checker(cell).is_some_and(|checker| checker.king && checker.owner == turn.mover())
    };
    let target = turn.played.moves().get(1).copied().and_then(target);
    is_lost_at_once(turn, evidence)
        && target.is_some_and(|cell| is_king(cell) && evidence.cells == [cell.to_string()])
}

/// Finds an answer that brings a king into the corner.
fn corner_in_reach<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>) -> Option<Evidence> {
    let enemy = turn.mover().opponent();
    loses_at_once(turn).filter(|_| turn.played.end().has_king_in_goal(enemy))
}

/// Checks that an enemy king stands in the corner after the answer.
fn is_corner_in_reach<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    let enemy = turn.mover().opponent();
    let has_king = |end: &ReplicaPosition<S>| {
        let corner = end.checker(end.rules().goal(enemy));
        corner.is_some_and(|checker| checker.king && checker.owner == enemy)
    };
    is_lost_at_once(turn, evidence) && turn.played.at(evidence.plies).is_some_and(has_king)
}

/// Checks a run of one of the player's kings.
fn is_walk<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    is_run(turn, evidence, |position, player| position.kings(player).cells().collect(), walker, steps)
}

/// Returns where `player` first makes a king on a line, with the number of moves up to there.
fn first_king<S: CellSet>(line: &Replay<ReplicaPosition<S>>, player: Player) -> Option<(usize, Cell)> {
    line.points(1).find_map(|plies| match line.moves()[plies - 1] {
        Move::Transform(cell) if line.at(plies - 1)?.to_move() == player => Some((plies, cell)),
        _ => None,
    })
}

/// Checks that the last move of the line made a king of a checker of the player who profits.
fn is_new_king<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    let player = turn.winner_of(evidence.line);
    let Some((before, after)) = turn.last_step(evidence) else { return false };
    let new = after
        .kings(player)
        .cells()
        .filter(|cell| before.checker(*cell).is_some_and(|checker| checker.owner == player && !checker.king));
    before.kings(player).count() < after.kings(player).count()
        && new.map(|cell| cell.to_string()).eq(evidence.cells.iter().cloned())
}

/// Returns the moves of the checker on `cell`.
fn steps<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Vec<(Move, Cell)> {
    let step = |mv: Move| match mv {
        Move::Go { from, to } if from == cell => Some((mv, to)),
        _ => None,
    };
    position.moves().into_iter().filter_map(step).collect()
}
