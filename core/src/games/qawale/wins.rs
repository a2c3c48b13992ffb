//! Wins in one turn, found without trying every walk.
//!
//! A line is completed by a turn if, after it, its four cells show the mover's colour. Of a half-done walk only
//! this matters for one line: how many pieces are dropped, the cell, the step before, and which of the line's
//! four cells show the colour now. That is at most 24 x 16 x 4 x 16 states, however many walks there are, so
//! states that led to nothing are remembered and never entered again.

use super::board::{CELLS, Cell, Direction, LINE_SETS, LINES};
use super::generator::{placements, steps_from};
use super::moves::Move;
use super::position::Position;
use super::stack::{Piece, Stack};
use crate::model::Position as _;

/// A turn that gives the player to move a line, and so the game; `None` if there is none. The game must not be
/// decided.
pub(super) fn winning_move(position: &Position) -> Option<Move> {
    let tops = position.tops(position.to_move());
    placements(position).find_map(|cell| {
        let hand = position.hand_after_placing(cell);
        let own = hand.places(Piece::of(position.to_move()));
        let shown = tops & !cell.bit();
        let reached = reached(cell, own);
        let lines = (0..LINES.len()).filter(|line| {
            let missing = LINE_SETS[*line] & !shown;
            missing & !reached == 0 && missing.count_ones() <= own.count_ones()
        });
        lines.into_iter().find_map(|line| LineSearch::new(line, own, hand.height()).from(cell, shown))
    })
}

/// `REACHABLE[cell][steps]`: the cells where a walk from `cell` can be after so many steps.
static REACHABLE: [[u16; Stack::MAX_HEIGHT + 1]; CELLS] = {
    let mut table = [[0; Stack::MAX_HEIGHT + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        // By direction of the last step, the cells that were entered by it.
        let mut entered = [0; 4];
        let mut all = Cell::wrapped(cell).bit();
        let mut step = 0;
        while step <= Stack::MAX_HEIGHT {
            table[cell][step] = all;
            entered = entered_next(entered, if step == 0 { all } else { 0 });
            all = entered[0] | entered[1] | entered[2] | entered[3];
            step += 1;
        }
        cell += 1;
    }
    table
};

/// The cells entered by the next step, by its direction, from cells entered by each direction, or from `start`, without a step before.
const fn entered_next(entered: [u16; 4], start: u16) -> [u16; 4] {
    let mut next = [0; 4];
    let mut place = 0;
    while place < CELLS * 4 {
        let (cell, direction) = (Cell::wrapped(place / 4), Direction::ALL[place % 4]);
        let back = direction.opposite() as usize;
        let mut from = start;
        let mut last = 0;
        while last < 4 {
            if last != back {
                from |= entered[last];
            }
            last += 1;
        }
        if from & cell.bit() != 0
            && let Some(to) = cell.neighbour(direction)
        {
            next[direction as usize] |= to.bit();
        }
        place += 1;
    }
    next
}

/// The cells on which a walk from `start` can drop a piece of the mover's, who has those at the places `own` of the hand.
fn reached(start: Cell, own: u64) -> u16 {
    let stands = &REACHABLE[start.index()];
    let (mut own, mut reached) = (own, 0);
    while own != 0 {
        // The piece n places above the bottom is dropped after n + 1 steps.
        reached |= stands.get(own.trailing_zeros() as usize / 2 + 1).copied().unwrap_or(0);
        own &= own - 1;
    }
    reached
}

/// The search for a walk of one hand that completes one line.
struct LineSearch {
    /// For each cell its bit within the line, 0 for a cell beside it.
    places: [u8; CELLS],
    /// Bit 2n: the piece n places above the bottom of the hand is the mover's.
    own: u64,
    height: usize,
    /// `dead[dropped][cell]`, bit 16 * last step + cells of the line shown: no walk from there completes it.
    dead: [[u64; CELLS]; Stack::MAX_HEIGHT],
}

/// All four cells of the line.
const FULL_LINE: u8 = 0b1111;

impl LineSearch {
    fn new(line: usize, own: u64, height: usize) -> Self {
        let mut places = [0; CELLS];
        for (place, cell) in LINES[line].iter().enumerate() {
            places[cell.index()] = 1 << place;
        }
        LineSearch { places, own, height, dead: [[0; CELLS]; Stack::MAX_HEIGHT] }
    }

    /// A walk from `start` that completes the line, where `shown` are the cells that show the colour before it.
    fn from(mut self, start: Cell, shown: u16) -> Option<Move> {
        let in_line = Cell::all().filter(|cell| shown & cell.bit() != 0);
        let shown = in_line.fold(0, |set, cell| set | self.places[cell.index()]);
        self.walk(Move::on(start), start, None, shown)
    }

    fn walk(&mut self, begun: Move, cell: Cell, last: Option<Direction>, shown: u8) -> Option<Move> {
        let dropped = begun.length();
        if dropped == self.height {
            return (shown == FULL_LINE).then_some(begun);
        }
        let own_left = (self.own >> (2 * dropped)).count_ones();
        if (FULL_LINE ^ shown).count_ones() > own_left || self.was_visited(dropped, cell, last, shown) {
            return None;
        }
        let is_own = self.own >> (2 * dropped) & 1 != 0;
        steps_from(cell, last).find_map(|(direction, next)| {
            let place = self.places[next.index()];
            let shown = if is_own { shown | place } else { shown & !place };
            self.walk(begun.then(direction), next, Some(direction), shown)
        })
    }

    /// Whether this state was entered before; from now on it was.
    fn was_visited(&mut self, dropped: usize, cell: Cell, last: Option<Direction>, shown: u8) -> bool {
        let Some(last) = last else { return false };
        let bit = 1 << (16 * last as u32 + u32::from(shown));
        let Some(states) = self.dead.get_mut(dropped) else { return true };
        let before = states[cell.index()];
        states[cell.index()] |= bit;
        before & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::qawale::notation::read_position;
    use crate::model::{GameRng, Outcome};

    /// The same question, answered by trying every walk.
    fn tried(position: &Position) -> bool {
        let win = Some(Outcome::Win(position.to_move()));
        position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win)
    }

    #[test]
    fn winning_move_agrees_with_brute_force() {
        let mut rng = GameRng::from_seed(11);
        let mut wins = 0;
        for _ in 0..300 {
            let mut position = Position::start();
            while position.terminal_outcome().is_none() {
                if position.count_moves() < 20_000 {
                    let found = winning_move(&position);
                    assert_eq!(found.is_some(), tried(&position), "{position:?}");
                    let outcome = found.map(|mv| position.after(mv).terminal_outcome());
                    assert!(outcome.is_none_or(|end| end == Some(Outcome::Win(position.to_move()))));
                    wins += usize::from(found.is_some());
                }
                let Some(mv) = position.random_move(&mut rng) else { break };
                position = position.after(mv);
            }
        }
        assert!(wins > 100, "{wins}");
    }

    #[test]
    fn the_tallest_stacks_are_searched_quickly() {
        let mut rng = GameRng::from_seed(5);
        let mut pieces: Vec<char> = "ttttttttlllllllddddddd".chars().collect();
        for _ in 0..200 {
            for place in (1..pieces.len()).rev() {
                pieces.swap(place, rng.below(place + 1));
            }
            let stack: String = pieces.iter().collect();
            let position = read_position(&format!("-,-,-,-/-,{stack},-,-/-,-,-,-/-,-,-,- d 2")).unwrap();
            let Some(mv) = winning_move(&position) else { continue };
            assert_eq!(position.after(mv).terminal_outcome(), Some(Outcome::Win(position.to_move())));
        }
        let hopeless = "-,-,-,-/-,llllllllddttttttt,-,-/-,-,-,-/-,-,-,- d 1";
        assert_eq!(winning_move(&read_position(hopeless).unwrap()), None);
    }
}
