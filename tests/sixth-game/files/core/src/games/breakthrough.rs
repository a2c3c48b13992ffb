//! Breakthrough (Dan Troyka, 2000) on a board of 6x6: rules, notation and evaluation.
//!
//! Each side has two rows of pawns. A pawn moves one cell forward, straight or diagonally, and captures
//! diagonally only. A player wins by reaching the far row or by capturing all enemy pawns.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use super::{Family, open_without_options};
use crate::engine::bots::{BotCatalog, EngineGame};
use crate::model::notation::{self, NotationError, NotationProblem};
use crate::model::text_traits;
use crate::model::{Evaluate, Exchange, Game, Outcome, Player, Symmetry};

/// The number of rows and of columns.
pub const SIZE: usize = 6;

/// The entry in the list of games.
pub const FAMILY: Family = Family::new(&["breakthrough"], |options| {
    open_without_options(options, Breakthrough, "Breakthrough", "its name is breakthrough")
});

/// A cell. Columns count from `a` and rows from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column.
    pub column: usize,
    /// The row.
    pub row: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", notation::letter(self.column), self.row + 1)
    }
}

/// A move of a pawn from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell of the pawn.
    pub from: Cell,
    /// The target cell.
    pub to: Cell,
}

/// Why the rules refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[expect(missing_docs, reason = "each has a message")]
pub enum Refusal {
    #[error("The game is over.")]
    GameOver,
    #[error("You have no pawn there.")]
    NotYours,
    #[error("A pawn moves one row forward, in the same column or to an adjacent one.")]
    NotForward,
    #[error("The cell ahead is not empty: pawns capture diagonally only.")]
    Blocked,
    #[error("One of your own pawns is there.")]
    OwnPawn,
}

/// The pawns on the board and the player to move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BreakthroughPosition {
    cells: [[Option<Player>; SIZE]; SIZE],
    to_move: Player,
}

impl BreakthroughPosition {
    /// Returns the game that has this position.
    pub(super) fn game(&self) -> Breakthrough {
        Breakthrough
    }

    /// Returns the owner of the pawn on `cell`, or `None` if the cell is empty.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Player> {
        self.cells.get(cell.row)?.get(cell.column).copied().flatten()
    }

    /// Returns the cells with pawns of `player`, row by row.
    fn pawns(&self, player: Player) -> impl Iterator<Item = Cell> {
        let cells = (0..SIZE * SIZE).map(|index| Cell { column: index % SIZE, row: index / SIZE });
        cells.filter(move |cell| self.at(*cell) == Some(player))
    }

    /// Returns the number of rows between a pawn of `player` and its far row.
    fn rows_to_go(cell: Cell, player: Player) -> usize {
        if player == Player::One { SIZE - 1 - cell.row } else { cell.row }
    }

    /// Returns the material of `player`, with a bonus for advanced pawns.
    fn strength(&self, player: Player) -> i32 {
        let value = |cell| 100 + [60, 30, 12, 6, 2, 2][Self::rows_to_go(cell, player)];
        self.pawns(player).map(value).sum()
    }
}

impl crate::model::Position for BreakthroughPosition {
    type Move = Move;
    type Refusal = Refusal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn terminal_outcome(&self) -> Option<Outcome> {
        let has_won = |player: &Player| {
            self.pawns(*player).any(|pawn| Self::rows_to_go(pawn, *player) == 0)
                || self.pawns(player.opponent()).next().is_none()
        };
        [self.to_move.opponent(), self.to_move].into_iter().find(has_won).map(Outcome::Win)
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in self.pawns(self.to_move) {
            let row = if self.to_move == Player::One { from.row + 1 } else { from.row.wrapping_sub(1) };
            for column in from.column.saturating_sub(1)..(from.column + 2).min(SIZE) {
                let to = Cell { column, row };
                match self.at(to) {
                    None => visit(Move { from, to })?,
                    Some(owner) if owner != self.to_move && column != from.column => {
                        visit(Move { from, to })?
                    }
                    Some(_) => {}
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check_move(&self, Move { from, to }: Move) -> Result<(), Refusal> {
        let [ahead, behind] = if self.to_move == Player::One { [to, from] } else { [from, to] };
        match (self.at(from), self.at(to)) {
            _ if self.terminal_outcome().is_some() => Err(Refusal::GameOver),
            (mover, _) if mover != Some(self.to_move) => Err(Refusal::NotYours),
            _ if ahead.row != behind.row + 1 || from.column.abs_diff(to.column) > 1 => {
                Err(Refusal::NotForward)
            }
            (_, None) => Ok(()),
            (_, Some(owner)) if owner == self.to_move => Err(Refusal::OwnPawn),
            _ if from.column == to.column => Err(Refusal::Blocked),
            _ => Ok(()),
        }
    }

    fn after_unchecked(&self, Move { from, to }: Move) -> BreakthroughPosition {
        let mut cells = self.cells;
        cells[to.row][to.column] = cells[from.row][from.column].take();
        BreakthroughPosition { cells, to_move: self.to_move.opponent() }
    }
}

impl Evaluate for BreakthroughPosition {
    fn evaluate(&self) -> i32 {
        self.strength(self.to_move) - self.strength(self.to_move.opponent())
    }

    /// Prefers captures and moves to the last two rows.
    fn move_priority(&self, mv: Move) -> i32 {
        let is_close = Self::rows_to_go(mv.to, self.to_move) < 2;
        100 * i32::from(self.at(mv.to).is_some()) + 50 * i32::from(is_close)
    }

    /// Every move advances a pawn by one row.
    fn max_remaining_plies(&self) -> Option<u32> {
        let rows = |player| self.pawns(player).map(move |pawn| Self::rows_to_go(pawn, player)).sum::<usize>();
        u32::try_from(rows(Player::One) + rows(Player::Two)).ok()
    }
}

/// The game. It has no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough;

/// The sides, as written in positions.
const SIDES: &str = "w or b";
const LETTERS: [char; 2] = ['w', 'b'];

/// The mirror image, and the board seen from the other side.
const SYMMETRIES: [Symmetry; 2] =
    [Symmetry::MIRROR, Symmetry::of_sides(Exchange { pieces: &[('w', 'b')], sides: ('w', 'b') })];

impl FromStr for BreakthroughPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let [board, side] = notation::split_position(text, SIDES, "nothing more")?;
        let to_move = notation::read_side(side, ["w", "b"], SIDES)?;
        let mut cells = [[None; SIZE]; SIZE];
        notation::read_rows(board, SIZE, SIZE, |row, column, letter| {
            let owner = Player::BOTH.into_iter().find(|player| LETTERS[player.index()] == letter);
            cells[SIZE - 1 - row][column] = Some(owner.ok_or(NotationProblem::UnknownLetter(letter))?);
            Ok(())
        })?;
        Ok(BreakthroughPosition { cells, to_move })
    }
}

impl fmt::Display for BreakthroughPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player: Player| LETTERS[player.index()];
        let cell = |row: usize, column: usize| self.cells[SIZE - 1 - row][column].map(letter);
        f.pad(&format!("{} {}", notation::write_rows(SIZE, SIZE, cell), letter(self.to_move)))
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = |text| {
            let (column, number, rest) = notation::read_cell(text)?;
            let row = number.checked_sub(1).filter(|row| *row < SIZE && column < SIZE)?;
            Some((Cell { column, row }, rest))
        };
        let mv = cell(text.trim()).and_then(|(from, rest)| Some((from, cell(rest)?)));
        match mv {
            Some((from, (to, ""))) => Ok(Move { from, to }),
            _ => Err(NotationError::new(0, NotationProblem::Expected("two cells from a1 to f6, as in a2b3"))),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.from, self.to))
    }
}

text_traits! {
    [] Move, "Move";
    [] BreakthroughPosition, "BreakthroughPosition";
}

impl Game for Breakthrough {
    type Position = BreakthroughPosition;

    fn name(&self) -> String {
        FAMILY.id.to_owned()
    }

    fn start(&self) -> BreakthroughPosition {
        let [white, black] = Player::BOTH.map(|player| [Some(player); SIZE]);
        let empty = [None; SIZE];
        BreakthroughPosition { cells: [white, white, empty, empty, black, black], to_move: Player::One }
    }

    /// Reads a position such as `bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w`: rows from the top, numbers for empty
    /// cells, side to move.
    fn read_position(&self, text: &str) -> Result<BreakthroughPosition, NotationError> {
        text.parse()
    }

    /// Reads a move such as `a2b3`.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        text.parse()
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["white", "black"][player.index()]
    }
}

impl EngineGame for Breakthrough {}

impl BotCatalog for Breakthrough {}
