//! What can be wrong with a turn: a fourth top within a walk.

use super::board::{Cell, LINE_SETS, LINES};
use super::position::QawalePosition;
use crate::engine::reasons::{Evidence, ExplainedTurn, Pattern, Patterns, is_lost_at_once, loses_at_once};

/// Returns the patterns, strongest first.
pub(super) fn patterns() -> Vec<Patterns<QawalePosition>> {
    let wins = vec![Pattern::new("fourth-top", fourth_top, is_fourth_top)];
    vec![Patterns::Own(wins), Patterns::General, Patterns::Threats]
}

/// Finds an answer that completes a line.
fn fourth_top(turn: &ExplainedTurn<QawalePosition>) -> Option<Evidence> {
    let lost = loses_at_once(turn)?;
    let tops = turn.played.at(2)?.tops(turn.mover().opponent());
    let line = LINE_SETS.iter().position(|line| tops & line == *line)?;
    Some(Evidence { cells: LINES[line].iter().map(Cell::to_string).collect(), ..lost })
}

/// Checks that the cells are a line, and that each shows the opponent's colour after the answer.
fn is_fourth_top(turn: &ExplainedTurn<QawalePosition>, evidence: &Evidence) -> bool {
    let Some(end) = turn.played.at(evidence.plies) else { return false };
    let enemy = turn.mover().opponent();
    let is_line =
        LINES.iter().any(|line| line.iter().map(Cell::to_string).eq(evidence.cells.iter().cloned()));
    let shows = |name: &String| {
        let cell = Cell::all().find(|cell| cell.to_string() == *name);
        cell.is_some_and(|cell| end.stack(cell).top() == Some(super::Piece::of(enemy)))
    };
    is_lost_at_once(turn, evidence) && is_line && evidence.cells.iter().all(shows)
}
