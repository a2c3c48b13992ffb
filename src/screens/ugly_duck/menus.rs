//! The menus of Ugly Duck on 5x5: MENU, MODE, DIFFICULTY, and the choice of a player.

use crate::console::{
    Choice, Dialog, Menu, Prompt, Unanswered, numbered, one_then_other, star_box, star_box_within,
    unless_back,
};
use crate::games::AnyGame;
use crate::games::ugly_duck::{CLASSIC, CLASSIC_ID};
use crate::model::Seating;
use crate::screens::seats::{
    LESSONS, PUZZLES, SEATS, SEATS_TITLE, STUDY, TEN, TEN_TITLE, ask_level, ask_seats, lettered, studied,
};
use crate::screens::{Chosen, GameMenus, Screen, Setup};

use super::logo::logo;

/// The menus. They remember nothing: the program ends with its first game, as the original does.
pub struct Menus;

const CHOOSE: &str = "Choose an option! ";
/// The greatest depth that the menu offers; `minimax:DEPTH` on the command line goes further.
const DEEPEST_OFFERED: u32 = 12;

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<Chosen>, Unanswered> {
        let style = dialog.style();
        dialog.say(&(logo(&style) + "\n"))?;
        loop {
            match choose_in_menu(dialog)? {
                Choice::Letter(letter) => return Ok(studied(letter, CLASSIC_ID)),
                Choice::Number(1) => {
                    if let Some(seating) = unless_back(ask_mode(dialog))? {
                        let setup = Setup { game: CLASSIC_ID.to_owned(), seating };
                        return Ok(Some(Chosen::Play(setup)));
                    }
                }
                Choice::Number(2) => {
                    let style = dialog.style();
                    dialog.show_and_wait(&CLASSIC.instructions(&style))?;
                    dialog.gap()?;
                }
                Choice::Number(_) => return Ok(None),
            }
        }
    }

    fn reopens(&self) -> bool {
        false
    }
}

/// Shows the main menu.
fn choose_in_menu(dialog: &mut Dialog<'_>) -> Result<Choice, Unanswered> {
    let options = ["PLAY", "INSTRUCTIONS", "EXIT"];
    let text = star_box("MENU", &(numbered(&options) + &lettered(dialog, " - ", &STUDY)));
    let menu = Menu { text: &text, prompt: CHOOSE, options: options.len(), error: &error_box() };
    dialog.choose_or(&menu, &[LESSONS, PUZZLES])
}

fn error_box() -> String {
    star_box("YOU MUST CHOOSE ONE\nOF THE OPTIONS", "")
}

const MODES: [&str; 3] = ["Human vs Human", "Human vs Computer", "Computer vs Computer"];

fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    loop {
        let seats = lettered(dialog, " - ", &[(SEATS, SEATS_TITLE)]);
        let text = star_box_within("MODE", &(numbered(&MODES) + &seats), dialog.style().width);
        let menu = Menu { text: &text, prompt: CHOOSE, options: MODES.len(), error: &error_box() };
        let seating = match dialog.choose_or(&menu, &[SEATS])? {
            Choice::Number(1) => return Ok(Seating::new(None, None)),
            Choice::Number(2) => ask_opponent(dialog),
            Choice::Number(_) => ask_computers(dialog),
            Choice::Letter(_) => ask_seats(&AnyGame::from(CLASSIC), dialog),
        };
        if let Some(seating) = unless_back(seating)? {
            return Ok(seating);
        }
    }
}

fn ask_computers(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    let ask = |dialog: &mut Dialog<'_>, which| {
        dialog.say(which)?;
        ask_difficulty(dialog)
    };
    let (first, second) =
        one_then_other(dialog, |dialog| ask(dialog, "Computer 1:"), |dialog, _| ask(dialog, "Computer 2:"))?;
    Ok(Seating::new(Some(&first), Some(&second)))
}

fn ask_opponent(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    let prompt = Prompt::with_answers("Which player you want to be? [1|2] ", ["1", "2"]);
    let (bot, human_first) = one_then_other(dialog, ask_difficulty, |dialog, _| {
        dialog.ask_for(&prompt, |answer| match answer {
            "1" => Ok(true),
            "2" => Ok(false),
            _ => Err(error_box()),
        })
    })?;
    Ok(if human_first { Seating::new(None, Some(&bot)) } else { Seating::new(Some(&bot), None) })
}

/// The lines of DIFFICULTY with the bots behind them; `None` is the one whose depth is asked for.
const DIFFICULTIES: [(&str, Option<&str>); 5] = [
    ("Easy Mode", Some("easy")),
    ("Difficult Mode", Some("hard")),
    ("Minimax (you choose the depth)", None),
    ("Expert", Some("expert")),
    ("Perfect", Some("perfect")),
];

/// The name of the bot that the person chooses.
fn ask_difficulty(dialog: &mut Dialog<'_>) -> Result<String, Unanswered> {
    let levels = lettered(dialog, " - ", &[(TEN, TEN_TITLE)]);
    let text = star_box("DIFFICULTY", &(numbered(&DIFFICULTIES.map(|(line, _)| line)) + &levels));
    let menu = Menu { text: &text, prompt: CHOOSE, options: DIFFICULTIES.len(), error: &error_box() };
    loop {
        let bot = match dialog.choose_or(&menu, &[TEN])? {
            Choice::Number(chosen) => match DIFFICULTIES[chosen - 1].1 {
                Some(bot) => return Ok(bot.to_owned()),
                None => ask_depth(dialog).map(|depth| format!("minimax:{depth}")),
            },
            Choice::Letter(_) => ask_level(dialog),
        };
        if let Some(bot) = unless_back(bot)? {
            return Ok(bot);
        }
    }
}

fn ask_depth(dialog: &mut Dialog<'_>) -> Result<u32, Unanswered> {
    let depths = (1..=DEEPEST_OFFERED).map(|depth| depth.to_string());
    let text = format!("How many turns should it look ahead? [1-{DEEPEST_OFFERED}] ");
    let prompt = Prompt::with_answers(text, depths);
    dialog.ask_for(&prompt, |answer| {
        let depth = answer.parse().ok().filter(|depth| (1..=DEEPEST_OFFERED).contains(depth));
        depth.ok_or_else(|| format!("Type a number from 1 to {DEEPEST_OFFERED}."))
    })
}
