//! The six directions in which a piece can move, as drawn: row a at the bottom, column 1 on the left.

use super::moves::Move;
use super::size::Cell;

/// A direction: its letter and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The letter to type.
    pub letter: char,
    /// Whether it leads up on the screen, towards the last row.
    pub up: bool,
    /// -1 for left, 0 for straight, 1 for right.
    pub columns: i8,
}

/// The directions in the order of the original.
///
/// ```text
///     q w e     player 1's ducks, player 2's swans
///      \|/
///       o
///      /|\
///     a s d     player 1's swans, player 2's ducks
/// ```
pub const STEPS: [Step; 6] = [
    Step { letter: 'q', up: true, columns: -1 },
    Step { letter: 'w', up: true, columns: 0 },
    Step { letter: 'e', up: true, columns: 1 },
    Step { letter: 'a', up: false, columns: -1 },
    Step { letter: 's', up: false, columns: 0 },
    Step { letter: 'd', up: false, columns: 1 },
];

impl Step {
    /// Returns the direction with this letter, in either case.
    pub fn of_letter(text: &str) -> Option<Step> {
        STEPS
            .into_iter()
            .find(|step| text.chars().eq([step.letter]) || text.chars().eq(step.letter.to_uppercase()))
    }

    /// Returns the direction of a move to a neighbouring cell, or `None` for any other move.
    pub fn of_move(mv: Move) -> Option<Step> {
        STEPS.into_iter().find(|step| step.from(mv.from) == mv.to)
    }

    /// Returns the cell that this step leads to. It may be outside the board.
    pub fn from(self, cell: Cell) -> Cell {
        Cell {
            row: cell.row.wrapping_add_signed(if self.up { 1 } else { -1 }),
            column: cell.column.wrapping_add_signed(self.columns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lead_in_the_direction_of_their_keys() {
        let middle = Cell { row: 2, column: 2 };
        let leads = |letter: &str| {
            let to = Step::of_letter(letter).unwrap().from(middle);
            (to.row, to.column)
        };
        assert_eq!(["q", "w", "e"].map(leads), [(3, 1), (3, 2), (3, 3)]);
        assert_eq!(["A", "s", "D"].map(leads), [(1, 1), (1, 2), (1, 3)]);
        for wrong in ["", "x", "qq", "1", "é"] {
            assert_eq!(Step::of_letter(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_move_is_identified_by_its_key_letter() {
        let corner = Cell { row: 0, column: 0 };
        for step in STEPS {
            assert_eq!(Step::of_move(Move { from: corner, to: step.from(corner) }), Some(step));
        }
        assert_eq!(Step::of_move(Move { from: corner, to: corner }), None);
    }
}
