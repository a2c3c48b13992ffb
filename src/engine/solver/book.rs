//! A book: proven moves near a position, from which on every position is easy to solve.

use std::collections::HashSet;
use std::thread;

use super::{Effort, Prover};
use crate::model::Position;

/// A position and a move in it that keeps the win of the player to move.
pub type Page<P> = (P, <P as Position>::Move);

/// What a book is made with.
pub struct Writer<'a, P: Position> {
    /// Proves the pages, with much memory.
    pub prover: &'a mut dyn Prover<P>,
    /// Tell which positions need no page: those that one of them solves from nothing. One for each thread, all alike.
    pub players: Vec<Box<dyn Prover<P>>>,
    /// The positions that a player may look at for that.
    pub patience: u64,
    /// What each page may cost.
    pub effort: Effort<'a>,
}

impl<P: Position> Writer<'_, P> {
    /// Writes a page for every position that can come up after `position` while its winner follows the book, and in which
    /// he is to move, as far as they are not solved from nothing. `listener` hears how many pages there are. `None` if the
    /// effort for a page was not enough.
    pub fn write(&mut self, position: &P, listener: &mut dyn FnMut(usize)) -> Option<Vec<Page<P>>> {
        if self.players.is_empty() {
            return None;
        }
        let proof = self.prover.prove(position, self.effort, &mut |_| {});
        let mut frontier = match proof.winner? == position.to_move() {
            true => vec![position.clone()],
            false => answered(position),
        };
        let mut done = HashSet::new();
        let mut pages = Vec::new();
        // Pair of plies by pair of plies, so that positions that many ways lead to meet.
        while !frontier.is_empty() {
            frontier
                .retain(|position| position.decided().is_none() && done.insert(self.prover.key(position)));
            let mut next = Vec::new();
            for position in self.hard(frontier) {
                let mv = self.prover.winning_move(&position, self.effort).0?;
                next.extend(answered(&position.after(mv)));
                pages.push((position, mv));
                listener(pages.len());
            }
            frontier = next;
        }
        (!self.effort.stop.is_raised()).then_some(pages)
    }

    /// Those positions that no player solves from nothing, in the same order.
    fn hard(&mut self, positions: Vec<P>) -> Vec<P> {
        let patience = Effort { positions: self.patience, threads: 1, ..self.effort };
        let share = positions.len().div_ceil(self.players.len().max(1)).max(1);
        thread::scope(|scope| {
            let shares = self.players.iter_mut().zip(positions.chunks(share));
            let threads: Vec<_> = shares
                .map(|(player, share)| {
                    (share, scope.spawn(move || unsolved(player.as_mut(), share, patience)))
                })
                .collect();
            // What a thread did not finish gets pages.
            let hard =
                threads.into_iter().map(|(share, thread)| thread.join().unwrap_or_else(|_| share.to_vec()));
            hard.flatten().collect()
        })
    }
}

/// The positions after each move.
fn answered<P: Position>(position: &P) -> Vec<P> {
    position.moves().into_iter().map(|mv| position.after(mv)).collect()
}

fn unsolved<P: Position>(player: &mut dyn Prover<P>, positions: &[P], patience: Effort<'_>) -> Vec<P> {
    let is_hard = |position: &&P| {
        player.forget();
        player.winning_move(position, patience).0.is_none()
    };
    positions.iter().filter(is_hard).cloned().collect()
}
