//! The board with its legend, and the classic drawing of it.

use crate::console::{BoardStyle, Style, pad_right};
use crate::games::three_dragons::{CAVES, CaptureChoice, Content, Position, SIZE, Square, ThreeDragons};
use crate::model::{Position as _, View};
use crate::screens::text::{dim_grid, small, with_legend_at_side};
use crate::screens::{Picture, PicturePiece, Screen as _, Shape, Terrain, Tint};

use super::words;

/// The columns of what stands on a square.
const CONTENT: usize = 2;

/// The columns of the small board with its legend beside it.
pub const LEGEND_COLUMNS: usize = 72;

/// The current position as `style` wants it; at a terminal with the legend and the numbers of pieces beside or below it.
pub fn draw(view: &View<'_, Position>, style: &Style) -> String {
    let picture = ThreeDragons.marked_picture(view, style);
    let board = match style.board {
        BoardStyle::Words => return words::position(view),
        BoardStyle::Classic => classic(&picture.unmarked_if_piped(style), style),
        BoardStyle::Compact | BoardStyle::Ascii => small(&picture, style),
    };
    let legend = if style.board == BoardStyle::Classic { "" } else { LEGEND };
    style.drawing(|| format!("{board}{legend}"), || sizes(&board, view))
}

/// The board as data.
pub fn picture(view: &View<'_, Position>) -> Picture {
    let columns = (b'A'..).take(SIZE).map(|letter| char::from(letter).to_string()).collect();
    let squares = |row| (0..SIZE).filter_map(|column| Square::new(row, column)).collect();
    let rows = (0..SIZE).map(|row| ((row + 1).to_string(), squares(row)));
    Picture::new(&[], columns, rows, |square| {
        let content = view.position.content(*square);
        let is_cave = CAVES.iter().any(|cave| cave.square == *square);
        let ground = match content {
            Content::Mountain => Terrain::Mountain,
            Content::Cave { used: false } => Terrain::Cave,
            _ if is_cave => Terrain::UsedCave,
            _ => Terrain::Plain,
        };
        let Content::Piece(piece) = content else { return (ground, Vec::new()) };
        let (letter, tint) = [('W', Tint::White), ('B', Tint::Black)][piece.owner.index()];
        let shape = Shape::Level(piece.level);
        (ground, vec![PicturePiece::new(Some(piece.owner), letter, "piece", tint, shape)])
    })
}

/// What the letters of the board stand for.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// `board` with its legend and the numbers of pieces to its right; below it, and there the legend with the first board of each
/// player only, unless a choice of captures may need its rows.
fn sizes(board: &str, view: &View<'_, Position>) -> Vec<String> {
    let counts = words::counts(view.position);
    let mut sizes = vec![with_legend_at_side(board, &format!("{LEGEND}\n{counts}"))];
    let has_legend = view.plies < 2 && !has_capture_choice(view.position);
    sizes.extend(has_legend.then(|| format!("{board}{LEGEND}{counts}")));
    sizes.push(format!("{board}{counts}"));
    sizes
}

/// Whether a move asks how it captures.
fn has_capture_choice(position: &Position) -> bool {
    position.moves().iter().any(|mv| mv.choice != CaptureChoice::Automatic)
}

/// The board exactly as the seed document prints it. At a terminal the blanks around a piece hold the marks.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn classic(picture: &Picture, style: &Style) -> String {
    let columns: String =
        picture.columns.iter().map(|letter| format!(" {} |", pad_right(letter, CONTENT))).collect();
    let header = format!(" |{columns}\n");
    let rule = "_".repeat(header.len() - 1) + "\n";
    let mut text = format!("{header}{rule}");
    for (name, cells) in picture.lines() {
        let cells = cells.iter().map(|cell| cell.framed(style, CONTENT, "  ") + "|");
        text += &format!("{name}|{}\n{rule}", cells.collect::<String>());
    }
    dim_grid(style, &text, &['|', '_'])
}
