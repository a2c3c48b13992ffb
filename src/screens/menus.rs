//! The menus of a game, and the default ones for games without their own.

use crate::console::{Dialog, Menu, MenuChoice, PromptExit, none_if_back, numbered};
use crate::games::{self, AnyGame};

use super::Screen;
use super::seats::{LESSONS_KEY, PUZZLES_KEY, also_resume, ask_seats, study_entries, study_selection};
use crate::model::Seating;

/// A choice in a game's menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuSelection {
    /// Play a game.
    Play {
        /// The full name of the game: `replica:12`.
        game: String,
        /// The players.
        seating: Seating,
    },
    /// Open the lessons of the game with this full name.
    Lessons(String),
    /// Open the puzzles of the game with this full name.
    Puzzles(String),
}

/// The menus of a game. The value lives as long as the game is open and remembers settings.
///
/// The menus of each game differ as those of the original programs do. They need not ask anything:
///
/// ```
/// use cygnet::console::{Dialog, PromptExit};
/// use cygnet::model::Seating;
/// use cygnet::screens::{GameMenus, MenuSelection};
///
/// /// Starts one game without asking.
/// struct Once(Option<String>);
///
/// impl GameMenus for Once {
///     fn run(&mut self, _dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
///         let seating = Seating::new(None, Some("easy"));
///         Ok(self.0.take().map(|game| MenuSelection::Play { game, seating }))
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
    /// Shows the menus until something is chosen; `None` if the player chose to leave.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the menus.
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit>;

    /// Returns whether the menus reopen after a game.
    fn reopens(&self) -> bool {
        true
    }
}

const OPTIONS: [&str; 3] = ["Play", "Rules", "Leave"];

/// A menu with play, rules, and whatever else the game offers. It asks for the players of both sides.
struct DefaultMenus {
    title: String,
    game: Option<AnyGame>,
}

/// Creates the default menus of the game with this full name.
pub fn default_menus(title: String, name: String) -> Box<dyn GameMenus> {
    Box::new(DefaultMenus { title, game: games::open(&name).ok() })
}

impl GameMenus for DefaultMenus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let Some(game) = &self.game else { return Ok(None) };
        let name = game.name();
        // The entry for lessons is the first one.
        let left_out = usize::from(game.study().lessons.is_empty());
        let also = also_resume(dialog, &study_entries(&name)[left_out..]);
        let text = format!("\n{}\n\n{}\n{also}", self.title.to_uppercase(), numbered(&OPTIONS));
        let options = OPTIONS.len();
        let menu = Menu { text: &text, prompt: "Choose an option: ", options, error: "", default: Some(1) };
        loop {
            match dialog.choose_with_letters(&menu, &[LESSONS_KEY, PUZZLES_KEY])? {
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_seats(game, dialog))? {
                        return Ok(Some(MenuSelection::Play { game: name, seating }));
                    }
                }
                MenuChoice::Number(2) => {
                    dialog.show_and_wait(&game.instructions(&dialog.style()))?;
                }
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &name)),
            }
        }
    }
}
