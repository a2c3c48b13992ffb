//! The menus of Replica: the original's five options, names, board size, levels.

use crate::console::{Dialog, MenuChoice, Prompt, PromptExit, ask_both, none_if_back, width};
use crate::games::AnyGame;
use crate::games::replica::{ID, Replica, Rules};
use crate::model::Seating;
use crate::model::text::escape;
use crate::screens::seats::{
    LESSONS_KEY, LEVELS_KEY, LEVELS_TITLE, PUZZLES_KEY, SEATS_KEY, SEATS_TITLE, STUDY_OPTIONS, ask_level,
    ask_seats, lettered, study_selection,
};
use crate::screens::{GameMenus, GameSetup, MenuSelection};

use super::rules::instructions;
use super::turn::strip_full_stop;

/// The menus. Options in the game's name, as in `replica:12` or `replica:8,house`, settle the board in
/// advance.
pub struct Menus {
    /// The board size; `None` to ask for it.
    size: Option<usize>,
    /// Whether to play by the house rules.
    house: bool,
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

/// The bots of the levels.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "expert"];
/// The maximum width of a player's name.
const MAX_NAME_COLUMNS: usize = 30;

/// The letter that switches the house rules.
const HOUSE: char = 'h';
const LETTERS: [char; 4] = [SEATS_KEY, HOUSE, LESSONS_KEY, PUZZLES_KEY];

impl Menus {
    /// Creates the menus for a game with these options, possibly empty.
    pub fn new(options: &str) -> Self {
        let settled = Rules::read(options).filter(|_| !options.is_empty());
        Menus { size: settled.map(Rules::size), house: settled.is_some_and(Rules::house) }
    }

    /// Shows the main menu and returns the choice.
    fn choose(&self, dialog: &mut Dialog<'_>) -> Result<MenuChoice, PromptExit> {
        let house = format!("House rules (now {})", if self.house { "on" } else { "off" });
        let [lessons, puzzles] = STUDY_OPTIONS;
        let letters = [(SEATS_KEY, SEATS_TITLE), (HOUSE, house.as_str()), lessons, puzzles];
        let letters = lettered(dialog, ". ", &letters);
        let options = ["1", "2", "3", "4", "5"];
        choose(dialog, &format!("{MAIN_MENU}{letters}"), "Option: ", &options, &LETTERS)
    }

    /// Returns the rules for a board of this size.
    fn rules(&self, size: usize) -> Rules {
        Rules::new(size, self.house).unwrap_or(Rules::OFFICIAL)
    }

    fn ask_rules(&self, dialog: &mut Dialog<'_>) -> Result<Rules, PromptExit> {
        let size = self.size.map_or_else(|| ask_size(dialog), Ok)?;
        Ok(self.rules(size))
    }

    /// Asks for the players and the board after the choice in the main menu.
    fn ask_setup(&self, choice: MenuChoice, dialog: &mut Dialog<'_>) -> Result<GameSetup, PromptExit> {
        let (seating, rules) = match choice {
            MenuChoice::Number(1) => ask_both(dialog, ask_two_names, |dialog, _| self.ask_rules(dialog))?,
            MenuChoice::Number(2) => {
                let whose = "the player (white";
                let ask = |dialog: &mut Dialog<'_>| Ok(human_seating(ask_name(dialog, whose)?, None));
                ask_both(dialog, ask, |dialog, human| self.ask_computers(human, &[1], dialog))?.1
            }
            MenuChoice::Number(_) => self.ask_computers(&human_seating(None, None), &[0, 1], dialog)?,
            MenuChoice::Letter(_) => {
                let game = AnyGame::from(Replica::<u64>::new(self.rules(Rules::SIZES[0])));
                let ask = |dialog: &mut Dialog<'_>| ask_seats(&game, dialog);
                ask_both(dialog, ask, |dialog, _| self.ask_rules(dialog))?
            }
        };
        Ok(GameSetup { game: format!("{ID}{}", rules.suffix()), seating })
    }

    /// Asks for the board, and for the level of the computer at each of `seats`.
    fn ask_computers(
        &self,
        seating: &Seating,
        seats: &[usize],
        dialog: &mut Dialog<'_>,
    ) -> Result<(Seating, Rules), PromptExit> {
        if let Some(size) = self.size {
            return Ok((ask_levels(seating, seats, dialog)?, self.rules(size)));
        }
        let (rules, seating) = ask_both(
            dialog,
            |dialog| self.ask_rules(dialog),
            |dialog, _| ask_levels(seating, seats, dialog),
        )?;
        Ok((seating, rules))
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        loop {
            match self.choose(dialog)? {
                MenuChoice::Number(4) => {
                    let rules = instructions(self.size, self.house, &dialog.style());
                    dialog.blank_line_if_piped()?;
                    dialog.show_and_wait(&rules)?;
                }
                MenuChoice::Number(5) => return Ok(None),
                MenuChoice::Letter(HOUSE) => self.house = !self.house,
                MenuChoice::Letter(letter @ (LESSONS_KEY | PUZZLES_KEY)) => {
                    let rules = self.rules(self.size.unwrap_or(Rules::SIZES[0]));
                    return Ok(study_selection(letter, &format!("{ID}{}", rules.suffix())));
                }
                choice => {
                    if let Some(setup) = none_if_back(self.ask_setup(choice, dialog))? {
                        return Ok(Some(MenuSelection::Play(setup)));
                    }
                }
            }
        }
    }

    fn reopens(&self) -> bool {
        true
    }
}

fn human_seating(first: Option<String>, second: Option<String>) -> Seating {
    Seating { bots: [None, None], names: [first, second] }
}

fn ask_two_names(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let (first, second) = ask_both(
        dialog,
        |dialog| ask_name(dialog, "player 1 (white"),
        |dialog, _| ask_name(dialog, "player 2 (black"),
    )?;
    Ok(human_seating(first, second))
}

/// Puts a computer at each of `seats` and asks for its level.
fn ask_levels(seating: &Seating, seats: &[usize], dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let [seat, rest @ ..] = seats else { return Ok(seating.clone()) };
    let menu = LEVEL_MENU.replace("LABEL", ["white", "black"][*seat]);
    let menu = menu + &lettered(dialog, ". ", &[(LEVELS_KEY, LEVELS_TITLE)]);
    let ask =
        |dialog: &mut Dialog<'_>| choose(dialog, &menu, "Level: ", &["1", "2", "3", "4"], &[LEVELS_KEY]);
    let (_, seating) = ask_both(dialog, ask, |dialog, level| {
        let mut seated = seating.clone();
        seated.bots[*seat] = match level {
            MenuChoice::Number(level) => LEVELS.get(level - 1).map(|name| (*name).to_owned()),
            MenuChoice::Letter(_) => Some(ask_level(dialog)?),
        };
        ask_levels(&seated, rest, dialog)
    })?;
    Ok(seating)
}

fn ask_size(dialog: &mut Dialog<'_>) -> Result<usize, PromptExit> {
    let sizes = Rules::SIZES.map(|size| size.to_string());
    let chosen = choose(dialog, SIZE_MENU, "Size: ", &sizes.each_ref().map(String::as_str), &[])?;
    let MenuChoice::Number(number) = chosen else { return Ok(Rules::SIZES[0]) };
    Ok(Rules::SIZES.get(number - 1).copied().unwrap_or(Rules::SIZES[0]))
}

/// Shows a menu and asks for one of `options`, returning its number from 1, or for one of `letters`.
fn choose(
    dialog: &mut Dialog<'_>,
    menu: &str,
    prompt: &str,
    options: &[&str],
    letters: &[char],
) -> Result<MenuChoice, PromptExit> {
    dialog.say_menu(menu)?;
    let answers = options.iter().map(|option| (*option).to_owned());
    let prompt = Prompt::with_answers(prompt, answers.chain(letters.iter().map(char::to_string)))
        .heard_as("Which option?", "its number or letter");
    let style = dialog.style();
    let all = dialog.options_error(&prompt.answers, &format!("type {}.", list_options(options)));
    dialog.ask_for(&prompt, |answer| {
        let typed = strip_full_stop(answer).to_lowercase();
        let number = options.iter().position(|option| *option == typed).map(|index| index + 1);
        let letter = || letters.iter().copied().find(|letter| typed == letter.to_string());
        number.map(MenuChoice::Number).or_else(|| letter().map(MenuChoice::Letter)).ok_or_else(|| {
            style.wording(format!("\"{}\" is not an option: {all}", escape(answer.as_bytes())), all.clone())
        })
    })
}

/// `1, 2 or 3`.
fn list_options(options: &[&str]) -> String {
    match options {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => options.concat(),
    }
}

/// Asks for a name. At a terminal it is optional, and the colour replaces it. `whose` opens a bracket that
/// this closes.
fn ask_name(dialog: &mut Dialog<'_>, whose: &str) -> Result<Option<String>, PromptExit> {
    let may_be_empty = dialog.is_at_terminal();
    let note = if may_be_empty { "; Enter for no name" } else { "" };
    let prompt = Prompt::free_text(format!("Name of {whose}{note}): "));
    dialog.ask_for(&prompt, |answer| {
        let name = strip_full_stop(answer);
        if name.is_empty() {
            return if may_be_empty { Ok(None) } else { Err("Type a name.".to_owned()) };
        }
        if width(name) > MAX_NAME_COLUMNS {
            return Err(format!("The name is too long: use at most {MAX_NAME_COLUMNS} letters."));
        }
        // The name is shown before every turn, so nothing in it may affect the terminal.
        Ok(Some(escape(name.as_bytes())))
    })
}
