//! Ugly Duck on 5x5.

use super::ducks::{deciding_cells, how_won, kind_name, own_reason, picture_content, piece_kinds};
use super::reasons::NamedFact;
use super::{Flip, GameWords, Picture, PicturePiece, Tint};
use crate::games::ugly_duck::{Cell, FiveByFive, Move, UglyDuck, UglyDuckPosition, player_name};
use crate::model::notation::letter;
use crate::model::{Position as _, View};

impl GameWords for UglyDuck {
    fn about(&self) -> &'static str {
        "Cross, become a swan, come home."
    }

    fn picture(&self, view: &View<'_, UglyDuckPosition<FiveByFive>>) -> Picture {
        let cells = |row| (0..SIDE).map(|column| Cell { row, column }).collect();
        let rows = (0..SIDE).map(|row| (letter(row.into()).to_ascii_uppercase().to_string(), cells(row)));
        let columns = (1..=SIDE).map(|column| column.to_string()).collect();
        let content = |cell: &Cell| picture_content(view.position, *cell, &KINDS, None);
        Picture { flip: Flip::Rows, ..Picture::new(&KINDS, columns, rows, content) }
    }

    fn deciding_cells(&self, view: &View<'_, UglyDuckPosition<FiveByFive>>) -> Vec<String> {
        deciding_cells(view)
    }

    fn last_move(&self, view: &View<'_, UglyDuckPosition<FiveByFive>>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        let kind = before.piece(mv.from).map_or("piece", |piece| kind_name(piece.kind));
        let mover = player_name(before.to_move());
        format!("Last move: {mover} moved a {kind} from {} to {}.\n", mv.from, mv.to)
    }

    fn typed_answers(&self, _view: &View<'_, UglyDuckPosition<FiveByFive>>, mv: Move) -> Vec<String> {
        vec![mv.from.to_string(), mv.to.to_string()]
    }

    fn how_won(&self, view: &View<'_, UglyDuckPosition<FiveByFive>>) -> String {
        how_won(view, |home| format!("a swan came home on {home}"))
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        own_reason(fact)
    }
}

/// The number of columns and of rows.
pub const SIDE: u8 = 5;

/// The pieces, with the signs of the original.
pub const KINDS: [PicturePiece; 4] = piece_kinds(['▼', '♥', '▲', '♠'], Tint::Blue);
