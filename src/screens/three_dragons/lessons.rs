//! The lessons.

use crate::games::three_dragons::Effect;
use crate::screens::lesson::{Lessons, read_lessons};

/// The lessons.
pub static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Walk => "That was a capture.",
        Effect::Custodial => "That was not a custodial capture.",
        Effect::Several => "That did not capture two pieces at once.",
        Effect::AgainstRock => "No piece was captured against a mountain or a cave.",
        Effect::Strength => "That was not a strength capture.",
        Effect::ChosenCustodial => "You did not choose the custodial capture.",
        Effect::ChosenStrength => "You did not choose the strength capture.",
        Effect::SideDragon => "No dragon was summoned in a cave at the side.",
        Effect::CentreDragon => "No dragon was summoned in the cave in the centre.",
        Effect::Win => "The game is not won yet.",
    }
}
