//! The screen of [`AnyGame`], which forwards to the concrete game.

use super::encoding::{EncodingRules, UnfinishedMove};
use super::reasons::NamedFact;
use super::{Example, GameMenus, Lesson, Picture, Screen};
use crate::console::{Dialog, Document, Prompt, PromptExit, Style};
use crate::games::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::model::{Ending, Seating, View};
use crate::with_game;

impl Screen for AnyGame {
    fn title(&self) -> String {
        with_game!(self, game => game.title())
    }

    fn about(&self) -> &'static str {
        with_game!(self, game => game.about())
    }

    fn menus(&self, options: &str) -> Box<dyn GameMenus> {
        with_game!(self, game => game.menus(options))
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

    fn board(&self, view: &View<'_, AnyPosition>, style: &Style) -> String {
        with_game!(self, game: G => game.board(&G::downcast_view(view), style))
    }

    fn classic(&self, picture: Picture, style: &Style) -> String {
        with_game!(self, game => game.classic(picture, style))
    }

    fn describe_position(&self, view: &View<'_, AnyPosition>) -> String {
        with_game!(self, game: G => game.describe_position(&G::downcast_view(view)))
    }

    fn last_move(&self, view: &View<'_, AnyPosition>) -> String {
        with_game!(self, game: G => game.last_move(&G::downcast_view(view)))
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        with_game!(self, game => game.who_is_who(seating, style))
    }

    fn above_board(&self, view: &View<'_, AnyPosition>, seating: &Seating, style: &Style) -> String {
        with_game!(self, game: G => game.above_board(&G::downcast_view(view), seating, style))
    }

    fn heading(&self, view: &View<'_, AnyPosition>, seating: &Seating, style: &Style) -> String {
        with_game!(self, game: G => game.heading(&G::downcast_view(view), seating, style))
    }

    fn read_turn(
        &self,
        view: &View<'_, AnyPosition>,
        seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<AnyMove, PromptExit> {
        with_game!(self, game: G => game.read_turn(&G::downcast_view(view), seating, dialog).map(G::erase_move))
    }

    fn turn_prompts(&self, view: &View<'_, AnyPosition>, style: &Style) -> String {
        with_game!(self, game: G => game.turn_prompts(&G::downcast_view(view), style))
    }

    fn typed_answers(&self, view: &View<'_, AnyPosition>, mv: AnyMove) -> Vec<String> {
        with_game!(self, game: G => game.typed_answers(&G::downcast_view(view), G::downcast_move(mv)))
    }

    fn steps(&self, view: &View<'_, AnyPosition>, mv: AnyMove, style: &Style) -> Vec<String> {
        with_game!(self, game: G => game.steps(&G::downcast_view(view), G::downcast_move(mv), style))
    }

    fn announce(&self, view: &View<'_, AnyPosition>, style: &Style) -> String {
        with_game!(self, game: G => game.announce(&G::downcast_view(view), style))
    }

    fn question_after_computer(&self) -> Option<Prompt> {
        with_game!(self, game => game.question_after_computer())
    }

    fn how_won(&self, view: &View<'_, AnyPosition>) -> String {
        with_game!(self, game: G => game.how_won(&G::downcast_view(view)))
    }

    fn ending(&self, ending: &Ending, seating: &Seating, style: &Style) -> String {
        with_game!(self, game => game.ending(ending, seating, style))
    }

    fn rules_in_brief(&self) -> &'static str {
        with_game!(self, game => game.rules_in_brief())
    }

    fn examples(&self) -> &'static [Example] {
        with_game!(self, game => game.examples())
    }

    fn instructions(&self, style: &Style) -> Document {
        with_game!(self, game => game.instructions(style))
    }

    fn lesson_game_name(&self) -> String {
        with_game!(self, game => game.lesson_game_name())
    }

    fn small_game_name(&self) -> String {
        with_game!(self, game => game.small_game_name())
    }

    fn lessons(&self) -> &'static [Lesson] {
        with_game!(self, game => game.lessons())
    }

    fn effects(&self, position: &AnyPosition, mv: AnyMove) -> Vec<&'static str> {
        with_game!(self, game: G => game.effects(G::position(position), G::downcast_move(mv)))
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        with_game!(self, game => game.own_reason(fact))
    }

    fn farewell(&self) -> String {
        with_game!(self, game => game.farewell())
    }
}
