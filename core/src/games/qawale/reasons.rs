//! What can be wrong with a turn: a fourth top within a walk.

use super::board::{Cell, LINE_SETS, LINES};
use super::position::QawalePosition;
use crate::engine::reasons::{Evidence, ExplainedTurn, Pattern, Patterns, loses_at_once};

/// Returns the patterns, strongest first.
pub(super) fn patterns() -> Vec<Patterns<QawalePosition>> {
    let wins = vec![Pattern::new("fourth-top", fourth_top)];
    vec![Patterns::Own(wins), Patterns::General, Patterns::Threats]
}

/// Finds an answer that completes a line.
fn fourth_top(turn: &ExplainedTurn<QawalePosition>) -> Option<Evidence> {
    let lost = loses_at_once(turn)?;
    let tops = turn.played.get(2)?.tops(turn.mover().opponent());
    let line = LINE_SETS.iter().position(|line| tops & line == *line)?;
    Some(Evidence { cells: LINES[line].iter().map(Cell::to_string).collect(), ..lost })
}
