//! The screen of Ugly Duck on 5x5, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game, and the logo |
//! | `typing.toml`, `lessons.toml` | the lessons, and the examples in the instructions |
//! | `rules.rs`, `rules.txt` | the instructions |

mod board;
mod menus;
mod rules;
mod turn;

use crate::console::{Document, Style, star_box, wrap};
use crate::games::ugly_duck::{FiveByFive, Move, UglyDuck, UglyDuckPosition, effects, player_name};
use crate::model::{Ending, Game, Outcome, Position as _, Seating, View};
use crate::screens::ducks::{draw_captures, who_is_who};
use crate::screens::examples::draw_examples;
use crate::screens::lesson::{Lessons, read_lessons};
use crate::screens::{GameMenus, Screen, Study};
use crate::words::ducks::kind_name;
use crate::words::ugly_duck::KINDS;
use crate::words::{Picture, ending_reason};

/// The lessons: how to type a turn on this screen, then those of both screens, which mention pieces, but no cells or
/// numbers.
static LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons.toml"))));

impl Screen for UglyDuck {
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus)
    }

    fn classic(&self, picture: Picture, style: &Style) -> String {
        board::classic(&picture, style)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        who_is_who(&KINDS, true, ["A", "E"].map(str::to_owned), seating, style)
    }

    fn heading(
        &self,
        view: &View<'_, UglyDuckPosition<FiveByFive>>,
        _seating: &Seating,
        _style: &Style,
    ) -> String {
        format!("\nTurn of {}!\n", self.player_name(view.position.to_move()))
    }

    fn announce(&self, view: &View<'_, UglyDuckPosition<FiveByFive>>, _style: &Style) -> String {
        let Some((before, mv, after)) = view.last_turn() else { return String::new() };
        let mover = player_name(before.to_move());
        let mut text = String::new();
        if let Some(victim) = before.piece(mv.to) {
            let (kind, loser) = (kind_name(victim.kind), player_name(victim.owner));
            text += &format!("{mover} captures a {kind} of {loser} on {}!\n", mv.to);
        }
        if before.is_promotion(mv) && after.piece(mv.to).is_some() {
            text += &format!("The duck of {mover} on {} is now a swan!\n", mv.to);
        }
        text
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _style: &Style) -> String {
        let why = ending_reason(ending, |player| player_name(player).to_owned());
        let verdict = match (ending.outcome, seating.only_human()) {
            (Outcome::Draw, _) => "Nobody wins!".to_owned(),
            (Outcome::Win(winner), Some(human)) if winner == human => "YOU WON THE GAME!".to_owned(),
            (Outcome::Win(_), Some(_)) => "YOU LOST AGAINST COMPUTER!".to_owned(),
            (Outcome::Win(winner), None) => format!("Winner is Player {}!", winner.number()),
        };
        format!("\n{why}{verdict}\n\n")
    }

    fn study(&self) -> Study {
        Study { lessons: &LESSONS.lessons, examples: &LESSONS.examples, ..Study::of(self.name()) }
    }

    fn effects(&self, position: &UglyDuckPosition<FiveByFive>, mv: Move) -> Vec<&'static str> {
        effects(position, mv)
    }

    fn instructions(&self, style: &Style) -> Document {
        let text = Document::new(rules::INSTRUCTIONS, rules::COLUMNS).boxed("INSTRUCTIONS");
        let mut drawings = draw_examples(self, style);
        let captures = draw_captures(&LESSONS.examples, style);
        drawings.splice(..0, captures.into_iter().chain([wrap(rules::MORE_RULES, style.width)]));
        text.with_drawings(drawings)
    }

    fn farewell(&self) -> String {
        star_box("Good Bye!", "")
    }
}
