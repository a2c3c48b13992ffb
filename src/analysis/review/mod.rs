//! A review: what each turn of a game was worth, where the game was lost, and how well it was played.
//!
//! | file | what |
//! | --- | --- |
//! | `reviewer.rs` | goes through a game from its end, so that each proof helps the position before |
//! | `measure.rs` | expected scores, marks, accuracy; the formulas of `docs/review.md` |
//! | `text.rs`, `graph.rs` | a review as text |
//! | `json.rs` | the same for programs |
//! | `html.rs`, `page.css`, `page.js`, `controls.html` | the same as a page with boards |
//! | `annotate.rs` | the same as words of a record |

mod annotate;
mod graph;
mod html;
mod json;
mod measure;
mod reviewer;
#[cfg(test)]
mod tests;
mod text;

use std::time::Duration;

use crate::model::{Clock, Eval, Mark, Outcome, Player};

pub use super::assessment::AssessmentLimits;
pub use annotate::annotate;
pub use graph::plot;
pub use html::{page, turn_boards};
pub use json::{GameObject, TurnObject, objects};
pub use measure::{PlayerSummary, ReviewSummary};
pub use reviewer::review;
pub use text::{incomplete_note, text};

/// What a review may cost. What is left out follows from what is not, or is as much as advice costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewLimits {
    /// The plies that a search looks ahead.
    pub depth: Option<u32>,
    /// The positions that the search for a turn looks at.
    pub nodes: Option<u64>,
    /// The time for a turn.
    pub time: Option<Duration>,
    /// The positions that the proof of a position may take.
    pub proof: Option<u64>,
    /// The memory for what is found and proven, in bytes.
    pub memory: usize,
}

impl ReviewLimits {
    /// What the assessment of each position may cost, by this clock.
    #[must_use]
    pub fn assessment_limits<'a>(&self, clock: &'a dyn Clock) -> AssessmentLimits<'a> {
        let advice = AssessmentLimits::ADVICE;
        let is_limited = self.time.is_some() || self.depth.is_some();
        let default_proof = if self.time.is_some() { u64::MAX } else { advice.proof };
        AssessmentLimits {
            depth: self.depth.unwrap_or(advice.depth),
            nodes: self.nodes.unwrap_or(if is_limited { u64::MAX } else { advice.nodes }),
            time: self.time.map(|time| (time, clock)),
            proof: self.proof.or(self.nodes.map(|nodes| nodes / 5)).unwrap_or(default_proof),
            memory: self.memory / 4,
            proof_memory: self.memory - self.memory / 4,
        }
    }
}

/// The marks that are given, the worst first. [`Mark::Good`] is the only move that holds.
pub const MARKS: [Mark; 4] = [Mark::Blunder, Mark::Mistake, Mark::Dubious, Mark::Good];

/// Moves that follow on each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTexts {
    /// In canonical notation.
    pub canonical: Vec<String>,
    /// As they are typed at the prompts of the game, blanks within a turn unbroken.
    pub typed: Vec<String>,
}

/// What is known of a turn. All worths are seen by the player who moved.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedTurn {
    /// Which turn of the game, from 1.
    pub number: usize,
    /// Who moved.
    pub player: Player,
    /// The move.
    pub played: MoveTexts,
    /// What the position was worth with the best move there is.
    pub before: Eval,
    /// What it is worth after the move.
    pub after: Eval,
    /// The best move and what follows it, where it is worth more than the one played; else empty.
    pub better: MoveTexts,
    /// The best answer to the move, and what follows.
    pub answer: MoveTexts,
    /// Whether there was no other move.
    pub is_forced: bool,
    /// Whether every other move is proven to have a worse result.
    pub is_only_move: bool,
}

impl ReviewedTurn {
    /// Whether both worths are proven.
    pub fn is_exact(&self) -> bool {
        self.before.is_proven() && self.after.is_proven()
    }
}

/// A game with what is known of its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// What the players are called: `Player 1`.
    pub names: [String; 2],
    /// The result on the board or in the record; `None` if it is open.
    pub outcome: Option<Outcome>,
    /// The turns of the whole game.
    pub plies: usize,
    /// The turns that have been reviewed: the last ones, all of them unless it was stopped.
    pub turns: Vec<ReviewedTurn>,
    /// What the last position is worth for player 1.
    pub final_evaluation: Eval,
}

impl Review {
    /// Whether it was stopped before it was through.
    pub fn is_incomplete(&self) -> bool {
        self.turns.len() < self.plies
    }

    /// What the last position is worth for `player`.
    fn final_evaluation_for(&self, player: Player) -> Eval {
        if player == Player::One { self.final_evaluation } else { self.final_evaluation.reversed() }
    }

    /// Who has lost: by the result, else by what is proven of the last position.
    fn loser(&self) -> Option<Player> {
        let is_lost = |player: &Player| self.final_evaluation_for(*player).is_loss();
        match self.outcome {
            Some(outcome) => outcome.winner().map(Player::opponent),
            None => Player::BOTH.into_iter().find(is_lost),
        }
    }

    /// What `player` is called.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }
}
