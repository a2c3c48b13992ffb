//! The board as seen by the pieces of one side, and sets of pieces on it.

use super::super::board::Geometry;
use super::super::position::UglyDuckPosition;
use super::super::size::Size;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// The pieces of one side, seen from its own first row. Bit `step x columns + column` is a piece in that
/// column that has made `step` steps. A duck in row r, from 0, has made r steps. A swan in row r has made 2 x
/// (rows - 1) - r.
pub(super) type Pieces = u64;

/// A set of cells: bit `row x columns + column`, where row 0 is the side's own first row.
pub(super) type Cells = u64;

/// A board whose [`Pieces`] fit in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideBoard {
    columns: usize,
    rows: usize,
    /// The bits of the first column, for places as well as for cells.
    first_column: u64,
}

/// A step of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceStep {
    /// The cell that is entered.
    pub cell: usize,
    /// Whether it leads straight ahead, where an enemy blocks it.
    pub straight: bool,
    /// The pieces after the step, or `None` if it brings a swan home.
    pub after: Option<Pieces>,
}

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Successor {
    /// The move wins.
    Won,
    /// A position with the other side to move, so that its pieces are `own`.
    UglyDuckPosition { own: Pieces, enemy: Pieces },
}

impl SideBoard {
    pub fn new(size: Size) -> Option<SideBoard> {
        let (columns, rows) = (size.width(), size.height());
        let first_column = (0..64).step_by(columns).fold(0, |bits, place| bits | 1 << place);
        let board = SideBoard { columns, rows, first_column };
        (board.steps_home() * board.columns <= 64 && board.cells() <= 64).then_some(board)
    }

    pub fn columns(self) -> usize {
        self.columns
    }

    pub fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// Returns the number of steps from a piece's first row to the far row and back. A piece on the board has
    /// made fewer.
    pub fn steps_home(self) -> usize {
        2 * (self.rows - 1)
    }

    /// Returns the maximum number of steps that a piece on the board can have made.
    pub fn last_step(self) -> usize {
        self.steps_home() - 1
    }

    /// Returns the number of places for a piece, which is the number of bits in [`Pieces`].
    pub fn places(self) -> usize {
        self.steps_home() * self.columns
    }

    /// Returns the cell of a piece at this place.
    pub fn cell(self, place: usize) -> usize {
        let step = place / self.columns;
        step.min(self.steps_home() - step) * self.columns + place % self.columns
    }

    /// Returns the cells of these pieces: the rows of the way out, combined with those of the way back.
    pub fn cells_of(self, pieces: Pieces) -> Cells {
        let back =
            (self.rows..self.steps_home()).map(|step| self.row(pieces, step, self.steps_home() - step));
        back.fold(pieces & (u64::MAX >> (64 - self.cells())), |cells, row| cells | row)
    }

    /// Returns row `from` of a set, moved to row `to`.
    fn row(self, set: u64, from: usize, to: usize) -> u64 {
        (set >> (from * self.columns) & ((1 << self.columns) - 1)) << (to * self.columns)
    }

    /// Returns the total number of steps that these pieces have made.
    pub fn progress(self, pieces: Pieces) -> usize {
        pieces.indices().map(|place| place as usize / self.columns).sum()
    }

    /// Swaps left and right, for pieces as well as for cells.
    pub fn mirrored(self, set: u64) -> u64 {
        let column = |column: usize| (set >> column & self.first_column) << (self.columns - 1 - column);
        (0..self.columns).fold(0, |mirror, number| mirror | column(number))
    }

    /// Returns the mirror image of a cell or place.
    pub fn mirrored_index(self, index: usize) -> usize {
        let column = index % self.columns;
        index - column + self.columns - 1 - column
    }

    /// Returns the cells as seen from the other side of the board. Columns stay the same.
    pub fn flipped(self, cells: Cells) -> Cells {
        (0..self.rows).fold(0, |flipped, row| flipped | self.row(cells, row, self.rows - 1 - row))
    }

    /// Iterates over every step of every piece onto a cell without own pieces. Enemies are ignored.
    pub fn steps(self, pieces: Pieces) -> impl Iterator<Item = PieceStep> {
        let own = self.cells_of(pieces);
        pieces.indices().flat_map(move |place| {
            let column = place as usize % self.columns;
            let next = place as usize - column + self.columns;
            (column.saturating_sub(1)..=(column + 1).min(self.columns - 1)).filter_map(move |to| {
                let cell = self.cell(next + to);
                let comes_home = next == self.places();
                let after = (!comes_home).then(|| pieces & !(1 << place) | 1 << (next + to));
                (own >> cell & 1 == 0).then_some(PieceStep { cell, straight: to == column, after })
            })
        })
    }

    /// Iterates over the results of all moves of `own`. Moves without a capture come first: they leave the
    /// other side unchanged, so their results are in the same row of a table, or close together.
    pub fn successors(self, own: Pieces, enemy: Pieces) -> impl Iterator<Item = Successor> {
        let enemies = self.flipped(self.cells_of(enemy));
        let steps = move |captures: bool| {
            self.steps(own).filter(move |step| (enemies >> step.cell & 1 != 0) == captures)
        };
        let quiet = steps(false).map(move |step| (step.after, enemy));
        let captures = steps(true).filter(|step| !step.straight).map(move |step| {
            (step.after, self.without(enemy, self.flipped(1 << step.cell).trailing_zeros() as usize))
        });
        quiet.chain(captures).map(|(after, enemy)| match after {
            Some(own) if enemy != 0 => Successor::UglyDuckPosition { own: enemy, enemy: own },
            _ => Successor::Won,
        })
    }

    /// Returns the pieces without the one on a cell, as seen by their owner.
    pub fn without(self, pieces: Pieces, cell: usize) -> Pieces {
        pieces
            .indices()
            .filter(|place| self.cell(*place as usize) == cell)
            .fold(pieces, |rest, place| rest & !(1 << place))
    }

    /// Returns the pieces of the side to move and of the other, each as seen by their owner, or `None` if there are more
    /// than `max_pieces`, or one cannot be where it is.
    pub fn sides<G: Geometry>(
        self,
        position: &UglyDuckPosition<G>,
        max_pieces: usize,
    ) -> Option<[Pieces; 2]> {
        let mover = position.to_move();
        let [own, enemy] = [self.pieces_of(position, mover)?, self.pieces_of(position, mover.opponent())?];
        ((own.count_ones() + enemy.count_ones()) as usize <= max_pieces).then_some([own, enemy])
    }

    /// Returns the pieces of a player, as seen by that player. Returns `None` if one cannot be where it is: a
    /// duck on the far row, or a swan at home.
    pub fn pieces_of<G: Geometry>(self, position: &UglyDuckPosition<G>, player: Player) -> Option<Pieces> {
        let swans = position.swans(player);
        let mut pieces = 0;
        for index in position.pieces(player).indices() {
            let cell = position.geometry().cell(index);
            let row = match player {
                Player::One => usize::from(cell.row),
                Player::Two => self.rows - 1 - usize::from(cell.row),
            };
            let is_swan = swans.has(index);
            let step = if is_swan { self.steps_home() - row } else { row };
            if step > self.last_step() || is_swan != (step >= self.rows - 1) {
                return None;
            }
            pieces |= 1 << (step * self.columns + usize::from(cell.column));
        }
        Some(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    #[test]
    fn sets_move_like_each_of_their_members() {
        let mut rng = GameRng::from_seed(1);
        for (columns, rows) in [(3, 3), (5, 5), (4, 9), (2, 17), (5, 3), (3, 11)] {
            let Some(board) = Size::new(columns, rows).ok().and_then(SideBoard::new) else { continue };
            for _ in 0..100 {
                let pieces = rng.next_u64() & u64::MAX >> (64 - board.places());
                let cells = rng.next_u64() & u64::MAX >> (64 - board.cells());
                let moved = |set: u64, to: &dyn Fn(usize) -> usize| {
                    set.indices().fold(0, |moved, index| moved | 1 << to(index as usize))
                };
                assert_eq!(board.cells_of(pieces), moved(pieces, &|place| board.cell(place)));
                assert_eq!(board.mirrored(pieces), moved(pieces, &|place| board.mirrored_index(place)));
                let flipped = |cell: usize| (rows - 1 - cell / columns) * columns + cell % columns;
                assert_eq!(board.flipped(cells), moved(cells, &flipped));
            }
        }
    }
}
