//! Matches between bots: `cygnet arena`.
//!
//! | file | what |
//! | --- | --- |
//! | `plan.rs` | who plays whom from which opening; parts of a match |
//! | `opening.rs` | the random openings of a match |
//! | `game.rs` | plays one game of a match |
//! | `clocks.rs` | the clocks of a game |
//! | `adjudication.rs` | games that are ended before the rules end them |
//! | `notes.rs` | what records say about each move |
//! | `workers.rs` | plays many games at a time and reports them in order |
//! | `tally.rs` | counts results |
//! | `statistics.rs`, `sprt.rs` | what the results say |
//! | `ratings.rs` | one scale for more than two bots |
//! | `collector.rs` | what is done with each finished game: counted, recorded, reported; ends the match when the test is decided |
//! | `record_file.rs` | writing the record file of a match, from the start or after a break |
//! | `part.rs`, `verify.rs` | it is read again, and what can be checked is |
//! | `merge.rs` | joining the files of the parts of a match |
//! | `title.rs` | what a match is called, and what its bots are |
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
mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod title;
mod verify;
mod workers;

use std::ops::Range;
use std::sync::Arc;

use crate::engine::resources::{Resources, ThreadShortage};
use crate::games::AnyGame;
use crate::model::{Clock, StopSignal};
use crate::players::external::EngineLog;

pub use adjudication::{AdjudicationRules, DrawRule, ResignRule};
pub use clocks::TimeControl;
pub use collector::{Collector, MatchResults};
pub use game::{MatchError, PlayedGame, Usage};
pub use merge::{MatchParts, merge};
pub use notes::NoteKind;
pub use part::{PartError, PartErrorKind};
pub use plan::{Fixture, MAX_BOTS, MAX_GAMES, MAX_OPENING_PLIES, MatchPlan, Opening, Schedule, Shard};
pub use record_file::{RecordFile, ResumeMatchError, read_match_header};
pub use sprt::{Hypothesis, Sprt};
pub use statistics::{Estimate, Sample, elo};
pub use summary::MatchSummary;
pub use tally::{Pairing, Standing, Tally};
pub use title::title;
pub use workers::GameListener;

/// The games of a match that are to be played now, and how.
pub struct Job<'a> {
    /// The match.
    pub plan: &'a MatchPlan,
    /// The games of the match in their order.
    pub schedule: &'a Schedule,
    /// The texts of the positions of [`Opening::Positions`].
    pub positions: &'a [String],
    /// The numbers of the games to play.
    pub numbers: Range<u64>,
    /// How many games at a time.
    pub jobs: usize,
    /// Whether records are wanted.
    pub record: bool,
    /// Whether programs are started anew for each game.
    pub restart: bool,
    /// Where all that programs say is written, if it is.
    pub log: Option<&'a Arc<EngineLog>>,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Ends the match: games in progress are dropped. Raised too when the listener wants no more games.
    pub stop: &'a StopSignal,
}

/// Plays the games of a job and hands each to `listener`, in the order of their numbers. A job without games only checks
/// that the match can be played. With fewer threads than `job` wants, where the system gives no more: it tells how many.
///
/// # Errors
/// The match cannot be played; the listener has heard nothing.
pub fn play_match(
    game: &AnyGame,
    job: &Job<'_>,
    listener: &mut GameListener<'_>,
) -> Result<Option<ThreadShortage>, MatchError> {
    let positions = game::read_positions(game, job.positions)?;
    game::GameRunner::new(game, job, &positions).check()?;
    let new_player = || {
        let mut runner = game::GameRunner::new(game, job, &positions);
        move |number| runner.play(number)
    };
    let resources = Resources::default();
    Ok(workers::play_all(&resources, job.numbers.clone(), job.jobs, job.stop, new_player, listener))
}
