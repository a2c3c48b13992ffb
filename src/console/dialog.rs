//! Questions and answers: prompts, menus, refusals, and the commands that may be typed instead of an answer.

use std::fmt::Display;

use thiserror::Error;

use super::{Console, Stop, Style};
use crate::model::Record;

/// Why a question has got no answer: whoever asked it, for a turn or in a menu, passes this on.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The half-typed turn was a mistake: begin it again.
    #[error("the turn begins again")]
    StartOver,
    /// The game changed under the prompt (a move was taken back, a new game begun): show it and go on from there.
    #[error("the game has changed")]
    GameChanged,
    /// Another game is to be played, from this record.
    #[error("another game is to be played")]
    Load(Box<Record>),
    /// The conversation is over.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// A question for one line.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What is shown before the answer, on the same line.
    pub text: String,
    /// Answers that make sense here, for completion on a terminal.
    pub answers: Vec<String>,
}

impl Prompt {
    /// A question without suggested answers.
    pub fn new(text: impl Into<String>) -> Self {
        Prompt { text: text.into(), answers: Vec::new() }
    }

    /// A question with suggested answers.
    pub fn with_answers<T: Into<String>>(
        text: impl Into<String>,
        answers: impl IntoIterator<Item = T>,
    ) -> Self {
        Prompt { text: text.into(), answers: answers.into_iter().map(Into::into).collect() }
    }
}

/// Carries out the session commands that are typed at a prompt.
///
/// Implemented by the table, which knows the game in progress, and by the menus, which know that there is none.
///
/// ```
/// use cygnet::console::{CommandHandler, Console, Unanswered};
///
/// /// Every line is an answer.
/// struct NoCommands;
///
/// impl CommandHandler for NoCommands {
///     fn handle(&mut self, _console: &mut Console, _line: &str) -> Result<bool, Unanswered> {
///         Ok(false)
///     }
/// }
///
/// assert!(NoCommands.names().is_empty());
/// ```
pub trait CommandHandler {
    /// Carries out `line` if it is a command; `Ok(false)` if it is none and so an answer.
    ///
    /// # Errors
    /// The command ends the turn or the conversation.
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, Unanswered>;

    /// The commands as they are typed, for completion.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A numbered menu.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'a> {
    /// The whole menu as it is shown.
    pub text: &'a str,
    /// The question under it.
    pub prompt: &'a str,
    /// The answers are the numbers from 1 to this.
    pub options: usize,
    /// What is said to any other answer.
    pub error: &'a str,
}

/// A console in a certain situation: what is typed is an answer or one of the commands that make sense there.
pub struct Dialog<'a> {
    console: &'a mut Console,
    handler: &'a mut dyn CommandHandler,
}

impl<'a> Dialog<'a> {
    /// Questions on `console`; commands go to `handler`.
    pub fn new(console: &'a mut Console, handler: &'a mut dyn CommandHandler) -> Self {
        Dialog { console, handler }
    }

    /// What a screen needs to know to draw.
    pub fn style(&self) -> Style {
        self.console.style()
    }

    /// Whether the person wants to press Enter after a computer's turn.
    pub fn waits(&self) -> bool {
        self.console.settings().wait
    }

    /// Writes `text` as lines of their own.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say(&mut self, text: &str) -> Result<(), Unanswered> {
        Ok(self.console.say(text)?)
    }

    /// Says why the last answer is not accepted. The caller asks again.
    ///
    /// # Errors
    /// Under `--strict` always; else when output could not be written.
    pub fn refuse(&mut self, message: impl Display) -> Result<(), Unanswered> {
        Ok(self.console.refuse(&message.to_string())?)
    }

    /// Asks until there is an answer that is not a command, and returns it without the blanks around it.
    ///
    /// # Errors
    /// A command or the end of input left the question.
    pub fn ask(&mut self, prompt: &Prompt) -> Result<String, Unanswered> {
        let mut prompt = prompt.clone();
        prompt.answers.extend(self.handler.names());
        loop {
            let line = self.console.read(&prompt)?;
            if line.cut {
                let most = super::LONGEST_LINE;
                self.console
                    .refuse(&format!("This line is longer than {most} bytes. Nothing was read from it."))?;
                continue;
            }
            let text = line.text();
            if !self.handler.handle(self.console, &text)? {
                return Ok(text);
            }
        }
    }

    /// Asks until `accept` takes the answer; what it refuses with is said.
    ///
    /// # Errors
    /// A command or the end of input left the question.
    pub fn ask_for<T, E: Display>(
        &mut self,
        prompt: &Prompt,
        mut accept: impl FnMut(&str) -> Result<T, E>,
    ) -> Result<T, Unanswered> {
        loop {
            let answer = self.ask(prompt)?;
            match accept(&answer) {
                Ok(value) => return Ok(value),
                Err(message) => self.refuse(message)?,
            }
        }
    }

    /// Shows a menu and asks for one of its numbers, from 1.
    ///
    /// # Errors
    /// A command or the end of input left the menu.
    pub fn choose(&mut self, menu: &Menu<'_>) -> Result<usize, Unanswered> {
        self.say(menu.text)?;
        let prompt = Prompt::with_answers(menu.prompt, (1..=menu.options).map(|option| option.to_string()));
        self.ask_for(&prompt, |answer| {
            let number = answer.parse().ok().filter(|number| (1..=menu.options).contains(number));
            number.ok_or_else(|| menu.error.to_owned())
        })
    }
}
