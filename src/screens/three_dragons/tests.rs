//! Tests of the screen: correct counts, announcements, sizes.

use super::*;
use crate::console::{BoardStyle, Style, width};
use crate::engine::referee::Referee;
use crate::model::{Game, GameRng, History};
use crate::samples::samples;
use crate::screens::Screen as _;

const GAME: ThreeDragons = ThreeDragons::Full;

fn read(text: &str) -> ThreeDragonsPosition {
    GAME.read_position(text).unwrap()
}

const LOOK: Style = Style::PLAIN;

#[test]
fn shown_counts_match_board() {
    // random.rs checks the counts of two hundred games against the position; here some are checked against the
    // drawing.
    for seed in 0..samples(2) as u64 {
        let mut rng = GameRng::from_seed(seed);
        let mut history = History::new(GAME.start());
        // The screen needs only the last turn, so the history is kept short.
        while let Some(mv) = rng.pick(&history.current().moves()).copied() {
            history = History::new(*history.current());
            history.play(mv);
            let board = GAME.board(&GAME.view(&history), &LOOK);
            let shown =
                |letter: char| board.matches(&format!("| {letter}")[..]).count() - usize::from(letter == 'B');
            let counts = format!("\nPlayer pieces: white-{}, black-{}\n", shown('W'), shown('B'));
            let heading = GAME.heading(&GAME.view(&history), &Seating::new(None, None), &LOOK);
            assert!(heading.contains(&counts), "{board}{heading}");
        }
    }
}

#[test]
fn every_captured_piece_is_announced() {
    let mut history = History::new(read("#7#/9/9/9/*2A*3*/3e5/1Ae1eA3/9/#2A3e# w"));
    history.play(GAME.read_legal_move(history.current(), "d9d7").unwrap());
    assert_eq!(
        GAME.announce(&GAME.view(&history), &LOOK),
        "Custodial capture: white takes the level 5 piece on D6, the level 5 piece on C7 and the level 5 piece on E7.\n"
    );
}

#[test]
fn idle_turns_are_counted_from_the_last_capture_or_dragon() {
    let mut referee = Referee::from_position(&GAME, read("#7#/9/9/A8/*1A1*3*/A8/9/9/#4ee1# w"));
    let mut play = |mv: &str| {
        referee.accept(GAME.read_legal_move(referee.position(), mv).unwrap());
        referee.idle_turns()
    };
    assert_eq!(play("c5c4"), 1);
    assert_eq!(play("f9f8"), 2);
    assert_eq!(play("c4c5"), 3);
    assert_eq!(play("f8f9"), 4);
    assert_eq!(play("c5b5"), 0, "a dragon");
    for round in 0..125 {
        assert_eq!(play("f9f8"), 4 * round + 1);
        play("b5c5");
        play("f8f9");
        play("c5b5");
    }
    assert_eq!(Some(play("f9f8") - 1), GAME.max_idle_turns());
}

#[test]
fn the_table_at_a_terminal_is_the_original_in_several_sizes() {
    let mut history = History::new(read("#7#/9/1A7/Ab7/*1A1o3*/A8/9/9/#4ee1# w"));
    history.play(GAME.read_legal_move(history.current(), "c5b5").unwrap());
    let shown = |board, columns, rows| {
        let style = Style { board, width: Some(columns), rows: Some(rows), ..LOOK };
        GAME.board(&GAME.view(&history), &style)
    };
    let row =
        |drawing: &str, name: &str| drawing.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    let large = shown(BoardStyle::Classic, 47, 25);
    let piped = GAME.board(&GAME.view(&history), &LOOK);
    // Below it there is room for the legend and for the questions about a choice of captures.
    assert!(large.replace(['[', ']', '(', ')', '<', '>'], " ").starts_with(&piped), "{large}");
    let open = shown(BoardStyle::Classic, 80, 19);
    assert_eq!(row(&open, "1"), "1| M  |    |    |    |    |    |    |    | M  |   CA, CE: cave, empty cave");
    assert_eq!(row(&open, "4"), "4| W1 |>  <|    |    |    |    |    |    |    |");
    assert!(row(&open, "5").starts_with("5| W3 |[W1]|(  )|    | CE |    |    |    | CA |"), "{open}");
    assert_eq!(row(&shown(BoardStyle::Classic, 40, 17), "5"), "5|W3[W1]()|  |CE|  |  |  |CA|");
    assert_eq!(shown(BoardStyle::Classic, 40, 10).lines().count(), 10);
    // The first board has the legend at any width; without choices there is room for larger boards.
    let first = |game: ThreeDragons, columns, rows| {
        let style = Style { width: Some(columns), rows: Some(rows), ..LOOK };
        game.board(&game.view(&History::new(game.start())), &style)
    };
    for columns in 29..50 {
        let text = first(GAME, columns, 30);
        assert!(text.contains("CA, CE: cave") && width(&text) <= columns, "{text}");
    }
    let rows = |game, rows| first(game, 80, rows).lines().count();
    assert_eq!((rows(ThreeDragons::Custodial, 20), rows(GAME, 20), rows(GAME, 25)), (20, 12, 20));
    assert_eq!(row(&shown(BoardStyle::Compact, 80, 14), "5"), "5  W3 [W1](·)  ·   CE  ·   ·   ·   CA");
}
