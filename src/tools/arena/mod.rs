//! Matches between bots: `cygnet arena`.
//!
//! | file | what |
//! | --- | --- |
//! | `plan.rs` | who plays whom from which opening; parts of a match |
//! | `game.rs` | one game, compiled for each game there is |
//! | `workers.rs` | many games at a time, watched in order |
//! | `tally.rs` | counting results |
//! | `statistics.rs`, `sprt.rs` | what the results say |
//! | `desk.rs` | what is done with each game: counting, recording, telling, stopping when the test is decided |
//! | `parts.rs` | the record file of a match, and joining the files of its parts |
//! | `table.rs` | the summary, for people and for programs |

mod desk;
mod game;
mod parts;
mod plan;
mod sprt;
mod statistics;
mod table;
mod tally;
mod workers;

use std::ops::Range;

use crate::engine::bots::Levels;
use crate::model::{Clock, StopSignal};

pub use desk::Desk;
pub use game::{Effort, MatchError, Played};
pub use parts::{MergeError, MergeProblem, RecordFile, merge};
pub use plan::{Fixture, Opening, Plan, Schedule, Shard, ShardError};
pub use sprt::{Sprt, Verdict};
pub use statistics::{Estimate, Sample, elo, expected_score};
pub use table::{Summary, title};
pub use tally::{Pairing, Standing, Tally};
pub use workers::Watch;

/// What is to be played, and how.
pub struct Job<'a> {
    /// The match.
    pub plan: &'a Plan,
    /// Its games in their order.
    pub schedule: &'a Schedule,
    /// The texts of the positions of [`Opening::Positions`].
    pub positions: &'a [String],
    /// The numbers of the games to play.
    pub numbers: Range<u64>,
    /// How many games at a time.
    pub jobs: usize,
    /// Whether records are wanted.
    pub record: bool,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Ends the match: games in progress are dropped. It is also raised when nobody watches any more.
    pub stop: &'a StopSignal,
}

/// Plays the games of a job and shows each to `watch`, in the order of their numbers. A job of no games finds out whether
/// the match can be played.
///
/// # Errors
/// The match cannot be played; nothing has been shown.
pub fn contest<G: Levels>(game: &G, job: &Job<'_>, watch: &mut Watch<'_>) -> Result<(), MatchError> {
    let positions = game::read_positions(game, job.positions)?;
    game::Board::new(game, job, &positions).check()?;
    let player = || {
        let mut board = game::Board::new(game, job, &positions);
        move |number| board.play(number)
    };
    workers::play_all(job.numbers.clone(), job.jobs, job.stop, player, watch);
    Ok(())
}
