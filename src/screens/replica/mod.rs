//! The screen of Replica, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences, endings |
//! | `lessons.rs`, `typing.toml`, `lessons.toml`, `lessons-house.toml` | the lessons |
//! | `rules.rs` | the instructions |

mod lessons;
mod menus;
mod rules;
mod turn;
mod words;

use crate::console::{Document, Style};
use crate::games::replica::{CellSet, ID, Move, Replica, ReplicaPosition, effects};
use crate::model::{Ending, Position as _, Seating, View};
use crate::screens::{GameMenus, Screen, Study};

use lessons::{HOUSE_LESSONS, LESSONS, without};

impl<S: CellSet> Screen for Replica<S> {
    fn menus(&self, options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(options))
    }

    fn describe_position(&self, view: &View<'_, ReplicaPosition<S>>) -> String {
        words::position(view)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        words::who_is_who(self.rules(), seating, style)
    }

    fn heading(&self, view: &View<'_, ReplicaPosition<S>>, seating: &Seating, style: &Style) -> String {
        let position = view.position;
        let player = format!("Current player: {}\n", words::who(position.to_move(), seating));
        // On a narrow terminal of normal height, the largest board leaves no row for more.
        let gap = if turn::is_narrow(style) && position.rules().size() > 12 { "" } else { "\n" };
        format!("{gap}{player}")
    }

    fn announce(&self, view: &View<'_, ReplicaPosition<S>>, style: &Style) -> String {
        // At a terminal the end of the game says how it was won.
        let is_told = style.is_at_terminal() && view.position.terminal_outcome().is_some();
        if is_told { String::new() } else { words::consequences(view) }
    }

    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        words::ending(self, ending)
    }

    fn study(&self) -> Study {
        if self.rules().house() {
            let (lessons, examples) = (&HOUSE_LESSONS, &rules::HOUSE_EXAMPLES);
            Study { lessons, examples, ..Study::of("replica:8,house") }
        } else {
            Study { lessons: &LESSONS, examples: &rules::EXAMPLES, ..Study::of(ID) }
        }
    }

    fn effects(&self, position: &ReplicaPosition<S>, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(Some(self.rules().size()), self.rules().house(), style)
    }
}
