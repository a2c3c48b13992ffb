//! The screen of Ugly Duck on 5x5, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings |
//! | `lessons.rs`, `typing.toml`, `lessons.toml` | the lessons |
//! | `rules.rs` | the instructions |
//! | `logo.rs` | the logo |

mod board;
pub(super) mod lessons;
mod logo;
mod menus;
mod rules;
mod turn;
mod words;

use crate::console::{Document, Style, star_box, wrap};
use crate::games::ugly_duck::{FiveByFive, Move, UglyDuck, UglyDuckPosition, effects};
use crate::model::{Ending, Game, Position as _, Seating, View};
use crate::screens::ducks::{EXAMPLES, draw_captures, who_is_who};
use crate::screens::examples::draw_examples;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::Picture;
use crate::words::ugly_duck::KINDS;

use lessons::{LESSONS, without};

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
        words::consequences(view)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _style: &Style) -> String {
        words::ending(ending, seating)
    }

    fn study(&self) -> Study {
        Study { lessons: &LESSONS, examples: &EXAMPLES, ..Study::of(self.name()) }
    }

    fn effects(&self, position: &UglyDuckPosition<FiveByFive>, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn instructions(&self, style: &Style) -> Document {
        let text = Document::new(rules::INSTRUCTIONS, rules::COLUMNS).boxed("INSTRUCTIONS");
        let mut drawings = draw_examples(self, style);
        let captures = draw_captures(style);
        drawings.splice(..0, captures.into_iter().chain([wrap(rules::MORE_RULES, style.width)]));
        text.with_drawings(drawings)
    }

    fn farewell(&self) -> String {
        star_box("Good Bye!", "")
    }
}
