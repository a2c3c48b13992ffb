//! Records of games: verification, replay and statistics.
//!
//! `check.rs` verifies records, and `replay.rs` shows them position by position. `listing.rs` describes
//! games in lines, `json.rs` in JSON, `stats.rs` counts a player's results, `rating.rs` estimates their rating, and `explore.rs` lists what they played from a position.

mod certificate;
mod check;
pub mod explore;
pub mod json;
pub mod listing;
mod rating;
pub mod replay;
pub mod stats;

pub(crate) use check::referee;
pub use check::{
    CheckError, VerifyError, VerifyErrorKind, check_files, headline, history, input_lines, read_all,
    to_input_lines, verify, verify_ending,
};
pub(crate) use rating::{ELO_SCALE, expected_score};
