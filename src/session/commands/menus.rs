//! The commands in menus, where no game is in progress.

use crate::console::{CommandHandler, Console, Dialog, Document, Exit, PromptExit, Stop};
use crate::games::AnyGame;
use crate::screens::Screen as _;
use crate::session::game::GameSession;
use crate::store::SessionFiles;

use super::board::set_palette;
use super::rows::When;
use super::table::{command_names, find_command, menu_help, split_command, topic_help, with_colon};
use super::{LEFT_GAME, NO_GAME, keep_settings, load, terminal_help};

/// The letter that resumes a game, in menus where it has no other meaning.
const RESUME_LETTER: &str = "r";

/// Runs commands in menus, where no game is in progress.
pub struct MenuCommander<'a> {
    /// The files of the session.
    pub files: &'a SessionFiles,
    /// The game that was just played, if any.
    pub last: Option<&'a mut GameSession>,
    /// Whether there are menus to go back to.
    pub has_menus: bool,
    /// Whether this is a question between two exercises: it says itself what a command of an exercise means there.
    pub is_between_exercises: bool,
    /// The game that the menu is about, if any.
    pub game: Option<&'a AnyGame>,
    /// What the last turn of the exercise before it did, if that is known.
    pub why: &'a str,
}

impl<'a> MenuCommander<'a> {
    /// Creates a commander without a previous game.
    pub fn new(files: &'a SessionFiles) -> Self {
        MenuCommander { files, last: None, has_menus: true, is_between_exercises: false, game: None, why: "" }
    }
}

impl CommandHandler for MenuCommander<'_> {
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        let command = match find_command(&name, argument, self.files.is_allowed()) {
            Ok(command) => command,
            Err(message) => return Ok(console.refuse(&message).map(|()| true)?),
        };
        let is_about_last = command.is(When::Finished) && !self.is_between_exercises;
        if let Some(game) = self.last.as_mut().filter(|_| is_about_last) {
            return game.command(console, self.files, line);
        }
        if let ("rules", Some(game)) = (command.name, self.game) {
            let rules = game.instructions(&console.style());
            return Dialog::aside(console, self).show_in_menu(&rules).map(|()| true);
        }
        match command.name {
            "help" => {
                let text = match argument {
                    "" => menu_help(self.files.is_allowed(), self.has_menus) + &terminal_help(console),
                    _ => topic_help(argument),
                };
                Dialog::aside(console, self).show_in_menu(&Document::new(text, usize::MAX))?;
            }
            "load" => load(console, self.files, argument)?,
            "keep" => keep_settings(console)?,
            "palette" if set_palette(console, argument)? => console.say("(The colours are changed.)")?,
            "palette" => {}
            "menu" if !self.has_menus => console.refuse("There is no menu here. (:quit leaves)")?,
            "menu" => return Err(Exit::Menu.into()),
            "resume" if self.can_resume() => return Err(PromptExit::GameChanged),
            "resume" => console.refuse("There is no game to resume: type back.")?,
            "quit" => return Err(Stop::Quit.into()),
            "why" if self.is_between_exercises && argument.is_empty() && !self.why.is_empty() => {
                console.advise(self.why)?;
            }
            "wrong" | "pause" if !line.starts_with(':') => return Ok(false),
            _ if self.is_between_exercises => return Ok(false),
            _ => console.refuse(if self.can_resume() { LEFT_GAME } else { NO_GAME })?,
        }
        Ok(true)
    }

    fn command_in(&self, line: &str) -> Option<String> {
        if line.eq_ignore_ascii_case(RESUME_LETTER) && self.can_resume() {
            return Some(":resume".to_owned());
        }
        with_colon(line, |command| self.is_between_exercises || command.is(When::Menus))
    }

    fn command_names(&self) -> Vec<String> {
        command_names(self.files.is_allowed(), |command| command.is(When::Menus)).collect()
    }

    fn more_help(&self) -> &'static str {
        if self.can_resume() { " Type r or resume to continue your game." } else { "" }
    }

    fn can_resume(&self) -> bool {
        self.last.as_ref().is_some_and(|game| game.is_in_progress())
    }

    fn keeps_game(&self) -> bool {
        self.last.as_ref().is_some_and(|game| game.is_unfinished() && self.files.keeps_game())
    }
}

/// Asks `question` when no game is in progress. Returns `None` if the player goes back.
///
/// # Errors
/// The player left or interrupted the program, or input or output failed.
pub fn ask_in_menu<T>(
    console: &mut Console,
    mut question: impl FnMut(&mut Dialog<'_>) -> Result<T, PromptExit>,
) -> Result<Option<T>, Stop> {
    let files = SessionFiles::disabled();
    let mut commander = MenuCommander { has_menus: false, ..MenuCommander::new(&files) };
    loop {
        return match question(&mut Dialog::new(console, &mut commander)) {
            Ok(answer) => Ok(Some(answer)),
            Err(PromptExit::Leave(Exit::Stop(stop))) => Err(stop),
            Err(PromptExit::StartOver(_)) => continue,
            Err(_) => Ok(None),
        };
    }
}
