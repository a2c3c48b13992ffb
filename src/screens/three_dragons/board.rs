//! The board with its legend, and its classic drawing.

use crate::console::{BoardStyle, Style, pad_right};
use crate::games::three_dragons::{CAVES, CaptureChoice, Content, Position, SIZE, Square, ThreeDragons};
use crate::model::{Position as _, View};
use crate::screens::text::{dim_grid, small, with_legend_at_side};
use crate::screens::{Picture, PicturePiece, Screen as _, Shape, Terrain, Tint};

use super::words;

/// The width of a square's text.
const CONTENT: usize = 2;

/// The width of the small board with its legend to the right.
pub const LEGEND_COLUMNS: usize = 72;

/// Draws the current position in the given style. At a terminal the legend and the piece counts are to its
/// right or below it.
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

/// Returns the board as data.
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

/// The legend of the board.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// Returns sizes of the board: with legend and piece counts to its right; with both below it, on each
/// player's first board only and not if a choice of captures may need the rows; and with the counts alone.
fn sizes(board: &str, view: &View<'_, Position>) -> Vec<String> {
    let counts = words::counts(view.position);
    let mut sizes = vec![with_legend_at_side(board, &format!("{LEGEND}\n{counts}"))];
    let has_legend = view.plies < 2 && !has_capture_choice(view.position);
    sizes.extend(has_legend.then(|| format!("{board}{LEGEND}{counts}")));
    sizes.push(format!("{board}{counts}"));
    sizes
}

/// Returns whether any move needs a choice of captures.
fn has_capture_choice(position: &Position) -> bool {
    position.moves().iter().any(|mv| mv.choice != CaptureChoice::Automatic)
}

/// Draws the board exactly like the original. At a terminal the spaces around a piece hold the marks.
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
