//! Draws boards as text from a [`Picture`], for every game: the small boards, and sentences.
//!
//! A drawing has several sizes for [`Style::largest`]. Games with their own classic drawing build it from
//! [`PictureCell::framed`] and those of `grid.rs`.

use crate::console::{Role, Style, centre, pad_left, pad_right, width, wrap};
use crate::model::Player;
use crate::words::{
    CellMark, Picture, PictureCell, PicturePiece, Shape, Terrain, capitalised, count_on_cells, join_with_word,
};

use super::looks::CROWN;
use super::stacks::{describe_stack, stack_lines};

/// The gap between a board and the text next to it, and between the parts of a legend.
pub const GAP: &str = "   ";

/// Draws the largest small board that fits, with a legend; `None` if even the smallest is too wide.
pub fn small_board(picture: &Picture, players: [&str; 2], style: &Style) -> Option<String> {
    let legend = legend(picture.kinds, players, style) + capture_legend(picture);
    let sizes = small_sizes(picture, &legend, style);
    let fits = sizes.iter().any(|drawing| style.fits(width(drawing)));
    fits.then(|| style.largest(sizes))
}

/// Draws the small boards, each with and without its legend, the largest first.
fn small_sizes(picture: &Picture, legend: &str, style: &Style) -> Vec<String> {
    let tight = |is_narrow| {
        let (margin, cell_width) = tight_columns(picture, style, is_narrow);
        // Reserve a column for the last mark, so that the size does not change between turns.
        let columns = margin + picture.columns.len() * (cell_width + 1) + 1;
        style.fits(columns).then(|| tight(picture, style, is_narrow))
    };
    let has_kings = picture.kinds.iter().any(|kind| kind.shape == Shape::King) && style.is_at_terminal();
    let boards = match (picture.largest_number, picture.has_stacks) {
        (Some(largest), _) => [None, tight(false), if largest > 9 { tight(true) } else { None }],
        (None, true) => [Some(small(picture, style)), None, None],
        (None, false) => {
            [Some(small(picture, style)), tight(false), if has_kings { tight(true) } else { None }]
        }
    };
    boards.iter().flatten().flat_map(|board| with_legend(board, legend, style)).collect()
}

/// Draws a line for each row, each cell between its own marks. Boards with stacks show them after each row.
pub fn small(picture: &Picture, style: &Style) -> String {
    let (cell_width, empty) = (cell_width(picture, style), style.empty_cell());
    let margin = picture.row_width() + if picture.has_stacks { 2 } else { 1 };
    let names: String = picture.columns.iter().map(|name| centre(name, cell_width + 2)).collect();
    let board = margin + width(&names) + GAP.len();
    let mut stacks =
        if picture.has_stacks { stack_lines(picture, style, board) } else { Vec::new() }.into_iter();
    let mut next_stacks = || stacks.next().map_or_else(String::new, |stacks| GAP.to_owned() + &stacks);
    let mut text = format!("{}{names}{}", " ".repeat(margin), next_stacks()).trim_end().to_owned() + "\n";
    for (name, cells) in picture.lines() {
        let tops: String = cells.iter().map(|cell| cell.framed(style, cell_width, empty)).collect();
        let name = pad_right(&pad_left(name, picture.row_width()), margin);
        text += &format!("{}\n", format!("{name}{tops}{}", next_stacks()).trim_end());
    }
    text
}

/// Draws a board in which neighbouring cells share the column between them. If it `is_narrow`, the crowns of kings take
/// that column, and a letter stands for a number of two digits.
///
/// ```text
///     b  .  [d2].           b d8 d9 dA
///     a  D1  D2  D3         a D8 D9[ ]
///        1   2   3             8  9  10
///                           Piece A: 10
/// ```
fn tight(picture: &Picture, style: &Style, is_narrow: bool) -> String {
    let (margin, cell_width) = tight_columns(picture, style, is_narrow);
    let row = |(name, cells): (&str, &[PictureCell])| {
        let name = pad_right(&pad_left(name, picture.row_width()), margin);
        let row = name + &tight_row(cells, style, cell_width, is_narrow);
        format!("{}\n", row.trim_end())
    };
    let rows: String = picture.lines().map(row).collect();
    let header = tight_header(picture, margin, cell_width);
    let board = if picture.columns_below { rows + &header } else { header + &rows };
    match picture.largest_number {
        Some(10) if is_narrow => board + "Piece A: 10\n",
        Some(largest) if is_narrow => {
            board + &format!("Pieces A to {}: 10 to {largest}\n", number_sign(largest))
        }
        _ => board,
    }
}

/// Returns the sign of a number on a narrow board: a digit, or a letter for 10 and more.
fn number_sign(number: usize) -> String {
    let sign = u32::try_from(number).ok().and_then(|number| char::from_digit(number, 36));
    sign.map_or_else(|| number.to_string(), |sign| sign.to_ascii_uppercase().to_string())
}

/// Returns the columns before the first cell of such a drawing, and the width of a cell.
fn tight_columns(picture: &Picture, style: &Style, is_narrow: bool) -> (usize, usize) {
    let is_numbered = picture.largest_number.is_some();
    let cell_width = cell_width(picture, style).saturating_sub(usize::from(is_narrow)).max(1);
    let cell_width = if is_numbered { cell_width.max(picture.column_width()) } else { cell_width };
    let row_width = picture.row_width();
    (row_width + usize::from(is_numbered && row_width > 0), cell_width)
}

/// Draws a row of a grid whose cells have no room for marks next to a piece: its marks take the place of the bars.
pub fn narrow_row(cells: &[PictureCell], style: &Style, cell_width: usize, bar: char) -> String {
    let mut bars = vec![bar; cells.len() + 1];
    let texts: Vec<String> = cells.iter().map(|cell| cell.text(style, "")).collect();
    for (index, cell) in
        cells.iter().enumerate().filter(|(index, cell)| cell.mark.is_some() && !texts[*index].is_empty())
    {
        let (open, close) = cell.brackets();
        bars[index] = stronger_mark(bars[index], open);
        bars[index + 1] = stronger_mark(bars[index + 1], close);
    }
    let bars = bars.iter().map(|sign| if *sign == bar { bar.to_string() } else { mark(style, *sign) });
    let cell = |(cell, content): (&PictureCell, &String)| {
        let [open, close] = <[char; 2]>::from(cell.brackets()).map(|sign| mark(style, sign));
        match content.is_empty() {
            true => format!("{open}{}{close}", " ".repeat(cell_width.saturating_sub(2))),
            false => pad_right(&cell.paint(style, content), cell_width),
        }
    };
    let cells = cells.iter().zip(&texts).map(cell).chain([String::new()]);
    bars.zip(cells).map(|(bar, cell)| bar + &cell).collect()
}

/// Draws a row. Two cells have a space between them, unless one of them has a mark or a crown there.
fn tight_row(cells: &[PictureCell], style: &Style, cell_width: usize, is_narrow: bool) -> String {
    let mut text = String::new();
    let mut pending_mark = ' ';
    for cell in cells {
        let (open, close) = cell.brackets();
        let piece = cell.pieces.last().filter(|_| is_narrow);
        let (content, close) = match piece {
            Some(piece @ PicturePiece { number: Some(number), .. }) => {
                (piece.name_on_board(style) + &number_sign(*number), close)
            }
            Some(piece) if piece.shape == Shape::King => (piece.letter(style).to_string(), CROWN),
            Some(piece) => (piece.letter(style).to_string(), close),
            None => (cell.text(style, style.empty_cell()), close),
        };
        let free = cell_width.saturating_sub(width(&content));
        // At a terminal the marks are close to the text.
        let is_close = style.is_at_terminal() && free > 0;
        text += &mark(style, stronger_mark(pending_mark, open));
        text += &cell.paint(style, &content);
        text += &if is_close { mark(style, close) } else { String::new() };
        text += &" ".repeat(free - usize::from(is_close));
        pending_mark = if is_close { ' ' } else { close };
    }
    text + &mark(style, pending_mark)
}

/// Draws the column names. Names wider than a cell are written vertically.
fn tight_header(picture: &Picture, margin: usize, cell_width: usize) -> String {
    let names = picture.column_width();
    if names == 0 {
        return String::new();
    }
    let line = |line: Option<usize>| {
        let name = |name: &String| match line {
            None => name.clone(),
            Some(line) => pad_left(name, names).chars().skip(line).take(1).collect(),
        };
        let names: String = picture
            .columns
            .iter()
            .map(|column| format!(" {}", pad_right(&name(column), cell_width)))
            .collect();
        format!("{}{}\n", " ".repeat(margin), names.trim_end())
    };
    if names <= cell_width { line(None) } else { (0..names).map(|index| line(Some(index))).collect() }
}

/// Returns the width of the widest cell text.
pub fn cell_width(picture: &Picture, style: &Style) -> usize {
    match picture.largest_number {
        Some(largest) => 1 + largest.max(1).to_string().len(),
        None => picture.cells.iter().map(|cell| width(&cell.text(style, " "))).max().unwrap_or(1),
    }
}

/// Returns the more important of two marks that share a column: a crown, then the end of the game, then captures, then
/// the destination of the last move.
fn stronger_mark(one: char, other: char) -> char {
    let weight = |mark: &char| " )(][><*^".find(*mark);
    if weight(&one) > weight(&other) { one } else { other }
}

/// Returns the legend of a board: `w W: white's checker, king   b B: black's`.
fn legend(kinds: &[PicturePiece], players: [&str; 2], style: &Style) -> String {
    let side = |player: Player| {
        let kinds = kinds.iter().filter(move |kind| kind.owner == Some(player));
        let letters: Vec<String> = kinds.clone().map(|kind| kind.name_on_board(style)).collect();
        let names: Vec<&str> = kinds.map(|kind| kind.name).collect();
        let names = if player == Player::One { format!(" {}", names.join(", ")) } else { String::new() };
        format!("{}: {}'s{names}", letters.join(" "), players[player.index()])
    };
    if kinds.is_empty() { String::new() } else { Player::BOTH.map(side).join(GAP) + "\n" }
}

/// Returns the line that explains the marks of captures, if there are any.
pub fn capture_legend(picture: &Picture) -> &'static str {
    let has_captures = picture.cells.iter().any(|cell| cell.mark == Some(CellMark::Captured));
    if has_captures { "> <: captured\n" } else { "" }
}

/// Adds the legend to `board`, in several sizes for [`Style::largest`]. Without a terminal the legend is
/// below the board. At a terminal it is to the right of the board, below it, below it in wrapped lines, or
/// left out.
pub fn with_legend(board: &str, legend: &str, style: &Style) -> Vec<String> {
    let below = format!("{board}{legend}");
    if style.width.is_none() {
        return vec![below];
    }
    let broken = format!("{board}{}", wrap(&legend.replace(GAP, "\n"), style.width));
    vec![with_legend_at_side(board, legend), below, broken, board.to_owned()]
}

/// Adds the parts of `legend` to the right of `board`, one per line.
pub fn with_legend_at_side(board: &str, legend: &str) -> String {
    side_by_side(board, &legend.replace(GAP, "\n"))
}

/// Puts the lines of `text`, which must not be more than those of `board`, to its right.
pub fn side_by_side(board: &str, text: &str) -> String {
    let columns = width(board);
    let mut lines = text.lines().fuse();
    let line = |line: &str| match lines.next() {
        Some(text) => format!("{}{GAP}{text}", pad_right(line, columns)).trim_end().to_owned() + "\n",
        None => format!("{line}\n"),
    };
    board.lines().map(line).collect()
}

/// Describes the pieces on the board: those of each side by kind, or each stack.
pub fn sentences(picture: &Picture, players: [&str; 2]) -> String {
    if picture.has_stacks {
        let cells = picture.cells.iter().filter(|cell| !cell.pieces.is_empty());
        let cells =
            cells.map(|cell| format!("{}: {}.\n", cell.name.to_uppercase(), describe_stack(&cell.pieces)));
        return cells.collect::<String>() + "All other cells are empty.\n";
    }
    let side = |player: Player| {
        let kinds = picture.kinds.iter().filter(|kind| kind.owner == Some(player));
        let kinds: Vec<String> =
            kinds.map(|kind| count_on_cells(kind.name, &picture.cells_of(kind))).collect();
        format!("{} has {}.\n", capitalised(players[player.index()]), join_with_word(&kinds, "and"))
    };
    Player::BOTH.map(side).concat()
}

impl Picture {
    /// Returns the width of the widest row name.
    pub(super) fn row_width(&self) -> usize {
        self.rows.iter().map(|name| width(name)).max().unwrap_or(0)
    }

    /// Returns the width of the widest column name.
    fn column_width(&self) -> usize {
        self.columns.iter().map(|name| width(name)).max().unwrap_or(0)
    }

    /// Returns the names of the cells with a piece of this kind.
    fn cells_of(&self, kind: &PicturePiece) -> Vec<String> {
        let holds = |cell: &&PictureCell| {
            cell.pieces.iter().any(|piece| piece.owner == kind.owner && piece.name == kind.name)
        };
        self.cells.iter().filter(holds).map(|cell| cell.name.clone()).collect()
    }
}

impl PictureCell {
    /// Returns the text of the cell: a piece with its level or number, a mountain or a cave, or `empty`.
    pub fn text(&self, style: &Style, empty: &str) -> String {
        match (self.pieces.last(), self.ground) {
            (Some(piece), _) => {
                let level = if let Shape::Level(level) = piece.shape { Some(level.into()) } else { None };
                let number = piece.number.or(level).map_or_else(String::new, |number| number.to_string());
                piece.name_on_board(style) + &number
            }
            (None, Terrain::Plain) => empty.to_owned(),
            (None, Terrain::Mountain) => "M".to_owned(),
            (None, Terrain::Cave) => "CA".to_owned(),
            (None, Terrain::UsedCave) => "CE".to_owned(),
        }
    }

    /// Paints `text` in the colour of the cell's content.
    pub fn paint(&self, style: &Style, text: &str) -> String {
        match (self.pieces.last(), self.ground) {
            (Some(piece), _) => piece.paint(style, text),
            (None, Terrain::Plain | Terrain::Mountain) => style.paint.apply(Role::Dim, text),
            (None, Terrain::Cave | Terrain::UsedCave) => text.to_owned(),
        }
    }

    /// Returns the marks on both sides of the cell.
    fn brackets(&self) -> (char, char) {
        match self.mark {
            Some(CellMark::Deciding) => ('*', '*'),
            Some(CellMark::Captured) => ('>', '<'),
            Some(CellMark::To) => ('[', ']'),
            Some(CellMark::From) => ('(', ')'),
            None => (' ', ' '),
        }
    }

    /// Returns the text of the cell, or `empty`, padded to `cell_width` columns, with a mark on each side. At
    /// a terminal the marks are close to the text.
    pub fn framed(&self, style: &Style, cell_width: usize, empty: &str) -> String {
        let text = self.text(style, empty);
        let (open, close) = self.brackets();
        let [open, close] = [open, close].map(|sign| mark(style, sign));
        let free = " ".repeat(cell_width.saturating_sub(width(&text)));
        let (within, after) = style.wording((&free[..], ""), ("", &free[..]));
        let text = self.paint(style, &format!("{text}{within}"));
        format!("{open}{text}{close}{after}")
    }
}

/// Paints a mark next to a cell.
fn mark(style: &Style, sign: char) -> String {
    if sign == ' ' { " ".to_owned() } else { style.paint.apply(Role::Mark, &sign.to_string()) }
}
