//! Search to a fixed depth: plain negamax, and alpha-beta, which returns the same value.
//!
//! Values are from the point of view of the player to move. [`negamax`] is the oracle for testing faster
//! searches.

use std::ops::ControlFlow;

use crate::model::{Evaluate, View};

use super::bots::{Bot, BotEval, BotProgress, MoveContext};
use super::score::{MATE, Score, is_mate, mated_in, outcome_value, to_eval};
use super::search::Meter;

/// The maximum depth in plies.
pub const MAX_MINIMAX_DEPTH: u32 = 64;

/// Returns the value of `position` with best play of both sides for `depth` plies, followed by the
/// evaluation.
///
/// ```
/// use cygnet_core::engine::minimax::negamax;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, SCORE_LIMIT};
///
/// // A win is worth more than any evaluation.
/// let position = CLASSIC.read_position("5/S4/5/5/d4 1")?;
/// assert!(negamax(&position, 1) > SCORE_LIMIT);
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
#[must_use]
pub fn negamax<P: Evaluate>(position: &P, depth: u32) -> Score {
    negamax_from(position, depth, 0)
}

fn negamax_from<P: Evaluate>(position: &P, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome_value(outcome, position.to_move(), ply);
    }
    if depth == 0 {
        return position.evaluate();
    }
    let values =
        position.moves().into_iter().map(|mv| -negamax_from(&position.after(mv), depth - 1, ply + 1));
    values.max().unwrap_or_else(|| position.evaluate())
}

/// Returns the value of [`negamax`] if it lies strictly inside `window` (alpha, beta), else a bound: at most
/// alpha or at least beta. Uses `eval_fn` as the evaluation, and counts its positions with `meter`. The value is
/// meaningless once that has stopped.
#[must_use]
pub fn alpha_beta<P: Evaluate>(
    position: &P,
    depth: u32,
    ply: u32,
    window: (Score, Score),
    eval_fn: fn(&P) -> Score,
    meter: &mut Meter<'_>,
) -> Score {
    meter.nodes += 1;
    if let Some(outcome) = position.terminal_outcome() {
        return outcome_value(outcome, position.to_move(), ply);
    }
    if depth == 0 && position.has_moves() {
        return eval_fn(position);
    }
    let (mut alpha, beta) = window;
    let mut best = mated_in(ply);
    if meter.should_stop() {
        return best;
    }
    let _ = position.visit_moves(|mv| {
        let value = -alpha_beta(&position.after(mv), depth - 1, ply + 1, (-beta, -alpha), eval_fn, meter);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || meter.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// Searches to a fixed depth and picks at random among the best moves. As a bot it uses the handcrafted
/// evaluation, so that the classic bots built on it play as they always have, whatever has been learned
/// since.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// Creates a player that looks `depth` plies ahead, 1 to [`MAX_MINIMAX_DEPTH`].
    pub fn new(depth: u32) -> Self {
        Minimax { depth: depth.clamp(1, MAX_MINIMAX_DEPTH) }
    }

    /// Returns the best value at this depth and all moves that have it. Once `meter` stops, only the moves searched
    /// by then count, and at least one. Calls `on_progress` with each move that improves on those before.
    pub fn best_moves<P: Evaluate>(
        &self,
        position: &P,
        eval_fn: fn(&P) -> Score,
        meter: &mut Meter<'_>,
        on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> (Score, Vec<P::Move>) {
        let mut best = -MATE - 1;
        let mut moves = Vec::new();
        if position.terminal_outcome().is_some() {
            return (best, moves);
        }
        let _ = position.visit_moves(|mv| {
            // One below the best so far, so that an equal value is exact.
            let window = (-MATE - 1, 1 - best);
            let value = -alpha_beta(&position.after(mv), self.depth - 1, 1, window, eval_fn, meter);
            if meter.should_stop() && !moves.is_empty() {
                return ControlFlow::Break(());
            }
            if value > best {
                moves.clear();
                best = value;
                on_progress(BotProgress { depth: self.depth, line: vec![mv] });
            }
            if value == best {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        (best, moves)
    }

    /// Returns the best moves within the limits, and their evaluation if all moves were searched. A search that may
    /// end early deepens ply by ply, so that it has looked at every move by then; the others go to their depth at
    /// once.
    fn deepen<P: Evaluate>(
        self,
        position: &P,
        meter: &mut Meter<'_>,
        on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> (Option<BotEval>, Vec<P::Move>) {
        let may_end_early = meter.limits.nodes < u64::MAX || meter.limits.deadline.is_some();
        let first = if may_end_early { 1 } else { self.depth };
        let mut found = (None, Vec::new());
        for depth in first..=self.depth {
            let search = Minimax { depth };
            let (value, mut moves) = search.best_moves(position, P::evaluate_handcrafted, meter, on_progress);
            if meter.stopped {
                if depth == first {
                    // The move reported last.
                    moves.truncate(1);
                    found = (None, moves);
                }
                break;
            }
            found = (Some(BotEval { depth, eval: to_eval(value, is_mate(value)) }), moves);
            if is_mate(value) {
                break;
            }
        }
        found
    }
}

impl<P: Evaluate> Bot<P> for Minimax {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        self.choose_with_progress(view, context, &mut |_| {})
    }

    fn choose_with_progress(
        &mut self,
        view: &View<'_, P>,
        context: &mut MoveContext<'_>,
        on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> Option<P::Move> {
        let mut meter = Meter::new(context.budget.limits(context.clock, context.stop));
        let search = Minimax::new(self.depth.min(meter.limits.depth));
        let (eval, best) = search.deepen(view.position, &mut meter, on_progress);
        (context.nodes, context.eval) = (Some(meter.nodes), eval);
        context.rng.pick(&best).copied()
    }
}
