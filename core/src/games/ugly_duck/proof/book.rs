//! Proven moves near the start of Ugly Duck on 5x5, from `book.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::CLASSIC;
use super::super::board::{FiveByFive, Geometry};
use super::super::moves::Move;
use super::super::position::UglyDuckPosition;
use super::super::size::{Cell, Size};
use crate::model::{Game as _, Position as _};

/// One line per position: the position as text (which contains a space), a space, the move.
const TEXT: &str = include_str!("book.txt");

/// The positions after each first move, up to reflection, with the number of answers that win. A complete table
/// of 5x5 has these numbers: `cygnet analyze uglyduck --position TEXT --depth 1 --tables`.
const WIN_COUNTS: [(&str, usize); 7] = [
    ("1DDDD/D4/5/5/ddddd 2", 1),
    ("1DDDD/1D3/5/5/ddddd 2", 1),
    ("D1DDD/D4/5/5/ddddd 2", 8),
    ("D1DDD/1D3/5/5/ddddd 2", 8),
    ("D1DDD/2D2/5/5/ddddd 2", 5),
    ("DD1DD/1D3/5/5/ddddd 2", 8),
    ("DD1DD/2D2/5/5/ddddd 2", 8),
];

/// Positions, each with a move that keeps the win of the player to move.
#[derive(Debug, Default)]
pub struct OpeningBook(pub(super) HashMap<UglyDuckPosition<FiveByFive>, Move>);

impl OpeningBook {
    /// Returns the book of the classic game, reading it on first use.
    pub fn classic() -> &'static OpeningBook {
        static BOOK: LazyLock<OpeningBook> = LazyLock::new(|| OpeningBook::read(TEXT));
        &BOOK
    }

    /// Reads a book. Invalid lines are skipped.
    fn read(text: &str) -> OpeningBook {
        let mut pages = HashMap::new();
        for (position, mv) in text.lines().filter_map(read_page) {
            pages.insert(position, mv);
            let [from, to] = [mv.from, mv.to].map(mirrored_cell);
            pages.insert(rebuilt(&position, mirrored_cell), Move { from, to });
        }
        OpeningBook(pages)
    }

    /// Returns the book move for a position. Only 5x5 has a book.
    pub fn find<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<Move> {
        if position.geometry().size() != Size::FIVE_BY_FIVE {
            return None;
        }
        self.0.get(&rebuilt(position, |cell| cell)).copied()
    }

    /// Returns how many moves win in `position`, which follows the first move of the game on 5x5. `None` in any
    /// other position.
    pub fn win_count<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<usize> {
        self.find(position)?;
        let either = [rebuilt(position, |cell| cell), rebuilt(position, mirrored_cell)];
        let is_same = |text: &str| CLASSIC.read_position(text).is_ok_and(|counted| either.contains(&counted));
        WIN_COUNTS.iter().find(|(text, _)| is_same(text)).map(|(_, count)| *count)
    }
}

fn read_page(line: &str) -> Option<(UglyDuckPosition<FiveByFive>, Move)> {
    let (position, mv) = line.rsplit_once(' ')?;
    Some((CLASSIC.read_position(position).ok()?, CLASSIC.read_move(mv).ok()?))
}

const LAST_COLUMN: u8 = 4;

fn mirrored_cell(cell: Cell) -> Cell {
    Cell { column: LAST_COLUMN.saturating_sub(cell.column), ..cell }
}

/// Returns a 5x5 position with each piece moved to the cell that `place` returns.
fn rebuilt<G: Geometry>(
    position: &UglyDuckPosition<G>,
    place: fn(Cell) -> Cell,
) -> UglyDuckPosition<FiveByFive> {
    let mut rebuilt = UglyDuckPosition::empty(FiveByFive, position.to_move());
    let cells = (0..=LAST_COLUMN).flat_map(|row| (0..=LAST_COLUMN).map(move |column| Cell { row, column }));
    for cell in cells {
        if let Some(piece) = position.piece(cell) {
            rebuilt.put(place(cell), piece);
        }
    }
    rebuilt
}
