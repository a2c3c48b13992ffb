//! The screen of Ugly Duck on a board of any size, with numbered pieces, based on the original.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | names of pieces and directions |
//! | `typing.toml` | the lesson about typing a turn; the other lessons and the examples are those of `ugly_duck` |
//! | `rules.rs`, `rules.txt` | the instructions |

mod board;
mod menus;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use crate::console::{BoardStyle, Document, Style};
use crate::games::ugly_duck::{
    ANY_SIZE_ID, Geometry, Kind, Move, Size, UglyDuckPosition, UglyDuckXl, effects, player_name,
};
use crate::model::notation::letter;
use crate::model::{Ending, Outcome, Player, Position as _, Seating, View};
use crate::screens::ducks::who_is_who;
use crate::screens::examples::draw_examples;
use crate::screens::lesson::{Lessons, read_lessons};
use crate::screens::shared::oriented;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::ducks::kind_name;
use crate::words::ugly_duck_xl::KINDS;
use crate::words::{GameWords as _, Picture, counted, ending_reason};

use words::{name, pieces_on_board};

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
        let mut text = String::new();
        for player in Player::BOTH {
            for kind in [Kind::Duck, Kind::Swan] {
                let is_kind = |cell| view.position.piece(cell).is_some_and(|piece| piece.kind == kind);
                let pieces = pieces_on_board(view, player).filter(|(_, cell)| is_kind(*cell));
                let places: Vec<String> =
                    pieces.map(|(number, cell)| format!("{number} on {cell}")).collect();
                let places = if places.is_empty() { "none".to_owned() } else { places.join(", ") };
                text += &format!("{}'s {}s: {places}.\n", player_name(player), kind_name(kind));
            }
        }
        text + &self.last_move(view)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        let home_rows = [0, self.size().height() - 1].map(|row| letter(row).to_string());
        who_is_who(&KINDS, false, home_rows, seating, style)
    }

    /// Returns the number of the move, and whose turn it is. The original does not name the computer.
    fn above_board(
        &self,
        view: &View<'_, UglyDuckPosition<G>>,
        seating: &Seating,
        is_over: bool,
        style: &Style,
    ) -> String {
        let (moves, position) = (view.plies, view.position);
        if is_over {
            let count = format!("After {}\n", counted(moves, "move"));
            return if style.is_original_only() { String::new() } else { count };
        }
        let player = position.to_move();
        let computer = seating.bots[player.index()].as_ref().filter(|_| !style.is_original_only());
        let computer = computer
            .map_or_else(String::new, |bot| format!(" (computer, {})", bot.replace("level:", "level ")));
        format!("Move {}: {}'s turn{computer}\n", moves + 1, player_name(player))
    }

    /// Returns nothing: the line above the board says whose turn it is.
    fn heading(&self, _view: &View<'_, UglyDuckPosition<G>>, _seating: &Seating, _style: &Style) -> String {
        String::new()
    }

    fn announce(&self, view: &View<'_, UglyDuckPosition<G>>, style: &Style) -> String {
        let Some((before, mv, _)) = view.last_turn() else { return String::new() };
        let named = |cell, number: Option<usize>| {
            before.piece(cell).zip(number).map(|(piece, number)| name(piece, number, style))
        };
        let mover = player_name(before.to_move());
        let piece = named(mv.from, view.numbering.on(mv.to.into())).unwrap_or_default();
        let mut text = String::new();
        if let Some(victim) = named(mv.to, view.numbering.captured()) {
            text += &format!("{mover} captures {victim} with {piece}!\n");
        }
        if before.is_promotion(mv) {
            text += &format!("{mover}'s {piece} is now a swan!\n");
        }
        text
    }

    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        let why = ending_reason(ending, |player| player_name(player).to_owned());
        let verdict = match ending.outcome {
            Outcome::Draw => "Nobody wins the game!".to_owned(),
            Outcome::Win(winner) => format!("{} won the game!", player_name(winner)),
        };
        format!("\n{why}{verdict}\n")
    }

    fn study(&self) -> Study {
        let (small_game, lessons, examples) = (SMALL_GAME.to_owned(), &LESSONS.lessons, &LESSONS.examples);
        Study { small_game, lessons, examples, ..Study::of(ANY_SIZE_ID) }
    }

    fn effects(&self, position: &UglyDuckPosition<G>, mv: Move) -> Vec<&'static str> {
        effects(position, mv)
    }

    fn instructions(&self, style: &Style) -> Document {
        let has_marks = style.is_at_terminal() && style.board != BoardStyle::Words;
        let text = rules::INSTRUCTIONS.to_owned() + if has_marks { rules::MARKS } else { "" };
        let document = Document::new(oriented(self, &text, style), rules::COLUMNS);
        document.with_drawings(draw_examples(self, style))
    }
}
