//! Looking a fixed number of turns ahead: plain negamax, and the same value with alpha-beta.
//!
//! Values are from the view of the player to move. [`negamax`] is the oracle that faster searches are tested against.

use std::ops::ControlFlow;

use crate::model::{Evaluate, StopSignal, View};

use super::bots::{Bot, BotEval, BotProgress, MoveContext};
use super::score::{MATE, Score, is_mate, mated_in, outcome_value, to_eval};

/// The greatest depth in plies.
pub const MAX_DEPTH: u32 = 64;

/// The value of `position` for best play of both sides over the next `depth` plies, with the evaluation at the end of them.
///
/// ```
/// use cygnet_core::engine::minimax::negamax;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, SCORE_LIMIT};
///
/// // A win lies beyond every evaluation.
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

/// The value of [`negamax`] if it lies strictly inside `window`, (alpha, beta); else a bound on it, at most alpha or at least
/// beta, with `eval_fn` in place of the evaluation. Once `stop` is raised the value means nothing.
#[must_use]
pub fn alpha_beta<P: Evaluate>(
    position: &P,
    depth: u32,
    ply: u32,
    window: (Score, Score),
    eval_fn: fn(&P) -> Score,
    stop: &StopSignal,
) -> Score {
    if let Some(outcome) = position.terminal_outcome() {
        return outcome_value(outcome, position.to_move(), ply);
    }
    if depth == 0 && position.has_moves() {
        return eval_fn(position);
    }
    let (mut alpha, beta) = window;
    let mut best = mated_in(ply);
    let _ = position.visit_moves(|mv| {
        let value = -alpha_beta(&position.after(mv), depth - 1, ply + 1, (-beta, -alpha), eval_fn, stop);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// Plays a move of the best value at a fixed depth, at random among equals. As a bot it judges by hand, whatever has been learned since: the
/// classic levels that are made of it play as they always have.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// A player that looks `depth` plies ahead, 1 to [`MAX_DEPTH`].
    pub fn new(depth: u32) -> Self {
        Minimax { depth: depth.clamp(1, MAX_DEPTH) }
    }

    /// The best value at this depth and all moves that have it. When `stop` is raised: of those that were looked at. Calls `on_progress` with each
    /// move that is better than those before it.
    pub fn best_moves<P: Evaluate>(
        &self,
        position: &P,
        eval_fn: fn(&P) -> Score,
        stop: &StopSignal,
        on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> (Score, Vec<P::Move>) {
        let mut best = -MATE - 1;
        let mut moves = Vec::new();
        if position.terminal_outcome().is_some() {
            return (best, moves);
        }
        let _ = position.visit_moves(|mv| {
            // One below the best so far, so that an equal value comes out exact.
            let window = (-MATE - 1, 1 - best);
            let value = -alpha_beta(&position.after(mv), self.depth - 1, 1, window, eval_fn, stop);
            if stop.is_raised() && !moves.is_empty() {
                return ControlFlow::Break(());
            }
            if value > best {
                moves.clear();
                best = value;
                on_progress(BotProgress { depth: self.depth, best: mv });
            }
            if value == best {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        (best, moves)
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
        let depth = context.budget.depth.map_or(self.depth, |allowed| allowed.min(self.depth));
        let (value, best) =
            Minimax::new(depth).best_moves(view.position, P::evaluate_handcrafted, context.stop, on_progress);
        if context.stop.is_raised() {
            // The one that was told.
            return best.first().copied();
        }
        context.eval = Some(BotEval { depth, eval: to_eval(value, is_mate(value)) });
        context.rng.pick(&best).copied()
    }
}
