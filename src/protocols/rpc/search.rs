//! The methods that take time: `analyze`, `solve`, `review`. Each becomes work that a thread can do.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::analysis::analyze::{AnalysisLimits, AnalysisSettings};
use crate::analysis::review::{self, GameObject, ReviewLimits, Turn, TurnObject};
use crate::analysis::solve;
use crate::engine::resources::Resources;
use crate::engine::search::MAX_DEPTH;
use crate::engine::solver::{MAX_PLIES, Solver};
use crate::model::{Clock, StopSignal};
use crate::tables::Tables;

use super::message::{Answer, Found};
use super::params::Params;
use super::problem::Problem;
use super::question::{Question, check_move_count, check_turns_played, turns};

/// With what a question is searched.
#[derive(Clone, Debug)]
pub struct Means {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The memory, in bytes.
    pub memory: usize,
    /// Where threads and memory come from.
    pub resources: Resources,
    /// The tables of results.
    pub tables: Tables,
}

/// Reads what is asked about.
fn read_position_params(params: &mut Params, means: &Means) -> Result<Question, Problem> {
    let mut question = Question::read(params)?;
    question.game = means.tables.attach(question.game);
    Ok(question)
}

/// Tells what was found about a turn while the work goes on.
pub type Tell<'a> = dyn FnMut(usize, &RawValue) + 'a;

/// Does the part of some work that has this number.
pub type RunPart = dyn Fn(usize, &StopSignal, &mut Tell<'_>) -> Answer + Send + Sync;

/// Work of one or several parts, each of which has an answer. When the signal is raised, the answer is what has been found.
pub struct Work {
    /// The turns that the parts are about, if turns were asked for; else there is one part.
    pub turns: Option<Vec<usize>>,
    /// Does them.
    pub run: Box<RunPart>,
}

/// What the moves of positions are worth.
pub fn analyze(mut params: Params, means: &Means) -> Result<Work, Problem> {
    let question = read_position_params(&mut params, means)?;
    let turns = turns(&mut params)?;
    let limits = AnalysisLimits {
        depth: params.number("depth", 1..=MAX_DEPTH)?,
        time: params.seconds("time")?,
        nodes: params.number("nodes", 1..=u64::MAX)?,
        lines: params.number("lines", 1..=u64::from(u32::MAX))?.map(|lines| lines as usize),
    };
    params.end()?;
    let means = means.clone();
    let positions = question.positions(turns.as_deref())?;
    let game = question.game;
    let run = move |part: usize, stop: &StopSignal, _: &mut Tell<'_>| {
        let Means { clock, memory, resources, .. } = &means;
        let settings = AnalysisSettings { limits, memory: *memory, threads: 1, resources, stop };
        found(settings.analyze(&game, &positions[part], clock.as_ref()), stop)
    };
    Ok(Work { turns, run: Box::new(run) })
}

/// The results of positions.
pub fn solve(mut params: Params, means: &Means) -> Result<Work, Problem> {
    let question = read_position_params(&mut params, means)?;
    let turns = turns(&mut params)?;
    let solver = Solver {
        distance: params.flag("distance")?,
        within: params.number("within", 1..=MAX_PLIES)?,
        positions: params.number("positions", 1..=u64::MAX)?.unwrap_or(u64::MAX),
        ..Solver::new(means.memory)
    };
    params.end()?;
    let clock = Arc::clone(&means.clock);
    let positions = question.positions(turns.as_deref())?;
    let game = question.game;
    let run = move |part: usize, stop: &StopSignal, _: &mut Tell<'_>| {
        let solver = Solver { stop: stop.clone(), ..solver.clone() };
        found(solve::solve(&game, &positions[part], &solver, clock.as_ref(), &mut |_, _| {}), stop)
    };
    Ok(Work { turns, run: Box::new(run) })
}

/// What the turns of a game were worth; of turns that were told, their numbers.
#[derive(Debug, Serialize)]
struct ReviewResult<T> {
    turns: Vec<T>,
    game: GameObject,
}

/// What the turns of a game were worth.
pub fn review(mut params: Params, means: &Means) -> Result<Work, Problem> {
    let question = read_position_params(&mut params, means)?;
    let wanted = turns(&mut params)?;
    let limits = ReviewLimits {
        depth: params.number("depth", 1..=MAX_DEPTH)?,
        nodes: params.number("nodes", 1..=u64::MAX)?,
        time: params.seconds("time")?,
        proof: params.number("proof", 0..=u64::MAX)?,
        memory: means.memory,
    };
    params.end()?;
    let clock = Arc::clone(&means.clock);
    let referee = question.referee()?;
    let game = question.game;
    let plies = referee.history().plies();
    check_turns_played(wanted.as_deref().unwrap_or_default(), plies)?;
    (0..=plies).try_for_each(|turn| check_move_count(referee.history().at(turn)))?;
    let run = move |_: usize, stop: &StopSignal, tell: &mut Tell<'_>| {
        let outcome = referee.ending().map(|ending| ending.outcome());
        let effort = limits.effort(clock.as_ref());
        let mut reporter = TurnReporter {
            wanted: wanted.as_deref().unwrap_or_default(),
            settled: 0,
            told: Vec::new(),
            tell,
        };
        let mut hear = |done: &[Turn]| reporter.hear(done, done.len().saturating_sub(1));
        let review = review::review(&game, referee.history(), outcome, effort, stop, &mut hear);
        let (turns, whole) = review::objects(&game.name(), &review);
        if wanted.is_none() {
            return found(ReviewResult { turns, game: whole }, stop);
        }
        let done: Vec<Turn> = review.turns.into_iter().rev().collect();
        reporter.hear(&done, done.len());
        reporter.told.sort_unstable();
        found(ReviewResult { turns: reporter.told, game: whole }, stop)
    };
    Ok(Work { turns: None, run: Box::new(run) })
}

/// Tells those turns of a review that are wanted, each once.
struct TurnReporter<'a, 'b> {
    wanted: &'a [usize],
    /// How many turns have been looked at.
    settled: usize,
    told: Vec<usize>,
    tell: &'a mut Tell<'b>,
}

impl TurnReporter<'_, '_> {
    /// So many of the turns that are done will stay as they are.
    fn hear(&mut self, done: &[Turn], settled: usize) {
        for turn in &done[self.settled..settled] {
            let found = self.wanted.contains(&turn.number).then(|| to_raw_value(&TurnObject::of(turn)));
            if let Some(Ok(found)) = found {
                (self.tell)(turn.number, &found);
                self.told.push(turn.number);
            }
        }
        self.settled = settled;
    }
}

fn found(found: impl Serialize, stop: &StopSignal) -> Answer {
    Ok(to_raw_value(&Found { found, stopped: stop.is_raised() })?)
}
