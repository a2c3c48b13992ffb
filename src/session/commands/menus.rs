//! The commands in menus, where no game is in progress.

use crate::console::{CommandHandler, Console, Dialog, PromptExit, Stop};
use crate::games::AnyGame;
use crate::screens::Screen;
use crate::session::game::GameSession;
use crate::store::SessionFiles;

use super::table::{FINISHED_GAME_ACTIONS, SessionAction, find_command, menu_help, split_command};
use super::{NO_GAME, load, terminal_help};

/// Runs commands in menus, where no game is in progress.
pub struct MenuCommander<'a> {
    /// Whether commands that use files are allowed.
    pub files: bool,
    /// The game that was just played, if any.
    pub last: Option<(&'a mut GameSession, &'a SessionFiles)>,
    /// Whether a game is in progress behind this menu.
    pub is_game_waiting: bool,
}

impl MenuCommander<'_> {
    /// Creates a commander without a previous game. `files` allows commands that use files.
    pub fn new(files: bool) -> Self {
        MenuCommander { files, last: None, is_game_waiting: false }
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
            Ok(SessionAction::Help) => console.say(&(menu_help(self.files) + terminal_help(console)))?,
            Ok(SessionAction::Load) => load(console, argument)?,
            Ok(SessionAction::Quit) => return Err(Stop::Quit.into()),
            Ok(SessionAction::Wrong | SessionAction::Pause) if !line.starts_with(':') => return Ok(false),
            Ok(_) => console.refuse(&match self.is_game_waiting {
                true => format!(":{name} works in the game. Go back to it first."),
                false => NO_GAME.to_owned(),
            })?,
        }
        Ok(true)
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
