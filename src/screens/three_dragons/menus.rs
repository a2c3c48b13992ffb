//! The initial menu, the authors menu and the game mode menu of the original.

use crate::console::{Dialog, Menu, MenuChoice, PromptExit, none_if_back};
use crate::games::AnyGame;
use crate::games::three_dragons::ThreeDragons;
use crate::model::{Game as _, Seating};
use crate::screens::seats::{
    LESSONS_KEY, LEVELS_KEY, OpponentChoice, PUZZLES_KEY, RULES_ENTRY, RULES_KEY, SEATS_ENTRY, SEATS_KEY,
    also_by_name, also_resume, choose_opponent, study_entries, study_selection,
};
use crate::screens::{GameMenus, MenuSelection, Screen};

use super::words::variant_name;

/// The menus.
pub struct Menus {
    /// The game to play.
    pub game: ThreeDragons,
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

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        const LETTERS: [char; 4] = [RULES_KEY, VARIANT, LESSONS_KEY, PUZZLES_KEY];
        loop {
            let game = self.game;
            let variant = format!("v variant (now {})", variant_name(game));
            let also = also_resume(dialog, &[&[RULES_ENTRY, &variant], study_entries(&game.name())].concat());
            let text = format!("{INITIAL}{also}");
            let menu = menu(&text, 3, 1);
            match dialog.choose_with_letters(&menu, &LETTERS)? {
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(&game.into(), dialog))? {
                        return Ok(Some(MenuSelection::Play { game: game.name(), seating }));
                    }
                }
                MenuChoice::Number(2) => {
                    let designer = dialog.style().wording("", DESIGNER);
                    dialog.say(&format!("{AUTHORS}{designer}"))?;
                }
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(RULES_KEY) => {
                    dialog.show_and_wait(&game.instructions(&dialog.style()))?;
                }
                MenuChoice::Letter(VARIANT) => {
                    self.game = ThreeDragons::ALL[(game as usize + 1) % ThreeDragons::ALL.len()];
                    dialog.say(&format!("Variant: {}.", variant_name(self.game)))?;
                }
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &game.name())),
            }
        }
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
    Ok(match choose_opponent(game, &menu, &[LEVELS_KEY, SEATS_KEY], dialog)? {
        OpponentChoice::Bot(bot) => Seating::new(None, Some(&bot)),
        OpponentChoice::Number(1) => Seating::new(None, None),
        OpponentChoice::Number(2) => Seating::new(None, Some("easy")),
        OpponentChoice::Number(3) => Seating::new(None, Some("normal")),
        OpponentChoice::Number(_) => Seating::new(Some("normal"), Some("normal")),
        OpponentChoice::Seats(seating) => seating,
    })
}
