//! What is known about a game before it starts.

use crate::analysis::assessment::AssessmentLimits;
use crate::model::{Record, Seating};
use crate::players::seats;

/// The setup of a game at the console.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The players.
    pub seating: Seating,
    /// What else the record of the game begins with: its seed, its date, its first position, and the moves played so far
    /// with their annotations.
    pub record: Record,
    /// The search limits for hints and the coach.
    pub advice: AssessmentLimits<'static>,
    /// The full name of the game whose lessons end with this game. Its coach is on.
    pub lesson: Option<String>,
}

impl GamePlan {
    /// Creates a plan for a game from its default start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        let mut record = Record::new("");
        record.seed = Some(seed);
        GamePlan { seating, record, advice: AssessmentLimits::ADVICE, lesson: None }
    }

    /// Creates a plan that resumes the game in a record. Uses `seed` if the record has none.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let mut plan = GamePlan::new(seats::seating(record), seed);
        plan.record = record.clone();
        plan.record.seed = record.seed.or(Some(seed));
        plan
    }
}
