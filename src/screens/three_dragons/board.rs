//! The board: the original's table in several sizes, with a legend at a terminal.

use crate::console::{BoardStyle, Style};
use crate::games::three_dragons::{CaptureChoice, ThreeDragons, ThreeDragonsPosition};
use crate::model::{Position as _, View};
use crate::screens::grid::dim_grid;
use crate::screens::looks::{marked_picture, position_and_captures};
use crate::screens::text::{capture_legend, narrow_row, small, with_legend, with_legend_at_side};
use crate::words::{Picture, PictureCell};
use TableLines::{Absent, AroundTheRows, BelowEachRow};

/// The width of a square's text.
const CONTENT: usize = 2;

/// The rows of the questions about a choice of captures.
const CHOICE_ROWS: usize = 5;

/// The legend of the board.
const LEGEND: &str = "W, B: pieces and their levels\nM: mountain   CA, CE: cave, empty cave\n";

/// Draws the current position in the given style. A terminal has the legend to the right of the board, or below
/// each player's first one.
pub fn draw(game: ThreeDragons, view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
    let picture = marked_picture(&game, view, style);
    let tables = match style.board {
        BoardStyle::Words => return position_and_captures(&game, view, style),
        // From the original's size to the smallest: 29 columns and 10 rows.
        BoardStyle::Classic => {
            let picture = picture.clone().unmarked_if_piped(style);
            let with_lines = |is_wide| {
                let sizes = [BelowEachRow, AroundTheRows, Absent];
                sizes.map(|lines| table(&picture, style, is_wide, lines))
            };
            [true, false].map(with_lines).concat()
        }
        BoardStyle::Compact | BoardStyle::Ascii => vec![small(&picture, style)],
    };
    if !style.is_at_terminal() {
        return style.largest(tables) + if style.is_original_only() { "" } else { LEGEND };
    }
    // The questions about a choice of captures need more rows. They are free in every turn, so that the form stays.
    let room = style.above(if game.has_strength_captures() { CHOICE_ROWS } else { 0 });
    let legend = LEGEND.to_owned() + capture_legend(&picture);
    let sizes = tables.iter().flat_map(|table| [with_legend_at_side(table, &legend), table.clone()]);
    let board = room.largest(sizes.collect());
    let has_legend_below = view.plies < 2 && !has_capture_choice(view.position) && !board.contains("CA, CE");
    if has_legend_below { style.largest(with_legend(&board, &legend, style)) } else { board }
}

/// Returns whether any move needs a choice of captures.
pub fn has_capture_choice(position: &ThreeDragonsPosition) -> bool {
    position.moves().iter().any(|mv| mv.choice != CaptureChoice::Automatic)
}

/// The lines of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableLines {
    BelowEachRow,
    AroundTheRows,
    Absent,
}

/// Draws the original's table. If it `is_wide`, there are spaces on both sides of a square.
///
/// ```text
///  | A  | B  | C  ...
/// ___________________
/// 1| M  | B3 | B2 ...
/// ```
fn table(picture: &Picture, style: &Style, is_wide: bool, lines: TableLines) -> String {
    let name = |letter: &String| if is_wide { format!(" {letter}  |") } else { format!("{letter} |") };
    let header = format!(" |{}\n", picture.columns.iter().map(name).collect::<String>());
    let rule = "_".repeat(header.len() - 1) + "\n";
    let row = |(name, cells): (&str, &[PictureCell])| match is_wide {
        true => {
            let cells = cells.iter().map(|cell| cell.framed(style, CONTENT, "  ") + "|");
            format!("{name}|{}\n", cells.collect::<String>())
        }
        false => format!("{name}{}\n", narrow_row(cells, style, CONTENT, '|')),
    };
    let rows: Vec<String> = picture.lines().map(row).collect();
    let text = match lines {
        BelowEachRow => format!("{header}{rule}{}{rule}", rows.join(&rule)),
        AroundTheRows => format!("{header}{rule}{}{rule}", rows.concat()),
        Absent => header + &rows.concat(),
    };
    dim_grid(style, &text, &['|', '_'])
}
