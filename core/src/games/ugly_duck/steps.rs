//! The six directions a piece may move in, as the board is drawn: row a at the bottom, column 1 at the left.

use super::board::Cell;
use super::moves::Move;

/// A direction: its letter, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is typed.
    pub letter: char,
    /// Whether it leads up on the screen, which is towards the last row.
    pub up: bool,
    /// -1 to the left, 0 straight, 1 to the right.
    pub columns: i8,
}

/// The directions in the seed's order.
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
    /// The direction with this letter, letter case aside.
    pub fn of_letter(text: &str) -> Option<Step> {
        STEPS
            .into_iter()
            .find(|step| text.chars().eq([step.letter]) || text.chars().eq(step.letter.to_uppercase()))
    }

    /// The direction of a move to a neighbouring row; `None` for any other move.
    pub fn of_move(mv: Move) -> Option<Step> {
        STEPS.into_iter().find(|step| step.from(mv.from) == mv.to)
    }

    /// The cell that this step leads to. Beyond the sides of a board there are cells too, which no board contains.
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
    fn letters_lead_where_they_stand_on_the_keyboard() {
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
