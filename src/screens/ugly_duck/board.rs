//! The classic drawing of the 5x5 board, in two sizes.

use crate::console::{Style, centre};
use crate::games::ugly_duck::{Cell, FiveByFive, Position};
use crate::model::View;
use crate::model::notation::letter;
use crate::screens::ducks::{picture_content, piece_kinds};
use crate::screens::text::dim_grid;
use crate::screens::{Picture, PicturePiece, Tint};

const SIDE: u8 = 5;

/// The pieces, with the signs of the original. The side at the top always points down.
pub const KINDS: [PicturePiece; 4] = piece_kinds(['▼', '♥', '▲', '♠'], ['▲', '♠', '▼', '♥'], Tint::Blue);

/// The cells of a classic board.
#[derive(Clone, Copy)]
struct CellSize {
    /// The inner width of a cell, in columns.
    width: usize,
    /// The height of a row of cells, in lines.
    height: usize,
}

/// The original size: 61 columns and 37 rows.
const TALL: CellSize = CellSize { width: 9, height: 5 };
/// For a window of normal height: 37 columns and 13 rows.
const FLAT: CellSize = CellSize { width: 5, height: 1 };

/// Returns the board as data.
pub fn picture(view: &View<'_, Position<FiveByFive>>) -> Picture {
    let cells = |row| (0..SIDE).map(|column| Cell { row, column }).collect();
    let rows = (0..SIDE).map(|row| (letter(row.into()).to_ascii_uppercase().to_string(), cells(row)));
    let columns = (1..=SIDE).map(|column| column.to_string()).collect();
    Picture::new(&KINDS, columns, rows, |cell| picture_content(view.position, *cell, &KINDS, None))
}

/// Draws the classic board. The original does not mark moves, so through a pipe the last move is written
/// below the board.
pub fn classic(picture: &Picture, view: &View<'_, Position<FiveByFive>>, style: &Style) -> String {
    let last =
        || view.last_move().map_or_else(String::new, |mv| format!("Last move: {} {}\n", mv.from, mv.to));
    style.largest([TALL, FLAT].map(|size| grid(picture, style, size)).to_vec()) + &style.unless_marked(last)
}

/// Draws six columns of cells, with the row letters in the first column and the column numbers in the first
/// row.
fn grid(picture: &Picture, style: &Style, size: CellSize) -> String {
    let rule = "#".repeat((usize::from(SIDE) + 1) * (size.width + 1) + 1) + "\n";
    let numbers = std::iter::once(String::new()).chain(picture.columns.iter().cloned());
    let mut text = rule.clone() + &row_of_cells(numbers, size) + &rule;
    for (name, cells) in picture.lines() {
        let cells = cells.iter().map(|cell| cell.framed(style, 1, " "));
        text += &row_of_cells(std::iter::once(name.to_owned()).chain(cells), size);
        text += &rule;
    }
    dim_grid(style, &text, &['#'])
}

/// Draws a row of cells, with the contents in its middle line.
fn row_of_cells(contents: impl Iterator<Item = String>, size: CellSize) -> String {
    let full: String = contents.map(|content| format!("#{}", centre(&content, size.width))).collect();
    let blank = format!("#{}", " ".repeat(size.width)).repeat(usize::from(SIDE) + 1);
    let line = |line| format!("{}#\n", if line == size.height / 2 { &full } else { &blank });
    (0..size.height).map(line).collect()
}
