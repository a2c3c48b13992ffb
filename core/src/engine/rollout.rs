//! Games of random moves.

use crate::model::{Chance, Outcome, Position};

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
/// use cygnet_core::model::{Chance, Game};
///
/// let game = rollout(&Qawale.start(), 100, &mut Chance::from_seed(1));
/// assert!(game.outcome.is_some() && game.plies <= 16);
/// ```
#[must_use]
pub fn rollout<P: Position>(start: &P, most: u32, chance: &mut Chance) -> Rollout<P> {
    let mut end = start.clone();
    let mut plies = 0;
    loop {
        if let Some(outcome) = end.decided() {
            return Rollout { end, plies, outcome: Some(outcome) };
        }
        if plies == most {
            return Rollout { end, plies, outcome: None };
        }
        let Some(mv) = end.random_move(chance) else {
            let outcome = Some(Outcome::Win(end.to_move().opponent()));
            return Rollout { end, plies, outcome };
        };
        end = end.after(mv);
        plies += 1;
    }
}
