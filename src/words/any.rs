//! The words of [`AnyGame`], which forwards to the concrete game.

use super::encoding::{EncodingRules, UnfinishedMove};
use super::reasons::NamedFact;
use super::{GameWords, Picture};
use crate::forward_to_game;
use crate::games::AnyGame;

impl GameWords for AnyGame {
    forward_to_game! {
        fn title() -> String;
        fn about() -> &'static str;
        fn picture(view: View) -> Picture;
        fn cells(mv: Move) -> Vec<String>;
        fn encoding_rules() -> EncodingRules;
        fn unfinished_move(position: Position, cells: [&[String]]) -> Option<UnfinishedMove>;
        fn typed_cell(cell: [&str]) -> String;
        fn deciding_cells(view: View) -> Vec<String>;
        fn last_move(view: View) -> String;
        fn typed_answers(view: View, mv: Move) -> Vec<String>;
        fn rest_of_turn(view: View, mv: Move, typed: [&[String]]) -> Option<Vec<String>>;
        fn how_won(view: View) -> String;
        fn own_reason(fact: [&NamedFact]) -> Option<String>;
    }
}
