//! Draws positions to fit the terminal, with the text below the board.

use crate::console::{BoardStyle, Console, Style, rows, width, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Player, Seating};
use crate::screens::Screen;

const TOO_NARROW: &str = "(The terminal is too narrow for this board.)";
const TOO_FEW_ROWS: &str = "(The terminal has too few rows for this board.)";

/// Draws the current position to fit the terminal. Also returns a note if there is only room for sentences,
/// or if the style that the player chose by name does not fit. `below` is extra text between the board and
/// its heading.
pub(crate) fn draw(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    below: &str,
) -> (String, Option<&'static str>) {
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
) -> (String, Option<&'static str>) {
    fit(console, rows, &|style| game.board(&game.view(history), style))
}

/// Like [`draw`], but draws `board`, the board in the middle of a turn.
pub(crate) fn draw_turn_board(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    board: &dyn Fn(&Style) -> String,
) -> (String, Option<&'static str>) {
    fit(console, rows_below(game, history, &console.style()), board)
}

/// Draws `board` in the largest style that leaves `rows` rows free below it.
fn fit(console: &Console, rows: usize, board: &dyn Fn(&Style) -> String) -> (String, Option<&'static str>) {
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
    let narrow = !style.fits(width(&wanted));
    if !narrow && console.settings().board_is_explicit {
        return (wanted, Some(TOO_FEW_ROWS));
    }
    let compact = Some(drawing(BoardStyle::Compact)).filter(|compact| room.shows(compact));
    // The compact board needs no note, unless the player chose the style by name.
    let is_missed = compact.is_none() || console.settings().board_is_explicit;
    let drawn = compact.unwrap_or_else(|| wrap(&drawing(BoardStyle::Words), style.width));
    (drawn, is_missed.then_some(if narrow { TOO_NARROW } else { TOO_FEW_ROWS }))
}

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
