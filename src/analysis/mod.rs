//! What a position, a turn and a game are worth, and what is known about them: hints, reviews, proofs, puzzles.
//!
//! | file | contents |
//! | --- | --- |
//! | `assessment.rs` | what a position and its moves are worth: all advice comes from here |
//! | `advice.rs` | the same in words |
//! | `coach.rs` | what a turn just played has cost |
//! | `review/` | a whole game, turn by turn |
//! | `accuracy_trend.rs` | how well a person has played from game to game |
//! | `analyze.rs`, `solve.rs`, `proof.rs` | the search of a position, its proof, and proofs that are kept |
//! | `report.rs` | questions about positions, and their answers as text or JSON |
//! | `draw.rs` | pictures of positions |
//! | `puzzles/` | puzzles: collections, found in records, proven again |
//! | `bench.rs` | how fast the program is |

pub mod accuracy_trend;
pub mod advice;
pub mod analyze;
pub(crate) mod assessment;
pub mod bench;
pub mod coach;
pub mod draw;
pub mod proof;
pub mod puzzles;
pub mod report;
pub mod review;
pub mod solve;
