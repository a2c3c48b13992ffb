//! The classic drawing of the 5x5 board, in several sizes.

use crate::console::{Style, centre};
use crate::screens::grid::{GridSize, dim_grid};
use crate::words::Picture;
use crate::words::ugly_duck::SIDE;

/// The sizes, the original one first: 61 columns and 37 rows. The last has 25 columns and 9 rows. With an even height
/// nothing would be in the middle of a cell.
const SIZES: [GridSize; 8] = [
    GridSize::ruled(3, 5),
    GridSize::ruled(3, 3),
    GridSize::ruled(3, 1),
    GridSize::open(3),
    GridSize::ruled(1, 3),
    GridSize::ruled(1, 1),
    GridSize::open(1),
    GridSize::open(0),
];

/// Draws the classic board in the largest size that fits. The smallest one has no lines above and below it.
pub fn classic(picture: &Picture, style: &Style) -> String {
    let mut sizes = SIZES.map(|size| grid(picture, style, size)).to_vec();
    let smallest: Vec<&str> = sizes[SIZES.len() - 1].lines().collect();
    let inner = smallest[1..smallest.len() - 1].join("\n") + "\n";
    sizes.push(inner);
    style.largest(sizes)
}

/// Draws six columns of cells, with the row letters in the first column and the column numbers in the first
/// row.
fn grid(picture: &Picture, style: &Style, size: GridSize) -> String {
    let width = size.inner_width(1);
    let columns = usize::from(SIDE) + 1;
    let rule = "#".repeat(columns * (width + 1) + 1) + "\n";
    let blank = format!("#{}", " ".repeat(width)).repeat(columns) + "#\n";
    let row = |contents: Vec<String>| {
        let cells = contents.iter().map(|content| format!("#{}", centre(content, width)));
        size.row(&(cells.collect::<String>() + "#\n"), &blank)
    };
    let numbers = row([&[String::new()], &picture.columns[..]].concat());
    let rows = picture.lines().map(|(name, cells)| {
        let cells = cells.iter().map(|cell| cell.framed(style, 1, " "));
        row(std::iter::once(name.to_owned()).chain(cells).collect())
    });
    let rows = rows.collect::<Vec<_>>().join(if size.is_ruled { &rule } else { "" });
    dim_grid(style, &format!("{rule}{numbers}{rule}{rows}{rule}"), &['#'])
}
