//! The methods that take time: `analyze`, `solve` and `review`. Each creates a job that a thread can run.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::analysis::analyze::AnalysisSettings;
use crate::analysis::review::{
    self, AssessmentLimits, Assessor, GameObject, Knowledge, ReviewedTurn, TurnObject,
};
use crate::analysis::solve;
use crate::engine::bots::SearchBudget;
use crate::engine::search::MAX_DEPTH;
use crate::engine::solver::{MAX_PLIES, Solver};
use crate::lines::raw_json;
use crate::model::StopSignal;

use super::Service;
use super::error::RpcError;
use super::message::{MethodResult, PartialResult};
use super::params::{Params, wrong_parameter};
use super::position_params::{PositionParams, check_move_count, check_turns_played, turns};

/// Reads the position parameters and attaches tables to the game.
pub fn read_position_params(params: &mut Params, service: &Service) -> Result<PositionParams, RpcError> {
    let mut position_params = PositionParams::read(params)?;
    position_params.game = service.tables.attach(position_params.game);
    Ok(position_params)
}

/// Reads the limits of a search.
pub fn read_budget(params: &mut Params) -> Result<SearchBudget, RpcError> {
    let budget = SearchBudget::default().with_depth(params.number("depth", 1..=MAX_DEPTH)?);
    Ok(budget.with_time(params.seconds("time")?).with_nodes(params.number("nodes", 1..=u64::MAX)?))
}

/// Reports the result for a turn while a job is running.
pub type OnTurn<'a> = dyn FnMut(usize, &RawValue) + 'a;

/// Runs the part of a job with this number.
pub type RunPart = dyn Fn(usize, &StopSignal, &mut OnTurn<'_>) -> MethodResult + Send + Sync;

/// A job with one or more parts, each of which has a result. When the stop signal is raised, a part returns
/// what it has found so far.
pub struct SearchJob {
    /// The turns of the parts, if turns were requested; otherwise there is one part.
    pub turns: Option<Vec<usize>>,
    /// Runs a part.
    pub run: Box<RunPart>,
}

/// Creates the job that evaluates the moves of positions.
pub fn analyze(mut params: Params, service: &Service) -> Result<SearchJob, RpcError> {
    let position_params = read_position_params(&mut params, service)?;
    let turns = turns(&mut params)?;
    let budget = read_budget(&mut params)?;
    let lines = params.number("lines", 1..=u64::from(u32::MAX))?.map(|lines| lines as usize);
    params.deny_unknown()?;
    let service = service.clone();
    let positions = position_params.positions(turns.as_deref())?;
    let game = position_params.game;
    let run = move |part: usize, stop: &StopSignal, _: &mut OnTurn<'_>| {
        let Service { clock, memory, resources, .. } = &service;
        let settings = AnalysisSettings { budget, lines, memory: *memory, threads: 1, resources, stop };
        found(settings.analyze(&game, &positions[part], clock.as_ref()), stop)
    };
    Ok(SearchJob { turns, run: Box::new(run) })
}

/// Creates the job that solves positions.
pub fn solve(mut params: Params, service: &Service) -> Result<SearchJob, RpcError> {
    let position_params = read_position_params(&mut params, service)?;
    let turns = turns(&mut params)?;
    let solver = Solver {
        distance: params.flag("distance")?,
        within: params.number("within", 1..=MAX_PLIES)?,
        positions: params.number("nodes", 1..=u64::MAX)?.unwrap_or(u64::MAX),
        ..Solver::new(service.memory)
    };
    if solver.distance && solver.within.is_some() {
        return Err(wrong_parameter("distance", "leave out distance or within").at("/params/distance"));
    }
    params.deny_unknown()?;
    let clock = Arc::clone(&service.clock);
    let positions = position_params.positions(turns.as_deref())?;
    let game = position_params.game;
    let run = move |part: usize, stop: &StopSignal, _: &mut OnTurn<'_>| {
        let solver = Solver { stop: stop.clone(), ..solver.clone() };
        found(solve::solve(&game, &positions[part], &solver, clock.as_ref(), &mut |_, _| {}), stop)
    };
    Ok(SearchJob { turns, run: Box::new(run) })
}

/// The result of a review: the turns, or only the numbers of turns that were already reported, and the whole
/// game.
#[derive(Debug, Serialize)]
struct ReviewResult<T> {
    turns: Vec<T>,
    game: GameObject,
}

/// Creates the job that reviews the turns of a game.
pub fn review(mut params: Params, service: &Service) -> Result<SearchJob, RpcError> {
    let position_params = read_position_params(&mut params, service)?;
    let wanted = turns(&mut params)?;
    let budget = read_budget(&mut params)?;
    let proof = params.number("proof_nodes", 0..=u64::MAX)?;
    let (memory, is_deep) = (service.memory, params.flag("deep")?);
    params.deny_unknown()?;
    let clock = Arc::clone(&service.clock);
    let referee = position_params.referee()?;
    let game = position_params.game;
    let plies = referee.history().plies();
    check_turns_played(wanted.as_deref().unwrap_or_default(), plies)?;
    (0..=plies).try_for_each(|turn| check_move_count(referee.history().at(turn)))?;
    let run = move |_: usize, stop: &StopSignal, on_turn: &mut OnTurn<'_>| {
        let outcome = referee.ending().map(|ending| ending.outcome);
        let knowledge = Knowledge::default();
        // The server runs several jobs at the same time.
        let limits = AssessmentLimits::for_review(budget, proof, memory, is_deep, clock.as_ref());
        let limits = AssessmentLimits { threads: 1, ..limits };
        let assessor = Assessor::new(&game, limits, stop, &knowledge);
        let mut reported = BTreeMap::new();
        // Reports a requested turn, again if it has changed.
        let mut report = |turn: &ReviewedTurn| {
            let is_wanted = wanted.as_ref().is_some_and(|wanted| wanted.contains(&turn.number));
            let Some(Ok(found)) = is_wanted.then(|| raw_json(&TurnObject::of(turn))) else { return };
            if reported.insert(turn.number, found.get().to_owned()).as_deref() != Some(found.get()) {
                on_turn(turn.number, &found);
            }
        };
        // The latest turn has not been rated again yet.
        let mut on_progress =
            |done: &[ReviewedTurn]| done.iter().nth_back(1).into_iter().for_each(&mut report);
        let review = review::review(&game, referee.history(), outcome, &assessor, &mut on_progress);
        let (turns, whole) = review::objects(&game.name(), &review);
        if wanted.is_none() {
            return found(ReviewResult { turns, game: whole }, stop);
        }
        review.turns.iter().rev().for_each(report);
        found(ReviewResult { turns: reported.into_keys().collect(), game: whole }, stop)
    };
    Ok(SearchJob { turns: None, run: Box::new(run) })
}

/// Returns the result of a job that a stop signal may have ended.
pub fn found(found: impl Serialize, stop: &StopSignal) -> MethodResult {
    Ok(raw_json(&PartialResult { found, stopped: stop.is_raised() })?)
}
