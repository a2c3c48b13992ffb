//! The lessons.

use crate::games::qawale::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Straight => "The stack did not go straight on.",
        Effect::Turn => "The stack did not turn on its way.",
        Effect::OnStack => "No piece was left on another stack.",
        Effect::Return => "The walk did not return to the cell where it began.",
        Effect::Row => "That is not a row of four of your pieces.",
        Effect::Column => "That is not a column of four of your pieces.",
        Effect::Diagonal => "That is not a diagonal of four of your pieces.",
        Effect::Safe => "Light can now make four in a row next turn.",
    }
}
