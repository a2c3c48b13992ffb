//! The classic drawing of a board of any size with numbered pieces. Row a, player 1's home, is at the bottom,
//! as in the original.

use crate::console::{Style, centre};
use crate::games::ugly_duck::{Cell, Geometry, Position};
use crate::model::View;
use crate::model::notation::letter;
use crate::screens::ducks::{picture_content, piece_kinds};
use crate::screens::text::dim_grid;
use crate::screens::{Flip, Picture, PictureCell, PicturePiece, Tint};

/// The letters of the pieces.
const LETTERS: [char; 4] = ['D', 'S', 'd', 's'];

/// The kinds of pieces.
pub const KINDS: [PicturePiece; 4] = piece_kinds(LETTERS, Tint::Red);

/// The line characters of the full board.
const GRID: [char; 11] = ['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘', '─', '│'];

/// Returns the board as data.
pub fn picture<G: Geometry>(view: &View<'_, Position<G>>) -> Picture {
    let size = view.position.geometry().size();
    let cells = |row| (0..size.width()).map(|column| Cell { row, column: column as u8 }).collect();
    let rows = (0..size.height()).rev().map(|row| (letter(row).to_string(), cells(row as u8)));
    let columns = (1..=size.width()).map(|column| column.to_string()).collect();
    let content =
        |cell: &Cell| picture_content(view.position, *cell, &KINDS, view.numbering.on((*cell).into()));
    let largest_number = Some(view.numbering.max_number());
    let picture = Picture::new(&KINDS, columns, rows, content);
    Picture { columns_below: true, flip: Flip::Rows, largest_number, ..picture }
}

/// Draws the full board in the largest size that fits: with lines between its rows, or without them. Every
/// line has the same width.
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
    style.largest([true, false].map(|is_ruled| grid(picture, style, is_ruled)).to_vec())
}

fn grid(picture: &Picture, style: &Style, is_ruled: bool) -> String {
    let cell_width = 1 + picture.largest_number.unwrap_or(1).max(1).to_string().len();
    let rule = |[start, middle, end]: [&str; 3]| {
        let cells = vec!["─".repeat(cell_width + 2); picture.columns.len()];
        format!("  {start}{}{end}\n", cells.join(middle))
    };
    let row = |(name, cells): (&str, &[PictureCell])| {
        let cells = cells.iter().map(|cell| cell.framed(style, cell_width, &" ".repeat(cell_width)) + "│");
        format!("{name} │{}\n", cells.collect::<String>())
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let between = if is_ruled { rule(["├", "┼", "┤"]) } else { String::new() };
    let grid = rule(["┌", "┬", "┐"]) + &rows.join(&between) + &rule(["└", "┴", "┘"]);
    let numbers: String = picture.columns.iter().map(|name| centre(name, cell_width + 2) + " ").collect();
    format!("{}   {numbers}\n", dim_grid(style, &grid, &GRID))
}
