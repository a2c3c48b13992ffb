//! Tests that the boards, texts and tasks of lessons fit every window, and that the replies they quote are true.

use crate::console::{BoardStyle, Echo, Settings, Style, Window, rows, width, wrap};
use crate::games::{self, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Game as _, History, Position as _};
use crate::screens::{Screen, TurnDialog as _, oriented};
use crate::session::commands::ExerciseMemory;
use crate::session::exercise::{Exercise, show_result, show_turn};
use crate::store::SessionFiles;

use super::fit::{WINDOWS, console, console_with};
use super::sizes::form;

/// A no-break space.
const NO_BREAK: char = '\u{a0}';

/// Returns the text on the screen from the first row of the board to the last prompt.
fn shown(exercise: &Exercise<'_>, (columns, rows): (usize, usize)) -> String {
    let (mut console, page) = console(&[], BoardStyle::Classic, (columns, rows));
    exercise.show(true, &mut console).unwrap();
    let questions = exercise.game.turn_prompts(&exercise.game.view(exercise.history), &console.style());
    format!("{}{}", page.take().trim_start_matches('\n'), wrap(&questions, Some(columns)))
}

#[test]
fn lesson_boards_fit_with_tasks() {
    for name in FAMILIES.iter().map(|family| family.id).chain(["replica:8,house"]) {
        let game = &games::open(name).unwrap();
        for lesson in game.study().lessons {
            let history = History::new(game.read_position(&lesson.position).unwrap());
            let exercise = Exercise { game, history: &history, task: &lesson.task };
            for (columns, max_rows) in WINDOWS {
                let shown = shown(&exercise, (columns, max_rows));
                let height = rows(&shown, Some(columns));
                let fits = width(&shown) <= columns && height <= max_rows;
                assert!(fits, "{}, {columns}x{max_rows}, {height} rows:\n{shown}", game.name());
                let task = oriented(game, &lesson.task, &Style::PLAIN).replace(NO_BREAK, " ");
                assert!(shown.replace(['\n', NO_BREAK], " ").contains(&task), "{shown}");
            }
        }
    }
}

#[test]
fn the_first_board_of_an_exercise_says_what_the_window_lacks() {
    let game = &games::open("replica").unwrap();
    let exercise = Exercise { game, history: &History::new(game.start()), task: "Move." };
    let (mut console, page) = console(&[], BoardStyle::Classic, (100, 10));
    let mut says_it = |is_first| {
        exercise.show(is_first, &mut console).unwrap();
        page.take().contains("(For the whole board the window needs ")
    };
    assert!(says_it(true) && !says_it(false));
}

#[test]
fn the_boards_of_a_lesson_have_one_size() {
    for name in FAMILIES.iter().map(|family| family.id).chain(["replica:8,house"]) {
        let game = &games::open(name).unwrap();
        for lesson in &game.study().lessons[..2] {
            let history = History::new(game.read_position(&lesson.position).unwrap());
            let exercise = Exercise { game, history: &history, task: &lesson.task };
            let solves =
                |mv: &AnyMove| lesson.missing_effect(&game.effects(history.current(), *mv)).is_none();
            let mut after = history.clone();
            after.play(history.current().moves().into_iter().find(solves).unwrap());
            for window in [(40, 24), (80, 20), (80, 30)] {
                let (mut console, page) = console(&[], BoardStyle::Classic, window);
                let form_of = |history: &History<AnyPosition>| {
                    let text = page.take();
                    let (rows, columns) = form(game, history, &text);
                    (rows.iter().map(|row| row - rows[0]).collect::<Vec<_>>(), columns, text)
                };
                exercise.show(true, &mut console).unwrap();
                let task = form_of(&history);
                let below = exercise.rows_below(&console);
                show_turn(game, &after, below, &mut console).unwrap();
                let turn = form_of(&after);
                show_result(game, &after, "Well done!", below, &mut console).unwrap();
                let result = form_of(&after);
                for (rows, columns, text) in [turn, result] {
                    assert_eq!((&task.0, &task.1), (&rows, &columns), "{}\n{text}", task.2);
                }
            }
        }
    }
}

#[test]
fn quoted_replies_are_those_of_the_game() {
    for name in FAMILIES.iter().map(|family| family.id).chain(["replica:8,house"]) {
        let game = &games::open(name).unwrap();
        for lesson in game.study().lessons {
            let Some(mistake) = &lesson.mistake else { continue };
            for columns in [None, Some(200)] {
                let window = columns.map_or(Window::Unlimited, |columns| Window::Size { columns, rows: 60 });
                let settings = Settings { window, echo: Echo::Line, ..Settings::PIPED };
                let (mut console, page) = console_with(&[&mistake.typed], settings);
                let history = History::new(game.read_position(&lesson.position).unwrap());
                let exercise = Exercise { game, history: &history, task: &lesson.task };
                let ended = exercise.ask(
                    &mut console,
                    &SessionFiles::disabled(),
                    &mut ExerciseMemory::default(),
                    &mut |_, _| panic!("no hint"),
                );
                assert!(ended.is_err());
                let said = page.take();
                assert!(said.lines().any(|line| line.starts_with(&mistake.reply)), "{name}: {said}");
            }
        }
    }
}
