//! Drawings of the board.

use crate::console::{BoardStyle, Role, Style, pad_right};
use crate::games::three_dragons::{CAVES, Choice, Content, Position, SIZE, Square};
use crate::model::{Position as _, View};
use crate::screens::shared::{Marks, beside, framed, quiet};
use crate::screens::{Ground, Picture, PicturePiece, Shape, Tint};

use super::words::{self, content_name};

/// The columns of what stands on a square.
const CONTENT: usize = 2;

/// The columns of the small board with its legend beside it.
pub const WITH_LEGEND: usize = 72;

/// The current position as `style` wants it; at a terminal with the legend and the numbers of pieces beside or below it.
pub fn draw(view: &View<'_, Position>, style: &Style) -> String {
    let board = match style.board {
        BoardStyle::Words => return words::position(view),
        BoardStyle::Classic => classic(view, style),
        BoardStyle::Compact | BoardStyle::Ascii => small(view, style),
    };
    match (style.is_at_terminal(), style.board) {
        (true, _) => style.largest(sizes(&board, view)),
        (false, BoardStyle::Classic) => board,
        (false, _) => board + LEGEND,
    }
}

/// The board as data.
pub fn picture(view: &View<'_, Position>, style: &Style) -> Picture {
    let rows = style.order(SIZE).map(|row| ((row + 1).to_string(), squares(row, style).collect()));
    Picture::new(columns(style).collect(), rows, &marks(view, style), |square| {
        let content = view.position.content(*square);
        let is_cave = CAVES.iter().any(|cave| cave.square == *square);
        let ground = match content {
            Content::Mountain => Ground::Mountain,
            Content::Cave { used: false } => Ground::Cave,
            _ if is_cave => Ground::UsedCave,
            _ => Ground::Plain,
        };
        let Content::Piece(piece) = content else { return (ground, Vec::new()) };
        let tint = [Tint::White, Tint::Black][piece.owner.index()];
        (ground, vec![PicturePiece { tint, shape: Shape::Level(piece.level), number: None }])
    })
}

/// What the letters of the board stand for.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// `board` with its legend and the numbers of pieces to its right; below it, and there the legend with the first board of each
/// player only, unless a choice of captures may need its rows.
fn sizes(board: &str, view: &View<'_, Position>) -> Vec<String> {
    let counts = words::counts(view.position);
    let mut sizes = vec![beside(board, &format!("{LEGEND}\n{counts}"))];
    let has_legend = view.plies < 2 && !may_choose(view.position);
    sizes.extend(has_legend.then(|| format!("{board}{LEGEND}{counts}")));
    sizes.push(format!("{board}{counts}"));
    sizes
}

/// Whether a move asks how it captures.
fn may_choose(position: &Position) -> bool {
    position.moves().iter().any(|mv| mv.choice != Choice::Automatic)
}

/// The board exactly as the seed document prints it. At a terminal the blanks around a piece hold the marks.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn classic(view: &View<'_, Position>, style: &Style) -> String {
    let marks = if style.is_at_terminal() { marks(view, style) } else { Marks::NONE };
    let columns: String =
        columns(style).map(|letter| format!(" {} |", pad_right(&letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for row in style.order(SIZE) {
        let cells = squares(row, style).map(|square| cell(view, square, style, &marks, "  ") + "|");
        text += &format!("{}|{}\n{rule}", row + 1, cells.collect::<String>());
    }
    quiet(style, &text, &['|', '_'])
}

fn columns(style: &Style) -> impl Iterator<Item = String> + use<> {
    style.order(SIZE).map(|column| char::from(b'A' + column as u8).to_string())
}

fn squares(row: usize, style: &Style) -> impl Iterator<Item = Square> + use<> {
    style.order(SIZE).filter_map(move |column| Square::new(row, column))
}

/// A line for each row. The piece that moved last stands in `[ ]`, the square it left in `( )`.
fn small(view: &View<'_, Position>, style: &Style) -> String {
    let marks = marks(view, style);
    let header: String = columns(style).map(|letter| format!(" {letter}  ")).collect();
    let mut text = format!("  {}\n", header.trim_end());
    for row in style.order(SIZE) {
        let empty = style.empty_cell(".");
        let cells = squares(row, style).map(|square| cell(view, square, style, &marks, empty));
        text += &format!("{} {}\n", row + 1, cells.collect::<String>().trim_end());
    }
    text
}

/// What stands on `square`, between its marks.
fn cell(
    view: &View<'_, Position>,
    square: Square,
    style: &Style,
    marks: &Marks<Square>,
    empty: &str,
) -> String {
    let content = view.position.content(square);
    let name = if content == Content::Empty { empty.to_owned() } else { content_name(content) };
    framed(style, marks.around(&square), &name, CONTENT, |text| match content {
        Content::Empty | Content::Mountain => style.paint.apply(Role::Quiet, text),
        Content::Cave { .. } => text.to_owned(),
        Content::Piece(piece) => style.paint.apply(Role::side(piece.owner), text),
    })
}

/// The last move, and at a terminal the piece whose capture has ended the game.
fn marks(view: &View<'_, Position>, style: &Style) -> Marks<Square> {
    let last = view.last_move();
    let to: Vec<Square> = last.map(|mv| mv.to).into_iter().collect();
    let is_over = style.is_at_terminal() && view.position.decided().is_some();
    Marks { from: last.map(|mv| mv.from), ended: if is_over { to.clone() } else { Vec::new() }, to }
}
