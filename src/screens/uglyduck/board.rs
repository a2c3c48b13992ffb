//! Drawings of the 5x5 board. The classic one and the small one have several sizes.

use crate::console::{BoardStyle, Role, Style, centre};
use crate::games::ugly_duck::{Cell, FiveByFive, Kind, Piece, Position, letter_of};
use crate::model::notation::letter;
use crate::model::{Player, View};
use crate::screens::ducks::{LETTERS, marks, paint, pictured};
use crate::screens::shared::{Marks, framed, quiet, with_legend};
use crate::screens::{Picture, Tint};

use super::words;

const SIDE: u8 = 5;

/// The cells of a classic board.
#[derive(Clone, Copy)]
struct CellSize {
    /// The inside of a cell, in columns.
    width: usize,
    /// A row of cells, in lines.
    height: usize,
}

/// As the seed draws it: 61 columns and 37 rows.
const TALL: CellSize = CellSize { width: 9, height: 5 };
/// For a window of the usual height: 37 columns and 13 rows.
const FLAT: CellSize = CellSize { width: 5, height: 1 };

/// The current position as `style` wants it.
pub fn draw(view: &View<'_, Position<FiveByFive>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic if style.is_at_terminal() => {
            let marks = marks(view, style);
            style.largest([TALL, FLAT].map(|size| classic(view, style, size, &marks)).to_vec())
        }
        BoardStyle::Classic => classic(view, style, TALL, &Marks::NONE) + &last_move(view),
        BoardStyle::Compact | BoardStyle::Ascii => {
            let legend = if style.ascii() { LETTERS } else { SYMBOLS };
            style.largest(with_legend(&small(view, style), legend, style))
        }
        BoardStyle::Words => words::position(view),
    }
}

/// The board as data.
pub fn picture(view: &View<'_, Position<FiveByFive>>, style: &Style) -> Picture {
    let cells = |row| order(style).map(|column| Cell { row, column }).collect();
    let rows = order(style).map(|row| (row_letter(row).to_string(), cells(row)));
    let columns = order(style).map(column_name).collect();
    Picture::new(columns, rows, &marks(view, style), |cell| pictured(view.position, *cell, Tint::Blue, None))
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

/// The classic drawing is the seed's, which marks no move; so the last one stands below it.
fn last_move(view: &View<'_, Position<FiveByFive>>) -> String {
    let Some(mv) = view.last_move() else { return String::new() };
    format!("Last move: {} {}\n", mv.from, mv.to)
}

/// Six columns of cells, the first with the row letters, the first row with the column numbers.
fn classic(
    view: &View<'_, Position<FiveByFive>>,
    style: &Style,
    size: CellSize,
    marks: &Marks<Cell>,
) -> String {
    let rule = "#".repeat((usize::from(SIDE) + 1) * (size.width + 1) + 1) + "\n";
    let numbers = std::iter::once(String::new()).chain(order(style).map(column_name));
    let mut text = rule.clone() + &row_of_cells(numbers, size) + &rule;
    for row in order(style) {
        let cells =
            order(style).map(|column| content(view, Cell { row, column }, (style, marks), " ", symbol));
        text += &row_of_cells(std::iter::once(row_letter(row).to_string()).chain(cells), size);
        text += &rule;
    }
    quiet(style, &text, &['#'])
}

/// The content of a cell: its piece by `letter`, or `empty`, which is quiet where it can be seen; with its marks.
fn content(
    view: &View<'_, Position<FiveByFive>>,
    cell: Cell,
    (style, marks): (&Style, &Marks<Cell>),
    empty: &str,
    letter: impl Fn(Piece) -> char,
) -> String {
    let piece = view.position.piece(cell);
    let content = piece.map_or_else(|| empty.to_owned(), |piece| letter(piece).to_string());
    framed(style, marks.around(&cell), &content, 1, |text| match piece {
        Some(piece) => paint(style, piece, text),
        None if empty == " " => text.to_owned(),
        None => style.paint.apply(Role::Quiet, text),
    })
}

/// The rows or the columns in the order in which they are drawn.
fn order(style: &Style) -> impl Iterator<Item = u8> + use<> {
    style.order(SIDE.into()).map(|index| index as u8)
}

fn column_name(column: u8) -> String {
    (column + 1).to_string()
}

fn row_letter(row: u8) -> char {
    letter(usize::from(row)).to_ascii_uppercase()
}

/// The lines of a row of cells, with the contents in the middle one.
fn row_of_cells(contents: impl Iterator<Item = String>, size: CellSize) -> String {
    let full: String = contents.map(|content| format!("#{}", centre(&content, size.width))).collect();
    let blank = format!("#{}", " ".repeat(size.width)).repeat(usize::from(SIDE) + 1);
    let line = |line| format!("{}#\n", if line == size.height / 2 { &full } else { &blank });
    (0..size.height).map(line).collect()
}

/// One character a cell. The piece that moved last stands in brackets, and so does the cell it left.
fn small(view: &View<'_, Position<FiveByFive>>, style: &Style) -> String {
    let marks = marks(view, style);
    let numbers: String = order(style).map(|column| format!(" {} ", column_name(column))).collect();
    let mut text = format!("  {}\n", numbers.trim_end());
    let letter = |piece| if style.ascii() { letter_of(piece) } else { symbol(piece) };
    let empty = style.empty_cell(".");
    for row in order(style) {
        let cells =
            order(style).map(|column| content(view, Cell { row, column }, (style, &marks), empty, letter));
        text += format!("{} {}", row_letter(row), cells.collect::<String>()).trim_end();
        text += "\n";
    }
    text
}

/// What the symbols stand for.
const SYMBOLS: &str = "▼ ♥: Player 1's duck, swan   ▲ ♠: Player 2's\n";
