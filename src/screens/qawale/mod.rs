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

use crate::console::{BoardStyle, Dialog, Document, Prompt, PromptExit, Style};
use crate::games::qawale::{Cell, ID, Move, Position, Qawale, Walk, effects};
use crate::model::{Ending, Game, Position as _, Seating, View};
use crate::screens::encoding::{EncodingRules, UnfinishedMove};
use crate::screens::examples::draw_examples;
use crate::screens::reasons::NamedFact;
use crate::screens::shared::capitalised;
use crate::screens::{Example, GameMenus, Lesson, Picture, Screen};

use lessons::{LESSONS, without};

impl Screen for Qawale {
    fn about(&self) -> &'static str {
        "4x4 stacks; four tops in a row win"
    }

    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(*self))
    }

    fn picture(&self, view: &View<'_, Position>) -> Picture {
        board::picture(view.position)
    }

    fn encoding_rules(&self) -> EncodingRules {
        board::encoding_rules(*self)
    }

    fn unfinished_move(&self, position: &Position, cells: &[String]) -> Option<UnfinishedMove> {
        let cells: Result<Vec<Cell>, _> = cells.iter().map(|cell| turn::read_typed_cell(cell)).collect();
        board::unfinished_move(position, &cells.ok()?)
    }

    fn deciding_cells(&self, view: &View<'_, Position>) -> Vec<String> {
        board::deciding_cells(view.position)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        words::who_is_who(seating, style)
    }

    fn board(&self, view: &View<'_, Position>, style: &Style) -> String {
        self.plain_board(view, style) + &words::last_move_below(view, style)
    }

    fn classic(&self, picture: Picture, _view: &View<'_, Position>, style: &Style) -> String {
        board::classic(&picture.unmarked_if_piped(style), style)
    }

    fn last_move(&self, view: &View<'_, Position>) -> String {
        words::last_move(view)
    }

    fn heading(&self, view: &View<'_, Position>, seating: &Seating, style: &Style) -> String {
        let position = view.position;
        let player = position.to_move();
        let turn = self.turns().saturating_sub(position.pieces_left()) + 1;
        let (colour, role) = (self.player_name(player), words::role(seating, player, style));
        let number = player.number();
        format!(
            "\nTurn {turn} of {}: player {number}, {colour} ({role}), {} to place\n",
            self.turns(),
            position.in_hand(player)
        )
    }

    fn read_turn(
        &self,
        view: &View<'_, Position>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        turn::read(view.position, dialog)
    }

    fn turn_prompts(&self, _view: &View<'_, Position>, _style: &Style) -> String {
        words::TURN_PROMPTS.to_owned()
    }

    fn typed_answers(&self, _view: &View<'_, Position>, mv: Move) -> Vec<String> {
        self.cells(mv)
    }

    fn computer_move_text(&self, view: &View<'_, Position>, mv: Move, style: &Style) -> String {
        let position = view.position;
        let who = capitalised(self.player_name(position.to_move()));
        let mut text = format!("\n{who} (computer) places a piece on {}.\n", mv.cell().name());
        let Ok(mut walk) = Walk::begin(position, mv.cell()) else { return text };
        for cell in mv.entered().flatten() {
            if style.board == BoardStyle::Classic {
                text += &format!("\n{}\n", board::classic(&board::picture(walk.board()), style));
            }
            let dropped = walk.hand().bottom().map_or("nothing", |piece| piece.name());
            if walk.step(cell).is_err() {
                break;
            }
            text += &format!("{who} (computer) drops {dropped} on {}.\n", cell.name());
        }
        text
    }

    fn announce(&self, view: &View<'_, Position>, style: &Style) -> String {
        words::lines(view.position, style)
    }

    fn how_won(&self, view: &View<'_, Position>) -> String {
        words::how_won(view.position)
    }

    fn after_computer(&self, view: &View<'_, Position>, dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
        if !dialog.waits_for_enter() {
            return Ok(());
        }
        dialog.say(&format!("\n{}", self.board(view, &dialog.style())))?;
        dialog.ask(&Prompt::new(words::PRESS_ENTER)).map(drop)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, style: &Style) -> String {
        words::ending(ending, seating, style)
    }

    fn own_reason(&self, fact: &NamedFact) -> Option<String> {
        (fact.pattern == "fourth-top").then(|| fact.wins_at_once(&fact.opponent))
    }

    /// Returns the game without options: both have the same lessons.
    fn lesson_game_name(&self) -> String {
        ID.to_owned()
    }

    fn lessons(&self) -> &'static [Lesson] {
        &LESSONS
    }

    fn effects(&self, position: &Position, mv: Move) -> Vec<&'static str> {
        effects(position, mv).into_iter().map(without).collect()
    }

    fn examples(&self) -> &'static [Example] {
        &rules::EXAMPLES
    }

    fn instructions(&self, style: &Style) -> Document {
        let drawings = draw_examples(&self.lesson_game_name(), style);
        Document::new(rules::instructions(*self), rules::COLUMNS).boxed("QAWALE").with_drawings(drawings)
    }
}
