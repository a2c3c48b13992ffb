//! The screen of [`AnyGame`], which forwards to the concrete game.

use super::{Example, GameMenus, Lesson, Screen};
use crate::console::{Dialog, Document, Prompt, PromptExit, Style};
use crate::games::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::model::{Ending, Seating, View};
use crate::with_game;
use crate::words::Picture;

impl Screen for AnyGame {
    fn menus(&self, options: &str) -> Box<dyn GameMenus> {
        with_game!(self, game => game.menus(options))
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

    fn steps(&self, view: &View<'_, AnyPosition>, mv: AnyMove, style: &Style) -> Vec<String> {
        with_game!(self, game: G => game.steps(&G::downcast_view(view), G::downcast_move(mv), style))
    }

    fn announce(&self, view: &View<'_, AnyPosition>, style: &Style) -> String {
        with_game!(self, game: G => game.announce(&G::downcast_view(view), style))
    }

    fn question_after_computer(&self) -> Option<Prompt> {
        with_game!(self, game => game.question_after_computer())
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

    fn farewell(&self) -> String {
        with_game!(self, game => game.farewell())
    }
}
