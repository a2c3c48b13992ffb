//! What a game is to a person: drawings, prompts, words, and menus before it.

use super::examples::{Example, draw_examples};
use super::menus::default_menus;
use super::shared::{capitalised, ending_reason};
use super::{CellMark, Lesson, Picture, text};
use crate::console::{BoardStyle, Dialog, Document, Prompt, PromptExit, Style};
use crate::engine::bots::BotCatalog;
use crate::model::{Ending, Mv, Outcome, Player, Position, Seating, View};

/// A game that can be shown and played at the console. All wording of a game is here.
///
/// A game must give only its picture. Everything else has a default, which a game may replace.
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
/// assert_eq!(CLASSIC.typed_answers(&view, CLASSIC.read_move("a1b2")?), ["a1", "b2"]);
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
pub trait Screen: BotCatalog {
    /// What the game is called in the menu of games; by default the word before the colon of its name.
    fn title(&self) -> String {
        capitalised(self.name().split(':').next().unwrap_or_default())
    }

    /// What it is, in a few words, for the menu of games.
    fn about(&self) -> &'static str {
        ""
    }

    /// The menus of the game. They do not ask for what the options of its name settle.
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        default_menus(self.title(), self.name())
    }

    /// The board as data, with rows and columns in the order and under the names of the classic board, neither marked nor flipped. Title
    /// and sentences are left empty: [`picture`](super::picture()) fills them in.
    fn picture(&self, view: &View<'_, Self::Position>) -> Picture;

    /// The cells of `mv` in canonical notation: the one where it begins, then those it goes to, in order. By default the cells that its
    /// canonical notation names.
    fn cells(&self, mv: Mv<Self>) -> Vec<String> {
        cells_in(&self.write_move(mv))
    }

    /// The cells that have decided a won game; by default the one where the last move ended.
    fn deciding_cells(&self, view: &View<'_, Self::Position>) -> Vec<String> {
        view.last_move().and_then(|mv| self.cells(mv).pop()).into_iter().collect()
    }

    /// The board as `style` wants it, without a heading: the position, and what of the game so far the drawing needs. A style may
    /// have several sizes: of these the largest for which there are columns and rows ([`Style::largest`]).
    fn board(&self, view: &View<'_, Self::Position>, style: &Style) -> String {
        self.plain_board(view, style)
    }

    /// The board as `style` wants it, drawn from the picture, with nothing added.
    fn plain_board(&self, view: &View<'_, Self::Position>, style: &Style) -> String {
        let picture = self.marked_picture(view, style);
        let small = match style.board {
            BoardStyle::Classic => return self.classic(picture, view, style),
            BoardStyle::Compact | BoardStyle::Ascii => text::small_board(&picture, self.players(), style),
            BoardStyle::Words => None,
        };
        small.unwrap_or_else(|| self.describe_position(view))
    }

    /// The picture as `style` wants it: flipped or not, with the last move and, at a terminal, what has ended the game.
    fn marked_picture(&self, view: &View<'_, Self::Position>, style: &Style) -> Picture {
        let mut picture = self.picture(view);
        picture.mark_move(&view.last_move().map(|mv| self.cells(mv)).unwrap_or_default());
        let is_won = view.position.terminal_outcome().is_some_and(|outcome| outcome != Outcome::Draw);
        if is_won && style.is_at_terminal() {
            self.deciding_cells(view).iter().for_each(|cell| picture.mark(cell, CellMark::Deciding));
        }
        if style.is_flipped() { picture.flipped() } else { picture }
    }

    /// The names of the players, the first player's first.
    fn players(&self) -> [&'static str; 2] {
        Player::BOTH.map(|player| self.player_name(player))
    }

    /// The board in the classic style.
    fn classic(&self, picture: Picture, _view: &View<'_, Self::Position>, style: &Style) -> String {
        style.largest(text::grid_sizes(&picture.unmarked_if_piped(style), style))
    }

    /// The position in plain sentences, and the last move.
    fn describe_position(&self, view: &View<'_, Self::Position>) -> String {
        text::sentences(&self.picture(view), self.players()) + &self.last_move(view)
    }

    /// The last move as a sentence; empty at the start.
    fn last_move(&self, view: &View<'_, Self::Position>) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        format!("Last move: {}, {}.\n", self.player_name(before.to_move()), self.write_move(mv))
    }

    /// What stands above the board before each turn; nothing by default.
    fn above_board(&self, _view: &View<'_, Self::Position>, _seating: &Seating) -> String {
        String::new()
    }

    /// What stands between board and prompt: whose turn it is. Where there is no terminal, the default says the last move too.
    fn heading(&self, view: &View<'_, Self::Position>, _seating: &Seating, style: &Style) -> String {
        let last = style.unless_marked(|| self.last_move(view));
        format!("\n{last}{} to move.\n", capitalised(self.player_name(view.position.to_move())))
    }

    /// Asks a person for a whole turn, part by part, and returns a move that [`Position::check_move`] accepts.
    /// Parts are checked for their form one by one; refusals are said here. A half-typed turn is a local variable: when the
    /// dialog leaves, it is gone. By default one question asks for the move in canonical notation.
    ///
    /// # Errors
    /// A command or the end of input left the turn.
    fn read_turn(
        &self,
        view: &View<'_, Self::Position>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Mv<Self>, PromptExit> {
        let moves = view.position.moves().into_iter().map(|mv| self.write_move(mv));
        dialog.ask_for(&Prompt::with_answers(YOUR_MOVE, moves), |answer| {
            self.read_legal_move(view.position, answer).map_err(|error| error.to_string())
        })
    }

    /// The questions of a usual turn as they are on the screen when the last of them is asked: each line that [`Screen::read_turn`]
    /// says, each prompt with the longest of its answers. A board must leave the rows that these lines take free below it.
    fn turn_prompts(&self, view: &View<'_, Self::Position>, _style: &Style) -> String {
        let moves = view.position.moves().into_iter().map(|mv| self.write_move(mv));
        format!("{YOUR_MOVE}{}\n", moves.max_by_key(String::len).unwrap_or_default())
    }

    /// The lines which, typed at the prompts of [`Screen::read_turn`], play `mv`.
    fn typed_answers(&self, _view: &View<'_, Self::Position>, mv: Mv<Self>) -> Vec<String> {
        vec![self.write_move(mv)]
    }

    /// What is said through a pipe when a computer has chosen `mv`, before it is played: the move, and the drawings on the way where a
    /// turn has several steps. At a terminal every game says it in the same words, as it would be typed.
    fn computer_move_text(&self, view: &View<'_, Self::Position>, mv: Mv<Self>, _style: &Style) -> String {
        format!(
            "{} (computer) plays {}.\n",
            capitalised(self.player_name(view.position.to_move())),
            self.write_move(mv)
        )
    }

    /// What is said about the last move: captures, promotions; empty if nothing. By default the pieces of the other side that it has
    /// captured by taking their places.
    fn announce(&self, view: &View<'_, Self::Position>, _style: &Style) -> String {
        let Some((before, mv)) = view.last else { return String::new() };
        let cells = self.cells(mv);
        let cells_before = self.picture(&View { position: before, last: None, ..view.clone() }).cells;
        let entered = cells_before.iter().filter(|cell| cells.contains(&cell.name));
        let victims = entered.filter_map(|cell| Some((cell, cell.pieces.last()?)));
        let victims = victims.filter(|(_, piece)| piece.owner == Some(before.to_move().opponent()));
        let mover = capitalised(self.player_name(before.to_move()));
        victims
            .map(|(cell, piece)| format!("{mover} captures a {} on {}!\n", piece.name, cell.name))
            .collect()
    }

    /// What follows a computer's turn, where a person plays too; the place for "press Enter".
    ///
    /// # Errors
    /// A command or the end of input left the question.
    fn after_computer(
        &self,
        _view: &View<'_, Self::Position>,
        _dialog: &mut Dialog<'_>,
    ) -> Result<(), PromptExit> {
        Ok(())
    }

    /// What is said when the game is over, after the board.
    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        let why = match ending {
            Ending::NoProgress(turns) => format!("{turns} turns in a row without progress.\n"),
            _ => ending_reason(ending, |player| capitalised(self.player_name(player))),
        };
        match ending.outcome() {
            Outcome::Draw => format!("\n{why}The game is a draw.\n"),
            Outcome::Win(winner) => format!("\n{why}{} wins.\n", capitalised(self.player_name(winner))),
        }
    }

    /// The rules in a few sentences, for the default instructions.
    fn rules_in_brief(&self) -> &'static str {
        ""
    }

    /// Moves that show the rules, drawn below the instructions.
    fn examples(&self) -> &'static [Example] {
        &[]
    }

    /// The instructions, with the examples drawn as `style` wants them.
    fn instructions(&self, style: &Style) -> Document {
        let (title, rules) = (self.title().to_uppercase(), self.rules_in_brief());
        let mv = self.start().moves().first().map(|mv| self.write_move(*mv)).unwrap_or_default();
        let text = format!("{title}\n\n{rules}\n\nType a move as {mv}.\n");
        Document::new(text, RULES_COLUMNS).with_drawings(draw_examples(&self.lesson_game_name(), style))
    }

    /// The full name of the game that the positions of lessons and examples belong to: the same rules, perhaps on another board.
    fn lesson_game_name(&self) -> String {
        self.name()
    }

    /// The lessons, in order. A game may have none.
    fn lessons(&self) -> &'static [Lesson] {
        &[]
    }

    /// What `mv`, legal in `position`, brings about, in games with lessons. Each effect is the sentence that is said of a turn without
    /// it.
    fn effects(&self, _position: &Self::Position, _mv: Mv<Self>) -> Vec<&'static str> {
        Vec::new()
    }

    /// Why `mv`, legal in `position`, does not do what the lesson asks for; `None` if it does.
    ///
    /// ```
    /// use cygnet::games::ugly_duck::CLASSIC;
    /// use cygnet::model::Game;
    /// use cygnet::screens::Screen;
    ///
    /// let lesson = CLASSIC.lessons().iter().find(|lesson| lesson.id == "capture").ok_or("no such lesson")?;
    /// let position = CLASSIC.read_position(&lesson.position)?;
    /// let without = Some("No duck of yours has captured a piece.");
    /// assert_eq!(CLASSIC.missing_effect(lesson, &position, CLASSIC.read_move("b2c2")?), without);
    /// assert_eq!(CLASSIC.missing_effect(lesson, &position, CLASSIC.read_move("b2c3")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn missing_effect<'a>(
        &self,
        lesson: &'a Lesson,
        position: &Self::Position,
        mv: Mv<Self>,
    ) -> Option<&'a str> {
        let effects = self.effects(position, mv);
        lesson.wants.iter().find(|wanted| !effects.contains(&wanted.as_str())).map(String::as_str)
    }

    /// The last words of the program.
    fn farewell(&self) -> String {
        "Goodbye!\n".to_owned()
    }
}

/// The question of the default turn.
const YOUR_MOVE: &str = "Your move: ";

/// The columns of the default instructions where there is no terminal.
const RULES_COLUMNS: usize = 80;

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
pub struct GameSetup {
    /// The full name of the game to play: `replica:12`.
    pub game: String,
    /// Who plays.
    pub seating: Seating,
}

/// What was chosen in a game's menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuSelection {
    /// A game is to be played.
    Play(GameSetup),
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
/// use cygnet::console::{Dialog, PromptExit};
/// use cygnet::screens::{MenuSelection, GameMenus, GameSetup};
///
/// /// One game, without a question.
/// struct Once(Option<GameSetup>);
///
/// impl GameMenus for Once {
///     fn run(&mut self, _dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
///         Ok(self.0.take().map(MenuSelection::Play))
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
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit>;

    /// Whether the menus open again after a game.
    fn reopens(&self) -> bool;
}
