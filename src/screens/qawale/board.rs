//! Drawings: the grid of visible tops with all stacks under it, and a small drawing.

use owo_colors::Style;

use crate::console::{BoardStyle, Look, Paint, width};
use crate::games::qawale::{Cell, Move, Piece, Position, SIDE, Stack};
use crate::screens::shared::brackets;

use super::words;

/// Between two stacks of a row.
const GAP: &str = "   ";

/// `look`, with the compact board in place of the classic one where the terminal is too narrow for that.
pub fn fitting(position: &Position, look: Look) -> Look {
    let classic = draw(position, None, &Look { paint: Paint::PLAIN, ..look });
    let narrow = look.board == BoardStyle::Classic && !look.fits(width(&classic));
    Look { board: if narrow { BoardStyle::Compact } else { look.board }, ..look }
}

/// The board in the style of `look`. `last` is the move to mark where the style has marks.
pub fn draw(position: &Position, last: Option<Move>, look: &Look) -> String {
    match look.board {
        BoardStyle::Classic => tops(position, look) + "\n" + &stacks(position, look),
        BoardStyle::Compact | BoardStyle::Ascii => small(position, last, look),
        BoardStyle::Words => words::position(position),
    }
}

/// The cells of each row, top row first.
fn rows() -> impl Iterator<Item = Vec<Cell>> {
    (0..SIDE).map(|row| (0..SIDE).filter_map(|column| Cell::new(column, row)).collect())
}

fn colour(piece: Piece) -> Style {
    match piece {
        Piece::Dark => Style::new().blue().bold(),
        Piece::Light => Style::new().cyan().bold(),
        Piece::Tan => Style::new().yellow(),
    }
}

fn letter(piece: Option<Piece>, look: &Look, empty: char) -> String {
    piece.map_or_else(
        || empty.to_string(),
        |piece| look.paint.apply(colour(piece), &piece.letter().to_string()),
    )
}

/// The pieces from bottom to top.
fn letters(stack: Stack, look: &Look) -> String {
    stack.pieces().map(|piece| letter(Some(piece), look, ' ')).collect()
}

/// A stack as the screens write it: `[ttd]`.
pub fn bracketed(stack: Stack, look: &Look) -> String {
    format!("[{}]", letters(stack, look))
}

/// The view from above.
fn tops(position: &Position, look: &Look) -> String {
    let rule = format!("   {}+\n", "+---".repeat(SIDE));
    let mut text = "     A   B   C   D\n".to_owned() + &rule;
    for (number, row) in (1..).zip(rows()) {
        text += &format!(" {number} ");
        for cell in row {
            text += &format!("| {} ", letter(position.stack(cell).top(), look, ' '));
        }
        text += &format!("|\n{rule}");
    }
    text
}

/// Every stack from bottom to top, in columns.
fn stacks(position: &Position, look: &Look) -> String {
    let mut columns = [0; SIDE];
    for row in rows() {
        for (column, cell) in columns.iter_mut().zip(row) {
            *column = position.stack(cell).height().max(*column);
        }
    }
    let mut text = String::new();
    for row in rows() {
        let entries = columns.iter().zip(row).map(|(highest, cell)| {
            let stack = position.stack(cell);
            let blanks = " ".repeat(highest - stack.height());
            format!("{} = {}{blanks}", cell.name(), bracketed(stack, look))
        });
        text += entries.collect::<Vec<_>>().join(GAP).trim_end();
        text += "\n";
    }
    text
}

/// The tops of a row, and beside them its stacks as the notation of positions writes them. The cell that the last move
/// placed on is in round brackets, each cell it entered in square ones.
fn small(position: &Position, last: Option<Move>, look: &Look) -> String {
    let mut text = "    A  B  C  D\n".to_owned();
    for (number, row) in (1..).zip(rows()) {
        let tops = row.iter().map(|cell| {
            let (before, behind) = marks(*cell, last);
            format!("{before}{}{behind}", letter(position.stack(*cell).top(), look, '.'))
        });
        let stacks = row.iter().map(|cell| match position.stack(*cell) {
            Stack::EMPTY => "-".to_owned(),
            stack => letters(stack, look),
        });
        text +=
            &format!("{number}  {}   {}\n", tops.collect::<String>(), stacks.collect::<Vec<_>>().join(","));
    }
    text
}

/// What stands on both sides of a cell.
fn marks(cell: Cell, last: Option<Move>) -> (char, char) {
    let entered = last.and_then(|mv| mv.entered().flatten().find(|entered| *entered == cell));
    brackets(cell, last.map(Move::cell), entered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::qawale::Qawale;
    use crate::model::Game;

    const TALL: &str = "d,tt,-,-/-,ttttttdddddllllll,-,-/-,-,-,-/-,l,-,- d 3";

    fn look(board: BoardStyle, width: Option<usize>) -> Look {
        Look { paint: Paint::PLAIN, board, width }
    }

    #[test]
    fn stacks_stand_in_columns() {
        let drawn = draw(&Qawale.read_position(TALL).unwrap(), None, &look(BoardStyle::Classic, None));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 | d | t |   |   |");
        assert_eq!(lines[11], "A1 = [d]   B1 = [tt]                  C1 = []   D1 = []");
        assert_eq!(lines[12], "A2 = []    B2 = [ttttttdddddllllll]   C2 = []   D2 = []");
    }

    #[test]
    fn a_narrow_terminal_gets_the_compact_board() {
        let position = Qawale.read_position(TALL).unwrap();
        let classic = look(BoardStyle::Classic, Some(55));
        assert_eq!(fitting(&position, classic).board, BoardStyle::Classic);
        let narrow = look(BoardStyle::Classic, Some(54));
        assert_eq!(fitting(&position, narrow).board, BoardStyle::Compact);
        assert_eq!(fitting(&position, look(BoardStyle::Words, Some(9))).board, BoardStyle::Words);
    }

    #[test]
    fn equal_pieces_are_counted_in_words() {
        let position = Qawale.read_position(TALL).unwrap();
        let sentences = draw(&position, None, &look(BoardStyle::Words, None));
        let wanted = "A1: 1 dark.\nB1: 2 tan.\nB2: 6 tan, 5 dark, 6 light on top.\nB4: 1 light.\n";
        assert_eq!(sentences, wanted.to_owned() + "All other cells are empty.\n");
        assert_eq!(words::stack(Stack::EMPTY), "empty");
    }
}
