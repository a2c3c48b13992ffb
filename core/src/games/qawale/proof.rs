//! Solver knowledge for Qawale. Every turn places a piece, so positions never repeat. The sixteenth turn can
//! end in a draw.

use std::ops::ControlFlow;

use super::board::{CELLS, SIDE};
use super::evaluation::side_value;
use super::position::Position;
use super::stack::Stack;
use super::wins::winning_move;
use crate::engine::solver::{FullKey, Hints, Knowledge, ProofSearch, Prover, StaticWin};
use crate::model::{Outcome, Player, Position as _};

/// Solver knowledge of Qawale.
struct QawaleKnowledge;

/// Creates a prover within `bytes` of memory, or returns `None` if that is not possible.
pub(super) fn prover(bytes: usize) -> Option<Box<dyn Prover<Position>>> {
    Some(Box::new(ProofSearch::new(QawaleKnowledge, bytes)?))
}

impl Hints<Position> for QawaleKnowledge {
    fn static_win(&self, position: &Position) -> Option<StaticWin> {
        winning_move(position).map(|_| StaticWin { winner: position.to_move(), plies: 1 })
    }
}

impl Knowledge for QawaleKnowledge {
    type Position = Position;
    type Key = FullKey<[u64; 2]>;

    const HAS_DRAWS: bool = true;
    const HAS_TRANSPOSITIONS: bool = true;

    fn key(&self, position: &Position) -> FullKey<[u64; 2]> {
        FullKey(key(position))
    }

    /// The static score: tops in line and pieces, the player to move minus the opponent.
    fn estimate(&self, position: &Position) -> (u32, u32) {
        const BASELINE: i32 = 200;
        const STEP: i32 = 20;
        let mover = position.to_move();
        let lead = side_value(position, mover) - side_value(position, mover.opponent());
        let number = |prospects: i32| 1 + ((BASELINE - prospects).max(0) / STEP).min(999) as u32;
        (number(lead), number(-lead))
    }

    fn static_verdict(&self, _position: &Position, _attacker: Player) -> Option<bool> {
        None
    }

    /// Finds wins in one turn, and plays out the last turn.
    fn slow_verdict(&self, position: &Position, attacker: Player) -> Option<bool> {
        if winning_move(position).is_some() {
            return Some(true);
        }
        match position.pieces_left() {
            1 if position.to_move() == attacker => Some(false),
            1 => Some(can_avoid(position, attacker)),
            _ => None,
        }
    }
}

/// Returns whether the player to move has a turn after which `attacker` has not won.
fn can_avoid(position: &Position, attacker: Player) -> bool {
    let found = position.visit_moves(|mv| match position.after(mv).terminal_outcome() {
        Some(Outcome::Win(winner)) if winner == attacker => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    found.is_break()
}

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

/// Returns the one of the eight images of a position, under the symmetries of the board, whose number is the
/// smallest.
pub(super) fn representative(position: &Position) -> Position {
    let cells = SYMMETRIES.iter().min_by_key(|cells| number(position.stacks(), cells));
    cells.map_or(*position, |cells| position.rearranged(cells))
}

/// Returns the exact key: the smallest number over all symmetries, and the turns left.
///
/// The number has the stacks one after another, two bits per piece and two zero bits after each stack (at
/// most 80 bits), from the point of view of the player to move. Two positions have the same key only if
/// they differ by a symmetry of the board and swapped colours.
fn key(position: &Position) -> [u64; 2] {
    let stacks = position.stacks().map(|stack| match position.to_move() {
        Player::One => stack,
        Player::Two => stack.with_colors_swapped(),
    });
    let numbers = SYMMETRIES.iter().map(|cells| number(&stacks, cells));
    let smallest = numbers.min().unwrap_or(0);
    [smallest as u64, (smallest >> 64) as u64 | (position.pieces_left() as u64) << 32]
}

fn number(stacks: &[Stack; CELLS], cells: &[u8; CELLS]) -> u128 {
    cells.iter().fold(0, |number, cell| {
        let stack = stacks[usize::from(*cell)];
        number << (2 * stack.height() + 2) | u128::from(stack.bits()) << 2
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::qawale::board::Cell;
    use crate::games::qawale::notation::read_position;
    use crate::games::qawale::stack::Piece;
    use crate::model::GameRng;

    /// Returns the position with the board rotated or mirrored, and optionally with the colours swapped.
    fn reflected(position: &Position, symmetry: usize, colours: bool) -> Position {
        let player = if colours { position.to_move().opponent() } else { position.to_move() };
        let mut reflected = Position::empty(player, position.pieces_left() as u8);
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
        let mut owners: HashMap<[u64; 2], Position> = HashMap::new();
        for _ in 0..400 {
            let mut position = Position::start();
            while position.terminal_outcome().is_none() {
                let own = key(&position);
                let family: Vec<_> = (0..16).map(|n| reflected(&position, n % 8, n >= 8)).collect();
                assert!(family.iter().all(|other| key(other) == own), "{position:?}");
                let owner = owners.entry(own).or_insert(position);
                assert!(family.contains(owner), "{position:?} and {owner:?} share a key");
                let Some(mv) = position.random_move(&mut rng) else { break };
                position = position.after(mv);
            }
        }
        let stacks = ["d,-,-,-", "-,d,-,-", "dt,-,-,-", "d,t,-,-", "td,-,-,-", "l,-,-,-"];
        let keys =
            stacks.map(|row| key(&read_position(&format!("{row}/-,-,-,-/-,-,-,-/-,-,-,- d 2")).unwrap()));
        let different: std::collections::HashSet<_> = keys.into_iter().collect();
        assert_eq!(different.len(), keys.len());
    }
}
