//! A game kept a second time, in positions of another type.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{History, Position};

/// The second game. A copy begins empty.
#[derive(Default)]
pub(super) struct Twin(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// A `History<Q>` of the `Q` that was asked for last.
    game: Option<Arc<dyn Any + Send + Sync>>,
    /// So many of its moves are those of the first game.
    valid: usize,
}

impl Twin {
    /// From now on the moves after the first `plies` are others.
    pub fn cut(&mut self, plies: usize) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        kept.valid = kept.valid.min(plies);
    }

    /// The second game, with all of these moves, the first `played` of which are not taken back.
    pub fn brought_to<Q: Position>(
        &self,
        played: usize,
        moves: impl ExactSizeIterator<Item = Q::Move>,
        start: impl Fn() -> Q,
    ) -> Arc<History<Q>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.game.take().and_then(|game| game.downcast::<History<Q>>().ok());
        let (mut game, valid) = match known {
            Some(game) => (game, kept.valid),
            None => (Arc::new(History::new(start())), 0),
        };
        let all = moves.len();
        if valid < all || game.plies() != played {
            // A copy is made only if somebody still looks at the game as it was.
            let game = Arc::make_mut(&mut game);
            if valid < all {
                game.go_to(valid);
                moves.skip(valid).for_each(|mv| game.play(mv));
            }
            game.go_to(played);
        }
        kept.valid = all;
        kept.game = Some(game.clone());
        game
    }
}

impl Clone for Twin {
    fn clone(&self) -> Self {
        Twin::default()
    }
}

impl fmt::Debug for Twin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Twin")
    }
}
