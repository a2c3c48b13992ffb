//! The exact result of a position from the solver, as text or JSON.

use std::time::Duration;

use serde::Serialize;

use crate::engine::bots::EngineGame;
use crate::engine::resources::{MemoryShortage, ThreadShortage};
use crate::engine::solver::{ProofProgress, Solution, Solver};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::lines::is_default;
use crate::model::{Clock, Outcome, Player, Position, Stopwatch};
use crate::words::value::{ValueObject, outcome_value};

/// A callback that regularly receives the time since the solver started, and its progress.
pub type TimedProgressListener<'a> = dyn FnMut(Duration, ProofProgress) + 'a;

/// Solves a position of `game`.
pub fn solve(
    game: &AnyGame,
    position: &AnyPosition,
    solver: &Solver,
    clock: &dyn Clock,
    listener: &mut TimedProgressListener<'_>,
) -> SolveOutput {
    let watch = Stopwatch::start(clock);
    let mut solution =
        solver.solve_with_progress(game, position, &mut |progress| listener(watch.elapsed(), progress));
    if solution.outcome.is_some()
        && solution.plies.is_none()
        && let Some(line) = principal_variation(game, position)
    {
        solution.plies = Some(line.len() as u32);
        solution.line = line;
    }
    SolveOutput::of(position, solution, watch.elapsed())
}

/// Returns the moves to the end under best play of both sides, if a table has the plies.
fn principal_variation(game: &AnyGame, position: &AnyPosition) -> Option<Vec<AnyMove>> {
    let (mut position, mut line) = (position.clone(), Vec::new());
    let known = |position: &AnyPosition| match position.outcome() {
        Some(outcome) => Some((outcome.winner()?, 0)),
        None => Some((game.known_winner(position)?, game.known_plies(position)?)),
    };
    let (winner, plies) = known(&position)?;
    for left in (0..plies).rev() {
        let keeps = |mv: &AnyMove| known(&position.after(*mv)) == Some((winner, left));
        let best = position.moves().into_iter().find(keeps)?;
        position = position.after(best);
        line.push(best);
    }
    Some(line)
}

/// The result of solving a position.
#[derive(Clone, Debug, Serialize)]
pub struct SolveOutput {
    pub(crate) position: String,
    pub(crate) to_move: &'static str,
    /// Who wins with best play, if proven.
    pub(crate) outcome: Option<&'static str>,
    /// The same for the player to move.
    #[serde(flatten)]
    pub(crate) value: ValueObject,
    /// If the result is unknown, the number of plies within which neither player can force a win.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) no_win_within: u32,
    pub(crate) line: Vec<String>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) memory_bytes: usize,
    pub(crate) threads: usize,
    /// The result in words.
    #[serde(skip)]
    pub(crate) sentence: String,
    /// Set if fewer threads started than requested.
    #[serde(skip)]
    pub shortage: Option<ThreadShortage>,
    /// Set if less memory was available than requested.
    #[serde(skip)]
    pub memory_shortage: Option<MemoryShortage>,
}

impl SolveOutput {
    /// Creates the output for `position` from its solution and the time that it took.
    pub(super) fn of(position: &AnyPosition, solution: Solution<AnyMove>, time: Duration) -> SolveOutput {
        let value =
            solution.outcome.map(|outcome| outcome_value(outcome, position.to_move(), solution.plies));
        SolveOutput {
            position: position.to_string(),
            to_move: position.to_move().tag(),
            outcome: solution.outcome.map(Outcome::tag),
            value: value.map(ValueObject::from).unwrap_or_default(),
            no_win_within: solution.no_win_within,
            sentence: sentence(solution.outcome, solution.plies, position.to_move()),
            line: solution.line.into_iter().map(|mv| mv.to_string()).collect(),
            nodes: solution.positions,
            seconds: time.as_secs_f64(),
            memory_bytes: solution.bytes,
            threads: solution.threads,
            shortage: solution.shortage,
            memory_shortage: solution.memory_shortage,
        }
    }
}

/// Describes the progress in one line.
pub fn status(time: Duration, progress: ProofProgress) -> String {
    let millions = progress.positions as f64 / 1e6;
    let stage = progress.plies.map_or_else(String::new, |plies| format!(", within {plies} plies"));
    format!("{:.0} s, {millions:.1} million positions{stage}", time.as_secs_f64())
}

fn sentence(outcome: Option<Outcome>, plies: Option<u32>, mover: Player) -> String {
    match outcome {
        None => "unknown".to_owned(),
        Some(Outcome::Draw) => "draw, proven".to_owned(),
        Some(Outcome::Win(winner)) if plies == Some(0) => format!("player {} has won", winner.number()),
        Some(Outcome::Win(winner)) if winner == mover => {
            format!("player {}, to move, wins, proven", winner.number())
        }
        Some(Outcome::Win(winner)) => {
            format!("player {} wins, player {} to move, proven", winner.number(), mover.number())
        }
    }
}
