//! Tests of what a player at a terminal sees and can type in the first minutes of a game.

use std::io::Cursor;
use std::sync::Arc;

use crate::console::{Console, Echo, Input, Settings, Signals, Window};
use crate::games;
use crate::model::{Seating, SystemClock};
use crate::session::{GamePlan, GameSession};
use crate::store::SessionFiles;

use super::fit::CapturedOutput;

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
