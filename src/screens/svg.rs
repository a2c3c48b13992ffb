//! Draws boards as SVG: self-contained, without scripts and without ids, so that a page can hold any number
//! of them.

use super::shapes;
use crate::words::{CellMark, Picture, PictureCell};

/// The CSS that every picture needs, with a light and a dark colour scheme. All classes start with `cygnet-`.
pub const STYLE: &str = include_str!("svg.css");

/// The size of a cell.
const CELL: usize = 64;
/// The margin for the names of rows and columns.
const LABELS: usize = 34;
/// The margin on the other sides.
const EDGE: usize = 6;
/// The length of an arrowhead.
const HEAD: f64 = 20.0;

/// Draws `picture` as a self-contained SVG element.
///
/// ```
/// use cygnet::games;
/// use cygnet::model::{Game, History};
/// use cygnet::screens::{picture, svg};
///
/// let game = games::open("uglyduck")?;
/// let mut picture = picture(&game, &game.view(&History::new(game.start())), false);
/// picture.mark_targets(&["b1".to_owned()]);
/// let text = svg::draw(&picture);
/// assert!(text.contains("<title>Ugly Duck: Player 1 to move</title>"));
/// # Ok::<(), games::NameError>(())
/// ```
pub fn draw(picture: &Picture) -> String {
    draw_with_style(picture, &format!("<style>{STYLE}</style>"))
}

/// Draws `picture` with this element instead of one with [`STYLE`], which a page includes once.
pub fn draw_with_style(picture: &Picture, style: &str) -> String {
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let width = LABELS + columns * CELL + EDGE;
    let height = LABELS + rows * CELL + EDGE;
    let cells: String =
        picture.cells.iter().enumerate().map(|(index, one)| cell(picture, index, one)).collect();
    let arrows: String = picture.arrows.iter().map(|cells| arrow(picture, cells)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cygnet-board\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n{style}\n\
         <rect class=\"cygnet-page\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n{}{cells}{arrows}</svg>\n",
        escape(&picture.title),
        escape(picture.description.trim_end()),
        labels(picture),
    )
}

/// Returns the upper left corner of a cell.
fn corner(picture: &Picture, index: usize) -> (usize, usize) {
    let columns = picture.columns.len().max(1);
    let top = if picture.columns_below { EDGE } else { LABELS };
    (LABELS + index % columns * CELL, top + index / columns * CELL)
}

fn labels(picture: &Picture) -> String {
    let label = |x: usize, y: usize, name: &str| {
        format!(
            "<text class=\"cygnet-label\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n",
            escape(name.trim())
        )
    };
    let (_, top) = corner(picture, 0);
    let line = if picture.columns_below { top + picture.rows.len() * CELL + 24 } else { top - 10 };
    let across = picture.columns.iter().enumerate();
    let down = picture.rows.iter().enumerate();
    across
        .map(|(index, name)| label(LABELS + index * CELL + CELL / 2, line, name))
        .chain(down.map(|(index, name)| label(LABELS / 2, top + index * CELL + CELL / 2 + 7, name)))
        .collect()
}

fn cell(picture: &Picture, index: usize, cell: &PictureCell) -> String {
    let (x, y) = corner(picture, index);
    let name = escape(&cell.name);
    let mark = cell.mark.map_or("", |mark| match mark {
        CellMark::From => "<rect class=\"cygnet-from\" x=\"3\" y=\"3\" width=\"58\" height=\"58\"/>",
        CellMark::To => "<rect class=\"cygnet-to\" x=\"3\" y=\"3\" width=\"58\" height=\"58\"/>",
        CellMark::Captured => {
            "<rect class=\"cygnet-to\" x=\"3\" y=\"3\" width=\"58\" height=\"58\"/>\
             <path class=\"cygnet-captured\" d=\"M8 8L18 18M18 8L8 18\"/>"
        }
        CellMark::Deciding => "<rect class=\"cygnet-ended\" x=\"4\" y=\"4\" width=\"56\" height=\"56\"/>",
    });
    let target = match (cell.is_target, cell.pieces.is_empty()) {
        (false, _) => "",
        (true, true) => "<circle class=\"cygnet-target\" cx=\"32\" cy=\"32\" r=\"9\"/>",
        (true, false) => "<circle class=\"cygnet-around\" cx=\"32\" cy=\"32\" r=\"28\"/>",
    };
    let (ground, pieces) = (shapes::ground(cell.ground), shapes::pieces(&cell.pieces));
    format!(
        "<g transform=\"translate({x} {y})\" data-cell=\"{name}\">\
         <rect class=\"cygnet-cell\" width=\"64\" height=\"64\"/>{mark}{ground}{pieces}{target}</g>\n",
    )
}

/// Draws an arrow through the centres of cells, or a ring around a single cell.
fn arrow(picture: &Picture, cells: &[usize]) -> String {
    let centre = |(x, y): (usize, usize)| ((x + CELL / 2) as f64, (y + CELL / 2) as f64);
    let points: Vec<(f64, f64)> = cells.iter().map(|index| centre(corner(picture, *index))).collect();
    let Some(((x, y), rest)) = points.split_last() else { return String::new() };
    let Some(before) = rest.last() else {
        return format!("<circle class=\"cygnet-arrow\" cx=\"{x}\" cy=\"{y}\" r=\"27\"/>\n");
    };
    let angle = (y - before.1).atan2(x - before.0);
    let line: String = rest.iter().map(|(x, y)| format!("{x} {y}L")).collect();
    let (end_x, end_y) = (x - HEAD * angle.cos(), y - HEAD * angle.sin());
    format!(
        "<path class=\"cygnet-arrow\" d=\"M{line}{end_x:.1} {end_y:.1}\"/>\
         <path class=\"cygnet-head\" transform=\"translate({x} {y}) rotate({:.1})\" d=\"M0 0L-{HEAD} -13L-{HEAD} 13Z\"/>\n",
        angle.to_degrees(),
    )
}

/// Escapes `text` for use between tags and in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, AnyGame, AnyPosition, FAMILIES};
    use crate::model::{Game, GameRng, History, Position};
    use crate::screens::picture;
    use crate::words::{Flip, GameWords as _};

    /// Returns the values of an attribute in a text.
    fn values<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
        let start = format!(" {name}=\"");
        text.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    fn random_game(game: &AnyGame, moves: usize) -> History<AnyPosition> {
        let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(3));
        while history.plies() < moves && history.current().outcome().is_none() {
            history.play(history.current().random_move(&mut rng).unwrap());
        }
        history
    }

    #[test]
    fn picture_has_all_cells_and_last_move_marks() {
        for name in FAMILIES.iter().flat_map(|family| family.examples) {
            let game = &games::open(name).unwrap();
            for moves in [0, 1, 7] {
                let history = random_game(game, moves);
                let picture = picture(game, &game.view(&history), false);
                assert_eq!(picture.cells.len(), picture.rows.len() * picture.columns.len());
                let marked: Vec<&str> = picture
                    .cells
                    .iter()
                    .filter(|cell| cell.mark.is_some())
                    .map(|cell| cell.name.as_str())
                    .collect();
                let mut wanted = history.last_move().map(|mv| game.cells(mv)).unwrap_or_default();
                wanted.sort_by_key(|name| picture.cells.iter().position(|cell| cell.name == *name));
                wanted.dedup();
                assert_eq!(marked, wanted, "{}", game.name());
                let flipped = crate::screens::picture(game, &game.view(&history), true);
                assert_eq!(flipped.rows != picture.rows, picture.flip != Flip::Nothing);
                assert_eq!(flipped.columns != picture.columns, picture.flip == Flip::RowsAndColumns);
                assert_eq!(flipped.flipped(), picture, "flipping twice changes nothing");
            }
        }
    }

    #[test]
    fn svg_classes_have_css_rules_and_no_ids() {
        for name in FAMILIES.iter().flat_map(|family| family.examples) {
            let game = &games::open(name).unwrap();
            let history = random_game(game, 9);
            let mut picture = picture(game, &game.view(&history), false);
            let moves = history.current().moves();
            let mv = moves.first().copied().or(history.last_move()).unwrap();
            picture.add_arrow(&game.cells(mv));
            picture.mark_targets(&game.cells(mv));
            let text = draw_with_style(&picture, "");
            for class in values(&text, "class").iter().flat_map(|names| names.split(' ')) {
                assert!(STYLE.contains(&format!(".{class}")), "{class}");
            }
            assert!(values(&text, "id").is_empty() && !text.contains("<script") && !text.contains("href"));
            assert_eq!(values(&text, "data-cell").len(), picture.cells.len());
            assert!(text.contains("cygnet-arrow") && draw(&picture).contains("prefers-color-scheme"));
        }
    }

    #[test]
    fn escapes_markup() {
        assert_eq!(escape("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
    }
}
