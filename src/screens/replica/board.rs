//! Drawings of the board.

use owo_colors::Style;

use crate::console::{BoardStyle, Look, centre, right};
use crate::games::replica::{Cell, CellSet, Move, Position, letter_of};
use crate::model::{History, Player};
use crate::screens::shared::brackets;

use super::words;

/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 3;
/// The columns before a row, for its number and a blank.
const MARGIN: usize = 3;

/// The current position in the style of `look`.
pub fn draw<S: CellSet>(history: &History<Position<S>>, look: &Look) -> String {
    match look.board {
        BoardStyle::Classic => classic(history.current(), look),
        BoardStyle::Compact => small(history, look, '·'),
        BoardStyle::Ascii => small(history, look, '.'),
        BoardStyle::Words => words::position(history),
    }
}

/// The seed's grid: column numbers on top, the highest row first.
///
/// ```text
///      1   2
///    +---+---+
///  2 |   | W |
///    +---+---+
///  1 | b |   |
///    +---+---+
/// ```
fn classic<S: CellSet>(position: &Position<S>, look: &Look) -> String {
    let size = position.rules().size();
    let rule = " ".repeat(MARGIN) + &"+---".repeat(size) + "+\n";
    let numbers: String = (1..=size).map(|column| centre(&format!("{column:>2}"), CELL_WIDTH + 1)).collect();
    let mut text = format!("{}{}\n{rule}", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        text += &right(&(row + 1).to_string(), MARGIN - 1);
        text += " ";
        for column in 0..size {
            text += "|";
            text += &symbol(position, Cell::new(column, row), look, ' ', CELL_WIDTH);
        }
        text += "|\n";
        text += &rule;
    }
    text
}

/// The letter of what stands on `cell`, in the middle of `columns` columns, `empty` where nothing does.
fn symbol<S: CellSet>(
    position: &Position<S>,
    cell: Option<Cell>,
    look: &Look,
    empty: char,
    columns: usize,
) -> String {
    let Some(checker) = cell.and_then(|cell| position.checker(cell)) else {
        return centre(&empty.to_string(), columns);
    };
    let style = colour(checker.owner);
    let style = if checker.king { style.bold() } else { style };
    look.paint.apply(style, &centre(&letter_of(checker).to_string(), columns))
}

/// Three columns a cell. The checker that moved last stands in brackets, and so does the cell it left.
fn small<S: CellSet>(history: &History<Position<S>>, look: &Look, empty: char) -> String {
    let position = history.current();
    let (from, to) = cells_of(history.last_move());
    let size = position.rules().size();
    let numbers: String = (1..=size).map(|column| format!("{column:>2} ")).collect();
    let mut text = format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        let mut line = right(&(row + 1).to_string(), MARGIN - 1) + " ";
        for cell in (0..size).map(|column| Cell::new(column, row)) {
            let content = symbol(position, cell, look, empty, 1);
            let (open, close) = cell.map_or((' ', ' '), |cell| brackets(cell, from, to));
            line += &format!("{open}{content}{close}");
        }
        text += line.trim_end();
        text += "\n";
    }
    text + "w W: white's checker, king   b B: black's\n"
}

/// Where a move begins and ends.
fn cells_of(mv: Option<Move>) -> (Option<Cell>, Option<Cell>) {
    match mv {
        Some(Move::Go { from, to }) => (Some(from), Some(to)),
        Some(Move::Transform(cell)) => (None, Some(cell)),
        None => (None, None),
    }
}

/// The colour in which a player's checkers are shown where there are colours.
fn colour(player: Player) -> Style {
    match player {
        Player::One => Style::new().yellow(),
        Player::Two => Style::new().cyan(),
    }
}
