//! The lessons: those of Ugly Duck, on a board of five columns and five rows.

use crate::games::ugly_duck::{ANY_SIZE_ID, Effect, Geometry, Move, Position, UglyDuckXl, effects};
use crate::screens::uglyduck::lessons::{LESSONS, lacking};
use crate::screens::{Lesson, Teach};

impl<G: Geometry> Teach for UglyDuckXl<G> {
    type Effect = Effect;

    fn taught(&self) -> &'static str {
        ANY_SIZE_ID
    }

    fn lessons(&self) -> &'static [Lesson<Effect>] {
        &LESSONS
    }

    fn effects(&self, position: &Position<G>, mv: Move) -> Vec<Effect> {
        effects(position, mv)
    }

    fn lacking(&self, effect: Effect) -> &'static str {
        lacking(effect)
    }
}
