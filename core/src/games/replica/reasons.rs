//! What can be wrong with a turn: a king in reach, a corner in reach, kings that nothing can stop, captures.

use super::board::{Cell, CellSet};
use super::moves::Move;
use super::position::ReplicaPosition;
use super::walk::walker;
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, TurnLine, is_lost_at_once, loses_at_once, runs_home,
};
use crate::model::Position as _;

/// Returns the patterns, strongest first.
pub(super) fn patterns<S: CellSet>() -> Vec<Patterns<ReplicaPosition<S>>> {
    let wins = vec![
        Pattern::new("king-in-reach", king_in_reach, is_king_in_reach),
        Pattern::new("corner-in-reach", corner_in_reach, is_corner_in_reach),
    ];
    let walks = vec![
        Pattern::new("allows-run", |turn| walk(turn, TurnLine::Played), is_walk),
        Pattern::new("misses-run", |turn| walk(turn, TurnLine::Better), is_walk),
    ];
    let kings = vec![
        Pattern::new("allows-king", |turn| new_king(turn, TurnLine::Played), is_new_king),
        Pattern::new("misses-king", |turn| new_king(turn, TurnLine::Better), is_new_king),
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
    Some(Evidence { cells: vec![cell.to_string()], ..lost })
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

/// Finds the first point of a line from which a king of the player who profits from it walks to the corner.
fn walk<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, line: TurnLine) -> Option<Evidence> {
    let (replay, player) = (turn.line(line), turn.winner_of(line));
    let is_open = line == TurnLine::Played || !turn.value_after.is_win();
    replay.points(1).filter(|_| is_open).find_map(|plies| {
        let position = replay.at(plies).filter(|position| position.outcome().is_none())?;
        let (king, walk) = walker(position, player)?;
        let cells = vec![king.to_string()];
        Some(Evidence { cells, numbers: [walk, 0], ..Evidence::after(line, plies) })
    })
}

/// Checks the walk against every defence; if there are too many, trusts the analysis that the prover uses.
fn is_walk<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    let Some(position) = turn.line(evidence.line).at(evidence.plies) else { return false };
    let player = turn.winner_of(evidence.line);
    let is_it = |cell: &Cell| evidence.cells == [cell.to_string()];
    let is_proven = || walker(position, player).is_some_and(|(_, plies)| plies <= evidence.numbers[0]);
    position.kings(player).cells().find(is_it).is_some_and(|king| {
        runs_home(position, player, king, evidence.numbers[0], steps).unwrap_or_else(is_proven)
    })
}

/// Returns where the player who profits from `line` makes a king on that or the other line, with the number of moves
/// up to there.
fn transforms<S: CellSet>(
    turn: &ExplainedTurn<ReplicaPosition<S>>,
    profits: TurnLine,
    line: TurnLine,
) -> impl Iterator<Item = (usize, Cell)> {
    let (replay, player) = (turn.line(line), turn.winner_of(profits));
    let made_by_player = move |plies: &usize| {
        let before = plies.checked_sub(1).and_then(|earlier| replay.at(earlier));
        before.is_some_and(|before| before.to_move() == player)
    };
    replay.points(1).filter(made_by_player).filter_map(|plies| match replay.moves()[plies - 1] {
        Move::Transform(cell) => Some((plies, cell)),
        Move::Go { .. } => None,
    })
}

/// Finds the first new king of the player who profits from the line, if they make none on the other line.
fn new_king<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, line: TurnLine) -> Option<Evidence> {
    let other = if line == TurnLine::Played { TurnLine::Better } else { TurnLine::Played };
    let has_other = transforms(turn, line, other).next().is_some();
    let (plies, cell) = transforms(turn, line, line).next().filter(|_| !has_other)?;
    Some(Evidence { cells: vec![cell.to_string()], ..Evidence::after(line, plies) })
}

/// Checks that the last move of the line made a king of a checker of the player who profits.
fn is_new_king<S: CellSet>(turn: &ExplainedTurn<ReplicaPosition<S>>, evidence: &Evidence) -> bool {
    let (line, player) = (turn.line(evidence.line), turn.winner_of(evidence.line));
    let Some(earlier) = evidence.plies.checked_sub(1) else { return false };
    let (Some(before), Some(after)) = (line.at(earlier), line.at(evidence.plies)) else { return false };
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
