//! The drawing of a position in the room that a terminal has for it, and what stands below it.

use crate::console::{BoardStyle, Console, Style, rows, width, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Seating};
use crate::screens::Screen;

const TOO_NARROW: &str = "(The terminal is too narrow for this board.)";
const TOO_FEW_ROWS: &str = "(The terminal has too few rows for this board.)";

/// The drawing of the current position as there is room for it, and what is to be said if it is in sentences, for want of room, or
/// if the person has asked for a style by name and there is too little room for that. The text `below` stands between the board and what is usual there.
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

/// The same where not a turn is asked for below the board, but so many rows are taken.
pub(crate) fn draw_with_rows_below(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    rows: usize,
) -> (String, Option<&'static str>) {
    let style = console.style();
    let room = style.above(rows);
    let drawing = |board: BoardStyle| game.board(&game.view(history), &Style { board, ..room });
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
    // A board that is there after all needs no word, unless the person wanted another one.
    let is_missed = compact.is_none() || console.settings().board_is_explicit;
    let drawn = compact.unwrap_or_else(|| wrap(&drawing(BoardStyle::Words), style.width));
    (drawn, is_missed.then_some(if narrow { TOO_NARROW } else { TOO_FEW_ROWS }))
}

/// The rows between the board and the end of the last question of a usual turn.
fn rows_below(game: &AnyGame, history: &History<AnyPosition>, style: &Style) -> usize {
    let heading = heading(game, history, &Seating::new(None, None), style);
    let count = |text: &str| rows(&wrap(text, style.width), style.width);
    count(&heading).max(1) + count(&game.turn_prompts(&game.view(history), style))
}

/// What stands between board and prompt, without empty lines at its end where rows are counted.
pub(crate) fn heading(
    game: &AnyGame,
    history: &History<AnyPosition>,
    seating: &Seating,
    style: &Style,
) -> String {
    let heading = game.heading(&game.view(history), seating, style);
    if style.rows.is_some() { heading.trim_end().to_owned() } else { heading }
}
