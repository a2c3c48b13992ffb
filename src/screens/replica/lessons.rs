//! The lessons, of the official rules and of the house rules.

use crate::games::replica::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons of the official rules.
pub static LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons.toml"))));

/// The lessons of the house rules.
pub static HOUSE_LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons-house.toml"))));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Step => "None of your checkers has stepped onto an empty cell.",
        Effect::StepCapture => "None of your checkers has captured with a step.",
        Effect::Jump => "None of your checkers has jumped onto an empty cell.",
        Effect::JumpCapture => "None of your checkers has captured with a jump.",
        Effect::Back => "That was a forward move.",
        Effect::Transform => "None of your checkers has become a king.",
        Effect::KingTaken => "The enemy king is still on the board.",
        Effect::Corner => "You have no king in the opposite corner.",
        Effect::Safe => "Your opponent can win next turn.",
    }
}
