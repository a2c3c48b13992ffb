//! What is known about a game before it starts.

use crate::analysis::assessment::AssessmentLimits;
use crate::model::{Annotations, Date, Record, Seating};
use crate::players::seats;

/// The setup of a game at the console.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The players.
    pub seating: Seating,
    /// The random seed of the game.
    pub seed: u64,
    /// The text of the first position, unless it is the default start.
    pub start: Option<String>,
    /// The moves played so far, in canonical notation.
    pub moves: Vec<String>,
    /// The date for the record.
    pub date: Option<Date>,
    /// The record's annotations of those moves.
    pub annotations: Annotations,
    /// The search limits for hints and the coach.
    pub advice: AssessmentLimits<'static>,
    /// The full name of the game whose lessons end with this game. Its coach is on.
    pub lesson: Option<String>,
}

impl GamePlan {
    /// Creates a plan for a game from its default start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        GamePlan {
            seating,
            seed,
            start: None,
            moves: Vec::new(),
            date: None,
            annotations: Annotations::default(),
            advice: AssessmentLimits::ADVICE,
            lesson: None,
        }
    }

    /// Creates a plan that resumes the game in a record. Uses `seed` if the record has none.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        GamePlan {
            start: record.start.clone(),
            moves: record.move_texts(),
            date: record.date,
            annotations: record.annotations.clone(),
            ..GamePlan::new(seats::seating(record), record.seed.unwrap_or(seed))
        }
    }
}
