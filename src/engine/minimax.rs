//! Looking a fixed number of turns ahead: plain negamax, and the same value with alpha-beta.
//!
//! Values are from the view of the player to move. [`negamax`] is the oracle that faster searches are tested against.

use std::ops::ControlFlow;

use crate::model::{Evaluate, History, StopSignal};

use super::bots::{Bot, Thinking};
use super::score::{MATE, Value, mated_in, outcome_value};

/// The greatest depth in plies.
pub const MAX_DEPTH: u32 = 64;

/// The value of `position` for best play of both sides over the next `depth` plies, with the evaluation at the end of them.
#[must_use]
pub fn negamax<P: Evaluate>(position: &P, depth: u32) -> Value {
    negamax_from(position, depth, 0)
}

fn negamax_from<P: Evaluate>(position: &P, depth: u32, ply: u32) -> Value {
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
/// beta. Once `stop` is raised the value means nothing.
#[must_use]
pub fn alpha_beta<P: Evaluate>(
    position: &P,
    depth: u32,
    ply: u32,
    window: (Value, Value),
    stop: &StopSignal,
) -> Value {
    if let Some(outcome) = position.decided() {
        return outcome_value(outcome, position.to_move(), ply);
    }
    if depth == 0 && position.has_moves() {
        return position.evaluate();
    }
    let (mut alpha, beta) = window;
    let mut best = mated_in(ply);
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
    /// A player that looks `depth` plies ahead, 1 to [`MAX_DEPTH`].
    pub fn new(depth: u32) -> Self {
        Minimax { depth: depth.clamp(1, MAX_DEPTH) }
    }

    /// All moves of the best value at this depth. When `stop` is raised: of those that were looked at.
    pub fn best_moves<P: Evaluate>(&self, position: &P, stop: &StopSignal) -> Vec<P::Move> {
        let mut best = -MATE - 1;
        let mut moves = Vec::new();
        if position.decided().is_some() {
            return moves;
        }
        let _ = position.visit_moves(|mv| {
            // One below the best so far, so that an equal value comes out exact.
            let window = (-MATE - 1, 1 - best);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ugly_duck::CLASSIC;
    use crate::model::{Chance, Game, Position};

    #[test]
    fn alpha_beta_finds_the_value_of_plain_negamax() {
        let mut chance = Chance::from_seed(1);
        let mut position = CLASSIC.start();
        for _ in 0..60 {
            let window = (-MATE - 1, MATE + 1);
            let value = alpha_beta(&position, 4, 0, window, &StopSignal::new());
            assert_eq!(value, negamax(&position, 4), "{position:?}");
            position = match position.decided().is_none().then(|| position.random_move(&mut chance)).flatten()
            {
                Some(mv) => position.after(mv),
                None => CLASSIC.start(),
            };
        }
    }

    #[test]
    fn the_best_moves_are_those_of_the_best_value() {
        let mut chance = Chance::from_seed(2);
        let mut position = CLASSIC.start();
        for _ in 0..20 {
            let best = negamax(&position, 3);
            let equal = |mv: &_| -negamax_from(&position.after(*mv), 2, 1) == best;
            let wanted: Vec<_> = position.moves().into_iter().filter(equal).collect();
            assert_eq!(Minimax::new(3).best_moves(&position, &StopSignal::new()), wanted);
            position = match position.decided().is_none().then(|| position.random_move(&mut chance)).flatten()
            {
                Some(mv) => position.after(mv),
                None => CLASSIC.start(),
            };
        }
    }

    #[test]
    fn the_quickest_win_is_preferred_and_a_stop_still_gives_a_move() {
        let position = CLASSIC.read_position("5/S4/D4/5/3dd 1").unwrap();
        let names = |moves: Vec<_>| moves.into_iter().map(|mv| CLASSIC.write_move(mv)).collect::<Vec<_>>();
        assert_eq!(names(Minimax::new(5).best_moves(&position, &StopSignal::new())), ["b1a1", "b1a2"]);
        let stop = StopSignal::new();
        stop.raise();
        assert!(!Minimax::new(30).best_moves(&CLASSIC.start(), &stop).is_empty());
    }
}
