//! The board as the pieces of one side see it, and sets of pieces on it.

use super::super::board::{Geometry, Size};
use super::super::position::Position;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// The pieces of one side, seen from its own first row: bit `step x columns + column` is a piece in that column that has come
/// so many steps. A duck in row r, from 0, has come r steps; a swan in row r has come 2 x (rows - 1) - r.
pub(super) type Pieces = u64;

/// A set of cells: bit `row x columns + column`, row 0 nearest to whoever looks.
pub(super) type Cells = u64;

/// A board of so many columns and rows whose [`Pieces`] fit into a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideBoard {
    columns: usize,
    rows: usize,
    /// The bits of the first column, whether of places or of cells.
    first_column: u64,
}

/// A step of a piece: to where it leads, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The cell that is entered.
    pub cell: usize,
    /// Whether it leads straight ahead, where an enemy is in the way.
    pub straight: bool,
    /// The pieces after the step; `None` if it brings a swan home.
    pub after: Option<Pieces>,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Successor {
    /// The end, as a win.
    Won,
    /// A position in which the other side is to move: its pieces are `own` now.
    Position { own: Pieces, enemy: Pieces },
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

    /// The steps from a piece's first row to the far row and back. A living piece has come fewer.
    pub fn steps_home(self) -> usize {
        2 * (self.rows - 1)
    }

    /// The most that a piece on the board has come.
    pub fn last_step(self) -> usize {
        self.steps_home() - 1
    }

    /// The number of places for a piece: of bits in [`Pieces`].
    pub fn places(self) -> usize {
        self.steps_home() * self.columns
    }

    /// The cell of a piece at this place.
    pub fn cell(self, place: usize) -> usize {
        let step = place / self.columns;
        step.min(self.steps_home() - step) * self.columns + place % self.columns
    }

    /// The cells of these pieces: the rows of the way out as they stand, and those of the way back laid over them.
    pub fn cells_of(self, pieces: Pieces) -> Cells {
        let back =
            (self.rows..self.steps_home()).map(|step| self.row(pieces, step, self.steps_home() - step));
        back.fold(pieces & (u64::MAX >> (64 - self.cells())), |cells, row| cells | row)
    }

    /// The row with number `from` of a set, alone, as row `to`.
    fn row(self, set: u64, from: usize, to: usize) -> u64 {
        (set >> (from * self.columns) & ((1 << self.columns) - 1)) << (to * self.columns)
    }

    /// The steps that these pieces have come, together.
    pub fn progress(self, pieces: Pieces) -> usize {
        pieces.indices().map(|place| place as usize / self.columns).sum()
    }

    /// Left and right exchanged. It serves pieces and cells alike.
    pub fn mirrored(self, set: u64) -> u64 {
        let column = |column: usize| (set >> column & self.first_column) << (self.columns - 1 - column);
        (0..self.columns).fold(0, |mirror, number| mirror | column(number))
    }

    /// The cell, or the place, that takes the place of this one in the mirror.
    pub fn mirrored_index(self, index: usize) -> usize {
        let column = index % self.columns;
        index - column + self.columns - 1 - column
    }

    /// The cells as they are seen from the other side of the board; columns stay.
    pub fn flipped(self, cells: Cells) -> Cells {
        (0..self.rows).fold(0, |flipped, row| flipped | self.row(cells, row, self.rows - 1 - row))
    }

    /// Every step of every piece onto a cell that holds none of `pieces`. Where the enemy stands is not asked.
    pub fn steps(self, pieces: Pieces) -> impl Iterator<Item = Step> {
        let own = self.cells_of(pieces);
        pieces.indices().flat_map(move |place| {
            let column = place as usize % self.columns;
            let next = place as usize - column + self.columns;
            (column.saturating_sub(1)..=(column + 1).min(self.columns - 1)).filter_map(move |to| {
                let cell = self.cell(next + to);
                let comes_home = next == self.places();
                let after = (!comes_home).then(|| pieces & !(1 << place) | 1 << (next + to));
                (own >> cell & 1 == 0).then_some(Step { cell, straight: to == column, after })
            })
        })
    }

    /// What every move of `own` leads to. First those without a capture: the other side stands as it stood after these, so that all are in the
    /// same row of a table, or nearly.
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
            Some(own) if enemy != 0 => Successor::Position { own: enemy, enemy: own },
            _ => Successor::Won,
        })
    }

    /// The pieces without the one on a cell, as their owner sees it.
    pub fn without(self, pieces: Pieces, cell: usize) -> Pieces {
        pieces
            .indices()
            .filter(|place| self.cell(*place as usize) == cell)
            .fold(pieces, |rest, place| rest & !(1 << place))
    }

    /// The pieces of the side to move and of the other, each as their owner sees them; `None` if one stands where none can in play.
    pub fn sides<G: Geometry>(self, position: &Position<G>) -> Option<[Pieces; 2]> {
        let mover = position.to_move();
        Some([self.pieces_of(position, mover)?, self.pieces_of(position, mover.opponent())?])
    }

    /// The pieces of a player, as he sees them; `None` if one stands where none can in play: a duck on the far row, or a swan at
    /// home.
    pub fn pieces_of<G: Geometry>(self, position: &Position<G>, player: Player) -> Option<Pieces> {
        let swans = position.swans(player);
        let mut pieces = 0;
        for index in position.pieces(player).indices() {
            let cell = position.geometry().cell(index);
            let row = match player {
                Player::One => usize::from(cell.row),
                Player::Two => self.rows - 1 - usize::from(cell.row),
            };
            let step = if swans.has(index) { self.steps_home() - row } else { row };
            let is_swan = swans.has(index);
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
    fn sets_are_moved_as_each_of_their_members_is() {
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
