//! The commands in menus, where no game is in progress.

use crate::console::{CommandHandler, Console, Dialog, Document, PromptExit, Stop};
use crate::games::AnyGame;
use crate::screens::Screen;
use crate::session::game::GameSession;
use crate::store::SessionFiles;

use super::table::{
    FINISHED_GAME_ACTIONS, MENU_ACTIONS, SessionAction, find_command, menu_help, split_command, with_colon,
};
use super::{NO_GAME, load, terminal_help};

/// Runs commands in menus, where no game is in progress.
pub struct MenuCommander<'a> {
    /// Whether commands that use files are allowed.
    pub files: bool,
    /// The game that was just played, if any.
    pub last: Option<(&'a mut GameSession, &'a SessionFiles)>,
}

impl MenuCommander<'_> {
    /// Creates a commander without a previous game. `files` allows commands that use files.
    pub fn new(files: bool) -> Self {
        MenuCommander { files, last: None }
    }
}

impl CommandHandler for MenuCommander<'_> {
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        let action = find_command(&name, argument, self.files).map(|command| command.action);
        if let (Some((game, files)), Ok(action)) = (&mut self.last, &action)
            && FINISHED_GAME_ACTIONS.contains(action)
        {
            return game.command(console, files, line);
        }
        match action {
            Err(message) => console.refuse(&message)?,
            Ok(SessionAction::Help) => {
                let text = Document::new(menu_help(self.files) + terminal_help(console), usize::MAX);
                Dialog::aside(console, self).show_and_wait(&text)?;
            }
            Ok(SessionAction::Load) => load(console, argument)?,
            Ok(SessionAction::Menu) => return Err(PromptExit::Menu),
            Ok(SessionAction::Resume) => match &self.last {
                Some((game, _)) if game.is_in_progress() => return Err(PromptExit::GameChanged),
                _ => console.refuse("There is no game to resume.")?,
            },
            Ok(SessionAction::Quit) => return Err(Stop::Quit.into()),
            Ok(SessionAction::Wrong | SessionAction::Pause) if !line.starts_with(':') => return Ok(false),
            Ok(_) => console.refuse(NO_GAME)?,
        }
        Ok(true)
    }

    fn command_in(&self, line: &str) -> Option<String> {
        with_colon(line, |action| MENU_ACTIONS.contains(&action))
    }

    fn keeps_game(&self) -> bool {
        self.last.as_ref().is_some_and(|(game, files)| game.is_unfinished() && files.keeps_game())
    }
}

/// Shows the instructions of `game` when no game is in progress.
///
/// # Errors
/// The user interrupted the program, or output could not be written.
pub fn show_rules(game: &AnyGame, console: &mut Console) -> Result<(), Stop> {
    let rules = game.instructions(&console.style());
    let shown = Dialog::new(console, &mut MenuCommander::new(false)).show(&rules);
    console.flush()?;
    match shown {
        Err(PromptExit::Stop(stop)) if !matches!(stop, Stop::Quit | Stop::EndOfInput) => Err(stop),
        _ => Ok(()),
    }
}

/// Asks a yes/no question at a terminal when no game is in progress.
///
/// # Errors
/// The user left or interrupted the program, or input or output failed.
pub fn ask_yes_no(console: &mut Console, question: &str) -> Result<bool, Stop> {
    match Dialog::new(console, &mut MenuCommander::new(false)).confirm(question) {
        Ok(is_wanted) => Ok(is_wanted),
        Err(PromptExit::Stop(stop)) => Err(stop),
        Err(_) => Ok(false),
    }
}
