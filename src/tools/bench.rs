//! The fixed speed run: for each game perft, random games, search and solver, in one table, with one number for the engine.
//!
//! The number is the sum of the positions that search and solver looked at. For the same number of leaves it depends on nothing but the code of search, solver and games: a commit that should
//! not change the search shows the same number. [`TASKS`] is the one list of what is measured.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::engine::search::{Limits, Request};
use crate::engine::solver::ProofLimits;
use crate::face::{AnyGame, AnyPosition};
use crate::games::{self, FAMILIES};
use crate::model::{Chance, Clock, StopSignal, Stopwatch};

/// The greatest number of sequences of moves that perft counts in each game, unless told otherwise.
pub const USUAL_LEAVES: u64 = 30_000_000;

/// What is measured in each game.
const TASKS: [Task; 4] = [
    Task { name: "perft", signs: false, run: count_leaves },
    Task { name: "random games", signs: false, run: play_random_games },
    Task { name: "search", signs: true, run: search },
    Task { name: "solver", signs: true, run: solve },
];

/// One kind of work.
struct Task {
    name: &'static str,
    /// Whether its count is part of the signature.
    signs: bool,
    /// Does the work; `None` where the game has nothing of the kind.
    run: fn(&Subject<'_>) -> Option<Work>,
}

/// A game with the scale of the work on it.
struct Subject<'a> {
    game: &'a dyn AnyGame,
    start: Box<dyn AnyPosition>,
    /// The most leaves that perft may count.
    leaves: u64,
    clock: &'a dyn Clock,
}

/// Work that was done.
struct Work {
    /// The time it took, preparations aside.
    time: Duration,
    /// What exactly.
    what: String,
    /// How much of it.
    count: u64,
    /// What was counted.
    unit: &'static str,
}

/// The depth to which perft counts at most about `leaves`, at least 1.
fn perft_depth(position: &dyn AnyPosition, leaves: u64) -> u32 {
    let (mut depth, mut count) = (1, position.perft(1));
    let mut growth = count;
    // The tree grows a little faster with each ply; what was seen last is near enough.
    while count > 0 && count.saturating_mul(growth) <= leaves {
        depth += 1;
        let next = position.perft(depth);
        growth = next / count;
        count = next;
    }
    depth
}

fn count_leaves(subject: &Subject<'_>) -> Option<Work> {
    let depth = perft_depth(subject.start.as_ref(), subject.leaves);
    let watch = Stopwatch::start(subject.clock);
    let count = subject.start.perft(depth);
    Some(Work { time: watch.elapsed(), what: format!("depth {depth}"), count, unit: "leaves" })
}

/// Random games are played until they have one ply for so many leaves of perft.
const LEAVES_PER_PLY: u64 = 10;
/// The most plies of a random game.
const LONGEST: u32 = 1_000;

fn play_random_games(subject: &Subject<'_>) -> Option<Work> {
    let mut chance = Chance::from_seed(1);
    let watch = Stopwatch::start(subject.clock);
    let (mut games, mut count) = (0, 0);
    while count < subject.leaves / LEAVES_PER_PLY {
        count += u64::from(subject.start.random_plies(LONGEST, &mut chance));
        games += 1;
    }
    Some(Work { time: watch.elapsed(), what: format!("{games} games"), count, unit: "plies" })
}

/// The positions searched in each game are so many random plies from the start.
const PLIES: [u32; 4] = [0, 4, 8, 12];
/// The memory of the search, in bytes.
const MEMORY: usize = 64 << 20;

fn search(subject: &Subject<'_>) -> Option<Work> {
    let stop = StopSignal::new();
    let mut chance = Chance::from_seed(1);
    let mut depths = Vec::new();
    let (mut count, mut time) = (0, Duration::ZERO);
    for plies in PLIES {
        let text = subject.start.random_game(plies, &mut chance).0;
        let position = subject.game.position(Some(&text)).ok()?;
        // Alpha-beta looks about one and a half times as far as perft in the same time.
        let depth = perft_depth(position.as_ref(), subject.leaves / 10) * 3 / 2;
        let watch = Stopwatch::start(subject.clock);
        count += position.search(&Request::new(Limits::depth(depth, &stop)), MEMORY).nodes;
        time += watch.elapsed();
        depths.push(depth.to_string());
    }
    Some(Work { time, what: format!("depths {}", depths.join(", ")), count, unit: "positions" })
}

/// The random games whose ends are solved in each game.
const ENDS: u64 = 8;
/// So many plies before its end a game is solved.
const PLIES_BEFORE_END: u32 = 8;
/// The positions after which a game is left unsolved.
const PATIENCE: u64 = 50_000;

fn solve(subject: &Subject<'_>) -> Option<Work> {
    let stop = StopSignal::new();
    let effort = ProofLimits { positions: PATIENCE, threads: 1, stop: &stop };
    let (mut count, mut solved, mut time) = (0, 0, Duration::ZERO);
    for seed in 1..=ENDS {
        let random_game = |plies| subject.start.random_game(plies, &mut Chance::from_seed(seed));
        let length = random_game(LONGEST).1;
        let text = random_game(length.saturating_sub(PLIES_BEFORE_END)).0;
        let position = subject.game.position(Some(&text)).ok()?;
        let watch = Stopwatch::start(subject.clock);
        let solution = position.solve(MEMORY, false, effort, &mut |_| {});
        time += watch.elapsed();
        count += solution.positions;
        solved += u64::from(solution.outcome.is_some());
    }
    Some(Work { time, what: format!("{solved} of {ENDS} ends"), count, unit: "positions" })
}

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    game: String,
    task: &'static str,
    what: String,
    count: u64,
    unit: &'static str,
    seconds: f64,
    #[serde(skip)]
    signs: bool,
}

impl Row {
    fn per_second(&self) -> f64 {
        self.count as f64 / self.seconds.max(1e-9)
    }
}

/// The whole table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    rows: Vec<Row>,
    signature: u64,
}

/// Does all the work, with perft of at most about `leaves` in each game, and shows each row to `show` when it is done.
///
/// # Errors
/// What `show` fails with.
pub fn run(
    leaves: u64,
    clock: &dyn Clock,
    mut show: impl FnMut(&Row) -> io::Result<()>,
) -> io::Result<Table> {
    let mut rows = Vec::new();
    for family in FAMILIES {
        let Ok(game) = games::open(family.id) else { continue };
        let Ok(start) = game.position(None) else { continue };
        let subject = Subject { game: game.as_ref(), start, leaves, clock };
        for task in &TASKS {
            let Some(work) = (task.run)(&subject) else { continue };
            let row = row(family.id, task, work);
            show(&row)?;
            rows.push(row);
        }
    }
    let signature = rows.iter().filter(|row| row.signs).map(|row| row.count).sum();
    Ok(Table { rows, signature })
}

fn row(game: &str, task: &Task, work: Work) -> Row {
    Row {
        game: game.to_owned(),
        task: task.name,
        what: work.what,
        count: work.count,
        unit: work.unit,
        seconds: work.time.as_secs_f64(),
        signs: task.signs,
    }
}

/// Runs and writes the table as text, line by line.
///
/// # Errors
/// The table could not be written.
pub fn text(leaves: u64, clock: &dyn Clock, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<14} {:<13} {:<22} {:>13} {:>8} {:>10}",
        "game", "task", "what", "count", "seconds", "M/s"
    )?;
    let table = run(leaves, clock, |row| {
        let rate = row.per_second() / 1e6;
        let Row { game, task, what, count, seconds, .. } = row;
        writeln!(out, "{game:<14} {task:<13} {what:<22} {count:>13} {seconds:>8.3} {rate:>10.2}")?;
        out.flush()
    })?;
    writeln!(out, "signature: {}", table.signature)
}

/// Runs and writes the table as one JSON object.
///
/// # Errors
/// The table could not be written.
pub fn json(leaves: u64, clock: &dyn Clock, out: &mut dyn Write) -> io::Result<()> {
    let table = run(leaves, clock, |_| Ok(()))?;
    serde_json::to_writer(&mut *out, &table)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::standard::SystemClock;

    #[test]
    fn the_signature_is_the_same_in_every_run() {
        let signature = || run(2_000, &SystemClock::new(), |_| Ok(())).unwrap().signature;
        assert_eq!(signature(), signature());
    }

    #[test]
    fn every_game_has_every_task() {
        let table = run(2_000, &SystemClock::new(), |_| Ok(())).unwrap();
        assert_eq!(table.rows.len(), FAMILIES.len() * TASKS.len());
        assert!(table.rows.iter().all(|row| row.count > 0));
    }
}
