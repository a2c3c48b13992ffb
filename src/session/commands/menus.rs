//! The commands in menus, where no game is being played.

use crate::console::{CommandHandler, Console, Dialog, PromptExit, Stop};
use crate::games::AnyGame;
use crate::screens::Screen;
use crate::session::game::GameSession;
use crate::store::SessionFiles;

use super::table::{FINISHED_GAME_ACTIONS, SessionAction, find_command, menu_help, split_command};
use super::{load, terminal_help};

/// Carries out commands in menus, where no game is being played.
pub struct MenuCommander<'a> {
    /// Whether commands may touch files.
    pub files: bool,
    /// The game that has just been played, if there is one.
    pub last: Option<(&'a mut GameSession, &'a SessionFiles)>,
    /// Whether a game waits behind what is shown.
    pub is_game_waiting: bool,
}

impl MenuCommander<'_> {
    /// Commands where nothing has been played; those that touch files where `files` says so.
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
                true => format!(":{name} works in the game. Leave this first."),
                false => format!("No game is being played, so there is nothing for :{name} to do."),
            })?,
        }
        Ok(true)
    }
}

/// Shows the instructions of `game` where no game is being played.
///
/// # Errors
/// The person was interrupted, or output could not be written.
pub fn show_rules(game: &AnyGame, console: &mut Console) -> Result<(), Stop> {
    let rules = game.instructions(&console.style());
    let shown = Dialog::new(console, &mut MenuCommander::new(false)).show(&rules);
    console.flush()?;
    match shown {
        Err(PromptExit::Stop(stop)) if !matches!(stop, Stop::Quit | Stop::EndOfInput) => Err(stop),
        _ => Ok(()),
    }
}
