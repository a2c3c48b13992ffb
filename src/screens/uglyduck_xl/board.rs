//! Drawings of a board of any size with numbered pieces. Row a, player 1's home, is at the bottom, as the seed draws it.
//!
//! The piece that moved last stands in square brackets, the cell it left is marked by round ones.

use crate::console::{BoardStyle, Role, Style, centre, pad_right, width};
use crate::games::ugly_duck::{Cell, Geometry, Kind, Piece, Position, letter_of};
use crate::model::notation::letter;
use crate::model::{Numbering, Player, View};
use crate::screens::ducks::{LETTERS, marks, paint, pictured};
use crate::screens::shared::{Marks, framed, mark, quiet, with_legend};
use crate::screens::{Picture, Tint};

use super::words;

/// The columns before the first cell: the letter of the row and a blank.
const MARGIN: usize = 2;

/// The lines of the full board.
const GRID: [char; 11] = ['┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘', '─', '│'];

/// The current position as `style` wants it.
pub fn draw<G: Geometry>(view: &View<'_, Position<G>>, style: &Style) -> String {
    let board = Board::new(view, style);
    match style.board {
        BoardStyle::Classic => board.grid(),
        BoardStyle::Compact | BoardStyle::Ascii => board.small().unwrap_or_else(|| words::position(view)),
        BoardStyle::Words => words::position(view),
    }
}

/// The board as data.
pub fn picture<G: Geometry>(view: &View<'_, Position<G>>, style: &Style) -> Picture {
    let board = Board::new(view, style);
    let cells = |row| board.columns().map(|column| Cell { row, column }).collect();
    let rows = board.rows().map(|row| (row_name(row).to_string(), cells(row)));
    let content = |cell: &Cell| pictured(view.position, *cell, Tint::Red, view.numbering.on((*cell).into()));
    let picture = Picture::new(board.columns().map(column_name).collect(), rows, &board.marks, content);
    Picture { columns_below: true, ..picture }
}

/// A position as a drawing sees it.
struct Board<'a, G: Geometry> {
    position: &'a Position<G>,
    numbering: &'a Numbering,
    marks: Marks<Cell>,
    style: &'a Style,
    /// The digits of the largest number of a piece.
    digits: usize,
}

impl<'a, G: Geometry> Board<'a, G> {
    fn new(view: &'a View<'_, Position<G>>, style: &'a Style) -> Self {
        let numbering = &view.numbering;
        let digits = numbering.largest().max(1).to_string().len();
        Board { position: view.position, numbering, marks: marks(view, style), style, digits }
    }

    /// The rows in the order of the drawing, the last row first.
    fn rows(&self) -> impl Iterator<Item = u8> + use<G> {
        let height = self.position.geometry().size().height();
        self.style.order(height).map(move |row| (height - 1 - row) as u8)
    }

    fn columns(&self) -> impl Iterator<Item = u8> + use<G> {
        self.style.order(self.position.geometry().size().width()).map(|column| column as u8)
    }

    /// The piece on a cell and its number.
    fn piece(&self, cell: Cell) -> Option<(Piece, usize)> {
        self.position.piece(cell).zip(self.numbering.on(cell.into()))
    }

    /// The full board. Every line has the same width.
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
    fn grid(&self) -> String {
        let inside = self.digits + 3;
        let margin = " ".repeat(MARGIN);
        let rule = |[start, middle, end]: [&str; 3]| {
            let cells: Vec<String> = self.columns().map(|_| "─".repeat(inside)).collect();
            format!("{margin}{start}{}{end}\n", cells.join(middle))
        };
        let rows: Vec<String> = self.rows().map(|row| self.grid_row(row, inside)).collect();
        let numbers: String =
            self.columns().map(|column| centre(&column_name(column), inside) + " ").collect();
        let grid = rule(["┌", "┬", "┐"]) + &rows.join(&rule(["├", "┼", "┤"])) + &rule(["└", "┴", "┘"]);
        quiet(self.style, &grid, &GRID) + &format!("{margin} {numbers}\n")
    }

    fn grid_row(&self, row: u8, inside: usize) -> String {
        let cells = self.columns().map(|column| self.grid_cell(Cell { row, column }, inside) + "│");
        format!("{} │{}\n", row_name(row), cells.collect::<String>())
    }

    fn grid_cell(&self, cell: Cell, inside: usize) -> String {
        let marks = self.marks.around(&cell);
        match self.piece(cell) {
            Some((piece, number)) => {
                let name = format!("{}{number}", letter_of(piece));
                framed(self.style, marks, &name, inside - 2, |text| paint(self.style, piece, text))
            }
            None => framed(self.style, marks, &" ".repeat(inside - 2), inside - 2, str::to_owned),
        }
    }

    /// A drawing without lines between the cells: in one line a row, in two where the terminal is too narrow for that;
    /// `None` if it is too narrow for both.
    ///
    /// ```text
    ///     b  .  [d2].           b  . [d].
    ///     a  D1  D2  D3               [2]
    ///        1   2   3          a  D  D  D
    ///                              1  2  3
    ///
    ///                              1  2  3
    /// ```
    fn small(&self) -> Option<String> {
        let together = |piece: Piece, number: usize| vec![format!("{}{number}", letter_of(piece))];
        let apart = |piece: Piece, number: usize| vec![letter_of(piece).to_string(), number.to_string()];
        let columns = self.columns().count();
        let column_digits = columns.to_string().len();
        let wide = (self.digits + 1).max(column_digits);
        let narrow = self.digits.max(column_digits);
        let fits = |inside: usize| self.style.fits(MARGIN + columns * (inside + 1) + 1);
        let drawing = match (fits(wide), fits(narrow)) {
            (true, _) => self.lines(wide, &together),
            (_, true) => self.lines(narrow, &apart),
            _ => return None,
        };
        Some(self.style.largest(with_legend(&drawing, LETTERS, self.style)))
    }

    /// The rows, each in as many lines as `write` makes of a piece, then the numbers of the columns.
    fn lines(&self, inside: usize, write: &dyn Fn(Piece, usize) -> Vec<String>) -> String {
        let height = write(Piece { owner: Player::One, kind: Kind::Duck }, 1).len();
        let mut text = String::new();
        for row in self.rows() {
            for line in 0..height {
                let name = if line == 0 { row_name(row) } else { ' ' };
                text += format!("{name} {}", self.small_row(row, line, inside, write)).trim_end();
                text += "\n";
            }
        }
        let numbers: String =
            self.columns().map(|column| pad_right(&column_name(column), inside) + " ").collect();
        let numbers = format!("{} {numbers}", " ".repeat(MARGIN));
        // An empty line, lest the numbers of the columns be taken for those of the pieces just above.
        let gap = if height > 1 { "\n" } else { "" };
        text + gap + numbers.trim_end() + "\n"
    }

    /// One line of a row. Neighbouring cells share the column between them: pieces move to other rows, so there is
    /// never a mark on both sides of it. At a terminal the marks stand close around the text.
    fn small_row(
        &self,
        row: u8,
        line: usize,
        inside: usize,
        write: &dyn Fn(Piece, usize) -> Vec<String>,
    ) -> String {
        let empty = if line == 0 { self.style.empty_cell("·") } else { "" };
        let is_at_terminal = self.style.is_at_terminal();
        let mut text = String::new();
        let mut behind = ' ';
        for column in self.columns() {
            let cell = Cell { row, column };
            let is_blank = is_at_terminal && line > 0 && self.piece(cell).is_none();
            let (open, close) = if is_blank { (' ', ' ') } else { self.marks.around(&cell) };
            text += &mark(self.style, if open == ' ' { behind } else { open });
            let (content, painted) = match self.piece(cell) {
                Some((piece, number)) => {
                    let content = write(piece, number)[line].clone();
                    (width(&content), paint(self.style, piece, &content))
                }
                None => (width(empty), self.style.paint.apply(Role::Quiet, empty)),
            };
            let free = inside - content;
            let is_close = is_at_terminal && free > 0;
            text += &painted;
            text += &if is_close { mark(self.style, close) } else { String::new() };
            text += &" ".repeat(free - usize::from(is_close));
            behind = if is_close { ' ' } else { close };
        }
        text + &mark(self.style, behind)
    }
}

fn row_name(row: u8) -> char {
    letter(usize::from(row))
}

fn column_name(column: u8) -> String {
    (usize::from(column) + 1).to_string()
}
