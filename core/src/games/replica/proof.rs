//! What the solver needs to know of Replica under the official rules: steps and jumps go forward and a king stays one, so no position
//! comes again, and who cannot move has lost, so there is no draw.

use std::marker::PhantomData;

use super::board::CellSet;
use super::evaluation::winning_move;
use super::position::Position;
use super::walk::plies_to_walk_home;
use crate::engine::solver::{FullKey, Hints, Knowledge, ProofSearch, Prover, StaticWin};
use crate::model::{Evaluate, Position as _};

/// Official Replica for the solver, on a board whose cells `S` has room for.
struct OfficialKnowledge<S>(PhantomData<fn() -> S>);

/// A prover for the official rules within `bytes` of memory; `None` if there is none to be had.
pub(super) fn prover<S: CellSet>(bytes: usize) -> Option<Box<dyn Prover<Position<S>>>> {
    Some(Box::new(ProofSearch::new(OfficialKnowledge(PhantomData), bytes)?))
}

impl<S: CellSet> Hints<Position<S>> for OfficialKnowledge<S> {
    #[inline]
    fn static_win(&self, position: &Position<S>) -> Option<StaticWin> {
        let mover = position.to_move();
        if winning_move(position).is_some() {
            return Some(StaticWin { winner: mover, plies: 1 });
        }
        [mover, mover.opponent()].into_iter().find_map(|walker| {
            let plies = plies_to_walk_home(position, walker)?;
            Some(StaticWin { winner: walker, plies })
        })
    }
}

impl<S: CellSet> Knowledge for OfficialKnowledge<S> {
    type Position = Position<S>;
    type Key = FullKey<Position<S>>;

    #[inline]
    fn key(&self, position: &Position<S>) -> FullKey<Position<S>> {
        FullKey(*position)
    }

    /// The evaluation, learned where there is a network. The weights were found by trying, on ends of games.
    #[inline]
    fn estimate(&self, position: &Position<S>) -> (u32, u32) {
        const BASELINE: i32 = 1_000;
        const STEP: i32 = 50;
        let lead = position.evaluate();
        let number = |prospects: i32| 1 + ((BASELINE - prospects).max(0) / STEP).min(999) as u32;
        (number(lead), number(-lead))
    }
}
