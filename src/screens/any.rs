//! The screen of [`AnyGame`], which forwards to the concrete game.

use super::{GameMenus, Screen, Study, TurnDialog};
use crate::console::{Dialog, Document, Prompt, PromptExit, Style};
use crate::games::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::model::{Ending, Seating, View};
use crate::words::Picture;
use crate::{forward_to_game, with_game};

impl Screen for AnyGame {
    forward_to_game! {
        fn menus(options: [&str]) -> Box<dyn GameMenus>;
        fn board(view: View, style: [&Style]) -> String;
        fn classic(picture: [Picture], style: [&Style]) -> String;
        fn describe_position(view: View) -> String;
        fn who_is_who(seating: [&Seating], style: [&Style]) -> String;
        fn above_board(view: View, seating: [&Seating], is_over: [bool], style: [&Style]) -> String;
        fn heading(view: View, seating: [&Seating], style: [&Style]) -> String;
        fn steps(view: View, mv: Move, style: [&Style]) -> Vec<String>;
        fn announce(view: View, style: [&Style]) -> String;
        fn ending(ending: [&Ending], seating: [&Seating], style: [&Style]) -> String;
        fn instructions(style: [&Style]) -> Document;
        fn study() -> Study;
        fn effects(position: Position, mv: Move) -> Vec<&'static str>;
        fn farewell() -> String;
    }
}

impl TurnDialog for AnyGame {
    forward_to_game! {
        fn turn_prompts(view: View, style: [&Style]) -> String;
        fn question_after_computer() -> Option<Prompt>;
        fn too_many_answers() -> String;
    }

    fn read_turn(
        &self,
        view: &View<'_, AnyPosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<AnyMove, PromptExit> {
        with_game!(self, game: G => game.read_turn(&G::downcast_view(view), dialog).map(Into::into))
    }
}
