//! Positions and moves as text.
//!
//! ```text
//! tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16     stacks from bottom to top, side to move, pieces left to place
//! a1a2b2b1                                     the cell placed on, then each cell of the walk
//! ```

use std::str::FromStr;
use std::{fmt, iter};

use super::board::{Cell, SIDE};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::{Piece, Stack};
use super::{ID, Qawale, TAN_PIECES};
use crate::model::notation::{
    NotationProblem, Word, check_piece_count, for_each_row, read_digits, read_side, split_position,
};
use crate::model::text_traits;
use crate::model::{Exchange, Game, NotationError, Player, Position as _, Symmetry};

const SIDES: &str = "d or l";
const STACK: &str = "a stack of the letters d, l and t, or - for an empty cell";
const CELL: &str = "a cell from a1 to d4";

/// Mirroring and transposing the board, and swapping the two sides.
const SYMMETRIES: [Symmetry; 3] = [
    Symmetry::MIRROR,
    Symmetry { transposed: true, ..Symmetry::NONE },
    Symmetry { exchange: Some(Exchange { pieces: &[('d', 'l')], sides: ('d', 'l') }), ..Symmetry::NONE },
];

impl Game for Qawale {
    type Position = QawalePosition;

    fn name(&self) -> String {
        match self {
            Qawale::Eight => ID.to_owned(),
            Qawale::Ten => format!("{ID}:10"),
        }
    }

    fn start(&self) -> QawalePosition {
        QawalePosition::start(*self)
    }

    /// Reads a position. There can be at most as many pieces of each colour on the board and in hand as the game
    /// has. As the players take turns, the player to move has the odd piece of those in hand.
    fn read_position(&self, text: &str) -> Result<QawalePosition, NotationError> {
        let [board, side, pieces_left] = split_position(text, SIDES, number_left(*self))?;
        let to_move = read_side(side, ["d", "l"], SIDES)?;
        let mut position = QawalePosition::empty(to_move, read_left(*self, pieces_left)?);
        for_each_row(board, SIDE, check_row)?;
        for piece in Piece::ALL {
            check_pieces(*self, [board, pieces_left], piece, &position)?;
        }
        for (row, stacks) in board.text.split('/').enumerate() {
            for (column, stack) in stacks.split(',').enumerate() {
                let Some(cell) = Cell::new(column, row) else { continue };
                stack
                    .chars()
                    .filter_map(Piece::from_letter)
                    .for_each(|piece| position.drop_piece(cell, piece));
            }
        }
        Ok(position)
    }

    /// Reads a move. Each cell must be adjacent to the one before it.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim_ascii();
        if text.is_empty() {
            return Err(NotationError::new(0, NotationProblem::Empty));
        }
        let (mut current, mut rest) = read_move_cell(text, text)?;
        let mut mv = Move::on(current);
        while !rest.is_empty() {
            let (cell, behind) = read_move_cell(text, rest)?;
            let at = text.len() - rest.len();
            if mv.length() == self.max_height() {
                return Err(problem_at(at, format!("a walk has at most {} steps", self.max_height())));
            }
            let not_adjacent = || problem_at(at, format!("{cell} is not next to {current}"));
            mv = mv.towards(current, cell).ok_or_else(not_adjacent)?;
            (current, rest) = (cell, behind);
        }
        Ok(mv)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        Piece::of(player).name()
    }
}

/// Writes the notation of the rulebook.
impl fmt::Display for QawalePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = |stack: &Stack| match stack.is_empty() {
            true => "-".to_owned(),
            false => stack.pieces().map(Piece::letter).collect(),
        };
        let row = |row: &[Stack]| row.iter().map(stack).collect::<Vec<_>>().join(",");
        let board = self.stacks().chunks(SIDE).map(row).collect::<Vec<_>>().join("/");
        let side = Piece::of(self.to_move()).letter();
        f.pad(&format!("{board} {side} {}", self.pieces_left()))
    }
}

/// Reads what [`Qawale::Ten`] reads, which has every position of [`Qawale::Eight`] too.
impl FromStr for QawalePosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Qawale::Ten.read_position(text)
    }
}

/// Writes canonical notation: the cell placed on, then each cell of the walk.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entered = self.entered().flatten().map(|cell| cell.to_string());
        f.pad(&iter::once(self.cell().to_string()).chain(entered).collect::<String>())
    }
}

/// Reads what [`Qawale::Ten`] reads, which has every move of [`Qawale::Eight`] too.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Qawale::Ten.read_move(text)
    }
}

text_traits! {
    [] Move, "Move";
    [] QawalePosition, "QawalePosition";
}

/// Describes the last word of a position.
const fn number_left(game: Qawale) -> &'static str {
    match game {
        Qawale::Eight => "the number of pieces both players still have to place, from 0 to 16",
        Qawale::Ten => "the number of pieces both players still have to place, from 0 to 20",
    }
}

fn read_left(game: Qawale, word: Word<'_>) -> Result<u8, NotationError> {
    let number = read_digits(word.text).filter(|number| usize::from(*number) <= game.turns());
    number.ok_or_else(|| NotationError::new(word.start, NotationProblem::Expected(number_left(game))))
}

fn check_row(row: usize, stacks: Word<'_>) -> Result<(), NotationError> {
    let found = stacks.text.split(',').count();
    if found != SIDE {
        let problem = NotationProblem::RowWidth { row: row + 1, found, wanted: SIDE };
        return Err(NotationError::new(stacks.start, problem));
    }
    stacks.split(',').try_for_each(check_stack)
}

fn check_stack(stack: Word<'_>) -> Result<(), NotationError> {
    if stack.text == "-" {
        return Ok(());
    }
    if stack.text.is_empty() {
        return Err(NotationError::new(stack.start, NotationProblem::Expected(STACK)));
    }
    match stack.text.chars().enumerate().find(|(_, letter)| Piece::from_letter(*letter).is_none()) {
        Some((index, letter)) => {
            Err(NotationError::new(stack.start + index, NotationProblem::UnknownLetter(letter)))
        }
        None => Ok(()),
    }
}

/// Checks the number of pieces of one colour, first on the board, then including those in hand.
fn check_pieces(
    game: Qawale,
    [board, pieces_left]: [Word<'_>; 2],
    piece: Piece,
    position: &QawalePosition,
) -> Result<(), NotationError> {
    let is_piece = |letter| letter == piece.letter();
    let most = piece.owner().map_or(TAN_PIECES, |_| game.pieces());
    check_piece_count(board, is_piece, piece.name(), most)?;
    let on_board = board.text.chars().filter(|letter| is_piece(*letter)).count();
    let found = on_board + piece.owner().map_or(0, |player| position.in_hand(player));
    if found > most {
        let whose = match piece {
            Piece::Light => "light, on the board and in hand,",
            _ => "dark, on the board and in hand,",
        };
        return Err(NotationError::new(
            pieces_left.start,
            NotationProblem::TooManyPieces { whose, found, most },
        ));
    }
    Ok(())
}

/// Reads a cell from the start of `rest`, which is the end of `text`.
fn read_move_cell<'a>(text: &str, rest: &'a str) -> Result<(Cell, &'a str), NotationError> {
    Cell::read(rest)
        .ok_or_else(|| NotationError::new(text.len() - rest.len(), NotationProblem::Expected(CELL)))
}

fn problem_at(at: usize, problem: String) -> NotationError {
    NotationError::new(at, NotationProblem::Other(problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_positions_are_rejected_with_the_column() {
        let refused = |text: &str| Qawale::Eight.read_position(text).unwrap_err().to_string();
        let cases = [
            ("", "character 1: the text is empty"),
            ("-,-,-,-/-,-,-,-", "character 16: the side to move is missing, expected d or l"),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d", "character 34: expected the number of pieces both"),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- x 1", "character 33: unknown side to move \"x\""),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 17", "character 35: expected the number"),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d +1", "character 35: expected the number"),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1 1", "character 37: unexpected text after the end: \"1\""),
            ("-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 1: row 1 has 3 cells instead of 4"),
            ("-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 24: expected 4 rows, found 3"),
            ("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/- d 1", "character 33: expected 4 rows, found 5"),
            ("-,,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 3: expected a stack of the letters"),
            ("-,dx,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 4: unknown letter 'x'"),
            ("-,d-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 4: unknown letter '-'"),
            ("é,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "character 1: unknown letter 'é'"),
            (
                "ttttt,tttt,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1",
                "character 10: tan has 9 pieces, but at most 8 are allowed",
            ),
            (
                "ddddd,dddd,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 0",
                "character 10: dark has 9 pieces, but at most 8 are allowed",
            ),
            (
                "d,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 16",
                "character 35: dark, on the board and in hand, has 9 pieces, but at most 8 are allowed",
            ),
            (
                "llll,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- l 9",
                "character 38: light, on the board and in hand, has 9 pieces, but at most 8 are allowed",
            ),
        ];
        for (text, expected) in cases {
            assert!(refused(text).starts_with(expected), "{text}: {}", refused(text));
        }
    }

    #[test]
    fn overlong_stacks_are_rejected_without_allocating() {
        let text = format!("{},-,-,-/-,-,-,-/-,-,-,-/-,-,-,- d 1", "d".repeat(100_000));
        assert!(Qawale::Eight.read_position(&text).is_err());
        let moves = "a1a2".repeat(100_000);
        assert!(Qawale::Eight.read_move(&moves).is_err());
    }

    #[test]
    fn the_longer_game_has_more_pieces_and_longer_walks() {
        let tower = "-,-,-,-/-,ttttttttlllllllllddddddddd,-,-/-,-,-,-/-,-,-,- l 2";
        for text in [
            "tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 20",
            tower,
            &tower.replace("d,-,-/", "dd,-,-/").replace('2', "1"),
        ] {
            assert_eq!(
                Qawale::Ten.read_position(text).map(|position| position.to_string()).as_deref(),
                Ok(text)
            );
            assert!(Qawale::Eight.read_position(text).is_err(), "{text}");
        }
        let refused = |text: &str| Qawale::Ten.read_position(text).unwrap_err().to_string();
        for (board, expected) in [
            (
                "- d 21",
                "character 35: expected the number of pieces both players still have to place, from 0 to 20",
            ),
            ("ddddddddddd d 0", "character 41: dark has 11 pieces, but at most 10 are allowed"),
            ("ttttttttt d 0", "character 39: tan has 9 pieces, but at most 8 are allowed"),
            (
                "d d 20",
                "character 35: dark, on the board and in hand, has 11 pieces, but at most 10 are allowed",
            ),
        ] {
            let text = format!("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,{board}");
            assert_eq!(refused(&text), expected);
        }
        let longest = "a1b1".repeat(14) + "a1";
        assert_eq!(Qawale::Ten.read_move(&longest).unwrap().to_string(), longest);
        let longer = Qawale::Ten.read_move(&(longest + "b1")).unwrap_err().to_string();
        assert_eq!(longer, "character 59: a walk has at most 28 steps");
    }

    #[test]
    fn moves_are_read_in_either_case() {
        for text in ["a1a2b2b1", "a1", "d4c4", "A1B1"] {
            assert_eq!(Qawale::Eight.read_move(text).unwrap().to_string(), text.to_lowercase());
        }
        let longest = "a1b1".repeat(12) + "a1";
        assert_eq!(Qawale::Eight.read_move(&longest).unwrap().to_string(), longest);
    }

    #[test]
    fn invalid_moves_are_rejected_with_the_column() {
        let refused = |text: &str| Qawale::Eight.read_move(text).unwrap_err().to_string();
        assert_eq!(refused(" "), "character 1: the text is empty");
        assert_eq!(refused("a"), "character 1: expected a cell from a1 to d4");
        assert_eq!(refused("a1e1"), "character 3: expected a cell from a1 to d4");
        assert_eq!(refused("a1a0"), "character 3: expected a cell from a1 to d4");
        assert_eq!(refused("a1é"), "character 3: expected a cell from a1 to d4");
        assert_eq!(refused("a1a2c2"), "character 5: c2 is not next to a2");
        assert_eq!(refused("a1a1"), "character 3: a1 is not next to a1");
        assert_eq!(refused(&"a1b1".repeat(13)), "character 51: a walk has at most 24 steps");
    }
}
