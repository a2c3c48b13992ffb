//! Ugly Duck on any board.

use super::ducks::{deciding_cells, how_won, kind_name, own_reason, picture_content, piece_kinds};
use super::game::rest_after;
use super::reasons::NamedFact;
use super::{Flip, GameWords, Picture, PicturePiece, Tint};
use crate::games::ugly_duck::{Cell, Geometry, Move, Step, UglyDuckPosition, UglyDuckXl, player_name};
use crate::model::notation::{is_digits, letter};
use crate::model::{Position as _, View};

impl<G: Geometry> GameWords for UglyDuckXl<G> {
    fn about(&self) -> &'static str {
        "The same race on any board."
    }

    fn picture(&self, view: &View<'_, UglyDuckPosition<G>>) -> Picture {
        let size = view.position.geometry().size();
        let cells = |row| (0..size.width()).map(|column| Cell { row, column: column as u8 }).collect();
        let rows = (0..size.height()).rev().map(|row| (letter(row).to_string(), cells(row as u8)));
        let columns = (1..=size.width()).map(|column| column.to_string()).collect();
        let content =
            |cell: &Cell| picture_content(view.position, *cell, &KINDS, view.numbering.on((*cell).into()));
        let largest_number = Some(view.numbering.max_number());
        let picture = Picture::new(&KINDS, columns, rows, content);
        Picture { columns_below: true, flip: Flip::Rows, largest_number, ..picture }
    }

    fn deciding_cells(&self, view: &View<'_, UglyDuckPosition<G>>) -> Vec<String> {
        deciding_cells(view)
    }

    fn last_move(&self, view: &View<'_, UglyDuckPosition<G>>) -> String {
        let Some((before, mv, _)) = view.last_turn() else { return String::new() };
        let parts = before.piece(mv.from).zip(view.numbering.on(mv.to.into()));
        let Some((piece, number)) = parts else { return String::new() };
        let (mover, kind) = (player_name(before.to_move()), kind_name(piece.kind));
        format!("Last move: {mover} moved {kind} {number} from {} to {}.\n", mv.from, mv.to)
    }

    fn typed_answers(&self, view: &View<'_, UglyDuckPosition<G>>, mv: Move) -> Vec<String> {
        let number = view.numbering.on(mv.from.into()).map(|number| number.to_string());
        let letter = Step::of_move(mv).map(|step| step.letter.to_string());
        number.into_iter().chain(letter).collect()
    }

    /// A piece can be typed as on the board, and a number after it chooses another one.
    fn rest_of_turn(
        &self,
        view: &View<'_, UglyDuckPosition<G>>,
        mv: Move,
        typed: &[String],
    ) -> Option<Vec<String>> {
        let is_number = |answer: &String| number_in(answer).is_some();
        let chosen = typed.iter().rposition(is_number).map_or(typed, |last| &typed[last..]);
        let typed = chosen.iter().map(|answer| match number_in(answer) {
            Some(number) => number.to_string(),
            None => answer.to_lowercase(),
        });
        rest_after(&self.typed_answers(view, mv), typed)
    }

    fn how_won(&self, view: &View<'_, UglyDuckPosition<G>>) -> String {
        how_won(view, |home| match view.numbering.on(home.into()) {
            Some(number) => format!("swan {number} came home"),
            None => "a swan came home".to_owned(),
        })
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        own_reason(fact)
    }
}

/// Returns the number of a piece that is typed as on a board: `10`, `D10`, or `DA` as on a narrow one.
pub fn number_in(answer: &str) -> Option<usize> {
    let number = answer.strip_prefix(LETTERS).unwrap_or(answer);
    match number.as_bytes() {
        [sign @ b'A'..=b'Z'] if number != answer => Some(10 + usize::from(sign - b'A')),
        // A number too large to parse matches no piece.
        _ => is_digits(number).then(|| number.parse().unwrap_or(usize::MAX)),
    }
}

/// The letters of the pieces.
const LETTERS: [char; 4] = ['D', 'S', 'd', 's'];

/// The kinds of pieces.
pub const KINDS: [PicturePiece; 4] = piece_kinds(LETTERS, Tint::Red);
