//! The menus of Ugly Duck on any board: the main menu, the settings, the mode. They reopen after each game,
//! and the settings last until the player leaves them.

use crate::console::{Dialog, Menu, MenuChoice, Prompt, PromptExit, ask_both, none_if_back, numbered};
use crate::engine::bots;
use crate::games::ugly_duck::{MAX_SIDE, MIN_SIDE, Size, game_for_size, name_for_size};
use crate::model::Seating;
use crate::screens::seats::{
    HELP_ENTRY, LESSONS_KEY, LEVELS_KEY, OpponentChoice, PUZZLES_KEY, SEATS_ENTRY, SEATS_KEY, also,
    also_by_name, also_resume, choose_opponent, study_entries, study_selection,
};
use crate::screens::{GameMenus, MenuSelection, Screen as _};

/// The menus with their settings.
pub struct Menus {
    size: Size,
    /// The name of the computer's bot.
    level: String,
}

/// The levels of the original.
const LEVELS: [&str; 2] = [EASY, "hard"];
/// The level available on every board.
const EASY: &str = "easy";

const CHOOSE: &str = "Choose an option: ";

const MODES: [&str; 5] =
    ["Player vs Player", "Player vs Computer", "Computer vs Player", "Computer vs Computer", "Back"];

impl Menus {
    /// Creates the menus with this board size and the easy level.
    pub fn new(size: Size) -> Self {
        Menus { size, level: EASY.to_owned() }
    }
}

impl GameMenus for Menus {
    fn run(&mut self, dialog: &mut Dialog<'_>) -> Result<Option<MenuSelection>, PromptExit> {
        loop {
            match self.choose_in_menu(dialog)? {
                MenuChoice::Letter(letter) => return Ok(study_selection(letter, &name_for_size(self.size))),
                MenuChoice::Number(1) => {
                    if let Some(seating) = none_if_back(self.ask_mode(dialog))? {
                        return Ok(Some(MenuSelection::Play { game: name_for_size(self.size), seating }));
                    }
                }
                MenuChoice::Number(2) => none_if_back(self.change_settings(dialog)).map(drop)?,
                MenuChoice::Number(3) => {
                    dialog.say("")?;
                    dialog.show_and_wait(&game_for_size(self.size).instructions(&dialog.style()))?;
                }
                MenuChoice::Number(_) => return Ok(None),
            }
        }
    }
}

/// Returns a menu with this text and number of options.
fn menu(text: &str, options: usize, default: usize) -> Menu<'_> {
    Menu { text, prompt: CHOOSE, options, error: "There is no such option.", default: Some(default) }
}

fn menu_text(title: &str, options: &str) -> String {
    format!("\n{title}\n\n{options}\n")
}

impl Menus {
    /// Shows the main menu.
    fn choose_in_menu(&self, dialog: &mut Dialog<'_>) -> Result<MenuChoice, PromptExit> {
        let title = format!("UGLY DUCK, {} board, computer: {}", self.size, self.level_name());
        let options = ["Play", "Change Settings", "Instructions", "Exit"];
        let also = also_resume(dialog, study_entries(&name_for_size(self.size)));
        let text = menu_text(&title, &numbered(&options)) + &also;
        let menu = menu(&text, options.len(), 1);
        dialog.choose_with_letters(&menu, &[LESSONS_KEY, PUZZLES_KEY])
    }

    /// Asks who plays.
    fn ask_mode(&self, dialog: &mut Dialog<'_>) -> Result<Seating, PromptExit> {
        let computer = Some(self.level.as_str());
        let also = also(&dialog.style(), &[SEATS_ENTRY, HELP_ENTRY]);
        let text = menu_text("MODE", &numbered(&MODES)) + &also;
        let menu = menu(&text, MODES.len(), 2);
        let game = game_for_size(self.size);
        Ok(match choose_opponent(&game, &menu, &[SEATS_KEY], dialog)? {
            OpponentChoice::Bot(bot) => Seating::new(None, Some(&bot)),
            OpponentChoice::Number(1) => Seating::new(None, None),
            OpponentChoice::Number(2) => Seating::new(None, computer),
            OpponentChoice::Number(3) => Seating::new(computer, None),
            OpponentChoice::Number(4) => Seating::new(computer, computer),
            OpponentChoice::Number(_) => return Err(PromptExit::Back),
            OpponentChoice::Seats(seating) => seating,
        })
    }

    fn change_settings(&mut self, dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
        loop {
            let options = [
                format!("Dimensions of the board (now {})", self.size),
                format!("Level of the computer (now {})", self.level_name()),
                "Back".to_owned(),
            ];
            let text = menu_text("SETTINGS", &numbered(&options));
            match dialog.choose(&menu(&text, options.len(), 3))? {
                1 => {
                    let size = none_if_back(ask_size(self.size, dialog))?;
                    if let Some(note) = size.and_then(|size| self.resize(size)) {
                        dialog.say(&note)?;
                    }
                }
                2 => {
                    let level = none_if_back(self.ask_level(dialog))?;
                    self.level = level.unwrap_or_else(|| self.level.clone());
                }
                _ => return Ok(()),
            }
        }
    }

    /// Returns the level as people write it.
    fn level_name(&self) -> String {
        self.level.replace("level:", "level ")
    }

    /// Asks for one of the bots for the board instead of the present one. It cannot start other programs, because the
    /// player may be a stranger.
    fn ask_level(&self, dialog: &mut Dialog<'_>) -> Result<String, PromptExit> {
        let game = game_for_size(self.size);
        let has_perfect = bots::make(&game, "perfect").is_ok();
        let names = if has_perfect { "minimax:4, expert, perfect" } else { "minimax:4, expert" };
        let names = also_by_name(&dialog.style(), &[], names);
        let text = menu_text("LEVEL OF THE COMPUTER", &numbered(&LEVELS)) + &names;
        let now = LEVELS.iter().position(|level| *level == self.level).map(|index| index + 1);
        let menu = Menu { default: now, ..menu(&text, LEVELS.len(), 1) };
        match choose_opponent(&game, &menu, &[LEVELS_KEY], dialog)? {
            OpponentChoice::Bot(name) => Ok(name),
            OpponentChoice::Number(number) => Ok(LEVELS[number - 1].to_owned()),
            OpponentChoice::Seats(_) => Err(PromptExit::Back),
        }
    }

    /// Sets the board size. If the level is not available there, switches to the easy level and returns a
    /// note.
    fn resize(&mut self, size: Size) -> Option<String> {
        self.size = size;
        bots::make(&game_for_size(size), &self.level).err()?;
        let note = format!("\n\"{}\" does not play on a {size} board. The level is now {EASY}.", self.level);
        self.level = EASY.to_owned();
        Some(note)
    }
}

/// Asks for the length, then the height, instead of those of `now`. A terminal also takes both at once: `5x4`.
fn ask_size(now: Size, dialog: &mut Dialog<'_>) -> Result<Size, PromptExit> {
    let at_terminal = dialog.is_at_terminal();
    let whole = |answer: &str| answer.parse::<Size>().ok().filter(|_| at_terminal);
    let row = |answer: &str| Size::new(answer.parse().ok()?, MIN_SIDE.into()).ok();
    let (_, size) = ask_both(
        dialog,
        |dialog| {
            ask_side(dialog, ["length", "columns"], now.width(), |answer| {
                whole(answer).map(Ok).or_else(|| row(answer).map(Err))
            })
        },
        |dialog, length| match length {
            Ok(size) => Ok(*size),
            Err(row) => ask_side(dialog, ["height", "rows"], now.height(), |answer| {
                Size::new(row.width(), answer.parse().ok()?).ok()
            }),
        },
    )?;
    Ok(size)
}

/// Asks for one side of a size, which is `now` at present, until `read` accepts the answer.
fn ask_side<T>(
    dialog: &mut Dialog<'_>,
    [side, units]: [&str; 2],
    now: usize,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, PromptExit> {
    let text = format!("Type the {side} ({units}, {MIN_SIDE} to {MAX_SIDE}): ");
    let prompt = Prompt::with_answers(text, (MIN_SIDE..=MAX_SIDE).map(|number| number.to_string()))
        .with_default(now)
        .heard_as(format!("How many {units} does the board have?"), "a number");
    dialog.ask_for(&prompt, |answer| {
        read(answer).ok_or_else(|| format!("The {side} must be a number from {MIN_SIDE} to {MAX_SIDE}."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unavailable_level_falls_back_to_easy() {
        let mut menus = Menus::new(Size::FIVE_BY_FIVE);
        for (level, left) in [("minimax:3", "minimax:3"), ("of another board", EASY)] {
            menus.level = level.to_owned();
            menus.resize(Size::FIVE_BY_FIVE);
            assert_eq!(menus.level, left);
        }
    }
}
