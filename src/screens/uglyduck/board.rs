//! Drawings of the 5x5 board.

use crate::console::{BoardStyle, Colour, Style, centre};
use crate::games::ugly_duck::{Cell, FiveByFive, Kind, Piece, Position, letter_of};
use crate::model::notation::letter;
use crate::model::{History, Player};
use crate::screens::ducks::LETTERS;
use crate::screens::shared::brackets;

use super::words;

const SIDE: u8 = 5;
/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 9;
/// A row of cells of the classic board, in lines.
const CELL_HEIGHT: usize = 5;

/// The current position as `style` wants it.
pub fn draw(history: &History<Position<FiveByFive>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => classic(history.current(), style) + &last_move(history),
        BoardStyle::Compact | BoardStyle::Ascii => small(history, style),
        BoardStyle::Words => words::position(history),
    }
}

/// The seed's legend: what a piece looks like.
fn symbol(piece: Piece) -> char {
    match (piece.owner, piece.kind) {
        (Player::One, Kind::Duck) => '▼',
        (Player::One, Kind::Swan) => '♥',
        (Player::Two, Kind::Duck) => '▲',
        (Player::Two, Kind::Swan) => '♠',
    }
}

/// The colour that seed document 000 gives a player.
fn colour(player: Player) -> Colour {
    match player {
        Player::One => Colour::new().green(),
        Player::Two => Colour::new().blue(),
    }
}

/// The classic drawing is the seed's, which marks no move; so the last one stands below it.
fn last_move(history: &History<Position<FiveByFive>>) -> String {
    let Some(mv) = history.last_move() else { return String::new() };
    format!("Last move: {} {}\n", mv.from, mv.to)
}

/// Six columns of cells, the first with the row letters, the first row with the column numbers.
fn classic(position: &Position<FiveByFive>, style: &Style) -> String {
    let rule = "#".repeat((usize::from(SIDE) + 1) * (CELL_WIDTH + 1) + 1) + "\n";
    let mut text = rule.clone();
    let numbers = (0..=SIDE).map(|column| centre(&heading(column), CELL_WIDTH));
    text += &row_of_cells(&numbers.collect::<Vec<_>>());
    text += &rule;
    for row in 0..SIDE {
        let label = centre(&row_letter(row).to_string(), CELL_WIDTH);
        let pieces = (0..SIDE).map(|column| {
            let Some(piece) = position.piece(Cell { row, column }) else { return " ".repeat(CELL_WIDTH) };
            style.paint.apply(colour(piece.owner), &centre(&symbol(piece).to_string(), CELL_WIDTH))
        });
        text += &row_of_cells(&std::iter::once(label).chain(pieces).collect::<Vec<_>>());
        text += &rule;
    }
    text
}

fn heading(column: u8) -> String {
    if column == 0 { String::new() } else { column.to_string() }
}

fn row_letter(row: u8) -> char {
    letter(usize::from(row)).to_ascii_uppercase()
}

/// The five lines of a row of cells, with the contents in the third.
fn row_of_cells(contents: &[String]) -> String {
    let blank = " ".repeat(CELL_WIDTH);
    let mut text = String::new();
    for line in 0..CELL_HEIGHT {
        for content in contents {
            text += "#";
            text += if line == CELL_HEIGHT / 2 { content } else { &blank };
        }
        text += "#\n";
    }
    text
}

/// One character a cell. The piece that moved last stands in brackets, and so does the cell it left.
fn small(history: &History<Position<FiveByFive>>, style: &Style) -> String {
    let mut text = "   1  2  3  4  5\n".to_owned();
    for row in 0..SIDE {
        text += &format!("{} ", row_letter(row));
        for column in 0..SIDE {
            text += &small_cell(history, Cell { row, column }, style);
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text + if style.ascii() { LETTERS } else { SYMBOLS }
}

fn small_cell(history: &History<Position<FiveByFive>>, cell: Cell, style: &Style) -> String {
    let content = match history.current().piece(cell) {
        None => ".".to_owned(),
        Some(piece) => {
            let symbol = if style.ascii() { letter_of(piece) } else { symbol(piece) };
            style.paint.apply(colour(piece.owner), &symbol.to_string())
        }
    };
    let last = history.last_move();
    let (open, close) = brackets(cell, last.map(|mv| mv.from), last.map(|mv| mv.to));
    format!("{open}{content}{close}")
}

/// What the symbols stand for.
const SYMBOLS: &str = "▼ ♥: Player 1's duck, swan   ▲ ♠: Player 2's\n";
