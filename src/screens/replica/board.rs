//! Drawings of the board.

use crate::console::{BoardStyle, Role, Style, centre, pad_left};
use crate::games::replica::{Cell, CellSet, Move, Position, letter_of};
use crate::model::{Outcome, Position as _, View};
use crate::screens::shared::{Marks, framed, mark, quiet, with_legend};
use crate::screens::{Ground, Picture, PicturePiece, Shape, Tint};

use super::words;

/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 3;
/// The columns before a row, for its number and a blank.
const MARGIN: usize = 3;
/// The lines of the grid.
const GRID: [char; 3] = ['|', '+', '-'];

/// The current position as `style` wants it.
pub fn draw<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => style.largest(grid_sizes(view, style)),
        BoardStyle::Compact | BoardStyle::Ascii => style.largest(small_sizes(view, style)),
        BoardStyle::Words => words::position(view),
    }
}

/// The board as data.
pub fn picture<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> Picture {
    let size = view.position.rules().size();
    let columns = style.order(size).map(|column| (column + 1).to_string()).collect();
    let rows = rows(size, style).map(|row| ((row + 1).to_string(), cells(row, size, style).collect()));
    Picture::new(columns, rows, &marks(view, style), |cell| {
        let piece = view.position.checker(*cell).map(|checker| PicturePiece {
            tint: [Tint::White, Tint::Black][checker.owner.index()],
            shape: if checker.king { Shape::King } else { Shape::Checker },
            number: None,
        });
        (Ground::Plain, piece.into_iter().collect())
    })
}

/// The seed's grid: column numbers on top, the highest row first.
///
/// ```text
///      1   2
///    +---+---+
///  2 |   | W |
///    +---+---+
///  1 | b |   |
///    +---+---+
/// ```
fn classic<S: CellSet>(view: &View<'_, Position<S>>, style: &Style, marks: &Marks<Cell>) -> String {
    let size = view.position.rules().size();
    let rule = rule(size);
    let rows = rows(size, style).map(|row| grid_row(view, row, style, marks) + &rule);
    let grid = rule.clone() + &rows.collect::<String>();
    grid_numbers(size, style) + &quiet(style, &grid, &GRID)
}

/// The grid as the seed draws it; without lines between its rows, for a window of fewer rows; and without the line at its foot.
fn grid_sizes<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> Vec<String> {
    if !style.is_at_terminal() {
        return vec![classic(view, style, &Marks::NONE)];
    }
    let marks = marks(view, style);
    let size = view.position.rules().size();
    let rows = rows(size, style).map(|row| grid_row(view, row, style, &marks));
    let rule = quiet(style, &rule(size), &GRID);
    let grid = quiet(style, &rows.collect::<String>(), &GRID);
    let open = format!("{}{rule}{grid}", grid_numbers(size, style));
    vec![classic(view, style, &marks), format!("{open}{rule}"), open]
}

/// The rows in the order of the drawing, the highest first.
fn rows(size: usize, style: &Style) -> impl Iterator<Item = usize> + use<> {
    style.order(size).map(move |row| size - 1 - row)
}

fn rule(size: usize) -> String {
    " ".repeat(MARGIN) + &"+---".repeat(size) + "+\n"
}

fn grid_numbers(size: usize, style: &Style) -> String {
    let number = |column| centre(&format!("{:>2}", column + 1), CELL_WIDTH + 1);
    let numbers: String = style.order(size).map(number).collect();
    format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end())
}

/// A line of the grid.
fn grid_row<S: CellSet>(
    view: &View<'_, Position<S>>,
    row: usize,
    style: &Style,
    marks: &Marks<Cell>,
) -> String {
    let size = view.position.rules().size();
    let cells = cells(row, size, style).map(|cell| format!("|{}", marked(view, cell, style, marks, " ")));
    format!("{} {}|\n", row_number(row), cells.collect::<String>())
}

fn cells(row: usize, size: usize, style: &Style) -> impl Iterator<Item = Cell> + use<> {
    style.order(size).filter_map(move |column| Cell::new(column, row))
}

fn row_number(row: usize) -> String {
    pad_left(&(row + 1).to_string(), MARGIN - 1)
}

/// What stands on `cell`, as a letter in the colour of its side, kings bold; `empty` where nothing does.
fn symbol<S: CellSet>(position: &Position<S>, cell: Cell, style: &Style, empty: &str) -> String {
    let Some(checker) = position.checker(cell) else { return style.paint.apply(Role::Quiet, empty) };
    let (side, letter) = (Role::side(checker.owner), letter_of(checker).to_string());
    if checker.king { style.paint.strong(side, &letter) } else { style.paint.apply(side, &letter) }
}

/// What stands on `cell` between its marks.
fn marked<S: CellSet>(
    view: &View<'_, Position<S>>,
    cell: Cell,
    style: &Style,
    marks: &Marks<Cell>,
    empty: &str,
) -> String {
    let symbol = symbol(view.position, cell, style, empty);
    framed(style, marks.around(&cell), &symbol, 1, str::to_owned)
}

/// The last move, and at a terminal what has ended the game: the king in the corner, or where a king was taken.
fn marks<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> Marks<Cell> {
    let (from, to) = match view.last_move() {
        Some(Move::Go { from, to }) => (Some(from), Some(to)),
        Some(Move::Transform(cell)) => (None, Some(cell)),
        None => (None, None),
    };
    let winner = view.position.decided().and_then(Outcome::winner).filter(|_| style.is_at_terminal());
    let ended = winner.and_then(|winner| match view.position.has_arrived(winner) {
        true => Some(view.position.rules().goal(winner)),
        false => to,
    });
    Marks { from, to: to.into_iter().collect(), ended: ended.into_iter().collect() }
}

/// The small drawings: three columns a cell, and on a narrow terminal two.
fn small_sizes<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> Vec<String> {
    let mut sizes = with_legend(&small(view, style), LEGEND, style);
    if style.is_at_terminal() {
        sizes.extend(with_legend(&narrow(view, style), LEGEND, style));
    }
    sizes
}

/// What the letters stand for.
const LEGEND: &str = "w W: white's checker, king   b B: black's\n";

/// Three columns a cell. The checker that moved last stands in brackets, and so does the cell it left.
fn small<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> String {
    let size = view.position.rules().size();
    let marks = marks(view, style);
    let numbers: String = style.order(size).map(|column| format!("{:>2} ", column + 1)).collect();
    let mut text = format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end());
    for row in rows(size, style) {
        let empty = style.empty_cell("·");
        let cells = cells(row, size, style).map(|cell| marked(view, cell, style, &marks, empty));
        text += format!("{} {}", row_number(row), cells.collect::<String>()).trim_end();
        text += "\n";
    }
    text
}

/// Two columns a cell, the tens of the column numbers above their units. Neighbours share the gap between them: where both
/// have a mark, the one of more weight stands there.
fn narrow<S: CellSet>(view: &View<'_, Position<S>>, style: &Style) -> String {
    let position = view.position;
    let size = position.rules().size();
    let marks = marks(view, style);
    let mut text = narrow_numbers(size, style);
    for row in rows(size, style) {
        let mut line = row_number(row);
        let mut behind = ' ';
        for cell in cells(row, size, style) {
            let (before, close) = marks.around(&cell);
            line += &mark(style, heavier(behind, before));
            line += &symbol(position, cell, style, style.empty_cell("·"));
            behind = close;
        }
        line += &mark(style, behind);
        text += line.trim_end();
        text += "\n";
    }
    text
}

fn narrow_numbers(size: usize, style: &Style) -> String {
    let line = |digit: &dyn Fn(usize) -> String| {
        let digits: String = style.order(size).map(|column| format!("{:>2}", digit(column + 1))).collect();
        format!("{}{digits}\n", " ".repeat(MARGIN - 1))
    };
    let tens = |column: usize| if column < 10 { String::new() } else { (column / 10).to_string() };
    let units = |column: usize| (column % 10).to_string();
    if size < 10 { line(&units) } else { line(&tens) + &line(&units) }
}

/// Which of two marks is seen where there is room for one: the end of the game, then where the last move ended.
fn heavier(one: char, other: char) -> char {
    let weight = |mark: &char| " )(][*".find(*mark);
    if weight(&one) > weight(&other) { one } else { other }
}
