//! Drawings of the board.

use crate::console::{BoardStyle, Colour, Style, pad_right};
use crate::games::three_dragons::{Content, Position, SIZE, Square};
use crate::model::{History, Player};
use crate::screens::shared::{beside, brackets};

use super::words::{self, content_name};

/// The columns between two `|` of the classic board, without the blank before the content.
const CONTENT: usize = 3;

/// The current position as `style` wants it.
pub fn draw(history: &History<Position>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => classic(history.current(), style),
        BoardStyle::Compact | BoardStyle::Ascii => style.largest(small_sizes(history, style)),
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
fn classic(position: &Position, style: &Style) -> String {
    let columns: String = columns().map(|letter| format!(" {}|", pad_right(&letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for row in 0..SIZE {
        let cells = squares(row).map(|square| {
            let cell = position.content(square);
            format!(" {}|", style.paint.apply(colour(cell), &pad_right(&content_name(cell), CONTENT)))
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

/// What the letters of the small board stand for.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// The small board with its legend below it; at a terminal beside it, or below the first board of each player only.
fn small_sizes(history: &History<Position>, style: &Style) -> Vec<String> {
    let board = small(history, style);
    let below = format!("{board}{LEGEND}");
    if style.width.is_none() {
        return vec![below];
    }
    let mut sizes = vec![beside(&board, LEGEND)];
    sizes.extend((history.plies() < 2).then_some(below));
    sizes.push(board);
    sizes
}

/// A line for each row. The piece that moved last stands in `[ ]`, the square it left in `( )`.
fn small(history: &History<Position>, style: &Style) -> String {
    let header: String = columns().map(|letter| format!(" {letter}  ")).collect();
    let mut text = format!("  {}\n", header.trim_end());
    for row in 0..SIZE {
        let cells: String = squares(row).map(|square| small_cell(history, square, style)).collect();
        text += &format!("{} {}\n", row + 1, cells.trim_end());
    }
    text
}

fn small_cell(history: &History<Position>, square: Square, style: &Style) -> String {
    let cell = history.current().content(square);
    let name = if cell == Content::Empty { ".".to_owned() } else { content_name(cell) };
    let content = style.paint.apply(colour(cell), &pad_right(&name, 2));
    let last = history.last_move();
    let (open, close) = brackets(square, last.map(|mv| mv.from), last.map(|mv| mv.to));
    format!("{open}{content}{close}")
}

fn colour(cell: Content) -> Colour {
    match cell {
        Content::Empty => Colour::new(),
        Content::Mountain => Colour::new().dimmed(),
        Content::Cave { .. } => Colour::new().yellow(),
        Content::Piece(piece) if piece.owner == Player::One => Colour::new().bold(),
        Content::Piece(_) => Colour::new().red(),
    }
}
