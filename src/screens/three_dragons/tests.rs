//! Tests of the screen: the original's board, correct counts, announcements, endings.

use super::*;
use crate::console::{BoardStyle, Style};
use crate::engine::referee::Referee;
use crate::model::{Game, GameRng, History, Outcome, Player, Reason};
use crate::samples::samples;
use crate::screens::Screen as _;

const GAME: ThreeDragons = ThreeDragons::Full;

fn read(text: &str) -> ThreeDragonsPosition {
    GAME.read_position(text).unwrap()
}

const LOOK: Style = Style::PLAIN;

fn human_seating() -> Seating {
    Seating::new(None, None)
}

/// Returns the announcements after `mv`.
fn announced(position: &str, mv: &str) -> String {
    let mut history = History::new(read(position));
    history.play(GAME.read_legal_move(history.current(), mv).unwrap());
    GAME.announce(&GAME.view(&history), &LOOK)
}

#[test]
fn board_matches_original() {
    let board = " | A  | B  | C  | D  | E  | F  | G  | H  | I  |
_______________________________________________
1| M  | B3 | B2 | B2 | B2 | B2 | B2 | B3 | M  |
_______________________________________________
2|    |    |    |    | B4 |    |    |    |    |
_______________________________________________
3|    |    |    |    |    |    |    |    |    |
_______________________________________________
4|    |    |    |    |    |    |    |    |    |
_______________________________________________
5| CA |    |    |    | CA |    |    |    | CA |
_______________________________________________
6|    |    |    |    |    |    |    |    |    |
_______________________________________________
7|    |    |    |    |    |    |    |    |    |
_______________________________________________
8|    |    |    |    | W4 |    |    |    |    |
_______________________________________________
9| M  | W3 | W2 | W2 | W2 | W2 | W2 | W3 | M  |
_______________________________________________
";
    let history = History::new(GAME.start());
    assert_eq!(GAME.board(&GAME.view(&history), &LOOK), board);
    let heading = "\nPlayer: white\nPlayer pieces: white-8, black-8\n\n";
    assert_eq!(GAME.heading(&GAME.view(&history), &human_seating(), &LOOK), heading);
}

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
            let heading = GAME.heading(&GAME.view(&history), &human_seating(), &LOOK);
            assert!(heading.contains(&counts), "{board}{heading}");
        }
    }
}

#[test]
fn captures_weakness_and_dragons_are_announced() {
    assert_eq!(announced("#7#/9/9/9/*3*3*/9/9/3D5/#A3ee1# w", "d8d7"), "");
    assert_eq!(
        announced("#7#/9/9/9/*2A*3*/3e5/1Ae1eA3/9/#2A3e# w", "d9d7"),
        "Custodial capture: white takes the level 5 piece on D6, the level 5 piece on C7 and the level 5 piece on E7.\n"
    );
    assert_eq!(
        announced("#7#/9/9/9/*3*3*/b1C6/9/9/#A4ee# w", "c6b6"),
        "Strength capture: white takes the level 2 piece on A6, and the piece on B6 falls from level 3 to 2.\n"
    );
    assert_eq!(
        announced("#7#/9/1A7/Ab7/*1A1*3*/A8/9/9/#4ee1# w", "c5b5"),
        "Custodial capture: white takes the level 2 piece on B4.\n\
         White summons a dragon of level 3 in the cave on A5!\n"
    );
}

#[test]
fn the_last_move_is_marked_or_said() {
    let mut history = History::new(GAME.start());
    history.play(GAME.read_move("e8e6").unwrap());
    let words = GAME.board(&GAME.view(&history), &Style { board: BoardStyle::Words, ..LOOK });
    assert!(words.contains("Last move: white moved a level 4 piece from E8 to E6"), "{words}");
    let compact = GAME.board(&GAME.view(&history), &Style { board: BoardStyle::Compact, ..LOOK });
    assert!(compact.contains("[W4]") && compact.contains("(· )"), "{compact}");
}

#[test]
fn words_style_distinguishes_caves() {
    let history = History::new(read("#7#/9/9/9/c3o3*/9/9/3D5/#4ee1# w"));
    assert_eq!(
        GAME.board(&GAME.view(&history), &Style { board: BoardStyle::Words, ..LOOK }),
        "White has 1 piece: level 4 on D8.\n\
         Black has 3 pieces: level 5 on F9, G9; level 3 on A5.\n\
         Caves: A5 holds black's dragon; E5 is empty; I5 is available.\n"
    );
}

#[test]
fn endings_name_reason_and_winner() {
    let text = |ending: Ending| GAME.ending(&ending, &human_seating(), &LOOK);
    assert_eq!(
        text(Ending::by_rules(Outcome::Win(Player::One))),
        "\nGame over! Black is reduced to one piece or none.\nThe winner is white!\n"
    );
    assert!(text(Ending::lost(Player::One, Reason::NoMoves)).ends_with("The winner is black!\n"));
    assert!(text(Ending::lost(Player::Two, Reason::Resigned)).ends_with("The winner is white!\n"));
    assert_eq!(
        text(Ending::drawn(Reason::NoProgress)),
        "\nGame over! 500 turns in a row without a capture or a dragon.\nThe game is a draw.\n"
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
    assert_eq!(row(&shown(BoardStyle::Compact, 80, 14), "5"), "5  W3 [W1](·)  ·   CE  ·   ·   ·   CA");
}
