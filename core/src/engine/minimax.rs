//! Search to a fixed depth: plain negamax, and alpha-beta, which returns the same value.
//!
//! Values are from the point of view of the player to move. [`negamax`] is the oracle for testing faster
//! searches.

use std::ops::ControlFlow;

use crate::model::{Evaluate, StopSignal, View};

use super::bots::{Bot, BotEval, BotProgress, MoveContext};
use super::score::{MATE, Score, is_mate, mated_in, outcome_value, to_eval};

/// The maximum depth in plies.
pub const MAX_DEPTH: u32 = 64;

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
/// alpha or at least beta. Uses `eval_fn` as the evaluation. The value is meaningless once `stop` is raised.
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

/// Searches to a fixed depth and picks at random among the best moves. As a bot it uses the handcrafted
/// evaluation, so that the classic bots built on it play as they always have, whatever has been learned
/// since.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// Creates a player that looks `depth` plies ahead, 1 to [`MAX_DEPTH`].
    pub fn new(depth: u32) -> Self {
        Minimax { depth: depth.clamp(1, MAX_DEPTH) }
    }

    /// Returns the best value at this depth and all moves that have it. If `stop` is raised, only the moves
    /// searched by then count. Calls `on_progress` with each move that improves on those before.
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
            // One below the best so far, so that an equal value is exact.
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
            // The move reported last.
            return best.first().copied();
        }
        context.eval = Some(BotEval { depth, eval: to_eval(value, is_mate(value)) });
        context.rng.pick(&best).copied()
    }
}
