//! Lessons at the console: a list to choose from at a terminal, then one lesson after another.

use crate::console::{Prompt, Stop};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Position as _};
use crate::screens::drawing::place_at_bottom;
use crate::screens::moves::typed_text;
use crate::screens::{Lesson, Screen as _};
use crate::store::progress::ExerciseKind;

use super::Exit;
use super::exercise::{Attempt, Exercise, show_result};
use super::shell::Shell;

/// How a lesson, or a series of lessons, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LessonOutcome {
    /// The task was solved, or the last lesson was reached.
    Finished,
    /// The player skipped it.
    Skipped,
    /// The player went back.
    Back,
}

impl Shell<'_> {
    /// Runs the lessons of `game` on the board they were written for, from lesson `first` (counted from 1).
    pub(super) fn open_lessons(&mut self, game: &AnyGame, first: Option<usize>) -> Result<(), Exit> {
        self.run_lessons(&self.open(&game.lesson_game_name())?, first)
    }

    fn run_lessons(&mut self, game: &AnyGame, mut first: Option<usize>) -> Result<(), Exit> {
        self.game = Some(game.clone());
        if game.lessons().is_empty() {
            return Ok(self.console.say("(There are no lessons for this game.)")?);
        }
        let has_list = self.console.is_at_terminal();
        loop {
            let number = match first.take() {
                Some(number) => number,
                None if !has_list => 1,
                None => match self.choose_lesson(game)? {
                    Some(number) => number,
                    None => return Ok(()),
                },
            };
            let outcome = self.lessons_from(game, number)?;
            if outcome == LessonOutcome::Finished {
                self.console.say("(That was the last lesson. You are ready for your first game.)")?;
            }
            if !has_list {
                return Ok(());
            }
        }
    }

    /// Shows the list of lessons and asks for one. Returns `None` to leave.
    fn choose_lesson(&mut self, game: &AnyGame) -> Result<Option<usize>, Exit> {
        let done = self.completed(ExerciseKind::Lesson, &game.lesson_game_name())?;
        let lessons = game.lessons();
        let entry = |lesson: &Lesson| {
            let mark = if done.contains(&lesson.id) { " (done)" } else { "" };
            format!("{}{mark}", lesson.title)
        };
        self.choose_or_back("LESSONS", lessons.iter().map(entry).collect(), "Choose a lesson: ")
    }

    fn lessons_from(&mut self, game: &AnyGame, first: usize) -> Result<LessonOutcome, Exit> {
        let lessons = game.lessons();
        for (number, lesson) in (1..).zip(lessons).skip(first.saturating_sub(1)) {
            self.console.say(&format!(
                "\nLesson {number} of {}: {}\n\n{}",
                lessons.len(),
                lesson.title,
                lesson.teaches
            ))?;
            let outcome = self.run_lesson(game, lesson);
            self.console.settings_mut().own_side_on_top = false;
            let is_next_wanted = match outcome? {
                LessonOutcome::Finished => number == lessons.len() || self.wants_next(true)?,
                LessonOutcome::Skipped => true,
                LessonOutcome::Back => false,
            };
            if !is_next_wanted {
                return Ok(LessonOutcome::Back);
            }
        }
        Ok(LessonOutcome::Finished)
    }

    /// Asks for turns until one solves the task.
    fn run_lesson(&mut self, game: &AnyGame, lesson: &Lesson) -> Result<LessonOutcome, Exit> {
        let position = game.read_position(&lesson.position);
        let mut history = History::new(position.map_err(|error| Stop::InvalidSetup(error.to_string()))?);
        place_at_bottom(game, Some(history.current().to_move()), self.console);
        let exercise = Exercise { game, history: &history, task: &lesson.task };
        exercise.show(self.console)?;
        let mut hints = 0;
        let mv = loop {
            let attempt = exercise.ask(self.console, &self.settings.files, &mut |console| {
                hints += 1;
                console.advise(&hint(game, &history, lesson, hints))
            })?;
            let mv = match attempt {
                Attempt::Turn(mv) => mv,
                Attempt::Skipped => return Ok(LessonOutcome::Skipped),
                Attempt::GoneBack => return Ok(LessonOutcome::Back),
            };
            match game.missing_effect(lesson, history.current(), mv) {
                None => break mv,
                Some(reason) => self.console.refuse(&format!("{reason} Try again: {}", lesson.task))?,
            }
        };
        history.play(mv);
        show_result(game, &history, "Well done!", self.console)?;
        self.mark_done(ExerciseKind::Lesson, &game.lesson_game_name(), &lesson.id)?;
        Ok(LessonOutcome::Finished)
    }

    /// Asks at a terminal whether to continue with the next exercise. Through a pipe the answer is `piped`.
    pub(super) fn wants_next(&mut self, piped: bool) -> Result<bool, Exit> {
        self.ask(|dialog| dialog.confirm_next(&Prompt::new("(Enter to continue, q to leave) "), piped))
    }

    /// The names of the exercises of `game` that were completed, if progress is recorded.
    pub(super) fn completed(&mut self, kind: ExerciseKind, game: &str) -> Result<Vec<String>, Stop> {
        match self.settings.files.progress().map_or(Ok(Vec::new()), |progress| progress.completed(kind, game))
        {
            Ok(done) => Ok(done),
            Err(error) => {
                self.console.say(&format!("(Your progress could not be read: {error}.)"))?;
                Ok(Vec::new())
            }
        }
    }

    /// Records a completed exercise, if progress is recorded.
    pub(super) fn mark_done(&mut self, kind: ExerciseKind, game: &str, name: &str) -> Result<(), Stop> {
        match self.settings.files.progress().map_or(Ok(()), |progress| progress.add(kind, game, name)) {
            Ok(()) => Ok(()),
            Err(error) => self.console.say(&format!("(Your progress could not be saved: {error}.)")),
        }
    }
}

/// Returns a hint: first the lesson's own text, then a turn that solves the task.
fn hint(game: &AnyGame, history: &History<AnyPosition>, lesson: &Lesson, number: usize) -> String {
    let position = history.current();
    let solves = |mv: &_| game.missing_effect(lesson, position, *mv).is_none();
    let solution = position.moves().into_iter().find(solves).filter(|_| number > 1);
    match solution {
        None => lesson.hint.to_owned(),
        Some(mv) => format!("Type {}.", typed_text(game, history, &[mv])),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::{self, FAMILIES};
    use crate::model::GameRng;

    /// The games with lessons, each set of lessons once.
    fn games_with_lessons() -> impl Iterator<Item = AnyGame> {
        let games = FAMILIES.iter().flat_map(|family| family.examples).map(|name| games::open(name).unwrap());
        let names: BTreeSet<String> =
            games.filter(|game| !game.lessons().is_empty()).map(|game| game.lesson_game_name()).collect();
        names.into_iter().map(|name| games::open(&name).unwrap())
    }

    /// The effects shared by all solutions of a lesson.
    fn taught_effects(game: &AnyGame, lesson: &Lesson) -> BTreeSet<&'static str> {
        let position = game.read_position(&lesson.position).unwrap();
        assert_eq!(position.outcome(), None, "{}", lesson.position);
        let moves = position.moves();
        let solutions: Vec<_> =
            moves.iter().filter(|mv| game.missing_effect(lesson, &position, **mv).is_none()).collect();
        assert!(!solutions.is_empty(), "{} {}", game.name(), lesson.id);
        let has = |mv: &_, effect: &String| game.effects(&position, *mv).contains(&effect.as_str());
        let is_easy = lesson.wants.iter().all(|effect| moves.iter().all(|mv| has(mv, effect)));
        assert!(solutions.len() < moves.len() || is_easy, "{} {}", game.name(), lesson.id);
        let sets = solutions.iter().map(|mv| BTreeSet::from_iter(game.effects(&position, **mv)));
        sets.reduce(|common, set| &common & &set).unwrap_or_default()
    }

    /// The effects that occur in random games.
    fn seen_effects(game: &AnyGame) -> BTreeSet<&'static str> {
        let mut rng = GameRng::from_seed(3);
        let mut seen = BTreeSet::new();
        for _ in 0..40 {
            let mut position = game.start();
            for _ in 0..60 {
                let mv = position.random_move(&mut rng).filter(|_| position.terminal_outcome().is_none());
                let Some(mv) = mv else { break };
                seen.extend(game.effects(&position, mv));
                position = position.after(mv);
            }
        }
        seen
    }

    #[test]
    fn lessons_are_solvable_and_cover_all_effects() {
        for game in games_with_lessons() {
            let lessons = game.lessons();
            assert!((5..=10).contains(&lessons.len()), "{}", game.name());
            let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
            assert_eq!(ids.len(), lessons.len(), "{}", game.name());
            let learned: BTreeSet<_> =
                lessons.iter().flat_map(|lesson| taught_effects(&game, lesson)).collect();
            let seen = seen_effects(&game);
            assert!(seen.is_subset(&learned), "{}: {:?}", game.name(), &seen - &learned);
            assert!(seen.len() >= 6, "{}: {seen:?}", game.name());
        }
    }
}
