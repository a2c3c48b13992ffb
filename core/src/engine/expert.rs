//! The strongest player of every game, by search in limited time, and advice for the one who asks.

use std::time::Duration;

use crate::model::{Evaluate, Mv, Position, View};

use super::bots::{Allowance, Bot, Finding, Levels, Opinion, Thinking};
use super::results::{Results, UseResults};
use super::search::{Limits, Report, Request, SearchStyle, Searcher};

/// The time for a move if none is given.
pub const USUAL_TIME: Duration = Duration::from_secs(1);
/// The longest time for a move.
pub const LONGEST_TIME: Duration = Duration::from_secs(3600);
/// The memory of a player's transposition table, in bytes.
const MEMORY: usize = 64 << 20;
/// The memory for a single piece of advice, in bytes.
const ADVICE_MEMORY: usize = 16 << 20;

/// Searches as deep as it gets in its time and plays the best move. Among moves of equal value chance decides.
pub struct Expert<P> {
    /// What it spends where nothing else is allowed.
    usual: Allowance,
    /// Made for the first move: a seat that never moves needs no memory.
    searcher: Option<Searcher>,
    results: Results<P>,
}

impl<P> Expert<P> {
    /// A player that thinks `time` about a move, at most [`LONGEST_TIME`].
    pub fn new(time: Duration, results: Results<P>) -> Self {
        let usual = Allowance { time: Some(time.min(LONGEST_TIME)), ..Allowance::default() };
        Expert { usual, searcher: None, results }
    }
}

impl<P: Evaluate> Bot<P> for Expert<P> {
    fn choose(&mut self, view: &View<'_, P>, thinking: &mut Thinking<'_>) -> Option<P::Move> {
        self.think_aloud(view, thinking, &mut |_| {})
    }

    fn think_aloud(
        &mut self,
        view: &View<'_, P>,
        thinking: &mut Thinking<'_>,
        hear: &mut dyn FnMut(Finding<P::Move>),
    ) -> Option<P::Move> {
        let position = view.position;
        if let Some(only) = only_move(position) {
            thinking.nodes = Some(0);
            return Some(only);
        }
        let allowed = if thinking.allowance.is_some() { thinking.allowance } else { self.usual };
        let limits = allowed.limits(thinking.clock, thinking.stop);
        let request = Request {
            style: SearchStyle::Strong,
            order_seed: Some(thinking.chance.bits()),
            before: view.earlier,
            ..Request::new(limits)
        };
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(MEMORY));
        let mut note = |report: &Report<P::Move>| {
            if let Some(line) = report.best() {
                hear(Finding { depth: line.depth, best: line.moves[0] });
            }
        };
        let which = if thinking.allowance.is_time_alone() { UseResults::InTime } else { UseResults::Always };
        let results = self.results.for_use(which).map(AsRef::as_ref);
        let report = searcher.search_with(results, position, &request, &mut note);
        thinking.nodes = Some(report.nodes);
        let best = report.best()?;
        thinking.opinion = Some(Opinion { depth: best.depth, worth: best.worth() });
        Some(best.moves[0])
    }
}

/// The legal move, if there is exactly one.
fn only_move<P: Position>(position: &P) -> Option<P::Move> {
    let mut only = None;
    let more = position.decided().is_some()
        || position
            .visit_moves(|mv| match only.replace(mv) {
                None => std::ops::ControlFlow::Continue(()),
                Some(_) => std::ops::ControlFlow::Break(()),
            })
            .is_break();
    only.filter(|_| !more)
}

/// The `lines` best moves in `position`, best first, with their values and lines, by exact search.
#[must_use]
pub fn advise<G: Levels>(
    game: &G,
    position: &G::Position,
    limits: Limits<'_>,
    lines: usize,
) -> Report<Mv<G>> {
    let request = Request { lines, ..Request::new(limits) };
    game.search(&mut Searcher::new(ADVICE_MEMORY), UseResults::Never, position, &request, &mut |_| {})
}
