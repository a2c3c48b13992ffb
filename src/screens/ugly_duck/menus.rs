//! The menus of Ugly Duck on 5x5: MENU, MODE, DIFFICULTY, and the choice of a side.

use crate::console::{
    Dialog, Menu, MenuChoice, Prompt, PromptExit, Style, ask_both, none_if_back, numbered, refusal, star_box,
    star_box_within,
};
use crate::games::AnyGame;
use crate::games::ugly_duck::{CLASSIC, CLASSIC_ID};
use crate::model::Seating;
use crate::screens::seats::{
    HELP_ENTRY, LESSONS_KEY, LEVELS_KEY, OpponentChoice, PUZZLES_KEY, SEATS_ENTRY, SEATS_KEY, also,
    also_by_name, also_resume, ask_seats, choose_opponent, study_entries, study_selection,
};
use crate::screens::{GameMenus, MenuSelection, Screen};

/// The menus, which have no state: the program ends after its first game, like the original.
pub struct Menus;

const CHOOSE: &str = "Choose an option! ";

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        let style = dialog.style();
        dialog.say_menu(&(logo(&style) + "\n"))?;
        loop {
            match choose_in_menu(dialog)? {
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, CLASSIC_ID)),
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(ask_mode(dialog))? {
                        return Ok(Some(MenuSelection::Play { game: CLASSIC_ID.to_owned(), seating }));
                    }
                }
                MenuChoice::Number(2) => {
                    dialog.show_and_wait(&CLASSIC.instructions(&dialog.style()))?;
                    dialog.say("")?;
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
    let text = star_box_within("MENU", &numbered(&options), dialog.style().width)
        + &also_resume(dialog, study_entries(CLASSIC_ID));
    let error = error_box(dialog);
    let menu = Menu { text: &text, prompt: CHOOSE, options: options.len(), error: &error, default: Some(1) };
    dialog.choose_with_letters(&menu, &[LESSONS_KEY, PUZZLES_KEY])
}

fn error_box(dialog: &Dialog<'_>) -> String {
    star_box_within("YOU MUST CHOOSE ONE\nOF THE OPTIONS", "", dialog.style().width)
}

const MODES: [&str; 3] = ["Human vs Human", "Human vs Computer", "Computer vs Computer"];

fn ask_mode(dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    loop {
        let style = dialog.style();
        let text = star_box_within("MODE", &numbered(&MODES), style.width)
            + &also(&style, &[SEATS_ENTRY, HELP_ENTRY]);
        let error = error_box(dialog);
        let menu =
            Menu { text: &text, prompt: CHOOSE, options: MODES.len(), error: &error, default: Some(2) };
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
    let prompt = Prompt::with_answers("Which player you want to be? [1|2] ", ["1", "2"])
        .with_default("1")
        .heard_as("Which player do you want to be? Player 1 moves first.", "a number");
    let right = format!("{} Player 1 moves first.", prompt.options());
    let refusal = refusal(&error_box(dialog), "", &right, &dialog.style());
    let (bot, human_first) = ask_both(dialog, ask_difficulty, |dialog, _| {
        dialog.ask_for(&prompt, |answer| match answer {
            "1" => Ok(true),
            "2" => Ok(false),
            _ => Err(&refusal),
        })
    })?;
    Ok(if human_first { Seating::new(None, Some(&bot)) } else { Seating::new(Some(&bot), None) })
}

/// The lines of DIFFICULTY, and their bots.
const DIFFICULTIES: [(&str, &str); 2] = [("Easy Mode", "easy"), ("Difficult Mode", "hard")];

/// Asks for a difficulty and returns the name of the bot.
fn ask_difficulty(dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    let names = also_by_name(&dialog.style(), &[], "minimax:4, expert, perfect");
    let lines = numbered(&DIFFICULTIES.map(|(line, _)| line));
    let text = star_box_within("DIFFICULTY", &lines, dialog.style().width) + &names;
    let options = DIFFICULTIES.len();
    let menu = Menu { text: &text, prompt: CHOOSE, options, error: &error_box(dialog), default: Some(1) };
    match choose_opponent(&AnyGame::from(CLASSIC), &menu, &[LEVELS_KEY], dialog)? {
        OpponentChoice::Bot(bot) => Ok(bot),
        OpponentChoice::Number(chosen) => Ok(DIFFICULTIES[chosen - 1].1.to_owned()),
        OpponentChoice::Seats(_) => Err(PromptExit::Back),
    }
}

/// The width of the whole logo.
const LOGO_WIDTH: usize = 91;

/// The words UGLY DUCK in block letters, with `#` for ink.
const WORDS: [&str; 7] = [
    "##     ##  #######  ##        ##     ##       #######   ##     ##  #######  ##    ## ",
    "##     ## ##     ## ##         ##   ##        ##    ##  ##     ## ##     ## ##   ##  ",
    "##     ## ##        ##          ## ##         ##     ## ##     ## ##        ##  ##   ",
    "##     ## ##  ##### ##           ###          ##     ## ##     ## ##        #####    ",
    "##     ## ##     ## ##           ###          ##     ## ##     ## ##        ##  ##   ",
    "##     ## ##     ## ##           ###          ##    ##  ##     ## ##     ## ##   ##  ",
    " #######   #######  #########    ###          #######    #######   #######  ##    ## ",
];

/// Draws the logo in a frame of `*`, or the plain words on a terminal that is too narrow.
fn logo(style: &Style) -> String {
    if style.by_ear {
        return "Ugly Duck.".to_owned();
    }
    if !style.fits(LOGO_WIDTH) {
        return star_box("UGLY DUCK", "");
    }
    let ink = if style.is_ascii() { "#" } else { "█" };
    star_box("", &WORDS.join("\n").replace('#', ink))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::{BoardStyle, width};

    #[test]
    fn logo_has_original_width_or_is_small() {
        let mut style = Style::PLAIN;
        assert!(logo(&style).lines().all(|line| width(line) == LOGO_WIDTH));
        style.board = BoardStyle::Ascii;
        assert!(logo(&style).is_ascii());
        style.width = Some(LOGO_WIDTH - 1);
        assert!(width(&logo(&style)) < 30);
    }
}
