//! What a game is to a person: drawings, prompts, words, and menus before it.

use super::{Picture, drawing};
use crate::console::{Dialog, Document, Style, Unanswered};
use crate::engine::bots::Levels;
use crate::model::{Ending, Mv, Position as _, Seating, View};

/// A game that can be shown and played at the console. All wording of a game is here.
///
/// Drawings and announcements are texts of whole lines. Colours come from [`Style::paint`] only, and no meaning is
/// carried by colour alone.
///
/// Implemented by each game of the list beside its rules, so that the rules know nothing of persons.
///
/// ```
/// use cygnet::console::{BoardStyle, Style};
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, History, Position};
/// use cygnet::screens::Screen;
///
/// let history = History::new(CLASSIC.start());
/// let view = CLASSIC.view(&history);
/// let style = Style { board: BoardStyle::Ascii, ..Style::PLAIN };
/// assert_eq!(CLASSIC.board(&view, &style).lines().nth(1), Some("A  D  D  D  D  D"));
/// // A piece, then where it goes: two answers make a turn.
/// assert_eq!(CLASSIC.typed(&view, CLASSIC.read_move("a1b2")?), ["a1", "b2"]);
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
pub trait Screen: Levels {
    /// The board as data, with rows and columns in the order and under the names of the classic board, neither marked nor flipped. Title
    /// and sentences are left empty: [`picture`](super::picture()) fills them in.
    fn picture(&self, view: &View<'_, Self::Position>) -> Picture;

    /// The cells of `mv` in canonical notation: the one where it begins, then those it goes to, in order. By default the cells that its
    /// canonical notation names.
    fn cells(&self, mv: Mv<Self>) -> Vec<String> {
        cells_in(&self.write_move(mv))
    }

    /// The cells that have decided a won game; by default the one where the last move ended.
    fn ended_by(&self, view: &View<'_, Self::Position>) -> Vec<String> {
        view.last_move().and_then(|mv| self.cells(mv).pop()).into_iter().collect()
    }

    /// The board as `style` wants it, without a heading: the position, and what of the game so far the drawing needs. A style may
    /// have several sizes: of these the largest for which there are columns and rows ([`Style::largest`]).
    fn board(&self, view: &View<'_, Self::Position>, style: &Style) -> String {
        drawing::board(self, view, style)
    }

    /// The board in the classic style.
    fn classic(&self, picture: Picture, _view: &View<'_, Self::Position>, style: &Style) -> String {
        style.largest(drawing::grid_sizes(&picture.marked_at_terminal(style), style))
    }

    /// The position in plain sentences, and the last move.
    fn words(&self, view: &View<'_, Self::Position>) -> String {
        drawing::sentences(self, &self.picture(view)) + &self.last_move(view)
    }

    /// The last move as a sentence; empty at the start.
    fn last_move(&self, view: &View<'_, Self::Position>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        format!("Last move: {}, {}.\n", self.player_name(before.to_move()), self.write_move(mv))
    }

    /// What stands above the board before each turn; nothing unless the game wants it.
    fn above_board(&self, _view: &View<'_, Self::Position>, _seating: &Seating) -> String {
        String::new()
    }

    /// What stands between board and prompt: whose turn it is.
    fn heading(&self, view: &View<'_, Self::Position>, seating: &Seating, style: &Style) -> String;

    /// Asks a person for a whole turn, part by part, and returns a move that [`crate::model::Position::check_move`] accepts.
    /// Parts are checked for their form one by one; refusals are said here. A half-typed turn is a local variable: when the
    /// dialog leaves, it is gone.
    ///
    /// # Errors
    /// A command or the end of input left the turn.
    fn read_turn(
        &self,
        view: &View<'_, Self::Position>,
        seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Mv<Self>, Unanswered>;

    /// How the questions of a usual turn stand on the screen when the last of them is asked: each line that [`Screen::read_turn`]
    /// says, each prompt with the longest of its answers. A board must leave the rows that these lines take free below it.
    fn questions(&self, view: &View<'_, Self::Position>, style: &Style) -> String;

    /// The lines which, typed at the prompts of [`Screen::read_turn`], play `mv`.
    fn typed(&self, view: &View<'_, Self::Position>, mv: Mv<Self>) -> Vec<String>;

    /// What is said through a pipe when a computer has chosen `mv`, before it is played: the move, and the drawings on the way where a
    /// turn has several steps. At a terminal every game tells it in the same words, as it would be typed.
    fn computer_plays(&self, view: &View<'_, Self::Position>, mv: Mv<Self>, style: &Style) -> String;

    /// What is said about the last move: captures, promotions; empty if nothing.
    fn announce(&self, view: &View<'_, Self::Position>, style: &Style) -> String;

    /// What follows a computer's turn, where a person plays too; the place for "press Enter".
    ///
    /// # Errors
    /// A command or the end of input left the question.
    fn after_computer(
        &self,
        _view: &View<'_, Self::Position>,
        _dialog: &mut Dialog<'_>,
    ) -> Result<(), Unanswered> {
        Ok(())
    }

    /// What is said when the game is over, after the board.
    fn ending(&self, ending: &Ending, seating: &Seating, style: &Style) -> String;

    /// The instructions, with examples drawn as `style` wants them.
    fn instructions(&self, style: &Style) -> Document;

    /// The last words of the program.
    fn farewell(&self) -> String {
        "Goodbye!\n".to_owned()
    }
}

/// The cells that `text` names: a small letter and a number.
fn cells_in(text: &str) -> Vec<String> {
    let starts = text.char_indices().filter(|(_, sign)| sign.is_ascii_lowercase());
    let cells = starts.map(|(start, _)| {
        let number = text[start + 1..].find(|sign: char| !sign.is_ascii_digit());
        &text[start..number.map_or(text.len(), |end| start + 1 + end)]
    });
    cells.filter(|cell| cell.len() > 1).map(str::to_owned).collect()
}

/// What a game's menus have settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The full name of the game to play: `replica:12`.
    pub game: String,
    /// Who plays.
    pub seating: Seating,
}

/// What was chosen in a game's menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A game is to be played.
    Play(Setup),
    /// The lessons of the game of this full name.
    Lessons(String),
    /// The puzzles of the game of this full name.
    Puzzles(String),
}

/// A game's own menus. The value lives as long as the game is open and remembers settings.
///
/// Implemented by the menus of each game of the list, which differ as the original programs do. Menus may ask nothing at all:
///
/// ```
/// use cygnet::console::{Dialog, Unanswered};
/// use cygnet::screens::{Chosen, GameMenus, Setup};
///
/// /// One game, without a question.
/// struct Once(Option<Setup>);
///
/// impl GameMenus for Once {
///     fn run(&mut self, _dialog: &mut Dialog<'_>) -> Result<Option<Chosen>, Unanswered> {
///         Ok(self.0.take().map(Chosen::Play))
///     }
///
///     fn reopens(&self) -> bool {
///         false
///     }
/// }
///
/// assert!(!Once(None).reopens());
/// ```
pub trait GameMenus {
    /// Shows the menus until something is chosen; `None` when the person chose to leave.
    ///
    /// # Errors
    /// A command or the end of input left the menus.
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<Chosen>, Unanswered>;

    /// Whether the menus open again after a game.
    fn reopens(&self) -> bool;
}
