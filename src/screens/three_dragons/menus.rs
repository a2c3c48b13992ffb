//! The initial menu, the authors menu and the game mode menu of the original.

use crate::console::{Dialog, Menu, MenuChoice, PromptExit, none_if_back};
use crate::games::AnyGame;
use crate::games::three_dragons::{Rules, ThreeDragons};
use crate::model::{Game as _, Seating};
use crate::screens::seats::{
    LESSONS_KEY, LEVELS_KEY, OpponentChoice, PUZZLES_KEY, RULES_ENTRY, RULES_KEY, SEATS_ENTRY, SEATS_KEY,
    STUDY_ENTRIES, also_by_name, also_resume, ask_level, ask_seats, choose_opponent, study_selection,
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
";

/// What a terminal adds to the authors.
const DESIGNER: &str = "
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

";

const CHOOSE: &str = "Choose an option: ";

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
        const LETTERS: [char; 4] = [RULES_KEY, VARIANT, LESSONS_KEY, PUZZLES_KEY];
        let [lessons, puzzles, help] = STUDY_ENTRIES;
        loop {
            let variant = format!("v variant ({})", variant_name(self.rules));
            let also = also_resume(dialog, &[RULES_ENTRY, &variant, lessons, puzzles, help]);
            let text = format!("{INITIAL}{also}");
            let menu = menu(&text, 3, 1);
            match dialog.choose_with_letters(&menu, &LETTERS)? {
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(&self.game().into(), dialog))? {
                        let game = self.game().name();
                        return Ok(Some(MenuSelection::Play(GameSetup { game, seating })));
                    }
                }
                MenuChoice::Number(2) => {
                    let designer = dialog.style().wording("", DESIGNER);
                    dialog.say(&format!("{AUTHORS}{designer}"))?;
                }
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(RULES_KEY) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&self.game().instructions(&style))?;
                }
                MenuChoice::Letter(VARIANT) => {
                    self.next_variant();
                    dialog.say(&format!("Variant: {}.", variant_name(self.rules)))?;
                }
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &self.game().name())),
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

/// Returns a menu with this text and number of options.
fn menu(text: &str, options: usize, default: usize) -> Menu<'_> {
    Menu { text, prompt: CHOOSE, options, error: "Invalid option.", default: Some(default) }
}

/// Asks for the game mode. A human plays white against a computer. Two computers both play at the better of
/// the original's two levels.
fn ask_mode(game: &AnyGame, dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let style = dialog.style();
    let text = MODES.to_owned() + &also_by_name(&style, &[SEATS_ENTRY], "minimax:4, expert");
    let menu = menu(&text, 4, 2);
    loop {
        let seating = match choose_opponent(game, &menu, &[LEVELS_KEY, SEATS_KEY], dialog)? {
            OpponentChoice::Bot(bot) => Ok(Seating::new(None, Some(&bot))),
            OpponentChoice::Option(MenuChoice::Number(number)) => Ok(match number {
                1 => Seating::new(None, None),
                2 => Seating::new(None, Some("easy")),
                3 => Seating::new(None, Some("normal")),
                _ => Seating::new(Some("normal"), Some("normal")),
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
