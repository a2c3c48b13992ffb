//! Tests that nothing is said twice at a terminal.

use crate::analysis::puzzles::collection::{self, PuzzleList};
use crate::console::{BoardStyle, Settings, Window};
use crate::model::Seating;
use crate::session::SessionStart;

use super::first_turn::play;
use super::practice::session;

const WINDOW: Window = Window::Size { columns: 80, rows: 40 };

/// Returns the output of a game between two people when `lines` are typed.
pub(super) fn shown(game: &str, start: Option<&str>, lines: &[&str], window: Window) -> String {
    play(game, Seating::new(None, None), start, lines, Settings { window, ..Settings::PIPED })
}

/// Like [`shown`], with the compact board.
fn shown_compact(game: &str, lines: &[&str]) -> String {
    let settings = Settings { window: WINDOW, board: BoardStyle::Compact, ..Settings::PIPED };
    play(game, Seating::new(None, None), None, lines, settings)
}

/// In each game, texts above a question, and lines that are refused or are commands.
const ERRORS: [(&str, &[&str], &[&str]); 5] = [
    (
        "uglyduck",
        &["Turn of Player 1!", "Choose the piece to move", "(If you chose a wrong Cell"],
        &["zz", "b3", ":seed", "a1", "e5", "a1", ":seed", "zz", "e5", "9"],
    ),
    (
        "uglyduck-xl",
        &["Pieces you can move: ", "Moves of D1"],
        &["9", "zz", ":seed", "1", "x", "1", ":seed", "q"],
    ),
    ("replica", &["Current player: "], &["zz", ":seed", "step", "1-1", "7-6", "1-1", "x"]),
    ("three-dragons", &["Player: white", "Select the piece to move..."], &["zz", "a1", "e2", ":seed", "x"]),
    ("qawale", &["Player 1"], &["zz", "a9", ":seed", "a1", "d4", "x"]),
];

#[test]
fn the_turn_and_the_question_are_not_said_again_after_errors_and_commands() {
    for (game, texts, lines) in ERRORS {
        let (quiet, shown) = (shown_compact(game, &[]), shown_compact(game, lines));
        for text in texts {
            assert!(shown.matches(text).count() <= quiet.matches(text).count().max(1), "{text}: {shown}");
        }
    }
    // In the classic style an error repeats the question, as in the original, but neither the turn nor the board.
    for (game, texts, lines) in ERRORS {
        let (quiet, shown) = (shown(game, None, &[], WINDOW), shown(game, None, lines, WINDOW));
        assert_eq!(shown.matches(texts[0]).count(), quiet.matches(texts[0]).count(), "{shown}");
        let rows = |shown: &str| shown.matches("####").count() + shown.matches("+---").count();
        // In Qawale a step shows the board.
        assert!(game == "qawale" || rows(&shown) == rows(&quiet), "{shown}");
        let commands = self::shown(game, None, &[":seed", ":coach", ":seed", ":coach"], WINDOW);
        for text in texts {
            assert_eq!(commands.matches(text).count(), quiet.matches(text).count(), "{text}: {commands}");
        }
    }
    // A board that is shown again has its question below it.
    let text = shown_compact("uglyduck", &["zz", ":board", "zz"]);
    assert_eq!(text.matches("Choose the piece to move").count(), 2, "{text}");
}

#[test]
fn the_end_of_a_game_names_the_winner_and_what_can_be_done() {
    let named = Seating { names: [Some("Ann".to_owned()), None], ..Seating::new(None, None) };
    let settings = Settings { window: WINDOW, ..Settings::PIPED };
    let text = play("uglyduck", named, Some("5/S4/5/5/4d 1"), &["b1 a1"], settings);
    assert!(text.contains("\nWinner is Player 1!\nAnn (Player 1) won after 1 turn. "), "{text}");
    assert!(text.contains("Take back a turn"), "{text}");
    // A player who had no turn has none to take back.
    let beaten = Seating::new(Some("minimax:2"), None);
    let text = play("uglyduck", beaten, Some("5/S4/5/5/4d 1"), &[], settings);
    assert!(text.contains("What now?") && !text.contains("Take back a turn"), "{text}");
}

#[test]
fn a_line_that_looks_like_a_turn_is_no_answer_to_the_menu_after_a_game() {
    let lines = ["b1 a1", "5 w", "1 q", "7"];
    let text = shown("uglyduck", Some("5/S4/5/5/4d 1"), &lines, WINDOW);
    assert_eq!(text.matches("Type 1, 2, 3, 4, 5, 6 or 7.").count(), 2, "{text}");
    assert!(!text.contains("Save to which file?") && !std::path::Path::new("w").exists(), "{text}");
}

#[test]
fn what_the_points_are_is_said_once() {
    let puzzles = SessionStart::Puzzles(PuzzleList::new(collection::bundled_for("uglyduck").unwrap(), None));
    let text = session(None, &puzzles, &[":skip", "", ":skip", "", ":skip", "q"], WINDOW);
    assert_eq!((text.matches(" points.").count(), text.matches("costs one").count()), (3, 1), "{text}");
}

#[test]
fn only_a_game_in_progress_asks_before_it_is_left() {
    let asks = |start, lines: &[&str]| shown("uglyduck", start, lines, WINDOW).contains("Start a new game?");
    assert!(asks(None, &["a1 b2", ":new"]));
    assert!(!asks(None, &[":new"]) && !asks(Some("5/D1S2/5/2s2/5 1"), &["b3 a2", ":new"]));
}

#[test]
fn no_line_break_parts_a_cell_from_its_label() {
    let start = "tdldltt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,t d 12";
    let text = shown("qawale", Some(start), &["a1"], Window::Size { columns: 40, rows: 24 });
    assert!(text.contains("\nCurrent cell: A1   Previous cell: none\n"), "{text}");
}

#[test]
fn a_pipe_cannot_wait_for_enter_and_hears_which_line_was_not_used() {
    let piped =
        |lines: &[&str]| play("qawale", Seating::named(["human", "easy"]), None, lines, Settings::PIPED);
    assert!(piped(&[":speed step"]).contains(":speed step works only at a terminal"));
    let turn = "a1 b1 c1 d1";
    assert!(piped(&[turn, "x"]).contains("\"x\" was not used: only Enter is expected here."));
    assert!(!piped(&[turn, ""]).contains("was not used"));
}

#[test]
fn a_game_played_again_can_be_left_for_the_one_before() {
    let text = shown("uglyduck", Some("5/D1S2/5/2s2/5 1"), &["b3 a2", "1", ":undo"], WINDOW);
    assert!(text.contains("(Back in the previous game.)"), "{text}");
    let settings = Settings { window: WINDOW, ..Settings::PIPED };
    // The sides are as they were.
    let lines = ["b3 a2", "2", ":undo", ":undo", ":quit"];
    let seating = Seating::named(["human", "easy"]);
    let text = play("uglyduck", seating, Some("5/D1S2/5/2s2/5 1"), &lines, settings);
    let (new, back) = text.split_once("(Back in the previous game.)").unwrap_or_default();
    assert!(new.contains("Player 1 (computer) plays") && !back.contains("(computer) plays"), "{text}");
    assert!(back.contains("Turn of Player 1!"), "{text}");
    // A computer has begun the new game.
    let seating = Seating::named(["easy", "human"]);
    let text = play("uglyduck", seating, None, &["e3 d3", ":new", "y", ":undo"], settings);
    assert!(text.contains("(Back in the previous game.)"), "{text}");
}
