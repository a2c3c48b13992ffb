//! Tests of the screen on every board size: drawing, alignment, and complete games.

use crate::games::ugly_duck::Step;
use clap::ValueEnum as _;

use super::*;
use crate::console::{BoardStyle, width};
use crate::games::ugly_duck::{Cell, Small, game_for_size};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, GameRng, History, Position as _};
use crate::samples::is_sampled;
use crate::words::GameWords as _;

fn style(board: BoardStyle, columns: Option<usize>) -> Style {
    Style { board, width: columns, rows: columns.map(|_| 99), ..Style::PLAIN }
}

fn small(board: &str) -> UglyDuckXl<Small> {
    UglyDuckXl::on(Small::new(board.parse().unwrap()).unwrap())
}

fn is_aligned(text: &str) -> bool {
    let first = text.lines().next().map(width);
    text.lines().all(|line| Some(width(line)) == first)
}

/// Checks the drawings of a position in all styles, on wide and narrow terminals.
fn check_drawings(game: &AnyGame, size: Size, view: &View<'_, AnyPosition>) {
    let classic = game.board(view, &style(BoardStyle::Classic, None));
    assert!(is_aligned(&classic), "{size}:\n{classic}");
    assert_eq!(classic.lines().count(), 2 * size.height() + 2);
    for board in BoardStyle::value_variants().iter().copied().filter(|board| *board != BoardStyle::Classic) {
        let text = game.board(view, &style(board, Some(80)));
        assert!(board == BoardStyle::Words || width(&text) <= 80, "{size}:\n{text}");
        assert!(board != BoardStyle::Ascii || text.is_ascii());
        for (number, _) in view.numbering.remaining(view.position.to_move()) {
            assert!(text.contains(&number.to_string()), "{number} in {text}");
        }
    }
}

/// Plays a random game, to its end on a small board.
fn check_random_game(size: Size, rng: &mut GameRng) {
    let game = &game_for_size(size);
    let mut history = History::new(game.start());
    loop {
        let view = game.view(&history);
        let is_over = view.position.outcome().is_some() || (view.plies == 20 && size.cells().count() > 36);
        let mv = if is_over { None } else { view.position.random_move(rng) };
        if mv.is_none() || [0, 20].contains(&view.plies) {
            check_drawings(game, size, &view);
        }
        let Some(mv) = mv else { return };
        let [number, letter] = game.typed_answers(&view, mv).try_into().unwrap();
        let piece = view.numbering.find(view.position.to_move(), number.parse().unwrap());
        let piece = Cell::from(piece.unwrap());
        assert_eq!(format!("{piece}{}", Step::of_letter(&letter).unwrap().from(piece)), mv.to_string());
        history.play(mv);
    }
}

#[test]
fn random_games_work_on_all_400_sizes() {
    let mut rng = GameRng::from_seed(12);
    let sizes = (3..=22).flat_map(|columns| (3..=22).map(move |rows| (columns, rows)));
    for (columns, rows) in sizes.filter(|(columns, rows)| is_sampled(2 * columns + rows, 7)) {
        check_random_game(Size::new(columns, rows).unwrap(), &mut rng);
    }
}

/// Draws the game on `board` after `moves` from `start`.
fn draw_board(board: &str, start: &str, moves: &[&str], style: &Style) -> String {
    let game = small(board);
    let mut history = History::new(game.read_position(start).unwrap());
    for mv in moves {
        history.play(game.read_legal_move(history.current(), mv).unwrap());
    }
    game.board(&game.view(&history), style)
}

#[test]
fn wide_boards_use_narrow_cells_then_sentences() {
    let start = "DDDDDDDDDDDD/12/dddddddddddd 1";
    let board = |columns| draw_board("12x3", start, &["a12b11"], &style(BoardStyle::Ascii, Some(columns)));
    assert_eq!(
        board(51),
        "c  d1  d2  d3  d4  d5  d6  d7  d8  d9  d10 d11 d12
b  .   .   .   .   .   .   .   .   .   .  [D12].
a  D1  D2  D3  D4  D5  D6  D7  D8  D9  D10 D11(.)
   1   2   3   4   5   6   7   8   9   10  11  12
D S: Player 1's duck, swan   d s: Player 2's
"
    );
    assert_eq!(
        board(50),
        "c  d1 d2 d3 d4 d5 d6 d7 d8 d9 dA dB dC
b  .  .  .  .  .  .  .  .  .  . [DC].
a  D1 D2 D3 D4 D5 D6 D7 D8 D9 DA DB(.)
   1  2  3  4  5  6  7  8  9  10 11 12
Pieces A to C: 10 to 12
D S: Player 1's duck, swan   d s: Player 2's
"
    );
    assert!(board(36).starts_with("Player 1's ducks: 1 on a1, 2 on a2, "), "{}", board(36));
    assert!(board(36).ends_with("Last move: Player 1 moved duck 12 from a12 to b11.\n"));
}

#[test]
fn the_grid_is_the_same_at_a_terminal_and_has_smaller_sizes() {
    let draw = |style: &Style| draw_board("3x3", "DDD/3/ddd 1", &[], style);
    let at_terminal = |rows| draw(&Style { rows: Some(rows), ..style(BoardStyle::Classic, Some(80)) });
    assert_eq!(at_terminal(8), draw(&Style::PLAIN));
    assert_eq!(
        at_terminal(7),
        "  ┌────┬────┬────┐
c │ d1 │ d2 │ d3 │
b │    │    │    │
a │ D1 │ D2 │ D3 │
  └────┴────┴────┘
    1    2    3|
"
        .replace('|', "   ")
    );
}
