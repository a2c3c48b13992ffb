//! The classic drawing of the 5x5 board, in several sizes.

use crate::console::{Style, centre};
use crate::games::ugly_duck::{Cell, FiveByFive, Position};
use crate::model::View;
use crate::model::notation::letter;
use crate::screens::ducks::{picture_content, piece_kinds};
use crate::screens::text::dim_grid;
use crate::screens::{Flip, Picture, PictureCell, PicturePiece, Tint};

const SIDE: u8 = 5;

/// The pieces, with the signs of the original.
pub const KINDS: [PicturePiece; 4] = piece_kinds(['▼', '♥', '▲', '♠'], Tint::Blue);

/// The cells of a classic board.
#[derive(Clone, Copy)]
struct CellSize {
    /// The inner width of a cell, in columns.
    width: usize,
    /// The height of a row of cells, in lines.
    height: usize,
    /// Whether there are lines between the rows.
    is_ruled: bool,
}

impl CellSize {
    const fn ruled(width: usize, height: usize) -> Self {
        CellSize { width, height, is_ruled: true }
    }

    const fn open(width: usize) -> Self {
        CellSize { width, height: 1, is_ruled: false }
    }
}

/// The sizes, the original one first: 61 columns and 37 rows. The last has 25 columns and 9 rows.
const SIZES: [CellSize; 9] = [
    CellSize::ruled(9, 5),
    CellSize::ruled(9, 4),
    CellSize::ruled(9, 3),
    CellSize::ruled(9, 1),
    CellSize::open(9),
    CellSize::ruled(5, 3),
    CellSize::ruled(5, 1),
    CellSize::open(5),
    CellSize::open(3),
];

/// Returns the board as data.
pub fn picture(view: &View<'_, Position<FiveByFive>>) -> Picture {
    let cells = |row| (0..SIDE).map(|column| Cell { row, column }).collect();
    let rows = (0..SIDE).map(|row| (letter(row.into()).to_ascii_uppercase().to_string(), cells(row)));
    let columns = (1..=SIDE).map(|column| column.to_string()).collect();
    let content = |cell: &Cell| picture_content(view.position, *cell, &KINDS, None);
    Picture { flip: Flip::Rows, ..Picture::new(&KINDS, columns, rows, content) }
}

/// Draws the classic board in the largest size that fits.
pub fn classic(picture: &Picture, style: &Style) -> String {
    style.largest(SIZES.map(|size| grid(picture, style, size)).to_vec())
}

/// Draws six columns of cells, with the row letters in the first column and the column numbers in the first
/// row.
fn grid(picture: &Picture, style: &Style, size: CellSize) -> String {
    let rule = "#".repeat((usize::from(SIDE) + 1) * (size.width + 1) + 1) + "\n";
    let numbers = std::iter::once(String::new()).chain(picture.columns.iter().cloned());
    let row = |(name, cells): (&str, &[PictureCell])| {
        let cells = cells.iter().map(|cell| cell.framed(style, 1, " "));
        row_of_cells(std::iter::once(name.to_owned()).chain(cells), size)
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let rows = rows.join(if size.is_ruled { &rule } else { "" });
    dim_grid(style, &format!("{rule}{}{rule}{rows}{rule}", row_of_cells(numbers, size)), &['#'])
}

/// Draws a row of cells, with the contents in its middle line.
fn row_of_cells(contents: impl Iterator<Item = String>, size: CellSize) -> String {
    let full: String = contents.map(|content| format!("#{}", centre(&content, size.width))).collect();
    let blank = format!("#{}", " ".repeat(size.width)).repeat(usize::from(SIDE) + 1);
    let line = |line| format!("{}#\n", if line == size.height / 2 { &full } else { &blank });
    (0..size.height).map(line).collect()
}
