//! Counting move sequences: the classic test and benchmark of a move generator.

use crate::model::Position;

/// Counts the sequences of exactly `depth` moves from `position`. Games that end earlier do not count. The
/// last two plies are counted without playing them if the game supports that. Nothing is cached.
///
/// ```
/// use cygnet_core::engine::perft::{divide, perft};
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::Game;
///
/// let start = Qawale::Eight.start();
/// assert_eq!(perft(&start, 2), 2_176);
/// assert_eq!(divide(&start, 2).into_iter().map(|(_, leaves)| leaves).sum::<u64>(), 2_176);
/// ```
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.terminal_outcome().is_some() {
        return 0;
    }
    match depth {
        1 => position.count_moves(),
        2 => position.count_two_plies(),
        _ => {
            let mut total = 0;
            position.for_each_move(|mv| total += perft(&position.after(mv), depth - 1));
            total
        }
    }
}

/// Returns [`perft`] per first move, in generator order. Empty for depth 0 and for a finished game.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.moves().into_iter().map(|mv| (mv, perft(&position.after(mv), rest))).collect()
}
