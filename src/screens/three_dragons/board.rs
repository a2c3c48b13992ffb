//! Drawings of the board.

use owo_colors::Style;

use crate::console::{BoardStyle, Look, left};
use crate::games::three_dragons::{Content, Position, SIZE, Square};
use crate::model::{History, Player};
use crate::screens::shared::brackets;

use super::words::{self, content_name};

/// The columns between two `|` of the classic board, without the blank before the content.
const CONTENT: usize = 3;

/// The current position in the style of `look`.
pub fn draw(history: &History<Position>, look: &Look) -> String {
    match look.board {
        BoardStyle::Classic => classic(history.current(), look),
        BoardStyle::Compact | BoardStyle::Ascii => small(history, look),
        BoardStyle::Words => words::position(history),
    }
}

/// The board exactly as the seed document prints it.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn classic(position: &Position, look: &Look) -> String {
    let columns: String = columns().map(|letter| format!(" {}|", left(&letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for row in 0..SIZE {
        let cells = squares(row).map(|square| {
            let cell = position.content(square);
            format!(" {}|", look.paint.apply(colour(cell), &left(&content_name(cell), CONTENT)))
        });
        text += &format!("{}|{}\n{rule}", row + 1, cells.collect::<String>());
    }
    text
}

fn columns() -> impl Iterator<Item = String> {
    (b'A'..).take(SIZE).map(|letter| char::from(letter).to_string())
}

fn squares(row: usize) -> impl Iterator<Item = Square> {
    (0..SIZE).filter_map(move |column| Square::new(row, column))
}

/// A line for each row. The piece that moved last stands in `[ ]`, the square it left in `( )`.
fn small(history: &History<Position>, look: &Look) -> String {
    let header: String = columns().map(|letter| format!(" {letter}  ")).collect();
    let mut text = format!("  {}\n", header.trim_end());
    for row in 0..SIZE {
        let cells: String = squares(row).map(|square| small_cell(history, square, look)).collect();
        text += &format!("{} {}\n", row + 1, cells.trim_end());
    }
    text + "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n"
}

fn small_cell(history: &History<Position>, square: Square, look: &Look) -> String {
    let cell = history.current().content(square);
    let name = if cell == Content::Empty { ".".to_owned() } else { content_name(cell) };
    let content = look.paint.apply(colour(cell), &left(&name, 2));
    let last = history.last_move();
    let (open, close) = brackets(square, last.map(|mv| mv.from), last.map(|mv| mv.to));
    format!("{open}{content}{close}")
}

fn colour(cell: Content) -> Style {
    match cell {
        Content::Empty => Style::new(),
        Content::Mountain => Style::new().dimmed(),
        Content::Cave { .. } => Style::new().yellow(),
        Content::Piece(piece) if piece.owner == Player::One => Style::new().bold(),
        Content::Piece(_) => Style::new().red(),
    }
}
