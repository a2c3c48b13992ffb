//! Lessons: small positions with a task for beginners.
//!
//! The lessons of a game are in a TOML file next to its screen. The rules determine the effects of a turn
//! (`effects.rs` of each game with lessons).

use std::sync::LazyLock;

use serde::Deserialize;

/// A small position with a task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The name under which progress is stored. It never changes.
    pub id: String,
    /// The title, for the list of lessons.
    pub title: String,
    /// The position, in canonical notation.
    pub position: String,
    /// What the lesson teaches, in one or two sentences.
    pub teaches: String,
    /// The task, in a sentence.
    pub task: String,
    /// The effects that the turn must have, as in [`Screen::effects`](super::Screen::effects).
    pub wants: Vec<String>,
    /// A hint that does not name the turn.
    pub hint: String,
    /// A wrong answer, in the lesson that shows how to type a turn.
    pub mistake: Option<Mistake>,
}

/// A wrong answer at the first question of a turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// The line.
    pub typed: String,
    /// The reply to it. A test compares it with the game's.
    pub reply: String,
}

/// The lessons of a file.
pub type Lessons = LazyLock<Vec<Lesson>>;

/// Reads the lessons of a file, in order. A test reads every file.
pub fn read_lessons(text: &str) -> Vec<Lesson> {
    #[derive(Default, Deserialize)]
    struct File {
        lesson: Vec<Lesson>,
    }
    toml::from_str::<File>(text).unwrap_or_default().lesson
}
