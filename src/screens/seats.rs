//! The menu for choosing the players of both sides, shared by all games whose own menu does not offer every
//! player.

use crate::console::{
    Dialog, Menu, Prompt, PromptExit, Style, ask_both, none_if_back, numbered, pad_right, width, wrap,
};
use crate::engine::bots;
use crate::engine::level;
use crate::games::AnyGame;
use crate::model::{Game, Player, Seating};

use super::{MenuSelection, capitalised};

/// The letter of this choice in the menus.
pub const SEATS_KEY: char = 's';
/// The title of this choice in the menus.
pub const SEATS_TITLE: &str = "Choose both players";
/// The letter of the instructions, in menus without a number for them.
pub const RULES_KEY: char = 'r';

/// The letter of the ten levels, in menus that offer computers.
pub const LEVELS_KEY: char = 't';
/// The title of the ten levels.
pub const LEVELS_TITLE: &str = "Ten levels";

/// The letter of the lessons.
pub const LESSONS_KEY: char = 'l';
/// The letter of the puzzles.
pub const PUZZLES_KEY: char = 'p';
/// The study options of a menu, chosen by letter.
pub const STUDY_OPTIONS: [(char, &str); 2] = [(LESSONS_KEY, "Lessons"), (PUZZLES_KEY, "Puzzles")];

/// Returns the selection for the letter of lessons or puzzles; `None` for other letters.
pub fn study_selection(letter: char, game: &str) -> Option<MenuSelection> {
    match letter {
        LESSONS_KEY => Some(MenuSelection::Lessons(game.to_owned())),
        PUZZLES_KEY => Some(MenuSelection::Puzzles(game.to_owned())),
        _ => None,
    }
}

/// Formats options with letters as menu lines, `a - Name`. Only a terminal shows them; elsewhere the menu
/// matches the original, but the letters still work.
pub fn lettered(dialog: &Dialog<'_>, dash: &str, options: &[(char, &str)]) -> String {
    let lines = options.iter().map(|(letter, title)| format!("{letter}{dash}{title}\n")).collect();
    dialog.style().wording(String::new(), lines)
}

/// Asks for the player of each side: a human, one of the game's levels by name, or a bot that plays every
/// game.
///
/// # Errors
/// Fails if a command, the end of input, or going back ends the question.
pub fn ask_seats(game: &AnyGame, dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let [first_name, second_name] = Player::BOTH.map(|player| game.player_name(player));
    let first_title = format!("Who plays {first_name}? {} moves first.", capitalised(first_name));
    let (first, second) = ask_both(
        dialog,
        |dialog| ask_seat(game, &first_title, dialog),
        |dialog, _| ask_seat(game, &format!("Who plays {second_name}?"), dialog),
    )?;
    Ok(Seating::new(first.as_deref(), second.as_deref()))
}

/// Asks for the player of one side; `None` means a human.
fn ask_seat(game: &AnyGame, title: &str, dialog: &mut Dialog<'_>) -> Result<Option<String>, PromptExit> {
    let human = (Seating::HUMAN.to_owned(), "types the moves here".to_owned());
    let seats: Vec<(String, String)> = std::iter::once(human).chain(bots::names(game)).collect();
    let error = format!("Type a number from 1 to {}, or a name.", seats.len());
    let numbers = (1..=seats.len()).map(|number| number.to_string());
    let prompt = Prompt::with_answers("Choose a player: ", numbers).heard_as("Which player?", "a number");
    loop {
        dialog.say_menu(&format!("\n{title}\n\n{}\n", bot_menu(&seats, &dialog.style())))?;
        let name = dialog.ask_for(&prompt, |answer| read_seat(game, &seats, answer).ok_or(&error))?;
        if name == Seating::HUMAN {
            return Ok(None);
        }
        if let Some(name) = none_if_back(complete_bot_name(game, &name, dialog))? {
            return Ok(Some(name));
        }
    }
}

/// Reads a seat: its number in the menu, or the name of a player.
fn read_seat(game: &AnyGame, seats: &[(String, String)], answer: &str) -> Option<String> {
    let index = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let numbered = index.and_then(|index| seats.get(index)).map(|(name, _)| name.clone());
    let named = || {
        let name = answer.to_lowercase();
        (name == Seating::HUMAN || bots::make(game, &name).is_ok()).then_some(name)
    };
    numbered.or_else(named)
}

/// Formats bots with their descriptions as numbered menu lines, in two columns if they fit.
pub fn bot_menu(bots: &[(String, String)], style: &Style) -> String {
    let options = bots.iter().map(|(name, about)| format!("{} {about}", pad_right(name, 16)));
    let text = numbered(&options.collect::<Vec<_>>());
    if style.fits(width(&text)) {
        return text;
    }
    let below = bots.iter().map(|(name, about)| wrap(&format!("    {name} ({about})"), style.width));
    numbered(&below.map(|line| line.trim_start().to_owned()).collect::<Vec<_>>())
}

/// Completes the name of a bot from the list of bots with the parameter that it needs.
///
/// # Errors
/// Fails if a command, the end of input, or going back ends the question.
pub fn complete_bot_name(game: &AnyGame, name: &str, dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    match name.split_once(['[', ':']) {
        _ if bots::make(game, name).is_ok() => Ok(name.to_owned()),
        None => Ok(name.to_owned()),
        // An optional parameter, as in `name[:PARAMETER]`, is left out.
        Some((kind, _)) if name.contains('[') => Ok(kind.to_owned()),
        Some((kind, parameter)) => ask_parameter(game, kind, parameter, dialog),
    }
}

/// Asks for one of the ten levels and returns its name: `level:4`.
///
/// # Errors
/// Fails if a command, the end of input, or going back ends the question.
pub fn ask_level(dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    let error = format!("Type a number from 1 to {}.", level::NAMES.len());
    let text = format!("\nTEN LEVELS\n\n{}\n", numbered(&level::NAMES));
    let menu = Menu { text: &text, prompt: "Which level? ", options: level::NAMES.len(), error: &error };
    Ok(format!("level:{}", dialog.choose(&menu)?))
}

fn ask_parameter(
    game: &AnyGame,
    kind: &str,
    parameter: &str,
    dialog: &mut Dialog<'_>,
) -> Result<String, PromptExit> {
    if kind == "level" {
        return ask_level(dialog);
    }
    let known = (1..=MAX_SUGGESTED).map(|number| number.to_string());
    let prompt = Prompt::with_answers(format!("Type a value for {parameter}: "), known)
        .heard_as(format!("Which {}?", parameter.to_lowercase()), "a number");
    dialog.ask_for(&prompt, |answer| {
        let name = format!("{kind}:{answer}");
        bots::make(game, &name).map(|_| name).map_err(|error| error.to_string())
    })
}

/// The greatest parameter suggested; greater ones are accepted.
const MAX_SUGGESTED: usize = 12;
