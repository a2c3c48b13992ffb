//! Draws boards as grids of text, in several sizes.

use crate::console::{Role, Style, centre, pad_left};
use crate::words::{Picture, PictureCell};

use super::text::{cell_width, narrow_row};

/// The lines of a grid.
const GRID: [char; 3] = ['|', '+', '-'];

/// The cells of a grid.
#[derive(Clone, Copy)]
pub struct GridSize {
    /// The spaces on each side of the marks around a cell's text; `None` if neighbouring cells also share the
    /// column between them.
    pub padding: Option<usize>,
    /// The height of a row of cells, in lines.
    height: usize,
    /// Whether there are lines between the rows.
    pub is_ruled: bool,
}

impl GridSize {
    /// The size of most originals.
    pub const ORIGINAL: GridSize = GridSize::ruled(0, 1);
    /// From the original's to the smallest.
    pub const ALL: [GridSize; 3] = [GridSize::ORIGINAL, GridSize::open(0), GridSize::TIGHT];
    /// The smallest: neighbouring cells share the column between them.
    pub const TIGHT: GridSize = GridSize { padding: None, ..GridSize::open(0) };

    /// Creates a size with lines between the rows.
    pub const fn ruled(padding: usize, height: usize) -> GridSize {
        GridSize { padding: Some(padding), height, is_ruled: true }
    }

    /// Creates a size whose rows take one line each.
    pub const fn open(padding: usize) -> GridSize {
        GridSize { is_ruled: false, ..GridSize::ruled(padding, 1) }
    }

    /// Returns the width of a cell whose text has at most `text_width` columns.
    pub fn inner_width(self, text_width: usize) -> usize {
        self.padding.map_or(text_width, |padding| text_width + 2 + 2 * padding)
    }

    /// Returns the lines of a row of cells: `full` in the middle of others that are `blank`.
    pub fn row(self, full: &str, blank: &str) -> String {
        (0..self.height).map(|line| if line == self.height / 2 { full } else { blank }).collect()
    }
}

/// Draws the grid in several sizes. The smallest has no bottom line.
pub fn grid_sizes(picture: &Picture, style: &Style) -> Vec<String> {
    let mut sizes = GridSize::ALL.map(|size| grid(picture, style, size)).to_vec();
    let smallest = sizes.last().map_or("", String::as_str).trim_end();
    let foot = smallest.rfind('\n').map_or(0, |end| end + 1);
    sizes.push(smallest[..foot].to_owned());
    sizes
}

/// Draws a grid with the column names above it and the row names to its left.
///
/// ```text
///      1   2
///    +---+---+
///  2 |   |(W)|
///    +---+---+
///  1 |[b]|   |
///    +---+---+
/// ```
pub fn grid(picture: &Picture, style: &Style, size: GridSize) -> String {
    // Without padding, an empty cell needs room for two marks.
    let cell_width = cell_width(picture, style).max(if size.padding.is_none() { 2 } else { 1 });
    let inner_width = size.inner_width(cell_width);
    let margin = picture.row_width().max(2);
    let spaces = " ".repeat(margin + 1);
    let columns = picture.columns.len();
    let rule = format!("{spaces}{}+\n", format!("+{}", "-".repeat(inner_width)).repeat(columns));
    let blank = format!("{spaces}{}|\n", format!("|{}", " ".repeat(inner_width)).repeat(columns));
    let row = |(name, cells): (&str, &[PictureCell])| {
        let cell =
            |cell: &PictureCell| format!("|{}", centre(&cell.framed(style, cell_width, " "), inner_width));
        let cells = match size.padding {
            None => narrow_row(cells, style, cell_width, '|'),
            Some(_) => cells.iter().map(cell).collect::<String>() + "|",
        };
        size.row(&format!("{} {cells}\n", pad_left(name, margin)), &blank)
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let text = format!("{rule}{}{rule}", rows.join(if size.is_ruled { &rule } else { "" }));
    let names: String =
        picture.columns.iter().map(|name| centre(&pad_left(name, 2), inner_width + 1)).collect();
    format!("{spaces}{}\n{}", names.trim_end(), dim_grid(style, &text, &GRID))
}

/// Dims the characters of `grid` in `drawing`.
pub fn dim_grid(style: &Style, drawing: &str, grid: &[char]) -> String {
    let mut text = String::new();
    let mut rest = drawing;
    while let Some(start) = rest.find(grid) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|sign| !grid.contains(&sign)).unwrap_or(run.len());
        text += before;
        text += &style.paint.apply(Role::Dim, &run[..end]);
        rest = &run[end..];
    }
    text + rest
}
