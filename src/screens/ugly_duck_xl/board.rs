//! The classic drawing of a board of any size with numbered pieces. Row a, player 1's home, is at the bottom,
//! as in the original.

use crate::console::{Style, centre};
use crate::screens::grid::{GridSize, dim_grid};
use crate::screens::text::narrow_row;
use crate::words::{Picture, PictureCell};

/// The line characters of the full board.
const GRID: [char; 11] = ['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘', '─', '│'];

/// Draws the full board in the largest size that fits. Every line has the same width.
///
/// ```text
///       ┌────┬────┬────┐
///     c │ d1 │(  )│ d3 │
///       ├────┼────┼────┤
///     b │    │[d2]│    │
///       ├────┼────┼────┤
///     a │ D1 │ D2 │ D3 │
///       └────┴────┴────┘
///         1    2    3
/// ```
pub fn classic(picture: &Picture, style: &Style) -> String {
    let draw = |size| grid(picture, style, size);
    style.drawing(|| draw(GridSize::ORIGINAL), || GridSize::ALL.map(draw).to_vec())
}

fn grid(picture: &Picture, style: &Style, size: GridSize) -> String {
    let cell_width = 1 + picture.largest_number.unwrap_or(1).max(1).to_string().len();
    let inner_width = size.inner_width(cell_width);
    let line = |[start, middle, end]: [&str; 3], content: &str| {
        let cells = vec![content.repeat(inner_width); picture.columns.len()];
        format!("  {start}{}{end}\n", cells.join(middle))
    };
    let blank = line(["│"; 3], " ");
    let row = |(name, cells): (&str, &[PictureCell])| {
        let text = |cell: &PictureCell| cell.framed(style, cell_width, &" ".repeat(cell_width));
        let cell = |cell: &PictureCell| format!("│{}", centre(&text(cell), inner_width));
        let line: String = match size.padding {
            None => narrow_row(cells, style, cell_width, '│'),
            Some(_) => cells.iter().map(cell).collect::<String>() + "│",
        };
        size.row(&format!("{name} {line}\n"), &blank)
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let between = if size.is_ruled { line(["├", "┼", "┤"], "─") } else { String::new() };
    let grid = line(["┌", "┬", "┐"], "─") + &rows.join(&between) + &line(["└", "┴", "┘"], "─");
    let numbers: String = picture.columns.iter().map(|name| centre(name, inner_width) + " ").collect();
    let text = format!("{}   {numbers}\n", dim_grid(style, &grid, &GRID));
    let in_ascii = |sign| match sign {
        '─' => '-',
        '│' => '|',
        sign if GRID.contains(&sign) => '+',
        sign => sign,
    };
    if style.is_ascii() { text.chars().map(in_ascii).collect() } else { text }
}
