//! What players see of a game: drawings, prompts, wording, and the menus before it.

use super::examples::draw_examples;
use super::lesson::Study;
use super::looks::{marked_picture, position_and_captures};
use super::menus::{GameMenus, default_menus};
use super::{grid, text};
use crate::console::{BoardStyle, Document, Style};
use crate::model::{Ending, Mv, Outcome, Position, Reason, Seating, View};
use crate::words::{GameWords, Picture, capitalised, ending_reason};

/// A game that can be shown at the console. It contains all wording of the game but its questions.
///
/// Only the picture is required. Everything else has a default that a game can replace.
///
/// Drawings and announcements consist of whole lines. Colours come only from [`Style::paint`], and no meaning
/// depends on colour alone.
///
/// Each game implements this apart from its rules, so that the rules know nothing about the user interface.
///
/// ```
/// use cygnet::console::{BoardStyle, Style};
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, History, Position};
/// use cygnet::screens::Screen;
/// use cygnet::words::GameWords;
///
/// let history = History::new(CLASSIC.start());
/// let view = CLASSIC.view(&history);
/// let style = Style { board: BoardStyle::Ascii, ..Style::PLAIN };
/// assert_eq!(CLASSIC.board(&view, &style).lines().nth(1), Some("A  D  D  D  D  D"));
/// // A piece, then its target: two answers make a turn.
/// assert_eq!(CLASSIC.typed_answers(&view, CLASSIC.read_move("a1b2")?), ["a1", "b2"]);
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
pub trait Screen: GameWords {
    /// Creates the menus of the game. They do not ask for anything that `options`, the options in its name,
    /// already settle.
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        default_menus(self.title(), self.name())
    }

    /// Draws the board in the given style, without a heading. If the style has several sizes, the largest
    /// that fits is used ([`Style::largest`]).
    fn board(&self, view: &View<'_, Self::Position>, style: &Style) -> String {
        let picture = marked_picture(self, view, style);
        let small = match style.board {
            BoardStyle::Classic => return self.classic(picture.unmarked_if_piped(style), style),
            BoardStyle::Compact | BoardStyle::Ascii => text::small_board(&picture, self.players(), style),
            BoardStyle::Words => None,
        };
        small.unwrap_or_else(|| position_and_captures(self, view, style))
    }

    /// Draws the board in the classic style.
    fn classic(&self, picture: Picture, style: &Style) -> String {
        style.drawing(
            || grid::grid(&picture, style, grid::GridSize::ORIGINAL),
            || grid::grid_sizes(&picture, style),
        )
    }

    /// Describes the position and the last move in plain sentences.
    fn describe_position(&self, view: &View<'_, Self::Position>) -> String {
        text::sentences(&self.picture(view), self.players()) + &self.last_move(view)
    }

    /// Says below the first board at a terminal who plays which pieces, and where they go. The only person
    /// is "you".
    fn who_is_who(&self, seating: &Seating, _style: &Style) -> String {
        let Some(own) = seating.only_human() else { return String::new() };
        let [own, other] = [own, own.opponent()].map(|player| capitalised(self.player_name(player)));
        format!("You are {own}. {other} is the computer.")
    }

    /// Returns the text above the board before each turn, and after a game that `is_over`; empty by default.
    fn above_board(
        &self,
        _view: &View<'_, Self::Position>,
        _seating: &Seating,
        _is_over: bool,
        _style: &Style,
    ) -> String {
        String::new()
    }

    /// Returns the text between board and prompt: whose turn it is.
    fn heading(&self, view: &View<'_, Self::Position>, _seating: &Seating, _style: &Style) -> String {
        format!("\n{} to move.\n", capitalised(self.player_name(view.position.to_move())))
    }

    /// Draws the board in the course of `mv`, before its last step. By default a turn has only one step.
    fn steps(&self, _view: &View<'_, Self::Position>, _mv: Mv<Self>, _style: &Style) -> Vec<String> {
        Vec::new()
    }

    /// Announces what the last move did: captures, promotions; empty if nothing. By default announces
    /// captures.
    fn announce(&self, view: &View<'_, Self::Position>, _style: &Style) -> String {
        let Some((before, _)) = view.last else { return String::new() };
        let mover = capitalised(self.player_name(before.to_move()));
        let captured = self.captured(view);
        let victims = captured.iter().filter_map(|cell| Some((cell, cell.pieces.last()?)));
        victims
            .map(|(cell, piece)| format!("{mover} captures a {} on {}!\n", piece.name, cell.name))
            .collect()
    }

    /// Returns the text at the end of the game, below the board. If `seating` names both seats, no player is "you".
    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        let why = match ending.reason {
            Reason::NoProgress => {
                let turns = self.max_idle_turns().unwrap_or_default();
                format!("{turns} turns in a row without progress.\n")
            }
            _ => ending_reason(ending, |player| capitalised(self.player_name(player))),
        };
        match ending.outcome {
            Outcome::Draw => format!("\n{why}The game is a draw.\n"),
            Outcome::Win(winner) => format!("\n{why}{} wins.\n", capitalised(self.player_name(winner))),
        }
    }

    /// Returns the instructions, with the examples drawn in the given style.
    fn instructions(&self, style: &Style) -> Document {
        let (title, rules) = (self.title().to_uppercase(), self.study().rules_in_brief);
        let mv = self.start().moves().first().map(|mv| mv.to_string()).unwrap_or_default();
        let text = format!("{title}\n\n{rules}\n\nType a move as {mv}.\n");
        Document::new(text, RULES_COLUMNS).with_drawings(draw_examples(self, style))
    }

    /// Returns what the game teaches; by default neither lessons nor examples.
    fn study(&self) -> Study {
        Study::of(self.name())
    }

    /// Returns the effects of `mv`, which must be legal in `position`, in games with lessons, under the
    /// names that the lessons use.
    fn effects(&self, _position: &Self::Position, _mv: Mv<Self>) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the program's farewell.
    fn farewell(&self) -> String {
        "Goodbye!\n".to_owned()
    }
}

/// The width of the default instructions without a terminal.
const RULES_COLUMNS: usize = 80;
