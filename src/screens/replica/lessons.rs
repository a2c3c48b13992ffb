//! The lessons, of the official rules and of the house rules.

use crate::games::replica::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons of the official rules.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// The lessons of the house rules.
pub static HOUSE_LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons-house.toml")));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Step => "No checker of yours has stepped onto an empty square.",
        Effect::StepCapture => "No checker of yours has captured with a step.",
        Effect::Jump => "No checker of yours has jumped onto an empty square.",
        Effect::JumpCapture => "No checker of yours has captured with a jump.",
        Effect::Back => "That was a forward move.",
        Effect::Transform => "No checker of yours has become a king.",
        Effect::KingTaken => "The other king is still there.",
        Effect::Corner => "No king of yours is in the opposite corner.",
        Effect::Safe => "Your opponent can now win next turn.",
    }
}
