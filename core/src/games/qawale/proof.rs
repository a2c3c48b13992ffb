//! What the solver needs to know of Qawale. Every turn places a piece, so no position comes again; the sixteenth turn may end in a draw.

use std::ops::ControlFlow;

use super::board::{CELLS, SIDE};
use super::evaluation::side_value;
use super::position::Position;
use super::stack::Stack;
use super::wins::winning_move;
use crate::engine::solver::{FullKey, Hints, Knowledge, ProofSearch, Prover, StaticWin};
use crate::model::{Outcome, Player, Position as _};

/// Qawale for the solver.
struct QawaleKnowledge;

/// A prover within `bytes` of memory; `None` if there is none to be had.
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

    /// The tops in line and the pieces, the other player's taken from the mover's.
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

    /// A win in one turn; and the last turn, which is played to its end.
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

/// Whether the player to move has a turn after which `attacker` has not won.
fn can_avoid(position: &Position, attacker: Player) -> bool {
    let found = position.visit_moves(|mv| match position.after(mv).terminal_outcome() {
        Some(Outcome::Win(winner)) if winner == attacker => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    found.is_break()
}

/// The symmetries of the board: for each, the cell that comes to stand at each place.
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

/// The exact key: the stacks one after the other, two bits a piece and two zero bits behind each stack (at most 80 bits), seen by the
/// player to move, in the symmetry that gives the smallest number; and the turns left. Positions with the same key are the same but for
/// a symmetry of the board and the exchange of the colours.
fn key(position: &Position) -> [u64; 2] {
    let stacks = position.stacks().map(|stack| match position.to_move() {
        Player::One => stack,
        Player::Two => stack.with_colors_swapped(),
    });
    let numbers = SYMMETRIES.iter().map(|cells| number(&stacks, cells));
    let least = numbers.min().unwrap_or(0);
    [least as u64, (least >> 64) as u64 | (position.pieces_left() as u64) << 32]
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

    /// The position with the board turned or mirrored, and with the colours exchanged.
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
