//! The root of the search: iterative deepening, with the moves sorted by the results of the last depth.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::resources::Resources;
use crate::engine::score::{is_mate, is_win_or_loss, known_result_score, mate_in, mated_in};
use crate::model::{Evaluate, GameRng, Position, RaiseOnDrop, StopSignal};

use super::limits::{Limits, MAX_DEPTH, Meter};
use super::ordering::HistoryTable;
use super::quiescence::MAX_QUIESCENCE_PLIES;
use super::selectivity;
use super::transposition_table::TranspositionTable;
use super::worker::{Frame, INFINITE, SearchWorker};
use super::{
    EvalFn, KnownResults, Line, REPORT_INTERVAL, Score, SearchListener, SearchReport, SearchRequest,
    SearchStyle,
};

/// The maximum number of moves listed at the root. If there are more (an artificial tall stack in Qawale),
/// the search considers only the first ones, and claims no result that the others could change.
const MAX_ROOT_MOVES: usize = 1 << 18;

/// The maximum number of game positions before the root that count for repetitions.
const MAX_GAME_PATH: usize = 100;

/// Half the width of the first aspiration window around the value of the last depth.
const ASPIRATION_MARGIN: Score = 40;
/// From this depth, the best move is searched with an aspiration window.
const ASPIRATION_MIN_DEPTH: u32 = 4;

/// A legal move and what is known about it.
#[derive(Clone)]
struct RootMove<M> {
    line: Line<M>,
    /// Whether the line has the exact value of the move. If not, the move was not among the best at the last
    /// depth.
    exact: bool,
}

/// A search to run and the results known in advance.
pub(super) struct SearchTask<'a, P> {
    pub position: &'a P,
    pub request: &'a SearchRequest<'a>,
    pub results: Option<&'a dyn KnownResults<P>>,
    pub eval_fn: EvalFn<'a, P>,
}

/// Searches until a limit is reached or there is nothing left to find.
pub(super) fn search<P: Evaluate>(
    resources: &Resources,
    table: &TranspositionTable,
    history: &mut HistoryTable,
    task: &SearchTask<'_, P>,
    listener: &mut SearchListener<'_, P::Move>,
) -> SearchReport<P::Move> {
    let (done, total) = (StopSignal::new(), AtomicU64::new(0));
    let first = || {
        let _raise_done = RaiseOnDrop(&done);
        Root::new(table, history, task, &total, listener).deepen()
    };
    let helper = |number| search_as_helper(table, task, number as u64, &done, &total);
    let mut reports = resources.run_in_threads(task.request.threads, first, helper);
    // All threads have counted by now.
    let (threads, nodes) = (reports.len(), total.load(Ordering::Relaxed));
    SearchReport { threads, nodes, ..reports.swap_remove(0) }
}

/// Runs a helper thread: the same search with another move order, to fill the shared table. Helpers check the
/// limits themselves: with more threads than processors, the main thread may wait long before it can raise
/// `done`.
fn search_as_helper<P: Evaluate>(
    table: &TranspositionTable,
    task: &SearchTask<'_, P>,
    number: u64,
    done: &StopSignal,
    total: &AtomicU64,
) -> SearchReport<P::Move> {
    let order_seed = Some(task.request.order_seed.unwrap_or(0).wrapping_add(number));
    let limits = Limits { depth: MAX_DEPTH, stop: done, ..task.request.limits };
    let request = SearchRequest { limits, lines: 1, order_seed, ..*task.request };
    let mut history = HistoryTable::new();
    let task = SearchTask { request: &request, ..*task };
    Root::new(table, &mut history, &task, total, &mut |_| {}).deepen()
}

/// The search of one thread from the root.
struct Root<'a, P: Evaluate> {
    position: &'a P,
    worker: SearchWorker<'a, P>,
    moves: Vec<RootMove<P::Move>>,
    /// Whether `moves` contains all legal moves.
    lists_all_moves: bool,
    lines: usize,
    /// The value of the position, if its result is known.
    known: Option<Score>,
    /// Whether the search was exact from the start, so that the table has no values from pruned searches.
    is_exact: bool,
    depth_limit: u32,
    current_depth: u32,
    /// From this depth, every line is searched to the end of the game, and there is nothing left to find.
    end_depth: u32,
}

impl<'a, P: Evaluate> Root<'a, P> {
    fn new(
        table: &'a TranspositionTable,
        history: &'a mut HistoryTable,
        task: &SearchTask<'a, P>,
        total: &'a AtomicU64,
        listener: &'a mut SearchListener<'a, P::Move>,
    ) -> Self {
        let SearchTask { position, request, results, eval_fn } = *task;
        let (mut moves, lists_all_moves) = list_moves(position, request.order_seed);
        let root_result = results.filter(|_| !moves.is_empty()).and_then(|results| results.winner(position));
        let known = results.zip(root_result).map(|(results, winner)| {
            let wins = winner == position.to_move();
            // The others are no better, so what is proven of these moves is proven of all.
            moves = best_known(position, &moves, results, wins);
            match results.plies(position) {
                Some(plies) if wins => mate_in(plies),
                Some(plies) => mated_in(plies),
                None => known_result_score(wins, 0),
            }
        });
        let max_plies = position.max_remaining_plies();
        let path = (request.style == SearchStyle::Strong && max_plies.is_none()).then(|| {
            let skipped = request.earlier_keys.len().saturating_sub(MAX_GAME_PATH);
            let mut path = request.earlier_keys[skipped..].to_vec();
            path.push(position.hash_key());
            path
        });
        let end_depth = match (request.style, max_plies) {
            (SearchStyle::Exact, Some(plies)) if lists_all_moves => plies,
            // A search that prunes can overlook lines, so it may look further than the game can last.
            (SearchStyle::Strong, Some(plies)) => plies.saturating_mul(2),
            _ => u32::MAX,
        };
        Root {
            position,
            worker: SearchWorker {
                table,
                meter: Meter::new(request.limits).with_total(total),
                style: request.style,
                selective_depth: 0,
                frames: (0..MAX_DEPTH + 2 + MAX_QUIESCENCE_PLIES).map(|_| Frame::default()).collect(),
                history,
                path,
                results: results.filter(|_| root_result.is_none()),
                eval_fn,
                listener,
                so_far: None,
                next_report: REPORT_INTERVAL,
            },
            moves,
            lists_all_moves,
            lines: request.lines.max(1),
            known,
            is_exact: request.style == SearchStyle::Exact,
            current_depth: 0,
            depth_limit: request.limits.depth.clamp(1, MAX_DEPTH),
            end_depth,
        }
    }

    fn deepen(mut self) -> SearchReport<P::Move> {
        let mut completed = 0;
        if self.moves.is_empty() {
            return self.report(completed);
        }
        for depth in 1..=self.depth_limit {
            self.current_depth = depth;
            if let Some(so_far) = &mut self.worker.so_far {
                so_far.current_depth = depth;
            }
            let last = (self.lines > 1 && completed > 0).then(|| self.moves.clone());
            if depth >= self.end_depth {
                // Without pruning.
                self.worker.style = SearchStyle::Exact;
            }
            self.search_moves(depth);
            self.sort();
            if self.worker.meter.stopped {
                // A list of several moves must not mix the values of two depths.
                self.moves = last.unwrap_or(self.moves);
                break;
            }
            completed = depth;
            let report = self.report(completed);
            (self.worker.listener)(&report);
            self.worker.so_far = Some(report);
            self.worker.next_report = self.worker.meter.nodes + REPORT_INTERVAL;
            self.worker.table.grow_if_full();
            if self.is_proven() || depth >= self.end_depth {
                break;
            }
        }
        self.report(completed)
    }

    /// Notes a move that is better than those before it at this depth, for the next report. A list of several moves
    /// stays that of the last depth.
    fn note_best(&mut self, index: usize) {
        if let Some(so_far) = self.worker.so_far.as_mut().filter(|_| self.lines == 1) {
            so_far.lines = vec![self.moves[index].line.clone()];
        }
    }

    /// Returns whether the requested lines are proven, so that a deeper search cannot change anything.
    fn is_proven(&self) -> bool {
        self.moves.iter().take(self.lines).all(|root_move| root_move.exact && root_move.line.proven)
    }

    /// Searches all moves to one depth. If stopped, moves not reached yet keep their last results. The first
    /// move at the first depth is always searched, so that there is a result.
    fn search_moves(&mut self, depth: u32) {
        let previous = self.moves.first().filter(|first| first.exact).map(|first| first.line.value);
        let mut best: Vec<Score> = Vec::new();
        for index in 0..self.moves.len() {
            if self.worker.should_stop() && (index, depth) != (0, 1) {
                return;
            }
            let threshold = best.get(self.lines - 1).copied();
            let value = match (threshold, previous) {
                (Some(threshold), _) => self.scout(index, depth, threshold),
                (None, Some(guess)) if self.lines == 1 && depth >= ASPIRATION_MIN_DEPTH => {
                    Some(self.aspiration_search(index, depth, guess))
                }
                (None, _) => Some(self.search_move(index, depth, (-INFINITE, INFINITE))),
            };
            if self.worker.meter.stopped && (index, depth) != (0, 1) {
                return;
            }
            if index == 0 && self.lines == 1 {
                // This depth has a best move now, so the other values of the last depth no longer count.
                self.moves.iter_mut().for_each(|root_move| root_move.exact = false);
            }
            self.record(index, depth, value);
            if let Some(value) = value {
                self.note_best(index);
                let place = best.partition_point(|better| *better >= value);
                best.insert(place, value);
                best.truncate(self.lines);
            }
        }
    }

    /// Returns the value of a move.
    fn search_move(&mut self, index: usize, depth: u32, window: (Score, Score)) -> Score {
        let mv = self.moves[index].line.moves[0];
        -self.worker.search(&self.position.after(mv), depth - 1, 1, (-window.1, -window.0))
    }

    /// Returns the value of a move that is expected to stay at or below `threshold`. `None` if a null window
    /// confirms that.
    fn scout(&mut self, index: usize, depth: u32, threshold: Score) -> Option<Score> {
        let narrow = (threshold, threshold + 1);
        let reduction = self.reduction(index, depth);
        let mut value = self.search_move(index, depth - reduction, narrow);
        if reduction > 0 && value > threshold && !self.worker.meter.stopped {
            value = self.search_move(index, depth, narrow);
        }
        if value <= threshold || self.worker.meter.stopped {
            return None;
        }
        Some(self.search_move(index, depth, (threshold, INFINITE)))
    }

    /// Returns by how many plies the first search of a late quiet move is reduced.
    fn reduction(&self, index: usize, depth: u32) -> u32 {
        let mv = self.moves[index].line.moves[0];
        let can_reduce = self.worker.style == SearchStyle::Strong && self.position.move_priority(mv) <= 0;
        if can_reduce { selectivity::reduction(depth, index, false) } else { 0 }
    }

    /// Returns the value of a move that is expected to be near `guess`. Widens the aspiration window until the
    /// value is inside.
    fn aspiration_search(&mut self, index: usize, depth: u32, guess: Score) -> Score {
        let mut margin = ASPIRATION_MARGIN;
        let (mut alpha, mut beta) = (guess - margin, guess + margin);
        loop {
            let value = self.search_move(index, depth, (alpha, beta));
            if self.worker.meter.stopped || alpha < value && value < beta {
                return value;
            }
            margin = margin.saturating_mul(8);
            if value <= alpha {
                alpha = guess.saturating_sub(margin).max(-INFINITE);
            } else {
                beta = guess.saturating_add(margin).min(INFINITE);
            }
        }
    }

    /// Records the result of one depth for a move.
    fn record(&mut self, index: usize, depth: u32, value: Option<Score>) {
        let loss_is_proven = self.lists_all_moves;
        let full = depth >= self.end_depth && self.is_exact;
        let root_move = &mut self.moves[index];
        root_move.exact = value.is_some();
        let Some(value) = value else { return };
        let line = &mut root_move.line;
        line.value = value;
        line.depth = depth;
        // A known result is neither a proof nor the true value.
        line.proven =
            full && !is_win_or_loss(value) || is_mate(value) && (full || value > 0 || loss_is_proven);
        line.moves.truncate(1);
        line.moves.extend_from_slice(&self.worker.frames[1].pv);
    }

    /// Sorts the moves by value, best first, followed by those without an exact value in their old order.
    fn sort(&mut self) {
        self.moves.sort_by_key(|root_move| match root_move.exact {
            true => -root_move.line.value,
            false => i32::MAX,
        });
    }

    fn report(&mut self, depth: u32) -> SearchReport<P::Move> {
        let nodes = self.worker.meter.count();
        let exact = self.moves.iter().take_while(|root_move| root_move.exact).take(self.lines);
        // The moves searched keep what is known.
        let line = |root_move: &RootMove<P::Move>| match self.known {
            Some(value) => Line { value, proven: true, ..root_move.line.clone() },
            None => root_move.line.clone(),
        };
        let lines = exact.map(line).collect();
        SearchReport {
            depth,
            current_depth: self.current_depth,
            selective_depth: self.worker.selective_depth,
            lines,
            nodes,
            hashfull: self.worker.table.permille_used(),
            threads: 1,
        }
    }
}

/// Returns the moves that keep the known result of `position`: whether the player to move wins and, if known,
/// the number of plies.
fn best_known<P: Position>(
    position: &P,
    moves: &[RootMove<P::Move>],
    results: &dyn KnownResults<P>,
    wins: bool,
) -> Vec<RootMove<P::Move>> {
    let mover = position.to_move();
    let plies = results.plies(position);
    let keeps = |root_move: &&RootMove<P::Move>| {
        let after = position.after(root_move.line.moves[0]);
        let (winner, left) = match after.outcome() {
            Some(outcome) => (outcome.winner(), Some(0)),
            None => (results.winner(&after), results.plies(&after)),
        };
        (winner == Some(mover)) == wins && plies.is_none_or(|plies| left.is_none_or(|left| left + 1 == plies))
    };
    let best: Vec<_> = moves.iter().filter(keeps).cloned().collect();
    if best.is_empty() { moves.to_vec() } else { best }
}

/// Returns the legal moves, and whether the list is complete.
fn list_moves<P: Position>(position: &P, order_seed: Option<u64>) -> (Vec<RootMove<P::Move>>, bool) {
    let mut moves = Vec::new();
    if position.terminal_outcome().is_some() {
        return (moves, true);
    }
    let more = position.visit_moves(|mv| {
        if moves.len() == MAX_ROOT_MOVES {
            return ControlFlow::Break(());
        }
        let line = Line { value: 0, depth: 0, proven: false, moves: vec![mv] };
        moves.push(RootMove { line, exact: false });
        ControlFlow::Continue(())
    });
    if let Some(seed) = order_seed {
        GameRng::from_seed(seed).shuffle(&mut moves);
    }
    (moves, more.is_continue())
}
