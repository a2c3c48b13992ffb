//! The commands in menus, where no game is being played.

use crate::console::{CommandHandler, Console, Dialog, Stop, Unanswered};
use crate::games::AnyGame;
use crate::screens::Screen;
use crate::session::table::Table;
use crate::store::Files;

use super::table::{Action, ON_LAST_GAME, find, menu_help, split};
use super::{load, words_at_terminal};

/// Carries out commands in menus, where no game is being played.
pub struct MenuCommander<'a> {
    /// Whether commands may touch files.
    pub files: bool,
    /// The game that has just been played, if there is one.
    pub last: Option<(&'a mut Table, &'a Files)>,
    /// Whether a game waits behind what is shown.
    pub is_over_a_game: bool,
}

impl MenuCommander<'_> {
    /// Commands where nothing has been played; those that touch files where `files` says so.
    pub fn new(files: bool) -> Self {
        MenuCommander { files, last: None, is_over_a_game: false }
    }
}

impl CommandHandler for MenuCommander<'_> {
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, Unanswered> {
        let Some((name, argument)) = split(line) else { return Ok(false) };
        let action = find(&name, argument, self.files).map(|command| command.action);
        if let (Some((game, files)), Ok(action)) = (&mut self.last, &action)
            && ON_LAST_GAME.contains(action)
        {
            return game.command(console, files, line);
        }
        match action {
            Err(message) => console.refuse(&message)?,
            Ok(Action::Help) => console.say(&(menu_help(self.files) + words_at_terminal(console)))?,
            Ok(Action::Load) => load(console, argument)?,
            Ok(Action::Quit) => return Err(Stop::Quit.into()),
            Ok(Action::Wrong | Action::Pause) if !line.starts_with(':') => return Ok(false),
            Ok(_) => console.refuse(&match self.is_over_a_game {
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
        Err(Unanswered::Stop(stop)) if !matches!(stop, Stop::Quit | Stop::EndOfInput) => Err(stop),
        _ => Ok(()),
    }
}
