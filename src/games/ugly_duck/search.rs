//! What search asks of a position beside the rules: a key, which moves to look at first, when the game must end.

use std::ops::ControlFlow;

use super::geometry::Geometry;
use super::moves::Move;
use super::position::Position;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// A swan comes home.
const WINS: i32 = 1_000;
/// An enemy is taken.
const CAPTURES: i32 = 100;
/// A duck becomes a swan.
const PROMOTES: i32 = 50;

impl<G: Geometry> Position<G> {
    /// A move that brings a swan home, if there is one.
    #[inline]
    pub(super) fn move_home(&self) -> Option<Move> {
        let home = self.home(self.to_move);
        let swans = self.swans(self.to_move);
        if !swans.meets(self.rows_beside(home)) {
            return None;
        }
        let moves = self.generate(|mv| {
            match self.geometry.bit(mv.to).meets(home) && swans.meets(self.geometry.bit(mv.from)) {
                true => ControlFlow::Break(mv),
                false => ControlFlow::Continue(()),
            }
        });
        moves.break_value()
    }

    /// The cells of the rows next to those of `rows`.
    #[inline]
    fn rows_beside(&self, rows: G::Bits) -> G::Bits {
        let stride = self.geometry.stride();
        rows.up(stride) | rows.down(stride)
    }

    /// What a move does at once, as a number.
    #[inline]
    pub(super) fn urgency_of(&self, mv: Move) -> i32 {
        let geometry = self.geometry;
        let (from, to) = (geometry.bit(mv.from), geometry.bit(mv.to));
        let mut urgency = if self.theirs.meets(to) { CAPTURES + i32::from(self.has_turned(to)) } else { 0 };
        if self.home(self.to_move).meets(to) {
            urgency += WINS;
        } else if self.home(self.to_move.opponent()).meets(to) && !self.is_swan(from) {
            urgency += PROMOTES;
        }
        urgency
    }

    /// Whether the piece of the player to move on `cell` is a swan.
    #[inline]
    fn is_swan(&self, cell: G::Bits) -> bool {
        self.outbound.meets(cell) != (self.to_move == Player::One)
    }

    /// Whether the enemy on `cell` is a swan.
    #[inline]
    fn has_turned(&self, cell: G::Bits) -> bool {
        self.outbound.meets(cell) == (self.to_move == Player::One)
    }

    /// Every move is a step of a piece on its way to the far row and back, and no way gets longer. The player who has
    /// no step left when it is his turn loses.
    pub(super) fn plies_left(&self) -> u32 {
        let mine = self.steps_left(self.to_move());
        let theirs = self.steps_left(self.to_move().opponent());
        (2 * mine).min(2 * theirs + 1)
    }

    /// The steps that all pieces of a player have before them if none is taken.
    fn steps_left(&self, player: Player) -> u32 {
        let last = self.geometry.size().height() as u32 - 1;
        let to_last_row = |index: u32| last - u32::from(self.geometry.cell(index).row);
        let pieces = self.pieces(player);
        let swans = self.swans(player);
        let steps = |index: u32| {
            let ahead = match self.outbound.meets(G::Bits::bit(index)) {
                true => to_last_row(index),
                false => last - to_last_row(index),
            };
            if swans.meets(G::Bits::bit(index)) { ahead } else { ahead + last }
        };
        pieces.indices().map(steps).sum()
    }
}

/// Tables for the exact key of a position on 5x5.
///
/// A cell is in one of five states, so a position is a number of 25 digits in base 5, which fits into 59 bits. Let
/// `weight(set)` be the sum of 5^n over the cells n of a set. With 1 for a piece of the player to move, 3 for one of the
/// other, and 1 more for one that heads for the last row, the number is a sum of three weights.
static WEIGHTS: [[u64; 1 << CHUNK]; 3] = {
    let mut weights = [[0; 1 << CHUNK]; 3];
    let mut power = 1;
    let mut bit = 0;
    while bit < 3 * CHUNK {
        let mut set = 0;
        while set < 1 << CHUNK {
            if set >> (bit % CHUNK) & 1 != 0 {
                weights[bit / CHUNK][set] += power;
            }
            set += 1;
        }
        // Every sixth bit is padding, where no piece ever stands.
        if bit % 6 != 5 {
            power *= 5;
        }
        bit += 1;
    }
    weights
};

/// Bits looked up together.
const CHUNK: usize = 10;

#[inline]
fn weight(set: u32) -> u64 {
    let chunk = |number: usize| WEIGHTS[number][(set >> (number * CHUNK)) as usize % (1 << CHUNK)];
    chunk(0) + chunk(1) + chunk(2)
}

/// A number for each position on 5x5 with these sets, below 2^60; no two positions share one.
#[inline]
pub(super) fn exact_number(mine: u32, theirs: u32, outbound: u32, to_move: Player) -> u64 {
    2 * (weight(mine) + 3 * weight(theirs) + weight(outbound)) + to_move.index() as u64
}

#[cfg(test)]
mod tests {
    use super::super::CLASSIC;
    use super::super::geometry::{Size, Small};
    use super::*;
    use crate::model::{Chance, Evaluate as _, Game};
    use std::collections::HashMap;

    #[test]
    fn no_two_positions_share_a_key() {
        let mut chance = Chance::from_seed(1);
        let mut keys = HashMap::new();
        for _ in 0..2_000 {
            let mut position = CLASSIC.start();
            while let Some(mv) = Some(())
                .filter(|()| position.decided().is_none())
                .and_then(|()| position.random_move(&mut chance))
            {
                position = position.after(mv);
                let known = keys.insert(position.hash_key(), position);
                assert!(known.is_none_or(|known| known == position));
                assert!(
                    exact_number(position.mine, position.theirs, position.outbound, position.to_move)
                        < 1 << 60
                );
            }
        }
        assert!(keys.len() > 30_000);
    }

    #[test]
    fn each_digit_of_a_number_is_a_cell() {
        let position = CLASSIC.read_position("DsSd1/5/5/5/4D 2").unwrap();
        let number = exact_number(position.mine, position.theirs, position.outbound, position.to_move);
        // Player 2 is to move: s is 1 and heads out, S is 3 and heads in, d is 1, D is 3 and heads out.
        let digits = 4 + 5 * (2 + 5 * (3 + 5)) + 4 * 5_u64.pow(24);
        assert_eq!(number, 2 * digits + 1);
    }

    #[test]
    fn the_game_is_over_after_the_plies_that_were_left() {
        let mut chance = Chance::from_seed(2);
        let small = Small::new(Size::new(4, 6).unwrap()).unwrap();
        assert_eq!(CLASSIC.start().plies_left(), 80);
        for _ in 0..300 {
            let mut position = Position::start(small);
            let mut left = position.plies_left();
            while position.outcome().is_none() {
                let mv = position.random_move(&mut chance).unwrap();
                position = position.after(mv);
                assert!(position.plies_left() < left);
                left = position.plies_left();
            }
        }
    }

    #[test]
    fn what_changes_much_is_urgent() {
        let position = CLASSIC.read_position("1S3/d4/2s2/1D1D1/4d 1").unwrap();
        let urgency = |text: &str| position.urgency(CLASSIC.read_move(text).unwrap());
        assert_eq!(urgency("d2e2"), PROMOTES);
        assert_eq!(urgency("d4e4"), PROMOTES);
        assert_eq!(urgency("d4e5"), PROMOTES + CAPTURES);
        let position = CLASSIC.read_position("5/d1S2/5/2s2/1D2d 1").unwrap();
        let urgency = |text: &str| position.urgency(CLASSIC.read_move(text).unwrap());
        assert_eq!(urgency("b3a3"), WINS);
    }
}
