//! Looking a fixed number of turns ahead: plain negamax, and the same value with alpha-beta.
//!
//! Scores are from the view of the player to move. [`negamax`] is the oracle that faster searches are tested against.

use std::ops::ControlFlow;

use crate::model::{Evaluate, History, Outcome, Player, SCORE_LIMIT, StopSignal};

use super::bots::{Bot, Thinking};

/// The greatest depth in plies.
pub const DEEPEST: u32 = 64;

/// The score of a game already won. A win in `n` plies scores `n` less, so that quick wins and slow losses are
/// preferred; all of them lie beyond every evaluation.
pub const WON: i32 = SCORE_LIMIT + 1_000_000;

/// The score of `outcome` for `player`, `ply` plies after the position that was asked about.
pub fn outcome_score(outcome: Outcome, player: Player, ply: u32) -> i32 {
    let won = WON - ply.min(1_000_000) as i32;
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => won,
        Outcome::Win(_) => -won,
    }
}

/// The value of `position` when both sides look `depth` plies ahead and take the evaluation then.
///
/// ```
/// use cygnet::engine::minimax::negamax;
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, SCORE_LIMIT};
///
/// // A win lies beyond every evaluation.
/// let position = CLASSIC.read_position("5/S4/5/5/d4 1")?;
/// assert!(negamax(&position, 1) > SCORE_LIMIT);
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
pub fn negamax<P: Evaluate>(position: &P, depth: u32) -> i32 {
    negamax_from(position, depth, 0)
}

fn negamax_from<P: Evaluate>(position: &P, depth: u32, ply: u32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome_score(outcome, position.to_move(), ply);
    }
    if depth == 0 {
        return position.evaluate();
    }
    let values =
        position.moves().into_iter().map(|mv| -negamax_from(&position.after(mv), depth - 1, ply + 1));
    values.max().unwrap_or_else(|| position.evaluate())
}

/// The same value as [`negamax`] if it lies strictly between `alpha` and `beta`; else a bound on its side of them.
/// Once `stop` is raised the value means nothing.
pub fn alpha_beta<P: Evaluate>(
    position: &P,
    depth: u32,
    ply: u32,
    window: (i32, i32),
    stop: &StopSignal,
) -> i32 {
    if let Some(outcome) = position.decided() {
        return outcome_score(outcome, position.to_move(), ply);
    }
    if depth == 0 && position.has_moves() {
        return position.evaluate();
    }
    let (mut alpha, beta) = window;
    let mut best = -outcome_score(Outcome::Win(position.to_move()), position.to_move(), ply);
    let _ = position.visit_moves(|mv| {
        let value = -alpha_beta(&position.after(mv), depth - 1, ply + 1, (-beta, -alpha), stop);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta || stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// Plays a move of the best value at a fixed depth, at random among equals.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: u32,
}

impl Minimax {
    /// A player that looks `depth` plies ahead, 1 to [`DEEPEST`].
    pub fn new(depth: u32) -> Self {
        Minimax { depth: depth.clamp(1, DEEPEST) }
    }

    /// All moves of the best value at this depth. When `stop` is raised: of those that were looked at.
    pub fn best_moves<P: Evaluate>(&self, position: &P, stop: &StopSignal) -> Vec<P::Move> {
        let mut best = -WON - 1;
        let mut moves = Vec::new();
        if position.decided().is_some() {
            return moves;
        }
        let _ = position.visit_moves(|mv| {
            // One below the best so far, so that an equal value comes out exact.
            let window = (-WON - 1, 1 - best);
            let value = -alpha_beta(&position.after(mv), self.depth - 1, 1, window, stop);
            if stop.is_raised() && !moves.is_empty() {
                return ControlFlow::Break(());
            }
            if value > best {
                moves.clear();
                best = value;
            }
            if value == best {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        moves
    }
}

impl<P: Evaluate> Bot<P> for Minimax {
    fn choose(&mut self, history: &History<P>, thinking: &mut Thinking<'_>) -> Option<P::Move> {
        let depth = thinking.allowance.depth.map_or(self.depth, |allowed| allowed.min(self.depth));
        thinking.chance.pick(&Minimax::new(depth).best_moves(history.current(), thinking.stop)).copied()
    }
}
