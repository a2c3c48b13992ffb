//! Tests that boards fit: at the last prompt of a turn, the first row of the board is still on the screen,
//! and no line is wider than the window.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use clap::ValueEnum as _;

use crate::console::{
    BoardStyle, CommandHandler, Console, Dialog, Echo, Input, PromptExit, Settings, Signals, Style,
    SystemHost, Window, rows, width, wrap,
};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use crate::model::{Game as _, GameRng, History, Position as _, Seating};
use crate::samples::is_sampled;
use crate::screens::drawing::{draw, heading};
use crate::screens::{Screen, TurnDialog as _};
use crate::words::GameWords as _;

pub(super) const WINDOWS: [(usize, usize); 5] = [(40, 24), (60, 20), (80, 24), (100, 40), (200, 60)];

/// The windows in which a board scrolls, because they have too few rows for it.
const SCROLLING: [(&str, &[(usize, usize)]); 3] = [
    // 17 rows, and six for the heading and the prompts.
    ("replica:16", &[(60, 20)]),
    ("replica:16,house", &[(60, 20)]),
    // 23 rows, and eight for the prompts.
    ("uglyduck-xl:22x22", &[(80, 24)]),
];

/// The boards that are described in words because these windows are too narrow for a drawing.
const TEXT_FALLBACKS: [(&str, &[(usize, usize)]); 1] = [("uglyduck-xl:22x22", &[(40, 24), (60, 20)])];

/// The window in which a capture choice in Three Dragons scrolls the board off: it needs 8 + 18 rows.
const NO_CAPTURE_CHOICE_WINDOW: (usize, usize) = (60, 20);

/// A shared buffer that a console writes to and a test reads from.
#[derive(Clone, Default)]
pub(super) struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

impl CapturedOutput {
    /// Returns what was written since the last call.
    pub(super) fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap())).unwrap()
    }
}

impl Write for CapturedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct NoCommands;

impl CommandHandler for NoCommands {
    fn handle(&mut self, _console: &mut Console, _line: &str) -> Result<bool, PromptExit> {
        Ok(false)
    }
}

/// Creates a console in which `lines` are typed, and returns it with its output.
pub(super) fn console_with<T: AsRef<str>>(lines: &[T], settings: Settings) -> (Console, CapturedOutput) {
    let text: String = lines.iter().map(|line| format!("{}\n", line.as_ref())).collect();
    captured(Input::new(Cursor::new(text)), settings)
}

/// Creates a console with this input, and returns it with its output.
pub(super) fn captured(input: Input, settings: Settings) -> (Console, CapturedOutput) {
    let (page, host) = (CapturedOutput::default(), Arc::new(SystemHost::new()));
    (Console::new(input, Box::new(page.clone()), settings, Signals::default(), host), page)
}

/// Creates a console in a window of this size, and returns it with its output.
pub(super) fn console(
    lines: &[String],
    board: BoardStyle,
    (columns, rows): (usize, usize),
) -> (Console, CapturedOutput) {
    let window = Window::Size { columns, rows };
    console_with(lines, Settings { board, window, echo: Echo::Line, ..Settings::PIPED })
}

/// A turn as it appears on the screen.
struct ShownTurn {
    board: String,
    /// The first row of the compact board, which can be redrawn in the middle of a turn.
    small_head: String,
    note: Option<String>,
    heading: String,
    /// The output and input from the first prompt to the answer of the last one.
    questions: String,
}

impl ShownTurn {
    fn of(
        game: &AnyGame,
        history: &History<AnyPosition>,
        mv: AnyMove,
        board_style: BoardStyle,
        window: (usize, usize),
    ) -> ShownTurn {
        let (mut console, page) =
            console(&one_by_one(game, &game.typed_answers(&game.view(history), mv)), board_style, window);
        let seating = Seating::new(None, None);
        let (board, note) = draw(game, history, &console, "");
        let heading = wrap(&(heading(game, history, &seating, &console.style()) + "\n"), Some(window.0));
        let (view, mut handler) = (game.view(history), NoCommands);
        let mut dialog = Dialog::new(&mut console, &mut handler);
        dialog.begin_turn(Vec::new()).unwrap();
        let answer = game.read_turn(&view, &mut dialog);
        assert!(matches!(answer, Ok(answer) if answer == mv));
        let small = game.board(&game.view(history), &Style { board: BoardStyle::Compact, ..console.style() });
        drop(console);
        let small_head = small.lines().next().unwrap_or_default().to_owned();
        let questions = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        ShownTurn { board, small_head, note, heading, questions }
    }

    fn first_row(&self) -> &str {
        self.board.lines().next().unwrap_or_default()
    }

    /// The number of rows from the top of the board to the last prompt. Counts from the last board if it was
    /// redrawn in the middle of the turn.
    fn rows(&self, columns: usize) -> usize {
        let text = format!("{}{}{}", self.board, self.heading, self.questions);
        let last = text.rfind(self.first_row()).max(text.rfind(&self.small_head)).unwrap();
        rows(&text[last..], Some(columns))
    }

    /// The prompts below the first board, up to the empty line before any redrawn board.
    fn questions_below_board(&self) -> &str {
        let end = self.questions[1..].find("\n\n").map_or(self.questions.len(), |end| end + 1);
        self.questions[..end].trim_end()
    }
}

/// Checks turns.
pub(super) trait TurnVisitor {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove);
}

/// Calls `visitor` with random turns of every kind of every game; fewer on boards that are larger than a chess board, and a sample of them by default.
pub(super) fn visit_random_turns(turns: usize, seeds: u64, visitor: &mut impl TurnVisitor) {
    for name in FAMILIES.iter().flat_map(|family| family.examples) {
        let game = games::open(name).unwrap();
        let cells = game.picture(&game.view(&History::new(game.start()))).cells.len();
        let turns = (turns * 64).div_ceil(cells).min(turns);
        for seed in 0..seeds {
            let mut rng = GameRng::from_seed(seed);
            play(&game, turns, 3, &mut rng, visitor);
        }
    }
}

/// Plays a random game, and calls `visitor` with a sample of one in `every` turns.
pub(super) fn play(
    game: &AnyGame,
    turns: usize,
    every: usize,
    rng: &mut GameRng,
    visitor: &mut impl TurnVisitor,
) {
    let mut history = History::new(game.start());
    for _ in 0..turns {
        if history.current().outcome().is_some() {
            return;
        }
        let Some(mv) = history.current().random_move(rng) else { return };
        if is_sampled(history.plies(), every) {
            visitor.visit(game, &history, mv);
        }
        history.play(mv);
    }
}

/// Whether a turn has no capture choice.
fn is_common_turn(game: &AnyGame, answers: &[String]) -> bool {
    game.name() != "three-dragons" || answers.len() == 2
}

/// Splits the answers of a turn into as many lines as possible: in Three Dragons a row and a column per cell.
pub(super) fn one_by_one(game: &AnyGame, answers: &[String]) -> Vec<String> {
    if game.name() != "three-dragons" {
        return answers.to_vec();
    }
    let parts = |square: &String| [square[1..].to_owned(), square[..1].to_owned()];
    answers[..2].iter().flat_map(parts).chain(answers[2..].iter().cloned()).collect()
}

struct FitCheck;

impl TurnVisitor for FitCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        for window in WINDOWS {
            for board_style in BoardStyle::value_variants().iter().copied() {
                let shown = ShownTurn::of(game, history, mv, board_style, window);
                let is_common_turn = is_common_turn(game, &game.typed_answers(&game.view(history), mv));
                let name = format!("{}, {board_style:?}, {window:?}:\n{}", game.name(), shown.board);
                fits(game, history, &shown, board_style, window, is_common_turn, &name);
            }
        }
    }
}

fn fits(
    game: &AnyGame,
    history: &History<AnyPosition>,
    shown: &ShownTurn,
    board_style: BoardStyle,
    (columns, rows): (usize, usize),
    is_common_turn: bool,
    name: &str,
) {
    // Prompts are not checked: typed text can be of any width.
    assert!(width(&shown.board).max(width(&shown.heading)) <= columns, "{name}{}", shown.heading);
    let words = Style { board: BoardStyle::Words, width: Some(columns), rows: Some(99), ..Style::PLAIN };
    let in_words = shown.board == wrap(&game.board(&game.view(history), &words), Some(columns));
    if board_style == BoardStyle::Words {
        assert!(in_words && shown.note.is_none(), "{name}");
        return;
    }
    let is_listed = |exceptions: &[(&str, &[(usize, usize)])]| {
        let of_game = exceptions.iter().filter(|(exception, _)| *exception == game.name());
        of_game.flat_map(|(_, windows)| *windows).any(|window| *window == (columns, rows))
    };
    assert_eq!(in_words, is_listed(&TEXT_FALLBACKS), "{name}");
    let note = shown.note.as_deref().unwrap_or_default();
    let is_scrolling = is_listed(&SCROLLING);
    assert!(!note.contains(" row") || is_scrolling || in_words, "{note} {name}");
    assert!(!note.is_empty() || !in_words && !is_scrolling, "{name}");
    // A small board instead of the original's says what that one lacks.
    let is_classic = board_style == BoardStyle::Classic;
    assert!(note.is_empty() || in_words || is_scrolling || is_classic, "{note} {name}");
    if !in_words && !is_scrolling && (is_common_turn || (columns, rows) != NO_CAPTURE_CHOICE_WINDOW) {
        let taken = shown.rows(columns);
        assert!(taken <= rows, "{taken} rows: {name}{}{}", shown.heading, shown.questions);
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn board_stays_visible_during_turn_prompts() {
    visit_random_turns(3, 1, &mut FitCheck);
}

#[test]
fn widest_capture_choice_fits() {
    let game = games::open("three-dragons").unwrap();
    for start in ["#7#/9/9/9/*2b*3*/1Ab1b4/9/3D5/#4ee1# w", "#7#/9/9/9/*2b*3*/2b1b4/9/3D5/#1A2ee1# w"] {
        let history = History::new(game.read_position(start).unwrap());
        for mv in ["d8d6*u", "d8d6*r"] {
            FitCheck.visit(&game, &history, game.read_legal_move(history.current(), mv).unwrap());
        }
    }
}

/// The games and widths for which some prompts took exactly the number of rows that the game reports.
#[derive(Default)]
struct PromptRowCheck(std::collections::BTreeSet<String>);

impl TurnVisitor for PromptRowCheck {
    fn visit(&mut self, game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove) {
        if !is_common_turn(game, &game.typed_answers(&game.view(history), mv)) {
            return;
        }
        for columns in [30, 40, 60, 80, 200] {
            let shown = ShownTurn::of(game, history, mv, BoardStyle::Compact, (columns, 99));
            let taken = rows(shown.questions_below_board(), Some(columns));
            let style =
                Style { board: BoardStyle::Compact, width: Some(columns), rows: Some(99), ..Style::PLAIN };
            let said =
                rows(&wrap(&game.turn_prompts(&game.view(history), &style), Some(columns)), Some(columns));
            assert!(
                taken <= said,
                "{}, {columns} columns: {said} rows, not {}",
                game.name(),
                shown.questions
            );
            if taken == said {
                self.0.insert(format!("{} at {columns}", game.name()));
            }
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn turn_prompts_row_count_is_exact() {
    let mut check = PromptRowCheck::default();
    visit_random_turns(12, 1, &mut check);
    let games = FAMILIES.iter().map(|family| format!("{} at 80", family.examples[0]));
    assert_eq!(games.filter(|game| !check.0.contains(game)).collect::<Vec<_>>(), [""; 0]);
}
