//! Wins in one turn, found without trying every walk.
//!
//! A table has the answer for hands of up to [`MAX_PIECES`] pieces (`completions.rs`). Taller stacks are rare,
//! and are searched for one line at a time, with the same idea: for one line, only four things about an
//! unfinished walk matter, which makes at most 28 x 16 x 4 x 16 states, far fewer than walks. The search
//! remembers the states that led nowhere and never enters them again.

use super::board::{CELLS, Cell, Direction, LINE_SETS, LINES};
use super::completions::{LineStates, MAX_PIECES};
use super::generator::{placements, steps_from};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::Stack;
use crate::model::{Player, Position as _};

/// Returns whether the player to move can complete a line with this turn, and so win. The game must not be
/// over.
#[inline]
pub(super) fn can_win(position: &QawalePosition) -> bool {
    position.pieces_left() > 0 && can_complete_line(position, position.to_move())
}

/// Returns whether `player` could complete a line if it were their turn and they had a piece to place.
#[inline]
pub(super) fn can_complete_line(position: &QawalePosition, player: Player) -> bool {
    let tops = position.tops(player);
    let lines = LineStates::new(tops).with_at_least();
    Cell::all().zip(position.stacks()).any(|(cell, stack)| {
        let hand = stack.plane(player);
        !stack.is_empty() && is_enough(hand, lines) && first_line(cell, hand, tops & !cell.bit()).is_some()
    })
}

/// Returns a turn that completes a line for the player to move, and so wins, or `None` if there is none. The
/// game must not be over.
pub(super) fn winning_move(position: &QawalePosition) -> Option<Move> {
    let tops = position.tops(position.to_move());
    placements(position).find_map(|cell| {
        let hand = position.stack(cell).plane(position.to_move());
        let shown = tops & !cell.bit();
        let line = first_line(cell, hand, shown)?;
        LineSearch::new(line, hand).from(cell, shown)
    })
}

/// Returns whether `hand` has enough pieces of its colour to complete some line. `lines` are those with at least
/// one, two and three cells that show the colour, as in [`LineStates::with_at_least`].
#[inline]
fn is_enough(hand: u32, lines: [u64; 3]) -> bool {
    match hand.count_ones() {
        own @ 1..=3 => lines[3 - own as usize] != 0,
        _ => true,
    }
}

/// Returns the first line that a walk of `hand` from `cell` completes if `shown` are the cells that show the
/// colour without the stack on `cell`.
#[inline]
fn first_line(cell: Cell, hand: u32, shown: u16) -> Option<usize> {
    if hand >> MAX_PIECES == 0 {
        return LineStates::new(shown).first_completed_by(cell, hand);
    }
    let has_enough = |line: &usize| (LINE_SETS[*line] & !shown).count_ones() <= hand.count_ones();
    let mut lines = (0..LINES.len()).filter(has_enough);
    lines.find(|line| LineSearch::new(*line, hand).from(cell, shown).is_some())
}

/// The search for a walk of one hand that completes one line.
struct LineSearch {
    /// For each cell, its bit within the line, or 0 if it is not in the line.
    places: [u8; CELLS],
    /// Bit n is set if the piece n above the bottom of the hand belongs to the mover. The top piece always does.
    own: u32,
    /// `dead[dropped][cell]`, bit 16 * last step + set of line cells shown: no walk from there completes the
    /// line.
    dead: [[u64; CELLS]; Stack::MAX_HEIGHT],
}

/// The set of all four cells of the line.
const FULL_LINE: u8 = 0b1111;

impl LineSearch {
    fn new(line: usize, own: u32) -> Self {
        let mut places = [0; CELLS];
        for (place, cell) in LINES[line].iter().enumerate() {
            places[cell.index()] = 1 << place;
        }
        LineSearch { places, own, dead: [[0; CELLS]; Stack::MAX_HEIGHT] }
    }

    /// Returns a walk from `start` that completes the line if `shown` are the cells that show the colour without the
    /// stack on `start`.
    fn from(mut self, start: Cell, shown: u16) -> Option<Move> {
        let in_line = Cell::all().filter(|cell| shown & cell.bit() != 0);
        let shown = in_line.fold(0, |set, cell| set | self.places[cell.index()]);
        let pieces = self.pieces();
        self.walk(0, start, None, shown).map(|steps| Move::of_steps(start, steps, pieces))
    }

    /// Returns the number of pieces of the whole hand.
    fn pieces(&self) -> usize {
        (u32::BITS - self.own.leading_zeros()) as usize
    }

    /// Returns the remaining steps of a walk after `dropped` steps, 2 bits each with the last one lowest.
    fn walk(&mut self, dropped: usize, cell: Cell, last: Option<Direction>, shown: u8) -> Option<u64> {
        let left = self.own.checked_shr(dropped as u32).unwrap_or(0);
        if left == 0 {
            return (shown == FULL_LINE).then_some(0);
        }
        if (FULL_LINE ^ shown).count_ones() > left.count_ones()
            || self.was_visited(dropped, cell, last, shown)
        {
            return None;
        }
        let is_own = left & 1 != 0;
        steps_from(cell, last).find_map(|(direction, next)| {
            let place = self.places[next.index()];
            let shown = if is_own { shown | place } else { shown & !place };
            let rest = self.walk(dropped + 1, next, Some(direction), shown)?;
            Some(rest | (direction as u64) << (2 * (self.pieces() - dropped - 1)))
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
    use crate::games::qawale::Qawale;
    use crate::model::{Game as _, GameRng, Outcome};

    /// Answers the same question by trying every walk.
    fn can_win_by_brute_force(position: &QawalePosition) -> bool {
        let win = Some(Outcome::Win(position.to_move()));
        position.moves().into_iter().any(|mv| position.after(mv).terminal_outcome() == win)
    }

    #[test]
    fn winning_move_agrees_with_brute_force() {
        let mut rng = GameRng::from_seed(11);
        let mut wins = 0;
        for round in 0..300 {
            let mut position = QawalePosition::start(Qawale::ALL[round % 2]);
            while position.terminal_outcome().is_none() {
                if position.count_moves() < 20_000 {
                    let found = winning_move(&position);
                    assert_eq!(found.is_some(), can_win(&position), "{position:?}");
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
            let position =
                Qawale::Eight.read_position(&format!("-,-,-,-/-,{stack},-,-/-,-,-,-/-,-,-,- d 2")).unwrap();
            let Some(mv) = winning_move(&position) else { continue };
            assert_eq!(position.after(mv).terminal_outcome(), Some(Outcome::Win(position.to_move())));
        }
        let towers = ["llllllllllttttttttddddddddd", "ltdltdltdltdltdltdltdltdlld"];
        for stack in towers {
            let text = format!("-,-,-,-/-,{stack},-,-/-,-,-,-/-,-,-,- d 1");
            let position = Qawale::Ten.read_position(&text).unwrap();
            let end = winning_move(&position).map(|mv| position.after(mv).terminal_outcome());
            assert!(end.is_none_or(|end| end == Some(Outcome::Win(Player::One))), "{text}");
        }
        let hopeless = "-,-,-,-/-,llllllllddttttttt,-,-/-,-,-,-/-,-,-,- d 1";
        assert_eq!(winning_move(&Qawale::Eight.read_position(hopeless).unwrap()), None);
    }
}
