//! The lessons.

use crate::games::three_dragons::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// What is said of a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Walk => "That was a capture.",
        Effect::Custodial => "That was no custodial capture.",
        Effect::Several => "That did not capture two pieces together.",
        Effect::AgainstRock => "No piece was captured against a mountain or a cave.",
        Effect::Strength => "That was no strength capture.",
        Effect::ChosenCustodial => "That was not the custodial capture of the two that can be chosen.",
        Effect::ChosenStrength => "That was not the strength capture of the two that can be chosen.",
        Effect::SideDragon => "No dragon has come out of a cave at the side.",
        Effect::CentreDragon => "No dragon has come out of the cave in the centre.",
        Effect::Win => "The game is not won yet.",
    }
}
