//! Tests of the game at the end of the lessons.

use std::path::Path;

use crate::console::{Console, Echo, Settings, Window};
use crate::games;
use crate::model::Seating;
use crate::session::{GamePlan, GameSession, SessionSettings, SessionStart, Shell};
use crate::store::progress::{ExerciseKind, ExerciseProgress};
use crate::store::{Disk, SessionFiles};

use super::fit::{CapturedOutput, console_with};
use super::fit_texts::shell_settings;

/// A position of Ugly Duck in which `b1 a2` wins.
const WON: &str = "D4/S4/5/5/4d 1";

fn console(lines: &[&str]) -> (Console, CapturedOutput) {
    let window = Window::Size { columns: 200, rows: 60 };
    console_with(lines, Settings { window, echo: Echo::Line, ..Settings::PIPED })
}

fn files(folder: &Path) -> SessionFiles {
    let mut files = SessionFiles::manual_only();
    files.progress = ExerciseProgress::in_state_dir(&Disk::default(), folder);
    files
}

/// Plays the last lesson of Ugly Duck from [`WON`], and returns the output and the lessons done.
fn play(lines: &[&str]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (mut console, page) = console(lines);
    let mut plan = GamePlan::new(Seating::new(None, Some("level:1")), 1);
    (plan.record.start, plan.lesson) = (Some(WON.to_owned()), Some("uglyduck".to_owned()));
    let mut session = GameSession::new(&games::open("uglyduck").unwrap(), &plan).unwrap();
    // The first answer below the last lesson returns to the lessons.
    let returns = lines.last() == Some(&"1");
    assert_eq!(session.play(&mut console, &mut files(folder.path())).is_ok(), returns);
    assert!(!console.settings().coach, "the coach is on after the lesson");
    let progress = ExerciseProgress::in_state_dir(&Disk::default(), folder.path());
    (page.take(), progress.completed(ExerciseKind::Lesson, "uglyduck").unwrap())
}

/// Returns the output of the lessons of `game` from lesson `first`.
fn learn(game: &str, first: usize, lines: &[&str]) -> String {
    let (mut console, page) = console(lines);
    let folder = tempfile::tempdir().unwrap();
    let settings = SessionSettings { files: files(folder.path()), ..shell_settings() };
    let start = SessionStart::Lessons { game: games::open(game).unwrap(), first: Some(first) };
    let ended = Shell::new(&mut console, settings).run(&start);
    assert!(ended.is_ok(), "{ended:?}");
    page.take()
}

#[test]
fn a_game_played_to_its_end_is_done() {
    let (text, done) = play(&["b1 a2", ":quit"]);
    assert!(text.contains("YOU WON THE GAME!"), "{text}");
    assert!(text.contains("\nLesson 12 of 12 complete. What now?\n1 - Lessons "), "{text}");
    assert_eq!(done, ["game"]);
    assert_eq!(play(&["b1 a2", "1"]).1, ["game"]);
}

#[test]
fn a_game_that_is_left_or_resigned_is_not_done() {
    for lines in [&[":quit"][..], &[], &["b1 b2"], &[":resign", "y", ":quit"]] {
        assert_eq!(play(lines).1, [""; 0], "{lines:?}");
    }
}

#[test]
fn the_coach_is_on_again_when_the_game_is_resumed_and_off_in_others() {
    let lines = ["1 w", ":menu", ":resume", ":coach", ":menu", ":resume", ":coach", ":quit"];
    let text = learn("uglyduck-xl", 12, &lines);
    let said: Vec<&str> = text.lines().filter(|line| line.contains("Coach")).collect();
    assert!(said[0].ends_with("Coach is on: it comments after each of your turns."), "{text}");
    assert!(said[1].contains("Coach: "), "{text}");
    // The game keeps its own setting while it is left.
    assert_eq!(said[2], "Coach is off.", "{text}");
    assert_eq!(said[3], "Coach is on. It comments after each of your turns. (:keep keeps it on.)", "{text}");
}

#[test]
fn the_last_lesson_shows_its_result_before_the_small_game() {
    let declined = learn("uglyduck", 11, &["c2 d3", "x", "q", "back"]);
    let asked =
        "\nWell done!\n(Enter to continue, q to leave) x\nPress Enter to continue, or type q to leave.\n";
    assert!(declined.contains(asked), "{declined}");
    assert!(declined.contains("q to leave) q\n\nLESSONS"), "{declined}");
    let accepted = learn("uglyduck", 11, &["c2 d3", "", ":quit"]);
    assert!(accepted.contains("Lesson 12 of 12"), "{accepted}");
    assert!(accepted.contains("You are ▼. Your ducks go down"), "{accepted}");
    assert!(learn("uglyduck", 11, &[":skip", ":quit"]).contains("You are ▼."));
    let left = learn("uglyduck", 11, &["c2 d3", ":quit"]);
    assert!(!left.contains("You are ▼."), "{left}");
}
