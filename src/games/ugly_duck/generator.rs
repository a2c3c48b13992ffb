//! The move generator: which moves there are, and how many, by shifting whole sets of pieces.

use std::ops::ControlFlow;

use super::bits::Bits;
use super::geometry::Geometry;
use super::moves::Move;
use super::position::Position;

impl<G: Geometry> Position<G> {
    /// Shows every legal move, ordered by the cell it leaves, then by the cell it enters: row by row, column by
    /// column.
    #[inline]
    pub(super) fn generate<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.geometry.board();
        let not_mine = board & !self.mine;
        let empty = not_mine & !self.theirs;
        let stride = self.geometry.stride();
        for from in self.mine.indices() {
            let piece = G::Bits::bit(from);
            // A piece has at most one neighbour straight ahead and two diagonally ahead.
            let targets = match self.outbound.meets(piece) {
                true => piece.up(stride) & empty | (piece.up(stride - 1) | piece.up(stride + 1)) & not_mine,
                false => {
                    piece.down(stride) & empty | (piece.down(stride - 1) | piece.down(stride + 1)) & not_mine
                }
            };
            for to in targets.indices() {
                visit(Move { from: self.geometry.cell(from), to: self.geometry.cell(to) })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where the pieces of the player to move can go, a set for each of the six directions. Two pieces that can go
    /// to the same cell do so in different directions, so the sets together have a bit for each move.
    #[inline]
    fn targets(&self) -> [G::Bits; 6] {
        let not_mine = self.geometry.board() & !self.mine;
        let empty = not_mine & !self.theirs;
        let stride = self.geometry.stride();
        let out = self.mine & self.outbound;
        let back = self.mine & !self.outbound;
        [
            out.up(stride - 1) & not_mine,
            out.up(stride) & empty,
            out.up(stride + 1) & not_mine,
            back.down(stride + 1) & not_mine,
            back.down(stride) & empty,
            back.down(stride - 1) & not_mine,
        ]
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        u64::from(G::Bits::count_all(self.targets()))
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.targets().into_iter().any(|targets| !targets.is_empty())
    }
}
