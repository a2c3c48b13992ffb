//! Replica.

use super::game::{rest_after, winner};
use super::reasons::NamedFact;
use super::{GameWords, Picture, PicturePiece, Shape, Terrain, Tint};
use crate::games::replica::{
    Cell, CellSet, Direction, Move, Replica, ReplicaPosition, Rules, check_valid_transform_by, player_name,
};
use crate::model::text::escape;
use crate::model::{Player, Position as _, View, notation};

impl<S: CellSet> GameWords for Replica<S> {
    fn about(&self) -> &'static str {
        "Bring a king to the far corner."
    }

    /// Returns the board with the highest row at the top.
    fn picture(&self, view: &View<'_, ReplicaPosition<S>>) -> Picture {
        let size = view.position.rules().size();
        let columns = (1..=size).map(|column| column.to_string()).collect();
        let cells = |row| (0..size).filter_map(|column| Cell::new(column, row)).collect();
        let rows = (0..size).rev().map(|row| (format!("{:>2}", row + 1), cells(row)));
        Picture::new(&KINDS, columns, rows, |cell| {
            let piece = view.position.checker(*cell);
            let piece = piece.map(|piece| KINDS[2 * piece.owner.index() + usize::from(piece.king)]);
            (Terrain::Plain, piece.into_iter().collect())
        })
    }

    fn typed_cell(&self, cell: &str) -> String {
        parse_cell(self.rules(), cell).map_or_else(|_| cell.to_owned(), position_text)
    }

    /// Returns the king in the corner, or the square where a king was captured.
    fn deciding_cells(&self, view: &View<'_, ReplicaPosition<S>>) -> Vec<String> {
        let arrived = winner(view).filter(|winner| view.position.has_king_in_goal(*winner));
        let corner = arrived.map(|winner| view.position.rules().goal(winner).to_string());
        corner.or_else(|| self.cells(view.last_move()?).pop()).into_iter().collect()
    }

    fn last_move(&self, view: &View<'_, ReplicaPosition<S>>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        let turn = match mv {
            Move::Transform(cell) => format!("transformed the piece on {}", position_text(cell)),
            Move::Go { from, to } => {
                let kind = if is_step(from, to) { "stepped" } else { "jumped" };
                format!("{kind} from {} to {}", position_text(from), position_text(to))
            }
        };
        format!("Last move: {} {turn}.\n", player_name(before.to_move()))
    }

    fn typed_answers(&self, view: &View<'_, ReplicaPosition<S>>, mv: Move) -> Vec<String> {
        let (kind, first, second) = turn_parts(view.position, mv);
        vec![kind.name().to_owned(), position_text(first), position_text(second)]
    }

    /// A type of move can be left out, or replaced by another one.
    fn rest_of_turn(
        &self,
        view: &View<'_, ReplicaPosition<S>>,
        mv: Move,
        typed: &[String],
    ) -> Option<Vec<String>> {
        let answers = self.typed_answers(view, mv);
        let kinds = typed.iter().map_while(|answer| MoveKind::parse(answer)).collect::<Vec<_>>();
        let cells = typed.iter().skip(kinds.len()).map(|cell| self.typed_cell(cell));
        match kinds.last() {
            Some(kind) => rest_after(&answers, std::iter::once(kind.name().to_owned()).chain(cells)),
            None if typed.is_empty() => Some(answers),
            None => rest_after(&answers[1..], cells),
        }
    }

    fn how_won(&self, view: &View<'_, ReplicaPosition<S>>) -> String {
        let position = view.position;
        let Some(winner) = winner(view) else { return String::new() };
        if position.has_king_in_goal(winner) {
            let (corner, name) = (position_text(position.rules().goal(winner)), player_name(winner));
            return match view.last_move() {
                Some(Move::Transform(_)) => {
                    format!("a {name} checker in the opposite corner, {corner}, became a king")
                }
                _ => format!("a {name} king reached the opposite corner, {corner}"),
            };
        }
        let square = match view.last_move() {
            Some(Move::Go { to, .. }) => format!(" on {}", position_text(to)),
            _ => String::new(),
        };
        format!("a {} king was captured{square}", player_name(winner.opponent()))
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        match fact.pattern {
            "king-in-reach" | "corner-in-reach" => Some(fact.wins_at_once()),
            "allows-king" | "misses-king" => {
                let (after, cells) = (fact.after(), fact.cells.join(", "));
                Some(format!("{after}, {} has a new king on {cells}.", fact.winner))
            }
            _ => None,
        }
    }
}

/// The pieces of both players.
const KINDS: [PicturePiece; 4] = [
    PicturePiece::new(Some(Player::One), 'w', "checker", Tint::White, Shape::Checker),
    PicturePiece::new(Some(Player::One), 'W', "king", Tint::White, Shape::King),
    PicturePiece::new(Some(Player::Two), 'b', "checker", Tint::Black, Shape::Checker),
    PicturePiece::new(Some(Player::Two), 'B', "king", Tint::Black, Shape::King),
];

/// Writes a cell as players type it: column, dash, row, both from 1.
pub fn position_text(cell: Cell) -> String {
    format!("{}-{}", cell.column() + 1, cell.row() + 1)
}

/// Returns whether a legal move between these cells is a step; otherwise it is a jump.
pub fn is_step(from: Cell, to: Cell) -> bool {
    Direction::between(from, to).is_some_and(|(_, distance)| distance == 1)
}

/// A type of move, as the player chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// One square.
    Step,
    /// Over friendly pieces.
    Jump,
    /// A checker becomes a king.
    Transform,
}

impl MoveKind {
    /// All types of moves.
    pub const ALL: [MoveKind; 3] = [MoveKind::Step, MoveKind::Jump, MoveKind::Transform];

    /// Reads a type of move. Its first letter is enough, because no position is a single letter.
    pub fn parse(answer: &str) -> Option<MoveKind> {
        let answer = strip_full_stop(answer);
        let fits = |name: &str| name.eq_ignore_ascii_case(answer) || answer.eq_ignore_ascii_case(&name[..1]);
        MoveKind::ALL.into_iter().find(|kind| fits(kind.name()))
    }

    /// Returns its name as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Step => "step",
            MoveKind::Jump => "jump",
            MoveKind::Transform => "transform",
        }
    }
}

/// Returns the type of `mv`, and the two positions that play it at the prompts of a turn.
pub fn turn_parts<S: CellSet>(position: &ReplicaPosition<S>, mv: Move) -> (MoveKind, Cell, Cell) {
    match mv {
        Move::Go { from, to } if is_step(from, to) => (MoveKind::Step, from, to),
        Move::Go { from, to } => (MoveKind::Jump, from, to),
        Move::Transform(cell) => (MoveKind::Transform, cell, seeing_king(position, cell).unwrap_or(cell)),
    }
}

/// Returns the nearest king of the player to move that sees `cell`; among equals the one in the lowest
/// column, then row.
fn seeing_king<S: CellSet>(position: &ReplicaPosition<S>, cell: Cell) -> Option<Cell> {
    let kings = position.kings(position.to_move()).cells();
    let distance = |king: &Cell| {
        let columns = king.column().abs_diff(cell.column());
        (columns.max(king.row().abs_diff(cell.row())), king.column(), king.row())
    };
    kings.filter(|king| check_valid_transform_by(position, cell, *king).is_ok()).min_by_key(distance)
}

/// Removes the full stop that ends an answer in Prolog.
pub fn strip_full_stop(answer: &str) -> &str {
    answer.strip_suffix('.').unwrap_or(answer).trim_end()
}

/// Reads `4-5` (column, row) or `d5` as a cell of the board.
pub fn parse_cell(rules: Rules, answer: &str) -> Result<Cell, String> {
    let shown = escape(answer.as_bytes());
    let (column, row) = read_numbers(strip_full_stop(answer))
        .ok_or_else(|| format!("\"{shown}\" is not a position: type column-row, for example 4-5."))?;
    let cell = column.checked_sub(1).zip(row.checked_sub(1)).and_then(|(column, row)| Cell::new(column, row));
    let size = rules.size();
    cell.filter(|cell| cell.is_on(size)).ok_or_else(|| {
        format!("Position {shown} is outside the board: columns and rows go from 1 to {size}.")
    })
}

/// Reads a column and a row, both from 1.
pub fn read_numbers(text: &str) -> Option<(usize, usize)> {
    if let Some((column, row)) = text.split_once('-') {
        return Some((read_number(column)?, read_number(row)?));
    }
    let (column, row, rest) = notation::read_cell(text)?;
    rest.is_empty().then_some((column + 1, row))
}

fn read_number(text: &str) -> Option<usize> {
    let digits = text.trim();
    // A number too large to parse is outside every board.
    notation::is_digits(digits).then(|| digits.parse().unwrap_or(usize::MAX))
}
