//! The screen of Ugly Duck on a board of any size, with numbered pieces, based on the original.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings |
//! | `typing.toml` | the lesson about typing a turn; the other lessons are those of `ugly_duck` |
//! | `rules.rs`, `rules.txt` | the instructions |

mod board;
mod menus;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use crate::console::{Document, Style};
use crate::games::ugly_duck::{ANY_SIZE_ID, Geometry, Move, Size, UglyDuckPosition, UglyDuckXl, effects};
use crate::model::notation::letter;
use crate::model::{Ending, Seating, View};
use crate::screens::ducks::{EXAMPLES, who_is_who};
use crate::screens::lesson::{Lessons, read_lessons};
use crate::screens::ugly_duck::lessons::without;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::Picture;
use crate::words::ugly_duck_xl::KINDS;

/// The lessons: how to type a turn on this screen, then those of Ugly Duck.
static LESSONS: Lessons = Lessons::new(|| {
    read_lessons(concat!(include_str!("typing.toml"), include_str!("../ugly_duck/lessons.toml")))
});

/// The game at the end of the lessons: a small board on which player 1 can win against any defence.
const SMALL_GAME: &str = "uglyduck-xl:3x4";

impl<G: Geometry> Screen for UglyDuckXl<G> {
    fn menus(&self, options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(options.parse().unwrap_or(Size::FIVE_BY_FIVE)))
    }

    fn classic(&self, picture: Picture, style: &Style) -> String {
        board::classic(&picture, style)
    }

    fn describe_position(&self, view: &View<'_, UglyDuckPosition<G>>) -> String {
        words::position(view)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        let home_rows = [0, self.size().height() - 1].map(|row| letter(row).to_string());
        who_is_who(&KINDS, false, home_rows, seating, style)
    }

    fn above_board(&self, view: &View<'_, UglyDuckPosition<G>>, seating: &Seating, style: &Style) -> String {
        words::turn(view, seating, style)
    }

    /// Returns nothing: the line above the board says whose turn it is.
    fn heading(&self, _view: &View<'_, UglyDuckPosition<G>>, _seating: &Seating, _style: &Style) -> String {
        String::new()
    }

    fn announce(&self, view: &View<'_, UglyDuckPosition<G>>, style: &Style) -> String {
        words::consequences(view, style)
    }

    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        words::ending(ending)
    }

    fn study(&self) -> Study {
        let small_game = SMALL_GAME.to_owned();
        Study { small_game, lessons: &LESSONS, examples: &EXAMPLES, ..Study::of(ANY_SIZE_ID) }
    }

    fn effects(&self, position: &UglyDuckPosition<G>, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(self, style)
    }
}
