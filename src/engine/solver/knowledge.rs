//! What a game may tell the solver beyond its rules.

use crate::model::{Player, Position};

/// A win that can be proven by looking at a position, without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Who wins.
    pub winner: Player,
    /// So many plies at most.
    pub plies: u32,
}

/// Truths about positions that save search. Saying nothing is always right; what is said must be proven, and hold
/// for every position of which [`Position::decided`] is `None`.
pub trait Hints<P: Position>: Send + Sync {
    /// A forced win that is plain to see.
    fn seen(&self, _position: &P) -> Option<Seen> {
        None
    }

    /// A number of his own moves without which `player` cannot have won, in any way the rules know.
    fn least_moves(&self, _position: &P, _player: Player) -> u32 {
        0
    }
}

/// A game that says nothing beyond its rules.
#[derive(Clone, Copy, Debug)]
pub struct NoHints;

impl<P: Position> Hints<P> for NoHints {}

/// A game for proof-number search: no draws, no position that comes again, and a number for every position.
pub trait Knowledge: Hints<Self::Position> {
    /// The positions.
    type Position: Position;

    /// Keys are below 2 to the power of this, which is at most 60.
    fn key_bits(&self) -> u32;

    /// The number of a position. Two positions with the same number have the same result for the player to move, in
    /// as many plies.
    fn key(&self, position: &Self::Position) -> u64;

    /// How hard it looks to prove that the player to move wins, and that he loses: two numbers from 1 to 1,000, that guide
    /// the search and cannot make it wrong.
    fn estimate(&self, position: &Self::Position) -> (u32, u32);
}
