//! Tests of what a player at a terminal sees and can type in the first minutes of a game.

use std::io::Cursor;
use std::sync::Arc;

use crate::console::{Console, Echo, Input, Settings, Signals, Window};
use crate::games;
use crate::model::{Seating, SystemClock};
use crate::session::{GamePlan, GameSession, SessionStart, Shell};
use crate::store::SessionFiles;

use super::fit::CapturedOutput;
use super::fit_texts::shell_settings;

/// A window in which nothing is wrapped or left out.
const LARGE: Window = Window::Size { columns: 200, rows: 60 };

/// Returns the output of a game between two people, or from `start`, when `lines` are typed in `window`.
fn shown(game: &str, start: Option<&str>, lines: &[&str], window: Window) -> String {
    play(game, Seating::new(None, None), start, lines, Settings { window, ..Settings::PIPED })
}

/// Returns the output of a game when `lines` are typed.
fn play(game: &str, seating: Seating, start: Option<&str>, lines: &[&str], settings: Settings) -> String {
    let page = CapturedOutput::default();
    let settings = Settings { echo: Echo::Line, ..settings };
    let input = Input::new(Cursor::new(lines.join("\n") + "\n"));
    let clock = Arc::new(SystemClock::new());
    let mut console = Console::new(input, Box::new(page.clone()), settings, Signals::default(), clock);
    let plan = GamePlan { start: start.map(str::to_owned), ..GamePlan::new(seating, 1) };
    let mut session = GameSession::new(&games::open(game).unwrap(), &plan).unwrap();
    let _ = session.play(&mut console, &mut SessionFiles::disabled());
    drop(console);
    page.take()
}

#[test]
fn replica_says_why_a_checker_cannot_transform() {
    let start = Some("4wwwW/8/8/8/8/8/1W6/7B w");
    let text = shown("replica", start, &["t 8-8"], LARGE);
    assert!(text.contains("\"8-8\": That checker is already a king."), "{text}");
    let unseen = shown("replica", Some("W7/2w5/8/8/8/8/8/7B w"), &["t 3-7"], LARGE);
    assert!(unseen.contains("\"3-7\": None of your kings can see that checker."), "{unseen}");
}

#[test]
fn pieces_of_a_flipped_board_point_where_they_move() {
    for board in ["classic", "compact"] {
        let lines = [&format!(":board {board}"), ":flip"];
        let text = shown("uglyduck", Some("DDDD1/4S/5/s4/1dddd 1"), &lines, LARGE);
        let flipped = &text[text.rfind('5').unwrap()..];
        assert_eq!(flipped.contains("▲ ♠: Player 1's duck, swan"), board == "compact", "{text}");
        let row =
            |name| flipped.lines().find(|line| line.replace('#', " ").trim().starts_with(name)).unwrap();
        assert_eq!(
            ["E", "B", "D", "A"].map(|name| row(name).contains(['▼', '♥'])),
            [true, false, true, false]
        );
        assert_eq!(
            ["E", "B", "D", "A"].map(|name| row(name).contains(['▲', '♠'])),
            [false, true, false, true]
        );
    }
    let ascii = shown("uglyduck", None, &[":board ascii", ":flip"], LARGE);
    assert!(ascii.matches("A  D  D  D  D  D").count() == 2, "{ascii}");
}

/// What is typed as the first answer of a turn, and how it is understood.
const TURNS: [(&str, &[&str], &str); 7] = [
    ("uglyduck", &["a1b2", "A1B2", "a1-b2", "a1 to b2", "a1 - b2"], "a1 b2"),
    ("uglyduck-xl", &["2w", "2-w", "2 to w"], "2 w"),
    ("three-dragons", &["b9b5", "b9-b5", "b9 to b5"], "b9 b5"),
    ("replica", &["7-6 6-5", "7-6 to 6-5", "g6f5", "g6 f5"], "step 7-6 6-5"),
    ("replica", &["8-5 6-5", "h5f5"], "jump 8-5 6-5"),
    ("qawale", &["a1a2b2b3", "a1-a2-b2-b3", "a1 a2b2b3"], "a1 a2 b2 b3"),
    ("uglyduck-xl:12x4", &["D12q", "D12 q"], "12 q"),
];

#[test]
fn a_terminal_accepts_what_people_type_and_says_how_it_understood() {
    for (game, forms, typed) in TURNS {
        for form in forms {
            let text = shown(game, None, &[form], LARGE);
            let understood = text
                .lines()
                .find(|line| line.starts_with('(') && line.ends_with(')') && !line.starts_with("(:"));
            assert!(
                understood.is_some_and(|line| line.eq_ignore_ascii_case(&format!("({typed})"))),
                "{text}"
            );
            let position = |line: &str| {
                let text = shown(game, None, &[line, ":position"], LARGE);
                text.rsplit(":position").next().unwrap().lines().nth(1).map(str::to_owned)
            };
            assert_eq!(position(form), position(typed), "{text}");
            assert!(!shown(game, None, &[typed], LARGE).contains(&format!("\n({typed})")), "{text}");
        }
    }
}

/// Returns the output of a session that starts in the menu of games.
fn shown_in_menus(lines: &[&str], window: Window) -> String {
    let settings = Settings { window, ..Settings::PIPED };
    let page = CapturedOutput::default();
    let input = Input::new(Cursor::new(lines.join("\n") + "\n"));
    let clock = Arc::new(SystemClock::new());
    let mut console = Console::new(input, Box::new(page.clone()), settings, Signals::default(), clock);
    let _ = Shell::new(&mut console, shell_settings()).run(&SessionStart::GamesMenu);
    drop(console);
    page.take()
}

#[test]
fn the_menu_of_games_takes_names_at_a_terminal() {
    for (name, title) in [
        ("replica", "REPLICA\n"),
        ("Three Dragons", "three dragons"),
        ("three-dragons", "three dragons"),
        ("ugly duck", "MENU"),
        ("UGLYDUCK-XL", "UGLY DUCK, 5x5 board"),
    ] {
        let text = shown_in_menus(&[name], LARGE);
        let menu = text.rsplit("Choose a game!").next().unwrap();
        assert!(menu.to_lowercase().contains(&title.to_lowercase()), "{name}: {text}");
        assert!(shown_in_menus(&[name], Window::Unlimited).contains("Type a number from 1 to 6."));
    }
    let text = shown_in_menus(&["chess"], LARGE);
    assert!(text.contains("Type a number from 1 to 6, or the name of a game."), "{text}");
}

#[test]
fn a_pipe_is_as_strict_as_the_original() {
    for (game, forms, _) in TURNS {
        for form in forms.iter().filter(|form| form.len() < 4 || !form.contains(' ')) {
            let text = shown(game, None, &[form], Window::Unlimited);
            let refused = ["Cell invalid!", "Type the number", "Invalid row", "is not a type", "Type a cell"];
            assert!(refused.iter().any(|refusal| text.contains(refusal)), "{form}: {text}");
        }
    }
}

#[test]
fn an_understood_turn_is_refused_with_its_reason() {
    let text = shown("uglyduck", None, &["a1b3", "a1b9"], LARGE);
    assert!(text.contains("\"b3\": ") && text.contains("\"b9\": Cell invalid!"), "{text}");
    let text = shown("uglyduck-xl", None, &["d2 w", "s2", "D9"], LARGE);
    for refusal in [
        "\"d2\": d2 is not your piece. Type a number, for example 1, or D1.",
        "s2 is not your piece.",
        "There is no piece D9: yours are 1 to 5.",
    ] {
        assert!(text.contains(refusal), "{text}");
    }
    let text = shown("replica", None, &["7-6 5-3", "1-1 1-2", "4-4"], LARGE);
    for refusal in
        ["not in a straight line", "That checker is not yours.", "There is no checker on that square."]
    {
        assert!(text.contains(refusal), "{text}");
    }
}

#[test]
fn replica_infers_a_transform_and_explains_a_single_square() {
    let start = Some("4wwwW/8/8/8/8/8/1W6/7B w");
    let text = shown("replica", start, &["5-8 8-8"], LARGE);
    assert!(text.contains("(transform 5-8 8-8)") && text.contains("5-8 is now a king"), "{text}");
    let text = shown("replica", None, &["7-6", "6-5"], LARGE);
    assert!(text.contains("7-6 can step to 6-6 6-5, can jump to 7-4."), "{text}");
    assert!(text.contains("Position to move to (X-Y): 6-5\n"), "{text}");
}
