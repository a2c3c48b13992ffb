//! Wins in one turn, found without trying every walk.
//!
//! A turn completes a line if its four cells show the mover's colour afterwards. For one line, only four
//! things about an unfinished walk matter: the number of pieces dropped, the cell, the last step, and which
//! of the line's four cells show the colour now. That makes at most 24 x 16 x 4 x 16 states, far fewer than
//! walks. The search remembers the states that led nowhere and never enters them again.

use super::board::{CELLS, Cell, Direction, LINE_SETS, LINES};
use super::generator::{placements, steps_from};
use super::moves::Move;
use super::position::Position;
use super::stack::{Piece, Stack};
use crate::model::Position as _;

/// Returns a turn that completes a line for the player to move, and so wins, or `None` if there is none. The
/// game must not be over.
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

/// `REACHABLE[cell][steps]`: the cells where a walk from `cell` can be after `steps` steps.
static REACHABLE: [[u16; Stack::MAX_HEIGHT + 1]; CELLS] = {
    let mut table = [[0; Stack::MAX_HEIGHT + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        // The cells entered by the last step, by its direction.
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

/// Returns the cells that the next step can enter, by its direction. `entered` has the current cells by the
/// direction of the last step; `start` has those without a last step.
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
        if from & cell.bit() != 0 {
            if let Some(to) = cell.neighbour(direction) {
                next[direction as usize] |= to.bit();
            }
        }
        place += 1;
    }
    next
}

/// Returns the cells where a walk from `start` can drop a piece of the mover, whose pieces in the hand are at
/// the positions `own`.
fn reached(start: Cell, own: u64) -> u16 {
    let by_steps = &REACHABLE[start.index()];
    let (mut own, mut reached) = (own, 0);
    while own != 0 {
        // The piece n above the bottom is dropped after n + 1 steps.
        reached |= by_steps.get(own.trailing_zeros() as usize / 2 + 1).copied().unwrap_or(0);
        own &= own - 1;
    }
    reached
}

/// The search for a walk of one hand that completes one line.
struct LineSearch {
    /// For each cell, its bit within the line, or 0 if it is not in the line.
    places: [u8; CELLS],
    /// Bit 2n is set if the piece n above the bottom of the hand belongs to the mover.
    own: u64,
    height: usize,
    /// `dead[dropped][cell]`, bit 16 * last step + set of line cells shown: no walk from there completes the
    /// line.
    dead: [[u64; CELLS]; Stack::MAX_HEIGHT],
}

/// The set of all four cells of the line.
const FULL_LINE: u8 = 0b1111;

impl LineSearch {
    fn new(line: usize, own: u64, height: usize) -> Self {
        let mut places = [0; CELLS];
        for (place, cell) in LINES[line].iter().enumerate() {
            places[cell.index()] = 1 << place;
        }
        LineSearch { places, own, height, dead: [[0; CELLS]; Stack::MAX_HEIGHT] }
    }

    /// Returns a walk from `start` that completes the line. `shown` are the cells that show the colour before
    /// it.
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

    /// Returns whether this state was entered before, and marks it as entered.
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

    /// Answers the same question by trying every walk.
    fn can_win_by_brute_force(position: &Position) -> bool {
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
                    assert_eq!(found.is_some(), can_win_by_brute_force(&position), "{position:?}");
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
