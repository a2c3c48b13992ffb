//! The words of [`AnyGame`], which forwards to the concrete game.

use super::encoding::{EncodingRules, UnfinishedMove};
use super::reasons::NamedFact;
use super::{GameWords, Picture};
use crate::games::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::model::View;
use crate::with_game;

impl GameWords for AnyGame {
    fn title(&self) -> String {
        with_game!(self, game => game.title())
    }

    fn about(&self) -> &'static str {
        with_game!(self, game => game.about())
    }

    fn picture(&self, view: &View<'_, AnyPosition>) -> Picture {
        with_game!(self, game: G => game.picture(&G::downcast_view(view)))
    }

    fn cells(&self, mv: AnyMove) -> Vec<String> {
        with_game!(self, game: G => game.cells(G::downcast_move(mv)))
    }

    fn encoding_rules(&self) -> EncodingRules {
        with_game!(self, game => game.encoding_rules())
    }

    fn unfinished_move(&self, position: &AnyPosition, cells: &[String]) -> Option<UnfinishedMove> {
        with_game!(self, game: G => game.unfinished_move(G::position(position), cells))
    }

    fn typed_cell(&self, cell: &str) -> String {
        with_game!(self, game => game.typed_cell(cell))
    }

    fn deciding_cells(&self, view: &View<'_, AnyPosition>) -> Vec<String> {
        with_game!(self, game: G => game.deciding_cells(&G::downcast_view(view)))
    }

    fn last_move(&self, view: &View<'_, AnyPosition>) -> String {
        with_game!(self, game: G => game.last_move(&G::downcast_view(view)))
    }

    fn typed_answers(&self, view: &View<'_, AnyPosition>, mv: AnyMove) -> Vec<String> {
        with_game!(self, game: G => game.typed_answers(&G::downcast_view(view), G::downcast_move(mv)))
    }

    fn how_won(&self, view: &View<'_, AnyPosition>) -> String {
        with_game!(self, game: G => game.how_won(&G::downcast_view(view)))
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        with_game!(self, game => game.own_reason(fact))
    }
}
