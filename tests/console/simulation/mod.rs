//! Whole sessions in a simulated world, each from one seed.
//!
//! A day is several lives of the program over one state directory. The world decides from the seed what is
//! typed, how time passes, which steps fail, and when the program is interrupted or killed; see `world.rs`.
//!
//! A failure names its seed;
//! `CYGNET_SEED=7 cargo test --test console simulation -- --nocapture` replays the day of that seed and prints
//! its log.

mod boards;
mod day;
mod machine;
mod rules;
mod typist;
mod world;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fmt, thread};

use crate::common::{samples, seed};
use day::Day;
use world::Fate;

/// The number of days that are lived twice: their seeds must give the same days again.
const REPLAYS: usize = 2;

#[test]
fn no_rule_is_broken_in_simulated_sessions() {
    if let Some(seed) = seed() {
        let day = day::live(seed);
        println!("{}", day.log);
        assert_eq!(day.failure, None);
        return;
    }
    let figures = Mutex::new(Figures::default());
    let next = AtomicUsize::new(0);
    let most = samples(20);
    let work = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < most) {
            let day = day::live(seed as u64);
            let is_same = || day::live(seed as u64).log == day.log;
            assert!(seed >= REPLAYS || is_same(), "seed {seed} does not replay its day");
            figures.lock().unwrap().add(seed, day);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let figures = figures.into_inner().unwrap();
    println!("{figures}");
    assert!(
        figures.failures.is_empty(),
        "{} days broke a rule:\n{}",
        figures.failures.len(),
        figures.report()
    );
}

/// What happened in all days.
#[derive(Default)]
struct Figures {
    days: usize,
    calls: usize,
    compared_boards: usize,
    finished_games: usize,
    fates: BTreeMap<Fate, usize>,
    failures: BTreeMap<usize, String>,
}

impl Figures {
    fn add(&mut self, seed: usize, day: Day) {
        self.days += 1;
        self.calls += day.calls;
        self.compared_boards += day.compared_boards;
        self.finished_games += day.finished_games;
        for fate in day.fates {
            *self.fates.entry(fate).or_default() += 1;
        }
        self.failures.extend(day.failure.map(|failure| (seed, failure)));
    }

    /// Returns the first failures, and how to replay them.
    fn report(&self) -> String {
        let line = |(seed, failure): (&usize, &String)| {
            format!("CYGNET_SEED={seed} cargo test --test console simulation -- --nocapture: {failure}\n")
        };
        self.failures.iter().take(20).map(line).collect()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lives: usize = self.fates.values().sum();
        writeln!(f, "{} days, {lives} lives of the program, {} calls into the world", self.days, self.calls)?;
        let (boards, finished) = (self.compared_boards, self.finished_games);
        writeln!(f, "{boards} last boards compared with the kept games, {finished} finished games kept")?;
        self.fates.iter().try_for_each(|(fate, count)| writeln!(f, "{fate:?}: {count}"))
    }
}
