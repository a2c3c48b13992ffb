//! The board as the pieces of one side see it, and sets of pieces on it.

use super::super::board::{Geometry, Size};
use super::super::position::Position;
use crate::games::bits::Bits;
use crate::model::Player;

/// The pieces of one side, seen from its own first row: bit `step x columns + column` is a piece in that column that has come
/// so many steps. A duck in row r, from 0, has come r steps; a swan in row r has come 2 x (rows - 1) - r.
pub(super) type Pieces = u64;

/// A set of cells: bit `row x columns + column`, row 0 nearest to whoever looks.
pub(super) type Cells = u64;

/// A board of so many columns and rows whose [`Pieces`] fit into a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    columns: usize,
    rows: usize,
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

impl Field {
    pub fn new(size: Size) -> Option<Field> {
        let field = Field { columns: size.width(), rows: size.height() };
        (field.steps_home() * field.columns <= 64 && field.cells() <= 64).then_some(field)
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

    /// The cells of these pieces.
    pub fn cells_of(self, pieces: Pieces) -> Cells {
        pieces.indices().fold(0, |cells, place| cells | 1 << self.cell(place as usize))
    }

    /// The steps that these pieces have come, together.
    pub fn progress(self, pieces: Pieces) -> usize {
        pieces.indices().map(|place| place as usize / self.columns).sum()
    }

    /// Left and right exchanged. It serves pieces and cells alike.
    pub fn mirrored(self, set: u64) -> u64 {
        set.indices().fold(0, |mirror, index| mirror | 1 << self.mirrored_index(index as usize))
    }

    /// The cell, or the place, that takes the place of this one in the mirror.
    pub fn mirrored_index(self, index: usize) -> usize {
        let column = index % self.columns;
        index - column + self.columns - 1 - column
    }

    /// The cells as they are seen from the other side of the board; columns stay.
    pub fn turned(self, cells: Cells) -> Cells {
        cells.indices().fold(0, |turned, cell| turned | 1 << self.turned_cell(cell as usize))
    }

    fn turned_cell(self, cell: usize) -> usize {
        let (row, column) = (cell / self.columns, cell % self.columns);
        (self.rows - 1 - row) * self.columns + column
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

    /// The pieces without the one on a cell, as their owner sees it.
    pub fn without(self, pieces: Pieces, cell: usize) -> Pieces {
        pieces
            .indices()
            .filter(|place| self.cell(*place as usize) == cell)
            .fold(pieces, |rest, place| rest & !(1 << place))
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
            let step = if swans.meets(G::Bits::bit(index)) { self.steps_home() - row } else { row };
            let is_swan = swans.meets(G::Bits::bit(index));
            if step > self.last_step() || is_swan != (step >= self.rows - 1) {
                return None;
            }
            pieces |= 1 << (step * self.columns + usize::from(cell.column));
        }
        Some(pieces)
    }
}
