//! Whole sessions in a simulated world, each from one seed.
//!
//! A day is several lives of the program over one state directory. The world decides from the seed what is
//! typed, how time passes, which steps fail, and when the program is interrupted or killed; see `world.rs`.
//!
//! By default the run is short. For a long one, use
//! `CYGNET_SESSIONS=10000 cargo test --release --test console simulation`. A failure names its seed;
//! `CYGNET_SEED=7 cargo test --test console simulation -- --nocapture` replays the day of that seed and prints
//! its log.

mod boards;
mod day;
mod machine;
mod rules;
mod typist;
mod world;

use crate::common::amount;

#[test]
fn no_rule_is_broken_in_simulated_sessions() {
    if let Ok(seed) = std::env::var("CYGNET_SEED") {
        let day = day::live(seed.parse().unwrap());
        println!("{}", day.log);
        assert_eq!(day.failure, None);
        return;
    }
    let (mut lives, mut finished) = (0, 0);
    let mut failures = Vec::new();
    for seed in 0..amount("CYGNET_SESSIONS", 200) as u64 {
        let day = day::live(seed);
        (lives, finished) = (lives + day.lives, finished + day.finished_games);
        if let Some(failure) = day.failure {
            failures.push(format!("CYGNET_SEED={seed}: {failure}"));
            if failures.len() > 20 {
                break;
            }
        }
    }
    println!("{lives} lives, {finished} finished games");
    assert!(failures.is_empty(), "{} days broke a rule:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_seed_replays_the_same_day() {
    for seed in 0..10 {
        let logs = [0, 1].map(|_| day::live(seed).log);
        assert!(logs[0] == logs[1], "seed {seed}");
    }
}
