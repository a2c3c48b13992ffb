//! The search of one thread below the root: alpha-beta as principal variation search.
//!
//! Windows are (alpha, beta) and values are fail-soft: a value at most alpha is an upper bound, one at least
//! beta a lower bound.

use std::ops::ControlFlow;

use crate::engine::score::{
    MATE, Score, known_result_score, mate_distance, mate_in, mated_in, outcome_value,
};
use crate::model::Evaluate;

use super::limits::Meter;
use super::node::{Node, bound_of, is_null_window, value_from_table, value_to_table};
use super::ordering::{self, Candidate, Candidates, HistoryTable, Killers, MAX_ORDERED};
use super::selectivity;
use super::transposition_table::{Bound, NO_MOVE, TranspositionTable, TtEntry};
use super::{EvalFn, KnownResults, REPORT_INTERVAL, SearchListener, SearchReport, SearchStyle};

/// Greater than every value.
pub(super) const INFINITE: Score = MATE + 1;

/// From this depth, all children are looked up in the table before the first one is searched.
const ETC_MIN_DEPTH: u32 = 4;

/// The state of one ply of the current line.
#[derive(Debug)]
pub(super) struct Frame<M> {
    pub candidates: Candidates<M>,
    killers: Killers<M>,
    /// The principal variation from here.
    pub pv: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame { candidates: Candidates::default(), killers: [None, None], pv: Vec::new() }
    }
}

/// One thread of a search.
pub(super) struct SearchWorker<'a, P: Evaluate> {
    pub table: &'a TranspositionTable,
    pub meter: Meter<'a>,
    pub style: SearchStyle,
    /// The distance in plies from the root to the farthest position searched.
    pub selective_depth: u32,
    pub frames: Vec<Frame<P::Move>>,
    pub history: &'a mut HistoryTable,
    /// The keys of the positions before this one, if repetitions are possible and count as draws.
    pub path: Option<Vec<u64>>,
    /// Results that need no search.
    pub results: Option<&'a dyn KnownResults<P>>,
    pub eval_fn: EvalFn<'a, P>,
    pub listener: &'a mut SearchListener<'a, P::Move>,
    /// What to report in the middle of a depth, once a depth has been completed.
    pub so_far: Option<SearchReport<P::Move>>,
    /// The number of positions after which to report again.
    pub next_report: u64,
}

impl<P: Evaluate> SearchWorker<'_, P> {
    /// Returns the value of a position whose result is known: beyond all evaluations, and ordered by
    /// evaluation.
    #[inline]
    pub fn known_result_score(&self, position: &P) -> Option<Score> {
        let winner = self.results?.winner(position)?;
        Some(known_result_score(winner == position.to_move(), (self.eval_fn)(position)))
    }

    /// Returns whether a limit has been reached, and reports from time to time.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        if self.meter.is_due() && !self.meter.should_stop() && self.meter.nodes >= self.next_report {
            self.report_progress();
        }
        self.meter.stopped
    }

    #[cold]
    fn report_progress(&mut self) {
        self.next_report = self.meter.nodes + REPORT_INTERVAL;
        if let Some(report) = &mut self.so_far {
            report.nodes = self.meter.count();
            report.selective_depth = self.selective_depth;
            report.hashfull = self.table.permille_used();
            (self.listener)(report);
        }
    }

    /// Searches `position`, `ply` plies from the root, to `depth` plies and returns its value.
    pub fn search(&mut self, position: &P, depth: u32, ply: u32, window: (Score, Score)) -> Score {
        if depth == 0 {
            return self.horizon_value(position, ply, window);
        }
        self.meter.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply as usize].pv.clear();
        if let Some(outcome) = position.terminal_outcome() {
            return outcome_value(outcome, position.to_move(), ply);
        }
        if self.should_stop() {
            return 0;
        }
        if let Some(value) = self.known_result_score(position) {
            return value;
        }
        self.search_inner(position, depth, ply, window)
    }

    fn search_inner(&mut self, position: &P, depth: u32, ply: u32, window: (Score, Score)) -> Score {
        // Mate distance pruning: no line from here loses before this ply or wins before the next.
        let alpha = window.0.max(mated_in(ply));
        let beta = window.1.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        if position.has_winning_move() {
            self.meter.nodes += 1;
            if !is_null_window(window) {
                self.frames[ply as usize].pv.extend(position.winning_move());
            }
            return mate_in(ply + 1);
        }
        if depth == 1 && self.style == SearchStyle::Exact {
            return self.search_frontier(position, ply, (alpha, beta));
        }
        let key = position.hash_key();
        if self.is_repetition(key) {
            return 0;
        }
        let known = self.probe(key, ply);
        // Nodes of the principal variation are searched to the end to get the full line.
        if let Some(value) = known
            .filter(|_| is_null_window((alpha, beta)))
            .and_then(|entry| self.table_cutoff(entry, depth, ply, (alpha, beta)))
        {
            return value;
        }
        let static_eval = self.static_eval(position, (alpha, beta));
        if let Some(value) = static_eval
            .and_then(|static_eval| self.prune_node(position, depth, ply, (alpha, beta), static_eval))
        {
            return value;
        }
        let table_move = known.map_or(NO_MOVE, |entry| entry.best);
        if let Some(path) = &mut self.path {
            path.push(key);
        }
        let node = Node { static_eval, ..Node::new(depth, ply, (alpha, beta)) };
        let (value, best) = self.search_moves(position, node, table_move);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        if !self.meter.stopped {
            let bound = bound_of(value, alpha, beta);
            self.table
                .put(key, TtEntry { value: value_to_table(value, ply), bound, depth: depth as u8, best });
        }
        value
    }

    /// Returns the static value of a node that can be pruned by it. Strong style only.
    #[inline]
    fn static_eval(&self, position: &P, window: (Score, Score)) -> Option<Score> {
        let can_prune = self.style == SearchStyle::Strong
            && selectivity::allows_static_pruning(window)
            && position.has_moves();
        can_prune.then(|| (self.eval_fn)(position))
    }

    /// Returns the value of a node that needs no search because of its static value.
    fn prune_node(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
        static_eval: Score,
    ) -> Option<Score> {
        if selectivity::can_prune_reverse_futility(depth, static_eval, beta, position.pruning_margin()) {
            return Some(static_eval);
        }
        if !selectivity::can_razor(depth, static_eval, alpha) {
            return None;
        }
        let value = self.horizon_value(position, ply, (alpha, beta));
        (value <= alpha).then_some(value)
    }

    /// Returns the value of a frontier node, one ply before the horizon.
    fn search_frontier(&mut self, position: &P, ply: u32, (mut alpha, beta): (Score, Score)) -> Score {
        let mut value = mated_in(ply);
        let mut best = None;
        let _ = position.visit_moves(|mv| {
            let child = -self.horizon_value(&position.after(mv), ply + 1, (-beta, -alpha));
            value = value.max(child);
            if child > alpha {
                alpha = child;
                best = Some(mv);
            }
            if alpha >= beta || self.should_stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.frames[ply as usize].pv.extend(best);
        value
    }

    /// Returns whether the position with this key has already occurred on the current path.
    #[inline]
    fn is_repetition(&self, key: u64) -> bool {
        self.path
            .as_ref()
            .is_some_and(|path| path.iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key))
    }

    /// Returns the table entry for the position with this key, `ply` plies from the root.
    #[inline]
    fn probe(&self, key: u64, ply: u32) -> Option<TtEntry> {
        self.table.get(key).map(|entry| TtEntry { value: value_from_table(entry.value, ply), ..entry })
    }

    /// Returns the value if the table entry is good enough for a cutoff.
    #[inline]
    fn table_cutoff(
        &self,
        entry: TtEntry,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        let is_strong = self.style == SearchStyle::Strong;
        let known_depth = u32::from(entry.depth);
        let deep_enough = known_depth == depth || is_strong && known_depth > depth;
        // A win or loss holds at every depth at which it is visible, whatever the depth of the search that
        // found it.
        let within_depth = |plies: u32| plies - ply <= depth || is_strong;
        let mate = mate_distance(entry.value).is_some_and(within_depth);
        let is_lower = entry.bound != Bound::Upper && (deep_enough || mate && entry.value > 0);
        let is_upper = entry.bound != Bound::Lower && (deep_enough || mate && entry.value < 0);
        (is_lower && entry.value >= beta || is_upper && entry.value <= alpha).then_some(entry.value)
    }

    /// Searches the moves. Returns the best value and the number of the best move.
    fn search_moves(&mut self, position: &P, mut node: Node, table_move: u16) -> (Score, u16) {
        let (depth, ply, window) = (node.depth, node.ply, (node.alpha, node.beta));
        let frame = &mut self.frames[ply as usize];
        let mut candidates = std::mem::take(&mut frame.candidates);
        let more = ordering::list_moves(position, &mut candidates, table_move, &frame.killers, self.history);
        if depth >= ETC_MIN_DEPTH && is_null_window(window) {
            if let Some(found) = self.enhanced_cutoff(position, candidates.as_slice(), depth, ply, window) {
                self.frames[ply as usize].candidates = candidates;
                return found;
            }
        }
        let mut place = 0;
        while let Some(candidate) = candidates.pick_best(place) {
            if candidate.quiet && node.can_prune_move(place) {
                // All after it are quiet, too.
                break;
            }
            let can_reduce = candidate.quiet && self.style == SearchStyle::Strong;
            let reduction = if can_reduce {
                selectivity::reduction(depth, place, is_null_window((node.alpha, node.beta)))
            } else {
                0
            };
            if self.search_move(position, candidate.mv, candidate.index, reduction, &mut node) {
                if candidate.quiet && !self.meter.stopped {
                    self.reward_cutoff(position, depth, ply, &candidates.as_slice()[..=place]);
                }
                break;
            }
            place += 1;
        }
        let over = self.meter.stopped || node.alpha >= node.beta;
        self.frames[ply as usize].candidates = candidates;
        if more && !over {
            self.search_unordered(position, &mut node);
        }
        (node.value, node.best)
    }

    /// Returns the value and number of a move whose table entry is good enough for a cutoff: enhanced
    /// transposition cutoff (Schaeffer and Plaat, "New Advances in Alpha-Beta Searching", 1996).
    fn enhanced_cutoff(
        &self,
        position: &P,
        candidates: &[Candidate<P::Move>],
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Option<(Score, u16)> {
        candidates.iter().find_map(|candidate| {
            let entry = self.probe(position.after(candidate.mv).hash_key(), ply + 1)?;
            let value = -self.table_cutoff(entry, depth - 1, ply + 1, (-beta, -alpha))?;
            (value >= beta).then_some((value, candidate.index))
        })
    }

    /// Searches the moves beyond [`MAX_ORDERED`].
    fn search_unordered(&mut self, position: &P, node: &mut Node) {
        let mut number = 0;
        let _ = position.visit_moves(|mv| {
            number += 1;
            if number <= MAX_ORDERED {
                return ControlFlow::Continue(());
            }
            let index = u16::try_from(number - 1).unwrap_or(NO_MOVE);
            if self.search_move(position, mv, index, 0, node) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }

    /// Searches one move. All but the first start with a null window, reduced by `reduction` plies. Returns
    /// whether the node is finished, by a cutoff or because a limit has been reached.
    #[inline]
    fn search_move(
        &mut self,
        position: &P,
        mv: P::Move,
        index: u16,
        reduction: u32,
        node: &mut Node,
    ) -> bool {
        let next = position.after(mv);
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let (alpha, beta) = (node.alpha, node.beta);
        let mut value;
        if node.searched == 0 {
            value = -self.search(&next, depth, ply, (-beta, -alpha));
        } else {
            value = -self.search(&next, depth - reduction, ply, (-alpha - 1, -alpha));
            if reduction > 0 && value > alpha && !self.meter.stopped {
                value = -self.search(&next, depth, ply, (-alpha - 1, -alpha));
            }
            if value > alpha && value < beta && !self.meter.stopped {
                value = -self.search(&next, depth, ply, (-beta, -alpha));
            }
        }
        node.searched += 1;
        if self.meter.stopped {
            return true;
        }
        if value > node.value {
            node.value = value;
            node.best = index;
        }
        if value > alpha {
            node.alpha = value;
            self.update_pv(node.ply, mv);
        }
        node.alpha >= beta
    }

    /// Sets the principal variation at `ply` to `mv` followed by that of the next ply.
    fn update_pv(&mut self, ply: u32, mv: P::Move) {
        let (here, after) = self.frames.split_at_mut(ply as usize + 1);
        if let (Some(here), Some(after)) = (here.last_mut(), after.first()) {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&after.pv);
        }
    }

    /// Updates killers and history after the last of `searched` caused a cutoff: raises that move and lowers
    /// the quiet moves before it.
    fn reward_cutoff(&mut self, position: &P, depth: u32, ply: u32, searched: &[Candidate<P::Move>]) {
        let Some((best, others)) = searched.split_last() else { return };
        let killers = &mut self.frames[ply as usize].killers;
        if killers[0] != Some(best.mv) {
            *killers = [Some(best.mv), killers[0]];
        }
        let bonus = (4 * depth * depth) as i32;
        let player = position.to_move();
        self.history.update(player, best.mv, bonus);
        for other in others.iter().filter(|other| other.quiet) {
            self.history.update(player, other.mv, -bonus);
        }
    }
}
