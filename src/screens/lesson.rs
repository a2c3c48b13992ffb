//! Lessons: small positions with a task, for a newcomer.
//!
//! A lesson is data: a position, the effects that the turn must have, and words. The rules say what a turn brings about (`effects.rs`
//! of each game with lessons).

/// A small position with a task.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The name under which it is remembered: it never changes.
    pub id: &'static str,
    /// What it is about, for the list of lessons.
    pub title: &'static str,
    /// The position, in canonical notation.
    pub position: &'static str,
    /// What is learned, in one or two sentences.
    pub teaches: &'static str,
    /// What to do, in a sentence.
    pub task: &'static str,
    /// What the turn must bring about, as in [`Screen::effects`](super::Screen::effects).
    pub wants: &'static [&'static str],
    /// What helps without naming the turn.
    pub hint: &'static str,
}
