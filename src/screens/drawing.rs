//! Draws positions to fit the terminal, with the text below the board.

use crate::console::{BoardStyle, Console, Style, rows, width, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Player, Seating};
use crate::screens::{Screen, TurnDialog as _};
use crate::words::{GameWords as _, counted};

/// Draws the current position to fit the terminal. Also returns a note about what the window lacks, if the board
/// scrolls, if there is only room for sentences, or if the style that the player chose by name does not fit.
/// `below` is extra text between the board and its heading.
pub(crate) fn draw(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    below: &str,
) -> (String, Option<String>) {
    let style = console.style();
    let rows = rows_below(game, history, &style) + rows(&wrap(below, style.width), style.width);
    draw_with_rows_below(game, history, console, rows)
}

/// Like [`draw`], but leaves `rows` rows free below the board instead of the rows of a turn.
pub(crate) fn draw_with_rows_below(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    rows: usize,
) -> (String, Option<String>) {
    fit(console, rows, &|style| game.board(&game.view(history), style))
}

/// Like [`draw`], but draws `board`, the board in the middle of a turn.
pub(crate) fn draw_turn_board(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    board: &dyn Fn(&Style) -> String,
) -> (String, Option<String>) {
    fit(console, rows_below(game, history, &console.style()), board)
}

/// Returns the style for a board that leaves room for the questions of a turn below it.
pub(crate) fn style_above_turn(game: &AnyGame, history: &History<AnyPosition>, console: &Console) -> Style {
    let style = console.style();
    style.above(rows_below(game, history, &style))
}

/// Draws `board` in the largest style that leaves `rows` rows free below it. If none does, the board may scroll
/// off the top; only a window that is too narrow gets sentences.
fn fit(console: &Console, rows: usize, board: &dyn Fn(&Style) -> String) -> (String, Option<String>) {
    let style = console.style();
    let room = style.above(rows);
    let drawing = |style: BoardStyle| board(&Style { board: style, ..room });
    let wanted = drawing(style.board);
    if style.board == BoardStyle::Words {
        return (wrap(&wanted, style.width), None);
    }
    if room.shows(&wanted) {
        return (wanted, None);
    }
    let is_explicit = console.settings().board_is_explicit;
    let lacks_rows = |board: &str| {
        let missing = (board.lines().count() + rows).saturating_sub(style.rows.unwrap_or(usize::MAX));
        format!("(For the whole board the window needs {}.)", counted(missing, "more row"))
    };
    if is_explicit && style.fits(width(&wanted)) {
        return (wanted.clone(), Some(lacks_rows(&wanted)));
    }
    let (compact, words) = (drawing(BoardStyle::Compact), drawing(BoardStyle::Words));
    if compact == words {
        return (
            wrap(&words, style.width),
            Some(lacks_columns(&Style { board: BoardStyle::Compact, ..room }, board)),
        );
    }
    if style.fits(width(&wanted)) && !room.shows(&compact) {
        return (wanted.clone(), Some(lacks_rows(&wanted)));
    }
    let note = if style.fits(width(&wanted)) { lacks_rows(&wanted) } else { lacks_columns(&room, board) };
    (compact, Some(note))
}

/// Says how many columns a window lacks for `board`.
fn lacks_columns(room: &Style, board: &dyn Fn(&Style) -> String) -> String {
    let words = board(&Style { board: BoardStyle::Words, ..*room });
    let shows = |more: &usize| {
        let wider = Style { width: room.width.map(|columns| columns + more), ..*room };
        let drawn = board(&wider);
        drawn != words && wider.fits(width(&drawn))
    };
    let missing = (1..MAX_MISSING_COLUMNS).find(shows).unwrap_or(MAX_MISSING_COLUMNS);
    format!("(For this board the window needs {}.)", counted(missing, "more column"))
}

/// More columns than any window lacks.
const MAX_MISSING_COLUMNS: usize = 200;

/// Tells the console which side is at the bottom of the boards that follow: that of `player`, or that of the
/// original. Only a terminal has boards for one person.
pub(crate) fn place_at_bottom(game: &AnyGame, player: Option<Player>, console: &mut Console) {
    let player = player.filter(|_| console.is_at_terminal());
    let start = History::new(game.start());
    let top = || game.picture(&game.view(&start)).top_side();
    console.settings_mut().own_side_on_top = player.is_some_and(|player| top() == Some(player));
}

/// Returns the rows from the board to the end of the last question of a typical turn.
fn rows_below(game: &AnyGame, history: &History<AnyPosition>, style: &Style) -> usize {
    let heading = heading(game, history, &Seating::new(None, None), style);
    let count = |text: &str| rows(&wrap(text, style.width), style.width);
    count(&heading).max(1) + count(&game.turn_prompts(&game.view(history), style))
}

/// Returns the text between board and prompt, without trailing empty lines if rows are limited.
pub(crate) fn heading(
    game: &AnyGame,
    history: &History<AnyPosition>,
    seating: &Seating,
    style: &Style,
) -> String {
    let heading = game.heading(&game.view(history), seating, style);
    if style.rows.is_some() { heading.trim_end().to_owned() } else { heading }
}
