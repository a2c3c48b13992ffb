//! The horizon, where the depth runs out: a static value, or a quiescence search.

use crate::engine::score::{Score, mate_in, mated_in, outcome_value};
use crate::model::Evaluate;

use super::SearchStyle;
use super::ordering;
use super::worker::SearchWorker;

/// The maximum number of plies of noisy moves beyond the horizon.
pub(super) const MAX_QUIESCENCE_PLIES: u32 = 8;

impl<P: Evaluate> SearchWorker<'_, P> {
    /// Returns the value at the horizon.
    #[inline]
    pub(super) fn horizon_value(&mut self, position: &P, ply: u32, window: (Score, Score)) -> Score {
        self.meter.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if let Some(outcome) = position.terminal_outcome() {
            return outcome_value(outcome, position.to_move(), ply);
        }
        if let Some(value) = self.known_result_score(position) {
            return value;
        }
        let stand_pat = self.static_value(position, ply);
        match self.style {
            SearchStyle::Exact => stand_pat,
            SearchStyle::Strong => self.quiescence(position, ply, window, stand_pat, MAX_QUIESCENCE_PLIES),
        }
    }

    /// Returns the best of `stand_pat` and the values after at most `plies_left` plies of noisy moves, since
    /// an evaluation means little in the middle of an exchange. The player can always stand pat instead. So
    /// this claims no loss that is not on the board, and no win but one by the very next move.
    fn quiescence(
        &mut self,
        position: &P,
        ply: u32,
        window: (Score, Score),
        stand_pat: Score,
        plies_left: u32,
    ) -> Score {
        let (mut alpha, beta, mut best) = (window.0.max(stand_pat), window.1, stand_pat);
        if best >= beta || plies_left == 0 {
            return best;
        }
        if position.has_winning_move() {
            return mate_in(ply + 1);
        }
        let mut candidates = std::mem::take(&mut self.frames[ply as usize].candidates);
        ordering::list_noisy_moves(position, &mut candidates);
        let mut place = 0;
        while let Some(candidate) = candidates.pick_best(place) {
            place += 1;
            let next = position.after(candidate.mv);
            self.meter.nodes += 1;
            self.selective_depth = self.selective_depth.max(ply + 1);
            let value = match next.terminal_outcome() {
                Some(outcome) => -outcome_value(outcome, next.to_move(), ply + 1),
                None => {
                    let stand_pat = self.static_value(&next, ply + 1);
                    -self.quiescence(&next, ply + 1, (-beta, -alpha), stand_pat, plies_left - 1)
                }
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.meter.must_stop() {
                break;
            }
        }
        self.frames[ply as usize].candidates = candidates;
        best
    }

    /// Returns the value without looking ahead.
    #[inline]
    fn static_value(&self, position: &P, ply: u32) -> Score {
        if position.has_moves() { (self.eval_fn)(position) } else { mated_in(ply) }
    }
}
