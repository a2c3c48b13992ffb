//! Draws the board: the grid of visible tops with all stacks below it, and the board in the middle of a turn.

use crate::console::{BoardStyle, Style, in_columns, width};
use crate::games::qawale::{Cell, Qawale, SIDE, Walk};
use crate::screens::grid::{GridSize, grid};
use crate::screens::stacks::{STACKS, stack};
use crate::screens::text::{sentences, side_by_side, small};
use crate::words::qawale::{picture, picture_pieces};
use crate::words::{CellMark, GameWords as _, Picture, PictureCell};

/// The gap between two stacks of a row, and the one in a narrow window.
const WIDE_GAP: &str = "   ";
const NARROW_GAP: &str = " ";

/// Draws the board after a piece has been placed and before its stack is lifted.
pub fn draw_placed(walk: &Walk, style: &Style) -> String {
    let mut picture = picture(walk.board());
    let current = walk.current().to_string();
    for cell in picture.cells.iter_mut().filter(|cell| cell.name == current) {
        cell.pieces = picture_pieces(walk.hand());
    }
    picture.mark(&current, CellMark::To);
    draw(&picture, style)
}

/// Draws the board in the middle of a turn. At a terminal the cells so far are marked, as after the turn.
pub fn draw_walk(walk: &Walk, style: &Style) -> String {
    let mut picture = picture(walk.board());
    let cells: Vec<String> = walk.cells().map(|cell| cell.to_string()).collect();
    picture.mark_move(&cells);
    let walked = match style.board {
        BoardStyle::Words if style.is_at_terminal() => {
            let cells: Vec<String> = walk.cells().map(Cell::name).collect();
            format!("Walked so far: {}.\n", cells.join(", "))
        }
        _ => String::new(),
    };
    draw(&picture, style) + &walked
}

/// Draws `picture`, or lists its stacks in a window that is too narrow.
fn draw(picture: &Picture, style: &Style) -> String {
    let drawn = match style.board {
        BoardStyle::Classic => classic(&picture.clone().unmarked_if_piped(style), style),
        BoardStyle::Compact | BoardStyle::Ascii => small(picture, style),
        BoardStyle::Words => String::new(),
    };
    match style.board != BoardStyle::Words && style.fits(width(&drawn)) {
        true => drawn,
        false => sentences(picture, Qawale::Eight.players()),
    }
}

/// Draws the view from above with the stacks below it or, if they fit, to its right.
pub fn classic(picture: &Picture, style: &Style) -> String {
    let [wide, narrow, folded] = [(WIDE_GAP, SIDE), (NARROW_GAP, SIDE), (WIDE_GAP, SIDE / 2)]
        .map(|(gap, in_line)| stacks(picture, gap, in_line, style));
    let below = |size| format!("{}\n{wide}", grid(picture, style, size));
    let smaller = |size| {
        let tops = grid(picture, style, size);
        let side = side_by_side(&tops, &format!("{STACKS}\n\n{wide}"));
        [side, format!("{tops}{wide}"), format!("{tops}{narrow}"), format!("{tops}{folded}")]
    };
    style.drawing(
        || below(GridSize::ORIGINAL),
        || {
            let others = GridSize::ALL.into_iter().flat_map(smaller);
            [below(GridSize::ORIGINAL)].into_iter().chain(others).chain([small(picture, style)]).collect()
        },
    )
}

/// Writes every stack from bottom to top, `in_line` of them in a line, in columns with `gap` between them.
fn stacks(picture: &Picture, gap: &str, in_line: usize, style: &Style) -> String {
    let entry =
        |cell: &PictureCell| format!("{} = [{}]", cell.name.to_uppercase(), stack(&cell.pieces, style));
    let lines = picture.lines().flat_map(|(_, cells)| cells.chunks(in_line));
    let entries: Vec<Vec<String>> = lines.map(|cells| cells.iter().map(entry).collect()).collect();
    in_columns(&entries, usize::MAX, gap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Game;

    #[test]
    fn the_rows_of_every_grid_are_as_wide_as_its_frame() {
        let mut picture = picture(&Qawale::Eight.start());
        picture.mark("a1", CellMark::From);
        picture.mark("b2", CellMark::To);
        for size in GridSize::ALL {
            let drawn = grid(&picture, &Style::MARKED, size);
            let widths: Vec<usize> = drawn.lines().skip(1).map(width).collect();
            assert!(widths.iter().all(|width| *width == widths[0]), "{drawn}");
        }
    }

    #[test]
    fn small_stacks_at_a_terminal_are_aligned_in_brackets() {
        let picture =
            picture(&Qawale::Eight.read_position("dl,t,-,d/-,tttdd,-,-/l,-,lld,-/t,-,-,tt d 6").unwrap());
        let lines = |columns| {
            let style = Style { board: BoardStyle::Compact, width: Some(columns), ..Style::MARKED };
            small(&picture, &style).lines().take(3).map(str::to_owned).collect::<Vec<_>>()
        };
        let wide = [
            "    A  B  C  D    stacks, bottom to top",
            "1   l  t  ·  d    [dl] [t]     []    [d]",
            "2   ·  d  ·  ·    []   [tttdd] []    []",
        ];
        assert_eq!(lines(80), wide);
        assert_eq!(
            lines(40)[1..],
            ["1   l  t  ·  d    [dl][t]    []   [d]", "2   ·  d  ·  ·    []  [tttdd][]   []"]
        );
        assert_eq!(lines(30)[1..], ["1   l  t  ·  d    [dl][t][][d]", "2   ·  d  ·  ·    [][tttdd][][]"]);
        let piped = small(&picture, &Style { board: BoardStyle::Compact, ..Style::PLAIN });
        assert!(piped.contains("1   l  t  ·  d    dl,t,-,d\n"), "{piped}");
    }
}
