//! The menus of Ugly Duck on 5x5: MENU, MODE, DIFFICULTY, and the choice of a side.

use crate::console::{
    Dialog, Menu, MenuChoice, Prompt, PromptExit, ask_both, none_if_back, numbered, star_box, star_box_within,
};
use crate::games::AnyGame;
use crate::games::ugly_duck::{CLASSIC, CLASSIC_ID};
use crate::model::Seating;
use crate::screens::seats::{
    DEFAULT_DEPTH, LESSONS_KEY, LEVELS_KEY, LEVELS_TITLE, OpponentChoice, PUZZLES_KEY, SEATS_KEY,
    SEATS_TITLE, STUDY_OPTIONS, ask_level, ask_seats, choose_opponent, lettered, study_selection,
};
use crate::screens::{GameMenus, GameSetup, MenuSelection, Screen};

use super::logo::logo;

/// The menus, which have no state: the program ends after its first game, like the original.
pub struct Menus;

const CHOOSE: &str = "Choose an option! ";
/// The greatest depth offered in the menu; `minimax:DEPTH` on the command line allows more.
const MAX_OFFERED_DEPTH: u32 = 12;

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let style = dialog.style();
        dialog.say_menu(&(logo(&style) + "\n"))?;
        loop {
            match choose_in_menu(dialog)? {
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, CLASSIC_ID)),
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(dialog))? {
                        let setup = GameSetup { game: CLASSIC_ID.to_owned(), seating };
                        return Ok(Some(MenuSelection::Play(setup)));
                    }
                }
                MenuChoice::Number(2) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&CLASSIC.instructions(&style))?;
                    dialog.blank_line_if_piped()?;
                }
                MenuChoice::Number(_) => return Ok(None),
            }
        }
    }

    fn reopens(&self) -> bool {
        false
    }
}

/// Shows the main menu.
fn choose_in_menu(dialog: &mut Dialog<'_>) -> Result<MenuChoice, PromptExit> {
    let options = ["PLAY", "INSTRUCTIONS", "EXIT"];
    let text = star_box("MENU", &(numbered(&options) + &lettered(dialog, " - ", &STUDY_OPTIONS)));
    let menu =
        Menu { text: &text, prompt: CHOOSE, options: options.len(), error: &error_box(), default: Some(1) };
    dialog.choose_with_letters(&menu, &[LESSONS_KEY, PUZZLES_KEY])
}

fn error_box() -> String {
    star_box("YOU MUST CHOOSE ONE\nOF THE OPTIONS", "")
}

const MODES: [&str; 3] = ["Human vs Human", "Human vs Computer", "Computer vs Computer"];

fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    loop {
        let seats = lettered(dialog, " - ", &[(SEATS_KEY, SEATS_TITLE)]);
        let text = star_box_within("MODE", &(numbered(&MODES) + &seats), dialog.style().width);
        let menu =
            Menu { text: &text, prompt: CHOOSE, options: MODES.len(), error: &error_box(), default: Some(2) };
        let seating = match dialog.choose_with_letters(&menu, &[SEATS_KEY])? {
            MenuChoice::Number(1) => return Ok(Seating::new(None, None)),
            MenuChoice::Number(2) => ask_opponent(dialog),
            MenuChoice::Number(_) => ask_computers(dialog),
            MenuChoice::Letter(_) => ask_seats(&AnyGame::from(CLASSIC), dialog),
        };
        if let Some(seating) = none_if_back(seating)? {
            return Ok(seating);
        }
    }
}

fn ask_computers(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let ask = |dialog: &mut Dialog<'_>, which| {
        dialog.introduce(which)?;
        ask_difficulty(dialog)
    };
    let (first, second) =
        ask_both(dialog, |dialog| ask(dialog, "Computer 1:"), |dialog, _| ask(dialog, "Computer 2:"))?;
    Ok(Seating::new(Some(&first), Some(&second)))
}

fn ask_opponent(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let begins = dialog.style().wording("", "1 begins. ");
    let text = format!("Which player you want to be? {begins}[1|2] ");
    let prompt = Prompt { default: Some("1".to_owned()), ..Prompt::with_answers(text, ["1", "2"]) }
        .heard_as("Which player do you want to be? Player 1 moves first.", "a number");
    let refusal = dialog.style().wording(error_box(), prompt.options());
    let (bot, human_first) = ask_both(dialog, ask_difficulty, |dialog, _| {
        dialog.ask_for(&prompt, |answer| match answer {
            "1" => Ok(true),
            "2" => Ok(false),
            _ => Err(&refusal),
        })
    })?;
    Ok(if human_first { Seating::new(None, Some(&bot)) } else { Seating::new(Some(&bot), None) })
}

/// The lines of DIFFICULTY with what a terminal adds, and their bots; `None` is the one that asks for a depth.
const DIFFICULTIES: [(&str, &str, Option<&str>); 5] = [
    ("Easy Mode", " (a good first opponent)", Some("easy")),
    ("Difficult Mode", " (also called hard)", Some("hard")),
    ("Minimax (you choose the depth)", "", None),
    ("Expert", " (thinks for one second)", Some("expert")),
    ("Perfect", " (makes no mistakes)", Some("perfect")),
];

/// Asks for a difficulty and returns the name of the bot.
fn ask_difficulty(dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    let levels = lettered(dialog, " - ", &[(LEVELS_KEY, LEVELS_TITLE)]);
    let style = dialog.style();
    let lines = DIFFICULTIES.map(|(line, note, _)| style.wording(line.to_owned(), format!("{line}{note}")));
    let text = star_box_within("DIFFICULTY", &(numbered(&lines) + &levels), style.width);
    let options = DIFFICULTIES.len();
    let menu = Menu { text: &text, prompt: CHOOSE, options, error: &error_box(), default: Some(1) };
    let game = AnyGame::from(CLASSIC);
    loop {
        let bot = match choose_opponent(&game, &menu, &[LEVELS_KEY], dialog)? {
            OpponentChoice::Bot(bot) => return Ok(bot),
            OpponentChoice::Option(MenuChoice::Number(chosen)) => match DIFFICULTIES[chosen - 1].2 {
                Some(bot) => return Ok(bot.to_owned()),
                None => ask_depth(dialog).map(|depth| format!("minimax:{depth}")),
            },
            OpponentChoice::Option(MenuChoice::Letter(_)) => ask_level(&game, dialog),
        };
        if let Some(bot) = none_if_back(bot)? {
            return Ok(bot);
        }
    }
}

fn ask_depth(dialog: &mut Dialog<'_>) -> Result<u32, PromptExit> {
    let depths = (1..=MAX_OFFERED_DEPTH).map(|depth| depth.to_string());
    let text = format!("How many turns should it look ahead? [1-{MAX_OFFERED_DEPTH}] ");
    let prompt = Prompt { default: Some(DEFAULT_DEPTH.to_owned()), ..Prompt::with_answers(text, depths) }
        .heard_as("How many turns should it look ahead?", "a number");
    dialog.ask_for(&prompt, |answer| {
        let depth = answer.parse().ok().filter(|depth| (1..=MAX_OFFERED_DEPTH).contains(depth));
        depth.ok_or_else(|| format!("Type a number from 1 to {MAX_OFFERED_DEPTH}."))
    })
}
