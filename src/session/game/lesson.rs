//! The game at the end of the lessons: the coach is on, and its end completes the last lesson.

use std::mem;

use crate::console::{Console, Stop};
use crate::model::Ending;
use crate::session::lessons::{SMALL_GAME_ID, mark_done};
use crate::store::SessionFiles;
use crate::store::progress::ExerciseKind;

use super::GameSession;

/// What makes a game a lesson.
pub(super) struct LessonGame {
    /// The full name of the game with these lessons.
    game: String,
    /// The coach setting that is not in use: this game's while it is left, the session's while it is played.
    other_coach: bool,
}

impl LessonGame {
    /// Creates the last lesson of `game`, with the coach on.
    pub(super) fn new(game: String) -> Self {
        LessonGame { game, other_coach: true }
    }
}

impl GameSession {
    /// Gives the console the coach setting of this game, if it has its own, and keeps the other one. To be
    /// called when the game is entered and again when it is left.
    pub(super) fn swap_coach(&mut self, console: &mut Console) {
        if let Some(lesson) = &mut self.lesson {
            mem::swap(&mut lesson.other_coach, &mut console.settings_mut().coach);
        }
    }

    /// Marks the lesson that this game is as done, if the game was played to its end.
    pub(super) fn complete_lesson(
        &self,
        ending: &Ending,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<(), Stop> {
        match &self.lesson {
            Some(lesson) if ending.is_by_rules() => {
                mark_done(console, files, ExerciseKind::Lesson, &lesson.game, SMALL_GAME_ID)
            }
            _ => Ok(()),
        }
    }
}
