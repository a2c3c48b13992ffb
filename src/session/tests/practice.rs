//! Tests of practice: a game is reviewed, and its mistakes come back day after day. The clock is fixed.

use std::path::Path;

use crate::analysis::practice::{Card, Deck, PracticeSummary};
use crate::console::{Echo, Settings, Window};
use crate::games;
use crate::model::{GameRng, Seating};
use crate::session::{GamePlan, SessionSettings, SessionStart, Shell};
use crate::store::{Disk, PracticeFile, SessionFiles};

use super::fit::console_with;
use super::fit_texts::shell_settings;

/// The swan on b3 wins at once. After any other move the enemy's swan on d3 wins.
const MISSED_WIN: &str = "5/D1S2/5/2s2/5 1";

/// Two more cards: another win in one turn, and a win in more turns that one move keeps.
const OTHERS: &str = "\
2026-11-26\t1\t0/0\tmissed-win\t-\tuglyduck\t5/S4/5/5/4d 1\tb1a2\tb1a1\twon in 1
2026-11-26\t1\t0/0\tlosing-turn\t-\tuglyduck\t4d/D1D2/5/dd1d1/5 1\tb1c1\tb1c2\twon in 15
";

/// The right answer to each card.
const ANSWERS: [(&str, &str); 3] =
    [(MISSED_WIN, "b3 a2"), ("5/S4/5/5/4d 1", "b1 a2"), ("4d/D1D2/5/dd1d1/5 1", "b1 c2")];

fn file(state: &Path, today: &str) -> PracticeFile {
    PracticeFile::in_state_dir(&Disk::default(), state, today.parse().unwrap())
}

/// Returns the output of a session on the day `today`, when `lines` are typed in `window`.
pub(super) fn session(
    file: Option<PracticeFile>,
    start: &SessionStart,
    lines: &[&str],
    window: Window,
) -> String {
    let settings = Settings { window, echo: Echo::Line, ..Settings::PIPED };
    let (mut console, page) = console_with(lines, settings);
    let mut files = SessionFiles::manual_only();
    files.practice = file;
    let ended = Shell::new(&mut console, SessionSettings { files, ..shell_settings() }).run(start);
    assert!(ended.is_ok(), "{ended:?}");
    drop(console);
    page.take()
}

const WINDOW: Window = Window::Size { columns: 100, rows: 60 };

/// A game that player 1 loses by missing a win.
fn lost_game(seats: [&str; 2]) -> SessionStart {
    let seating = Seating::named([seats[0], seats[1]]);
    let mut plan = GamePlan::new(seating, 1);
    plan.record.start = Some(MISSED_WIN.to_owned());
    SessionStart::Game { game: games::open("uglyduck").unwrap(), plan: Box::new(plan) }
}

const LOST: [&str; 2] = ["b1 c1", "d3 e2"];

#[test]
fn the_question_is_asked_once_after_a_review_with_a_mistake() {
    let state = tempfile::tempdir().unwrap();
    let file = file(state.path(), "2026-11-25");
    let play = |lines: &[&str]| {
        let lines = [&LOST[..], lines].concat();
        session(Some(file.clone()), &lost_game(["human", "human"]), &lines, WINDOW)
    };
    let question = "Keep your mistakes, to practise them later as puzzles? [y/n] (Enter: n) ";
    // A review during the game asks nothing, and a review without a deck neither.
    let text =
        session(Some(file.clone()), &lost_game(["human", "human"]), &["b1 c1", ":review", ":quit"], WINDOW);
    assert!(!text.contains(question) && text.contains("??"), "{text}");
    let lines = [&LOST[..], &["4", "", ":quit"]].concat();
    assert!(!session(None, &lost_game(["human", "human"]), &lines, WINDOW).contains(question));
    let text = play(&["4", "", "n", "4", "", ":quit"]);
    assert_eq!(text.matches(question).count(), 1, "{text}");
    assert!(text.contains("(They are not kept. To keep them, type \"cygnet practice on\".)"), "{text}");
    assert_eq!(Deck::read(&file.read().unwrap()).is_on(), Some(false));
    file.change(|_| String::new()).unwrap();
    let text = play(&["4", "", "y", "4", "", ":quit"]);
    assert_eq!(text.matches(question).count(), 1, "{text}");
    assert_eq!(
        text.matches("your practice deck").count() + text.matches("Your practice deck").count(),
        1,
        "{text}"
    );
    let deck = Deck::read(&file.read().unwrap());
    assert_eq!((deck.is_on(), deck.cards().count()), (Some(true), 1));
}

#[test]
fn a_command_below_a_review_keeps_the_mistakes_and_why_explains_the_turn_shown() {
    let state = tempfile::tempdir().unwrap();
    let file = file(state.path(), "2026-11-25");
    file.change(|_| "practice: on\n".to_owned()).unwrap();
    let lines =
        [&LOST[..], &["4", ":why", ":rules", "q", "1", ":flip", ":why", ":why 2", "r", ":board", ":quit"]]
            .concat();
    let text = session(Some(file.clone()), &lost_game(["human", "human"]), &lines, WINDOW);
    let [before, after] = [":flip\n", ":why\n"].map(|end| {
        let shown = text.rsplit(end).nth(1).unwrap();
        shown.rsplit("Before turn 1").next().unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(before.len() == after.len() && before != after, "{text}");
    let mut asked = text.split(":why\n").skip(1);
    assert!(asked.next().unwrap().starts_with("Type the number of a turn first."), "{text}");
    let why = asked.next().unwrap();
    assert!(
        why.starts_with("Turn 1: Player 1 played b1 c1, a blunder. Player 1's position before: "),
        "{why}"
    );
    assert!(
        why.contains("Turn to look at (Enter: leave): :why 2\nTurn 2: Player 2 played d3 e2. Player 2's position before: "),
        "{why}"
    );
    assert!(why.contains("Turn to look at (Enter: leave): :board"), "{why}");
    assert_eq!(text.matches("turn by turn:").count(), 2, "{text}");
    assert!(text.contains("(Added 1 position to your practice deck.)"), "{text}");
}

#[test]
fn a_command_below_a_review_runs_before_anything_is_asked() {
    let state = tempfile::tempdir().unwrap();
    let file = file(state.path(), "2026-11-25");
    let lines = [&LOST[..], &["4", ":undo", ":redo", "4", "", "n", ":quit"]].concat();
    let text = session(Some(file), &lost_game(["human", "human"]), &lines, WINDOW);
    let (before, after) = text.split_once("(Took back ").unwrap();
    assert!(!before.contains("Keep your mistakes"), "{text}");
    assert_eq!(after.matches("Keep your mistakes").count(), 1, "{text}");
}

/// A day of the simulation: the date, and for each card that is asked its letter, and whether it is answered right.
const DAYS: [(&str, &[(usize, bool)]); 10] = [
    ("2026-11-26", &[(0, true), (1, true), (2, false)]),
    ("2026-11-27", &[(2, true)]),
    ("2026-11-28", &[(0, true), (1, false)]),
    ("2026-11-29", &[(1, true), (2, true)]),
    ("2026-11-30", &[]),
    ("2026-12-01", &[(1, true)]),
    ("2026-12-02", &[(0, true)]),
    ("2026-12-03", &[(2, true)]),
    ("2026-12-04", &[]),
    ("2026-12-05", &[(1, true)]),
];

/// The letters of the cards.
const LETTERS: [char; 3] = ['A', 'B', 'C'];

fn index_of(card: &Card) -> usize {
    ANSWERS.iter().position(|(position, _)| *position == card.position.to_string()).unwrap()
}

/// Practises on one day: answers the cards as planned, and returns a line of the table in the documentation.
fn practise(state: &Path, today: &str, planned: &[(usize, bool)]) -> String {
    let (file, day) = (file(state, today), today.parse().unwrap());
    let deck = || Deck::read(&file.read().unwrap());
    let due = deck().due(day, &mut GameRng::from_seed(shell_settings().seed));
    let mut asked: Vec<usize> = due.iter().map(index_of).collect();
    let right = |index: usize| planned.contains(&(index, true));
    // The last line answers whether to continue; the menu opens again after practice.
    let mut lines = vec!["p"];
    for index in &asked {
        lines.extend([if right(*index) { ANSWERS[*index].1 } else { ":skip" }, ""]);
    }
    lines.extend([":quit"]);
    let text = session(Some(file.clone()), &SessionStart::GamesMenu, &lines, WINDOW);
    let count = if due.is_empty() { String::new() } else { format!(" ({} today)", due.len()) };
    assert!(text.contains(&format!("p practice{count}, ")), "{text}");
    assert_eq!(text.contains("(That was all for today.)"), !due.is_empty(), "{text}");
    assert_eq!(
        text.matches("Solved! With ").count(),
        planned.iter().filter(|(_, right)| *right).count(),
        "{text}"
    );
    asked.sort_unstable();
    let answers: Vec<String> = asked
        .iter()
        .map(|index| format!("{} {}", LETTERS[*index], if right(*index) { "right" } else { "wrong" }))
        .collect();
    let mut boxes = vec![String::new(); LETTERS.len()];
    for card in deck().cards() {
        boxes[index_of(card)] =
            format!("{}, {}", card.schedule.box_number, &card.schedule.due.to_string()[5..]);
    }
    let answers = if answers.is_empty() { "nothing".to_owned() } else { answers.join(", ") };
    format!("| {today} | {answers} | {} |\n", boxes.join(" | "))
}

#[test]
fn cards_come_back_at_growing_intervals_over_ten_days() {
    let state = tempfile::tempdir().unwrap();
    let first = file(state.path(), "2026-11-25");
    let lines = [&LOST[..], &["4", "", "y", ":quit"]].concat();
    session(Some(first.clone()), &lost_game(["human", "human"]), &lines, WINDOW);
    first
        .change(|text| {
            let mut deck = Deck::read(text);
            deck.merge(&Deck::read(OTHERS));
            deck.to_string()
        })
        .unwrap();
    let table: String = DAYS.iter().map(|(today, planned)| practise(state.path(), today, planned)).collect();
    let page = include_str!("../../../docs/practice.md");
    assert!(page.contains(&table), "docs/practice.md should contain\n{table}");
    let deck = Deck::read(&first.read().unwrap());
    let summary = PracticeSummary::of(&deck, "2026-12-05".parse().unwrap(), |_| true).unwrap();
    let mut text = Vec::new();
    summary.write_text(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("Retention: 10 of 12 answers right at once (83 %).\n"), "{text}");
}
