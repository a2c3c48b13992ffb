//! The screen of Three Dragons, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings |
//! | `lessons.rs`, `lessons.toml` | the lessons |
//! | `rules.rs` | the instructions |

mod board;
mod lessons;
mod menus;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use crate::console::{Document, Style};
use crate::games::three_dragons::{Move, ThreeDragons, ThreeDragonsPosition, effects, player_name};
use crate::model::{Ending, Game as _, Position as _, Seating, View};
use crate::screens::{GameMenus, Screen, Study};

use lessons::without;

/// A window with fewer rows is low.
const LOW_ROWS: usize = 24;

impl Screen for ThreeDragons {
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(self.rules()))
    }

    fn board(&self, view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
        board::draw(view, style)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        words::who_is_who(seating, style)
    }

    fn describe_position(&self, view: &View<'_, ThreeDragonsPosition>) -> String {
        words::position(view)
    }

    /// A low window, and the questions about a choice of captures, leave no row for an empty line.
    fn heading(&self, view: &View<'_, ThreeDragonsPosition>, _seating: &Seating, style: &Style) -> String {
        let position = view.position;
        let is_low = |rows| rows < LOW_ROWS || board::has_capture_choice(position);
        let is_crowded = style.rows.is_some_and(is_low);
        let gap = if is_crowded { "" } else { "\n" };
        format!("{gap}Player: {}\n{}\n", player_name(position.to_move()), words::counts(position))
    }

    fn announce(&self, view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
        words::consequences(view, style)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, style: &Style) -> String {
        words::ending(self, ending, seating, style)
    }

    fn study(&self) -> Study {
        let (lessons, examples) = (lessons::lessons(self.rules()), rules::examples(self.rules()));
        Study { lessons, examples, ..Study::of(self.name()) }
    }

    fn effects(&self, position: &ThreeDragonsPosition, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(self.rules(), style)
    }
}
