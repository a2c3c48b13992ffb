//! A single piece that wins by moving alone, whatever the opponent does.

use std::fmt::Display;

use super::{Evidence, ExplainedTurn, TurnLine};
use crate::model::{Player, Position};

/// Finds the first point of a line from which a piece of the player who profits from it runs home.
/// `runner` finds the piece, and after how many plies it wins.
pub fn run<P: Position, C: Display>(
    turn: &ExplainedTurn<P>,
    line: TurnLine,
    runner: impl Fn(&P, Player) -> Option<(C, u32)>,
) -> Option<Evidence> {
    let is_open = line == TurnLine::Played || !turn.value_after.is_win();
    turn.line(line).points(1).filter(|_| is_open).find_map(|plies| {
        let position = turn.line(line).at(plies).filter(|position| position.outcome().is_none())?;
        let (cell, run) = runner(position, turn.winner_of(line))?;
        Some(Evidence { numbers: [run, 0], ..Evidence::after(line, plies).on(cell) })
    })
}
