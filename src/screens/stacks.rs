//! Stacks of pieces: as letters, in columns next to a small board, and in words.

use crate::console::{Style, in_columns, width};
use crate::words::{Picture, PictureCell, PicturePiece};

/// The heading of the stacks.
pub const STACKS: &str = "stacks, bottom to top";

/// Writes the letters of a stack from bottom to top.
pub fn stack(pieces: &[PicturePiece], style: &Style) -> String {
    pieces.iter().map(|piece| piece.paint(style, &piece.letter(style).to_string())).collect()
}

/// Writes a heading, then the stacks of each row, to the right of a board of `board` columns: at a terminal in
/// brackets, and aligned if there is room, with a gap or without.
pub fn stack_lines(picture: &Picture, style: &Style, board: usize) -> Vec<String> {
    let of_row = |cells: &[PictureCell]| cells.iter().map(|cell| stack(&cell.pieces, style)).collect();
    let rows: Vec<Vec<String>> = picture.lines().map(|(_, cells)| of_row(cells)).collect();
    if !style.is_at_terminal() {
        let plain = |stack: &String| if stack.is_empty() { "-".to_owned() } else { stack.clone() };
        let line = |row: &Vec<String>| row.iter().map(plain).collect::<Vec<_>>().join(",");
        return std::iter::once(String::new()).chain(rows.iter().map(line)).collect();
    }
    let in_brackets = |row: &Vec<String>| row.iter().map(|stack| format!("[{stack}]")).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(in_brackets).collect();
    let unaligned = || rows.iter().map(|row| row.concat() + "\n").collect();
    let sizes = [" ", ""].map(|gap| in_columns(&rows, usize::MAX, gap));
    let fitting = sizes.into_iter().find(|lines| style.fits(board + width(lines)));
    let lines: String = fitting.unwrap_or_else(unaligned);
    let heading = if style.fits(board + STACKS.len()) { STACKS } else { "" };
    std::iter::once(heading).chain(lines.lines()).map(str::to_owned).collect()
}

/// Describes the pieces of a stack from the bottom up, grouping equal ones: `2 tan, 1 light, 1 dark on top`.
pub fn describe_stack(pieces: &[PicturePiece]) -> String {
    let runs = pieces.chunk_by(|below, above| below == above);
    let runs: Vec<String> = runs.map(|run| format!("{} {}", run.len(), run[0].name)).collect();
    match runs.as_slice() {
        [] => "empty".to_owned(),
        [only] => only.clone(),
        _ => format!("{} on top", runs.join(", ")),
    }
}
