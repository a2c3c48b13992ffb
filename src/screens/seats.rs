//! The question who plays on each side, where a game's own menu does not offer every seat: the same in all games.

use crate::console::{
    Dialog, Menu, Prompt, PromptExit, Style, ask_both, none_if_back, numbered, pad_right, width, wrap,
};
use crate::engine::bots;
use crate::engine::level;
use crate::games::AnyGame;
use crate::model::{Game, Player, Seating};

use super::MenuSelection;

/// The letter of the question in the menus.
pub const SEATS_KEY: char = 's';
/// What the question is called in the menus.
pub const SEATS_TITLE: &str = "Choose both players";
/// The letter of the instructions in menus that have no number for them.
pub const RULES_KEY: char = 'r';

/// The letter of the ten levels, where a menu offers computers.
pub const LEVELS_KEY: char = 't';
/// What they are called there.
pub const LEVELS_TITLE: &str = "Ten levels";

/// The letter of the lessons.
pub const LESSONS_KEY: char = 'l';
/// The letter of the puzzles.
pub const PUZZLES_KEY: char = 'p';
/// What a menu offers beside the game itself, with letters.
pub const STUDY_OPTIONS: [(char, &str); 2] = [(LESSONS_KEY, "Lessons"), (PUZZLES_KEY, "Puzzles")];

/// What the letter of lessons or puzzles stands for in the menus of this game; `None` for other letters.
pub fn study_selection(letter: char, game: &str) -> Option<MenuSelection> {
    match letter {
        LESSONS_KEY => Some(MenuSelection::Lessons(game.to_owned())),
        PUZZLES_KEY => Some(MenuSelection::Puzzles(game.to_owned())),
        _ => None,
    }
}

/// Options with letters as the lines below the numbers of a menu, `a - Name`: at a terminal; elsewhere they may be typed, and the
/// menu is the seed's.
pub fn lettered(dialog: &Dialog<'_>, dash: &str, options: &[(char, &str)]) -> String {
    let lines = options.iter().map(|(letter, title)| format!("{letter}{dash}{title}\n")).collect();
    dialog.style().wording(String::new(), lines)
}

/// Asks for the player of each side: a person, a level of the game by its name, or a bot that plays every game.
///
/// # Errors
/// A command, the end of input, or going back left the questions.
pub fn ask_seats(game: &AnyGame, dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
    let ask = |dialog: &mut Dialog<'_>, player, begins| {
        let title = format!("Who plays {}{begins}?", game.player_name(player));
        ask_seat(game, &title, dialog)
    };
    let (first, second) = ask_both(
        dialog,
        |dialog| ask(dialog, Player::One, ", who begins"),
        |dialog, _| ask(dialog, Player::Two, ""),
    )?;
    Ok(Seating::new(first.as_deref(), second.as_deref()))
}

/// Asks for a seat: `None` for a person.
fn ask_seat(game: &AnyGame, title: &str, dialog: &mut Dialog<'_>) -> Result<Option<String>, PromptExit> {
    let person = (Seating::HUMAN.to_owned(), "a person".to_owned());
    let seats: Vec<(String, String)> = std::iter::once(person).chain(bots::names(game)).collect();
    let error = format!("Type a number from 1 to {}, or a name.", seats.len());
    let numbers = (1..=seats.len()).map(|number| number.to_string());
    let prompt = Prompt::with_answers("Choose a player: ", numbers);
    loop {
        dialog.say(&format!("\n{title}\n\n{}\n", bot_menu(&seats, &dialog.style())))?;
        let name = dialog.ask_for(&prompt, |answer| read_seat(game, &seats, answer).ok_or(&error))?;
        if name == Seating::HUMAN {
            return Ok(None);
        }
        if let Some(name) = none_if_back(complete_bot_name(game, &name, dialog))? {
            return Ok(Some(name));
        }
    }
}

/// The seat of a number in the menu, or of a name that a seat may have.
fn read_seat(game: &AnyGame, seats: &[(String, String)], answer: &str) -> Option<String> {
    let index = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let numbered = index.and_then(|index| seats.get(index)).map(|(name, _)| name.clone());
    let named = || {
        let name = answer.to_lowercase();
        (name == Seating::HUMAN || bots::make(game, &name).is_ok()).then_some(name)
    };
    numbered.or_else(named)
}

/// Bots and what they do, as the numbered lines of a menu: in two columns where there is room for them.
pub fn bot_menu(bots: &[(String, String)], style: &Style) -> String {
    let options = bots.iter().map(|(name, about)| format!("{} {about}", pad_right(name, 16)));
    let text = numbered(&options.collect::<Vec<_>>());
    if style.fits(width(&text)) {
        return text;
    }
    let below = bots.iter().map(|(name, about)| wrap(&format!("    {name} ({about})"), style.width));
    numbered(&below.map(|line| line.trim_start().to_owned()).collect::<Vec<_>>())
}

/// The bot called `name` in the list of bots, with the parameter that it needs.
///
/// # Errors
/// A command, the end of input, or going back left the question.
pub fn complete_bot_name(game: &AnyGame, name: &str, dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    match name.split_once(['[', ':']) {
        _ if bots::make(game, name).is_ok() => Ok(name.to_owned()),
        None => Ok(name.to_owned()),
        // As in `name[:PARAMETER]`: it can do without.
        Some((kind, _)) if name.contains('[') => Ok(kind.to_owned()),
        Some((kind, parameter)) => ask_parameter(game, kind, parameter, dialog),
    }
}

/// Asks for one of the ten levels, and gives its name: `level:4`.
///
/// # Errors
/// A command, the end of input, or going back left the question.
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
    dialog.ask_for(&Prompt::with_answers(format!("Type the {parameter}: "), known), |answer| {
        let name = format!("{kind}:{answer}");
        bots::make(game, &name).map(|_| name).map_err(|error| error.to_string())
    })
}

/// The greatest parameter that is suggested; greater ones are taken.
const MAX_SUGGESTED: usize = 12;
