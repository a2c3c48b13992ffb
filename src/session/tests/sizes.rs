//! Tests of the sizes in which boards are drawn: the largest that fits, the same in the whole game, never larger than the
//! original's.

use crate::console::{BoardStyle, Settings, Style, Window, rows, width, wrap};
use crate::engine::referee::Referee;
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Game as _, History, Position as _, Record, Seating};
use crate::samples::is_sampled;
use crate::screens::Screen as _;
use crate::screens::drawing::{draw, draw_with_rows_below};
use crate::show::draw::{Drawing, PictureFormat};
use crate::show::replay::{self, ReplayRange};
use crate::words::GameWords as _;

use super::first_turn::play;
use super::fit::{TurnVisitor, WINDOWS, console, visit_random_turns};
use super::fit_texts::won_game;

/// The rows that the law keeps free below a board.
const BELOW: usize = 8;

/// Draws the start of a game in a window of this size. Returns the board, the note, and whether the whole board is seen.
fn start_in(game: &AnyGame, (columns, rows): (usize, usize)) -> (String, Option<String>, bool) {
    let (console, _) = console(&[], BoardStyle::Classic, (columns, rows));
    let (board, note) = draw_with_rows_below(game, &History::new(game.start()), &console, BELOW);
    let is_seen = width(&board) <= columns && board.lines().count() + BELOW <= rows;
    (board, note, is_seen)
}

fn in_words(board: &str) -> bool {
    !board.contains(['·', '│', '|'])
}

/// Returns the number before `what` in a note; 0 if it is not there.
fn number_before(note: &str, what: &str) -> usize {
    let before = note.split(what).next().filter(|_| note.contains(what));
    before.and_then(|text| text.split_whitespace().last()?.parse().ok()).unwrap_or(0)
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn boards_of_any_size_have_the_largest_form_that_fits_and_true_notes() {
    // Of the largest sizes not every one: drawing them takes time.
    let is_tried = |(length, height): &(usize, usize)| {
        is_sampled(2 * length + height, 7) && (length.max(height) < &13 || (length + height) % 5 == 0)
    };
    let sizes = (2..=30).flat_map(|length| (2..=30).map(move |height| (length, height))).filter(is_tried);
    let games =
        sizes.filter_map(|(length, height)| games::open(&format!("uglyduck-xl:{length}x{height}")).ok());
    for game in games {
        for window @ (columns, rows) in [(80, 24), (40, 24), (100, 40)] {
            let (board, note, is_seen) = start_in(&game, window);
            let name = format!("{} at {window:?}: {note:?}\n{board}", game.name());
            for larger in [(columns + 30, rows), (columns, rows + 30)] {
                let (other, _, _) = start_in(&game, larger);
                let would_fit = width(&other) <= columns && other.lines().count() + BELOW <= rows;
                assert!(!would_fit || other == board, "{name}\n{other}");
            }
            let Some(note) = note else {
                assert!(is_seen, "{name}");
                continue;
            };
            let [wider, higher] = [" more column", " more row"].map(|what| number_before(&note, what));
            assert!(wider + higher > 0, "{name}");
            // The whole board is seen or, if that is a smaller one, the board that there was no room for.
            let is_mended = |window| {
                let (other, lack, is_whole) = start_in(&game, window);
                is_whole && (!is_seen || lack.is_none() || in_words(&board)) && !in_words(&other)
            };
            assert!(is_mended((columns + wider, rows + higher)), "{name}");
            assert!(wider == 0 || !is_mended((columns + wider - 1, rows + higher)), "{name}");
            assert!(higher == 0 || !is_mended((columns + wider, rows + higher - 1)), "{name}");
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_board_for_which_a_window_is_too_narrow_is_given_in_sentences() {
    for game in FAMILIES.iter().flat_map(|family| family.examples).map(|name| games::open(name).unwrap()) {
        for columns in 16..40 {
            let (board, note, _) = start_in(&game, (columns, 24));
            assert!(width(&board) <= columns, "{} at {columns}: {note:?}\n{board}", game.name());
            let Some(note) = note.filter(|_| in_words(&board)) else { continue };
            let [wider, higher] = [" more column", " more row"].map(|what| number_before(&note, what));
            for (more, is_in_words) in [(wider - 1, true), (wider, false)] {
                let (other, ..) = start_in(&game, (columns + more, 24 + higher));
                assert_eq!(in_words(&other), is_in_words, "{} at {columns}: {note}\n{other}", game.name());
            }
        }
    }
}

#[test]
fn a_window_without_a_keyboard_has_boards_as_narrow_as_one_with_it() {
    for name in FAMILIES.iter().flat_map(|family| family.examples).chain([&"uglyduck-xl:6x6"]) {
        let game = games::open(name).unwrap();
        let history = History::new(game.start());
        for columns in (24..80).step_by(3) {
            let fits = |rows| {
                let style = Style { width: Some(columns), rows, ..Style::PLAIN };
                width(&game.board(&game.view(&history), &style)) <= columns
            };
            assert!(fits(None) || !fits(Some(100)), "{name} at {columns}");
            for board in [BoardStyle::Classic, BoardStyle::Words] {
                let style = Style { board, width: Some(columns), ..Style::MARKED };
                let format = PictureFormat::Text;
                let drawing = Drawing { moves: &[], targets: None, arrows: &[], style, format };
                let drawn = drawing.of_history(&game, &mut history.clone()).unwrap();
                assert!(width(&drawn) <= columns, "{name} at {columns}\n{drawn}");
            }
        }
    }
}

#[test]
fn the_largest_board_has_a_row_for_each_row_at_80_columns() {
    let game = games::open("uglyduck-xl:22x22").unwrap();
    let (board, note, _) = start_in(&game, (80, 24));
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows.len(), 24, "{board}");
    assert!(
        rows[21].starts_with("a  D1 D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF DG DH DI DJ DK DL DM"),
        "{board}"
    );
    assert_eq!(note.as_deref(), Some("(For the whole board the window needs 8 more rows.)"));
    // A window that is too narrow for any board gets sentences, and a note.
    let (board, note, _) = start_in(&game, (30, 24));
    let note = note.unwrap_or_default();
    assert!(in_words(&board) && note.starts_with("(For the full board the window needs "), "{note}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn neighbouring_pieces_never_run_together() {
    for length in 3..=22 {
        let game = games::open(&format!("uglyduck-xl:{length}x3")).unwrap();
        for columns in (20..=100).filter(|columns| is_sampled(columns + length, 5)) {
            let (board, _, _) = start_in(&game, (columns, 40));
            let is_drawn = !in_words(&board);
            for line in board.lines().filter(|_| is_drawn) {
                let pieces = line.split(|sign: char| !sign.is_ascii_alphanumeric());
                let is_one =
                    |piece: &str| piece.chars().skip(1).all(|sign| sign.is_ascii_digit()) || piece.len() == 2;
                let is_row = line.contains("d1") || line.contains("D1");
                assert!(!is_row || pieces.clone().all(is_one), "{} at {columns}\n{board}", game.name());
            }
            let has_letters = board.contains(" dA") || board.contains(" DA");
            assert_eq!(has_letters, board.contains("A to") || board.contains("Piece A: 10"), "{board}");
        }
    }
}

/// The lines of the rows of a board, and the places of its columns.
type Form = (Vec<usize>, Vec<usize>);

/// Returns where the rows and columns of a drawn board are.
pub(super) fn form(game: &AnyGame, history: &History<AnyPosition>, board: &str) -> Form {
    let picture = game.picture(&game.view(history));
    let is_row = |line: &str| {
        let name = line.split(|letter: char| !letter.is_ascii_alphanumeric()).find(|word| !word.is_empty());
        name.is_some_and(|name| picture.rows.iter().any(|row| row.eq_ignore_ascii_case(name)))
    };
    let rows = board.lines().enumerate().filter(|(_, line)| is_row(line)).map(|(number, _)| number);
    let lines: Vec<&str> = board.lines().collect();
    let header = lines.iter().max_by_key(|line| {
        let words: Vec<&str> = line.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        picture.columns.iter().filter(|name| words.contains(&name.as_str())).count()
    });
    let places = picture.columns.iter().scan(0, |start, name| {
        let place = *start + header?.get(*start..)?.find(name.as_str())?;
        *start = place + name.len();
        Some(place)
    });
    (rows.take(picture.rows.len()).collect(), places.collect())
}

/// The forms of the boards of a game, by game and window.
#[derive(Default)]
struct FormCheck(std::collections::BTreeMap<String, (Form, String)>);

impl TurnVisitor for FormCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, _: AnyMove) {
        // The stacks of Qawale grow, and what is said in words has no form.
        let is_fixed = !game.name().starts_with("qawale") && game.name() != "uglyduck-xl:22x22";
        for window in WINDOWS.into_iter().filter(|_| is_fixed) {
            let (console, _) = console(&[], BoardStyle::Classic, window);
            let (board, _) = draw(game, history, &console, "");
            let seen = form(game, history, &board);
            let key = format!("{} at {window:?}", game.name());
            let (first, before) = self.0.entry(key.clone()).or_insert_with(|| (seen.clone(), board.clone()));
            assert_eq!(*first, seen, "{key}, turn {}\n{before}\n{board}", history.plies() + 1);
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_board_keeps_its_form_in_the_whole_game() {
    visit_random_turns(24, 1, &mut FormCheck::default());
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_first_board_has_the_form_of_the_others() {
    for family in FAMILIES {
        for name in family.examples.iter().copied().chain(["uglyduck-xl:3x4", "uglyduck-xl:4x3"]) {
            let game = games::open(name).unwrap();
            let history = History::new(game.start());
            for window in [(40, 24), (80, 24), (60, 20), (110, 48)] {
                let (console, _) = console(&[], BoardStyle::Classic, window);
                let (board, _) = draw(&game, &history, &console, "");
                let text = first_screen(name, window);
                let mut lines = text.lines();
                let is_there = board.lines().all(|row| lines.any(|line| line.starts_with(row)));
                assert!(is_there, "{name} at {window:?}\n{board}\n{text}");
            }
        }
    }
}

/// Returns what is shown until the first question of a game between two people.
fn first_screen(name: &str, (columns, rows): (usize, usize)) -> String {
    let settings = Settings { window: Window::Size { columns, rows }, ..Settings::PIPED };
    play(name, Seating::new(None, None), None, &[], settings)
}

#[test]
fn no_board_is_drawn_larger_than_the_original() {
    for family in FAMILIES {
        for name in family.examples {
            let game = games::open(name).unwrap();
            let history = History::new(game.start());
            let rows = |style: Style| form(&game, &history, &game.board(&game.view(&history), &style));
            let large = Style { width: Some(300), rows: Some(300), ..Style::PLAIN };
            assert_eq!(rows(large).0, rows(Style::PLAIN).0, "{name}");
        }
    }
}

/// Marks the last move in the smallest forms.
struct SmallMarks;

impl TurnVisitor for SmallMarks {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        let is_small = ["three-dragons", "replica"].iter().any(|id| game.name().starts_with(id));
        let mut after = history.clone();
        after.play(mv);
        if !is_small || after.current().terminal_outcome().is_some() {
            return;
        }
        for columns in [40, 60, 80] {
            let style = Style { width: Some(columns), rows: Some(12), ..Style::PLAIN };
            let [shown, before] = [&after, history].map(|it| game.board(&game.view(it), &style));
            assert!(shown.contains(']') || shown.contains('<'), "{} {columns}\n{shown}", game.name());
            assert!(history.plies() < 2 || width(&shown) == width(&before), "{shown}\n{before}");
        }
    }
}

#[test]
fn the_piece_that_moved_is_marked_on_the_smallest_boards() {
    visit_random_turns(8, 2, &mut SmallMarks);
}

/// Checks that the last board of Qawale in `text`, which ends before a question, is seen above it.
fn is_seen_above_question(text: &str, question: &str, (columns, max_rows): (usize, usize)) {
    let (above, _) = text.rsplit_once(question).unwrap();
    let is_header = |line: &str| line.split_whitespace().take(4).eq(["A", "B", "C", "D"]);
    let taken = above.lines().rev().take_while(|line| !is_header(line)).count() + 1;
    let question = rows(&wrap(question, Some(columns)), Some(columns));
    assert!(taken + question <= max_rows, "{columns}x{max_rows}:\n{text}");
}

#[test]
fn a_board_of_a_turn_or_a_replay_is_seen_above_its_question() {
    let game = games::open("qawale").unwrap();
    let won = won_game(&game);
    let moves = won.turns().map(|(_, mv, _)| mv.to_string());
    let mut record = Record::new(game.name()).with_seats([Seating::HUMAN; 2]).with_moves(moves);
    let played = Referee::read(&game, None, record.move_texts()).unwrap();
    record.result = played.ending();
    for window @ (columns, rows) in
        [30, 50].into_iter().flat_map(|columns| (22..36).map(move |rows| (columns, rows)))
    {
        let settings = Settings { window: Window::Size { columns, rows }, ..Settings::PIPED };
        let text = play("qawale", Seating::new(None, None), None, &["a1"], settings);
        is_seen_above_question(&text, "Next cell: ", window);
        let (mut console, page) = console(&[], BoardStyle::Classic, window);
        let range = ReplayRange { from: won.plies(), to: None, step: true };
        let _ = replay::show(&mut record, played.clone(), range, &mut console);
        is_seen_above_question(&page.take(), "Enter: leave", window);
    }
}
