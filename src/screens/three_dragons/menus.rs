//! The initial menu, the authors menu and the game mode menu, as the seed document shows them.

use crate::console::{Dialog, Menu, Unanswered};
use crate::games::three_dragons::ID;
use crate::model::Seating;
use crate::screens::{GameMenus, Setup};

/// The menus. They remember nothing.
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

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<Setup>, Unanswered> {
        loop {
            match choose(dialog, INITIAL, 3)? {
                1 => return Ok(Some(Setup { game: ID.to_owned(), seating: ask_mode(dialog)? })),
                2 => dialog.say(AUTHORS)?,
                _ => return Ok(None),
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

fn choose(dialog: &mut Dialog<'_>, text: &str, options: usize) -> Result<usize, Unanswered> {
    let error = format!("Invalid option: type a number from 1 to {options}.");
    dialog.choose(&Menu { text, prompt: "Choose an option: ", options, error: &error })
}

/// The person plays white against a computer; two computers play at the better of the seed's two levels.
fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    Ok(match choose(dialog, MODES, 5)? {
        1 => Seating::new(None, None),
        2 => Seating::new(None, Some("easy")),
        3 => Seating::new(None, Some("normal")),
        4 => Seating::new(Some("normal"), Some("normal")),
        _ => Seating::new(None, Some("expert")),
    })
}
