//! The lessons of Ugly Duck. Both screens share `lessons.toml`, which mentions pieces, but no cells or numbers.

use crate::games::ugly_duck::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons: how to type a turn on this screen, then those of both screens.
pub static LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons.toml"))));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::DuckStraight => "None of your ducks has moved straight ahead.",
        Effect::DuckDiagonal => "None of your ducks has moved diagonally onto an empty cell.",
        Effect::DuckCapture => "None of your ducks has captured a piece.",
        Effect::SwanStraight => "Your swan has not moved straight back.",
        Effect::SwanDiagonal => "Your swan has not moved diagonally onto an empty cell.",
        Effect::SwanCapture => "Your swan has not captured a piece.",
        Effect::Promotion => "None of your ducks has become a swan.",
        Effect::Home => "Your swan has not come home.",
        Effect::LastCapture => "Your opponent still has a piece.",
        Effect::Safe => "Your opponent can capture your piece there.",
    }
}
