//! The search: iterative deepening alpha-beta with a transposition table, for every game.
//!
//! Here is what a caller needs. Nothing here prints: whoever wants to follow a search gives it a listener.
//!
//! | file | what |
//! | --- | --- |
//! | `limits.rs` | when a search stops |
//! | `root.rs` | iterative deepening, aspiration windows, helper threads |
//! | `worker.rs` | below the root: principal variation search, enhanced transposition cutoffs |
//! | `node.rs` | one node: its moves so far, what its value says, and how the table keeps it |
//! | `quiescence.rs` | at the horizon: the quiescence search |
//! | `selectivity.rs` | in the strong style: what is searched less deep, or not at all |
//! | `ordering.rs` | the order of moves: table move, urgent moves, killer moves, history heuristic |
//! | `transposition_table.rs` | what is known of positions met before |

mod limits;
mod node;
mod ordering;
mod quiescence;
mod root;
mod selectivity;
mod transposition_table;
mod worker;

pub use limits::{Deadline, Limits, MAX_DEPTH};

pub use crate::engine::score::{Score, mate_distance};

use crate::engine::resources::{Resources, ThreadShortage};
use crate::engine::score;
use crate::model::{Eval, Evaluate, Player, StopSignal};

use ordering::HistoryTable;
use root::SearchTask;
use transposition_table::TranspositionTable;

/// What a search is for: exact values, or strong play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStyle {
    /// Full width to a fixed depth: the value is that of [`crate::engine::minimax::negamax`] at the same depth.
    Exact,
    /// Whatever plays best in limited time: results of deeper searches are used, a quiescence search follows urgent moves
    /// beyond the horizon, and a repetition counts as a draw. A claimed win or loss is as sound as with [`SearchStyle::Exact`].
    Strong,
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// When to stop.
    pub limits: Limits<'a>,
    /// What the search is for.
    pub style: SearchStyle,
    /// For how many of the best moves the value is wanted, at least 1: more than one is a multi-PV search.
    pub lines: usize,
    /// The number of threads; with more than one, the same request may be answered differently.
    pub threads: usize,
    /// Moves of equal value come in an order that depends on this; `None` is the order of the generator.
    pub order_seed: Option<u64>,
    /// The keys ([`crate::model::Position::hash_key`]) of the positions of the game so far, oldest first.
    pub earlier_keys: &'a [u64],
    /// Whether positions are evaluated by [`Evaluate::evaluate_handcrafted`], whatever has been learned.
    pub handcrafted: bool,
}

impl<'a> SearchRequest<'a> {
    /// The best move by exact search in one thread.
    pub fn new(limits: Limits<'a>) -> Self {
        SearchRequest {
            limits,
            style: SearchStyle::Exact,
            lines: 1,
            threads: 1,
            order_seed: None,
            earlier_keys: &[],
            handcrafted: false,
        }
    }
}

/// A move with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value for the player to move.
    pub value: Score,
    /// The plies that were looked ahead for it.
    pub depth: u32,
    /// Whether the value is the game's true one, with best play of both sides.
    pub proven: bool,
    /// The principal variation: the move, and the best play after it as far as it was seen. Never empty.
    pub moves: Vec<M>,
}

impl<M> Line<M> {
    /// What its first move is worth to the player who makes it, as records have it.
    #[must_use]
    pub fn eval(&self) -> Eval {
        score::to_eval(self.value, self.proven)
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport<M> {
    /// The depth to which all moves have been searched.
    pub depth: u32,
    /// The best moves, best first, as many as were asked for if there are so many. Empty only if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// The plies of the longest line that was looked at, beyond the horizon too.
    pub selective_depth: u32,
    /// The positions looked at, by all threads.
    pub nodes: u64,
    /// How much of the transposition table is in use, from 0 to 1000.
    pub hashfull: u32,
    /// The threads that searched: fewer than were asked for where the system gave no more. In the reports to a listener 1.
    pub threads: usize,
}

impl<M> SearchReport<M> {
    /// The best move with what is known about it.
    pub fn best(&self) -> Option<&Line<M>> {
        self.lines.first()
    }

    /// Whether fewer than `wanted` threads searched. Without meaning in the reports to a listener.
    pub fn thread_shortage(&self, wanted: usize) -> Option<ThreadShortage> {
        ThreadShortage::of(self.threads, wanted)
    }

    /// The same report with other values in place of the moves, such as their texts.
    #[must_use]
    pub fn map_moves<T>(self, mut map: impl FnMut(M) -> T) -> SearchReport<T> {
        let lines = self.lines.into_iter().map(|line| Line {
            value: line.value,
            depth: line.depth,
            proven: line.proven,
            moves: line.moves.into_iter().map(&mut map).collect(),
        });
        SearchReport {
            lines: lines.collect(),
            depth: self.depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            hashfull: self.hashfull,
            threads: self.threads,
        }
    }
}

/// Results that are known without a search, such as those of a table.
pub trait KnownResults<P>: std::fmt::Debug + Send + Sync {
    /// Who wins `position`, which is not over; `None` says nothing.
    fn winner(&self, position: &P) -> Option<Player>;

    /// After how many plies, if the winner hurries and the loser delays; `None` says nothing.
    fn plies(&self, _position: &P) -> Option<u32> {
        None
    }
}

/// Says what a position is worth to the player to move without looking ahead, as [`Evaluate::evaluate`] does.
pub type EvalFn<'a, P> = &'a (dyn Fn(&P) -> Score + Sync);

/// Receives the state of a search after each depth.
pub type SearchListener<'a, M> = dyn FnMut(&SearchReport<M>) + 'a;

/// A searcher with its transposition table and history table, which it keeps from search to search of one game.
///
/// ```
/// use cygnet_core::engine::search::{Limits, SearchRequest, Searcher, SearchStyle};
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, StopSignal};
///
/// let mut searcher = Searcher::new(1 << 20);
/// let start = Qawale.start();
///
/// // The simplest question: the best move two plies ahead.
/// let best = searcher.best(&start, 2).map(|line| Qawale.write_move(line.moves[0]));
/// assert_eq!(best.as_deref(), Some("a1b1c1d1"));
///
/// // All that can be asked: here three moves with their values, in limited positions, and to on_progress of each depth.
/// let stop = StopSignal::new();
/// let limits = Limits { nodes: 5_000, ..Limits::none(&stop) };
/// let request = SearchRequest { style: SearchStyle::Strong, lines: 3, ..SearchRequest::new(limits) };
/// let mut depths = 0;
/// let report = searcher.search(&start, &request, &mut |_| depths += 1);
/// assert_eq!(report.lines.len(), 3);
/// assert_eq!(report.depth, depths);
/// ```
#[derive(Debug)]
pub struct Searcher {
    table: TranspositionTable,
    history: HistoryTable,
    resources: Resources,
}

impl Searcher {
    /// A searcher whose transposition table takes `bytes` of memory, as it needs them.
    pub fn new(bytes: usize) -> Self {
        Searcher::with_resources(bytes, Resources::default())
    }

    /// The same, with threads and memory from `resources`. Where these give fewer threads than a request asks for, those there are
    /// search; where they give less memory, the table stays smaller.
    pub fn with_resources(bytes: usize, resources: Resources) -> Self {
        let table = TranspositionTable::new(bytes, resources.clone());
        Searcher { table, history: HistoryTable::new(), resources }
    }

    /// The best move in `position` by exact search, `depth` plies ahead, with its value and the best play after it; `None`
    /// if there is no legal move. [`Searcher::search`] can be asked for more.
    pub fn best<P: Evaluate>(&mut self, position: &P, depth: u32) -> Option<Line<P::Move>> {
        let stop = StopSignal::new();
        let request = SearchRequest::new(Limits::depth(depth, &stop));
        self.search(position, &request, &mut |_| {}).lines.into_iter().next()
    }

    /// Searches `position` and tells `listener` about each depth completed. There is a best move however narrow the limits;
    /// only in a finished game the report is empty. One searcher serves positions of one game only.
    pub fn search<P: Evaluate>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        self.search_with_results(None, position, request, listener)
    }

    /// Searches with another judge than [`Evaluate::evaluate`] of what a position is worth without looking ahead.
    pub fn search_with_eval<P: Evaluate>(
        &mut self,
        eval_fn: EvalFn<'_, P>,
        position: &P,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        self.run(&SearchTask { position, request, results: None, eval_fn }, listener)
    }

    /// The same as [`Searcher::search`] with `results` that are known. If they tell who wins `position`, the lines are of moves that keep a win, or, if they
    /// tell the plies too, of the quickest or longest, and nothing more is asked: search tells which is best of those. If not, a position
    /// met by the search whose result is known has a value beyond all evaluations, but it is no mate score.
    pub fn search_with_results<P: Evaluate>(
        &mut self,
        results: Option<&dyn KnownResults<P>>,
        position: &P,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        let eval_fn: EvalFn<'_, P> =
            if request.handcrafted { &P::evaluate_handcrafted } else { &P::evaluate };
        self.run(&SearchTask { position, request, results, eval_fn }, listener)
    }

    fn run<P: Evaluate>(
        &mut self,
        task: &SearchTask<'_, P>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        self.table.begin_search();
        root::search(&self.resources, &self.table, &mut self.history, task, listener)
    }
}
