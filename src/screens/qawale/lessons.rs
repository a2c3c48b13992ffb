//! The lessons.

use crate::games::qawale::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Straight => "The stack did not go straight ahead.",
        Effect::Turn => "The stack did not turn on its way.",
        Effect::OnStack => "No piece was left on another stack.",
        Effect::Return => "The walk did not return to the cell where it began.",
        Effect::Row => "That does not make a row of four.",
        Effect::Column => "That does not make a column of four.",
        Effect::Diagonal => "That does not make a diagonal of four.",
        Effect::Safe => "Light can make four in a row next turn.",
    }
}
