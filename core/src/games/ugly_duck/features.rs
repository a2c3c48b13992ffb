//! The features of a position for a network: the pieces and their places, as seen by the player to move.
//!
//! The board is rotated for player 2. On [`FiveByFive`] the features also depend on the leader, the most
//! advanced piece of the player to move. The board is mirrored so that the leader is in the left half, and
//! each place of the leader is a bucket with its own features, because the value of a piece depends on the
//! race it is in.
//!
//! [`FiveByFive`]: super::board::FiveByFive

use super::board::Geometry;
use super::position::UglyDuckPosition;
use crate::games::bits::Bits;
use crate::model::Player;

/// The planes: own ducks, own swans, enemy ducks, enemy swans. Each has a place for every cell and the
/// padding.
const PLANES: usize = 4;

/// The places of a plane on 5x5, and the distance between two rows.
const PLACES: usize = 30;
const STRIDE: usize = 6;
/// The number of bits in a set of 5x5 cells.
const BITS: usize = 32;
/// The last row and column of 5x5.
const LAST: usize = 4;
/// The columns of the left half, including the middle one.
const COLUMNS: usize = 3;
/// The number of stages of a leader: up to two steps made, three, and so on to seven, one from home.
const STAGES: usize = 6;

impl<G: Geometry> UglyDuckPosition<G> {
    /// See [`Evaluate::feature_count`](crate::model::Evaluate::feature_count).
    pub(super) fn count_features(&self) -> usize {
        let buckets = if G::HAS_FEATURE_BUCKETS { STAGES * COLUMNS } else { 1 };
        buckets * PLANES * self.plane()
    }

    /// See [`Evaluate::visit_features`](crate::model::Evaluate::visit_features).
    #[inline]
    pub(super) fn show_features(&self, mut visit: impl FnMut(usize)) {
        let (plane, first) = (self.plane(), self.to_move == Player::One);
        if G::HAS_FEATURE_BUCKETS {
            let (feature_bucket, seen) = self.feature_bucket();
            let before = feature_bucket * PLANES;
            self.visit_pieces(|number, index| {
                visit((before + number) * PLACES + usize::from(seen[index % BITS]));
            });
            return;
        }
        self.visit_pieces(|number, index| {
            visit(number * plane + if first { index } else { plane - 2 - index });
        });
    }

    /// Returns the number of places in a plane.
    #[inline]
    fn plane(&self) -> usize {
        self.geometry.stride() as usize * self.geometry.size().height()
    }

    /// Visits each piece with the number of its plane and its bit number.
    #[inline]
    fn visit_pieces(&self, mut visit: impl FnMut(usize, usize)) {
        let own = if self.to_move == Player::One { self.outbound } else { !self.outbound };
        let sets = [self.mine & own, self.mine & !own, self.theirs & !own, self.theirs & own];
        for (number, set) in sets.into_iter().enumerate() {
            set.indices().for_each(|index| visit(number, index as usize));
        }
    }

    /// On 5x5, returns the bucket and the table of how each bit is seen. Unspecified if the player to move
    /// has no piece.
    #[inline]
    fn feature_bucket(&self) -> (usize, &'static [u8; BITS]) {
        let [plain, mirrored] = &VIEWED_BITS[usize::from(self.to_move == Player::Two)];
        let (is_swan, leader) = self.leader();
        let leader = usize::from(plain[leader % BITS]);
        let (row, column) = (leader / STRIDE, leader % STRIDE);
        let steps = if is_swan { 2 * LAST - row } else { row };
        let stage = steps.clamp(2, STAGES + 1) - 2;
        match column < COLUMNS {
            true => (stage * COLUMNS + column, plain),
            false => (stage * COLUMNS + LAST.saturating_sub(column), mirrored),
        }
    }

    /// Returns whether the leader of the player to move is a swan, and its bit number. For boards of at most
    /// 64 bits.
    #[inline]
    fn leader(&self) -> (bool, usize) {
        let (out, back) = ((self.mine & self.outbound).low_word(), (self.mine & !self.outbound).low_word());
        let farthest_out = (out | 1).ilog2() as usize;
        let farthest_back = back.trailing_zeros() as usize;
        match self.to_move {
            Player::One if back != 0 => (true, farthest_back),
            Player::One => (false, farthest_out),
            Player::Two if out != 0 => (true, farthest_out),
            Player::Two => (false, farthest_back),
        }
    }
}

/// For each player, how each bit of 5x5 is seen: from the player's side, and mirrored.
static VIEWED_BITS: [[[u8; BITS]; 2]; 2] = {
    let mut seen = [[[0; BITS]; 2]; 2];
    let mut index = 0;
    while index < PLACES {
        let (row, column) = (index / STRIDE, index % STRIDE);
        if column <= LAST {
            let (flipped_row, flipped_column) = (LAST - row, LAST - column);
            seen[0][0][index] = (row * STRIDE + column) as u8;
            seen[0][1][index] = (row * STRIDE + flipped_column) as u8;
            seen[1][0][index] = (flipped_row * STRIDE + flipped_column) as u8;
            seen[1][1][index] = (flipped_row * STRIDE + column) as u8;
        }
        index += 1;
    }
    seen
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::CLASSIC;
    use super::*;
    use crate::model::Game;

    fn features(text: &str) -> BTreeSet<usize> {
        let mut features = BTreeSet::new();
        CLASSIC.read_position(text).unwrap().show_features(|feature| {
            features.insert(feature);
        });
        features
    }

    /// Returns the bucket that all features of the position share.
    fn feature_bucket(text: &str) -> usize {
        let buckets: BTreeSet<usize> =
            features(text).into_iter().map(|feature| feature / (PLANES * PLACES)).collect();
        assert_eq!(buckets.len(), 1);
        buckets.into_iter().next().unwrap()
    }

    #[test]
    fn the_place_of_the_leader_selects_the_bucket() {
        let number = |steps: usize, column: usize| (steps - 2) * COLUMNS + column;
        assert_eq!(feature_bucket("DDDDD/5/5/5/ddddd 1"), number(2, 0));
        assert_eq!(feature_bucket("D4/1D3/5/3D1/dd3 1"), number(3, 1));
        assert_eq!(feature_bucket("DDDD1/5/4D/5/ddddd 1"), number(2, 0));
        assert_eq!(feature_bucket("D4/5/5/2DS1/dd3 1"), number(5, 1));
        assert_eq!(feature_bucket("D4/2S2/S4/5/dd3 1"), number(7, 2));
        assert_eq!(feature_bucket("D4/s4/5/2s2/1d3 2"), number(7, 2));
        assert_eq!(feature_bucket("D4/3d1/5/1d3/5 2"), number(3, 1));
    }

    #[test]
    fn the_leader_is_seen_in_the_left_half() {
        assert_eq!(features("5/2D2/5/4S/ddd2 1"), features("5/2D2/5/S4/2ddd 1"));
        assert_eq!(features("DD3/5/1d3/5/4d 2"), features("3DD/5/3d1/5/d4 2"));
        assert_ne!(features("5/2D2/5/2S2/ddd2 1"), features("5/2D2/5/2S2/2ddd 1"));
    }
}
