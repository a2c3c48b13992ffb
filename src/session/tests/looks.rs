//! Tests of boards at a terminal: marks for the last move and the deciding cells, one symbol for empty cells
//! in compact boards, the colours of the palette, and flipped boards.

use std::ops::ControlFlow;

use crate::console::{BoardStyle, ColorDepth, Paint, Palette, Style};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Game as _, GameRng, History, Outcome, Player, Position as _};
use crate::screens::Screen;
use crate::words::GameWords as _;

use super::fit::{TurnVisitor, play, visit_random_turns};

/// Checks the marks on boards. Contains the games in which a win was seen.
#[derive(Default)]
struct MarkCheck(std::collections::BTreeSet<String>);

impl TurnVisitor for MarkCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        if history.plies() < 4 {
            let mut after = history.clone();
            after.play(mv);
            let has_captured =
                pieces(game, &after) != pieces(game, history) && !game.name().starts_with("qawale");
            is_marked(game, history, mv, if has_captured { '<' } else { ']' });
        }
        let position = history.current();
        let is_win = |mv: &AnyMove| matches!(position.after(*mv).terminal_outcome(), Some(Outcome::Win(_)));
        let mut win = None;
        let _ = position.visit_moves(|mv| {
            win = Some(mv).filter(is_win);
            if win.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(win) = win {
            is_marked(game, history, win, '*');
            self.0.insert(game.name());
        }
    }
}

/// Checks that every board at a terminal shows `sign` after `mv`, and that stars appear only at a terminal.
fn is_marked(game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove, sign: char) {
    let mut history = history.clone();
    history.play(mv);
    for board in [BoardStyle::Classic, BoardStyle::Compact, BoardStyle::Ascii] {
        let piped = Style { board, ..Style::PLAIN };
        let shown = game.board(&game.view(&history), &Style { width: Some(200), rows: Some(99), ..piped });
        assert!(shown.contains(sign) && shown.contains('*') == (sign == '*'), "{board:?}\n{shown}");
        assert!(!game.board(&game.view(&history), &piped).contains('*'), "{board:?}\n{shown}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn last_move_and_deciding_cells_are_marked() {
    let mut marked = MarkCheck::default();
    visit_random_turns(60, 3, &mut marked);
    // Its games need more turns than the random games above.
    let dragons = games::open("three-dragons").unwrap();
    play(&dragons, 1000, 1, &mut GameRng::from_seed(1), &mut marked);
    let is_missing = |id: &&str| !marked.0.iter().any(|name| name.split(':').next() == Some(id));
    let missing: Vec<&str> = FAMILIES.iter().map(|family| family.id).filter(is_missing).collect();
    assert_eq!(missing, [""; 0]);
}

/// Checks the marks of captured squares. Contains the games in which a capture was seen.
#[derive(Default)]
struct CaptureCheck(std::collections::BTreeSet<String>);

/// Returns the number of pieces of each side on the board.
fn pieces(game: &AnyGame, history: &History<AnyPosition>) -> [usize; 2] {
    let picture = game.picture(&game.view(history));
    Player::BOTH.map(|player| {
        let cells = picture.cells.iter().flat_map(|cell| &cell.pieces);
        cells.filter(|piece| piece.owner == Some(player)).count()
    })
}

impl TurnVisitor for CaptureCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        let (mut after, loser) = (history.clone(), history.current().to_move().opponent().index());
        after.play(mv);
        let captured = pieces(game, history)[loser] - pieces(game, &after)[loser];
        let is_over = after.current().terminal_outcome().is_some();
        let wide = Style { width: Some(200), rows: Some(99), ..Style::PLAIN };
        for board in [BoardStyle::Classic, BoardStyle::Compact, BoardStyle::Ascii] {
            let shown = game.board(&game.view(&after), &Style { board, ..wide });
            // The marks of neighbouring cells can share a column, and the legend explains them.
            let signs = shown.matches('<').count();
            assert!(is_over || (signs > 0) == (captured > 0), "{board:?}, {captured}\n{shown}");
            let has_legend = board != BoardStyle::Classic || game.name().starts_with("three-dragons");
            assert_eq!(shown.contains("> <: captured"), signs > 0 && has_legend, "{shown}");
            let piped = game.board(&game.view(&after), &Style { board, ..Style::PLAIN });
            assert!(!piped.contains('<'), "{piped}");
        }
        let words = game.board(&game.view(&after), &Style { board: BoardStyle::Words, ..wide });
        let is_said = ["captures", "takes"].iter().any(|word| words.contains(word));
        assert_eq!(is_said, captured > 0, "{words}");
        if captured > 0 {
            self.0.insert(game.name());
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn captured_squares_are_marked_in_every_style() {
    let mut seen = CaptureCheck::default();
    visit_random_turns(30, 1, &mut seen);
    for (name, turns) in [("uglyduck", 30), ("replica", 30), ("three-dragons", 150)] {
        play(&games::open(name).unwrap(), turns, 1, &mut GameRng::from_seed(0), &mut seen);
    }
    for family in FAMILIES.iter().filter(|family| family.id != "qawale") {
        assert!(seen.0.iter().any(|name| name.split(':').next() == Some(family.id)), "{}", family.id);
    }
}

/// Checks that compact boards share the symbol for empty cells, and that all boards use the palette.
struct PaletteCheck;

impl TurnVisitor for PaletteCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, _mv: AnyMove) {
        let compact = Style { board: BoardStyle::Compact, width: Some(200), rows: Some(99), ..Style::PLAIN };
        let drawing = game.board(&game.view(history), &compact);
        let cells = drawing.split("Last move").next().unwrap_or_default();
        assert!(cells.contains('·') && !cells.contains('.'), "{drawing}");
        for board in [BoardStyle::Classic, BoardStyle::Compact] {
            let paint = Paint::new(Palette::Standard, ColorDepth::Ansi256);
            let drawing = game.board(&game.view(history), &Style { board, paint, ..compact });
            let codes = drawing.split("\x1b[").skip(1).map(|part| part.split('m').next().unwrap_or_default());
            let colours = codes.filter_map(|codes| codes.strip_prefix("38;5;"));
            let colours: Vec<&str> = colours.map(|codes| codes.trim_end_matches(";1")).collect();
            let sides = match game.name().split(':').next().unwrap_or_default() {
                "uglyduck" => ["29", "63"],
                "uglyduck-xl" => ["29", "131"],
                _ => ["16;48;5;231", "231;48;5;16"],
            };
            let wanted =
                if history.plies() < 2 { vec!["243"] } else { [&sides[..], &["98", "243"]].concat() };
            assert!(wanted.iter().all(|colour| colours.contains(colour)), "{colours:?} {drawing}");
        }
    }
}

#[test]
fn boards_share_empty_cell_and_palette() {
    visit_random_turns(3, 1, &mut PaletteCheck);
}

#[test]
fn flipped_board_reverses_rows_and_perhaps_columns() {
    let expected = [
        ("uglyduck", "   1  2  3  4  5", "A  ▼  ▼  ▼  ▼  ▼", "   1  2  3  4  5", "E  ▲  ▲  ▲  ▲  ▲"),
        (
            "replica",
            "    1  2  3  4  5  6  7  8",
            " 8  ·  ·  ·  ·  w  w  w  W",
            "    8  7  6  5  4  3  2  1",
            " 1  ·  ·  ·  ·  b  b  b  B",
        ),
        (
            "three-dragons",
            "   A   B   C   D   E   F   G   H   I",
            "1  M   B3  B2  B2  B2  B2  B2  B3  M",
            "   I   H   G   F   E   D   C   B   A",
            "9  M   W3  W2  W2  W2  W2  W2  W3  M",
        ),
    ];
    for (name, numbers, first, flipped_numbers, flipped_first) in expected {
        let game = games::open(name).unwrap();
        for (flipped, wanted) in [(false, [numbers, first]), (true, [flipped_numbers, flipped_first])] {
            let style = Style { board: BoardStyle::Compact, flipped, ..Style::PLAIN };
            let drawing = game.board(&game.view(&History::new(game.start())), &style);
            assert_eq!(drawing.lines().take(2).collect::<Vec<_>>(), wanted, "{name}");
        }
    }
}
