//! What a network is told of a position: which piece stands where, seen from the player to move.
//!
//! For player 2 the board is turned round. On [`FiveByFive`] that is not all: the leader, the own piece that is farthest on its way, is
//! always seen in the left half, and each place that it can have is a standpoint with features of its own, for what a piece is worth
//! depends on the race that it is in.
//!
//! [`FiveByFive`]: super::board::FiveByFive

use super::board::Geometry;
use super::position::Position;
use crate::games::bits::Bits;
use crate::model::Player;

/// The planes: own ducks, own swans, enemy ducks, enemy swans, each with a place for every cell and the padding.
const PLANES: usize = 4;

/// The places of a plane on 5x5, and how far apart those of two rows are.
const PLACES: usize = 30;
const STRIDE: usize = 6;
/// The bits of a set of its cells.
const BITS: usize = 32;
/// The last row and column of 5x5.
const LAST: usize = 4;
/// The columns of its left half, the middle one among them.
const COLUMNS: usize = 3;
/// How far a leader may be: up to two steps, three, and so on to seven, one from home.
const STAGES: usize = 6;

impl<G: Geometry> Position<G> {
    /// See [`Evaluate::feature_count`](crate::model::Evaluate::feature_count).
    pub(super) fn count_features(&self) -> usize {
        let standpoints = if G::HAS_FEATURE_BUCKETS { STAGES * COLUMNS } else { 1 };
        standpoints * PLANES * self.plane()
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

    /// The places of a plane.
    #[inline]
    fn plane(&self) -> usize {
        self.geometry.stride() as usize * self.geometry.size().height()
    }

    /// Shows each piece: the number of its plane, and its bit.
    #[inline]
    fn visit_pieces(&self, mut visit: impl FnMut(usize, usize)) {
        let own = if self.to_move == Player::One { self.outbound } else { !self.outbound };
        let sets = [self.mine & own, self.mine & !own, self.theirs & !own, self.theirs & own];
        for (number, set) in sets.into_iter().enumerate() {
            set.indices().for_each(|index| visit(number, index as usize));
        }
    }

    /// On 5x5 the number of the standpoint, and as which bit each is seen from there; without meaning if the player to move has no piece.
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

    /// Whether the leader of the player to move is a swan, and its bit, on a board within 64 bits.
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

/// For each player, as which bit a bit of 5x5 is seen: as the board lies before him, and mirrored.
static VIEWED_BITS: [[[u8; BITS]; 2]; 2] = {
    let mut seen = [[[0; BITS]; 2]; 2];
    let mut index = 0;
    while index < PLACES {
        let (row, column) = (index / STRIDE, index % STRIDE);
        if column <= LAST {
            let (turned_row, turned_column) = (LAST - row, LAST - column);
            seen[0][0][index] = (row * STRIDE + column) as u8;
            seen[0][1][index] = (row * STRIDE + turned_column) as u8;
            seen[1][0][index] = (turned_row * STRIDE + turned_column) as u8;
            seen[1][1][index] = (turned_row * STRIDE + column) as u8;
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

    /// The one standpoint of all features.
    fn feature_bucket(text: &str) -> usize {
        let standpoints: BTreeSet<usize> =
            features(text).into_iter().map(|feature| feature / (PLANES * PLACES)).collect();
        assert_eq!(standpoints.len(), 1);
        standpoints.into_iter().next().unwrap()
    }

    #[test]
    fn the_place_of_the_leader_is_the_standpoint() {
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
