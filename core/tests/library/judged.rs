//! A position with a custom evaluation.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use cygnet_core::model::{Evaluate, GameRng, Outcome, Player, Position};

/// An evaluation for the player to move, like [`Evaluate::evaluate`]. It is static, because searches copy
/// their positions too often for reference counting.
pub type EvalFn<P> = &'static (dyn Fn(&P) -> i32 + Send + Sync);

/// A position with a custom evaluation. In everything else it behaves like the position.
#[derive(Clone)]
pub struct WithEval<P: 'static> {
    /// The position.
    pub position: P,
    /// Evaluates the position.
    pub eval_fn: EvalFn<P>,
}

impl<P: fmt::Debug> fmt::Debug for WithEval<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<P: PartialEq> PartialEq for WithEval<P> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<P: Eq> Eq for WithEval<P> {}

impl<P: Hash> Hash for WithEval<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<P: Position> Position for WithEval<P> {
    type Move = P::Move;
    type Refusal = P::Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    #[inline]
    fn terminal_outcome(&self) -> Option<Outcome> {
        self.position.terminal_outcome()
    }

    #[inline]
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.visit_moves(visit)
    }

    fn check_move(&self, mv: Self::Move) -> Result<(), Self::Refusal> {
        self.position.check_move(mv)
    }

    #[inline]
    fn after_unchecked(&self, mv: Self::Move) -> Self {
        WithEval { position: self.position.after_unchecked(mv), eval_fn: self.eval_fn }
    }

    #[inline]
    fn has_moves(&self) -> bool {
        self.position.has_moves()
    }

    fn random_move(&self, rng: &mut GameRng) -> Option<Self::Move> {
        self.position.random_move(rng)
    }

    #[inline]
    fn hash_key(&self) -> u64 {
        self.position.hash_key()
    }
}

impl<P: Evaluate> Evaluate for WithEval<P> {
    #[inline]
    fn evaluate(&self) -> i32 {
        (self.eval_fn)(&self.position)
    }

    #[inline]
    fn move_priority(&self, mv: Self::Move) -> i32 {
        self.position.move_priority(mv)
    }

    #[inline]
    fn visit_noisy_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.visit_noisy_moves(visit)
    }

    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        self.position.winning_move()
    }

    fn max_remaining_plies(&self) -> Option<u32> {
        self.position.max_remaining_plies()
    }
}
