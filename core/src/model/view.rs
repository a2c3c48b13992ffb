//! What bots and screens see of a game.

use super::{Numbering, Position};

/// A game at one point: the position, the move that led to it, and what the board does not show.
///
/// Created by [`Game::view`](super::Game::view).
#[derive(Clone, Debug)]
pub struct View<'a, P: Position> {
    /// The current position.
    pub position: &'a P,
    /// The position before it and the move in between; `None` at the start.
    pub last: Option<(&'a P, P::Move)>,
    /// The number of moves played.
    pub plies: usize,
    /// The keys ([`Position::hash_key`]) of the positions before this one, oldest first.
    pub earlier_keys: &'a [u64],
    /// The piece numbers, in games that use them.
    pub numbering: Numbering,
}

impl<'a, P: Position> View<'a, P> {
    /// Returns the last turn: the position before, the move, the current position. `None` at the start.
    #[must_use]
    pub fn last_turn(&self) -> Option<(&'a P, P::Move, &'a P)> {
        self.last.map(|(before, mv)| (before, mv, self.position))
    }

    /// Returns the move that led to the position.
    #[must_use]
    pub fn last_move(&self) -> Option<P::Move> {
        self.last.map(|(_, mv)| mv)
    }
}
