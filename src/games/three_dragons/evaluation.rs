//! How good a position looks without looking ahead.
//!
//! The seed document counts pieces. Search needs finer differences between positions with equal pieces:
//!
//! - A piece is worth 100, the unit, and every level above the first [`LEVEL`] more: a stronger piece threatens more
//!   pieces, and pays for strength captures with its levels.
//! - A cave that is still unused is worth its dragon, so every neighbour of it held is worth [`SIEGE`] more than the
//!   one before: one of three says little, three of four much.
//! - Every square a piece can go to is worth [`MOBILITY`]: it separates otherwise equal positions.

use std::ops::ControlFlow;

use super::board::{CAVES, SQUARES, Square, each};
use super::generator;
use super::lines::Lines;
use super::moves::Move;
use super::position::{HIGHEST, Position};
use crate::engine::network::Features;
use crate::model::{Evaluate, Player, Position as _};

const PIECE: i32 = 100;
const LEVEL: i32 = 20;
const SIEGE: i32 = 4;
const MOBILITY: i32 = 1;

/// How soon search looks at a move, for each piece it takes.
const CAPTURE: i32 = 100;

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        let mover = self.to_move();
        let lines = Lines::of(self.pieces_above(0));
        worth(self, mover, &lines) - worth(self, mover.opponent(), &lines)
    }

    #[inline]
    fn urgency(&self, mv: Move) -> i32 {
        let (taken, weakens) = self.taken(mv);
        CAPTURE * taken.count_ones() as i32 - i32::from(weakens)
    }

    /// Captures need an enemy beside the square that is entered.
    #[inline]
    fn visit_likely_urgent<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generator::visit_meetings(self, visit)
    }
}

/// A plane of squares for each level of each side, and after them the unused caves. A piece stands in the planes of all levels up to its
/// own, so that what is learned of one level holds for those above it.
impl Features for Position {
    fn feature_count(&self) -> usize {
        2 * usize::from(HIGHEST) * SQUARES + CAVES.len()
    }

    /// For black the board is turned round.
    #[inline]
    fn visit_features(&self, mut visit: impl FnMut(usize)) {
        let mover = self.to_move();
        let seen = |square: Square| match mover {
            Player::One => square.index(),
            Player::Two => SQUARES - 1 - square.index(),
        };
        for (side, player) in [mover, mover.opponent()].into_iter().enumerate() {
            for square in each(self.pieces(player)) {
                for level in 0..usize::from(self.level(square)) {
                    visit((side * usize::from(HIGHEST) + level) * SQUARES + seen(square));
                }
            }
        }
        for (number, cave) in CAVES.iter().enumerate() {
            if self.unused_caves() & cave.square.bit() != 0 {
                let number = if mover == Player::One { number } else { CAVES.len() - 1 - number };
                visit(2 * usize::from(HIGHEST) * SQUARES + number);
            }
        }
    }
}

/// What a player has; `lines` are those of all pieces.
fn worth(position: &Position, player: Player, lines: &Lines) -> i32 {
    let pieces = position.pieces(player);
    let levels: u32 = (1..HIGHEST).map(|level| (pieces & position.pieces_above(level)).count_ones()).sum();
    let mobility: usize = each(pieces).map(|from| lines.count(from)).sum();
    PIECE * pieces.count_ones() as i32
        + LEVEL * levels as i32
        + MOBILITY * mobility as i32
        + siege(position, player)
}

/// The squares of the numbers of neighbours held, over the unused caves.
fn siege(position: &Position, player: Player) -> i32 {
    let unused = CAVES.iter().filter(|cave| position.unused_caves() & cave.square.bit() != 0);
    let held = unused.map(|cave| (cave.neighbours & position.pieces(player)).count_ones() as i32);
    SIEGE * held.map(|held| held * held).sum::<i32>()
}
