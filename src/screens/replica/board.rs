//! Drawings of the board.

use crate::console::{BoardStyle, Colour, Style, centre, pad_left};
use crate::games::replica::{Cell, CellSet, Move, Position, letter_of};
use crate::model::{History, Player};
use crate::screens::shared::{brackets, with_legend};

use super::words;

/// The inside of a cell of the classic board, in columns.
const CELL_WIDTH: usize = 3;
/// The columns before a row, for its number and a blank.
const MARGIN: usize = 3;

/// The current position as `style` wants it.
pub fn draw<S: CellSet>(history: &History<Position<S>>, style: &Style) -> String {
    match style.board {
        BoardStyle::Classic => style.largest(grid_sizes(history, style)),
        BoardStyle::Compact => style.largest(small_sizes(history, style, '·')),
        BoardStyle::Ascii => style.largest(small_sizes(history, style, '.')),
        BoardStyle::Words => words::position(history),
    }
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
fn classic<S: CellSet>(history: &History<Position<S>>, style: &Style) -> String {
    let position = history.current();
    let size = position.rules().size();
    let rule = rule(size);
    let row = |row| grid_row(position, row, |cell| symbol(position, cell, style, ' ', CELL_WIDTH)) + &rule;
    grid_numbers(size) + &rule + &(0..size).rev().map(row).collect::<String>()
}

/// The grid as the seed draws it; without lines between its rows, for a window of fewer rows; and without the line at its foot.
fn grid_sizes<S: CellSet>(history: &History<Position<S>>, style: &Style) -> Vec<String> {
    let open = open_grid(history, style);
    let closed = format!("{open}{}", rule(history.current().rules().size()));
    vec![classic(history, style), closed, open]
}

/// The grid without lines between its rows. The last move is marked as in the small drawing.
fn open_grid<S: CellSet>(history: &History<Position<S>>, style: &Style) -> String {
    let position = history.current();
    let size = position.rules().size();
    let row = |row| grid_row(position, row, |cell| marked(history, cell, style, ' '));
    grid_numbers(size) + &rule(size) + &(0..size).rev().map(row).collect::<String>()
}

fn rule(size: usize) -> String {
    " ".repeat(MARGIN) + &"+---".repeat(size) + "+\n"
}

fn grid_numbers(size: usize) -> String {
    let numbers: String = (1..=size).map(|column| centre(&format!("{column:>2}"), CELL_WIDTH + 1)).collect();
    format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end())
}

/// A line of the grid, with cells as `draw` draws them.
fn grid_row<S: CellSet>(position: &Position<S>, row: usize, draw: impl Fn(Option<Cell>) -> String) -> String {
    let cells = (0..position.rules().size()).map(|column| format!("|{}", draw(Cell::new(column, row))));
    format!("{} {}|\n", pad_left(&(row + 1).to_string(), MARGIN - 1), cells.collect::<String>())
}

/// The letter of what stands on `cell`, in the middle of `columns` columns, `empty` where nothing does.
fn symbol<S: CellSet>(
    position: &Position<S>,
    cell: Option<Cell>,
    style: &Style,
    empty: char,
    columns: usize,
) -> String {
    let Some(checker) = cell.and_then(|cell| position.checker(cell)) else {
        return centre(&empty.to_string(), columns);
    };
    let colour = colour(checker.owner);
    let colour = if checker.king { colour.bold() } else { colour };
    style.paint.apply(colour, &centre(&letter_of(checker).to_string(), columns))
}

/// What stands on `cell` in brackets: square ones where the last move ended, round ones where it began.
fn marked<S: CellSet>(
    history: &History<Position<S>>,
    cell: Option<Cell>,
    style: &Style,
    empty: char,
) -> String {
    let (from, to) = cells_of(history.last_move());
    let (open, close) = cell.map_or((' ', ' '), |cell| brackets(cell, from, to));
    format!("{open}{}{close}", symbol(history.current(), cell, style, empty, 1))
}

/// The small drawings: three columns a cell, and on a narrow terminal two.
fn small_sizes<S: CellSet>(history: &History<Position<S>>, style: &Style, empty: char) -> Vec<String> {
    let mut sizes = with_legend(&small(history, style, empty), LEGEND, style);
    if style.width.is_some() {
        sizes.extend(with_legend(&narrow(history, style, empty), LEGEND, style));
    }
    sizes
}

/// What the letters stand for.
const LEGEND: &str = "w W: white's checker, king   b B: black's\n";

/// Three columns a cell. The checker that moved last stands in brackets, and so does the cell it left.
fn small<S: CellSet>(history: &History<Position<S>>, style: &Style, empty: char) -> String {
    let size = history.current().rules().size();
    let numbers: String = (1..=size).map(|column| format!("{column:>2} ")).collect();
    let mut text = format!("{}{}\n", " ".repeat(MARGIN), numbers.trim_end());
    for row in (0..size).rev() {
        let cells = (0..size).map(|column| marked(history, Cell::new(column, row), style, empty));
        let line = pad_left(&(row + 1).to_string(), MARGIN - 1) + " " + &cells.collect::<String>();
        text += line.trim_end();
        text += "\n";
    }
    text
}

/// Two columns a cell, the tens of the column numbers above their units. Neighbours share the gap between them: where the
/// last move marks both of its sides, the bracket of the cell where it ended stands there.
fn narrow<S: CellSet>(history: &History<Position<S>>, style: &Style, empty: char) -> String {
    let position = history.current();
    let size = position.rules().size();
    let mut text = narrow_numbers(size);
    let (from, to) = cells_of(history.last_move());
    for row in (0..size).rev() {
        let cell_at = |column| Cell::new(column, row);
        let mut line = pad_left(&(row + 1).to_string(), MARGIN - 1);
        for column in 0..=size {
            let before = column.checked_sub(1).and_then(cell_at);
            let after = cell_at(column).filter(|_| column < size);
            line.push(gap(before, after, from, to));
            if after.is_some() {
                line += &symbol(position, after, style, empty, 1);
            }
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

fn narrow_numbers(size: usize) -> String {
    let line = |digit: &dyn Fn(usize) -> String| {
        let digits: String = (1..=size).map(|column| format!("{:>2}", digit(column))).collect();
        format!("{}{digits}\n", " ".repeat(MARGIN - 1))
    };
    let tens = |column: usize| if column < 10 { String::new() } else { (column / 10).to_string() };
    let units = |column: usize| (column % 10).to_string();
    if size < 10 { line(&units) } else { line(&tens) + &line(&units) }
}

/// What stands between two neighbours.
fn gap(before: Option<Cell>, after: Option<Cell>, from: Option<Cell>, to: Option<Cell>) -> char {
    let is = |cell: Option<Cell>, marked| cell.is_some() && cell == marked;
    match () {
        () if is(after, to) => '[',
        () if is(before, to) => ']',
        () if is(after, from) => '(',
        () if is(before, from) => ')',
        () => ' ',
    }
}

/// Where a move begins and ends.
fn cells_of(mv: Option<Move>) -> (Option<Cell>, Option<Cell>) {
    match mv {
        Some(Move::Go { from, to }) => (Some(from), Some(to)),
        Some(Move::Transform(cell)) => (None, Some(cell)),
        None => (None, None),
    }
}

/// The colour in which a player's checkers are shown where there are colours.
fn colour(player: Player) -> Colour {
    match player {
        Player::One => Colour::new().yellow(),
        Player::Two => Colour::new().cyan(),
    }
}
