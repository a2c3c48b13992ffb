//! Records of games: checked against the rules, shown again, counted.
//!
//! `check.rs` verifies a record, `replay.rs` shows one position by position. `stats.rs` counts the results of a player, `rating.rs`
//! estimates their rating, `explore.rs` lists what was played from a position.

mod check;
pub mod explore;
mod rating;
pub mod replay;
pub mod stats;

pub(crate) use check::referee;
pub use check::{
    CheckError, VerifyError, VerifyErrorKind, check_files, headline, history, input_lines, read_all,
    to_input_lines, verify, verify_ending,
};
pub(crate) use rating::{ELO_SCALE, expected_score};
