//! Reductions and pruning of the strong style.
//!
//! They rely on the evaluation or the move order, so they can be wrong and prove nothing: where a move was
//! skipped, the value of the node never counts as a proven loss. The value of each technique was measured in
//! matches; see `dev/lab/search.md`.

use crate::engine::score::{Score, is_win_or_loss};

use super::node::is_null_window;

/// The maximum depth for reverse futility pruning, futility pruning and late move pruning.
const MAX_PRUNING_DEPTH: u32 = 6;
/// Razoring: the margin below alpha per ply of depth.
const RAZORING_MARGIN: Score = 250;
/// Futility: the margin below alpha per ply of depth, and at depth 0.
const FUTILITY_MARGIN: Score = 100;
const FUTILITY_BASE: Score = 100;
/// From this depth, late moves are reduced.
const LMR_MIN_DEPTH: u32 = 3;

/// The product of the logarithms of depth and move number, in quarters, that reduces by one ply.
const LMR_DIVISOR: u32 = 48;

/// Returns whether nodes with this window can be pruned by their static value.
pub(super) fn allows_static_pruning((alpha, beta): (Score, Score)) -> bool {
    is_null_window((alpha, beta)) && !is_win_or_loss(alpha) && !is_win_or_loss(beta)
}

/// Returns whether a node with this static value is good enough without a search: reverse futility pruning, with a
/// margin above beta per ply of depth.
pub(super) fn can_prune_reverse_futility(
    depth: u32,
    static_value: Score,
    beta: Score,
    margin: Score,
) -> bool {
    depth <= MAX_PRUNING_DEPTH && static_value - margin * depth as Score >= beta
}

/// Returns whether only noisy moves can matter at a node with this static value: razoring.
pub(super) fn can_razor(depth: u32, static_value: Score, alpha: Score) -> bool {
    depth <= 3 && static_value + RAZORING_MARGIN * depth as Score <= alpha
}

/// Returns whether a quiet move cannot raise a node with this static value above alpha: futility pruning.
pub(super) fn is_futile(depth: u32, static_value: Score, alpha: Score) -> bool {
    depth <= MAX_PRUNING_DEPTH && static_value + FUTILITY_BASE + FUTILITY_MARGIN * depth as Score <= alpha
}

/// Returns how many moves of a node are searched before quiet ones are skipped: late move pruning.
pub(super) fn late_move_limit(depth: u32) -> usize {
    if depth <= MAX_PRUNING_DEPTH { (4 + depth * depth) as usize } else { usize::MAX }
}

/// Returns the depth reduction for move number `number` (from 0) in plies: late move reductions.
pub(super) fn reduction(depth: u32, number: usize, is_null_window: bool) -> u32 {
    if depth < LMR_MIN_DEPTH || number < 3 {
        return 0;
    }
    let product = logarithm(depth) * logarithm(number as u32 + 1);
    (product / LMR_DIVISOR + u32::from(is_null_window)).min(depth - 2)
}

/// Returns the binary logarithm of a positive number in quarters, linear between powers of two.
fn logarithm(number: u32) -> u32 {
    let whole = number.ilog2();
    4 * whole + ((4 * number) >> whole) - 4
}
