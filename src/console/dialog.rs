//! Questions and answers: prompts, menus, refusals, and the commands that may be typed instead of an answer.

use std::collections::VecDeque;
use std::fmt::Display;

use thiserror::Error;

use super::{Console, Stop, Style};
use crate::model::Record;
use crate::model::text::escape;

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

/// What a person types at a terminal who does not know what may be typed.
const QUESTIONS: [&str; 3] = ["", "?", "help"];

/// A question for one line.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What is shown before the answer, on the same line.
    pub text: String,
    /// Answers that make sense here, for completion on a terminal.
    pub answers: Vec<String>,
    /// What is said each time before the question is asked; nothing if it is empty.
    pub introduction: String,
}

impl Prompt {
    /// A question without suggested answers.
    pub fn new(text: impl Into<String>) -> Self {
        Prompt { text: text.into(), ..Prompt::default() }
    }

    /// A question with suggested answers.
    pub fn with_answers<T: Into<String>>(
        text: impl Into<String>,
        answers: impl IntoIterator<Item = T>,
    ) -> Self {
        Prompt { answers: answers.into_iter().map(Into::into).collect(), ..Prompt::new(text) }
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

    /// A whole turn as it may be typed now, where there is one.
    fn example(&self) -> Option<String> {
        None
    }

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
    /// Whether several answers may stand on one line.
    takes_several: bool,
    /// Words that answer the next questions.
    ahead: VecDeque<String>,
    /// The word that answered the last question, where others stood on its line.
    word: Option<String>,
}

impl<'a> Dialog<'a> {
    /// Questions on `console`; commands go to `handler`.
    pub fn new(console: &'a mut Console, handler: &'a mut dyn CommandHandler) -> Self {
        Dialog { console, handler, takes_several: false, ahead: VecDeque::new(), word: None }
    }

    /// The same dialog for the questions of one turn, of which several may be answered on one line; `answers` are there
    /// already, as if they had been typed so.
    #[must_use]
    pub fn for_turn(mut self, answers: Vec<String>) -> Self {
        self.takes_several = true;
        self.ahead = answers.into();
        self
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

    /// Says what leads to a question, unless that has been answered ahead.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn introduce(&mut self, text: &str) -> Result<(), Unanswered> {
        if self.ahead.is_empty() { Ok(self.console.say_if_any(text)?) } else { Ok(()) }
    }

    /// Says why the last answer is not accepted. The caller asks again. If the answer was a word among others on its line, the
    /// message says which, and the rest of the line is dropped.
    ///
    /// # Errors
    /// Under `--strict` always; else when output could not be written.
    pub fn refuse(&mut self, message: impl Display) -> Result<(), Unanswered> {
        let Some(word) = self.word.take() else { return Ok(self.console.refuse(&message.to_string())?) };
        let word = escape(word.as_bytes());
        let dropped: Vec<String> = self.ahead.drain(..).map(|word| escape(word.as_bytes())).collect();
        self.console.refuse(&format!("\"{word}\": {message}"))?;
        match dropped.join(" ") {
            rest if rest.is_empty() => Ok(()),
            rest => Ok(self.console.say(&format!("(The rest of the line was not read: {rest})"))?),
        }
    }

    /// Refuses what is left of a line whose words have answered all questions.
    ///
    /// # Errors
    /// Under `--strict`, if something is left; else when output could not be written.
    pub fn finish(&mut self) -> Result<(), Unanswered> {
        self.word = self.ahead.pop_front();
        if self.word.is_some() { self.refuse("The turn was complete before this.") } else { Ok(()) }
    }

    /// Asks until there is an answer that is not a command, and returns it without the blanks around it.
    ///
    /// # Errors
    /// A command or the end of input left the question.
    pub fn ask(&mut self, prompt: &Prompt) -> Result<String, Unanswered> {
        self.word = self.ahead.pop_front();
        if let Some(word) = &self.word {
            return Ok(word.clone());
        }
        let help = self.help(prompt);
        let mut prompt = prompt.clone();
        prompt.answers.extend(self.handler.names());
        self.console.say_if_any(&prompt.introduction)?;
        loop {
            let line = self.console.read(&prompt)?;
            if line.cut {
                let most = super::LONGEST_LINE;
                self.console
                    .refuse(&format!("This line is longer than {most} bytes. Nothing was read from it."))?;
                continue;
            }
            let text = line.text();
            if let Some(help) = help.as_ref().filter(|_| QUESTIONS.contains(&text.to_lowercase().as_str())) {
                self.console.say(help)?;
                continue;
            }
            if !self.handler.handle(self.console, &text)? {
                return Ok(text);
            }
        }
    }

    /// What may be typed at a prompt, for a person at a terminal who does not know; `None` where anything may be.
    fn help(&self, prompt: &Prompt) -> Option<String> {
        let (last, others) = prompt.answers.split_last().filter(|_| self.console.is_at_terminal())?;
        let listed =
            if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
        let turn = self.handler.example().filter(|_| self.takes_several);
        let turn = turn.map_or_else(String::new, |turn| format!(", or a whole turn on one line: {turn}"));
        Some(format!("You can type {listed} here{turn}. :help lists the commands."))
    }

    /// Asks at a terminal whether something is meant that cannot be done by mistake.
    ///
    /// # Errors
    /// There is no answer to be had.
    pub fn confirm(&mut self, question: &str) -> Result<bool, Unanswered> {
        Ok(self.console.confirm(question)?)
    }

    /// Carries out a session command as if it had been typed.
    ///
    /// # Errors
    /// The command ends the turn or the conversation.
    pub fn command(&mut self, command: &str) -> Result<(), Unanswered> {
        self.handler.handle(self.console, command).map(drop)
    }

    /// Asks until `accept` takes the answer; what it refuses with is said. Where several answers may stand on one line, and the
    /// line is none as a whole but begins with a word that is one, its other words answer the next questions.
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
            let message = match accept(&answer) {
                Ok(value) => return Ok(value),
                Err(message) => message,
            };
            let mut words = answer.split_whitespace().map(str::to_owned);
            let first = words.next().filter(|first| self.takes_several && *first != answer);
            if let Some((first, Ok(value))) = first.map(|first| (first.clone(), accept(&first))) {
                self.ahead.extend(words);
                self.word = Some(first);
                return Ok(value);
            }
            self.refuse(message)?;
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
