//! The root of the search: deeper and deeper, the moves sorted by what the last depth found.

use std::ops::ControlFlow;
use std::thread;

use crate::model::{Chance, Evaluate, Position, SCORE_LIMIT, StopSignal};

use super::limits::{DEEPEST, Limits};
use super::ordering::Experience;
use super::table::Table;
use super::worker::{INFINITE, Worker};
use super::{Line, Listener, Report, Request, Style, Value};

/// At most so many moves are listed at the root. With more (an artificial tall stack in Qawale) a search sees the first
/// of them, and claims no result that the others could change.
const MOST_LISTED: usize = 1 << 18;

/// Positions of the game before the root that are compared with those of the search.
const MEMORY: usize = 100;

/// Half the width of the first window around the value of the last depth.
const ASPIRATION: Value = 40;
/// From this depth on the window is narrow at first.
const ASPIRE_FROM: u32 = 4;

/// A legal move and what is known about it.
struct RootMove<M> {
    /// Its value at `depth`, if it is exact; else it was not among the best then.
    line: Line<M>,
    exact: bool,
}

/// Searches `position` until a limit is reached or there is nothing more to find.
pub(super) fn search<P: Evaluate>(
    table: &Table,
    experience: &mut Experience,
    position: &P,
    request: &Request<'_>,
    listener: &mut Listener<'_, P::Move>,
) -> Report<P::Move> {
    if request.threads <= 1 {
        return Root::new(table, experience, position, request).deepen(listener);
    }
    let over = StopSignal::new();
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..request.threads)
            .map(|number| {
                let over = &over;
                scope.spawn(move || help(table, position, request, number as u64, over))
            })
            .collect();
        let mut report = Root::new(table, experience, position, request).deepen(listener);
        over.raise();
        let looked_at = helpers.into_iter().map(|helper| helper.join().unwrap_or(0));
        report.nodes += looked_at.sum::<u64>();
        report
    })
}

/// What the other threads do: the same search with the moves in another order. What they find is in the table. The
/// number of positions they looked at.
fn help<P: Evaluate>(
    table: &Table,
    position: &P,
    request: &Request<'_>,
    number: u64,
    over: &StopSignal,
) -> u64 {
    let order_seed = Some(request.order_seed.unwrap_or(0).wrapping_add(number));
    let request = Request { limits: Limits::none(over), lines: 1, order_seed, ..*request };
    let mut experience = Experience::new();
    Root::new(table, &mut experience, position, &request).deepen(&mut |_| {}).nodes
}

/// The search of one thread from the root.
struct Root<'a, P: Evaluate> {
    position: &'a P,
    worker: Worker<'a, P>,
    moves: Vec<RootMove<P::Move>>,
    /// Whether all legal moves are in `moves`.
    complete: bool,
    lines: usize,
    depth_limit: u32,
    /// From this depth on every line is searched to its end.
    full_depth: u32,
}

impl<'a, P: Evaluate> Root<'a, P> {
    fn new(table: &'a Table, experience: &'a mut Experience, position: &'a P, request: &Request<'a>) -> Self {
        let (moves, complete) = list_moves(position, request.order_seed);
        let rest = position.longest_rest();
        let path = (request.style == Style::Strong && rest.is_none()).then(|| {
            let skipped = request.before.len().saturating_sub(MEMORY);
            let mut path = request.before[skipped..].to_vec();
            path.push(position.hash_key());
            path
        });
        let full_depth = match request.style {
            Style::Exact if complete => rest.unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        Root {
            position,
            worker: Worker::new(table, request.limits, request.style, experience, path),
            moves,
            complete,
            lines: request.lines.max(1),
            depth_limit: request.limits.depth.clamp(1, DEEPEST),
            full_depth,
        }
    }

    fn deepen(mut self, listener: &mut Listener<'_, P::Move>) -> Report<P::Move> {
        let mut completed = 0;
        if self.moves.is_empty() {
            return self.report(completed);
        }
        for depth in 1..=self.depth_limit {
            self.search_moves(depth);
            self.sort();
            if self.worker.stopped {
                break;
            }
            completed = depth;
            listener(&self.report(completed));
            self.worker.table.grow_if_full();
            if self.is_settled() || depth >= self.full_depth {
                break;
            }
        }
        self.report(completed)
    }

    /// Whether deeper search cannot change anything.
    fn is_settled(&self) -> bool {
        self.moves.iter().take(self.lines).all(|root_move| root_move.exact && root_move.line.proven)
    }

    /// One depth. When it is stopped, the moves it did not get to keep what was known of them. The first move of the
    /// first depth is always looked at, so that there is a result.
    fn search_moves(&mut self, depth: u32) {
        let previous = self.moves.first().filter(|first| first.exact).map(|first| first.line.value);
        let mut best: Vec<Value> = Vec::new();
        for index in 0..self.moves.len() {
            if self.worker.must_stop() && (index, depth) != (0, 1) {
                return;
            }
            let threshold = best.get(self.lines - 1).copied();
            let value = match (threshold, previous) {
                (Some(threshold), _) => self.test(index, depth, threshold),
                (None, Some(guess)) if self.lines == 1 && depth >= ASPIRE_FROM => {
                    Some(self.value_near(index, depth, guess))
                }
                (None, _) => Some(self.value(index, depth, (-INFINITE, INFINITE))),
            };
            if self.worker.stopped && (index, depth) != (0, 1) {
                return;
            }
            if index == 0 && self.lines == 1 {
                // This depth has a best move now, and what the last one said of others does not matter any more.
                self.moves.iter_mut().for_each(|root_move| root_move.exact = false);
            }
            self.note(index, depth, value);
            if let Some(value) = value {
                let place = best.partition_point(|better| *better >= value);
                best.insert(place, value);
                best.truncate(self.lines);
            }
        }
    }

    fn value(&mut self, index: usize, depth: u32, window: (Value, Value)) -> Value {
        let mv = self.moves[index].line.moves[0];
        -self.worker.value(&self.position.after(mv), depth - 1, 1, (-window.1, -window.0))
    }

    /// The value of a move that is not expected to beat `threshold`: `None` if it does not.
    fn test(&mut self, index: usize, depth: u32, threshold: Value) -> Option<Value> {
        let value = self.value(index, depth, (threshold, threshold + 1));
        if value <= threshold || self.worker.stopped {
            return None;
        }
        Some(self.value(index, depth, (threshold, INFINITE)))
    }

    /// The value of a move of which `guess` is expected.
    fn value_near(&mut self, index: usize, depth: u32, guess: Value) -> Value {
        let mut reach = ASPIRATION;
        let (mut alpha, mut beta) = (guess - reach, guess + reach);
        loop {
            let value = self.value(index, depth, (alpha, beta));
            if self.worker.stopped || alpha < value && value < beta {
                return value;
            }
            reach = reach.saturating_mul(8);
            if value <= alpha {
                alpha = guess.saturating_sub(reach).max(-INFINITE);
            } else {
                beta = guess.saturating_add(reach).min(INFINITE);
            }
        }
    }

    /// Writes down what the depth has found about a move.
    fn note(&mut self, index: usize, depth: u32, value: Option<Value>) {
        let full = depth >= self.full_depth;
        let complete = self.complete;
        let root_move = &mut self.moves[index];
        root_move.exact = value.is_some();
        let Some(value) = value else { return };
        let line = &mut root_move.line;
        line.value = value;
        line.depth = depth;
        line.proven = full || value > SCORE_LIMIT || value < -SCORE_LIMIT && complete;
        line.moves.truncate(1);
        line.moves.extend_from_slice(&self.worker.frames[1].line);
    }

    /// The best moves first; the others as they were.
    fn sort(&mut self) {
        self.moves.sort_by_key(|root_move| match root_move.exact {
            true => -i64::from(root_move.line.value),
            false => i64::MAX,
        });
    }

    fn report(&self, depth: u32) -> Report<P::Move> {
        let exact = self.moves.iter().take_while(|root_move| root_move.exact);
        let lines = exact.take(self.lines).map(|root_move| root_move.line.clone()).collect();
        Report { depth, lines, nodes: self.worker.nodes }
    }
}

/// The legal moves, and whether these are all.
fn list_moves<P: Position>(position: &P, order_seed: Option<u64>) -> (Vec<RootMove<P::Move>>, bool) {
    let mut moves = Vec::new();
    if position.decided().is_some() {
        return (moves, true);
    }
    let more = position.visit_moves(|mv| {
        if moves.len() == MOST_LISTED {
            return ControlFlow::Break(());
        }
        let line = Line { value: 0, depth: 0, proven: false, moves: vec![mv] };
        moves.push(RootMove { line, exact: false });
        ControlFlow::Continue(())
    });
    if let Some(seed) = order_seed {
        shuffle(&mut moves, &mut Chance::from_seed(seed));
    }
    (moves, more.is_continue())
}

fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last + 1));
    }
}
