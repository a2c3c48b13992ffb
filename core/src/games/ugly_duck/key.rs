//! Exact keys for positions on 5x5: no two positions share one.

use crate::model::Player;

/// Lookup tables for [`weight`].
///
/// A cell is in one of five states, so a position is a 25-digit number in base 5, which fits in 59 bits. Let
/// `weight(set)` be the sum of 5^n over the cells n of a set. A piece of the player to move counts 1, a piece
/// of the opponent 3, and one that heads for the last row 1 more, so the number is a sum of three weights.
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
        // Every sixth bit is padding, which never holds a piece.
        if bit % 6 != 5 {
            power *= 5;
        }
        bit += 1;
    }
    weights
};

/// The number of bits looked up together.
const CHUNK: usize = 10;

#[inline]
fn weight(set: u32) -> u64 {
    let chunk = |number: usize| WEIGHTS[number][(set >> (number * CHUNK)) as usize % (1 << CHUNK)];
    chunk(0) + chunk(1) + chunk(2)
}

/// Returns a number below 2^60 for the position on 5x5 with these sets. No two positions share one.
#[inline]
pub(super) fn exact_index(mine: u32, theirs: u32, outbound: u32, to_move: Player) -> u64 {
    2 * (weight(mine) + 3 * weight(theirs) + weight(outbound)) + to_move.index() as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::CLASSIC;
    use super::*;
    use crate::model::{Game, GameRng, Position as _};

    #[test]
    fn no_two_positions_share_a_key() {
        let mut rng = GameRng::from_seed(1);
        let mut keys = HashMap::new();
        for _ in 0..2_000 {
            let mut position = CLASSIC.start();
            while let Some(mv) = Some(())
                .filter(|()| position.terminal_outcome().is_none())
                .and_then(|()| position.random_move(&mut rng))
            {
                position = position.after(mv);
                let known = keys.insert(position.hash_key(), position);
                assert!(known.is_none_or(|known| known == position));
                assert!(
                    exact_index(position.mine, position.theirs, position.outbound, position.to_move)
                        < 1 << 60
                );
            }
        }
        assert!(keys.len() > 30_000);
    }

    #[test]
    fn each_digit_is_a_cell() {
        let position = CLASSIC.read_position("DsSd1/5/5/5/4D 2").unwrap();
        let number = exact_index(position.mine, position.theirs, position.outbound, position.to_move);
        // Player 2 is to move: s is 1 and heads out, S is 3 and heads in, d is 1, D is 3 and heads out.
        let digits = 4 + 5 * (2 + 5 * (3 + 5)) + 4 * 5_u64.pow(24);
        assert_eq!(number, 2 * digits + 1);
    }
}
