//! What follows from the moves of a game, kept on the way so that it is not worked out from the start for every position.

use std::any::Any;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// How far apart the values are that are kept for positions gone back to.
const STRIDE: usize = 64;

/// The values of one kind that follow from the moves. A copy begins empty.
#[derive(Default)]
pub(super) struct Trail(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// `Values<T>` of the kind `T` that was asked for last.
    values: Option<Box<dyn Any + Send>>,
    /// So many moves are still those that the values follow from.
    valid: usize,
}

struct Values<T> {
    /// The values after every `STRIDE` plies, the start first.
    strides: Vec<T>,
    /// The plies and the value asked for last.
    last: (usize, T),
}

impl Trail {
    /// From now on the moves after the first `plies` are others.
    pub fn cut(&mut self, plies: usize) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        kept.valid = kept.valid.min(plies);
    }

    /// The value after `plies`: `begin` is the one at the start, `follow` carries a value over the turn after so many plies.
    pub fn value<T: Clone + Send + 'static>(
        &self,
        plies: usize,
        begin: impl Fn() -> T,
        follow: impl Fn(&mut T, usize),
    ) -> T {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let values = kept.values.take().and_then(|values| values.downcast::<Values<T>>().ok());
        let mut values =
            values.unwrap_or_else(|| Box::new(Values { strides: vec![begin()], last: (0, begin()) }));
        values.strides.truncate(kept.valid / STRIDE + 1);
        let stride = (plies / STRIDE).min(values.strides.len() - 1);
        let mut at = stride * STRIDE;
        let mut value = match &values.last {
            (last, value) if (at..=plies.min(kept.valid)).contains(last) => {
                at = *last;
                value.clone()
            }
            _ => values.strides[stride].clone(),
        };
        while at < plies {
            follow(&mut value, at);
            at += 1;
            if at == values.strides.len() * STRIDE {
                values.strides.push(value.clone());
            }
        }
        values.last = (plies, value.clone());
        kept.values = Some(values);
        kept.valid = kept.valid.max(plies);
        value
    }
}

impl Clone for Trail {
    fn clone(&self) -> Self {
        Trail::default()
    }
}

impl fmt::Debug for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trail")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::model::Chance;

    #[test]
    fn the_value_is_that_of_the_moves_whatever_was_asked_before() {
        let mut chance = Chance::from_seed(3);
        let (mut moves, mut trail): (Vec<u64>, _) = (Vec::new(), Trail::default());
        for _ in 0..5_000 {
            let plies = chance.below(moves.len() + 1);
            if chance.below(3) == 0 {
                moves.truncate(plies);
                trail.cut(plies);
            }
            moves.extend((0..chance.below(9)).map(|_| chance.bits()));
            let asked = chance.below(moves.len() + 1);
            let value = trail.value(asked, Vec::new, |value, at| value.push(moves[at]));
            assert_eq!(value, moves[..asked]);
        }
        assert_eq!(trail.value(moves.len(), || 7, |_, _| {}), 7, "of another kind");
    }

    #[test]
    fn a_game_that_is_shown_turn_by_turn_is_followed_once() {
        let (trail, followed) = (Trail::default(), Cell::new(0));
        let follow = |value: &mut usize, _| {
            *value += 1;
            followed.set(followed.get() + 1);
        };
        for plies in 0..1_000 {
            assert_eq!(trail.value(plies, || 0, follow), plies);
        }
        assert_eq!(followed.get(), 999);
        assert_eq!(trail.value(500, || 0, follow), 500);
        assert!(followed.get() < 999 + STRIDE);
    }
}
