//! Positions and moves as text, the same on every board.
//!
//! A position is its rows starting with row a, then the side to move: `DDDDD/5/5/5/ddddd 1`. `D` and `S` are
//! player 1's ducks and swans, `d` and `s` player 2's. A move is two cells, each a row letter and a column
//! number: `a1b2`.

use std::fmt;
use std::str::FromStr;

use super::board::Geometry;
use super::moves::Move;
use super::position::{Kind, Piece, UglyDuckPosition};
use super::size::{Cell, Size};
use super::{CLASSIC, CLASSIC_ID, Ducks, name_for_size};
use crate::model::notation::{
    self, NotationError, NotationProblem, board_size, check_piece_count, read_rows, read_side,
    split_position, write_rows,
};
use crate::model::text_traits;
use crate::model::{Exchange, Game, Numbering, Player, Position as _, Symmetry};

const SIDES: &str = "1 or 2";
const MOVE_FORM: &str = "a move such as a1b2";

/// Each piece and its letter.
const LETTERS: [(char, Piece); 4] = [
    ('D', Piece { owner: Player::One, kind: Kind::Duck }),
    ('S', Piece { owner: Player::One, kind: Kind::Swan }),
    ('d', Piece { owner: Player::Two, kind: Kind::Duck }),
    ('s', Piece { owner: Player::Two, kind: Kind::Swan }),
];

fn piece_of(letter: char) -> Option<Piece> {
    LETTERS.into_iter().find(|(known, _)| *known == letter).map(|(_, piece)| piece)
}

/// Returns the letter of a piece.
pub fn letter_of(piece: Piece) -> char {
    LETTERS.into_iter().find(|(_, known)| *known == piece).map_or('?', |(letter, _)| letter)
}

/// Returns the name of a player.
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::One => "Player 1",
        Player::Two => "Player 2",
    }
}

/// Mirroring left and right, and swapping the two sides.
const SYMMETRIES: [Symmetry; 2] =
    [Symmetry::MIRROR, Symmetry::of_sides(Exchange { pieces: &[('D', 'd'), ('S', 's')], sides: ('1', '2') })];

impl<G: Geometry, const IS_CLASSIC: bool> Game for Ducks<G, IS_CLASSIC> {
    type Position = UglyDuckPosition<G>;

    fn name(&self) -> String {
        if IS_CLASSIC { CLASSIC_ID.to_owned() } else { name_for_size(self.size()) }
    }

    fn start(&self) -> Self::Position {
        UglyDuckPosition::start(self.geometry)
    }

    /// Reads any arrangement in which neither player has more pieces than the board has columns.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let (pieces, to_move) = read_pieces(self.size(), text)?;
        let mut position = UglyDuckPosition::empty(self.geometry, to_move);
        for (cell, piece) in pieces {
            position.put(cell, piece);
        }
        Ok(position)
    }

    /// Reads a move. Letter case and surrounding blanks are ignored. The cells may be outside the board.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let start = text.len() - text.trim_ascii_start().len();
        let text = text.trim_ascii();
        if text.is_empty() {
            return Err(NotationError::new(0, NotationProblem::Empty));
        }
        let at = |rest: &str| start + text.chars().count() - rest.chars().count();
        let expected = |rest: &str| NotationError::new(at(rest), NotationProblem::Expected(MOVE_FORM));
        let (from, rest) = cell_and_rest(text).ok_or_else(|| expected(text))?;
        let (to, end) = cell_and_rest(rest).ok_or_else(|| expected(rest))?;
        if !end.is_empty() {
            return Err(NotationError::new(at(end), NotationProblem::ExtraText(end.to_owned())));
        }
        Ok(Move { from, to })
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        player_name(player)
    }

    /// Numbers each player's pieces from 1, row by row from row a, left to right. A piece keeps its number until it
    /// is captured, even when it becomes a swan.
    fn number_pieces(&self, start: &Self::Position) -> Numbering {
        let mut numbering = Numbering::default();
        let cells = start.geometry().size().cells().filter(|_| !IS_CLASSIC);
        let pieces = cells.filter_map(|cell| Some((start.piece(cell)?.owner, cell.into())));
        pieces.for_each(|(owner, cell)| numbering.add(owner, cell));
        numbering
    }

    fn renumber(&self, numbering: &mut Numbering, player: Player, mv: Move) {
        numbering.follow(player, mv.from.into(), mv.to.into());
    }
}

/// Writes the notation of the rulebook.
impl<G: Geometry> fmt::Display for UglyDuckPosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.geometry().size();
        let rows = write_rows(size.width(), size.height(), |row, column| {
            self.piece(Cell { row: row as u8, column: column as u8 }).map(letter_of)
        });
        f.pad(&format!("{rows} {}", self.to_move().number()))
    }
}

/// Reads a position on a board of any size that `G` holds. The text shows the size.
impl<G: Geometry> FromStr for UglyDuckPosition<G> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (width, height) = board_size(text);
        let other = |problem: String| NotationError::new(0, NotationProblem::Other(problem));
        let size = Size::new(width, height).map_err(|error| other(error.to_string()))?;
        let geometry =
            G::of_size(size).ok_or_else(|| other(format!("a board of {size} is of another type")))?;
        Ducks::<G, false>::on(geometry).read_position(text)
    }
}

/// Writes canonical notation: `a1b2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.from, self.to))
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        CLASSIC.read_move(text)
    }
}

/// Reads a single cell such as `a1`. Letter case and surrounding blanks are ignored. The cell may be outside
/// the board: `f2` is valid here even on 5x5.
impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = cell_and_rest(text.trim_ascii()).filter(|(_, rest)| rest.is_empty());
        let expected = || NotationError::expected("a cell such as a1");
        cell.map(|(cell, _)| cell).ok_or_else(expected)
    }
}

text_traits! {
    [] Cell, "Cell";
    [] Move, "Move";
    [G: Geometry] UglyDuckPosition<G>, "UglyDuckPosition";
}

/// Returns the pieces that a text puts on a board of this size, and the side to move.
fn read_pieces(size: Size, text: &str) -> Result<(Vec<(Cell, Piece)>, Player), NotationError> {
    let [board, side] = split_position(text, SIDES, SIDES)?;
    let mut pieces = Vec::new();
    read_rows(board, size.width(), size.height(), |row, column, letter| {
        let piece = piece_of(letter).ok_or(NotationProblem::UnknownLetter(letter))?;
        pieces.push((Cell { row: row as u8, column: column as u8 }, piece));
        Ok(())
    })?;
    for player in Player::BOTH {
        let is_own = |letter| piece_of(letter).is_some_and(|piece| piece.owner == player);
        check_piece_count(board, is_own, player_name(player), size.width())?;
    }
    Ok((pieces, read_side(side, ["1", "2"], SIDES)?))
}

fn cell_and_rest(text: &str) -> Option<(Cell, &str)> {
    let (row, number, rest) = notation::read_cell(text)?;
    let column = number.checked_sub(1)?;
    Some((Cell { row: u8::try_from(row).ok()?, column: u8::try_from(column).ok()? }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        CLASSIC.read_position(text).unwrap_err().to_string()
    }

    #[test]
    fn invalid_positions_are_rejected_at_the_right_character() {
        assert_eq!(problem(" "), "character 1: the text is empty");
        assert_eq!(
            problem("DDDDD/5/5/5/ddddd"),
            "character 18: the side to move is missing, expected 1 or 2"
        );
        assert_eq!(
            problem("DDDDD/5/5/5/ddddd w"),
            "character 19: unknown side to move \"w\", expected 1 or 2"
        );
        assert_eq!(problem("DDDDD/5/x4/5/ddddd 1"), "character 9: unknown letter 'x'");
        assert_eq!(
            problem("DDDDD/SS3/5/5/ddddd 1"),
            "character 7: Player 1 has 7 pieces, but at most 5 are allowed"
        );
        assert_eq!(
            problem("DDDDD/5/5/1s3/ddddd 1"),
            "character 19: Player 2 has 6 pieces, but at most 5 are allowed"
        );
        assert_eq!(problem("5/5/5/5/5 1 1"), "character 13: unexpected text after the end: \"1\"");
    }

    #[test]
    fn moves_and_cells_are_read_in_either_case() {
        let mv = Move { from: Cell { row: 0, column: 0 }, to: Cell { row: 1, column: 1 } };
        assert_eq!(CLASSIC.read_move(" A1b2 "), Ok(mv));
        assert_eq!(mv.to_string(), "a1b2");
        let far = Move { from: Cell { row: 21, column: 21 }, to: Cell { row: 20, column: 20 } };
        assert_eq!(CLASSIC.read_move("v22u21"), Ok(far));
        assert_eq!(far.to_string(), "v22u21");
        assert_eq!(" B3\r".parse(), Ok(Cell { row: 1, column: 2 }));
        for wrong in ["", "a", "aa", "a1b2", "a0", "1a", "é1"] {
            assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn invalid_moves_are_rejected_at_the_right_character() {
        let problem = |text: &str| CLASSIC.read_move(text).unwrap_err().to_string();
        assert_eq!(problem(""), "character 1: the text is empty");
        assert_eq!(problem(" 1a"), "character 2: expected a move such as a1b2");
        assert_eq!(problem("a1"), "character 3: expected a move such as a1b2");
        assert_eq!(problem("a1-b2"), "character 3: expected a move such as a1b2");
        assert_eq!(problem("a0b2"), "character 1: expected a move such as a1b2");
        assert_eq!(problem("a1b999"), "character 3: expected a move such as a1b2");
        assert_eq!(problem("a1b2c3"), "character 5: unexpected text after the end: \"c3\"");
    }
}
