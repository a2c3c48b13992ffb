//! Qawale.

use super::encoding::{ActionForm, EncodingRules, UnfinishedMove};
use super::game::{rest_after, winner};
use super::reasons::NamedFact;
use super::sentence::join_with_word;
use super::{Flip, GameWords, Picture, PicturePiece, Shape, Terrain, Tint};
use crate::games::qawale::{
    Cell, LINE_SETS, LINES, Move, Piece, Qawale, QawalePosition, Refusal, SIDE, Stack, Walk,
};
use crate::model::notation::read_cell;
use crate::model::{Player, Position as _, View};

impl GameWords for Qawale {
    fn about(&self) -> &'static str {
        "Four of your tops in a row win."
    }

    fn picture(&self, view: &View<'_, QawalePosition>) -> Picture {
        picture(view.position)
    }

    fn encoding_rules(&self) -> EncodingRules {
        EncodingRules {
            height: self.max_height(),
            action: ActionForm::Cell,
            ..EncodingRules::new(Piece::ALL.map(picture_piece).to_vec())
        }
    }

    fn unfinished_move(&self, position: &QawalePosition, cells: &[String]) -> Option<UnfinishedMove> {
        let cells: Vec<Cell> = cells.iter().map(|cell| read_typed_cell(cell).ok()).collect::<Option<_>>()?;
        let among = |is_next: &dyn Fn(Cell) -> bool| {
            Cell::all().filter(|cell| is_next(*cell)).map(|cell| cell.to_string()).collect()
        };
        let Some((placement, steps)) = cells.split_first() else {
            let next = among(&|cell| Walk::begin(position, cell).is_ok());
            return Some(UnfinishedMove { board: picture(position), hand: Vec::new(), next });
        };
        let mut walk = Walk::begin(position, *placement).ok()?;
        steps.iter().try_for_each(|cell| walk.step(*cell)).ok()?;
        let next = among(&|cell| {
            let mut walk = walk;
            walk.step(cell).is_ok()
        });
        Some(UnfinishedMove { board: picture(walk.board()), hand: picture_pieces(walk.hand()), next })
    }

    fn deciding_cells(&self, view: &View<'_, QawalePosition>) -> Vec<String> {
        let position = view.position;
        let Some(winner) = winner(view) else { return Vec::new() };
        lines_of(position, winner).flatten().map(|cell| cell.to_string()).collect()
    }

    fn last_move(&self, view: &View<'_, QawalePosition>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        let (placed, walk) = (mv.cell().name(), mv.entered().flatten().map(Cell::name).collect::<Vec<_>>());
        format!(
            "Last move: {} placed on {placed} and walked {}.\n",
            colour(before.to_move()),
            walk.join(", ")
        )
    }

    fn typed_answers(&self, _view: &View<'_, QawalePosition>, mv: Move) -> Vec<String> {
        self.cells(mv)
    }

    fn rest_of_turn(
        &self,
        view: &View<'_, QawalePosition>,
        mv: Move,
        typed: &[String],
    ) -> Option<Vec<String>> {
        let cells =
            typed.iter().map(|answer| read_typed_cell(answer).map_or(String::new(), |cell| cell.to_string()));
        rest_after(&self.typed_answers(view, mv), cells)
    }

    fn how_won(&self, view: &View<'_, QawalePosition>) -> String {
        let position = view.position;
        let Some(winner) = winner(view) else { return String::new() };
        let places: Vec<String> = lines_of(position, winner).map(line_name).collect();
        format!("four {} pieces {}", colour(winner), join_with_word(&places, "and"))
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        (fact.pattern == "fourth-top").then(|| fact.wins_at_once())
    }
}

/// Returns the board as data.
pub fn picture(position: &QawalePosition) -> Picture {
    let columns = ["A", "B", "C", "D"].map(str::to_owned).to_vec();
    let cells = |row| (0..SIDE).filter_map(|column| Cell::new(column, row)).collect();
    let rows = (0..SIDE).map(|row| ((row + 1).to_string(), cells(row)));
    let picture =
        Picture::new(&[], columns, rows, |cell| (Terrain::Plain, picture_pieces(position.stack(*cell))));
    Picture { flip: Flip::Nothing, has_stacks: true, ..picture }
}

/// Returns the pieces of a stack from bottom to top.
pub fn picture_pieces(stack: Stack) -> Vec<PicturePiece> {
    stack.pieces().map(picture_piece).collect()
}

fn picture_piece(piece: Piece) -> PicturePiece {
    let (owner, tint) = match piece {
        Piece::Dark => (Some(Player::One), Tint::Black),
        Piece::Light => (Some(Player::Two), Tint::White),
        Piece::Tan => (None, Tint::Tan),
    };
    PicturePiece::new(owner, piece.letter(), piece.name(), tint, Shape::Slab)
}

/// Returns a player's lines of four.
pub fn lines_of(position: &QawalePosition, player: Player) -> impl Iterator<Item = [Cell; SIDE]> {
    let tops = position.tops(player);
    LINES.into_iter().zip(LINE_SETS).filter(move |(_, set)| tops & set == *set).map(|(line, _)| line)
}

/// Names a line of four: `in row 2`.
fn line_name(line: [Cell; SIDE]) -> String {
    let [first, second, .., last] = line.map(Cell::name);
    let shared =
        |index: usize| first.get(index..=index).filter(|part| second.get(index..=index) == Some(*part));
    match (shared(0), shared(1)) {
        (Some(column), _) => format!("in column {column}"),
        (_, Some(row)) => format!("in row {row}"),
        _ => format!("on the diagonal from {first} to {last}"),
    }
}

/// Names the colour of a player.
pub fn colour(player: Player) -> &'static str {
    Piece::of(player).name()
}

/// What a cell looks like.
const CELL_USAGE: &str = "Type a cell: a column from A to D and a row from 1 to 4, for example a1 or a/1.";

/// Reads a cell as typed: `a1`, or `a/1` like the original.
pub fn read_typed_cell(answer: &str) -> Result<Cell, String> {
    let letters: String = answer.chars().filter(|c| !c.is_whitespace()).collect();
    let written = letters.replacen('/', "", 1);
    let Some((column, number, "")) = read_cell(&written) else { return Err(CELL_USAGE.to_owned()) };
    let cell = number.checked_sub(1).and_then(|row| Cell::new(column, row));
    cell.ok_or_else(|| Refusal::OutsideBoard.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_typed() {
        for text in ["c2", "C2", "c/2", " C / 2 ", "c 2"] {
            assert_eq!(read_typed_cell(text).map(Cell::name), Ok("C2".to_owned()), "{text}");
        }
        for text in ["", "c", "2c", "c2x", "c//2", "c-2", "é1", "a1b1"] {
            assert_eq!(read_typed_cell(text), Err(CELL_USAGE.to_owned()), "{text}");
        }
        for text in ["e1", "a0", "a5", "z/99"] {
            assert_eq!(read_typed_cell(text), Err(Refusal::OutsideBoard.to_string()), "{text}");
        }
    }
}
