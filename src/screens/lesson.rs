//! Lessons: small positions with a task, for a newcomer.
//!
//! A lesson is data: a position, the effects that the turn must have, and words. What a turn brings about is a matter of the rules
//! (`effects.rs` of each game); what it is called is here.

use std::fmt::Debug;

use crate::model::Mv;

use super::Screen;

/// A small position with a task.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<E: 'static> {
    /// The name under which it is remembered: it never changes.
    pub id: &'static str,
    /// What it is about, for the list of lessons.
    pub title: &'static str,
    /// The position, in canonical notation.
    pub position: &'static str,
    /// What is learned, in one or two sentences.
    pub teaches: &'static str,
    /// What is to be done, in a sentence.
    pub task: &'static str,
    /// What the turn must bring about.
    pub wants: &'static [E],
    /// What helps without telling the turn.
    pub hint: &'static str,
}

impl<E> Lesson<E> {
    /// The lesson without what is asked of the rules.
    #[must_use]
    pub fn words(&self) -> Lesson<()> {
        let Lesson { id, title, position, teaches, task, hint, .. } = *self;
        Lesson { id, title, position, teaches, task, wants: &[], hint }
    }
}

/// A game that is taught.
///
/// ```
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::Game;
/// use cygnet::screens::Teach;
///
/// let capture = CLASSIC.lessons().iter().find(|lesson| lesson.id == "capture").ok_or("no such lesson")?;
/// let position = CLASSIC.read_position(capture.position)?;
/// assert_eq!(CLASSIC.miss(capture, &position, CLASSIC.read_move("b2c2")?), Some("No duck of yours has captured a piece."));
/// assert_eq!(CLASSIC.miss(capture, &position, CLASSIC.read_move("b2c3")?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Teach: Screen {
    /// What a turn may bring about.
    type Effect: Copy + PartialEq + Ord + Debug + 'static;

    /// The full name of the game that the positions of the lessons belong to: the same rules, perhaps on another board.
    fn taught(&self) -> &'static str;

    /// The lessons, in order.
    fn lessons(&self) -> &'static [Lesson<Self::Effect>];

    /// What `mv`, legal in `position`, brings about.
    fn effects(&self, position: &Self::Position, mv: Mv<Self>) -> Vec<Self::Effect>;

    /// That a turn does not bring this about, as a sentence.
    fn lacking(&self, effect: Self::Effect) -> &'static str;

    /// Why `mv`, legal in `position`, does not do what the lesson asks for; `None` if it does.
    fn miss(
        &self,
        lesson: &Lesson<Self::Effect>,
        position: &Self::Position,
        mv: Mv<Self>,
    ) -> Option<&'static str> {
        let effects = self.effects(position, mv);
        let missing = lesson.wants.iter().find(|wanted| !effects.contains(wanted))?;
        Some(self.lacking(*missing))
    }
}
