//! The commands in an exercise, a lesson or a puzzle: a turn is asked for, but no game is being played.

use crate::console::{CommandHandler, Console, Dialog, Document, PromptExit, Stop, Style};

use super::table::{
    EXERCISE_ACTIONS, SessionAction, exercise_command_names, exercise_help, find_command, split_command,
};
use super::{GameCommander, terminal_help};

/// Gives a hint.
pub type HintCallback<'a> = dyn FnMut(&mut Console) -> Result<(), Stop> + 'a;

/// Carries out commands in an exercise. Those that only show something are the game's.
pub struct ExerciseCommander<'a> {
    game: GameCommander<'a>,
    /// What is to be done.
    task: &'a str,
    hint: &'a mut HintCallback<'a>,
    is_skipped: bool,
}

impl<'a> ExerciseCommander<'a> {
    /// Commands about the position that `game` knows; `hint` is called for each hint.
    pub fn new(game: GameCommander<'a>, task: &'a str, hint: &'a mut HintCallback<'a>) -> Self {
        ExerciseCommander { game, task, hint, is_skipped: false }
    }

    /// Whether the dialog was left because the exercise is to be passed over.
    pub fn is_skipped(&self) -> bool {
        self.is_skipped
    }

    fn help(&self, console: &mut Console) -> Result<(), PromptExit> {
        let text = exercise_help(self.game.files.is_allowed()) + terminal_help(console);
        Dialog::new(console, &mut self.game.menu_commander()).show(&Document::new(text, usize::MAX))
    }
}

impl CommandHandler for ExerciseCommander<'_> {
    fn reminder(&self, style: &Style) -> String {
        format!("{}\n{}", self.task, self.game.reminder(style))
    }

    fn split_turn(&self, word: &str) -> Option<String> {
        self.game.split_turn(word)
    }

    fn can_leave_turn(&self) -> bool {
        true
    }

    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        match find_command(&name, argument, self.game.files.is_allowed()).map(|command| command.action) {
            Err(message) => console.refuse(&message)?,
            Ok(SessionAction::Help) => self.help(console)?,
            Ok(SessionAction::Hint) => (self.hint)(console)?,
            Ok(SessionAction::Skip) => {
                self.is_skipped = true;
                return Err(PromptExit::Back);
            }
            Ok(action) if EXERCISE_ACTIONS.contains(&action) => return self.game.handle(console, line),
            Ok(_) => console.refuse(&format!(
                ":{name} works in a game, and this is none. (:help lists what works here)"
            ))?,
        }
        Ok(true)
    }

    fn command_names(&self) -> Vec<String> {
        exercise_command_names(self.game.files.is_allowed())
    }
}
