//! The effects of a move as names, for lessons that ask for a certain kind of move.

use std::ops::Range;

use super::board::{LINE_SETS, LINES, SIDE};
use super::moves::Move;
use super::position::QawalePosition;
use super::wins::winning_move;
use crate::model::{Outcome, Position as _};

/// Where the rows, the columns and the diagonals are in [`LINES`].
const ROWS: Range<usize> = 0..SIDE;
const COLUMNS: Range<usize> = SIDE..2 * SIDE;
const DIAGONALS: Range<usize> = 2 * SIDE..LINES.len();

/// Returns the names of the effects of `mv`, as the lessons use them. `mv` must be legal in `position`.
pub fn effects(position: &QawalePosition, mv: Move) -> Vec<&'static str> {
    let after = position.after(mv);
    let steps: Vec<_> = mv.steps().collect();
    let is_straight = steps.windows(2).all(|pair| pair[0] == pair[1]);
    let entered = || mv.entered().flatten();
    let on_stack = |cell| cell != mv.cell() && !position.stack(cell).is_empty();
    let has_won = after.terminal_outcome() == Some(Outcome::Win(position.to_move()));
    let tops = after.tops(position.to_move());
    let has_line = |lines: Range<usize>| LINE_SETS[lines].iter().any(|set| tops & set == *set);
    let found = [
        (is_straight, "Straight"),
        (!is_straight, "Turn"),
        (entered().any(on_stack), "OnStack"),
        (entered().any(|cell| cell == mv.cell()), "Return"),
        (has_won && has_line(ROWS), "Row"),
        (has_won && has_line(COLUMNS), "Column"),
        (has_won && has_line(DIAGONALS), "Diagonal"),
        // The opponent cannot win on their next turn.
        (after.terminal_outcome().is_some() || winning_move(&after).is_none(), "Safe"),
    ];
    found.into_iter().filter_map(|(is_so, effect)| is_so.then_some(effect)).collect()
}
