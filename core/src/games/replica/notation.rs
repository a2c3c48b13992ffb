//! Positions and moves as text.
//!
//! `4wwwW/4wwww/6ww/6ww/bb6/bb6/bbbb4/Bbbb4 w` is the start on 8x8: the rows from the top down, with `w` and
//! `b` for checkers and `W` and `B` for kings, then the side to move. `w!` instead of the side means that
//! white has just captured a king and won.

use std::fmt;
use std::str::FromStr;

use super::board::{Cell, CellSet, MAX_SIDE};
use super::moves::Move;
use super::position::{CHECKERS, Checker, ReplicaPosition};
use super::rules::Rules;
use super::{ID, Replica};
use crate::model::notation::{self, NotationError, NotationProblem, Word};
use crate::model::text_traits;
use crate::model::{Exchange, Game, Player, Position as _, Symmetry};

const SIDES: &str = "w or b";

/// The letters of the players, for checkers and for the side to move.
const LETTERS: [char; 2] = ['w', 'b'];

/// Returns the name of a player.
pub fn player_name(player: Player) -> &'static str {
    ["white", "black"][player.index()]
}

/// The suffix that marks a transform.
const TRANSFORM: &str = "=K";

/// Returns the letter of a checker.
pub fn letter_of(checker: Checker) -> char {
    let letter = LETTERS[checker.owner.index()];
    if checker.king { letter.to_ascii_uppercase() } else { letter }
}

fn checker(letter: char) -> Option<Checker> {
    let small = letter.to_ascii_lowercase();
    let owner = Player::BOTH.into_iter().find(|player| LETTERS[player.index()] == small)?;
    Some(Checker { owner, king: letter != small })
}

/// Under house rules a game stops after this many turns in a row without a capture or a transform.
const MAX_IDLE_TURNS: u32 = 200;

/// Mirroring at the diagonal from corner to corner, and swapping the two sides.
const SYMMETRIES: [Symmetry; 2] = [
    Symmetry { columns: true, rows: true, transposed: true, exchange: None },
    Symmetry {
        columns: true,
        ..Symmetry::of_sides(Exchange { pieces: &[('w', 'b'), ('W', 'B')], sides: ('w', 'b') })
    },
];

impl<S: CellSet> Game for Replica<S> {
    type Position = ReplicaPosition<S>;

    fn name(&self) -> String {
        format!("{ID}{}", self.rules().suffix())
    }

    fn start(&self) -> Self::Position {
        ReplicaPosition::start(self.rules())
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let size = self.rules().size();
        let [board, side] = notation::split_position(text, SIDES, SIDES)?;
        let (to_move, king_taken) = read_side(side)?;
        let mut position = ReplicaPosition::<S>::empty(self.rules(), to_move, king_taken);
        notation::read_rows(board, size, size, |row, column, letter| {
            let checker = checker(letter).ok_or(NotationProblem::UnknownLetter(letter))?;
            position.put(Cell::new(column, size - 1 - row), checker);
            if position.checkers(checker.owner).count() as usize > CHECKERS {
                return Err(too_many(board, checker.owner));
            }
            Ok(())
        })?;
        Ok(position)
    }

    /// Reads a move: `f7e6` for a step or a jump, `g7=K` for a transform.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        read_move(self.rules().size(), text)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        player_name(player)
    }

    /// Official moves all go forward, so those games end. Under house rules checkers can walk in circles.
    fn max_idle_turns(&self) -> Option<u32> {
        self.rules().house().then_some(MAX_IDLE_TURNS)
    }

    /// Captures and transforms are progress.
    fn is_progress(&self, position: &Self::Position, mv: Move) -> bool {
        match mv {
            Move::Transform(_) => true,
            Move::Go { to, .. } => position.checker(to).is_some(),
        }
    }
}

/// Writes the notation of the rulebook.
impl<S: CellSet> fmt::Display for ReplicaPosition<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules().size();
        let rows = notation::write_rows(size, size, |row, column| {
            self.checker(Cell::new(column, size - 1 - row)?).map(letter_of)
        });
        f.pad(&match self.king_taken() {
            true => format!("{rows} {}!", LETTERS[self.to_move().opponent().index()]),
            false => format!("{rows} {}", LETTERS[self.to_move().index()]),
        })
    }
}

/// Reads a position of the official rules, which the text does not name, on a board of any size that `S` holds. Use
/// [`Game::read_position`] for house rules.
impl<S: CellSet> FromStr for ReplicaPosition<S> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (_, found) = notation::board_size(text);
        let rules = Rules::new(found, false).filter(|rules| S::is_for(rules.size()));
        let expected = || NotationError::expected("a board of 8, 12 or 16 rows that fits");
        Replica::<S>::new(rules.ok_or_else(expected)?).read_position(text)
    }
}

/// Writes canonical notation: `f7e6`, or `g7=K` for a transform.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Move::Go { from, to } => format!("{from}{to}"),
            Move::Transform(cell) => format!("{cell}{TRANSFORM}"),
        })
    }
}

/// Reads a move on a board of any size.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_move(MAX_SIDE, text)
    }
}

text_traits! {
    [] Move, "Move";
    [S: CellSet] ReplicaPosition<S>, "ReplicaPosition";
}

/// Reads a move on a board of `size` x `size` cells.
fn read_move(size: usize, text: &str) -> Result<Move, NotationError> {
    let [Word { text: word, start }] = notation::split_position(text, SIDES, SIDES)?;
    let (from, rest) = read_cell(size, word, start)?;
    if rest.eq_ignore_ascii_case(TRANSFORM) {
        return Ok(Move::Transform(from));
    }
    let second = start + word.len() - rest.len();
    let (to, rest) = read_cell(size, rest, second)?;
    if !rest.is_empty() {
        let at = start + word.len() - rest.len();
        return Err(NotationError::new(at, NotationProblem::ExtraText(rest.to_owned())));
    }
    Ok(Move::Go { from, to })
}

fn too_many(board: Word<'_>, player: Player) -> NotationProblem {
    let found = board.text.chars().filter_map(checker).filter(|checker| checker.owner == player).count();
    NotationProblem::TooManyPieces { whose: player_name(player), found, most: CHECKERS }
}

fn read_side(side: Word<'_>) -> Result<(Player, bool), NotationError> {
    match side.text {
        "w" => Ok((Player::One, false)),
        "b" => Ok((Player::Two, false)),
        "w!" => Ok((Player::Two, true)),
        "b!" => Ok((Player::One, true)),
        _ => {
            let problem = NotationProblem::UnknownSide { found: side.text.to_owned(), sides: SIDES };
            Err(NotationError::new(side.start, problem))
        }
    }
}

/// Reads a cell such as `f7` from the start of `text`, which begins at character `at` of the input.
fn read_cell(size: usize, text: &str, at: usize) -> Result<(Cell, &str), NotationError> {
    let expected = || NotationError::new(at, NotationProblem::Expected("a move such as f7e6 or g7=K"));
    let (column, number, rest) = notation::read_cell(text).ok_or_else(expected)?;
    let cell = number.checked_sub(1).and_then(|row| Cell::new(column, row)).filter(|cell| cell.is_on(size));
    let outside = || {
        let name = &text[..text.len() - rest.len()];
        NotationError::new(at, NotationProblem::Other(format!("{name} is outside the board")))
    };
    Ok((cell.ok_or_else(outside)?, rest))
}
