//! The exact result of positions near the end: a search for forced wins that knows the game.
//!
//! Every turn places a piece, so positions never repeat, and a search to the number of turns left is exact. It
//! asks whether a player, the attacker, can force a win within one turn, three turns and so on, with a table of
//! the answers. The last two turns take no search: whether a walk completes a line is looked up (`wins.rs`).
//!
//! | file | contents |
//! | --- | --- |
//! | `key.rs` | the key of a position and its reflections |
//! | `play.rs` | the search for a move in an ending |
//! | `search.rs` | the search for a forced win |

mod key;
mod play;
mod search;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use self::key::representative;
pub(super) use self::play::search_timed;
use self::search::{Search, Table};
use super::board::{CELLS, Cell};
use super::generator::visit_results;
use super::moves::Move;
use super::position::QawalePosition;
use super::wins::winning_move;
use crate::engine::resources::{MemoryShortage, Resources};
use crate::engine::solver::{Proof, ProofLimits, ProofListener, Prover, ResultTable as _};
use crate::model::{Outcome, Player, Position as _, StopSignal};

/// Creates a prover within `bytes` of memory, or returns `None` if that is not possible.
pub(super) fn prover(bytes: usize) -> Option<Box<dyn Prover<QawalePosition>>> {
    Some(Box::new(EndingProver::new(bytes)?))
}

/// The pace of the prover: it makes some ten million positions a second.
const PACE: u64 = 10;

/// Proves the results of endings.
struct EndingProver {
    table: Table,
    resources: Resources,
}

/// A result, and the number of turns in which the winner can force it.
#[derive(Clone, Copy)]
struct Found {
    outcome: Outcome,
    turns: u32,
}

/// Returns the number of turns until the last one that `attacker` makes.
fn horizon(position: &QawalePosition, attacker: Player) -> u32 {
    let (left, moves_first) = (turns_left(position), position.to_move() == attacker);
    if (left % 2 == 1) == moves_first { left } else { left.saturating_sub(1) }
}

/// Returns the number of turns left.
fn turns_left(position: &QawalePosition) -> u32 {
    position.pieces_left() as u32
}

/// Returns the result of a position: looks for a win of either player within one turn, two
/// turns and so on. `None` if a limit was reached.
fn find(search: &mut Search<'_, '_>, position: &QawalePosition) -> Option<Found> {
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
fn next_of_line(search: &mut Search<'_, '_>, position: &QawalePosition, found: Found) -> Option<Move> {
    if let Some(mv) = winning_move(position) {
        return Some(mv);
    }
    let mover = position.to_move();
    let keeps = |search: &mut Search<'_, '_>, next: &QawalePosition| {
        let left = found.turns.saturating_sub(1);
        match (found.outcome, next.terminal_outcome()) {
            (outcome, Some(end)) => Some(outcome == end && (left == 0 || outcome.winner() == Some(mover))),
            (Outcome::Win(winner), None) if winner == mover => search.forces_win(next, winner, left),
            (Outcome::Win(winner), None) => Some(!search.forces_win(next, winner, left.saturating_sub(2))?),
            (Outcome::Draw, None) => {
                let opponent = mover.opponent();
                Some(!search.forces_win(next, opponent, horizon(next, opponent))?)
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
fn line(search: &mut Search<'_, '_>, position: &QawalePosition, mut found: Found) -> Vec<Move> {
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
    fn new(bytes: usize) -> Option<Self> {
        let resources = Resources::default();
        Some(EndingProver { table: Table::new(&resources, 0, true, bytes)?, resources })
    }

    /// Calls `ask` with a search in one thread. Returns its answer and the positions made.
    fn ask<T>(&self, limits: ProofLimits<'_>, ask: impl FnOnce(&mut Search<'_, '_>) -> T) -> (T, u64) {
        let (done, mut listener) = (AtomicBool::new(false), |_| {});
        let mut search = Search::new(&self.table, limits, &done, &mut listener);
        (ask(&mut search), search.positions)
    }

    /// Looks for the result in several threads. All of them search the same positions with one table, but each
    /// begins with other placements; the first result counts.
    fn find(
        &self,
        position: &QawalePosition,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        let threads = limits.threads.max(1);
        let limits = ProofLimits { positions: limits.positions.div_ceil(threads as u64), ..limits };
        let done = AtomicBool::new(false);
        let work = |number: usize, listener: &mut ProofListener<'_>| {
            let order = limits.order.wrapping_add((number * CELLS / threads) as u64);
            let limits = ProofLimits { order, ..limits };
            let mut search = Search::new(&self.table, limits, &done, listener);
            let found = find(&mut search, position);
            done.fetch_or(found.is_some(), Ordering::Relaxed);
            (found, search.positions)
        };
        let helper = |number| work(number, &mut |_| {});
        let results = self.resources.run_in_threads(threads, || work(0, listener), helper);
        let found = results.iter().find_map(|(found, _)| *found);
        Proof {
            outcome: found.map(|found| found.outcome),
            positions: results.iter().map(|(_, positions)| positions).sum(),
            threads: results.len(),
        }
    }
}

impl Prover<QawalePosition> for EndingProver {
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.table.shortage()
    }

    fn pace(&self) -> u64 {
        PACE
    }

    fn prove(
        &mut self,
        position: &QawalePosition,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        match position.outcome() {
            Some(outcome) => Proof { outcome: Some(outcome), positions: 0, threads: 0 },
            None => self.find(position, limits, listener),
        }
    }

    fn winning_move(&mut self, position: &QawalePosition, limits: ProofLimits<'_>) -> (Option<Move>, u64) {
        self.ask(limits, |search| {
            let found = find(search, position)?;
            let wins = found.turns > 0 && found.outcome == Outcome::Win(position.to_move());
            if wins { next_of_line(search, position, found) } else { None }
        })
    }

    fn known_outcome(&self, position: &QawalePosition) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        // Nothing may be searched.
        let stop = StopSignal::new();
        let limits = ProofLimits::new(0, &stop);
        let wins = |player| {
            self.ask(limits, |search| search.forces_win(position, player, horizon(position, player))).0
        };
        let mover = position.to_move();
        match [mover, mover.opponent()].map(wins) {
            [Some(true), _] => Some(Outcome::Win(mover)),
            [_, Some(true)] => Some(Outcome::Win(mover.opponent())),
            [Some(false), Some(false)] => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn line(&mut self, position: &QawalePosition, limits: ProofLimits<'_>) -> (Vec<Move>, u64) {
        self.ask(limits, |search| match find(search, position) {
            Some(found) => line(search, position, found),
            None => Vec::new(),
        })
    }

    fn distance(
        &mut self,
        position: &QawalePosition,
        winner: Player,
        limits: ProofLimits<'_>,
        _listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<Move>, u64) {
        let wins = |found: &Found| found.outcome == Outcome::Win(winner);
        let (found, positions) = self.ask(limits, |search| {
            let found = find(search, position).filter(wins)?;
            Some((found.turns, line(search, position, found)))
        });
        let (turns, line) = found.unzip();
        (turns, line.unwrap_or_default(), positions)
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
