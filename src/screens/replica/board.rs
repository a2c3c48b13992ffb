//! Drawings of the board.

use crate::console::{BoardStyle, Colour, Style, centre, pad_left};
use crate::games::replica::{Cell, CellSet, Move, Position, letter_of};
use crate::model::{History, Player};
use crate::screens::shared::brackets;

use super::words;

/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 3;
/// The columns before a row, for its number and a blank.
const MARGIN: usize = 3;

/// The current position as `style` wants it.
pub fn draw<S: CellSet>(history: &History<Position<S>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => classic(history.current(), style),
        BoardStyle::Compact => small(history, style, '·'),
        BoardStyle::Ascii => small(history, style, '.'),
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
fn classic<S: CellSet>(position: &Position<S>, style: &Style) -> String {
    let size = position.rules().size();
    let rule = " ".repeat(MARGIN) + &"+---".repeat(size) + "+\n";
    let numbers: String = (1..=size).map(|column| centre(&format!("{column:>2}"), CELL_WIDTH + 1)).collect();
    let mut text = format!("{}{}\n{rule}", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        text += &pad_left(&(row + 1).to_string(), MARGIN - 1);
        text += " ";
        for column in 0..size {
            text += "|";
            text += &symbol(position, Cell::new(column, row), style, ' ', CELL_WIDTH);
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
    style: &Style,
    empty: char,
    columns: usize,
) -> String {
    let Some(checker) = cell.and_then(|cell| position.checker(cell)) else {
        return centre(&empty.to_string(), columns);
    };
    let colour = colour(checker.owner);
    let colour = if checker.king { colour.bold() } else { colour };
    style.paint.apply(colour, &centre(&letter_of(checker).to_string(), columns))
}

/// Three columns a cell. The checker that moved last stands in brackets, and so does the cell it left.
fn small<S: CellSet>(history: &History<Position<S>>, style: &Style, empty: char) -> String {
    let position = history.current();
    let (from, to) = cells_of(history.last_move());
    let size = position.rules().size();
    let numbers: String = (1..=size).map(|column| format!("{column:>2} ")).collect();
    let mut text = format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        let mut line = pad_left(&(row + 1).to_string(), MARGIN - 1) + " ";
        for cell in (0..size).map(|column| Cell::new(column, row)) {
            let content = symbol(position, cell, style, empty, 1);
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
fn colour(player: Player) -> Colour {
    match player {
        Player::One => Colour::new().yellow(),
        Player::Two => Colour::new().cyan(),
    }
}
