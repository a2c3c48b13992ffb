//! Draws positions to fit the terminal, with the text below the board.

use crate::console::{BoardStyle, Console, Stop, Style, rows, width, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Player, Seating};
use crate::screens::{Screen, TurnDialog as _};
use crate::words::{Flip, GameWords as _, counted, join_with_word};

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
    fit(&console.style(), console.settings().board_is_explicit, rows, &|style| {
        game.board(&game.view(history), style)
    })
}

/// Like [`draw`], but draws `board`, the board in the middle of a turn.
pub(crate) fn draw_turn_board(
    game: &AnyGame,
    history: &History<AnyPosition>,
    console: &Console,
    board: &dyn Fn(&Style) -> String,
) -> (String, Option<String>) {
    let style = console.style();
    fit(&style, console.settings().board_is_explicit, rows_below(game, history, &style), board)
}

/// Returns the style for a board that leaves room for the questions of a turn below it.
pub(crate) fn style_above_turn(game: &AnyGame, history: &History<AnyPosition>, console: &Console) -> Style {
    let style = console.style();
    style.above(rows_below(game, history, &style))
}

/// Draws `board` in the largest style that leaves `rows` rows free below it. If none does, the board may scroll
/// off the top; only a window that is too narrow gets sentences. If the player chose the style by name, it
/// `is_explicit`, and a board that is too tall scrolls rather than changes.
pub(crate) fn fit(
    style: &Style,
    is_explicit: bool,
    rows: usize,
    board: &dyn Fn(&Style) -> String,
) -> (String, Option<String>) {
    let room = style.above(rows);
    let drawing = |style: BoardStyle| board(&Style { board: style, ..room });
    let wanted = drawing(style.board);
    if style.board == BoardStyle::Words {
        return (wrap(&wanted, style.width), None);
    }
    if room.shows(&wanted) {
        return (wanted, None);
    }
    let fits_across = |board: &str| style.fits(width(board));
    // Rows without which even the questions do not fit.
    let short = rows.saturating_sub(style.rows.unwrap_or(usize::MAX));
    let missing_in = |style: BoardStyle| {
        let (columns, lines) = missing(&Style { board: style, ..room }, board);
        (columns, lines + short)
    };
    let whole =
        |style| Some(format!("(For the whole board the window needs {}.)", in_words(missing_in(style))));
    if is_explicit && fits_across(&wanted) {
        return (wanted, whole(style.board));
    }
    let (compact, words) = (drawing(BoardStyle::Compact), drawing(BoardStyle::Words));
    let full = |lacks| Some(format!("(For the full board the window needs {}.)", in_words(lacks)));
    match room.shows(&compact) {
        _ if compact == words || [&compact, &wanted].iter().all(|board| !fits_across(board)) => {
            let nearest = [BoardStyle::Compact, style.board].map(missing_in).into_iter();
            (wrap(&words, style.width), nearest.min_by_key(|(columns, lines)| columns + lines).and_then(full))
        }
        true => (compact, full(missing_in(style.board))),
        false if fits_across(&wanted) && wanted.lines().count() <= compact.lines().count() => {
            (wanted, whole(style.board))
        }
        false => (compact, whole(BoardStyle::Compact)),
    }
}

/// Returns the columns and rows that a window lacks for the smallest drawing of `board`.
fn missing(room: &Style, board: &dyn Fn(&Style) -> String) -> (usize, usize) {
    let words = board(&Style { board: BoardStyle::Words, ..*room });
    let drawn = |more: usize| {
        let wider = Style { width: room.width.map(|columns| columns + more), rows: Some(0), ..*room };
        Some(board(&wider)).filter(|drawn| *drawn != words && wider.fits(width(drawn)))
    };
    let widths: Vec<usize> = (0..MAX_MISSING_COLUMNS).collect();
    let columns = widths.partition_point(|more| drawn(*more).is_none());
    let lines = drawn(columns).map_or(0, |drawn| drawn.lines().count());
    (columns, lines.saturating_sub(room.rows.unwrap_or(usize::MAX)))
}

/// Says what a window lacks: `1 more column and 2 more rows`.
fn in_words((columns, lines): (usize, usize)) -> String {
    let lacks = [(columns, "more column"), (lines, "more row")].into_iter().filter(|(count, _)| *count > 0);
    join_with_word(&lacks.map(|(count, what)| counted(count, what)).collect::<Vec<_>>(), "and")
}

/// More columns than any window lacks.
const MAX_MISSING_COLUMNS: usize = 200;

/// Writes `board`, the drawing of the current position, as every board in a turn: below an empty line and the text of
/// the game above it.
///
/// # Errors
/// Output could not be written.
pub(crate) fn say_framed(
    game: &AnyGame,
    history: &History<AnyPosition>,
    (seating, is_over): (&Seating, bool),
    console: &mut Console,
    board: &str,
) -> Result<(), Stop> {
    console.say("")?;
    let above = game.above_board(&game.view(history), seating, is_over, &console.style());
    console.say_nonempty(&above)?;
    console.say_board(board)
}

/// Returns whether boards of `game` can be flipped.
///
/// # Errors
/// This board has no ends, or is described in sentences; the text says so.
pub(crate) fn check_flip(game: &AnyGame, style: &Style) -> Result<(), &'static str> {
    if game.picture(&game.view(&History::new(game.start()))).flip == Flip::Nothing {
        return Err("This board looks the same from both sides.");
    }
    if style.board == BoardStyle::Words {
        return Err("The board is described in sentences, so there is nothing to flip.");
    }
    Ok(())
}

/// Flips the boards that follow.
///
/// # Errors
/// They cannot be flipped; the text says why.
pub(crate) fn flip(game: &AnyGame, console: &mut Console) -> Result<(), &'static str> {
    check_flip(game, &console.style())?;
    console.settings_mut().flipped ^= true;
    Ok(())
}

/// Tells the console which side is at the bottom of the boards that follow: that of `player`, or that of the
/// original. Only a terminal has boards for one person.
pub(crate) fn place_at_bottom(game: &AnyGame, player: Option<Player>, console: &mut Console) {
    let player = player.filter(|_| console.is_at_terminal());
    let start = History::new(game.start());
    let top = || game.picture(&game.view(&start)).top_side();
    console.settings_mut().own_side_on_top = player.is_some_and(|player| top() == Some(player));
}

/// Returns the rows from the board to the end of the last question of a typical turn. As far as can be known they are
/// those of the first turn of the game, so that the board has the same size in the whole game.
pub(crate) fn rows_below(game: &AnyGame, history: &History<AnyPosition>, style: &Style) -> usize {
    let count = |text: &str| rows(&wrap(text, style.width), style.width);
    let of_turn = |history: &History<AnyPosition>| {
        let heading = heading(game, history, &Seating::new(None, None), style);
        count(&heading).max(1) + count(&game.turn_prompts(&game.view(history), style))
    };
    of_turn(history).max(of_turn(&History::new(game.start())))
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
