//! Random games.

use crate::model::{GameRng, Outcome, Position};

/// The result of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollout<P> {
    /// The position at the end.
    pub end: P,
    /// The number of moves played.
    pub plies: u32,
    /// The outcome; `None` if the ply limit was reached first.
    pub outcome: Option<Outcome>,
}

/// Plays random moves from `start`, each legal move equally likely, to the end of the game or for `max_plies`
/// plies.
///
/// ```
/// use cygnet_core::engine::rollout::rollout;
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{GameRng, Game};
///
/// let game = rollout(&Qawale::Eight.start(), 100, &mut GameRng::from_seed(1));
/// assert!(game.outcome.is_some() && game.plies <= 16);
/// ```
#[must_use]
pub fn rollout<P: Position>(start: &P, max_plies: u32, rng: &mut GameRng) -> Rollout<P> {
    let mut end = start.clone();
    let mut plies = 0;
    // Two plies per iteration, so that the two positions take turns and none is copied.
    loop {
        let mv = match next_move(&end, plies, max_plies, rng) {
            Ok(mv) => mv,
            Err(outcome) => return Rollout { end, plies, outcome },
        };
        let next = end.after(mv);
        plies += 1;
        let mv = match next_move(&next, plies, max_plies, rng) {
            Ok(mv) => mv,
            Err(outcome) => return Rollout { end: next, plies, outcome },
        };
        end = next.after(mv);
        plies += 1;
    }
}

/// Returns a random move. At the end of the game returns the outcome, and at the ply limit `None`, as the
/// error.
#[inline]
fn next_move<P: Position>(
    position: &P,
    plies: u32,
    max_plies: u32,
    rng: &mut GameRng,
) -> Result<P::Move, Option<Outcome>> {
    if let Some(outcome) = position.terminal_outcome() {
        return Err(Some(outcome));
    }
    if plies == max_plies {
        return Err(None);
    }
    position.random_move(rng).ok_or_else(|| Some(Outcome::Win(position.to_move().opponent())))
}
