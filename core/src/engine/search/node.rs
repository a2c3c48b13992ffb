//! One node of the search: its moves so far, the meaning of its value, and how that value is stored in the
//! table.

use crate::engine::score::{Score, is_mate, is_win_or_loss, mated_in};

use super::selectivity;
use super::transposition_table::{Bound, NO_MOVE};

/// The state of a node while its moves are searched.
pub(super) struct Node {
    pub depth: u32,
    pub ply: u32,
    pub alpha: Score,
    pub beta: Score,
    /// The best value so far.
    pub value: Score,
    /// The number of the best move.
    pub best: u16,
    /// How many moves have been searched.
    pub searched: usize,
    /// The static value, if moves can be pruned by it.
    pub static_eval: Option<Score>,
}

impl Node {
    /// Creates a node before its first move. Without any move, the player to move has lost.
    pub fn new(depth: u32, ply: u32, (alpha, beta): (Score, Score)) -> Self {
        Node { depth, ply, alpha, beta, value: mated_in(ply), best: NO_MOVE, searched: 0, static_eval: None }
    }

    /// Returns whether to skip the quiet move at this place in the order. Needs an earlier move that does not
    /// lose.
    #[inline]
    pub fn can_prune_move(&self, place: usize) -> bool {
        let Some(static_eval) = self.static_eval else { return false };
        !is_win_or_loss(self.value)
            && (place >= selectivity::late_move_limit(self.depth)
                || selectivity::is_futile(self.depth, static_eval, self.alpha))
    }
}

/// Returns whether a search with this window only tells whether the value is above alpha. Then nobody needs the
/// principal variation.
#[inline]
pub(super) fn is_null_window((alpha, beta): (Score, Score)) -> bool {
    beta - alpha == 1
}

/// Returns what a value found with this window means.
pub(super) fn bound_of(value: Score, alpha: Score, beta: Score) -> Bound {
    match value {
        value if value >= beta => Bound::Lower,
        value if value > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}

/// Converts a score for the table, where mate scores count plies from their own position instead of the root.
#[inline]
pub(super) fn value_to_table(value: Score, ply: u32) -> Score {
    if is_mate(value) { value + value.signum() * ply as Score } else { value }
}

/// The opposite of [`value_to_table`].
#[inline]
pub(super) fn value_from_table(value: Score, ply: u32) -> Score {
    if is_mate(value) { value - value.signum() * ply as Score } else { value }
}
