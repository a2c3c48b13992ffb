//! How good a position is, without looking ahead.

use super::bits::Bits;
use super::geometry::Geometry;
use super::position::Position;
use crate::model::{Evaluate, Player, Position as _};

/// A piece, whatever it is.
const PIECE: i32 = 100;
/// A swan more than a duck on the same row: it cannot be shut out from the far row any more.
const SWAN: i32 = 40;
/// A whole way there and back; each step of it counts its share. A piece near its end is worth more than a fresh one,
/// because it must be answered at once.
const JOURNEY: i32 = 160;
/// The right to move next.
const TURN: i32 = 10;

impl<G: Geometry> Evaluate for Position<G> {
    /// Pieces, swans, and the way they have made, minus the same of the other player.
    ///
    /// Both ways to win are in it: captures by the material, the race by the journeys. On 22x22 at most
    /// 22 x (100 + 40 + 160) + 10, far within the limit.
    fn evaluate(&self) -> i32 {
        let mover = self.to_move();
        TURN + self.strength(mover) - self.strength(mover.opponent())
    }
}

impl<G: Geometry> Position<G> {
    fn strength(&self, player: Player) -> i32 {
        let rows = self.geometry().size().height() as i32 - 1;
        let pieces = self.pieces(player);
        let swans = self.swans(player).count() as i32;
        let steps = self.geometry.row_sum(pieces & self.outbound)
            + rows * (pieces & !self.outbound).count() as i32
            - self.geometry.row_sum(pieces & !self.outbound)
            + rows * swans;
        PIECE * pieces.count() as i32 + SWAN * swans + JOURNEY * steps / (2 * rows)
    }
}
