//! The commands that players can type instead of an answer, and the other ways to leave a question.

use std::io;

use thiserror::Error;

use super::{Console, NextWords, Style};
use crate::model::Record;
use crate::store::files::without_number;

/// A reason to end a conversation early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Stop {
    /// The input has ended.
    #[error("there is no more input")]
    EndOfInput,
    /// The player asked to leave.
    #[error("the player has left")]
    Quit,
    /// The program was interrupted (Ctrl-C, a signal).
    #[error("interrupted")]
    Interrupted,
    /// The system asked the program to exit, with the signal with this number.
    #[error("ended by signal {0}")]
    Signal(u8),
    /// Under `--strict`: a line was refused.
    #[error("line {line}: {}{reason}", quote_unless_named(text, reason))]
    Refused {
        /// The number of the line, from 1.
        line: usize,
        /// The line, escaped for display.
        text: String,
        /// Why it was refused.
        reason: String,
    },
    /// Under `--strict`: input ended before the game did.
    #[error("line {line}: input ended before the game did")]
    UnexpectedEof {
        /// The number of the missing line, from 1.
        line: usize,
    },
    /// The game, or its last turns, could not be saved, for this reason.
    #[error("the game could not be saved: {0}")]
    NotSaved(String),
    /// The input could not be read.
    #[error("input: {}", without_number(.0))]
    Input(#[source] io::Error),
    /// The output could not be written: the pipe is closed, or the disk is full.
    #[error("output: {}", without_number(.0))]
    Output(#[source] io::Error),
    /// The game cannot be set up, for example because of an unknown bot or an invalid position.
    #[error("{0}")]
    InvalidSetup(String),
}

/// Returns the line that is refused in front of the reason, unless that begins with it, or quotes a turn that it ends.
fn quote_unless_named(text: &str, reason: &str) -> String {
    let quote = format!("\"{text}\"");
    let is_named = reason.starts_with(&quote) || reason.contains(&format!("{text}\": "));
    if is_named { String::new() } else { quote + ": " }
}

/// Why a game or a menu was left.
#[derive(Debug, Error)]
pub enum Exit {
    /// Another game was loaded, from this record.
    #[error("another game was loaded")]
    Load(Box<Record>),
    /// The player wants the menu of the game.
    #[error("the player wants the menu of the game")]
    Menu,
    /// The player goes back to where a game was opened, such as the list of lessons.
    #[error("the player goes back")]
    Back,
    /// The conversation is over.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// Why a question has no answer. The caller that asked it, for a turn or in a menu, passes this on.
#[derive(Debug, Error)]
pub enum PromptExit {
    /// The turn starts over, and these texts answer its first questions.
    #[error("the turn starts over")]
    StartOver(Vec<String>),
    /// Leave the question and return to where it was opened.
    #[error("the player went back")]
    Back,
    /// The game has changed, by a command or by a player elsewhere: show it and continue from there.
    #[error("the game has changed")]
    GameChanged,
    /// A command was typed at a question outside the conversation, such as the one below a page. It leaves the
    /// question and runs.
    #[error("a command was typed")]
    Command(String),
    /// Leave the game or the menu.
    #[error(transparent)]
    Leave(#[from] Exit),
}

impl From<Stop> for PromptExit {
    fn from(stop: Stop) -> Self {
        PromptExit::Leave(stop.into())
    }
}

/// Draws the board as it is in the middle of a turn.
pub type TurnBoard = Box<dyn Fn(&Style) -> String>;

/// Executes the session commands that players type at a prompt.
///
/// Implemented for the game in progress, for a replay, and for the menus, which have neither.
///
/// ```
/// use cygnet::console::{CommandHandler, Console, PromptExit};
///
/// /// Treats every line as an answer.
/// struct NoCommands;
///
/// impl CommandHandler for NoCommands {
///     fn handle(&mut self, _console: &mut Console, _line: &str) -> Result<bool, PromptExit> {
///         Ok(false)
///     }
/// }
///
/// assert!(NoCommands.command_names().is_empty());
/// ```
pub trait CommandHandler {
    /// Executes `line` if it is a command. `Ok(false)` means that it is an answer.
    ///
    /// # Errors
    /// Fails if the command ends the turn or the conversation.
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit>;

    /// Says what a player elsewhere has done while a question is open.
    ///
    /// # Errors
    /// That ends the question or the conversation, or the output cannot be written.
    fn news(&mut self, _console: &mut Console) -> Result<(), PromptExit> {
        Ok(())
    }

    /// What help at a question says below the answers, from a line break on; may be empty.
    fn more_help(&self) -> &'static str {
        ""
    }

    /// Returns the command, with its colon, that `line` names without one. At a terminal the colon can be left
    /// out where no answer looks like the command.
    fn command_in(&self, _line: &str) -> Option<String> {
        None
    }

    /// Returns whether `command` takes back a turn. In the middle of a turn it only drops what was typed.
    fn takes_back(&self, _command: &str) -> bool {
        false
    }

    /// Returns whether there is a game in progress that is kept when the program ends.
    fn keeps_game(&self) -> bool {
        false
    }

    /// Returns whether a menu was opened from a game in progress, which can be resumed.
    fn can_resume(&self) -> bool {
        false
    }

    /// Returns a reminder of whose turn it is; empty if no turn is in progress.
    fn reminder(&self, _style: &Style) -> String {
        String::new()
    }

    /// Returns an example of a whole turn that the player can type now, if there is one.
    fn example(&self) -> Option<String> {
        None
    }

    /// Returns the typed answers of the legal turn that `line` is as a whole, in typed form or in record
    /// notation.
    fn whole_turn(&self, _line: &str) -> Option<Vec<String>> {
        None
    }

    /// Returns the answers of the turn so far if `line` begins a legal turn, or continues the one that was begun.
    fn begun_turn(&self, _line: &str) -> Option<Vec<String>> {
        None
    }

    /// Takes the board as it is in the middle of the turn, for commands that show the board; `None` if the turn starts over
    /// and its board stays on the screen.
    fn set_turn_board(&mut self, _board: Option<TurnBoard>) {}

    /// Takes what has been typed of the turn, before a command runs in the middle of it.
    fn set_typed(&mut self, _answers: &[String]) {}

    /// Returns whether going back at the first question of a turn leaves the turn. If not, a hint names the
    /// commands that lead further back.
    fn can_leave_turn(&self) -> bool {
        false
    }

    /// Returns what can follow an answer or a command on its line, after the answers `typed` of a turn.
    fn next_words(&self, _typed: &[String]) -> Option<NextWords> {
        None
    }

    /// Returns the commands as they are typed, for completion.
    fn command_names(&self) -> Vec<String> {
        Vec::new()
    }
}
