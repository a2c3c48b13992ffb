//! The initial menu, the authors menu and the game mode menu of the original.

use crate::console::{Dialog, Menu, MenuChoice, PromptExit, none_if_back};
use crate::games::AnyGame;
use crate::games::three_dragons::{Rules, ThreeDragons};
use crate::model::{Game as _, Seating};
use crate::screens::seats::{
    ADVICE, LEVELS_KEY, OpponentChoice, RULES_KEY, SEATS_KEY, SEATS_TITLE, STUDY_OPTIONS, ask_level,
    ask_seats, choose_opponent, lettered, study_selection,
};
use crate::screens::{GameMenus, GameSetup, MenuSelection, Screen};

use super::words::variant_name;

/// The menus.
pub struct Menus {
    /// The rules to play by.
    rules: Rules,
}

/// The letter that changes the variant.
const VARIANT: char = 'v';

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

const CHOOSE: &str = "Choose an option: ";

/// The ten levels as a game mode.
const LEVELS_MODE: &str = "Human vs Computer (ten levels)";

impl Menus {
    /// Creates the menus for a game with these options.
    pub fn new(rules: Rules) -> Self {
        Menus { rules }
    }

    fn game(&self) -> ThreeDragons {
        ThreeDragons::new(self.rules)
    }

    fn next_variant(&mut self) {
        self.rules = Rules::ALL[(self.rules as usize + 1) % Rules::ALL.len()];
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let [lessons, puzzles] = STUDY_OPTIONS;
        loop {
            let variant = format!("Variant (now {})", variant_name(self.rules));
            let letters = [(RULES_KEY, "Rules"), (VARIANT, &variant), lessons, puzzles];
            match choose(dialog, INITIAL, (3, 1), &letters)? {
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(&self.game().into(), dialog))? {
                        let game = self.game().name();
                        return Ok(Some(MenuSelection::Play(GameSetup { game, seating })));
                    }
                }
                MenuChoice::Number(2) => dialog.say(AUTHORS)?,
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(RULES_KEY) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&self.game().instructions(&style))?;
                }
                MenuChoice::Letter(VARIANT) => self.next_variant(),
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &self.game().name())),
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

/// Shows a numbered menu with `options` and a default, and with more options, chosen by letter.
fn choose(
    dialog: &mut Dialog<'_>,
    menu: &str,
    (options, default): (usize, usize),
    more: &[(char, &str)],
) -> Result<MenuChoice, PromptExit> {
    let error = format!("Invalid option: type a number from 1 to {options}.");
    let text = with_letters(dialog, menu, more);
    let menu = Menu { text: &text, prompt: CHOOSE, options, error: &error, default: Some(default) };
    dialog.choose_with_letters(&menu, &letters(more))
}

/// Adds options with letters to the text of a menu.
fn with_letters(dialog: &Dialog<'_>, menu: &str, more: &[(char, &str)]) -> String {
    match lettered(dialog, ". ", more).as_str() {
        "" => menu.to_owned(),
        lines => format!("{}\n    {}\n\n", menu.trim_end(), lines.trim_end().replace('\n', "\n    ")),
    }
}

fn letters(options: &[(char, &str)]) -> Vec<char> {
    options.iter().map(|(letter, _)| *letter).collect()
}

/// Asks for the game mode. A human plays white against a computer. Two computers both play at the better of
/// the original's two levels.
fn ask_mode(game: &AnyGame, dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    const MORE: [(char, &str); 2] = [(LEVELS_KEY, LEVELS_MODE), (SEATS_KEY, SEATS_TITLE)];
    let modes =
        MODES.replace("(easy)", &dialog.style().wording("(easy)".to_owned(), format!("(easy; {ADVICE})")));
    let text = with_letters(dialog, &modes, &MORE);
    let error = "Invalid option: type a number from 1 to 5.";
    let menu = Menu { text: &text, prompt: CHOOSE, options: 5, error, default: Some(2) };
    loop {
        let seating = match choose_opponent(game, &menu, &letters(&MORE), dialog)? {
            OpponentChoice::Bot(bot) => Ok(Seating::new(None, Some(&bot))),
            OpponentChoice::Option(MenuChoice::Number(number)) => Ok(match number {
                1 => Seating::new(None, None),
                2 => Seating::new(None, Some("easy")),
                3 => Seating::new(None, Some("normal")),
                4 => Seating::new(Some("normal"), Some("normal")),
                _ => Seating::new(None, Some("expert")),
            }),
            OpponentChoice::Option(MenuChoice::Letter(LEVELS_KEY)) => {
                ask_level(game, dialog).map(|level| Seating::new(None, Some(&level)))
            }
            OpponentChoice::Option(MenuChoice::Letter(_)) => ask_seats(game, dialog),
        };
        if let Some(seating) = none_if_back(seating)? {
            return Ok(seating);
        }
    }
}
