//! What a game may tell the solver beyond its rules.

use crate::model::{Player, Position};

/// A forced win that is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticWin {
    /// Who wins.
    pub winner: Player,
    /// After how many plies, at most.
    pub plies: u32,
}

/// Truths about positions that save search. Saying nothing is always right; what is said must be proven, and hold
/// for every position of which [`Position::decided`] is `None`.
pub trait Hints<P: Position>: Send + Sync {
    /// A forced win that the position shows without search.
    fn static_win(&self, _position: &P) -> Option<StaticWin> {
        None
    }

    /// A lower bound on the moves of his own that `player` needs to win, in any way the rules know.
    fn min_moves_to_win(&self, _position: &P, _player: Player) -> u32 {
        0
    }
}

/// A game that says nothing beyond its rules.
#[derive(Clone, Copy, Debug)]
pub struct NoHints;

impl<P: Position> Hints<P> for NoHints {}

/// What proof-number search needs of a game: no draws, no repetitions, and an exact key for every position.
pub trait Knowledge: Hints<Self::Position> {
    /// The positions.
    type Position: Position;

    /// Keys are below 2 to the power of this, which is at most 60.
    fn key_bits(&self) -> u32;

    /// The key of a position. Two positions with the same key have the same result for the player to move, in as many
    /// plies.
    fn key(&self, position: &Self::Position) -> u64;

    /// The first proof and disproof numbers of a position: how hard it looks to prove that the player to move wins, and that
    /// he loses, from 1 to 1,000. They guide the search and cannot make it wrong.
    fn estimate(&self, position: &Self::Position) -> (u32, u32);
}
