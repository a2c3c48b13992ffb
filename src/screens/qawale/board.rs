//! Drawings: the grid of visible tops with all stacks under it, and a small drawing.

use crate::console::{BoardStyle, Colour, Style};
use crate::games::qawale::{Cell, Move, Piece, Position, SIDE, Stack};
use crate::screens::shared::brackets;

use super::words;

/// Between two stacks of a row.
const GAP: &str = "   ";

/// The rows below a board in the middle of a turn: an empty one, the stack in hand, which may take two, and the prompt.
const BELOW: usize = 4;

/// `style`, with the compact board in place of the classic one where the terminal is too small for that.
pub fn fitting(position: &Position, style: Style) -> Style {
    let small =
        style.board == BoardStyle::Classic && !style.above(BELOW).shows(&draw(position, None, &style));
    Style { board: if small { BoardStyle::Compact } else { style.board }, ..style }
}

/// The board as `style` wants it. `last` is the move to mark where the style has marks.
pub fn draw(position: &Position, last: Option<Move>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => tops(position, style) + "\n" + &stacks(position, style),
        BoardStyle::Compact | BoardStyle::Ascii => small(position, last, style),
        BoardStyle::Words => words::position(position),
    }
}

/// The cells of each row, top row first.
fn rows() -> impl Iterator<Item = Vec<Cell>> {
    (0..SIDE).map(|row| (0..SIDE).filter_map(|column| Cell::new(column, row)).collect())
}

fn colour(piece: Piece) -> Colour {
    match piece {
        Piece::Dark => Colour::new().blue().bold(),
        Piece::Light => Colour::new().cyan().bold(),
        Piece::Tan => Colour::new().yellow(),
    }
}

fn letter(piece: Option<Piece>, style: &Style, empty: char) -> String {
    piece.map_or_else(
        || empty.to_string(),
        |piece| style.paint.apply(colour(piece), &piece.letter().to_string()),
    )
}

/// The pieces from bottom to top.
fn letters(stack: Stack, style: &Style) -> String {
    stack.pieces().map(|piece| letter(Some(piece), style, ' ')).collect()
}

/// A stack as the screens write it: `[ttd]`.
pub fn bracketed(stack: Stack, style: &Style) -> String {
    format!("[{}]", letters(stack, style))
}

/// The view from above.
fn tops(position: &Position, style: &Style) -> String {
    let rule = format!("   {}+\n", "+---".repeat(SIDE));
    let mut text = "     A   B   C   D\n".to_owned() + &rule;
    for (number, row) in (1..).zip(rows()) {
        text += &format!(" {number} ");
        for cell in row {
            text += &format!("| {} ", letter(position.stack(cell).top(), style, ' '));
        }
        text += &format!("|\n{rule}");
    }
    text
}

/// Every stack from bottom to top, in columns.
fn stacks(position: &Position, style: &Style) -> String {
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
            format!("{} = {}{blanks}", cell.name(), bracketed(stack, style))
        });
        text += entries.collect::<Vec<_>>().join(GAP).trim_end();
        text += "\n";
    }
    text
}

/// The tops of a row, and beside them its stacks as the notation of positions writes them. The cell that the last move
/// placed on is in round brackets, each cell it entered in square ones.
fn small(position: &Position, last: Option<Move>, style: &Style) -> String {
    let mut text = "    A  B  C  D\n".to_owned();
    for (number, row) in (1..).zip(rows()) {
        let tops = row.iter().map(|cell| {
            let (before, behind) = marks(*cell, last);
            format!("{before}{}{behind}", letter(position.stack(*cell).top(), style, '.'))
        });
        let stacks = row.iter().map(|cell| match position.stack(*cell) {
            Stack::EMPTY => "-".to_owned(),
            stack => letters(stack, style),
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

    fn style(board: BoardStyle, width: Option<usize>) -> Style {
        Style { board, width, ..Style::PLAIN }
    }

    #[test]
    fn stacks_stand_in_columns() {
        let drawn = draw(&Qawale.read_position(TALL).unwrap(), None, &style(BoardStyle::Classic, None));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 | d | t |   |   |");
        assert_eq!(lines[11], "A1 = [d]   B1 = [tt]                  C1 = []   D1 = []");
        assert_eq!(lines[12], "A2 = []    B2 = [ttttttdddddllllll]   C2 = []   D2 = []");
    }

    #[test]
    fn a_narrow_terminal_gets_the_compact_board() {
        let position = Qawale.read_position(TALL).unwrap();
        let classic = style(BoardStyle::Classic, Some(55));
        assert_eq!(fitting(&position, classic).board, BoardStyle::Classic);
        let narrow = style(BoardStyle::Classic, Some(54));
        assert_eq!(fitting(&position, narrow).board, BoardStyle::Compact);
        assert_eq!(fitting(&position, style(BoardStyle::Words, Some(9))).board, BoardStyle::Words);
    }

    #[test]
    fn equal_pieces_are_counted_in_words() {
        let position = Qawale.read_position(TALL).unwrap();
        let sentences = draw(&position, None, &style(BoardStyle::Words, None));
        let wanted = "A1: 1 dark.\nB1: 2 tan.\nB2: 6 tan, 5 dark, 6 light on top.\nB4: 1 light.\n";
        assert_eq!(sentences, wanted.to_owned() + "All other cells are empty.\n");
        assert_eq!(words::stack(Stack::EMPTY), "empty");
    }
}
