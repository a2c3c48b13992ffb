//! Proven moves near the start of Ugly Duck on 5x5, from `book.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::CLASSIC;
use super::super::board::{FiveByFive, Geometry};
use super::super::moves::Move;
use super::super::position::UglyDuckPosition;
use super::super::size::Cell;
use crate::model::Game as _;

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
            let [from, to] =
                [mv.from, mv.to].map(|cell| Cell { column: 4_u8.saturating_sub(cell.column), ..cell });
            pages.extend([(position, mv), (position.mirrored(), Move { from, to })]);
        }
        OpeningBook(pages)
    }

    /// Returns the book move for a position. Only 5x5 has a book.
    pub fn find<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<Move> {
        self.0.get(&on_5x5(position)?).copied()
    }

    /// Returns how many moves win in `position`, which follows the first move of the game on 5x5. `None` in any
    /// other position.
    pub fn win_count<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<usize> {
        self.find(position)?;
        let wanted = on_5x5(position)?.representative();
        let is_same =
            |text: &str| CLASSIC.read_position(text).is_ok_and(|counted| counted.representative() == wanted);
        WIN_COUNTS.iter().find(|(text, _)| is_same(text)).map(|(_, count)| *count)
    }
}

fn read_page(line: &str) -> Option<(UglyDuckPosition<FiveByFive>, Move)> {
    let (position, mv) = line.rsplit_once(' ')?;
    Some((CLASSIC.read_position(position).ok()?, CLASSIC.read_move(mv).ok()?))
}

/// Returns a position on 5x5 in the geometry of the book; `None` on another board.
fn on_5x5<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<UglyDuckPosition<FiveByFive>> {
    position.to_string().parse().ok()
}
