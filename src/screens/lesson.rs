//! Lessons: small positions with a task for beginners.
//!
//! The lessons of a game are in a TOML file next to its screen, with the examples in its instructions. The rules
//! determine the effects of a turn (`effects.rs` of each game with lessons).

use std::sync::LazyLock;

use serde::Deserialize;

use super::Example;

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
    /// The effects that the turn must have, named as in [`Screen::effects`](super::Screen::effects). Each is followed by
    /// a sentence that says that a turn did not have it.
    pub wants: Vec<(String, String)>,
    /// A hint that does not name the turn.
    pub hint: String,
    /// A wrong answer, in the lesson that shows how to type a turn.
    pub mistake: Option<Mistake>,
}

impl Lesson {
    /// Returns the sentence about the first effect that the lesson requires and that is not among `effects`; `None` if
    /// these solve it.
    ///
    /// ```
    /// use cygnet::games::ugly_duck::CLASSIC;
    /// use cygnet::model::Game;
    /// use cygnet::screens::Screen;
    ///
    /// let lesson = CLASSIC.study().lessons.iter().find(|lesson| lesson.id == "capture").ok_or("no such lesson")?;
    /// let position = CLASSIC.read_position(&lesson.position)?;
    /// let straight = CLASSIC.effects(&position, CLASSIC.read_move("b2c2")?);
    /// let diagonal = CLASSIC.effects(&position, CLASSIC.read_move("b2c3")?);
    /// assert_eq!(lesson.missing_effect(&straight), Some("None of your ducks has captured a piece."));
    /// assert_eq!(lesson.missing_effect(&diagonal), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn missing_effect(&self, effects: &[&str]) -> Option<&str> {
        let is_missing = |(wanted, _): &&(String, String)| !effects.contains(&wanted.as_str());
        self.wants.iter().find(is_missing).map(|(_, sentence)| sentence.as_str())
    }
}

/// What a game teaches.
#[derive(Clone, Debug)]
pub struct Study {
    /// The full name of the game used in lessons and examples: the same rules, possibly on another board.
    pub game: String,
    /// The full name of the game that is played at the end of the lessons: a small board or a short game, if there is
    /// one.
    pub small_game: String,
    /// The lessons in order, without the game at their end; a game may have none. The first one shows how to type a
    /// turn.
    pub lessons: &'static [Lesson],
    /// Example moves, drawn below the instructions.
    pub examples: &'static [Example],
    /// The rules in a few sentences, for the default instructions.
    pub rules_in_brief: &'static str,
}

impl Study {
    /// Returns neither lessons nor examples, of the game with this full name.
    pub fn of(game: impl Into<String>) -> Self {
        let game = game.into();
        Study { small_game: game.clone(), game, lessons: &[], examples: &[], rules_in_brief: "" }
    }
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

/// The lessons and the examples of a file, in order.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StudyFile {
    /// The lessons.
    #[serde(rename = "lesson")]
    pub lessons: Vec<Lesson>,
    /// The examples of the rules.
    #[serde(rename = "example")]
    pub examples: Vec<Example>,
}

/// A file, read when it is needed.
pub type Lessons = LazyLock<StudyFile>;

/// Reads a file. A test reads every file.
pub fn read_lessons(text: &str) -> StudyFile {
    toml::from_str(text).unwrap_or_default()
}
