//! Results as people see them: as text, as pictures, as pages, and step by step.
//!
//! | file | contents |
//! | --- | --- |
//! | `output.rs` | the two formats of every command, and tables |
//! | `results.rs` | what a search, a proof, a certificate and a table have found |
//! | `positions.rs` | queries about positions |
//! | `draw.rs` | pictures of positions |
//! | `review/` | reviews of games |
//! | `listing.rs`, `stats.rs`, `exploration.rs` | a player's games: as a list, counted, and move by move |
//! | `replay.rs` | a recorded game, position by position |
//! | `match_summary.rs` | a match between bots |

pub mod draw;
mod exploration;
pub mod listing;
mod match_summary;
pub mod output;
pub mod positions;
pub mod replay;
mod results;
pub mod review;
pub mod stats;
