//! The lessons of Ugly Duck, shared by both screens. They mention pieces, but no cells or numbers.

use crate::games::ugly_duck::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::DuckStraight => "No duck of yours has moved straight ahead.",
        Effect::DuckDiagonal => "No duck of yours has moved diagonally onto an empty cell.",
        Effect::DuckCapture => "No duck of yours has captured a piece.",
        Effect::SwanStraight => "No swan of yours has moved straight back.",
        Effect::SwanDiagonal => "No swan of yours has moved diagonally onto an empty cell.",
        Effect::SwanCapture => "No swan of yours has captured a piece.",
        Effect::Promotion => "No duck of yours has become a swan.",
        Effect::Home => "No swan of yours has come home.",
        Effect::LastCapture => "Your opponent still has a piece.",
        Effect::Safe => "Your opponent can capture your piece there.",
    }
}
