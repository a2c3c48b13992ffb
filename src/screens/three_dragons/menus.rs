//! The initial menu, the authors menu and the game mode menu of the original.

use crate::console::{Dialog, Menu, MenuChoice, PromptExit, none_if_back};
use crate::games::AnyGame;
use crate::games::three_dragons::{ID, ThreeDragons};
use crate::model::Seating;
use crate::screens::seats::{
    LEVELS_KEY, RULES_KEY, SEATS_KEY, SEATS_TITLE, STUDY_OPTIONS, ask_level, ask_seats, lettered,
    study_selection,
};
use crate::screens::{GameMenus, GameSetup, MenuSelection, Screen};

/// The menus, which have no state.
pub struct Menus;

const INITIAL: &str = "
    Welcome to Three Dragons

    1. Play
    2. Authors
    3. Exit

";

const AUTHORS: &str = "
      Authors

- Fabio Moreira
- Luis Tavares

They wrote the original program, in Prolog.
The game Three Dragons is a design by Scott Allen Czysz.
";

const MODES: &str = "
          Three Dragons
        Select a gamemode


    1. Human vs Human
    2. Human vs Computer (easy)
    3. Human vs Computer (normal)
    4. Computer vs Computer
    5. Human vs Computer (expert)

";

/// The ten levels as a game mode.
const LEVELS_MODE: &str = "Human vs Computer (ten levels)";

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let [lessons, puzzles] = STUDY_OPTIONS;
        loop {
            match choose(dialog, INITIAL, 3, &[(RULES_KEY, "Rules"), lessons, puzzles])? {
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(dialog))? {
                        return Ok(Some(MenuSelection::Play(GameSetup { game: ID.to_owned(), seating })));
                    }
                }
                MenuChoice::Number(2) => dialog.say(AUTHORS)?,
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(RULES_KEY) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&ThreeDragons.instructions(&style))?;
                }
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, ID)),
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

/// Shows a numbered menu with more options, chosen by letter.
fn choose(
    dialog: &mut Dialog<'_>,
    menu: &str,
    options: usize,
    more: &[(char, &str)],
) -> Result<MenuChoice, PromptExit> {
    let error = format!("Invalid option: type a number from 1 to {options}.");
    let lines = lettered(dialog, ". ", more);
    let text = match lines.as_str() {
        "" => menu.to_owned(),
        lines => format!("{}\n    {}\n\n", menu.trim_end(), lines.trim_end().replace('\n', "\n    ")),
    };
    let letters: Vec<char> = more.iter().map(|(letter, _)| *letter).collect();
    dialog.choose_with_letters(
        &Menu { text: &text, prompt: "Choose an option: ", options, error: &error },
        &letters,
    )
}

/// Asks for the game mode. A human plays white against a computer. Two computers both play at the better of
/// the original's two levels.
fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    loop {
        let seating = match choose(dialog, MODES, 5, &[(LEVELS_KEY, LEVELS_MODE), (SEATS_KEY, SEATS_TITLE)])?
        {
            MenuChoice::Number(1) => Ok(Seating::new(None, None)),
            MenuChoice::Number(2) => Ok(Seating::new(None, Some("easy"))),
            MenuChoice::Number(3) => Ok(Seating::new(None, Some("normal"))),
            MenuChoice::Number(4) => Ok(Seating::new(Some("normal"), Some("normal"))),
            MenuChoice::Number(_) => Ok(Seating::new(None, Some("expert"))),
            MenuChoice::Letter(LEVELS_KEY) => ask_level(dialog).map(|level| Seating::new(None, Some(&level))),
            MenuChoice::Letter(_) => ask_seats(&AnyGame::from(ThreeDragons), dialog),
        };
        if let Some(seating) = none_if_back(seating)? {
            return Ok(seating);
        }
    }
}
