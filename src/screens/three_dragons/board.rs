//! Drawings of the board.

use owo_colors::Style;

use crate::console::{BoardStyle, Look, left};
use crate::games::three_dragons::board::{SIZE, Square};
use crate::games::three_dragons::position::{Cell, DragonPosition};
use crate::model::{History, Player};

use super::describe::{self, cell_name};

/// The columns between two `|` of the classic board, without the blank before the content.
const CONTENT: usize = 3;

/// The current position in the style of `look`.
pub fn draw(history: &History<DragonPosition>, look: &Look) -> String {
    match look.board {
        BoardStyle::Classic => classic(history.current(), look),
        BoardStyle::Compact | BoardStyle::Ascii => small(history, look),
        BoardStyle::Words => describe::position(history),
    }
}

/// The board exactly as the seed document prints it.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn classic(position: &DragonPosition, look: &Look) -> String {
    let columns: String = columns().map(|letter| format!(" {}|", left(&letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for row in 0..SIZE {
        let cells = squares(row).map(|square| {
            let cell = position.cell(square);
            format!(" {}|", look.paint.apply(colour(cell), &left(&cell_name(cell), CONTENT)))
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
fn small(history: &History<DragonPosition>, look: &Look) -> String {
    let header: String = columns().map(|letter| format!(" {letter}  ")).collect();
    let mut text = format!("  {}\n", header.trim_end());
    for row in 0..SIZE {
        let cells: String = squares(row).map(|square| small_cell(history, square, look)).collect();
        text += &format!("{} {}\n", row + 1, cells.trim_end());
    }
    text + "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n"
}

fn small_cell(history: &History<DragonPosition>, square: Square, look: &Look) -> String {
    let cell = history.current().cell(square);
    let name = if cell == Cell::Empty { ".".to_owned() } else { cell_name(cell) };
    let content = look.paint.apply(colour(cell), &left(&name, 2));
    match history.last_move() {
        Some(last) if square == last.to => format!("[{content}]"),
        Some(last) if square == last.from => format!("({content})"),
        _ => format!(" {content} "),
    }
}

fn colour(cell: Cell) -> Style {
    match cell {
        Cell::Empty => Style::new(),
        Cell::Mountain => Style::new().dimmed(),
        Cell::Cave { .. } => Style::new().yellow(),
        Cell::Piece(piece) if piece.owner == Player::One => Style::new().bold(),
        Cell::Piece(_) => Style::new().red(),
    }
}
