//! The exact result of a position: asked of the solver, followed while it works, told in text or JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::engine::solver::{self, Progress, Solution};
use crate::face::AnyPosition;
use crate::model::{Clock, Outcome, Player, StopSignal, Stopwatch};

/// What a solution may cost, and who may break it off.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The memory for results, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
    /// The positions to look at.
    pub positions: u64,
    /// Whether the plies under best play are asked for.
    pub distance: bool,
    /// Ends the work once it is raised.
    pub stop: StopSignal,
}

/// Receives the progress now and then, with the time since the solver began.
pub type Listener<'a> = dyn FnMut(Duration, Progress) + 'a;

/// A solution and what it took.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The solution.
    pub solution: Solution<String>,
    /// How long it took.
    pub time: Duration,
}

impl Effort {
    /// Solves a position.
    pub fn spend(
        &self,
        position: &dyn AnyPosition,
        clock: &dyn Clock,
        listener: &mut Listener<'_>,
    ) -> Solved {
        let watch = Stopwatch::start(clock);
        let effort =
            solver::ProofLimits { positions: self.positions, threads: self.threads, stop: &self.stop };
        let solution = position.solve(self.memory, self.distance, effort, &mut |progress| {
            listener(watch.elapsed(), progress);
        });
        Solved { solution, time: watch.elapsed() }
    }
}

/// Writes a line for each part of the answer: its name, a tab, the part.
///
/// # Errors
/// The answer could not be written.
pub fn text(position: &dyn AnyPosition, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
    let Solved { solution, time } = solved;
    writeln!(out, "position\t{}", position.text())?;
    writeln!(out, "result\t{}", sentence(solution, position.to_move()))?;
    if let Some(plies) = solution.plies {
        writeln!(out, "plies\t{plies}")?;
    }
    if !solution.line.is_empty() {
        writeln!(out, "line\t{}", solution.line.join(" "))?;
    }
    writeln!(out, "positions\t{}", solution.positions)?;
    writeln!(out, "seconds\t{:.3}", time.as_secs_f64())?;
    writeln!(out, "memory\t{} KiB", solution.bytes.div_ceil(1024))
}

/// The progress in a line for a person.
pub fn status(time: Duration, progress: Progress) -> String {
    let millions = progress.positions as f64 / 1e6;
    let stage = progress.plies.map_or_else(String::new, |plies| format!(", within {plies} plies"));
    format!("{:.0} s, {millions:.1} million positions{stage}", time.as_secs_f64())
}

fn sentence(solution: &Solution<String>, mover: Player) -> &'static str {
    match solution.outcome {
        None => "unknown",
        Some(Outcome::Draw) => "draw, proven",
        Some(Outcome::Win(winner)) if solution.plies == Some(0) => match winner {
            Player::One => "player 1 has won",
            Player::Two => "player 2 has won",
        },
        Some(Outcome::Win(Player::One)) if mover == Player::One => "player 1, to move, wins, proven",
        Some(Outcome::Win(Player::Two)) if mover == Player::Two => "player 2, to move, wins, proven",
        Some(Outcome::Win(Player::One)) => "player 1 wins, player 2 to move, proven",
        Some(Outcome::Win(Player::Two)) => "player 2 wins, player 1 to move, proven",
    }
}

/// Writes the same as one JSON object.
///
/// # Errors
/// The answer could not be written.
pub fn json(position: &dyn AnyPosition, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
    let Solved { solution, time } = solved;
    let answer = Answer {
        position: position.text(),
        to_move: position.to_move().tag(),
        result: solution.outcome.map_or("unknown", Outcome::tag),
        proven: solution.outcome.is_some(),
        plies: solution.plies,
        line: &solution.line,
        positions: solution.positions,
        seconds: time.as_secs_f64(),
        memory_bytes: solution.bytes,
        threads: solution.threads,
    };
    serde_json::to_writer(&mut *out, &answer)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Answer<'a> {
    position: String,
    to_move: &'static str,
    /// `p1`, `p2`, `draw` or `unknown`.
    result: &'static str,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    line: &'a [String],
    positions: u64,
    seconds: f64,
    memory_bytes: usize,
    threads: usize,
}
