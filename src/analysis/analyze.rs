//! The analysis of a position: for each legal move, its value, its best line, and whether the value is
//! proven.

use std::cmp::Reverse;
use std::time::Duration;

use serde::Serialize;

use crate::engine::bots::{EngineGame, SearchBudget};
use crate::engine::resources::{Resources, ThreadShortage};
use crate::engine::score;
use crate::engine::search::{Line, ResultPolicy, SearchRequest, SearchStyle, Searcher};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Clock, Eval, Evaluate, Outcome, Position, StopSignal};
use crate::words::value::{ValueObject, move_value, table_value};

use super::assessment::rank;

/// The settings of an analysis: limits, memory, threads and the stop signal.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisSettings<'a> {
    /// The limits of the search.
    pub budget: SearchBudget,
    /// The number of best moves to show; `None` shows all.
    pub lines: Option<usize>,
    /// The memory for the transposition table, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
    /// Where the threads come from.
    pub resources: &'a Resources,
    /// Ends the search when raised; the analysis then holds what has been found so far.
    pub stop: &'a StopSignal,
}

/// The time for a search without limits.
const DEFAULT_ANALYSIS_TIME: Duration = Duration::from_secs(1);
/// If a game must end within this number of plies, a full search sees the end and can prove a draw.
const EXACT_SEARCH_PLIES: u32 = 8;

impl AnalysisSettings<'_> {
    /// Analyzes a position of `game`.
    pub fn analyze(&self, game: &AnyGame, position: &AnyPosition, clock: &dyn Clock) -> Analysis {
        let default = SearchBudget::default().with_time(DEFAULT_ANALYSIS_TIME);
        let budget = self.budget.or(default);
        let limits = budget.limits(clock, self.stop);
        let lines = self.lines.unwrap_or(usize::MAX);
        // A table may know that the move that the search ranks last is the best.
        let searched = if game.known_winner(position).is_some() { usize::MAX } else { lines };
        let style = search_style(position, budget.depth);
        let request =
            SearchRequest::new(limits).with_style(style).with_lines(searched).with_threads(self.threads);
        let mut searcher = Searcher::with_resources(self.memory, self.resources.clone());
        let report = game.search(&mut searcher, ResultPolicy::Never, position, &request, &mut |_| {});
        let shortage = report.thread_shortage(self.threads);
        let (depth, nodes) = (report.depth, report.nodes);
        let mut moves: Vec<_> =
            report.lines.into_iter().map(|line| AnalyzedMove::new(game, position, line)).collect();
        moves.sort_by_key(|analyzed| Reverse(rank(analyzed.eval)));
        moves.truncate(lines);
        Analysis {
            position: position.to_string(),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(Outcome::tag),
            depth,
            nodes,
            lines: moves,
            final_outcome: position.outcome(),
            shortage,
        }
    }
}

/// Returns the search style: exact values if a depth is given or the game ends soon, otherwise the strongest
/// play for the time or the number of positions.
fn search_style(position: &impl Evaluate, depth: Option<u32>) -> SearchStyle {
    let ends_soon = position.max_remaining_plies().is_some_and(|rest| rest <= EXACT_SEARCH_PLIES);
    if depth.is_some() || ends_soon { SearchStyle::Exact } else { SearchStyle::Strong }
}

/// The analysis of a position and its legal moves, best first. A finished game has no moves.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    pub(crate) position: String,
    pub(crate) to_move: &'static str,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) lines: Vec<AnalyzedMove>,
    #[serde(skip)]
    pub(crate) final_outcome: Option<Outcome>,
    /// Set if fewer threads started than requested.
    #[serde(skip)]
    pub shortage: Option<ThreadShortage>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnalyzedMove {
    #[serde(rename = "move")]
    pub(crate) first: String,
    #[serde(flatten)]
    pub(crate) value: ValueObject,
    pub(crate) depth: u32,
    pub(crate) line: Vec<String>,
    #[serde(skip)]
    pub(crate) eval: Eval,
}

impl AnalyzedMove {
    /// Evaluates the first move of a line: by the search, or from a table or a book if the search proved nothing.
    fn new(game: &AnyGame, position: &AnyPosition, line: Line<AnyMove>) -> Self {
        let mut eval = score::to_eval(line.value, line.proven || score::is_mate(line.value));
        if !eval.is_proven()
            && let Some(known) = table_value(game, &position.after(line.moves[0]))
        {
            eval = move_value(known);
        }
        AnalyzedMove::of(eval, line.depth, &line.moves)
    }

    /// Describes the first move of a line, which has this value.
    pub(crate) fn of(eval: Eval, depth: u32, line: &[AnyMove]) -> Self {
        let line: Vec<String> = line.iter().map(|mv| mv.to_string()).collect();
        AnalyzedMove { first: line[0].clone(), value: eval.into(), depth, eval, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;
    use crate::games;
    use crate::model::{Game, SystemClock};

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    #[test]
    fn a_shortage_of_threads_is_reported() {
        let shortage_with = |helpers: usize| {
            let resources = Resources::default().without_threads(helpers..usize::MAX);
            let settings = AnalysisSettings {
                budget: SearchBudget::default().with_depth(2),
                lines: None,
                memory: 1 << 20,
                threads: 3,
                resources: &resources,
                stop: &StopSignal::new(),
            };
            let analysis = settings.analyze(&classic(), &classic().start(), &SystemClock::new());
            assert_eq!(analysis.depth, 2);
            analysis.shortage
        };
        assert_eq!(shortage_with(1), ThreadShortage::of(2, 3));
        assert_eq!(shortage_with(2), None);
    }

    #[test]
    fn a_result_of_unknown_length_is_far() {
        let (won, lost, moves) =
            (Eval::Won, Eval::Lost, [Eval::Estimate(5), Eval::Draw(None), Eval::Estimate(-5)]);
        let wins = [won(Some(1)), won(Some(9)), won(None)];
        let order = [wins, moves, [lost(None), lost(Some(8)), lost(Some(2))]].concat();
        assert!(order.is_sorted_by_key(|eval| Reverse(rank(*eval))));
    }

    #[test]
    fn values_are_written_as_results_or_pieces() {
        let game = games::open("replica").unwrap();
        let (start, mv) = (game.start(), game.start().moves()[0]);
        let line = |value, proven| Line { value, depth: 9, proven, moves: vec![mv] };
        let cases = [
            (line(MATE - 5, true), "won in 5"),
            (line(4 - MATE, true), "lost in 4"),
            (line(0, true), "draw"),
            (line(0, false), "+0.00"),
            (line(-7, false), "-0.07"),
            (line(1234, false), "+12.34"),
        ];
        for (line, wanted) in cases {
            assert_eq!(AnalyzedMove::new(&game, &start, line).eval.to_string(), wanted);
        }
    }
}
