//! The menu for choosing the players of both sides, shared by all games whose own menu does not offer every
//! player.

use crate::analysis::puzzles::collection::bundled_for;
use crate::console::{
    Dialog, Menu, MenuChoice, Prompt, PromptExit, Style, ask_both, none_if_back, numbered, pad_right,
    refusal, width, wrap,
};
use crate::engine::bots;
use crate::engine::level;
use crate::games::AnyGame;
use crate::model::{Game, Player, Seating};
use crate::players::names::{is_human, read_bot};
use crate::words::capitalised;

use super::MenuSelection;

/// The letter that lets the player choose who plays both sides.
pub const SEATS_KEY: char = 's';
/// The entry for it below a menu.
pub const SEATS_ENTRY: &str = "s who plays";
/// The letter of the instructions, in menus without a number for them.
pub const RULES_KEY: char = 'r';
/// The entry for it below a menu.
pub const RULES_ENTRY: &str = "r rules";
/// The letter of the ten levels, in menus that offer computers. It is taken, and not shown: the levels have names.
pub const LEVELS_KEY: char = 't';

/// The letter of the lessons.
pub const LESSONS_KEY: char = 'l';
/// The letter of the puzzles.
pub const PUZZLES_KEY: char = 'p';
/// The entry for help below a menu.
pub const HELP_ENTRY: &str = "? help";

/// Returns the entries below the menu of a game: lessons, puzzles if the game with this full name has any, and help.
pub fn study_entries(game: &str) -> &'static [&'static str] {
    match bundled_for(game) {
        Ok(puzzles) if !puzzles.is_empty() => &["l lessons", "p puzzles", HELP_ENTRY],
        _ => &["l lessons", HELP_ENTRY],
    }
}

/// Returns the selection for the letter of lessons or puzzles; `None` for other letters.
pub fn study_selection(letter: char, game: &str) -> Option<MenuSelection> {
    match letter {
        LESSONS_KEY => Some(MenuSelection::Lessons(game.to_owned())),
        PUZZLES_KEY => Some(MenuSelection::Puzzles(game.to_owned())),
        _ => None,
    }
}

/// Returns the line below a menu of the original that names what it does not have. Only a terminal shows it; elsewhere
/// the menu matches the original, but the answers still work. No line break is inside an entry.
pub fn also(style: &Style, entries: &[&str]) -> String {
    let entries = entries.join(", ").replace(' ', "\u{a0}").replace(",\u{a0}", ", ");
    style.wording(String::new(), format!("Also: {entries}\n"))
}

/// Like [`also`], below a menu that may have been opened from a game in progress, which it offers to resume.
pub fn also_resume(dialog: &Dialog<'_>, entries: &[&str]) -> String {
    let resume = match entries.contains(&RULES_ENTRY) {
        true => "resume",
        false => "r resume",
    };
    let offered: &[&str] = if dialog.can_resume() { &[resume] } else { &[] };
    also(&dialog.style(), &[entries, offered].concat())
}

/// Like [`also`], with computer players that are chosen by name: `names`, and the ten levels.
pub fn also_by_name(style: &Style, entries: &[&str], names: &str) -> String {
    let by_name = format!("{names}, level 1 to {}", level::NAMES.len());
    match entries {
        [] => also(style, &[&by_name]).replacen("Also", "Also by name", 1),
        _ => also(style, &[entries, &[&format!("or by name {by_name}")]].concat()),
    }
}

/// The advice next to the weakest level of a menu.
pub const ADVICE: &str = "a good first opponent";
/// The depth suggested for a bot that looks ahead as far as the player likes.
pub const DEFAULT_DEPTH: &str = "4";

/// A choice in a menu that offers computers.
pub enum OpponentChoice {
    /// An option of the menu, from 1.
    Number(usize),
    /// The name of a bot, as it is written in records.
    Bot(String),
    /// Who plays both sides.
    Seats(Seating),
}

/// Shows a menu that offers computers. It also takes the name of any computer player, and the letters of the ten levels
/// and of [`ask_seats`] if they are among `letters`.
///
/// # Errors
/// Fails if a command, the end of input, or going back ends the question.
pub fn choose_opponent(
    game: &AnyGame,
    menu: &Menu<'_>,
    letters: &[char],
    dialog: &mut Dialog<'_>,
) -> Result<OpponentChoice, PromptExit> {
    let shown: Vec<char> = letters.iter().copied().filter(|letter| *letter != LEVELS_KEY).collect();
    let mut prompt = menu.prompt(&shown);
    let text = menu.text.replace('\u{a0}', " ");
    let by_name = text.lines().filter_map(|line| line.split_once("by name"));
    prompt.names.extend(by_name.map(|(_, names)| names.trim_start_matches([':', ' ']).to_owned()));
    loop {
        dialog.say_menu(menu.text)?;
        let style = dialog.style();
        let read = |answer: &str| menu.read(answer, letters).or_else(|| menu.named(answer, &style));
        let chosen = dialog.ask_for(&prompt, |answer| match read(answer) {
            Some(choice) => Ok(Ok(choice)),
            None => {
                let right = or_a_name(&prompt, answer);
                read_bot_or(game, answer, [menu.error, &menu.numbers(), &right], &style).map(Err)
            }
        })?;
        let choice = match chosen {
            Ok(MenuChoice::Number(number)) => Ok(OpponentChoice::Number(number)),
            Ok(MenuChoice::Letter(LEVELS_KEY)) => ask_level(game, dialog).map(OpponentChoice::Bot),
            Ok(MenuChoice::Letter(_)) => ask_seats(game, dialog).map(OpponentChoice::Seats),
            Err(name) => Ok(OpponentChoice::Bot(name)),
        };
        if let Some(choice) = none_if_back(choice)? {
            return Ok(choice);
        }
    }
}

/// Says instead of `answer` which answers a menu takes that also takes the name of a computer player. A number may mean
/// a level.
pub fn or_a_name(prompt: &Prompt, answer: &str) -> String {
    let level = answer.parse().ok().filter(|number| (1..=level::NAMES.len()).contains(number));
    let name = level.map_or_else(|| "expert".to_owned(), |level| format!("level {level}"));
    format!("{}, or a name such as {name}.", prompt.options().trim_end_matches('.'))
}

/// Reads the name of a computer player in a menu.
///
/// # Errors
/// Returns the [`refusal`] of these three texts, at a terminal with the reason why there is no such player.
pub fn read_bot_or(
    game: &AnyGame,
    answer: &str,
    [error, piped, right]: [&str; 3],
    style: &Style,
) -> Result<String, String> {
    let is_word = answer.starts_with(char::is_alphabetic) && answer.len() > 1;
    if !is_word {
        return Err(refusal(error, piped, right, style));
    }
    // The problem names the answer too.
    let is_said = error.contains(&format!("\"{answer}\"")) && style.is_at_terminal();
    let error = if is_said { "" } else { error };
    read_bot(game, answer).map_err(|problem| refusal(error, piped, &format!("{problem} {right}"), style))
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
        |dialog| ask_seat(game, &first_title, 1, dialog),
        |dialog, first| {
            let default = if first.is_none() { 2 } else { 1 };
            ask_seat(game, &format!("Who plays {second_name}?"), default, dialog)
        },
    )?;
    Ok(Seating::new(first.as_deref(), second.as_deref()))
}

/// Asks for the player of one side; `None` means a human.
fn ask_seat(
    game: &AnyGame,
    title: &str,
    default: usize,
    dialog: &mut Dialog<'_>,
) -> Result<Option<String>, PromptExit> {
    let human = (Seating::HUMAN.to_owned(), "types the moves here".to_owned());
    let style = dialog.style();
    let mut seats = [vec![human], bots::names(game)].concat();
    if let Some((_, about)) = seats.get_mut(1) {
        *about += &style.wording(String::new(), format!("; {ADVICE}"));
    }
    let text = format!("\n{title}\n\n{}\n", bot_menu(&seats, &style));
    let (options, default) = (seats.len(), Some(default));
    let error = format!("Type a number from 1 to {options}, or a name.");
    let menu = Menu { text: &text, prompt: "Choose a player: ", options, error: &error, default };
    loop {
        dialog.say_menu(menu.text)?;
        let read = |answer: &str| menu.read(answer, &[]).or_else(|| menu.named(answer, &style));
        let chosen = dialog.ask_for(&menu.prompt(&[]), |answer| match read(answer) {
            Some(MenuChoice::Number(number)) => Ok(Ok(number)),
            _ if is_human(answer) => Ok(Ok(1)),
            _ => read_bot(game, answer)
                .map(Err)
                .map_err(|problem| style.wording(error.clone(), format!("{problem} {error}"))),
        })?;
        let name = match chosen {
            Err(name) => Ok(name),
            Ok(1) => return Ok(None),
            // The number of the bot is asked for, if it has one.
            Ok(number) => match seats[number - 1].0.split_once(':') {
                None => Ok(seats[number - 1].0.clone()),
                Some(("level", _)) => ask_level(game, dialog),
                Some((kind, _)) => ask_depth(game, kind, dialog),
            },
        };
        if let Some(name) = none_if_back(name)? {
            return Ok(Some(name));
        }
    }
}

/// Formats bots with their descriptions as numbered menu lines, in two columns if they fit.
fn bot_menu(bots: &[(String, String)], style: &Style) -> String {
    let options = bots.iter().map(|(name, about)| format!("{} {about}", pad_right(name, 16)));
    let text = numbered(&options.collect::<Vec<_>>());
    if style.fits(width(&text)) {
        return text;
    }
    let below = bots.iter().map(|(name, about)| wrap(&format!("    {name} ({about})"), style.width));
    numbered(&below.map(|line| line.trim_start().to_owned()).collect::<Vec<_>>())
}

/// Asks for one of the ten levels and returns its name: `level:4`.
///
/// # Errors
/// Fails if a command, the end of input, or going back ends the question.
pub fn ask_level(game: &AnyGame, dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    let count = level::NAMES.len();
    let mut names = level::NAMES.map(str::to_owned);
    for (index, advice) in [(0, ADVICE), (count - 1, "the same player as expert in other menus")] {
        names[index] += &dialog.style().wording(String::new(), format!(" ({advice})"));
    }
    let text = format!("\nTEN LEVELS\n\n{}\n", numbered(&names));
    let menu = Menu { text: &text, prompt: "Which level? ", options: count, error: "", default: Some(1) };
    Ok(match choose_opponent(game, &menu, &[], dialog)? {
        OpponentChoice::Number(number) => format!("level:{number}"),
        OpponentChoice::Bot(name) => name,
        OpponentChoice::Seats(_) => return Err(PromptExit::Back),
    })
}

/// Asks how many turns a bot looks ahead.
fn ask_depth(game: &AnyGame, kind: &str, dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
    let at_terminal = dialog.is_at_terminal();
    let known = (1..=MAX_SUGGESTED).map(|number| number.to_string());
    let text =
        dialog.style().wording("Type a value for DEPTH: ", "How many turns ahead, counting both players'? ");
    let prompt = Prompt::with_answers(text, known).with_default(DEFAULT_DEPTH);
    dialog.ask_for(&prompt, |answer| {
        let name = format!("{kind}:{answer}");
        bots::make(game, &name).map(|_| name).map_err(|error| match at_terminal {
            true => format!("{}.", capitalised(&error.problem.to_string())),
            false => error.to_string(),
        })
    })
}

/// The greatest depth suggested; greater ones are accepted.
const MAX_SUGGESTED: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_offered_where_there_are_some() {
        let offers = |game: &str| study_entries(game).contains(&"p puzzles");
        assert!(["uglyduck", "uglyduck-xl", "replica:house"].map(offers) == [true; 3]);
        assert!(["uglyduck-xl:6x4", "replica:16", "qawale:10"].map(offers) == [false; 3]);
    }

    #[test]
    fn no_line_break_is_inside_an_entry_below_a_menu() {
        let entries =
            [RULES_ENTRY, SEATS_ENTRY, "v pieces (now 8 each)", "l lessons", "p puzzles", HELP_ENTRY];
        let names = "minimax:4, expert, perfect";
        for columns in [40, 80] {
            let style = Style { width: Some(columns), ..Style::MARKED };
            for text in [also_by_name(&style, &entries, names), also_by_name(&style, &[], names)] {
                let wrapped = wrap(&text, style.width).replace('\u{a0}', " ");
                assert!(wrapped.lines().count() > 1 || columns == 80, "{wrapped}");
                for entry in text.replace('\u{a0}', " ").trim_end().split(", ") {
                    assert!(wrapped.contains(entry), "{entry}: {wrapped}");
                }
            }
        }
    }
}
