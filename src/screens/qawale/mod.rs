//! The screen of Qawale, based on the original: displays, prompts and messages.
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
mod turn;
mod words;

use crate::console::{Document, Style};
use crate::games::qawale::{ID, Move, Qawale, QawalePosition, Walk, effects};
use crate::model::{Ending, Game, Position as _, Seating, View};
use crate::screens::examples::draw_examples;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::Picture;

use lessons::{LESSONS, without};

impl Screen for Qawale {
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(*self))
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        words::who_is_who(seating, style)
    }

    fn classic(&self, picture: Picture, style: &Style) -> String {
        board::classic(&picture, style)
    }

    fn heading(&self, view: &View<'_, QawalePosition>, seating: &Seating, _style: &Style) -> String {
        let position = view.position;
        let player = position.to_move();
        let turn = self.turns().saturating_sub(position.pieces_left()) + 1;
        let (colour, role) = (self.player_name(player), words::role(seating, player));
        let number = player.number();
        format!(
            "\nTurn {turn} of {}: player {number}, {colour} ({role}), {} to place\n",
            self.turns(),
            position.in_hand(player)
        )
    }

    /// Draws the board with the piece that is placed, and after each step but the last.
    fn steps(&self, view: &View<'_, QawalePosition>, mv: Move, style: &Style) -> Vec<String> {
        let Ok(mut walk) = Walk::begin(view.position, mv.cell()) else { return Vec::new() };
        let mut drawings = vec![board::draw_placed(&walk, style)];
        for cell in mv.entered().flatten() {
            if walk.step(cell).is_err() || walk.finished().is_some() {
                break;
            }
            drawings.push(board::draw_walk(&walk, style));
        }
        drawings
    }

    fn announce(&self, view: &View<'_, QawalePosition>, style: &Style) -> String {
        words::lines(view.position, style)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _style: &Style) -> String {
        words::ending(ending, seating)
    }

    /// Both variants have the same lessons.
    fn study(&self) -> Study {
        Study { lessons: &LESSONS, examples: &rules::EXAMPLES, ..Study::of(ID) }
    }

    fn effects(&self, position: &QawalePosition, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn instructions(&self, style: &Style) -> Document {
        let drawings = draw_examples(self, style);
        Document::new(rules::instructions(*self), rules::COLUMNS).boxed("QAWALE").with_drawings(drawings)
    }
}
