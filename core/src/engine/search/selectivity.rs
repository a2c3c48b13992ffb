//! What a search in the strong style looks at less deep, or not at all.
//!
//! All of it trusts the evaluation or the order of the moves, so all of it may be wrong, and none of it proves anything: where a move
//! has been left out, the value of its node is never a loss that counts as seen. What each part is worth was found by matches; the
//! figures are in `docs/engine.md`.

use crate::engine::score::{Value, is_result};

/// To this depth a node is given up as good enough (reverse futility) or as too bad (razoring), and moves are left out.
const SHALLOW: u32 = 6;
/// By how much a static value must beat beta for each ply of depth.
const GOOD_ENOUGH: Value = 60;
/// By how much it must lie below alpha for each ply of depth, that urgent moves alone are looked at.
const TOO_BAD: Value = 250;
/// By how much it must lie below alpha for each ply of depth, that quiet moves are left out, and at depth 0.
const FUTILE: Value = 100;
const FUTILE_BASE: Value = 100;
/// From this depth on late moves are searched less deep.
const LEAST_REDUCED_DEPTH: u32 = 3;

/// The product of the logarithms of depth and number, in quarters, that takes a ply off.
const PRODUCT_A_PLY: u32 = 48;

/// Whether values around this window may be judged by the evaluation.
pub(super) fn may_guess((alpha, beta): (Value, Value)) -> bool {
    beta - alpha == 1 && !is_result(alpha) && !is_result(beta)
}

/// Whether a node of this static value is good enough without a search: reverse futility pruning.
pub(super) fn is_good_enough(depth: u32, static_value: Value, beta: Value) -> bool {
    depth <= SHALLOW && static_value - GOOD_ENOUGH * depth as Value >= beta
}

/// Whether in a node of this static value only urgent moves can matter: razoring.
pub(super) fn is_too_bad(depth: u32, static_value: Value, alpha: Value) -> bool {
    depth <= 3 && static_value + TOO_BAD * depth as Value <= alpha
}

/// Whether a quiet move cannot lift a node of this static value to alpha: futility pruning.
pub(super) fn is_futile(depth: u32, static_value: Value, alpha: Value) -> bool {
    depth <= SHALLOW && static_value + FUTILE_BASE + FUTILE * depth as Value <= alpha
}

/// How many moves of a node are searched before quiet ones are left out: late move pruning.
pub(super) fn most_moves(depth: u32) -> usize {
    if depth <= SHALLOW { (4 + depth * depth) as usize } else { usize::MAX }
}

/// By how many plies move number `number` (from 0) is searched less deep: late move reductions.
pub(super) fn reduction(depth: u32, number: usize, is_narrow: bool) -> u32 {
    if depth < LEAST_REDUCED_DEPTH || number < 3 {
        return 0;
    }
    let product = logarithm(depth) * logarithm(number as u32 + 1);
    (product / PRODUCT_A_PLY + u32::from(is_narrow)).min(depth - 2)
}

/// The binary logarithm of a number from 1 on, in quarters, linear between powers of two.
fn logarithm(number: u32) -> u32 {
    let whole = number.ilog2();
    4 * whole + ((4 * number) >> whole) - 4
}
