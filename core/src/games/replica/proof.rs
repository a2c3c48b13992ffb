//! Solver knowledge for Replica under the official rules.
//!
//! Steps and jumps go forward and a king stays a king, so positions never repeat. A player who cannot move
//! loses, so there are no draws.

use std::marker::PhantomData;

use super::board::CellSet;
use super::evaluation::winning_move;
use super::position::ReplicaPosition;
use super::walk::walker;
use crate::engine::solver::{FullKey, Knowledge, ProofSearch, ProvenFacts, Prover, StaticWin};
use crate::model::{Evaluate, Position as _};

/// Solver knowledge of official Replica, on a board that fits in `S`.
struct OfficialKnowledge<S>(PhantomData<fn() -> S>);

/// Creates a prover for the official rules within `bytes` of memory, or returns `None` if that is not
/// possible.
pub(super) fn prover<S: CellSet>(bytes: usize) -> Option<Box<dyn Prover<ReplicaPosition<S>>>> {
    Some(Box::new(ProofSearch::new(OfficialKnowledge(PhantomData), bytes)?))
}

impl<S: CellSet> ProvenFacts<ReplicaPosition<S>> for OfficialKnowledge<S> {
    #[inline]
    fn static_win(&self, position: &ReplicaPosition<S>) -> Option<StaticWin> {
        let mover = position.to_move();
        if winning_move(position).is_some() {
            return Some(StaticWin { winner: mover, plies: 1 });
        }
        [mover, mover.opponent()].into_iter().find_map(|winner| {
            let (_, plies) = walker(position, winner)?;
            Some(StaticWin { winner, plies })
        })
    }
}

impl<S: CellSet> Knowledge for OfficialKnowledge<S> {
    type Position = ReplicaPosition<S>;
    type Key = FullKey<ReplicaPosition<S>>;

    #[inline]
    fn key(&self, position: &ReplicaPosition<S>) -> FullKey<ReplicaPosition<S>> {
        FullKey(*position)
    }

    /// Uses the evaluation, from a network if there is one. The weights were tuned on endgames.
    #[inline]
    fn estimate(&self, position: &ReplicaPosition<S>) -> (u32, u32) {
        const BASELINE: i32 = 1_000;
        const STEP: i32 = 50;
        let lead = position.evaluate();
        let number = |prospects: i32| 1 + ((BASELINE - prospects).max(0) / STEP).min(999) as u32;
        (number(lead), number(-lead))
    }
}
