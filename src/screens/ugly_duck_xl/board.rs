//! The classic drawing of a board of any size with numbered pieces. Row a, player 1's home, is at the bottom,
//! as in the original.

use crate::console::{Style, centre, pad_right};
use crate::games::ugly_duck::{Cell, Geometry, Position};
use crate::model::View;
use crate::model::notation::letter;
use crate::screens::ducks::{picture_content, piece_kinds};
use crate::screens::text::dim_grid;
use crate::screens::{Picture, PictureCell, PicturePiece, Tint};

/// The letters of the pieces.
const LETTERS: [char; 4] = ['D', 'S', 'd', 's'];

/// The kinds of pieces.
pub const KINDS: [PicturePiece; 4] = piece_kinds(LETTERS, LETTERS, Tint::Red);

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
    Picture { columns_below: true, has_typed_labels: false, empty: "·", largest_number, ..picture }
}

/// Draws the full board. Every line has the same width. A terminal shows no names of rows and columns.
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
    let cell_width = 1 + picture.largest_number.unwrap_or(1).max(1).to_string().len();
    let is_labelled = picture.rows.iter().any(|name| !name.is_empty());
    let margin = if is_labelled { "  " } else { "" };
    let rule = |[start, middle, end]: [&str; 3]| {
        let cells = vec!["─".repeat(cell_width + 2); picture.columns.len()];
        format!("{margin}{start}{}{end}\n", cells.join(middle))
    };
    let row = |(name, cells): (&str, &[PictureCell])| {
        let cells = cells.iter().map(|cell| cell.framed(style, cell_width, &" ".repeat(cell_width)) + "│");
        format!("{}│{}\n", pad_right(name, margin.len()), cells.collect::<String>())
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let grid = rule(["┌", "┬", "┐"]) + &rows.join(&rule(["├", "┼", "┤"])) + &rule(["└", "┴", "┘"]);
    if !is_labelled {
        return dim_grid(style, &grid, &GRID);
    }
    let numbers: String = picture.columns.iter().map(|name| centre(name, cell_width + 2) + " ").collect();
    format!("{}   {numbers}\n", dim_grid(style, &grid, &GRID))
}
