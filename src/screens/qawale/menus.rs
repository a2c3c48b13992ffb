//! The main menu, and the choice of players.

use crate::console::{Dialog, Menu, MenuChoice, Prompt, PromptExit, none_if_back, numbered, star_box};
use crate::games::AnyGame;
use crate::games::qawale::Qawale;
use crate::model::{Game as _, Seating};
use crate::players::names::{is_human, read_bot};
use crate::screens::seats::{
    LESSONS_KEY, PUZZLES_KEY, RULES_ENTRY, RULES_KEY, SEATS_ENTRY, SEATS_KEY, also, also_resume, ask_seats,
    read_bot_or, study_entries, study_selection,
};
use crate::screens::{GameMenus, MenuSelection, Screen};

/// The menus.
pub struct Menus {
    /// The game to play.
    pub game: Qawale,
}

/// The letter that changes the variant.
const VARIANT: char = 'v';

const ROLES: &str = "\
Who plays? Player 1 has dark pieces and moves first, player 2 has light pieces.
  h    a human
  c-1  the computer, level 1: plays at random
  c-2  the computer, level 2: counts its pieces
";

const ROLES_USAGE: &str = "Type both players, separated by a slash, for example h/c-2.";

impl Menus {
    /// Shows the main menu and returns the choice.
    fn choose(&self, dialog: &mut Dialog<'_>) -> Result<MenuChoice, PromptExit> {
        const LETTERS: [char; 5] = [RULES_KEY, SEATS_KEY, VARIANT, LESSONS_KEY, PUZZLES_KEY];
        let variant = format!("v pieces (now {} each)", self.game.pieces());
        let study = study_entries(&self.game.name());
        let also = also_resume(dialog, &[&[RULES_ENTRY, SEATS_ENTRY, &variant], study].concat());
        let text = star_box("QAWALE", &numbered(&["Play", "Quit"])) + &also;
        let menu =
            Menu { text: &text, prompt: "Choose an option: ", options: 2, error: "", default: Some(1) };
        dialog.choose_with_letters(&menu, &LETTERS)
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        loop {
            let seating = match self.choose(dialog)? {
                MenuChoice::Number(1) => ask_roles(dialog),
                MenuChoice::Number(_) => return Ok(None),
                MenuChoice::Letter(RULES_KEY) => {
                    dialog.show_and_wait(&self.game.instructions(&dialog.style()))?;
                    continue;
                }
                MenuChoice::Letter(VARIANT) => {
                    self.game = Qawale::ALL[(self.game as usize + 1) % Qawale::ALL.len()];
                    dialog.say(&format!("Variant: {} pieces each.", self.game.pieces()))?;
                    continue;
                }
                MenuChoice::Letter(SEATS_KEY) => ask_seats(&AnyGame::from(self.game), dialog),
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &self.game.name())),
            };
            if let Some(seating) = none_if_back(seating)? {
                return Ok(Some(MenuSelection::Play { game: self.game.name(), seating }));
            }
        }
    }
}

/// Asks for both players. Both variants have the same.
fn ask_roles(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let style = dialog.style();
    let names = also(&style, &["c-2 (means h/c-2)", "and the computers alert, expert, level 1 to 10"]);
    dialog.introduce(&format!("{ROLES}{names}"))?;
    let answers = ["h/h", "h/c-1", "h/c-2", "c-1/h", "c-2/h", "c-1/c-2"];
    let names = vec!["alert, expert, level 1 to 10".to_owned()];
    let prompt =
        Prompt { default: Some("h/c-1".to_owned()), names, ..Prompt::with_answers("P1/P2: ", answers) }
            .heard_as("Who plays player 1, and who player 2?", "both with a slash between them");
    let game = AnyGame::from(Qawale::default());
    dialog.ask_for(&prompt, |answer| match answer.contains('/') {
        // "h c-2" is not "h" with an answer to the next question.
        false
            if style.is_at_terminal()
                && answer.split_whitespace().take_while(|it| is_role(it)).count() == 2 =>
        {
            read_roles(&answer.split_whitespace().collect::<Vec<_>>().join("/"))
        }
        false if is_human(answer) && style.is_at_terminal() => Ok(Seating::new(None, None)),
        false => read_bot_or(&game, answer, ["", ROLES_USAGE, ROLES_USAGE], &style)
            .map(|bot| Seating::new(None, Some(&bot))),
        true => read_roles(answer),
    })
}

/// Returns whether the original has `word` for a player.
fn is_role(word: &str) -> bool {
    is_human(word) || ["c-1", "c-2"].contains(&word.to_lowercase().as_str())
}

/// Reads `P1/P2`.
fn read_roles(answer: &str) -> Result<Seating, String> {
    let (first, second) = answer.split_once('/').ok_or_else(|| ROLES_USAGE.to_owned())?;
    Ok(Seating { bots: [read_role(first, 1)?, read_role(second, 2)?], names: [None, None] })
}

/// Reads the role of player `number`: the name of a bot, or `None` for a human.
fn read_role(role: &str, number: usize) -> Result<Option<String>, String> {
    if is_human(role) {
        return Ok(None);
    }
    let bot = read_bot(&AnyGame::from(Qawale::default()), role).map(Some);
    bot.map_err(|problem| format!("Player {number}: {problem} {ROLES_USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_roles_can_be_those_of_computers() {
        assert_eq!(read_roles("random/hard"), Ok(Seating::new(Some("random"), Some("hard"))));
        assert_eq!(read_roles("me/Level 4"), Ok(Seating::new(None, Some("level:4"))));
        assert_eq!(read_roles(" C-1 / H "), Ok(Seating::new(Some("easy"), None)));
    }
}
