//! Random games.

use crate::model::{GameRng, Position};

/// The result of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollout<P> {
    /// The position at the end.
    pub end: P,
    /// The number of moves played.
    pub plies: u32,
}

/// Plays random moves from `start`, each legal move equally likely, to the end of the game or for `max_plies`
/// plies.
///
/// ```
/// use cygnet_core::engine::rollout::rollout;
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, GameRng, Position};
///
/// let game = rollout(&Qawale::Eight.start(), 100, &mut GameRng::from_seed(1));
/// assert!(game.end.outcome().is_some() && game.plies <= 16);
/// ```
#[must_use]
pub fn rollout<P: Position>(start: &P, max_plies: u32, rng: &mut GameRng) -> Rollout<P> {
    let mut end = start.clone();
    let mut plies = 0;
    // Two plies per iteration, so that the two positions take turns and none is copied.
    loop {
        let Some(mv) = next_move(&end, plies, max_plies, rng) else { return Rollout { end, plies } };
        let next = end.after(mv);
        plies += 1;
        let Some(mv) = next_move(&next, plies, max_plies, rng) else { return Rollout { end: next, plies } };
        end = next.after(mv);
        plies += 1;
    }
}

/// Returns a random move; `None` at the end of the game or at the ply limit.
#[inline]
fn next_move<P: Position>(position: &P, plies: u32, max_plies: u32, rng: &mut GameRng) -> Option<P::Move> {
    if plies == max_plies || position.terminal_outcome().is_some() { None } else { position.random_move(rng) }
}
