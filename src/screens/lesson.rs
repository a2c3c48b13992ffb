//! Lessons: small positions with a task, for a newcomer.
//!
//! The lessons of a game are in a TOML file next to its screen. The rules say what a turn brings about (`effects.rs` of each game with
//! lessons).

use std::sync::LazyLock;

use serde::Deserialize;

/// A small position with a task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The name under which it is remembered: it never changes.
    pub id: String,
    /// What it is about, for the list of lessons.
    pub title: String,
    /// The position, in canonical notation.
    pub position: String,
    /// What is learned, in one or two sentences.
    pub teaches: String,
    /// What to do, in a sentence.
    pub task: String,
    /// What the turn must bring about, as in [`Screen::effects`](super::Screen::effects).
    pub wants: Vec<String>,
    /// What helps without naming the turn.
    pub hint: String,
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
