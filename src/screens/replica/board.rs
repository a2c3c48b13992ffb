//! Drawings of the board.

use crate::console::{BoardStyle, Look, centre, right};
use crate::games::replica::moves::Move;
use crate::games::replica::notation::letter;
use crate::games::replica::{Cell, CellSet, ReplicaPosition};
use crate::model::History;

use super::{colour, describe};

/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 3;
/// The columns before a row, for its number and a blank.
const MARGIN: usize = 3;

/// The current position in the style of `look`.
pub fn draw<S: CellSet>(history: &History<ReplicaPosition<S>>, look: &Look) -> String {
    match look.board {
        BoardStyle::Classic => classic(history.current(), look),
        BoardStyle::Compact => small(history, look, '·'),
        BoardStyle::Ascii => small(history, look, '.'),
        BoardStyle::Words => describe::position(history),
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
fn classic<S: CellSet>(position: &ReplicaPosition<S>, look: &Look) -> String {
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
    position: &ReplicaPosition<S>,
    cell: Option<Cell>,
    look: &Look,
    empty: char,
    columns: usize,
) -> String {
    let Some(checker) = cell.and_then(|cell| position.at(cell)) else {
        return centre(&empty.to_string(), columns);
    };
    let style = colour(checker.owner);
    let style = if checker.king { style.bold() } else { style };
    look.paint.apply(style, &centre(&letter(checker).to_string(), columns))
}

/// Three columns a cell. The checker that moved last stands in brackets, and so does the cell it left.
fn small<S: CellSet>(history: &History<ReplicaPosition<S>>, look: &Look, empty: char) -> String {
    let position = history.current();
    let size = position.rules().size();
    let numbers: String = (1..=size).map(|column| format!("{column:>2} ")).collect();
    let mut text = format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        let mut line = right(&(row + 1).to_string(), MARGIN - 1) + " ";
        for cell in (0..size).map(|column| Cell::new(column, row)) {
            let content = symbol(position, cell, look, empty, 1);
            let (open, close) = cell.map_or((' ', ' '), |cell| brackets(history.last_move(), cell));
            line += &format!("{open}{content}{close}");
        }
        text += line.trim_end();
        text += "\n";
    }
    text + "w W: white's checker, king   b B: black's\n"
}

fn brackets(last: Option<Move>, cell: Cell) -> (char, char) {
    match last {
        Some(Move::Go { to, .. } | Move::Transform(to)) if cell == to => ('[', ']'),
        Some(Move::Go { from, .. }) if cell == from => ('(', ')'),
        _ => (' ', ' '),
    }
}
