//! The menus of Ugly Duck on 5x5: MENU, MODE, DIFFICULTY, and the choice of a player.

use crate::console::{Dialog, Menu, Prompt, Unanswered, numbered, star_box};
use crate::games::ugly_duck::{CLASSIC, CLASSIC_ID};
use crate::model::Seating;
use crate::screens::{GameMenus, Screen, Setup};

use super::logo::logo;

/// The menus. They remember nothing: the program ends with its first game, as the original does.
pub struct Menus;

const CHOOSE: &str = "Choose an option! ";
/// The greatest depth that the menu offers; `minimax:DEPTH` on the command line goes further.
const DEEPEST_OFFERED: u32 = 12;

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<Setup>, Unanswered> {
        let style = dialog.style();
        dialog.say(&(logo(&style) + "\n"))?;
        loop {
            match choose(dialog, "MENU", &["PLAY", "INSTRUCTIONS", "EXIT"])? {
                1 => return Ok(Some(Setup { game: CLASSIC_ID.to_owned(), seating: ask_mode(dialog)? })),
                2 => dialog.say(&(CLASSIC.instructions(&style) + "\n"))?,
                _ => return Ok(None),
            }
        }
    }

    fn reopens(&self) -> bool {
        false
    }
}

fn choose(dialog: &mut Dialog<'_>, title: &str, options: &[&str]) -> Result<usize, Unanswered> {
    let text = star_box(title, &numbered(options));
    dialog.choose(&Menu { text: &text, prompt: CHOOSE, options: options.len(), error: &error_box() })
}

fn error_box() -> String {
    star_box("YOU MUST CHOOSE ONE\nOF THE OPTIONS", "")
}

fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    match choose(dialog, "MODE", &["Human vs Human", "Human vs Computer", "Computer vs Computer"])? {
        1 => Ok(Seating::new(None, None)),
        2 => ask_opponent(dialog),
        _ => {
            dialog.say("Computer 1:")?;
            let first = ask_difficulty(dialog)?;
            dialog.say("Computer 2:")?;
            let second = ask_difficulty(dialog)?;
            Ok(Seating::new(Some(&first), Some(&second)))
        }
    }
}

fn ask_opponent(dialog: &mut Dialog<'_>) -> Result<Seating, Unanswered> {
    let bot = ask_difficulty(dialog)?;
    let prompt = Prompt::with_answers("Which player you want to be? [1|2] ", ["1", "2"]);
    let human_first = dialog.ask_for(&prompt, |answer| match answer {
        "1" => Ok(true),
        "2" => Ok(false),
        _ => Err(error_box()),
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
    let chosen = choose(dialog, "DIFFICULTY", &DIFFICULTIES.map(|(line, _)| line))?;
    match DIFFICULTIES[chosen - 1] {
        (_, Some(bot)) => Ok(bot.to_owned()),
        (_, None) => Ok(format!("minimax:{}", ask_depth(dialog)?)),
    }
}

fn ask_depth(dialog: &mut Dialog<'_>) -> Result<u32, Unanswered> {
    let prompt = Prompt::new(format!("How many turns should it look ahead? [1-{DEEPEST_OFFERED}] "));
    dialog.ask_for(&prompt, |answer| {
        let depth = answer.parse().ok().filter(|depth| (1..=DEEPEST_OFFERED).contains(depth));
        depth.ok_or_else(|| format!("Type a number from 1 to {DEEPEST_OFFERED}."))
    })
}
