//! The lessons.

use crate::games::three_dragons::{Effect, Rules};
use crate::screens::Lesson;
use crate::screens::lesson::{Lessons, effect_names, read_lessons};

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
    let strength: &[Effect] = if rules.has_strength_captures() { &[] } else { &STRENGTH };
    let dragons: &[Effect] = if rules.has_dragons() { &[] } else { &DRAGONS };
    let impossible = effect_names(&[strength, dragons].concat());
    let mut lessons = read_lessons(include_str!("lessons.toml"));
    lessons.retain(|lesson| lesson.wants.iter().all(|(wanted, _)| !impossible.contains(wanted)));
    for lesson in lessons.iter_mut().filter(|lesson| lesson.id == "walk" && rules != Rules::Full) {
        lesson.teaches += &format!(" This is the variant {}.", variant_name(rules));
    }
    lessons
}
