//! The menus of Replica: the seed's five options, names, board size, levels.

use crate::console::{Dialog, Prompt, Unanswered, width};
use crate::games::replica::{ID, Rules};
use crate::model::Seating;
use crate::model::text::escape;
use crate::screens::{GameMenus, Setup};

use super::turn::without_stop;
use super::words;

/// The menus. Options in the game's name, as in `replica:12` or `replica:8,house`, settle the board beforehand.
pub struct Menus {
    settled: Option<Rules>,
}

const MAIN_MENU: &str = "
REPLICA

1. Player VS Player
2. Player VS Computer
3. Computer VS Computer
4. Rules
5. Exit
";

const SIZE_MENU: &str = "
Board size:
8.  8x8
12. 12x12
16. 16x16
";

const LEVEL_MENU: &str = "
Level of the computer LABEL:
1. random
2. greedy
3. minimax
4. expert
";

/// The bots behind the levels.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "expert"];
/// The most columns of a player's name.
const LONGEST_NAME: usize = 30;

impl Menus {
    /// Menus for a game with these options, empty if there are none.
    pub fn new(options: &str) -> Self {
        Menus { settled: Rules::read(options).filter(|_| !options.is_empty()) }
    }

    fn ask_rules(&self, dialog: &mut Dialog<'_>) -> Result<Rules, Unanswered> {
        match self.settled {
            Some(rules) => Ok(rules),
            None => ask_size(dialog),
        }
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<Setup>, Unanswered> {
        loop {
            let seating = match choose(dialog, MAIN_MENU, "Option: ", &["1", "2", "3", "4", "5"])? {
                0 => {
                    people(ask_name(dialog, "player 1 (white)")?, Some(ask_name(dialog, "player 2 (black)")?))
                }
                1 => people(ask_name(dialog, "the player (white)")?, None),
                2 => Seating::new(None, None),
                3 => {
                    dialog.say(&format!("\n{}", words::instructions(self.settled)))?;
                    continue;
                }
                _ => return Ok(None),
            };
            return self.seat_computers(seating, dialog).map(Some);
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

impl Menus {
    /// Asks for the board, and for the level of every seat in which nobody with a name sits.
    fn seat_computers(&self, mut seating: Seating, dialog: &mut Dialog<'_>) -> Result<Setup, Unanswered> {
        let rules = self.ask_rules(dialog)?;
        for (seat, colour) in ["white", "black"].into_iter().enumerate() {
            if seating.names[seat].is_none() {
                let level =
                    choose(dialog, &LEVEL_MENU.replace("LABEL", colour), "Level: ", &["1", "2", "3", "4"])?;
                seating.bots[seat] = LEVELS.get(level).map(|name| (*name).to_owned());
            }
        }
        Ok(Setup { game: format!("{ID}{}", rules.suffix()), seating })
    }
}

fn people(first: String, second: Option<String>) -> Seating {
    Seating { bots: [None, None], names: [Some(first), second] }
}

fn ask_size(dialog: &mut Dialog<'_>) -> Result<Rules, Unanswered> {
    let sizes = Rules::SIZES.map(|size| size.to_string());
    let chosen = choose(dialog, SIZE_MENU, "Size: ", &sizes.each_ref().map(String::as_str))?;
    let rules = Rules::SIZES.get(chosen).and_then(|size| Rules::new(*size, false));
    Ok(rules.unwrap_or(Rules::OFFICIAL))
}

/// Shows a menu and asks for one of `options`; gives its index.
fn choose(dialog: &mut Dialog<'_>, menu: &str, prompt: &str, options: &[&str]) -> Result<usize, Unanswered> {
    dialog.say(menu)?;
    let prompt = Prompt::with_answers(prompt, options.iter().copied());
    dialog.ask_for(&prompt, |answer| {
        let index = options.iter().position(|option| *option == without_stop(answer));
        index.ok_or_else(|| {
            format!("\"{}\" is no option: type {}.", escape(answer.as_bytes()), listed(options))
        })
    })
}

/// `1, 2 or 3`.
fn listed(options: &[&str]) -> String {
    match options {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => options.concat(),
    }
}

fn ask_name(dialog: &mut Dialog<'_>, whose: &str) -> Result<String, Unanswered> {
    let prompt = Prompt::new(format!("Name of {whose}: "));
    dialog.ask_for(&prompt, |answer| {
        let name = without_stop(answer);
        if name.is_empty() {
            return Err("Type a name.".to_owned());
        }
        if width(name) > LONGEST_NAME {
            return Err(format!("This name is too long: it may have {LONGEST_NAME} letters."));
        }
        // Shown again before every turn: it must not be able to act on a terminal.
        Ok(escape(name.as_bytes()))
    })
}
