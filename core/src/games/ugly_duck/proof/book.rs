//! Proven moves near the start of Ugly Duck on 5x5: `book.txt`, which `cygnet book uglyduck` writes.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::board::{Cell, FiveByFive, Geometry, Size};
use super::super::moves::Move;
use super::super::notation;
use super::super::position::Position;
use crate::model::Position as _;

/// A line for each position: its text, which has a blank in it, a blank, the move.
const TEXT: &str = include_str!("book.txt");

/// Positions and a move in each that keeps the win of the player to move.
#[derive(Debug, Default)]
pub struct OpeningBook(HashMap<Position<FiveByFive>, Move>);

impl OpeningBook {
    /// The book of the classic game, read when it is first opened.
    pub fn classic() -> &'static OpeningBook {
        static BOOK: LazyLock<OpeningBook> = LazyLock::new(|| OpeningBook::read(TEXT));
        &BOOK
    }

    /// Reads a book. Lines that are no page of one are passed over.
    fn read(text: &str) -> OpeningBook {
        let mut pages = HashMap::new();
        for (position, mv) in text.lines().filter_map(read_page) {
            pages.insert(position, mv);
            pages.insert(mirrored(&position), mirrored_move(mv));
        }
        OpeningBook(pages)
    }

    /// The move for a position, if it has a page. Only 5x5 has.
    pub fn find<G: Geometry>(&self, position: &Position<G>) -> Option<Move> {
        if position.geometry().size() != Size::FIVE_BY_FIVE {
            return None;
        }
        self.0.get(&rebuilt(position, |cell| cell)).copied()
    }

    /// The pages, each as it stands and mirrored.
    #[cfg(test)]
    pub fn pages(&self) -> impl Iterator<Item = (&Position<FiveByFive>, Move)> {
        self.0.iter().map(|(position, mv)| (position, *mv))
    }
}

fn read_page(line: &str) -> Option<(Position<FiveByFive>, Move)> {
    let (position, mv) = line.rsplit_once(' ')?;
    Some((notation::read_position(FiveByFive, position).ok()?, notation::read_move(mv).ok()?))
}

const LAST_COLUMN: u8 = 4;

fn mirrored_cell(cell: Cell) -> Cell {
    Cell { column: LAST_COLUMN.saturating_sub(cell.column), ..cell }
}

fn mirrored_move(mv: Move) -> Move {
    Move { from: mirrored_cell(mv.from), to: mirrored_cell(mv.to) }
}

/// The position with left and right exchanged.
fn mirrored(position: &Position<FiveByFive>) -> Position<FiveByFive> {
    rebuilt(position, mirrored_cell)
}

/// A position of a board of 5x5 with each piece on another cell.
fn rebuilt<G: Geometry>(position: &Position<G>, place: fn(Cell) -> Cell) -> Position<FiveByFive> {
    let mut rebuilt = Position::empty(FiveByFive, position.to_move());
    let cells = (0..=LAST_COLUMN).flat_map(|row| (0..=LAST_COLUMN).map(move |column| Cell { row, column }));
    for cell in cells {
        if let Some(piece) = position.piece(cell) {
            rebuilt.put(place(cell), piece);
        }
    }
    rebuilt
}
