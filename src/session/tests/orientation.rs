//! Tests that no text names a direction, a corner or a key that contradicts the board on the screen.

use crate::console::{BoardStyle, Bottom, Settings, Style, Window};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Game as _, History, Position as _, Seating};
use crate::screens::{Screen, TurnDialog as _, oriented, picture};
use crate::words::{Flip, GameWords as _, Picture};

use super::first_turn::{play, seatings};
use super::fit::{TurnVisitor, visit_random_turns};

/// The words and arrows for opposite directions; the first pair is kept if only the rows are flipped.
const OPPOSITES: [[&str; 2]; 7] = [
    ["left", "right"],
    ["up", "down"],
    ["above", "below"],
    ["top", "bottom"],
    ["↖", "↙"],
    ["↑", "↓"],
    ["↗", "↘"],
];

/// Exchanges the directions in a text.
fn mirrored(text: &str, flip: Flip) -> String {
    let pairs = match flip {
        Flip::Nothing => &[][..],
        Flip::Rows => &OPPOSITES[1..],
        Flip::RowsAndColumns => &OPPOSITES,
    };
    // A list of all directions stays as it is, and what is left is not a direction.
    let text = &text.replace("up, down", "vertically").replace("piece left", "piece remaining");
    let opposite = |word: &str| {
        let pair = pairs.iter().find(|pair| pair.contains(&word));
        pair.map_or(word, |[one, other]| if *one == word { other } else { one }).to_owned()
    };
    let is_letter = |sign: char| sign.is_alphabetic();
    let words = text.char_indices().collect::<Vec<_>>();
    let words = words.chunk_by(|(_, left), (_, right)| is_letter(*left) && is_letter(*right));
    words.map(|word| opposite(&word.iter().map(|(_, sign)| sign).collect::<String>())).collect()
}

/// Returns all texts of a game that can name a direction, without their line breaks.
fn texts(game: &AnyGame, style: &Style) -> Vec<String> {
    let history = History::new(game.start());
    let mut texts = vec![game.instructions(style).unpaged(Some(1000))];
    texts.extend(seatings().map(|seating| game.who_is_who(&seating, style)));
    texts.push(game.turn_prompts(&game.view(&history), style));
    for lesson in game.study().lessons {
        texts.extend([&lesson.teaches, &lesson.task, &lesson.hint].map(|text| oriented(game, text, style)));
    }
    texts
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_flip_changes_the_directions_in_every_text_and_nothing_else() {
    for name in FAMILIES.iter().flat_map(|family| family.examples) {
        let game = games::open(name).unwrap();
        let flip = game.picture(&game.view(&History::new(game.start()))).flip;
        for board in [BoardStyle::Classic, BoardStyle::Compact, BoardStyle::Ascii] {
            let style = Style { board, width: Some(1000), ..Style::MARKED };
            let pairs = texts(&game, &style).into_iter().zip(texts(&game, &Style { flipped: true, ..style }));
            for (original, flipped) in pairs {
                let is_ascii = board == BoardStyle::Ascii;
                assert!(
                    is_ascii || mirrored(&original, flip) == mirrored(&flipped, Flip::Nothing),
                    "{name}\n{original}\n{flipped}"
                );
                assert!(!original.contains('{') && !flipped.contains('{'), "{name}: {original}");
            }
        }
        // Nothing is flipped for someone who listens.
        let words = Style { board: BoardStyle::Words, ..Style::MARKED };
        assert_eq!(texts(&game, &words), texts(&game, &Style { flipped: true, ..words }), "{name}");
    }
}

/// Returns where the move goes on the board: rows down and columns to the right.
fn displacement(picture: &Picture, game: &AnyGame, mv: AnyMove) -> (i64, i64) {
    let cells = game.cells(mv);
    let columns = picture.columns.len();
    let place = |name: &String| picture.cells.iter().position(|cell| cell.name == *name).unwrap();
    let [from, to] = [&cells[0], &cells[cells.len() - 1]].map(place);
    let difference = |from: usize, to: usize| to as i64 - from as i64;
    (difference(from / columns, to / columns), difference(from % columns, to % columns))
}

/// Checks that the arrows of the moves of numbered pieces show where they go.
struct ArrowCheck(usize);

impl TurnVisitor for ArrowCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, _mv: AnyMove) {
        // It stands next to flipped boards and next to others.
        let last = game.last_move(&game.view(history));
        assert_eq!(mirrored(&last, Flip::RowsAndColumns), last);
        if !game.name().starts_with("uglyduck-xl") {
            return;
        }
        for flipped in [false, true] {
            let style = Style { flipped, ..Style::MARKED };
            let picture = picture(game, &game.view(history), flipped);
            let prompts = game.turn_prompts(&game.view(history), &style).replace('\u{a0}', " ");
            let listed = prompts.lines().find(|line| line.starts_with("Moves of")).unwrap();
            let piece = listed.trim_start_matches("Moves of ").split(':').next().unwrap();
            for mv in history.current().moves() {
                let [number, key] = game.typed_answers(&game.view(history), mv).try_into().unwrap();
                if piece[1..] != number {
                    continue;
                }
                let arrow = match displacement(&picture, game, mv) {
                    (-1, -1) => "↖",
                    (-1, 0) => "↑",
                    (-1, 1) => "↗",
                    (1, -1) => "↙",
                    (1, 0) => "↓",
                    other => ["↘"][usize::from(other != (1, 1))],
                };
                assert!(listed.contains(&format!("{arrow} {key}")), "{arrow} {key}: {listed}");
                // Left stays left: q and a go to the left, e and d to the right.
                let column = displacement(&picture, game, mv).1;
                assert_eq!(column, i64::from("ed".contains(&key)) - i64::from("qa".contains(&key)), "{key}");
                self.0 += 1;
            }
        }
    }
}

#[test]
fn arrows_and_keys_of_numbered_pieces_agree_with_the_board() {
    let mut checked = ArrowCheck(0);
    visit_random_turns(20, 2, &mut checked);
    assert!(checked.0 > 150, "{}", checked.0);
}

#[test]
fn the_directions_of_a_capture_are_those_of_the_board() {
    let start = Some("#7#/9/9/9/*2b*3*/2b1b4/9/3D5/#1A2ee1# w");
    let settings = Settings { window: Window::Size { columns: 80, rows: 40 }, ..Settings::PIPED };
    let result = |inputs: &[&str]| {
        play("three-dragons", Seating::new(None, None), start, &[inputs, &[":position"]].concat(), settings)
    };
    let position = |text: &str| text.rsplit(":position\n").next().unwrap().lines().next().map(str::to_owned);
    let original = result(&["d8 d6", "d", "r"]);
    assert!(original.contains("\n    r. level 2 on E6, to the right\n"), "{original}");
    assert!(
        original.contains("Direction (u d l r): d\nThere is no enemy below. Type u, l or r.\n"),
        "{original}"
    );
    let low = Settings { window: Window::Size { columns: 80, rows: 22 }, ..settings };
    let shown = play("three-dragons", Seating::new(None, None), start, &["d8 d6", "r"], low);
    assert!(shown.contains("\nYour level 4 becomes level 3:   u. "), "{shown}");
    let flipped = result(&[":flip", "d8 d6", "u", "x", "l"]);
    assert!(flipped.contains("\n    l. level 2 on E6, to the left\n"), "{flipped}");
    assert!(
        flipped.contains("Direction (u d l r): u\nThere is no enemy above. Type d, r or l.\n"),
        "{flipped}"
    );
    assert!(
        flipped.contains("Direction (u d l r): x\nInvalid direction: type one of d r l d5 c6 e6.\n"),
        "{flipped}"
    );
    assert_eq!(position(&original), position(&flipped));
    let last = "White moved a level 4 piece from D8 to D6, strength capture on E6.\n";
    let described = result(&[":board words", "d8 d6 e6"]);
    assert!(described.contains(last), "{described}");
    // The typed form is the same on both boards.
    for line in [&["d8 d6 e6"][..], &[":flip", "d8 d6 e6"]] {
        assert_eq!(position(&result(line)), position(&original));
    }
}

#[test]
fn a_player_who_asks_for_it_has_their_own_side_at_the_bottom_of_every_board_and_text() {
    let own = Settings {
        bottom: Bottom::Own,
        window: Window::Size { columns: 200, rows: 60 },
        wait: false,
        ..Settings::PIPED
    };
    let [first, second, _] = seatings();
    for (game, seating, wanted) in [
        ("uglyduck-xl", second, "Player 1 (D and S, green) starts at the top"),
        ("replica", first, "White (w) starts in the bottom left corner"),
    ] {
        let text = play(game, seating, None, &[":rules", "q"], own);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(wanted), "{text}");
    }
}
