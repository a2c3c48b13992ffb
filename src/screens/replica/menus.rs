//! The menus of Replica: the original's five options, names, board size, levels.

use crate::console::{Dialog, Menu, MenuChoice, Prompt, PromptExit, ask_both, none_if_back, refusal, width};
use crate::games::AnyGame;
use crate::games::replica::{ID, Rules, game_with_rules};
use crate::model::Seating;
use crate::model::text::{cleaned, escape};
use crate::screens::seats::{
    LESSONS_KEY, LEVELS_KEY, PUZZLES_KEY, SEATS_ENTRY, SEATS_KEY, also_by_name, also_resume, ask_level,
    ask_seats, or_a_name, read_bot_or, study_entries, study_selection,
};
use crate::screens::{GameMenus, MenuSelection};

use super::rules::instructions;
use crate::words::join_with_word;
use crate::words::replica::strip_full_stop;

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
Level of the computer (COLOUR):
1. random
2. greedy
3. minimax
";

/// The bots of the levels.
const LEVELS: [&str; 3] = ["easy", "medium", "hard"];
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
        let house = format!("h house rules (now {})", self.house_state());
        let also = also_resume(dialog, &[&[SEATS_ENTRY, &house], study_entries(&self.study_game())].concat());
        let options = ["1", "2", "3", "4", "5"];
        let question = Question { prompt: "Option: ", options: &options, default: "2", letters: &LETTERS };
        question.ask(dialog, &format!("{MAIN_MENU}{also}"))
    }

    fn house_state(&self) -> &'static str {
        if self.house { "on" } else { "off" }
    }

    /// Returns the rules for a board of this size.
    fn rules(&self, size: usize) -> Rules {
        Rules::new(size, self.house).unwrap_or(Rules::OFFICIAL)
    }

    /// Returns the full name of the game whose lessons and puzzles are offered.
    fn study_game(&self) -> String {
        format!("{ID}{}", self.rules(self.size.unwrap_or(Rules::SIZES[0])).suffix())
    }

    fn ask_rules(&self, dialog: &mut Dialog<'_>) -> Result<Rules, PromptExit> {
        let size = self.size.map_or_else(|| ask_size(dialog), Ok)?;
        Ok(self.rules(size))
    }

    /// Asks for the players and the board after the choice in the main menu.
    fn ask_setup(&self, choice: MenuChoice, dialog: &mut Dialog<'_>) -> Result<MenuSelection, PromptExit> {
        let (seating, rules) = match choice {
            MenuChoice::Number(1) => ask_both(dialog, ask_two_names, |dialog, _| self.ask_rules(dialog))?,
            MenuChoice::Number(2) => {
                let whose = "the player (white)";
                let ask = |dialog: &mut Dialog<'_>| Ok(human_seating(ask_name(dialog, whose, None)?, None));
                ask_both(dialog, ask, |dialog, human| self.ask_computers(human, &[1], dialog))?.1
            }
            MenuChoice::Number(_) => self.ask_computers(&human_seating(None, None), &[0, 1], dialog)?,
            MenuChoice::Letter(_) => {
                self.ask_rules_and(dialog, |dialog, rules| ask_seats(&game_with_rules(*rules), dialog))?
            }
        };
        Ok(MenuSelection::Play { game: format!("{ID}{}", rules.suffix()), seating })
    }

    /// Asks for the board, and for the level of the computer at each of `seats`.
    fn ask_computers(
        &self,
        seating: &Seating,
        seats: &[usize],
        dialog: &mut Dialog<'_>,
    ) -> Result<(Seating, Rules), PromptExit> {
        self.ask_rules_and(dialog, |dialog, rules| ask_levels(*rules, seating, seats, dialog))
    }

    /// Asks for the board, unless it is settled, and then for the players.
    fn ask_rules_and(
        &self,
        dialog: &mut Dialog<'_>,
        mut ask: impl FnMut(&mut Dialog<'_>, &Rules) -> Result<Seating, PromptExit>,
    ) -> Result<(Seating, Rules), PromptExit> {
        if let Some(rules) = self.size.map(|size| self.rules(size)) {
            return Ok((ask(dialog, &rules)?, rules));
        }
        let (rules, seating) = ask_both(dialog, |dialog| self.ask_rules(dialog), ask)?;
        Ok((seating, rules))
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        loop {
            match self.choose(dialog)? {
                MenuChoice::Number(4) => {
                    let rules = instructions(self.size, self.house, &dialog.style());
                    dialog.say("")?;
                    dialog.show_and_wait(&rules)?;
                }
                MenuChoice::Number(5) => return Ok(None),
                MenuChoice::Letter(HOUSE) => {
                    self.house = !self.house;
                    dialog.say(&format!("House rules are {}.", self.house_state()))?;
                }
                MenuChoice::Letter(letter @ (LESSONS_KEY | PUZZLES_KEY)) => {
                    return Ok(study_selection(letter, &self.study_game()));
                }
                choice => {
                    if let Some(setup) = none_if_back(self.ask_setup(choice, dialog))? {
                        return Ok(Some(setup));
                    }
                }
            }
        }
    }
}

fn human_seating(first: Option<String>, second: Option<String>) -> Seating {
    Seating { bots: [None, None], names: [first, second] }
}

fn ask_two_names(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let (first, second) = ask_both(
        dialog,
        |dialog| ask_name(dialog, "player 1 (white)", None),
        |dialog, first| ask_name(dialog, "player 2 (black)", first.as_deref()),
    )?;
    Ok(human_seating(first, second))
}

/// Puts a computer at each of `seats` and asks for its level.
fn ask_levels(
    rules: Rules,
    seating: &Seating,
    seats: &[usize],
    dialog: &mut Dialog<'_>,
) -> Result<Seating, PromptExit> {
    let [seat, rest @ ..] = seats else { return Ok(seating.clone()) };
    let (_, seating) = ask_both(
        dialog,
        |dialog| ask_level_of(*seat, &game_with_rules(rules), dialog),
        |dialog, level| {
            let mut seated = seating.clone();
            seated.bots[*seat] = Some(match level {
                Err(name) => name.clone(),
                Ok(MenuChoice::Number(level)) => LEVELS[level - 1].to_owned(),
                Ok(MenuChoice::Letter(_)) => ask_level(&game_with_rules(rules), dialog)?,
            });
            ask_levels(rules, &seated, rest, dialog)
        },
    )?;
    Ok(seating)
}

/// Asks for the level of the computer at one seat. The inner error is the name of another computer player.
fn ask_level_of(
    seat: usize,
    game: &AnyGame,
    dialog: &mut Dialog<'_>,
) -> Result<Result<MenuChoice, String>, PromptExit> {
    let style = dialog.style();
    let menu = LEVEL_MENU.replace("COLOUR", ["white", "black"][seat])
        + &also_by_name(&style, &[], "minimax:4, expert");
    let options = ["1", "2", "3"];
    let question = Question { prompt: "Level: ", options: &options, default: "1", letters: &[LEVELS_KEY] };
    let labels = Menu { text: &menu, prompt: question.prompt, options: 3, error: "", default: None };
    dialog.say_menu(&menu)?;
    dialog.ask_for(&question.prompt(), |answer| {
        match question.read(answer).or_else(|| labels.named(answer, &style)) {
            Some(choice) => Ok(Ok(choice)),
            None => {
                let ([error, piped], right) = (question.error(answer), or_a_name(&question.prompt(), answer));
                read_bot_or(game, strip_full_stop(answer), [&error, &piped, &right], &style).map(Err)
            }
        }
    })
}

/// A question of a menu, whose answers may end with a full stop as in Prolog.
struct Question<'a> {
    prompt: &'a str,
    /// The options as they are typed.
    options: &'a [&'a str],
    /// The option that an empty line chooses at a terminal.
    default: &'a str,
    letters: &'a [char],
}

impl Question<'_> {
    /// Shows a menu and asks for an option.
    fn ask(&self, dialog: &mut Dialog<'_>, menu: &str) -> Result<MenuChoice, PromptExit> {
        dialog.say_menu(menu)?;
        let style = dialog.style();
        let Question { prompt, options, .. } = self;
        let menu = Menu { text: menu, prompt, options: options.len(), error: "", default: None };
        dialog.ask_for(&Prompt { names: menu.names(), ..self.prompt() }, |answer| {
            let [error, piped] = self.error(answer);
            let chosen = self.read(answer).or_else(|| menu.named(answer, &style));
            chosen.ok_or_else(|| refusal(&error, &piped, &self.prompt().options(), &style))
        })
    }

    fn prompt(&self) -> Prompt {
        let options = self.options.iter().map(|option| (*option).to_owned());
        let letters = self.letters.iter().filter(|letter| **letter != LEVELS_KEY).map(char::to_string);
        Prompt::with_answers(self.prompt, options.chain(letters))
            .with_default(self.default)
            .heard_as("Which option?", "its number or letter")
    }

    /// Reads an option, numbered from 1, or a letter.
    fn read(&self, answer: &str) -> Option<MenuChoice> {
        let typed = strip_full_stop(answer).to_lowercase();
        let number = self.options.iter().position(|option| *option == typed).map(|index| index + 1);
        let letter = || self.letters.iter().copied().find(|letter| typed == letter.to_string());
        number.map(MenuChoice::Number).or_else(|| letter().map(MenuChoice::Letter))
    }

    /// Says that the answer is wrong, and which options there are.
    fn error(&self, answer: &str) -> [String; 2] {
        let options: Vec<String> = self.options.iter().map(|option| (*option).to_owned()).collect();
        let (shown, options) = (escape(answer.as_bytes()), join_with_word(&options, "or"));
        [format!("\"{shown}\" is not an option."), format!("Type {options}.")]
    }
}

fn ask_size(dialog: &mut Dialog<'_>) -> Result<usize, PromptExit> {
    let sizes = Rules::SIZES.map(|size| size.to_string());
    let options = sizes.each_ref().map(String::as_str);
    let question = Question { prompt: "Size: ", options: &options, default: options[0], letters: &[] };
    let MenuChoice::Number(number) = question.ask(dialog, SIZE_MENU)? else { return Ok(Rules::SIZES[0]) };
    Ok(Rules::SIZES.get(number - 1).copied().unwrap_or(Rules::SIZES[0]))
}

/// Asks for a name. At a terminal it is optional, the colour replaces it, and it cannot be the one that is `taken`.
fn ask_name(dialog: &mut Dialog<'_>, whose: &str, taken: Option<&str>) -> Result<Option<String>, PromptExit> {
    let may_be_empty = dialog.is_at_terminal();
    let note = if may_be_empty { "(Enter: skip) " } else { "" };
    let prompt = Prompt::free_text(format!("Name of {whose}: {note}"), "a name, such as Ana,");
    dialog.ask_for(&prompt, |answer| {
        // The name is shown before every turn, so nothing in it may affect the terminal.
        let clean = cleaned(strip_full_stop(answer), usize::MAX);
        let name = clean.trim();
        if name.is_empty() {
            return if may_be_empty { Ok(None) } else { Err("Type a name.".to_owned()) };
        }
        if width(name) > MAX_NAME_COLUMNS {
            return Err(format!(
                "The name is too long: use at most {MAX_NAME_COLUMNS} letters, or half as many wide ones."
            ));
        }
        if may_be_empty && taken == Some(name) {
            return Err("Player 1 has that name: type another.".to_owned());
        }
        Ok(Some(name.to_owned()))
    })
}
