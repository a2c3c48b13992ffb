//! The game at the end of the lessons: the coach is on, and its end completes the last lesson.

use std::mem;

use crate::console::Console;
use crate::games;
use crate::session::lessons::lesson_count;

use super::GameSession;

/// What makes a game the last lesson. Its coach is on at first.
pub(super) struct LessonGame {
    /// The full name of the game with these lessons.
    pub(super) game: String,
    /// The coach setting that is not in use: this game's while it is left, the session's while it is played.
    other_coach: bool,
}

impl LessonGame {
    pub(super) fn new(game: String) -> Self {
        LessonGame { game, other_coach: true }
    }
}

impl GameSession {
    /// The number of lessons that this game completes, as it is over by the rules; 0 for any other game.
    pub(super) fn completed_lessons(&self) -> usize {
        let is_complete = self.referee().ending().is_some_and(|ending| ending.is_by_rules());
        let lesson = self.lesson.as_ref().filter(|_| is_complete);
        lesson.and_then(|lesson| games::open(&lesson.game).ok()).map_or(0, |game| lesson_count(&game))
    }

    /// Gives the console the coach setting of this game, if it has its own, and keeps the other one. To be
    /// called when the game is entered and again when it is left.
    pub(super) fn swap_coach(&mut self, console: &mut Console) {
        if let Some(lesson) = &mut self.lesson {
            mem::swap(&mut lesson.other_coach, &mut console.settings_mut().coach);
        }
    }
}
