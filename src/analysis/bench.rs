//! The benchmark: perft, random games, search and solver in each game, with the signature of the engine.
//!
//! The signature is the number of positions visited by search and solver. For a given number of leaves it
//! depends only on the code of search, solver and games, so a change that should not affect the search must
//! not change it. [`BENCHMARKS`] lists what is measured.

use std::io::{self, Write};
use std::iter;
use std::time::Duration;

use serde::Serialize;

use crate::engine::bots::EngineGame;
use crate::engine::search::{Limits, ResultPolicy, SearchRequest, Searcher};
use crate::engine::solver::{self, MAX_PLIES, ProofLimits};
use crate::games::{self, AnyGame, AnyPosition, FAMILIES};
use crate::lines::write_json_line;
use crate::model::{Clock, Game as _, GameRng, Position as _, StopSignal, Stopwatch};
use crate::words::counted;

/// The default for the maximum number of perft leaves in each game.
pub const DEFAULT_LEAVES: u64 = 30_000_000;

/// A benchmark that runs in each game.
struct Benchmark {
    name: &'static str,
    /// Whether its count is part of the signature.
    in_signature: bool,
    run: fn(&BenchTarget<'_>) -> Measurement,
}

/// The benchmarks of each game.
const BENCHMARKS: [Benchmark; 4] = [
    Benchmark { name: "perft", in_signature: false, run: count_leaves },
    Benchmark { name: "random games", in_signature: false, run: play_random_games },
    Benchmark { name: "search", in_signature: true, run: search },
    Benchmark { name: "solver", in_signature: true, run: solve_ends },
];

/// A game and the amount of work to do with it.
struct BenchTarget<'a> {
    game: &'a AnyGame,
    /// The maximum number of perft leaves.
    leaves: u64,
    clock: &'a dyn Clock,
    stop: &'a StopSignal,
}

/// The result of one benchmark in one game.
struct Measurement {
    /// The time it took, without preparations.
    time: Duration,
    /// A description of the work.
    what: String,
    /// The number of units counted.
    count: u64,
    /// The name of the unit.
    unit: &'static str,
}

/// The number of perft leaves that are counted without checking the stop signal: a fraction of a second.
const MAX_STEP_LEAVES: u64 = 10_000_000;

/// A depth of perft, and the depth up to which it is counted in one step.
struct PerftDepth {
    depth: u32,
    step: u32,
}

impl PerftDepth {
    /// Finds the greatest depth, at least 1, at which perft counts no more than about `leaves`.
    fn find(target: &BenchTarget<'_>, position: &AnyPosition, leaves: u64) -> PerftDepth {
        let mut found = PerftDepth { depth: 1, step: 1 };
        let mut count = found.count(target, position);
        let mut growth = count;
        // The tree grows a little faster with each ply; the last growth is close enough.
        while count > 0 && count.saturating_mul(growth) <= leaves {
            found.depth += 1;
            let next = found.count(target, position);
            if target.stop.is_raised() {
                return found;
            }
            if next <= MAX_STEP_LEAVES {
                found.step = found.depth;
            }
            growth = next / count;
            count = next;
        }
        found
    }

    /// Counts the leaves; fewer if the run is stopped.
    fn count(&self, target: &BenchTarget<'_>, position: &AnyPosition) -> u64 {
        if self.depth <= self.step {
            return target.game.perft(position, self.depth);
        }
        let rest = PerftDepth { depth: self.depth - 1, step: self.step };
        let moves = position.moves().into_iter().take_while(|_| !target.stop.is_raised());
        moves.map(|mv| rest.count(target, &position.after(mv))).sum()
    }
}

fn count_leaves(target: &BenchTarget<'_>) -> Measurement {
    let start = target.game.start();
    let perft = PerftDepth::find(target, &start, target.leaves);
    let watch = Stopwatch::start(target.clock);
    let count = perft.count(target, &start);
    Measurement { time: watch.elapsed(), what: format!("depth {}", perft.depth), count, unit: "nodes" }
}

/// The number of perft leaves per ply of a random game.
const LEAVES_PER_PLY: u64 = 10;
/// The maximum length of a random game.
const MAX_GAME_PLIES: u32 = 1_000;

fn play_random_games(target: &BenchTarget<'_>) -> Measurement {
    let start = target.game.start();
    let mut rng = GameRng::from_seed(1);
    let watch = Stopwatch::start(target.clock);
    let (mut games, mut count) = (0, 0);
    while count < target.leaves / LEAVES_PER_PLY && !target.stop.is_raised() {
        count += u64::from(target.game.rollout(&start, MAX_GAME_PLIES, &mut rng).plies);
        games += 1;
    }
    Measurement { time: watch.elapsed(), what: counted(games, "game"), count, unit: "plies" }
}

/// The positions that are searched, in random plies from the start.
const SEARCHED_PLIES: [u32; 4] = [0, 4, 8, 12];
/// The memory of the search, in bytes.
const MEMORY: usize = 64 << 20;

fn search(target: &BenchTarget<'_>) -> Measurement {
    let mut rng = GameRng::from_seed(1);
    let mut depths = Vec::new();
    let (mut count, mut time) = (0, Duration::ZERO);
    for plies in SEARCHED_PLIES {
        let position = target.game.rollout(&target.game.start(), plies, &mut rng).end;
        // In the same time, alpha-beta searches about one and a half times as deep as perft.
        let depth = PerftDepth::find(target, &position, target.leaves / 10).depth * 3 / 2;
        let watch = Stopwatch::start(target.clock);
        let request = SearchRequest::new(Limits::depth(depth, target.stop));
        let mut searcher = Searcher::new(MEMORY);
        count +=
            target.game.search(&mut searcher, ResultPolicy::Never, &position, &request, &mut |_| {}).nodes;
        time += watch.elapsed();
        depths.push(depth.to_string());
    }
    Measurement { time, what: format!("depths {}", depths.join(", ")), count, unit: "nodes" }
}

/// The number of random games from which a position near the end is solved.
const ENDGAMES: u64 = 8;
/// The number of plies from that position to the end of its game.
const PLIES_BEFORE_END: u32 = 8;
/// The number of positions after which the solver stops. Short runs stop sooner.
const SOLVER_LIMIT: u64 = 50_000;

fn solve_ends(target: &BenchTarget<'_>) -> Measurement {
    let positions = SOLVER_LIMIT.min(10 * target.leaves);
    let limits = ProofLimits::new(positions, target.stop);
    let (mut count, mut solved, mut time) = (0, 0, Duration::ZERO);
    for seed in 1..=ENDGAMES {
        let start = target.game.start();
        let random_game = |plies| target.game.rollout(&start, plies, &mut GameRng::from_seed(seed));
        let length = random_game(MAX_GAME_PLIES).plies;
        let position = random_game(length.saturating_sub(PLIES_BEFORE_END)).end;
        let watch = Stopwatch::start(target.clock);
        // Use the quick provers of advice: a benchmark should be short.
        let found = match target.game.prover(MEMORY) {
            Some(mut prover) => {
                solver::solve_by(prover.as_mut(), &position, false, limits, &mut |_| {}, None)
            }
            None => target.game.solve_within(&position, MAX_PLIES, MEMORY, limits, &mut |_| {}),
        };
        time += watch.elapsed();
        count += found.positions;
        solved += u64::from(found.outcome.is_some());
    }
    Measurement { time, what: format!("{solved} of {ENDGAMES} endgames"), count, unit: "nodes" }
}

/// A row of the results: one benchmark in one game.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRow {
    game: &'static str,
    task: &'static str,
    what: String,
    count: u64,
    unit: &'static str,
    seconds: f64,
}

/// The results of all benchmarks, with the signature.
#[derive(Clone, Debug, Serialize)]
pub struct BenchResults {
    rows: Vec<BenchRow>,
    /// `None` if the run was stopped.
    signature: Option<u64>,
}

/// Returns the names of the games that are measured.
fn measured_games() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| iter::once(family.id).chain(family.bench_examples.iter().copied()))
}

/// Runs every benchmark in every game, with perft up to about `leaves`, and passes each finished row to
/// `show`. After `stop` is raised, no row follows.
///
/// # Errors
/// Returns the error of `show`.
pub fn run(
    leaves: u64,
    clock: &dyn Clock,
    stop: &StopSignal,
    mut show: impl FnMut(&BenchRow) -> io::Result<()>,
) -> io::Result<BenchResults> {
    let (mut rows, mut signature) = (Vec::new(), 0);
    for name in measured_games() {
        let Ok(game) = games::open(name) else { continue };
        let target = BenchTarget { game: &game, leaves, clock, stop };
        for benchmark in &BENCHMARKS {
            let Measurement { time, what, count, unit } = (benchmark.run)(&target);
            if stop.is_raised() {
                return Ok(BenchResults { rows, signature: None });
            }
            let row =
                BenchRow { game: name, task: benchmark.name, what, count, unit, seconds: time.as_secs_f64() };
            show(&row)?;
            signature += if benchmark.in_signature { count } else { 0 };
            rows.push(row);
        }
    }
    Ok(BenchResults { rows, signature: Some(signature) })
}

/// Runs the benchmarks and writes the table as text, line by line. If the run is stopped, the signature is
/// missing.
///
/// # Errors
/// The table could not be written.
pub fn write_text(leaves: u64, clock: &dyn Clock, stop: &StopSignal, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<17} {:<13} {:<22} {:>13} {:>8} {:>10}",
        "game", "task", "what", "count", "seconds", "M/s"
    )?;
    out.flush()?;
    let results = run(leaves, clock, stop, |row| {
        let BenchRow { game, task, what, count, seconds, .. } = row;
        let rate = *count as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "{game:<17} {task:<13} {what:<22} {count:>13} {seconds:>8.3} {rate:>10.2}")?;
        out.flush()
    })?;
    results.signature.map_or(Ok(()), |signature| writeln!(out, "signature: {signature}"))
}

/// Runs the benchmarks and writes the table as one JSON object. If the run is stopped, the signature is
/// null.
///
/// # Errors
/// The table could not be written.
pub fn write_json(leaves: u64, clock: &dyn Clock, stop: &StopSignal, out: &mut dyn Write) -> io::Result<()> {
    let results = run(leaves, clock, stop, |_| Ok(()))?;
    write_json_line(&results, out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SystemClock;

    #[test]
    fn every_game_runs_every_benchmark_and_the_signature_is_reproducible() {
        let run = || run(100, &SystemClock::new(), &StopSignal::new(), |_| Ok(())).unwrap();
        let results = run();
        assert_eq!(results.signature, run().signature);
        assert_eq!(results.rows.len(), measured_games().count() * 4);
        assert!(results.rows.iter().all(|row| row.count > 0));
    }

    #[test]
    fn an_interrupted_count_does_not_allow_longer_steps() {
        let (clock, stop) = (SystemClock::new(), StopSignal::new());
        stop.raise();
        for name in measured_games() {
            let game = games::open(name).unwrap();
            let target = BenchTarget { game: &game, leaves: u64::MAX, clock: &clock, stop: &stop };
            assert_eq!(PerftDepth::find(&target, &game.start(), target.leaves).step, 1, "{name}");
        }
    }

    #[test]
    fn perft_in_steps_counts_the_same_leaves() {
        let (clock, stop) = (SystemClock::new(), StopSignal::new());
        for name in measured_games() {
            let game = games::open(name).unwrap();
            let target = BenchTarget { game: &game, leaves: 0, clock: &clock, stop: &stop };
            let start = game.start();
            let counted = [1, 3].map(|step| PerftDepth { depth: 3, step }.count(&target, &start));
            assert_eq!(counted[0], counted[1], "{name}");
        }
    }
}
