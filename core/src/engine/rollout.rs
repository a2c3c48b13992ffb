//! Games of random moves.

use crate::model::{GameRng, Outcome, Position};

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollout<P> {
    /// The position at the end.
    pub end: P,
    /// The moves played.
    pub plies: u32,
    /// The outcome; `None` if the game was stopped.
    pub outcome: Option<Outcome>,
}

/// Plays random moves from `start`, each legal one equally likely, to the end of the game or for `most` plies.
///
/// ```
/// use cygnet_core::engine::rollout::rollout;
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{GameRng, Game};
///
/// let game = rollout(&Qawale.start(), 100, &mut GameRng::from_seed(1));
/// assert!(game.outcome.is_some() && game.plies <= 16);
/// ```
#[must_use]
pub fn rollout<P: Position>(start: &P, most: u32, rng: &mut GameRng) -> Rollout<P> {
    let mut end = start.clone();
    let mut plies = 0;
    // Two plies a round: each position is written where the one before it is not, so none is copied.
    loop {
        let mv = match next_move(&end, plies, most, rng) {
            Ok(mv) => mv,
            Err(outcome) => return Rollout { end, plies, outcome },
        };
        let next = end.after(mv);
        plies += 1;
        let mv = match next_move(&next, plies, most, rng) {
            Ok(mv) => mv,
            Err(outcome) => return Rollout { end: next, plies, outcome },
        };
        end = next.after(mv);
        plies += 1;
    }
}

/// A random move after so many plies of at most `most`, or the outcome if there is an end.
#[inline]
fn next_move<P: Position>(
    position: &P,
    plies: u32,
    most: u32,
    rng: &mut GameRng,
) -> Result<P::Move, Option<Outcome>> {
    if let Some(outcome) = position.terminal_outcome() {
        return Err(Some(outcome));
    }
    if plies == most {
        return Err(None);
    }
    position.random_move(rng).ok_or_else(|| Some(Outcome::Win(position.to_move().opponent())))
}
