//! Records of games: verification, replay and statistics.
//!
//! `check.rs` reads records, and checks whether a game can be continued. `check_files.rs` verifies whole files.
//! `names.rs` describes records in words, `json.rs` in JSON, `pgn.rs` in PGN. `filter.rs` chooses among a player's games,
//! `stats.rs` counts their results, `rating.rs` estimates their rating on the scale of `elo.rs`, and `explore.rs` lists what they played
//! from a position.

mod check;
mod check_files;
mod elo;
pub mod explore;
pub mod filter;
pub mod json;
pub mod names;
pub mod pgn;
pub(crate) mod rating;
pub mod stats;

pub use check::{check_resumable, headline, in_file, input_lines, read_all, to_input_lines};
pub use check_files::{CheckedFile, check_file};
pub use elo::elo;
pub(crate) use elo::{CHI_SQUARED_95, bisect, expected_score};
