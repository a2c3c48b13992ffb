//! The search: iterative deepening alpha-beta with a transposition table, for every game.
//!
//! Start with [`Searcher::best`], the best line to a depth in plies (one ply is the move of one player).
//! [`Searcher::search`] takes a [`SearchRequest`] with [`Limits`]: a depth in plies, a number of positions, a
//! [`Deadline`]. Nothing here prints: to follow a search, pass a listener.

// | file | contents |
// | --- | --- |
// | `limits.rs` | when a search stops |
// | `root.rs` | iterative deepening, aspiration windows, helper threads |
// | `worker.rs` | below the root: principal variation search, enhanced transposition cutoffs |
// | `node.rs` | one node: its moves so far, the meaning of its value, and how the table stores it |
// | `quiescence.rs` | the quiescence search at the horizon |
// | `selectivity.rs` | reductions and pruning in the strong style |
// | `ordering.rs` | move ordering: table move, noisy moves, killer moves, history heuristic |
// | `transposition_table.rs` | the transposition table |

mod limits;
mod node;
mod ordering;
mod quiescence;
mod root;
mod selectivity;
mod transposition_table;
mod worker;

pub use limits::{Deadline, Limits, MAX_DEPTH, Meter};

pub use crate::engine::score::{Score, mate_distance};

use std::sync::Arc;

use crate::engine::resources::{Resources, ThreadShortage};
use crate::engine::score;
use crate::model::{ConcreteTask, Eval, Evaluate, Player, SCORE_LIMIT, StopSignal};

use ordering::HistoryTable;
use root::SearchTask;
use transposition_table::TranspositionTable;

/// The purpose of a search: exact values, or strong play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchStyle {
    /// Full width to a fixed depth. The value is that of [`crate::engine::minimax::negamax`] at the same
    /// depth.
    Exact,
    /// The best play in limited time: uses results of deeper searches, follows noisy moves beyond the horizon
    /// in a quiescence search, and counts a repetition as a draw. A claimed win or loss is as reliable as
    /// with [`SearchStyle::Exact`].
    Strong,
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchRequest<'a> {
    /// When to stop.
    pub limits: Limits<'a>,
    /// The purpose of the search.
    pub style: SearchStyle,
    /// The number of best moves to evaluate, at least 1. More than one is a multi-PV search.
    pub lines: usize,
    /// The number of threads. With more than one, the same request can give different answers.
    pub threads: usize,
    /// Shuffles moves of equal value with this seed. `None` keeps the generator order.
    pub order_seed: Option<u64>,
    /// The keys ([`crate::model::Position::hash_key`]) of the positions of the game so far, oldest first.
    pub earlier_keys: &'a [u64],
    /// Whether to use [`Evaluate::evaluate_handcrafted`] even if there are learned weights.
    pub handcrafted: bool,
}

impl<'a> SearchRequest<'a> {
    /// Requests the best move by exact search in one thread.
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

    /// Sets the purpose of the search.
    #[must_use]
    pub fn with_style(self, style: SearchStyle) -> Self {
        SearchRequest { style, ..self }
    }

    /// Sets the number of best moves to evaluate.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        SearchRequest { lines, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        SearchRequest { threads, ..self }
    }

    /// Shuffles moves of equal value with this seed.
    #[must_use]
    pub fn with_order_seed(self, seed: u64) -> Self {
        SearchRequest { order_seed: Some(seed), ..self }
    }

    /// Sets the keys of the positions of the game so far, oldest first.
    #[must_use]
    pub fn with_earlier_keys(self, earlier_keys: &'a [u64]) -> Self {
        SearchRequest { earlier_keys, ..self }
    }
}

/// A move and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value for the player to move.
    pub value: Score,
    /// The depth of its search in plies.
    pub depth: u32,
    /// Whether this is the true value of the game with best play of both sides.
    pub proven: bool,
    /// The principal variation: the move, then the best play found after it. Never empty.
    pub moves: Vec<M>,
}

impl<M> Line<M> {
    /// Returns the value of the first move for the player who makes it, as stored in records.
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
    /// The depth that was searched last. More than `depth` in the middle of a depth, and after a search that ended
    /// there.
    pub current_depth: u32,
    /// The best moves, best first: as many as requested and searched within the limits. Empty only if there is no legal
    /// move.
    pub lines: Vec<Line<M>>,
    /// The length of the longest line searched, including plies beyond the horizon.
    pub selective_depth: u32,
    /// The positions searched by all threads.
    pub nodes: u64,
    /// The used part of the transposition table in permille.
    pub hashfull: u32,
    /// The number of threads, less than requested if the system gave fewer. Always 1 in reports to a
    /// listener.
    pub threads: usize,
}

impl<M> SearchReport<M> {
    /// Returns the best move and what is known about it.
    pub fn best(&self) -> Option<&Line<M>> {
        self.lines.first()
    }

    /// Returns the shortage if fewer than `wanted` threads searched. Meaningless in reports to a listener.
    pub fn thread_shortage(&self, wanted: usize) -> Option<ThreadShortage> {
        ThreadShortage::of(self.threads, wanted)
    }

    /// Converts the moves of the report, for example to text.
    #[must_use]
    pub(crate) fn map_moves<T>(self, mut map: impl FnMut(M) -> T) -> SearchReport<T> {
        let lines = self.lines.into_iter().map(|line| Line {
            value: line.value,
            depth: line.depth,
            proven: line.proven,
            moves: line.moves.into_iter().map(&mut map).collect(),
        });
        SearchReport {
            lines: lines.collect(),
            depth: self.depth,
            current_depth: self.current_depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            hashfull: self.hashfull,
            threads: self.threads,
        }
    }
}

/// Results that are known without a search, for example from a table.
pub trait KnownResults<P>: std::fmt::Debug + Send + Sync {
    /// Returns who wins `position`, which is not over. `None` means unknown.
    fn winner(&self, position: &P) -> Option<Player>;

    /// Returns the plies to the end if the winner hurries and the loser delays. `None` means unknown.
    fn plies(&self, _position: &P) -> Option<u32> {
        None
    }
}

/// The exact results attached to a game. The library never looks for any: the program opens tables and passes
/// them in.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct ExactResults<P> {
    /// Used in searches that something besides time limits, in proofs, and for known winners. Set `in_time` too for the
    /// others.
    pub always: Option<Arc<dyn KnownResults<P>>>,
    /// Used only in searches limited by time alone, which differ from run to run anyway.
    pub in_time: Option<Arc<dyn KnownResults<P>>>,
}

/// Which exact results of a game a search may use.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPolicy {
    /// None.
    Never,
    /// [`ExactResults::always`].
    Always,
    /// [`ExactResults::in_time`], because only time limits the search.
    Timed,
}

impl<P> ExactResults<P> {
    /// No results.
    pub const NONE: ExactResults<P> = ExactResults { always: None, in_time: None };

    /// Returns the results that this policy allows.
    #[must_use]
    pub(crate) fn for_policy(&self, which: ResultPolicy) -> Option<&Arc<dyn KnownResults<P>>> {
        match which {
            ResultPolicy::Never => None,
            ResultPolicy::Always => self.always.as_ref(),
            ResultPolicy::Timed => self.in_time.as_ref(),
        }
    }

    /// Returns the winner of a position that is not over, from [`ExactResults::always`], if known.
    pub fn winner(&self, position: &P) -> Option<Player> {
        self.always.as_ref()?.winner(position)
    }

    /// Returns the plies to the end of a position that is not over if the winner hurries and the loser
    /// delays, from [`ExactResults::always`], if known.
    pub fn plies(&self, position: &P) -> Option<u32> {
        self.always.as_ref()?.plies(position)
    }
}

/// The positions between two reports in the middle of a depth, which take less than a second.
pub const REPORT_INTERVAL: u64 = 1 << 19;

/// Evaluates a position for the player to move without looking ahead, like [`Evaluate::evaluate`].
pub type EvalFn<'a, P> = &'a (dyn Fn(&P) -> Score + Sync);

/// Called with the state of the search after each depth and, in the middle of one, every [`REPORT_INTERVAL`]
/// positions.
pub type SearchListener<'a, M> = dyn FnMut(&SearchReport<M>) + 'a;

/// A searcher with its transposition table and history table, which it keeps between searches of the same
/// game.
///
/// ```
/// use cygnet_core::engine::search::{Limits, SearchRequest, Searcher, SearchStyle};
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, StopSignal};
///
/// let mut searcher = Searcher::new(1 << 20);
/// let start = Qawale::Eight.start();
///
/// // The simplest question: the best line two plies ahead.
/// let line = searcher.best(&start, 2);
/// assert_eq!(line.map(|line| line.moves.len()), Some(2));
///
/// // A full request: three lines, a node limit, and a callback for each depth.
/// let stop = StopSignal::new();
/// let limits = Limits::none(&stop).with_nodes(5_000);
/// let request = SearchRequest::new(limits).with_style(SearchStyle::Strong).with_lines(3);
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
    /// Creates a searcher whose transposition table grows up to `bytes` of memory.
    pub fn new(bytes: usize) -> Self {
        Searcher::with_resources(bytes, Resources::default())
    }

    /// Creates a searcher that takes threads and memory from `resources`. If those run short, it searches
    /// with fewer threads or a smaller table.
    pub fn with_resources(bytes: usize, resources: Resources) -> Self {
        let table = TranspositionTable::new(bytes, resources.clone());
        Searcher { table, history: HistoryTable::new(), resources }
    }

    /// Returns the best move in `position` by an exact search to `depth` plies, with its value and variation.
    /// `None` if there is no legal move. [`Searcher::search`] has more options.
    pub fn best<P: Evaluate>(&mut self, position: &P, depth: u32) -> Option<Line<P::Move>> {
        let stop = StopSignal::new();
        let request = SearchRequest::new(Limits::depth(depth, &stop));
        self.search(position, &request, &mut |_| {}).lines.into_iter().next()
    }

    /// Searches `position` and calls `listener` while it searches. However narrow the limits, there
    /// is a best move unless the game is over. Use one searcher for positions of one game only.
    pub fn search<P: Evaluate>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        position.with_concrete(PlainSearch { searcher: self, request, listener })
    }

    /// Searches like [`Searcher::search`], but with `eval_fn` in place of [`Evaluate::evaluate`]. A value beyond
    /// ±[`SCORE_LIMIT`] counts as the limit. The table keeps values, so use one searcher for one evaluation.
    pub fn search_with_eval<P: Evaluate>(
        &mut self,
        eval_fn: EvalFn<'_, P>,
        position: &P,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        let within_limits = |position: &P| eval_fn(position).clamp(-SCORE_LIMIT, SCORE_LIMIT);
        self.run(&SearchTask { position, request, results: None, eval_fn: &within_limits }, listener)
    }

    /// Searches like [`Searcher::search`], but with known `results`. If they contain `position`, only the
    /// moves that keep its result are searched: all that keep the win or loss or, if the plies are known too,
    /// the quickest wins or the longest losses. Otherwise known results within the search score beyond all
    /// evaluations, but are no mate scores.
    pub(crate) fn search_with_results<P: Evaluate>(
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

/// A search without known results, in the code of a single game.
struct PlainSearch<'a, 'l, M> {
    searcher: &'a mut Searcher,
    request: &'a SearchRequest<'a>,
    listener: &'a mut SearchListener<'l, M>,
}

impl<M> ConcreteTask<M> for PlainSearch<'_, '_, M> {
    type Output = SearchReport<M>;

    fn run<P: Evaluate>(self, position: &P, erase: impl Fn(P::Move) -> M + Copy) -> SearchReport<M> {
        let forward = &mut |report: &SearchReport<P::Move>| (self.listener)(&report.clone().map_moves(erase));
        self.searcher.search_with_results(None, position, self.request, forward).map_moves(erase)
    }
}
