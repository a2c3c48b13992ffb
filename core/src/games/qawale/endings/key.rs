//! The exact key of a position, shared with its reflections.

use crate::games::qawale::board::{CELLS, SIDE};
use crate::games::qawale::position::QawalePosition;
use crate::model::Position as _;

/// The symmetries of the board: for each target cell, the cell that moves there.
const SYMMETRIES: [[u8; CELLS]; 8] = {
    let mut symmetries = [[0; CELLS]; 8];
    let mut place = 0;
    while place < CELLS {
        let (column, row) = (place % SIDE, place / SIDE);
        let mut symmetry = 0;
        while symmetry < 8 {
            let column = if symmetry & 1 == 0 { column } else { SIDE - 1 - column };
            let row = if symmetry & 2 == 0 { row } else { SIDE - 1 - row };
            let cell = if symmetry & 4 == 0 { row * SIDE + column } else { column * SIDE + row };
            symmetries[symmetry][place] = cell as u8;
            symmetry += 1;
        }
        place += 1;
    }
    symmetries
};

/// Returns the exact key: the smallest number over all symmetries, and the turns left.
///
/// The number has the heights of the stacks, each as a one and that many zeros (at most 44 bits), then the
/// pieces of the player to move, then those of the opponent, each with one bit for every piece on the board
/// (at most 28). What does not fit into its place in the first word is in the second:
///
/// ```text
/// first   bits 0..40 heights                 bits 40..64 pieces of the player to move
/// second  bits 0..28 pieces of the opponent  bits 32..40 turns left
///         bits 40..44 more heights           bits 48..52 more pieces of the player to move
/// ```
///
/// Two positions have the same key only if they differ by a symmetry of the board and swapped colours.
pub(super) fn key(position: &QawalePosition) -> [u64; 2] {
    let planes = planes(position);
    let numbers = SYMMETRIES.iter().map(|cells| number(&planes, cells));
    let [first, second] = numbers.min().unwrap_or_default();
    [first, second | (position.pieces_left() as u64) << 32]
}

/// Returns the one of the eight images of a position, under the symmetries of the board, whose number is the
/// smallest.
pub fn representative(position: &QawalePosition) -> QawalePosition {
    let planes = planes(position);
    let cells = SYMMETRIES.iter().min_by_key(|cells| number(&planes, cells));
    cells.map_or(*position, |cells| position.rearranged(cells))
}

/// Returns the pieces of the player to move and of the opponent in each stack.
fn planes(position: &QawalePosition) -> [[u32; 2]; CELLS] {
    let mover = position.to_move();
    position.stacks().map(|stack| [stack.plane(mover), stack.plane(mover.opponent())])
}

fn number(planes: &[[u32; 2]; CELLS], cells: &[u8; CELLS]) -> [u64; 2] {
    let (mut heights, mut owned) = (0_u64, [0_u64; 2]);
    for cell in cells {
        let stack = planes[usize::from(*cell) % CELLS];
        let height = 31 - (stack[0] | 1).leading_zeros();
        let marker = 1 << height;
        heights = (heights << 1 | 1) << height;
        owned[0] = owned[0] << height | u64::from(stack[0] ^ marker);
        owned[1] = owned[1] << height | u64::from(stack[1] ^ marker);
    }
    let more = (heights >> 40) << 40 | (owned[0] >> 24) << 48;
    [heights & 0xFF_FFFF_FFFF | owned[0] << 40, owned[1] | more]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::qawale::Qawale;
    use crate::games::qawale::board::Cell;
    use crate::games::qawale::stack::Piece;
    use crate::model::{Game as _, GameRng, Player};

    /// Returns the position with the board rotated or mirrored, and optionally with the colours swapped.
    fn reflected(position: &QawalePosition, symmetry: usize, colours: bool) -> QawalePosition {
        let player = if colours { position.to_move().opponent() } else { position.to_move() };
        let mut reflected = QawalePosition::empty(player, position.pieces_left() as u8);
        for (place, cell) in Cell::all().zip(SYMMETRIES[symmetry]) {
            for piece in position.stack(Cell::wrapped(usize::from(cell))).pieces() {
                let owner = piece.owner().map(|owner| if colours { owner.opponent() } else { owner });
                reflected.drop_piece(place, owner.map_or(Piece::Tan, Piece::of));
            }
        }
        reflected
    }

    #[test]
    fn a_key_belongs_to_a_position_and_its_reflections_alone() {
        let mut rng = GameRng::from_seed(1);
        let mut owners: HashMap<[u64; 2], QawalePosition> = HashMap::new();
        for round in 0..400 {
            let mut position = QawalePosition::start(Qawale::ALL[round % 2]);
            while position.terminal_outcome().is_none() {
                let own = key(&position);
                let family: Vec<_> = (0..16).map(|n| reflected(&position, n % 8, n >= 8)).collect();
                assert!(family.iter().all(|other| key(other) == own), "{position:?}");
                assert!(family[..8].contains(&representative(&position)), "{position:?}");
                let owner = owners.entry(own).or_insert(position);
                assert!(family.contains(owner), "{position:?} and {owner:?} share a key");
                let Some(mv) = position.random_move(&mut rng) else { break };
                position = position.after(mv);
            }
        }
        let stacks = ["d,-,-,-", "-,d,-,-", "dt,-,-,-", "d,t,-,-", "td,-,-,-", "l,-,-,-"];
        let keys = stacks.map(|row| {
            key(&Qawale::Eight.read_position(&format!("{row}/-,-,-,-/-,-,-,-/-,-,-,- d 2")).unwrap())
        });
        let different: std::collections::HashSet<_> = keys.into_iter().collect();
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn the_key_has_room_for_all_pieces_of_the_longest_game() {
        let mut rng = GameRng::from_seed(2);
        for _ in 0..200 {
            let mut cells: Vec<Cell> = (0..28).map(|_| Cell::wrapped(rng.below(CELLS))).collect();
            let mut pieces: Vec<Piece> = cells.iter().map(|_| Piece::ALL[rng.below(3)]).collect();
            let place = rng.below(cells.len());
            let mut keys = std::collections::HashSet::new();
            for piece in Piece::ALL {
                for cell in Cell::all() {
                    (pieces[place], cells[place]) = (piece, cell);
                    let mut position = QawalePosition::empty(Player::One, 20);
                    cells.iter().zip(&pieces).for_each(|(cell, piece)| position.drop_piece(*cell, *piece));
                    assert_eq!(key(&representative(&position)), key(&position));
                    keys.insert(key(&position));
                }
            }
            assert_eq!(keys.len(), Piece::ALL.len() * CELLS);
        }
    }
}
