//! Tests of what stands around a board that a command shows, and of commands in the middle of a turn.

use crate::console::{Settings, Window};
use crate::games::{self, FAMILIES};
use crate::model::{Game as _, History, Seating};
use crate::words::moves::example_turn;

use super::first_turn::play;

fn shown(game: &str, lines: &[&str], (columns, rows): (usize, usize)) -> String {
    let settings = Settings { window: Window::Size { columns, rows }, ..Settings::PIPED };
    play(game, Seating::new(None, None), None, lines, settings)
}

#[test]
fn a_board_that_a_command_shows_has_the_frame_of_a_turn() {
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let turn = example_turn(&game, &History::new(game.start())).unwrap().replace('\u{a0}', " ");
        for (commands, window) in [
            (&[":board"][..], (200, 60)),
            (&[":board"], (80, 24)),
            (&[":pause", "1"], (200, 60)),
            (&[":rules", "q"], (80, 24)),
        ] {
            let text = shown(family.id, &[&[turn.as_str()][..], commands].concat(), window);
            let after_turn = text.split(&format!("{turn}\n")).last().unwrap();
            let (first, rest) = after_turn.split_once(&format!("{}\n", commands[0])).unwrap();
            let again = match commands {
                [_, answer] => rest.rsplit_once(&format!(" {answer}\n")).unwrap().1,
                _ => rest,
            };
            // Qawale shows each step of the turn before the board.
            let is_same = again.starts_with('\n') && first.ends_with(again.trim_end_matches('\n'));
            assert!(is_same, "{} {commands:?}\n<{first}>\n<{again}>", family.id);
        }
    }
}

#[test]
fn a_list_of_moves_in_mid_turn_continues_what_was_begun() {
    let text = shown("qawale", &["a1", ":moves"], (200, 60));
    let list = text.split_once(":moves\n").unwrap().1;
    let list = list.strip_prefix("After a1: ").unwrap_or_else(|| panic!("{text}"));
    let list: Vec<&str> = list.lines().next().unwrap().split(", ").collect();
    assert!(
        list.len() > 3 && list.iter().all(|turn| turn.starts_with("a2 ") || turn.starts_with("b1 ")),
        "{text}"
    );
    let text = shown("qawale", &[":moves"], (200, 60));
    assert!(text.contains(":moves\na1 b1 c1 d1, "), "{text}");
}

#[test]
fn two_computers_wait_after_each_turn_that_is_taken_back_or_repeated() {
    let lines = ["", "", ":undo", ":undo", ":rules", "q", ":redo", ""];
    let settings = Settings { window: Window::Size { columns: 80, rows: 24 }, ..Settings::PIPED };
    let text = play("qawale", Seating::new(Some("easy"), Some("easy")), None, &lines, settings);
    let turns = text.lines().filter_map(|line| Some(line.strip_prefix("Turn ")?.split_once(' ')?.0));
    assert_eq!(turns.collect::<Vec<_>>(), ["1", "2", "3", "3", "2", "3"], "{text}");
    // The rules have covered the board.
    let again = text.rsplit(":redo").nth(1).unwrap().rsplit(" q\n").next().unwrap();
    assert!(again.contains("A1 = "), "{text}");
}
