//! The analysis of positions, turns and games: hints, reviews, proofs, puzzles.
//!
//! | file | contents |
//! | --- | --- |
//! | `assessment.rs` | the values of a position and its moves; all advice comes from here |
//! | `chance.rs` | winning chances: values in words, and what a turn cost |
//! | `advice.rs` | hints: the best move, or all moves, in words |
//! | `coach.rs` | comments on a turn that was just played |
//! | `reasons.rs` | why a turn is bad, in sentences |
//! | `review/` | reviews of a whole game, turn by turn |
//! | `accuracy_trend.rs` | the accuracy of a player from game to game |
//! | `analyze.rs`, `solve.rs`, `proof.rs` | searching a position, solving it, and saved proofs |
//! | `certify.rs` | certificates: proofs that anyone can check |
//! | `practice/` | practice: the deck of a player's mistakes, and when each comes back |
//! | `puzzles/` | puzzle collections: read, made from records, verified |
//! | `bench.rs` | the benchmark |

pub mod accuracy_trend;
pub mod advice;
pub mod analyze;
pub(crate) mod assessment;
pub mod bench;
pub mod certify;
pub mod chance;
pub mod coach;
pub mod practice;
pub mod proof;
pub mod puzzles;
pub mod reasons;
pub mod review;
pub mod solve;
