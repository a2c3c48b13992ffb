//! Drawings: the grid of visible tops with all stacks under it, and a small drawing.

use crate::console::{BoardStyle, Role, Style, pad_right, width};
use crate::games::qawale::{Cell, LINE_SETS, LINES, Move, Piece, Position, SIDE, Stack, Walk};
use crate::model::{Outcome, Position as _, View};
use crate::screens::shared::{Marks, framed, quiet};
use crate::screens::{Ground, Picture, PicturePiece, Shape, Tint};

use super::words;

/// Between two stacks of a row.
const GAP: &str = "   ";

/// The lines of the grid.
const GRID: [char; 3] = ['|', '+', '-'];

/// `style` for a board in the middle of a turn: at a terminal the classic one gives way to the compact one, which has five rows.
pub fn in_turn(style: Style) -> Style {
    let small = style.is_at_terminal() && style.board == BoardStyle::Classic;
    Style { board: if small { BoardStyle::Compact } else { style.board }, ..style }
}

/// The board as `style` wants it. Where the original program draws it there are no marks.
pub fn draw(position: &Position, marks: &Marks<Cell>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic if style.is_at_terminal() => {
            let (tops, stacks) = (tops(position, marks, style), stacks(position, style));
            style.largest(vec![side_by_side(&tops, &stacks), tops + &stacks])
        }
        BoardStyle::Classic => tops(position, &Marks::NONE, style) + "\n" + &stacks(position, style),
        BoardStyle::Compact | BoardStyle::Ascii => small(position, marks, style),
        BoardStyle::Words => words::position(position),
    }
}

/// The board as data.
pub fn picture(view: &View<'_, Position>, style: &Style) -> Picture {
    let columns = ["A", "B", "C", "D"].map(str::to_owned).to_vec();
    let rows = (1..).zip(rows()).map(|(number, row): (usize, _)| (number.to_string(), row));
    Picture::new(columns, rows, &marks(view, style), |cell| {
        let slab = |piece| {
            let tint = match piece {
                Piece::Dark => Tint::Black,
                Piece::Light => Tint::White,
                Piece::Tan => Tint::Tan,
            };
            PicturePiece { tint, shape: Shape::Slab, number: None }
        };
        (Ground::Plain, view.position.stack(*cell).pieces().map(slab).collect())
    })
}

/// The last turn, and at a terminal the line that has ended the game. The cell that was placed on is where the turn began, all
/// that were entered are where it went.
pub fn marks(view: &View<'_, Position>, style: &Style) -> Marks<Cell> {
    let last = view.last_move();
    let winner = view.position.decided().and_then(Outcome::winner).filter(|_| style.is_at_terminal());
    let ended = winner.map_or_else(Vec::new, |winner| {
        let tops = view.position.tops(winner);
        let whole = LINES.iter().zip(LINE_SETS).filter(|(_, set)| tops & set == *set);
        whole.flat_map(|(line, _)| *line).collect()
    });
    let to = last.map_or_else(Vec::new, |mv| mv.entered().flatten().collect());
    Marks { from: last.map(Move::cell), to, ended }
}

/// A board in the middle of a turn, at a terminal with the cell where the hand is and the one before it.
pub fn draw_walk(walk: &Walk, style: &Style) -> String {
    let marks = match style.is_at_terminal() {
        true => Marks { from: walk.previous(), to: vec![walk.current()], ended: Vec::new() },
        false => Marks::NONE,
    };
    draw(walk.board(), &marks, style)
}

/// The stacks of a row to the right of its tops.
fn side_by_side(tops: &str, stacks: &str) -> String {
    let columns = width(tops);
    let mut stacks = stacks.lines();
    let line = |line: &str| match line.trim_start().starts_with(|sign: char| sign.is_ascii_digit()) {
        true => format!("{}{GAP}{}\n", pad_right(line, columns), stacks.next().unwrap_or_default()),
        false => format!("{line}\n"),
    };
    tops.lines().map(line).collect()
}

/// The cells of each row, top row first.
fn rows() -> impl Iterator<Item = Vec<Cell>> {
    (0..SIDE).map(|row| (0..SIDE).filter_map(|column| Cell::new(column, row)).collect())
}

/// A piece of a side, or of nobody.
fn role(piece: Piece) -> Role {
    match piece {
        Piece::Dark => Role::First,
        Piece::Light => Role::Second,
        Piece::Tan => Role::Quiet,
    }
}

fn letter(piece: Piece, style: &Style) -> String {
    style.paint.apply(role(piece), &piece.letter().to_string())
}

/// What is seen of a stack from above, between the marks of its cell.
fn top(position: &Position, cell: Cell, marks: &Marks<Cell>, style: &Style, empty: &str) -> String {
    let top = position.stack(cell).top();
    let seen = top.map_or_else(|| style.paint.apply(Role::Quiet, empty), |piece| letter(piece, style));
    framed(style, marks.around(&cell), &seen, 1, str::to_owned)
}

/// The pieces from bottom to top.
fn letters(stack: Stack, style: &Style) -> String {
    stack.pieces().map(|piece| letter(piece, style)).collect()
}

/// A stack as the screens write it: `[ttd]`.
pub fn bracketed(stack: Stack, style: &Style) -> String {
    format!("[{}]", letters(stack, style))
}

/// The view from above.
fn tops(position: &Position, marks: &Marks<Cell>, style: &Style) -> String {
    let rule = format!("   {}+\n", "+---".repeat(SIDE));
    let mut grid = rule.clone();
    for (number, row) in (1..).zip(rows()) {
        let cells = row.into_iter().map(|cell| format!("|{}", top(position, cell, marks, style, " ")));
        grid += &format!(" {number} {}|\n{rule}", cells.collect::<String>());
    }
    "     A   B   C   D\n".to_owned() + &quiet(style, &grid, &GRID)
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
fn small(position: &Position, marks: &Marks<Cell>, style: &Style) -> String {
    let mut text = "    A  B  C  D\n".to_owned();
    for (number, row) in (1..).zip(rows()) {
        let tops = row.iter().map(|cell| top(position, *cell, marks, style, style.empty_cell(".")));
        let stacks = row.iter().map(|cell| match position.stack(*cell) {
            Stack::EMPTY => "-".to_owned(),
            stack => letters(stack, style),
        });
        text +=
            &format!("{number}  {}   {}\n", tops.collect::<String>(), stacks.collect::<Vec<_>>().join(","));
    }
    text
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
        let drawn =
            draw(&Qawale.read_position(TALL).unwrap(), &Marks::NONE, &style(BoardStyle::Classic, None));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 | d | t |   |   |");
        assert_eq!(lines[11], "A1 = [d]   B1 = [tt]                  C1 = []   D1 = []");
        assert_eq!(lines[12], "A2 = []    B2 = [ttttttdddddllllll]   C2 = []   D2 = []");
    }

    #[test]
    fn equal_pieces_are_counted_in_words() {
        let position = Qawale.read_position(TALL).unwrap();
        let sentences = draw(&position, &Marks::NONE, &style(BoardStyle::Words, None));
        let wanted = "A1: 1 dark.\nB1: 2 tan.\nB2: 6 tan, 5 dark, 6 light on top.\nB4: 1 light.\n";
        assert_eq!(sentences, wanted.to_owned() + "All other cells are empty.\n");
        assert_eq!(words::stack(Stack::EMPTY), "empty");
    }
}
