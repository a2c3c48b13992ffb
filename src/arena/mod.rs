//! Matches between bots: `cygnet arena`.
//!
//! | file | what |
//! | --- | --- |
//! | `plan.rs` | the schedule of a match: pairings, openings, parts |
//! | `opening.rs` | the random openings of a match |
//! | `game.rs` | plays one game of a match |
//! | `clocks.rs` | the clocks of a game |
//! | `adjudication.rs` | ends games before the rules do |
//! | `notes.rs` | notes on moves in records |
//! | `workers.rs` | plays several games at a time and reports them in order |
//! | `tally.rs` | counts results |
//! | `statistics.rs`, `sprt.rs` | Elo differences, confidence intervals, the sequential test |
//! | `ratings.rs` | ratings of more than two bots on one scale |
//! | `collector.rs` | counts, records and reports finished games; ends the match when the test is decided |
//! | `record_file.rs` | writes the record file of a match, or resumes it |
//! | `part.rs`, `verify.rs` | read a record file again and check its games |
//! | `merge.rs` | merges the record files of the parts of a match |
//! | `title.rs` | the title of a match and the names of its bots |
//! | `summary.rs` | the summary of a match, as a table or as JSON |

mod adjudication;
mod clocks;
mod collector;
mod game;
mod merge;
mod notes;
mod opening;
mod part;
mod plan;
mod ratings;
mod record_file;
mod sprt;
mod statistics;
pub(crate) mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod title;
mod verify;
mod workers;

use std::ops::Range;
use std::sync::Arc;

use crate::engine::resources::{Resources, ThreadShortage};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Clock, Date, StopSignal};
use crate::players::external::EngineLog;

pub use adjudication::{AdjudicationRules, DrawRule, ResignRule};
pub use clocks::MatchClock;
pub use collector::{Collector, MatchResults};
pub use game::{MatchError, PlayedGame, Usage, check};
pub use merge::{MatchParts, merge};
pub use notes::NoteKind;
pub use plan::{
    Fixture, MAX_BOTS, MAX_GAMES, MAX_OPENING_PLIES, MatchPlan, MoveLimits, Opening, Schedule, Shard,
};
pub use record_file::{RecordFile, read_match_header};
pub use sprt::{Hypothesis, Sprt};
pub use statistics::{Estimate, Sample};
pub use summary::MatchSummary;
pub use tally::{Pairing, Standing, Tally};
pub use title::title;
use title::{labels, recorded_name};
pub use workers::GameListener;

/// The games of a match to play in this run, and how to play them.
pub struct Job<'a> {
    /// The match.
    pub plan: &'a MatchPlan,
    /// The games of the match in order.
    pub schedule: &'a Schedule,
    /// The positions of [`Opening::Positions`], in none of which the game is over.
    pub positions: &'a [AnyPosition],
    /// The numbers of the games to play.
    pub numbers: Range<u64>,
    /// The number of games to play at a time.
    pub jobs: usize,
    /// Whether to record the games.
    pub record: bool,
    /// Today's date, for the records.
    pub date: Option<Date>,
    /// Whether to restart programs for each game.
    pub restart: bool,
    /// The log of all communication with programs, if any.
    pub log: Option<&'a Arc<EngineLog>>,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Ends the match and drops the games in progress. Also raised when the listener breaks.
    pub stop: &'a StopSignal,
}

/// Plays the games of a job, whose match [`check`] has accepted, and passes each to `listener`, in the order of their
/// numbers. If the system provides fewer threads than requested, uses those and returns the shortage.
pub fn play_match(game: &AnyGame, job: &Job<'_>, listener: &mut GameListener<'_>) -> Option<ThreadShortage> {
    let new_player = || {
        let mut runner = game::GameRunner::new(game, job);
        move |number| runner.play(number)
    };
    let resources = Resources::default();
    workers::play_all(&resources, job.numbers.clone(), job.jobs, job.stop, new_player, listener)
}
