//! Books: proven moves near a position. All positions beyond the book are easy to solve.

use std::collections::HashSet;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{ProofLimits, Prover};
use crate::engine::resources::{Resources, ThreadShortage};
use crate::model::Position;

/// A finished book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenBook<P: Position> {
    /// The entries.
    pub moves: Vec<BookMove<P>>,
    /// Set if there were fewer threads than requested.
    pub shortage: Option<ThreadShortage>,
}

/// An entry of a book: a position, and a move that keeps the win of the player to move.
pub type BookMove<P> = (P, <P as Position>::Move);

/// Builds a [`ProvenBook`].
pub struct BookBuilder<'a, P: Position> {
    /// Proves the entries; should have plenty of memory.
    pub prover: &'a mut dyn Prover<P>,
    /// Identical provers, one per thread, that solve a position with an empty table. Positions that they
    /// solve need no entry.
    pub player_provers: Vec<Box<dyn Prover<P>>>,
    /// The maximum number of positions for such a solution.
    pub max_positions: u64,
    /// The limits of the proof of each entry.
    pub limits: ProofLimits<'a>,
    /// Where threads come from. The calling thread works too.
    pub resources: Resources,
}

impl<P: Position> BookBuilder<'_, P> {
    /// Adds an entry for every position that the players cannot solve, among the positions after `position`
    /// in which the winner is to move and has followed the book so far. Calls `listener` with the number of
    /// entries. Returns `None` if a proof reached its limits.
    pub fn build(&mut self, position: &P, listener: &mut dyn FnMut(usize)) -> Option<ProvenBook<P>> {
        // Without keys, all positions would look the same.
        if self.player_provers.is_empty() || self.prover.key(position).is_none() {
            return None;
        }
        let ProofLimits { threads, stop, .. } = self.limits;
        self.prover.prepare(threads, stop);
        let proof = self.prover.prove(position, self.limits, &mut |_| {});
        let mut frontier = match proof.winner()? == position.to_move() {
            true => vec![position.clone()],
            false => children(position),
        };
        let mut done = HashSet::new();
        let mut entries = Vec::new();
        let mut shortage = ThreadShortage::of(proof.threads.max(1), self.limits.threads.max(1));
        // Two plies at a time, to merge transpositions.
        while !frontier.is_empty() {
            frontier.retain(|position| {
                position.terminal_outcome().is_none() && done.insert(self.prover.key(position))
            });
            let mut next = Vec::new();
            for position in self.unsolved_by_players(frontier, &mut shortage) {
                // Raising `stop` does not keep the prover from answering from its table.
                if stop.is_raised() {
                    return None;
                }
                let mv = self.prover.winning_move(&position, self.limits).0?;
                next.extend(children(&position.after(mv)));
                entries.push((position, mv));
                listener(entries.len());
            }
            frontier = next;
        }
        (!stop.is_raised()).then_some(ProvenBook { moves: entries, shortage })
    }

    /// Returns the positions that no player solves with an empty table, in the same order.
    fn unsolved_by_players(&mut self, positions: Vec<P>, shortage: &mut Option<ThreadShortage>) -> Vec<P> {
        let wanted = self.player_provers.len();
        let limits = ProofLimits { positions: self.max_positions, threads: 1, ..self.limits };
        let next = AtomicUsize::new(0);
        let Some((own, others)) = self.player_provers.split_first_mut() else { return positions };
        let solved: HashSet<usize> = thread::scope(|scope| {
            let helpers = others.iter_mut().map_while(|player| {
                let (next, positions) = (&next, &positions);
                self.resources
                    .spawn_scoped(scope, move || solved(player.as_mut(), positions, next, limits))
                    .ok()
            });
            let helpers: Vec<_> = helpers.collect();
            *shortage = shortage.or(ThreadShortage::of(helpers.len() + 1, wanted));
            let mut all = solved(own.as_mut(), &positions, &next, limits);
            // Positions that a failed thread did not report get entries.
            all.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
            all.into_iter().collect()
        });
        let numbered = positions.into_iter().enumerate();
        numbered.filter(|(number, _)| !solved.contains(number)).map(|(_, position)| position).collect()
    }
}

/// Returns the positions after each move.
fn children<P: Position>(position: &P) -> Vec<P> {
    position.moves().into_iter().map(|mv| position.after(mv)).collect()
}

/// Takes numbers from `next` and returns those of the positions that `player` solves.
fn solved<P: Position>(
    player: &mut dyn Prover<P>,
    positions: &[P],
    next: &AtomicUsize,
    limits: ProofLimits<'_>,
) -> Vec<usize> {
    let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
    let own = numbers.take_while(|number| *number < positions.len() && !limits.stop.is_raised());
    let is_solved = |number: &usize| {
        player.clear();
        player.winning_move(&positions[*number], limits).0.is_some()
    };
    own.filter(is_solved).collect()
}
