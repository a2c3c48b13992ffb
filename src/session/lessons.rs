//! Lessons at the console: a list to choose from at a terminal, then one lesson after another, and a small game
//! at the end.

use crate::console::{Console, Exit, Stop, Style};
use crate::engine::level;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _, Seating};
use crate::screens::drawing::place_at_bottom;
use crate::screens::{Lesson, Screen as _, oriented};
use crate::store::SessionFiles;
use crate::store::progress::ExerciseKind;
use crate::words::GameWords as _;
use crate::words::moves::{instead_text, rest_text, typed_text};

use super::commands::{Aid, ExerciseMemory};
use super::exercise::{Exercise, show_result};
use super::game::GamePlan;
use super::shell::Shell;

/// The name under which progress in the small game is stored, and its title.
pub(super) const SMALL_GAME_ID: &str = "game";
const SMALL_GAME_TITLE: &str = "A small game";
/// The opponent in the small game.
const SMALL_GAME_OPPONENT: &str = "level:1";

/// Returns the number of lessons of `game`. The last one is a game; a game without lessons has none.
pub fn lesson_count(game: &AnyGame) -> usize {
    match game.study().lessons.len() {
        0 => 0,
        exercises => exercises + 1,
    }
}

impl Shell<'_> {
    /// Runs the lessons of `game` on the board they were written for, from lesson `first` (counted from 1).
    pub(super) fn open_lessons(&mut self, game: &AnyGame, mut first: Option<usize>) -> Result<(), Exit> {
        let game = &self.open(&game.study().game)?;
        self.game = Some(game.clone());
        if game.study().lessons.is_empty() {
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
            self.lessons_from(game, number)?;
            if !has_list {
                return Ok(());
            }
        }
    }

    /// Shows the list of lessons and asks for one. Returns `None` to leave.
    fn choose_lesson(&mut self, game: &AnyGame) -> Result<Option<usize>, Exit> {
        let done = self.completed(ExerciseKind::Lesson, &game.study().game)?;
        let entry = |(id, title): (&str, &str)| {
            let mark = if done.iter().any(|done| done == id) { " (done)" } else { "" };
            format!("{title}{mark}")
        };
        let lessons = game.study().lessons.iter().map(|lesson| (lesson.id.as_str(), lesson.title.as_str()));
        let lessons = lessons.chain([(SMALL_GAME_ID, SMALL_GAME_TITLE)]);
        let next = lessons.clone().position(|(id, _)| !done.iter().any(|done| done == id));
        let entries = lessons.map(entry).collect();
        self.choose_or_back("LESSONS", entries, "Choose a lesson: ", next.map(|index| index + 1))
    }

    /// Runs the lessons from number `first` until the player leaves them, or the small game ends.
    fn lessons_from(&mut self, game: &AnyGame, first: usize) -> Result<(), Exit> {
        let lessons = game.study().lessons;
        for (number, lesson) in (1..).zip(lessons).skip(first.saturating_sub(1)) {
            let style = self.console.style();
            let text = oriented(game, &introduction(lesson, &style), &style);
            self.introduce(game, number, &lesson.title, &text)?;
            let solved = self.run_lesson(game, lesson);
            self.console.settings_mut().own_side_on_top = false;
            let is_next_wanted = match solved {
                Ok(is_solved) => !is_solved || self.wants_next(true, false)?,
                Err(Exit::Back) => false,
                Err(exit) => return Err(exit),
            };
            if !is_next_wanted {
                return Ok(());
            }
        }
        self.play_small_game(game)
    }

    fn introduce(&mut self, game: &AnyGame, number: usize, title: &str, text: &str) -> Result<(), Stop> {
        self.console.leave_menu()?;
        self.console.say(&format!("\nLesson {number} of {}: {title}\n\n{text}", lesson_count(game)))
    }

    /// Plays the game at the end of the lessons of `game`.
    fn play_small_game(&mut self, game: &AnyGame) -> Result<(), Exit> {
        let small_game = self.open(&game.study().small_game)?;
        let text = small_game_text(game, &small_game);
        self.introduce(game, lesson_count(game), SMALL_GAME_TITLE, &text)?;
        let seating = Seating::new(None, Some(SMALL_GAME_OPPONENT));
        let plan = GamePlan { lesson: Some(game.study().game), ..self.plan(seating) };
        self.play_instead(&small_game, &plan)
    }

    /// Asks for turns until one solves the task. Returns whether one did, or else the player skipped the lesson.
    fn run_lesson(&mut self, game: &AnyGame, lesson: &Lesson) -> Result<bool, Exit> {
        self.why.clear();
        let position = game.read_position(&lesson.position);
        let mut history = History::new(position.map_err(|error| Stop::InvalidSetup(error.to_string()))?);
        // The text about typing is long, and the board would push it off the screen.
        if lesson.mistake.is_some() && !self.wants_next(true, true)? {
            return Err(Exit::Back);
        }
        place_at_bottom(game, Some(history.current().to_move()), self.console);
        let exercise = Exercise { game, history: &history, task: &lesson.task };
        exercise.show(true, self.console)?;
        let (mut hints, mut memory) = (0, ExerciseMemory::default());
        let mv = loop {
            let attempt =
                exercise.ask(self.console, &self.settings.files, &mut memory, &mut |console, aid| {
                    let (text, turn) = match aid {
                        Aid::Hint(typed) => {
                            hints += 1;
                            hint(game, &history, lesson, hints, typed)
                        }
                        Aid::Why(mv) => {
                            let missing = lesson.missing_effect(&game.effects(history.current(), mv));
                            let does = missing.unwrap_or("It solves the task.");
                            (format!("{}: {does}", typed_text(game, &history, &[mv])), None)
                        }
                    };
                    console.advise(&oriented(game, &text, &console.style()))?;
                    Ok(turn)
                });
            let Some(mv) = attempt? else { return Ok(false) };
            match lesson.missing_effect(&game.effects(history.current(), mv)) {
                None => break mv,
                Some(reason) => {
                    let task = oriented(game, &lesson.task, &self.console.style());
                    exercise.refuse(self.console, &mut memory, mv, &format!("{reason} Try again: {task}"))?;
                }
            }
        };
        let below = exercise.rows_below(self.console);
        history.play(mv);
        show_result(game, &history, "Well done!", below, self.console)?;
        let files = &self.settings.files;
        mark_done(self.console, files, ExerciseKind::Lesson, &game.study().game, &lesson.id)?;
        Ok(true)
    }

    /// Asks at a terminal whether to continue with the next exercise, or `is_before_turn` whether to begin it. Through a
    /// pipe the answer is `piped`.
    pub(super) fn wants_next(&mut self, piped: bool, is_before_turn: bool) -> Result<bool, Exit> {
        self.ask_with(true, |dialog| dialog.confirm_next(piped, is_before_turn))
    }

    /// The names of the exercises of `game` that were completed, if progress is recorded.
    pub(super) fn completed(&mut self, kind: ExerciseKind, game: &str) -> Result<Vec<String>, Stop> {
        match self.settings.files.progress.completed(kind, game) {
            Ok(done) => Ok(done),
            Err(error) => {
                self.console.say(&format!("(Your progress could not be read: {error}.)"))?;
                Ok(Vec::new())
            }
        }
    }
}

/// Records a completed exercise, if progress is recorded.
pub(super) fn mark_done(
    console: &mut Console,
    files: &SessionFiles,
    kind: ExerciseKind,
    game: &str,
    name: &str,
) -> Result<(), Stop> {
    match files.progress.add(kind, game, name) {
        Ok(()) => Ok(()),
        Err(error) => console.say(&format!("(Your progress could not be saved: {error}.)")),
    }
}

/// Returns the text before the board of a lesson: what it teaches and, if it shows how to type a turn, what
/// follows a mistake and where to find help.
fn introduction(lesson: &Lesson, style: &Style) -> String {
    let Some(mistake) = &lesson.mistake else { return lesson.teaches.clone() };
    let help = style.wording(":help lists", "? shows what you can type, and :help lists");
    format!(
        "{}\n\nA mistake costs nothing: the game says what is wrong and asks again. For example, the answer to \
         {} is:\n{}\n\n{help} the commands. In a game, :undo takes back your last turn.",
        lesson.teaches, mistake.typed, mistake.reply
    )
}

/// Announces the game at the end of the lessons of `game`.
fn small_game_text(game: &AnyGame, small_game: &AnyGame) -> String {
    let name = small_game.name();
    let size = name.split_once(':').filter(|_| name != game.study().game);
    let board = size.map_or_else(String::new, |(_, size)| format!(" on a small board ({size})"));
    let player = small_game.player_name(small_game.start().to_move());
    format!(
        "You are ready for your first game{board}. You are {player} and move first, against the computer at \
         level 1 of {}. Coach is on: it comments after each of your turns.",
        level::NAMES.len()
    )
}

/// Returns a hint: first the lesson's own text, then a turn that solves the task, if possible one that begins with the
/// answers `typed`. Returns that turn too.
fn hint(
    game: &AnyGame,
    history: &History<AnyPosition>,
    lesson: &Lesson,
    number: usize,
    typed: &[String],
) -> (String, Option<AnyMove>) {
    let position = history.current();
    let solves = |mv: &_| lesson.missing_effect(&game.effects(position, *mv)).is_none();
    let solutions: Vec<_> = position.moves().into_iter().filter(solves).collect();
    let begun = solutions.iter().find_map(|mv| Some((*mv, rest_text(game, history, *mv, typed)?)));
    match (begun, solutions.first()) {
        (Some((mv, rest)), _) if number > 1 => (format!("Type {rest}."), Some(mv)),
        (None, Some(mv)) if number > 1 => {
            let answers = game.typed_answers(&game.view(history), *mv);
            (format!("The solution {}.", instead_text(typed, &answers)), Some(*mv))
        }
        _ => (lesson.hint.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::console::{rows, wrap};
    use crate::engine::bots::{self, MoveContext};
    use crate::games::{self, FAMILIES};
    use crate::model::{GameRng, StopSignal, SystemClock};

    /// More plies than any of the small games takes.
    const MAX_PLIES: usize = 1000;

    /// The games with lessons, each set of lessons once.
    fn games_with_lessons() -> impl Iterator<Item = AnyGame> {
        let games = FAMILIES.iter().flat_map(|family| family.examples).map(|name| games::open(name).unwrap());
        let names: BTreeSet<String> =
            games.filter(|game| !game.study().lessons.is_empty()).map(|game| game.study().game).collect();
        names.into_iter().map(|name| games::open(&name).unwrap())
    }

    /// The effects shared by all solutions of a lesson.
    fn taught_effects(game: &AnyGame, lesson: &Lesson) -> BTreeSet<&'static str> {
        let position = game.read_position(&lesson.position).unwrap();
        assert_eq!(position.outcome(), None, "{}", lesson.position);
        let moves = position.moves();
        let solutions: Vec<_> = moves
            .iter()
            .filter(|mv| lesson.missing_effect(&game.effects(&position, **mv)).is_none())
            .collect();
        assert!(!solutions.is_empty(), "{} {}", game.name(), lesson.id);
        let has = |mv: &_, effect: &str| game.effects(&position, *mv).contains(&effect);
        let is_easy = lesson.wants.iter().all(|(effect, _)| moves.iter().all(|mv| has(mv, effect)));
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
            let lessons = game.study().lessons;
            assert!((5..=12).contains(&lesson_count(&game)), "{}", game.name());
            let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
            assert_eq!(ids.len(), lessons.len(), "{}", game.name());
            assert!(!ids.contains(SMALL_GAME_ID), "{}", game.name());
            let learned: BTreeSet<_> =
                lessons.iter().flat_map(|lesson| taught_effects(&game, lesson)).collect();
            let seen = seen_effects(&game);
            assert!(seen.is_subset(&learned), "{}: {:?}", game.name(), &seen - &learned);
            // A variant can leave out most of a game.
            let fewest = if game.name().contains(':') { 3 } else { 6 };
            assert!(seen.len() >= fewest, "{}: {seen:?}", game.name());
        }
    }

    #[test]
    fn first_lesson_shows_a_turn_that_can_be_typed() {
        for game in games_with_lessons() {
            let lesson = &game.study().lessons[0];
            let history = History::new(game.read_position(&lesson.position).unwrap());
            assert!(lesson.mistake.is_some() && history.current() == &game.start(), "{}", game.name());
            let moves = history.current().moves();
            let shown = moves.iter().map(|mv| typed_text(&game, &history, &[*mv])).find(|turn| {
                let sentence = format!("Type a turn, such as {turn}.");
                lesson.teaches.contains(turn) && lesson.task == sentence
            });
            assert!(shown.is_some(), "{}: {}", game.name(), lesson.task);
            let later = &game.study().lessons[1..];
            assert!(later.iter().all(|lesson| lesson.mistake.is_none()), "{}", game.name());
        }
    }

    #[test]
    fn text_about_typing_fits_above_its_prompt() {
        for game in games_with_lessons() {
            for (columns, max_rows) in [(40, 24), (60, 20), (80, 24)] {
                let style = Style { width: Some(columns), rows: Some(max_rows), ..Style::PLAIN };
                let text = wrap(&introduction(&game.study().lessons[0], &style), Some(columns));
                // The title above it, and the prompt below.
                let height = 2 + rows(&text, Some(columns)) + 1;
                assert!(height <= max_rows, "{}, {columns}x{max_rows}: {height}\n{text}", game.name());
            }
        }
    }

    #[test]
    fn small_games_are_of_the_same_kind_and_end() {
        for game in games_with_lessons() {
            let small_game = games::open(&game.study().small_game).unwrap();
            let family = |game: &AnyGame| games::find(&game.name()).unwrap().0.id;
            assert_eq!(family(&small_game), family(&game));
            assert!(small_game.start().moves().len() <= game.start().moves().len());
            let mut bot = bots::make(&small_game, SMALL_GAME_OPPONENT).unwrap();
            let (mut rng, stop, clock) = (GameRng::from_seed(1), StopSignal::new(), SystemClock::new());
            let mut history = History::new(small_game.start());
            for _ in 0..MAX_PLIES {
                let mut context = MoveContext::new(&mut rng, &stop, &clock);
                let Some(mv) = bot.choose(&small_game.view(&history), &mut context) else { break };
                history.play(mv);
            }
            assert!(history.current().outcome().is_some(), "{}", small_game.name());
        }
    }
}
