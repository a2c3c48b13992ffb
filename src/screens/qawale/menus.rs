//! The main menu, and the choice of players.

use crate::console::{Dialog, Menu, MenuChoice, Prompt, PromptExit, none_if_back, numbered, star_box_within};
use crate::engine::bots;
use crate::games::AnyGame;
use crate::games::qawale::{ID, Qawale};
use crate::model::Seating;
use crate::screens::seats::{
    LESSONS_KEY, PUZZLES_KEY, SEATS_KEY, SEATS_TITLE, STUDY_OPTIONS, ask_seats, lettered, study_selection,
};
use crate::screens::{GameMenus, GameSetup, MenuSelection, Screen};

/// The menus, which have no state.
pub struct Menus;

const ROLES: &str = "\
Who plays? Player 1 has dark pieces and moves first, player 2 has light pieces.
  h    a human
  c-1  the computer, level 1: plays at random
  c-2  the computer, level 2: counts its pieces, and never misses a win in one turn
  c-3  the computer, expert: thinks ahead for one second
";

const ROLES_USAGE: &str = "Type both players, separated by a slash, for example h/c-2.";

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let [lessons, puzzles] = STUDY_OPTIONS;
        let seats = lettered(dialog, " - ", &[(SEATS_KEY, SEATS_TITLE), lessons, puzzles]);
        let options = numbered(&["Play", "Quit", "Rules"]) + &seats;
        let text = star_box_within("QAWALE", &options, dialog.style().width);
        let menu = Menu { text: &text, prompt: "Choose an option: ", options: 3, error: "Type 1, 2 or 3." };
        loop {
            let seating = match dialog.choose_with_letters(&menu, &[SEATS_KEY, LESSONS_KEY, PUZZLES_KEY])? {
                MenuChoice::Number(1) => ask_roles(dialog),
                MenuChoice::Number(2) => return Ok(None),
                MenuChoice::Number(_) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&Qawale.instructions(&style))?;
                    continue;
                }
                MenuChoice::Letter(SEATS_KEY) => ask_seats(&AnyGame::from(Qawale), dialog),
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, ID)),
            };
            if let Some(seating) = none_if_back(seating)? {
                return Ok(Some(MenuSelection::Play(GameSetup { game: ID.to_owned(), seating })));
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

/// The ten levels as roles.
const LEVEL_ROLES: &str = "  level:1 to level:10   the computer, from beginner to expert\n";

fn ask_roles(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let levels = dialog.style().wording("", LEVEL_ROLES);
    dialog.introduce(&format!("{ROLES}{levels}"))?;
    let prompt = Prompt::with_answers(
        "P1/P2: ",
        ["h/h", "h/c-1", "h/c-2", "h/c-3", "c-1/h", "c-2/h", "c-3/h", "c-1/c-2"],
    )
    .heard_as("Who plays player 1, and who player 2?", "both with a slash between them");
    dialog.ask_for(&prompt, read_roles)
}

/// Reads `P1/P2`.
fn read_roles(answer: &str) -> Result<Seating, String> {
    let (first, second) = answer.split_once('/').ok_or_else(|| ROLES_USAGE.to_owned())?;
    Ok(Seating { bots: [read_role(first, 1)?, read_role(second, 2)?], names: [None, None] })
}

/// Reads the role of player `number`: the name of a bot, or `None` for a human.
fn read_role(role: &str, number: usize) -> Result<Option<String>, String> {
    let role = role.trim().to_lowercase();
    match role.as_str() {
        "h" => Ok(None),
        "c-1" => Ok(Some("easy".to_owned())),
        "c-2" => Ok(Some("hard".to_owned())),
        "c-3" => Ok(Some("expert".to_owned())),
        name if name.starts_with("level") => match bots::make(&AnyGame::from(Qawale), name) {
            Ok(_) => Ok(Some(role)),
            Err(error) => Err(format!("Player {number}: {}.", error.problem)),
        },
        _ => Err(format!("Player {number} must be h, c-1, c-2 or c-3. {ROLES_USAGE}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_roles_in_original_notation() {
        assert_eq!(read_roles("h/c-2"), Ok(Seating::new(None, Some("hard"))));
        assert_eq!(read_roles("h/level:4"), Ok(Seating::new(None, Some("level:4"))));
        assert_eq!(read_roles(" C-1 / H "), Ok(Seating::new(Some("easy"), None)));
        for (wrong, start) in [
            ("", "Type both"),
            ("h", "Type both"),
            ("h/", "Player 2"),
            ("c-4/h", "Player 1"),
            ("h/h/h", "Player 2"),
            ("h/level:11", "Player 2: the level must be a number from 1 to 10."),
            ("level/h", "Player 1: level needs a number"),
        ] {
            assert!(read_roles(wrong).unwrap_err().starts_with(start), "{wrong}");
        }
    }
}
