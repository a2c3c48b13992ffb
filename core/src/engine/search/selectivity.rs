//! What a search in the strong style looks at less deep, or not at all.
//!
//! All of it trusts the evaluation or the order of the moves, so all of it may be wrong, and none of it proves anything: where a move
//! has been left out, the value of its node is never a loss that counts as seen. What each part is worth was found by matches; the
//! figures are in `docs/engine.md`.

use crate::engine::score::{Score, is_win_or_loss};

/// To this depth a node is given up as good enough (reverse futility) or as too bad (razoring), and moves are left out.
const MAX_PRUNING_DEPTH: u32 = 6;
/// By how much a static value must beat beta for each ply of depth.
const REVERSE_FUTILITY_MARGIN: Score = 60;
/// By how much it must lie below alpha for each ply of depth, that urgent moves alone are looked at.
const RAZORING_MARGIN: Score = 250;
/// By how much it must lie below alpha for each ply of depth, that quiet moves are left out, and at depth 0.
const FUTILITY_MARGIN: Score = 100;
const FUTILITY_BASE: Score = 100;
/// From this depth on late moves are searched less deep.
const LMR_MIN_DEPTH: u32 = 3;

/// The product of the logarithms of depth and number, in quarters, that takes a ply off.
const LMR_DIVISOR: u32 = 48;

/// Whether values around this window may be judged by the evaluation.
pub(super) fn allows_static_pruning((alpha, beta): (Score, Score)) -> bool {
    beta - alpha == 1 && !is_win_or_loss(alpha) && !is_win_or_loss(beta)
}

/// Whether a node of this static value is good enough without a search: reverse futility pruning.
pub(super) fn can_prune_reverse_futility(depth: u32, static_value: Score, beta: Score) -> bool {
    depth <= MAX_PRUNING_DEPTH && static_value - REVERSE_FUTILITY_MARGIN * depth as Score >= beta
}

/// Whether in a node of this static value only urgent moves can matter: razoring.
pub(super) fn can_razor(depth: u32, static_value: Score, alpha: Score) -> bool {
    depth <= 3 && static_value + RAZORING_MARGIN * depth as Score <= alpha
}

/// Whether a quiet move cannot lift a node of this static value to alpha: futility pruning.
pub(super) fn is_futile(depth: u32, static_value: Score, alpha: Score) -> bool {
    depth <= MAX_PRUNING_DEPTH && static_value + FUTILITY_BASE + FUTILITY_MARGIN * depth as Score <= alpha
}

/// How many moves of a node are searched before quiet ones are left out: late move pruning.
pub(super) fn late_move_limit(depth: u32) -> usize {
    if depth <= MAX_PRUNING_DEPTH { (4 + depth * depth) as usize } else { usize::MAX }
}

/// By how many plies move number `number` (from 0) is searched less deep: late move reductions.
pub(super) fn reduction(depth: u32, number: usize, is_null_window: bool) -> u32 {
    if depth < LMR_MIN_DEPTH || number < 3 {
        return 0;
    }
    let product = logarithm(depth) * logarithm(number as u32 + 1);
    (product / LMR_DIVISOR + u32::from(is_null_window)).min(depth - 2)
}

/// The binary logarithm of a number from 1 on, in quarters, linear between powers of two.
fn logarithm(number: u32) -> u32 {
    let whole = number.ilog2();
    4 * whole + ((4 * number) >> whole) - 4
}
