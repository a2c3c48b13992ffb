//! The lessons.

use crate::games::three_dragons::{Effect, Rules};
use crate::screens::Lesson;
use crate::screens::lesson::{Lessons, read_lessons};

use super::words::variant_name;

/// The lessons of [`Rules::ALL`], in their order.
static LESSONS: [Lessons; 3] = [
    Lessons::new(|| lessons_of(Rules::Full)),
    Lessons::new(|| lessons_of(Rules::Custodial)),
    Lessons::new(|| lessons_of(Rules::Strength)),
];

/// Returns the lessons of the game with these options.
pub fn lessons(rules: Rules) -> &'static [Lesson] {
    &LESSONS[rules as usize]
}

/// Reads the lessons whose tasks are possible. In a variant, the one about moves names it: the first has no room.
fn lessons_of(rules: Rules) -> Vec<Lesson> {
    const STRENGTH: [Effect; 4] =
        [Effect::Strength, Effect::Choice, Effect::ChosenCustodial, Effect::ChosenStrength];
    const DRAGONS: [Effect; 2] = [Effect::SideDragon, Effect::CentreDragon];
    let strength = STRENGTH.iter().filter(|_| !rules.has_strength_captures());
    let dragons = DRAGONS.iter().filter(|_| !rules.has_dragons());
    let impossible: Vec<&str> = strength.chain(dragons).map(|effect| without(*effect)).collect();
    let mut lessons = read_lessons(include_str!("lessons.toml"));
    lessons.retain(|lesson| lesson.wants.iter().all(|wanted| !impossible.contains(&wanted.as_str())));
    for lesson in lessons.iter_mut().filter(|lesson| lesson.id == "walk" && rules != Rules::Full) {
        lesson.teaches += &format!(" This is the variant {}.", variant_name(rules));
    }
    lessons
}

/// Returns the message for a turn without this effect.
pub fn without(effect: Effect) -> &'static str {
    match effect {
        Effect::Walk => "That was a capture.",
        Effect::Custodial => "That was not a custodial capture.",
        Effect::Several => "That did not capture two pieces at once.",
        Effect::AgainstRock => "No piece was captured against a mountain or a cave.",
        Effect::Strength => "That was not a strength capture.",
        Effect::Choice => "Your piece is not next to both black pieces, so there was nothing to choose.",
        Effect::ChosenCustodial => "You did not choose the custodial capture.",
        Effect::ChosenStrength => "You did not choose the strength capture.",
        Effect::SideDragon => "No dragon was summoned in a cave at the side.",
        Effect::CentreDragon => "No dragon was summoned in the cave in the centre.",
        Effect::Win => "The game is not won yet.",
    }
}
