//! Drawings of the 5x5 board. The classic one and the small one have several sizes.

use crate::console::{BoardStyle, Colour, Style, centre};
use crate::games::ugly_duck::{Cell, FiveByFive, Kind, Piece, Position, letter_of};
use crate::model::notation::letter;
use crate::model::{History, Player};
use crate::screens::ducks::LETTERS;
use crate::screens::shared::{brackets, with_legend};

use super::words;

const SIDE: u8 = 5;

/// The cells of a classic board.
#[derive(Clone, Copy)]
struct CellSize {
    /// The inside of a cell, in columns.
    width: usize,
    /// A row of cells, in lines.
    height: usize,
    /// Whether the last move is marked in the cells. Else it stands below the board.
    marked: bool,
}

/// As the seed draws it: 61 columns and 37 rows. The seed marks no move.
const TALL: CellSize = CellSize { width: 9, height: 5, marked: false };
/// For a window of the usual height: 37 columns and 13 rows.
const FLAT: CellSize = CellSize { width: 5, height: 1, marked: true };

/// The current position as `style` wants it.
pub fn draw(history: &History<Position<FiveByFive>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => {
            let tall = classic(history, style, TALL) + &last_move(history);
            style.largest(vec![tall, classic(history, style, FLAT)])
        }
        BoardStyle::Compact | BoardStyle::Ascii => {
            let legend = if style.ascii() { LETTERS } else { SYMBOLS };
            style.largest(with_legend(&small(history, style), legend, style))
        }
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
fn classic(history: &History<Position<FiveByFive>>, style: &Style, size: CellSize) -> String {
    let rule = "#".repeat((usize::from(SIDE) + 1) * (size.width + 1) + 1) + "\n";
    let numbers = (0..=SIDE).map(|column| centre(&heading(column), size.width));
    let mut text = rule.clone() + &row_of_cells(&numbers.collect::<Vec<_>>(), size) + &rule;
    for row in 0..SIDE {
        let label = centre(&row_letter(row).to_string(), size.width);
        let cells = (0..SIDE).map(|column| classic_cell(history, Cell { row, column }, style, size));
        text += &row_of_cells(&std::iter::once(label).chain(cells).collect::<Vec<_>>(), size);
        text += &rule;
    }
    text
}

fn classic_cell(
    history: &History<Position<FiveByFive>>,
    cell: Cell,
    style: &Style,
    size: CellSize,
) -> String {
    let piece = history.current().piece(cell);
    let content = piece.map_or(' ', symbol);
    let paint = |text: &str| match piece {
        Some(piece) => style.paint.apply(colour(piece.owner), text),
        None => text.to_owned(),
    };
    if !size.marked {
        return paint(&centre(&content.to_string(), size.width));
    }
    let (open, close) = last_move_brackets(history, cell);
    centre(&format!("{open}{}{close}", paint(&content.to_string())), size.width)
}

fn heading(column: u8) -> String {
    if column == 0 { String::new() } else { column.to_string() }
}

fn row_letter(row: u8) -> char {
    letter(usize::from(row)).to_ascii_uppercase()
}

/// The lines of a row of cells, with the contents in the middle one.
fn row_of_cells(contents: &[String], size: CellSize) -> String {
    let blank = " ".repeat(size.width);
    let mut text = String::new();
    for line in 0..size.height {
        for content in contents {
            text += "#";
            text += if line == size.height / 2 { content } else { &blank };
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
    text
}

fn small_cell(history: &History<Position<FiveByFive>>, cell: Cell, style: &Style) -> String {
    let content = match history.current().piece(cell) {
        None => ".".to_owned(),
        Some(piece) => {
            let symbol = if style.ascii() { letter_of(piece) } else { symbol(piece) };
            style.paint.apply(colour(piece.owner), &symbol.to_string())
        }
    };
    let (open, close) = last_move_brackets(history, cell);
    format!("{open}{content}{close}")
}

fn last_move_brackets(history: &History<Position<FiveByFive>>, cell: Cell) -> (char, char) {
    let last = history.last_move();
    brackets(cell, last.map(|mv| mv.from), last.map(|mv| mv.to))
}

/// What the symbols stand for.
const SYMBOLS: &str = "▼ ♥: Player 1's duck, swan   ▲ ♠: Player 2's\n";
