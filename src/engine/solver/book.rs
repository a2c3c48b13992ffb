//! A book: proven moves near a position, from which on every position is easy to solve.

use std::collections::HashSet;

use super::{Effort, Prover};
use crate::model::Position;

/// A position and a move in it that keeps the win of the player to move.
pub type Page<P> = (P, <P as Position>::Move);

/// What a book is made with.
pub struct Writer<'a, P: Position> {
    /// Proves the pages, with much memory.
    pub prover: &'a mut dyn Prover<P>,
    /// Tells which positions need no page: those it solves from nothing.
    pub player: &'a mut dyn Prover<P>,
    /// The positions that `player` may look at for that.
    pub patience: u64,
    /// What each page may cost.
    pub effort: Effort<'a>,
    /// Hears of each page.
    pub listener: &'a mut dyn FnMut(usize),
    /// The keys of the positions that have been looked after.
    done: HashSet<u64>,
    pages: Vec<Page<P>>,
}

impl<'a, P: Position> Writer<'a, P> {
    /// A writer of an empty book.
    pub fn new(
        prover: &'a mut dyn Prover<P>,
        player: &'a mut dyn Prover<P>,
        patience: u64,
        effort: Effort<'a>,
        listener: &'a mut dyn FnMut(usize),
    ) -> Self {
        Writer { prover, player, patience, effort, listener, done: HashSet::new(), pages: Vec::new() }
    }

    /// Writes a page for every position that can come up after `position` while its winner follows the book, and in which
    /// he is to move, as far as they are not solved from nothing. `None` if the effort for a page was not enough.
    pub fn write(mut self, position: &P) -> Option<Vec<Page<P>>> {
        let proof = self.prover.prove(position, self.effort, &mut |_| {});
        if proof.winner? == position.to_move() {
            self.look_after(position)?;
        } else {
            self.look_after_answers(position)?;
        }
        Some(self.pages)
    }

    /// The winner is to move.
    fn look_after(&mut self, position: &P) -> Option<()> {
        if position.decided().is_some() || !self.done.insert(self.prover.key(position)) {
            return Some(());
        }
        self.player.forget();
        let patience = Effort { positions: self.patience, threads: 1, ..self.effort };
        if self.player.winning_move(position, patience).0.is_some() {
            return Some(());
        }
        let mv = self.prover.winning_move(position, self.effort).0?;
        self.pages.push((position.clone(), mv));
        (self.listener)(self.pages.len());
        self.look_after_answers(&position.after(mv))
    }

    /// The loser is to move.
    fn look_after_answers(&mut self, position: &P) -> Option<()> {
        position.moves().into_iter().try_for_each(|mv| self.look_after(&position.after(mv)))
    }
}
