//! The exact result of positions near the end: a search for forced wins that knows the game.
//!
//! Every turn places a piece, so positions never repeat, and a search to the number of turns left is exact. It
//! asks whether a player, the attacker, can force a win within one turn, three turns and so on, with a table of
//! the answers. The last two turns take no search: whether a walk completes a line is looked up (`wins.rs`).
//!
//! | file | contents |
//! | --- | --- |
//! | `key.rs` | the key of a position and its reflections |
//! | `search.rs` | the search for a forced win |
//! | `table.rs` | the table of attacks |

mod key;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::io::{Read, Write};
use std::ops::ControlFlow;

use self::search::Attack;
use self::table::Table;
use super::moves::Move;
use super::position::Position;
use super::results::visit_results;
use super::wins::winning_move;
use crate::engine::resources::{MemoryShortage, Resources};
use crate::engine::solver::{Proof, ProofFileError, ProofLimits, ProofListener, Prover};
use crate::games::qawale::board::Cell;
use crate::model::{Outcome, Player, Position as _, StopSignal};

/// Creates a prover within `bytes` of memory, or returns `None` if that is not possible.
pub(super) fn prover(bytes: usize) -> Option<Box<dyn Prover<Position>>> {
    Some(Box::new(EndingProver { table: Table::new(&Resources::default(), bytes)?, order: 0 }))
}

/// Proves the results of endings.
struct EndingProver {
    table: Table,
    order: u64,
}

/// A result, and the number of turns in which the winner can force it.
#[derive(Clone, Copy)]
struct Found {
    outcome: Outcome,
    turns: u32,
}

/// Returns the most turns, up to `left`, of which `attacker` makes the last.
fn horizon(position: &Position, attacker: Player, left: u32) -> u32 {
    let first = u32::from(position.to_move() == attacker);
    if left % 2 == first { left } else { left.saturating_sub(1) }
}

/// Returns the number of turns left.
fn turns_left(position: &Position) -> u32 {
    position.pieces_left() as u32
}

/// Returns the result of a position that is not over: looks for a win of either player within one turn, two
/// turns and so on. `None` if a limit was reached.
fn find(search: &mut Attack<'_, '_>, position: &Position) -> Option<Found> {
    if let Some(outcome) = position.outcome() {
        return Some(Found { outcome, turns: 0 });
    }
    let mover = position.to_move();
    for turns in 1..=turns_left(position) {
        let attacker = if turns % 2 == 1 { mover } else { mover.opponent() };
        if search.forces_win(position, attacker, turns)? {
            return Some(Found { outcome: Outcome::Win(attacker), turns });
        }
    }
    Some(Found { outcome: Outcome::Draw, turns: turns_left(position) })
}

/// Returns a move that keeps what has been found: the winner wins in time, the loser holds out as long as
/// possible, and nobody wins a draw. `None` if a limit was reached.
fn next_of_line(search: &mut Attack<'_, '_>, position: &Position, found: Found) -> Option<Move> {
    if let Some(mv) = winning_move(position) {
        return Some(mv);
    }
    let mover = position.to_move();
    let keeps = |search: &mut Attack<'_, '_>, next: &Position| {
        let left = found.turns.saturating_sub(1);
        match (found.outcome, next.terminal_outcome()) {
            (outcome, Some(end)) => Some(outcome == end && (left == 0 || outcome.winner() == Some(mover))),
            (Outcome::Win(winner), None) if winner == mover => search.forces_win(next, winner, left),
            (Outcome::Win(winner), None) => Some(!search.forces_win(next, winner, left.saturating_sub(2))?),
            (Outcome::Draw, None) => {
                let opponent = mover.opponent();
                Some(!search.forces_win(next, opponent, horizon(next, opponent, left))?)
            }
        }
    };
    let found = visit_results(position, Cell::wrapped(0), |next, mv| match keeps(search, next) {
        Some(true) => ControlFlow::Break(Some(mv)),
        Some(false) => ControlFlow::Continue(()),
        None => ControlFlow::Break(None),
    });
    found.break_value().flatten()
}

/// Returns the moves from here to the end.
fn line(search: &mut Attack<'_, '_>, position: &Position, mut found: Found) -> Vec<Move> {
    let (mut line, mut position) = (Vec::new(), *position);
    while position.outcome().is_none() {
        let Some(mv) = next_of_line(search, &position, found) else { break };
        line.push(mv);
        position = position.after(mv);
        found.turns = found.turns.saturating_sub(1);
    }
    line
}

impl EndingProver {
    fn search<'a, 'b>(
        &'a self,
        limits: ProofLimits<'a>,
        listener: &'a mut ProofListener<'b>,
    ) -> Attack<'a, 'b> {
        Attack::new(&self.table, limits, listener, self.order)
    }
}

impl Prover<Position> for EndingProver {
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.table.shortage()
    }

    fn prove(
        &mut self,
        position: &Position,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        let mut search = self.search(limits, listener);
        let found = find(&mut search, position);
        Proof { outcome: found.map(|found| found.outcome), positions: search.positions, threads: 0 }
    }

    fn winning_move(&mut self, position: &Position, limits: ProofLimits<'_>) -> (Option<Move>, u64) {
        let mut listener = |_| {};
        let mut search = self.search(limits, &mut listener);
        let found = find(&mut search, position).filter(|found| found.turns > 0);
        let wins = |found: &Found| found.outcome == Outcome::Win(position.to_move());
        let mv = found.filter(wins).and_then(|found| next_of_line(&mut search, position, found));
        (mv, search.positions)
    }

    fn known_verdict(&self, position: &Position) -> Option<bool> {
        if position.outcome().is_some() {
            return None;
        }
        let stop = StopSignal::new();
        let limits = ProofLimits { positions: 0, threads: 1, stop: &stop };
        let mover = position.to_move();
        let turns = horizon(position, mover, turns_left(position));
        self.search(limits, &mut |_| {}).forces_win(position, mover, turns)
    }

    fn line(&mut self, position: &Position, limits: ProofLimits<'_>) -> (Vec<Move>, u64) {
        let mut listener = |_| {};
        let mut search = self.search(limits, &mut listener);
        let found = find(&mut search, position);
        let moves = found.map_or_else(Vec::new, |found| line(&mut search, position, found));
        (moves, search.positions)
    }

    fn distance(
        &mut self,
        position: &Position,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<Move>, u64) {
        let mut search = self.search(limits, listener);
        let found = find(&mut search, position).filter(|found| found.outcome == Outcome::Win(winner));
        let moves = found.map_or_else(Vec::new, |found| line(&mut search, position, found));
        (found.map(|found| found.turns), moves, search.positions)
    }

    fn key(&self, _position: &Position) -> Option<u64> {
        None
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn prepare(&mut self, _threads: usize, _stop: &StopSignal) {}

    fn set_order_seed(&mut self, order: u64) {
        self.order = order;
    }

    fn write(&self, _subject: &str, _positions: u64, _out: &mut dyn Write) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    fn read(&mut self, _subject: &str, _input: &mut dyn Read) -> Result<u64, ProofFileError> {
        Err(ProofFileError::Unsupported)
    }
}
