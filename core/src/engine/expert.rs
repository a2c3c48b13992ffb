//! The strongest player of every game, which searches for a limited time.

use std::time::Duration;

use crate::model::{Mv, Outcome, Position, View};

use super::bots::{Bot, BotEval, BotProgress, EngineGame, MoveContext, SearchBudget};
use super::resources::Resources;
use super::search::{ResultPolicy, SearchListener, SearchReport, SearchRequest, SearchStyle, Searcher};

/// The default time for a move.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The longest time for a move.
pub const MAX_TIME: Duration = Duration::from_secs(3600);
/// The default size of the transposition table, in bytes.
const MEMORY: usize = 64 << 20;

/// The resources of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchSettings {
    /// The size of the transposition table, in bytes.
    pub bytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of best moves to evaluate.
    pub lines: usize,
    /// Where threads and memory come from.
    pub resources: Resources,
}

impl Default for SearchSettings {
    fn default() -> Self {
        SearchSettings { bytes: MEMORY, threads: 1, lines: 1, resources: Resources::default() }
    }
}

/// Searches as deep as its time allows and plays the best move. Picks at random among moves of equal value.
pub struct Expert<G: EngineGame> {
    game: G,
    /// The resources of its searches. Memory is allocated once, for the first search.
    pub settings: SearchSettings,
    /// The budget if the context sets none.
    default: SearchBudget,
    /// The average number of positions per move if this is a level, see
    /// [`Skill::Positions`](super::level::Skill::Positions). Levels use no exact results.
    level: Option<u64>,
    /// Created for the first move, so that a player that never moves needs no memory.
    searcher: Option<Searcher>,
}

impl<G: EngineGame> Expert<G> {
    /// Creates a player that thinks for `time` about each move, at most [`MAX_TIME`].
    pub fn new(game: &G, time: Duration) -> Self {
        let default = SearchBudget::default().with_time(time.min(MAX_TIME));
        Expert {
            game: game.clone(),
            settings: SearchSettings::default(),
            default,
            level: None,
            searcher: None,
        }
    }

    /// Creates the player of a level, which searches about this number of positions.
    pub(super) fn of_level(game: &G, positions: u64) -> Self {
        Expert { level: Some(positions), ..Expert::new(game, DEFAULT_TIME) }
    }

    /// Searches the position of `view` within the budget of `context`, and stores the node count and the
    /// evaluation there. Calls `listener` as a search does.
    pub fn search(
        &mut self,
        view: &View<'_, G::Position>,
        context: &mut MoveContext<'_>,
        listener: &mut SearchListener<'_, Mv<G>>,
    ) -> SearchReport<Mv<G>> {
        let SearchSettings { bytes, threads, lines, resources } = &self.settings;
        let request = SearchRequest {
            style: SearchStyle::Strong,
            lines: *lines,
            threads: *threads,
            order_seed: Some(context.rng.next_u64()),
            earlier_keys: view.earlier_keys,
            ..SearchRequest::new(context.budget.limits(context.clock, context.stop))
        };
        let results = match context.budget.is_time_only() {
            _ if self.level.is_some() => ResultPolicy::Never,
            true => ResultPolicy::Timed,
            false => ResultPolicy::Always,
        };
        let searcher =
            self.searcher.get_or_insert_with(|| Searcher::with_resources(*bytes, resources.clone()));
        let report = self.game.search(searcher, results, view.position, &request, listener);
        context.nodes = Some(report.nodes);
        context.eval = report.best().map(|best| BotEval { depth: best.depth, eval: best.eval() });
        report
    }
}

impl<G: EngineGame> Bot<G::Position> for Expert<G> {
    fn new_game(&mut self) {
        self.searcher = None;
    }

    fn choose(&mut self, view: &View<'_, G::Position>, context: &mut MoveContext<'_>) -> Option<Mv<G>> {
        self.choose_with_progress(view, context, &mut |_| {})
    }

    fn choose_with_progress(
        &mut self,
        view: &View<'_, G::Position>,
        context: &mut MoveContext<'_>,
        on_progress: &mut dyn FnMut(BotProgress<Mv<G>>),
    ) -> Option<Mv<G>> {
        let allowed = context.budget;
        let budget = match self.level {
            Some(average) => {
                let nodes = average / 2 + context.rng.below(average as usize + 1) as u64;
                allowed.with_nodes(allowed.nodes.into_iter().chain([nodes]).min())
            }
            None => allowed.or(self.default),
        };
        if let Some(only) = only_move(view.position) {
            context.nodes = Some(0);
            return Some(only);
        }
        context.budget = budget;
        let mut on_report = |report: &SearchReport<Mv<G>>| {
            if let Some(line) = report.best() {
                on_progress(BotProgress { depth: report.current_depth, line: line.moves.clone() });
            }
        };
        let report = self.search(view, context, &mut on_report);
        // A depth that was not completed may have found a better move.
        on_report(&report);
        context.budget = allowed;
        let mv = report.best()?.moves[0];
        // A level may search too few positions to see every move.
        match self.level.and_then(|_| missed_win(view.position, mv)) {
            Some(win) => {
                context.eval = None;
                Some(win)
            }
            None => Some(mv),
        }
    }
}

/// Returns a move that wins at once, unless `mv` does.
fn missed_win<P: Position>(position: &P, mv: P::Move) -> Option<P::Move> {
    let wins =
        |mv: &P::Move| position.after(*mv).terminal_outcome() == Some(Outcome::Win(position.to_move()));
    if wins(&mv) { None } else { position.moves().into_iter().find(wins) }
}

/// Returns the legal move, if there is exactly one.
fn only_move<P: Position>(position: &P) -> Option<P::Move> {
    let mut only = None;
    let more = position.terminal_outcome().is_some()
        || position
            .visit_moves(|mv| match only.replace(mv) {
                None => std::ops::ControlFlow::Continue(()),
                Some(_) => std::ops::ControlFlow::Break(()),
            })
            .is_break();
    only.filter(|_| !more)
}
