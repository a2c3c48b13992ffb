//! Tests of what can be asked for after part of a turn has been typed.

use crate::console::{Dialog, Settings, Window};
use crate::games::{self, AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _, Seating};
use crate::screens::TurnDialog as _;
use crate::words::GameWords as _;
use crate::words::moves::{find_in_moves, read_turn};

use super::first_turn::play;
use super::fit::{NoCommands, TurnVisitor, console, one_by_one, visit_random_turns};

/// Returns the forms in which the answers of a turn can be typed at a terminal.
fn forms(game: &AnyGame, answers: &[String]) -> Vec<Vec<String>> {
    let upper = answers.iter().map(|answer| answer.to_uppercase()).collect();
    let mut forms = vec![answers.to_vec(), upper, one_by_one(game, answers)];
    match game.name().split(':').next() {
        Some("replica") => {
            forms.push(answers[1..].to_vec());
            forms.push([&["jump".to_owned()], answers].concat());
        }
        Some("three-dragons") if answers.len() == 2 => {
            let row_first = |square: &String| format!("{}{}", &square[1..], &square[..1]);
            forms.push(answers.iter().map(row_first).collect());
        }
        _ => {}
    }
    forms
}

/// Checks that the rest of a turn after each of its beginnings completes it at the prompts.
#[derive(Default)]
struct RestCheck(usize);

impl TurnVisitor for RestCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        let view = game.view(history);
        let answers = game.typed_answers(&view, mv);
        for form in forms(game, &answers) {
            for begun in 0..=form.len() {
                let typed = &form[..begun];
                let others = history.current().moves();
                let Some(rest) = game.rest_of_turn(&view, mv, typed) else {
                    assert_eq!(typed, ["jump"], "{}: {answers:?}", game.name());
                    continue;
                };
                let (mut console, _) = console(&[typed, &rest].concat(), Default::default(), (200, 60));
                let mut handler = NoCommands;
                let mut dialog = Dialog::new(&mut console, &mut handler);
                dialog.begin_turn(Vec::new()).unwrap();
                let answer = game.read_turn(&view, &mut dialog);
                // Through its own beginning, no other turn is meant.
                let is_other = |other: &AnyMove| game.rest_of_turn(&view, *other, typed).is_some();
                assert!(begun < form.len() || !others.iter().any(|other| *other != mv && is_other(other)));
                assert!(matches!(answer, Ok(answer) if answer == mv), "{}: {typed:?} {rest:?}", game.name());
                self.0 += 1;
            }
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_rest_of_every_turn_completes_it() {
    let mut checked = RestCheck::default();
    visit_random_turns(12, 2, &mut checked);
    assert!(checked.0 > 300, "{}", checked.0);
}

/// Checks that `:why` says of a turn with a wrong answer what the prompts say when it is typed.
#[derive(Default)]
struct RefusalCheck(usize);

impl TurnVisitor for RefusalCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        // Numbers of pieces depend on the game so far.
        let history = History::new(history.current().clone());
        let view = game.view(&history);
        let (answers, start) = (game.typed_answers(&view, mv), history.current().to_string());
        let others = history.current().moves();
        let other = game.typed_answers(&view, others[self.0 % others.len()]);
        for place in 0..answers.len() {
            let mut wrong = answers.clone();
            wrong[place].clone_from(&other[other.len() - 1]);
            let line = wrong.join(" ");
            if read_turn(game, &history, &line).is_ok() {
                continue;
            }
            let said = |line: &str| {
                let text = shown(&game.name(), Some(&start), &[line], (200, 60));
                text.split_once(&format!("{line}\n")).unwrap().1.replace('\n', " ")
            };
            let (why, played) = (said(&format!(":why {line}")), said(&line));
            let is_said = why.split_once(". ").is_some_and(|(first, _)| played.contains(first));
            assert!(is_said, "{}: {line}\n{why}\n{played}", game.name());
            self.0 += 1;
        }
    }
}

#[test]
fn why_says_of_a_wrong_turn_what_the_prompts_say() {
    let mut checked = RefusalCheck::default();
    visit_random_turns(6, 1, &mut checked);
    assert!(checked.0 > 30, "{}", checked.0);
}

#[test]
fn why_in_mid_turn_is_about_the_turn_that_was_begun() {
    for (game, begun, asked, said) in [
        ("qawale", "a4", "a3", "After a4 a3: "),
        ("qawale", "a4", "a4 a3 c3", "C3 is not next to A3."),
        ("uglyduck", "a5", "c3 d3", "\"c3\": There is no piece there."),
        ("replica", "step 7-5", "5-5", "A step goes only one cell."),
        ("replica", "step 7-5", "8-7 5-7", "One of your own checkers is on the target cell."),
        ("uglyduck-xl:4x4", "4", "s", "Move s is not possible now."),
    ] {
        let why = format!(":why {asked}");
        let text = shown(game, None, &[begun, &why], (200, 60));
        assert!(text.split_once(&why).unwrap().1.contains(said), "{game}: {text}");
    }
    let text = shown("uglyduck", None, &["a2 b1", "e2 d1", ":why a1 b2"], (200, 60));
    assert!(text.contains("a1 b2: "), "{text}");
    let text = shown("uglyduck", None, &[":play a1a5", ":play zz"], (200, 60));
    let said = [":play a1a5\nA duck moves forward: ", ":play zz\nCell invalid!"];
    assert!(said.iter().all(|said| text.contains(said)), "{text}");
    let text = shown("uglyduck", None, &["a2 b1", ":why a1 b1"], (200, 60));
    assert!(text.contains("a1 b1 instead of a2 b1: "), "{text}");
    let text = shown("replica", None, &["step 7-5", "step 4-5 4-6"], (200, 60));
    assert!(text.contains("\"4-5\": There is no piece there."), "{text}");
}

/// Returns the output of a game between two people at a terminal when `lines` are typed.
fn shown(game: &str, start: Option<&str>, lines: &[&str], (columns, rows): (usize, usize)) -> String {
    let settings = Settings { window: Window::Size { columns, rows }, ..Settings::PIPED };
    play(game, Seating::new(None, None), start, lines, settings)
}

/// The beginning of a turn in each game.
const BEGUN: [(&str, &[&str]); 7] = [
    ("uglyduck", &["A2"]),
    ("uglyduck-xl", &["D2"]),
    ("replica", &["step"]),
    ("replica", &["jump", "8-5"]),
    ("three-dragons", &["9"]),
    ("three-dragons", &["9b"]),
    ("qawale", &["a1", "a2"]),
];

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_hint_in_mid_turn_continues_the_turn() {
    for (game, begun) in BEGUN {
        let text = shown(game, None, &[begun, &[":hint"]].concat(), (200, 60));
        let after = format!(" after {}: ", begun.join(" "));
        let Some((_, hint)) = text.split_once(&after) else { panic!("{after}{text}") };
        let rest: Vec<&str> = hint.split('.').next().unwrap().split(' ').collect();
        let typed = [begun, &[":hint"], &rest, &[":position"]].concat();
        let position = shown(game, None, &typed, (200, 60));
        let position = position.rsplit(":position\n").next().unwrap();
        let start = games::open(game).unwrap();
        assert!(!position.starts_with(&start.start().to_string()), "{typed:?}: {position}");
        // The list is of turns that begin so, and :play plays the hint.
        let all = shown(game, None, &[begun, &[":hint all", ":play", ":position"]].concat(), (200, 60));
        assert!(all.contains(&format!("{after}{}.", rest.join(" "))), "{all}");
        assert_eq!(all.rsplit(":position\n").next(), Some(position), "{all}");
        // What the hint names can be asked about.
        let why = format!(":why {}", rest.join(" "));
        let why = shown(game, None, &[begun, &[why.as_str()]].concat(), (200, 60));
        assert!(!why.contains("is not a legal move"), "{why}");
    }
}

#[test]
fn a_hint_that_cannot_continue_the_turn_is_for_the_whole_turn() {
    let text = shown("three-dragons", None, &["5", ":hint"], (200, 60));
    assert!(text.contains("You have no movable piece in row 5.") && text.contains("Best move: "), "{text}");
    let piped = Settings { window: Window::Unlimited, ..Settings::PIPED };
    let hint = |lines: &[&str]| {
        let text = play("uglyduck", Seating::new(None, None), None, lines, piped);
        text.split_once(":hint\n").unwrap().1.lines().next().unwrap().to_owned()
    };
    assert_eq!(hint(&["a2", ":hint"]), hint(&[":hint"]), "a pipe gets the hint for the turn");
}

#[test]
fn a_hint_is_about_what_was_typed_last_and_says_which_turn_is_better() {
    let start = Some("D4/S4/5/5/4d 1");
    for (game, start, typed, said) in [
        ("uglyduck-xl:3x4", None, &["2", "3"][..], " after 3: "),
        // The type of move stays after a refused pair.
        ("replica", None, &["step", "8-5 6-5", "8-5"], " after step 8-5: "),
        ("uglyduck", start, &["b1"], "Best move after b1: a2. Player 1 wins at once.\nTo Which Cell"),
        ("uglyduck", start, &["a1"], "\n(A better turn does not begin with a1: type back, then b1 a2.)\n"),
    ] {
        let text = shown(game, start, &[typed, &[":hint"]].concat(), (200, 60));
        assert!(text.contains(said), "{said} {text}");
    }
}

#[test]
fn a_list_of_hints_fills_its_pages_and_names_mirror_images_once() {
    let listed = |lines: &[&str], window| {
        let text = shown("three-dragons", None, lines, window);
        text.split_once(":hint all\n").unwrap().1.to_owned()
    };
    let fits = listed(&[":hint all"], (80, 24));
    assert!(
        fits.contains("turns ahead, both players'.)\nNext move row: ") && !fits.contains("(1 of "),
        "{fits}"
    );
    assert_eq!(fits.matches("Mirror images").count(), 1, "{fits}");
    let paged = listed(&[":hint all", "", "b", "q"], (80, 12));
    let first = paged.split("(1 of 2; Enter for more, q to leave) ").next().unwrap();
    assert!(paged.contains("(2 of 2; Enter to leave, b: back) b\n"), "{paged}");
    let first = first.trim_start_matches("The computer is thinking. Ctrl-C stops it.\n");
    assert_eq!(first.lines().count(), 11, "{first}");
}

#[test]
fn a_position_with_millions_of_moves_stops_nothing() {
    let tower = "-,-,-,-/-,ttttttttddddllll,-,-/-,-,-,-/-,-,-,- d 8";
    let lines = [":why b2 b1 zz", ":quit", "y"];
    let window = Window::Size { columns: 80, rows: 40 };
    let text = super::noise::shown("qawale", Some(tower), &lines, window);
    assert!(text.contains("\"zz\": Type a cell"), "{text}");
    let game = games::open("qawale").unwrap();
    let history = History::new(game.read_position(tower).unwrap());
    assert_eq!(find_in_moves(history.current(), |_| None::<()>), None);
}
