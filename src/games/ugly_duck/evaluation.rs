//! How good a position is, without looking ahead.
//!
//! What the terms are worth was found by matches; the figures are in `docs/engine.md`.

use super::geometry::{Geometry, Size};
use super::moves::Move;
use super::position::Position;
use crate::games::bits::Bits;
use crate::model::{Evaluate, Player, Position as _};

/// A piece, whatever it is.
const PIECE: i32 = 100;
/// A piece one step from its end more than a fresh one. It grows with the square of the way made, there and back: one
/// piece far ahead is worth more than many that have set out, for it must be answered.
const JOURNEY: i32 = 450;
/// A legal move more than the other player would have.
const MOBILITY: i32 = 5;
/// The right to move next.
const TURN: i32 = 10;

impl<G: Geometry> Evaluate for Position<G> {
    /// Pieces with the way they have made, and mobility, minus the same of the other player.
    ///
    /// Both ways to win are in it: captures by the pieces, the race by the journeys. On 22x22 at most
    /// 22 x (100 + 450 + 3 x 5) + 10, far within the limit.
    fn evaluate(&self) -> i32 {
        let mover = self.to_move();
        // On 5x5 search sees so far that counting moves costs more than it tells.
        let mobility =
            if self.geometry.size() == Size::FIVE_BY_FIVE { 0 } else { MOBILITY * self.moves_ahead() };
        TURN + mobility + self.strength(mover) - self.strength(mover.opponent())
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        self.move_home()
    }

    #[inline]
    fn urgency(&self, mv: Move) -> i32 {
        self.urgency_of(mv)
    }

    fn longest_rest(&self) -> Option<u32> {
        Some(self.plies_left())
    }
}

impl<G: Geometry> Position<G> {
    fn strength(&self, player: Player) -> i32 {
        let last = self.geometry.size().height() as i32 - 1;
        let pieces = self.pieces(player);
        let (out, back) = (pieces & self.outbound, pieces & !self.outbound);
        // The steps made on the present way, and their squares.
        let (out_rows, out_squares) = self.geometry.row_sums(out);
        let (back_rows, back_squares) = self.geometry.row_sums(back);
        let (out_count, back_count) = (out.count() as i32, back.count() as i32);
        let back_steps = last * back_count - back_rows;
        let back_squares = last * (back_steps - back_rows) + back_squares;
        // Swans have a whole way behind them: (last + steps)^2 = last^2 + 2 last steps + steps^2.
        let (swans, swan_steps) = match player {
            Player::One => (back_count, back_steps),
            Player::Two => (out_count, out_rows),
        };
        let squares = out_squares + back_squares + last * (last * swans + 2 * swan_steps);
        PIECE * (out_count + back_count) + JOURNEY * squares / (4 * last * last)
    }
}
