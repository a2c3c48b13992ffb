//! Questions and answers: prompts, refusals, and the commands that players can type instead of an answer.

use std::collections::VecDeque;
use std::fmt::Display;

use thiserror::Error;

use super::{Console, Stop, Style};
use crate::model::Record;
use crate::model::text::escape;

/// Why a question has no answer. The caller that asked it, for a turn or in a menu, passes this on.
#[derive(Debug, Error)]
pub enum PromptExit {
    /// The half-typed turn was a mistake: start it over.
    #[error("the turn starts over")]
    StartOver,
    /// Leave the question and return to where it was opened.
    #[error("the player went back")]
    Back,
    /// The game changed during the prompt (a move was undone, a new game started): show it and continue from
    /// there.
    #[error("the game has changed")]
    GameChanged,
    /// Play another game, from this record.
    #[error("another game was loaded")]
    Load(Box<Record>),
    /// The conversation is over.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// The words that ask for help at a terminal.
const HELP_WORDS: [&str; 3] = ["", "?", "help"];
/// The word that leaves a question at a terminal.
const BACK: &str = "back";
/// The number of consecutive suggestions from which they are shown as a range.
const MIN_RANGE_LEN: usize = 9;
const FIRST_QUESTION_HINT: &str = "This is the first question of the turn. Type :undo to take back your last turn, :pause to pause the game, :quit to leave.";

/// A question for one line.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The text before the answer, on the same line.
    pub text: String,
    /// Suggested answers, for completion at a terminal.
    pub answers: Vec<String>,
    /// The text shown each time before the question; may be empty.
    pub introduction: String,
    /// The answer that an empty line gives at a terminal.
    pub default: Option<String>,
}

impl Prompt {
    /// Creates a question without suggested answers.
    pub fn new(text: impl Into<String>) -> Self {
        Prompt { text: text.into(), ..Prompt::default() }
    }

    /// Creates a question with suggested answers.
    pub fn with_answers<T: Into<String>>(
        text: impl Into<String>,
        answers: impl IntoIterator<Item = T>,
    ) -> Self {
        Prompt { answers: answers.into_iter().map(Into::into).collect(), ..Prompt::new(text) }
    }
}

/// Executes the session commands that players type at a prompt.
///
/// Implemented by the table, which knows the game in progress, and by the menus, which have none.
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

    /// Returns a reminder of whose turn it is; empty if no turn is in progress.
    fn reminder(&self, _style: &Style) -> String {
        String::new()
    }

    /// Returns an example of a whole turn that the player can type now, if there is one.
    fn example(&self) -> Option<String> {
        None
    }

    /// Returns the turn that `word` names in record notation, as typed answers. If `word` names no legal turn
    /// but looks like one, returns an example.
    fn split_turn(&self, _word: &str) -> Option<String> {
        None
    }

    /// Returns whether going back at the first question of a turn leaves the turn. If not, a hint names the
    /// commands that lead further back.
    fn can_leave_turn(&self) -> bool {
        false
    }

    /// Returns the commands as they are typed, for completion.
    fn command_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A console together with the commands that make sense at its prompts. Every other line is an answer.
pub struct Dialog<'a> {
    console: &'a mut Console,
    handler: &'a mut dyn CommandHandler,
    /// Whether one line may hold several answers.
    accepts_several: bool,
    /// Words that will answer the next questions.
    pending_answers: VecDeque<String>,
    /// The word that answered the last question, if it shared its line with others.
    word: Option<String>,
    /// The first prompt of the turn, once it has been asked.
    first_prompt: Option<String>,
    /// The text about the selected piece.
    selection: String,
    /// The number of questions answered since the start of the turn or since the answers together were last
    /// refused.
    answered: usize,
}

impl<'a> Dialog<'a> {
    /// Creates a dialog on `console` that passes commands to `handler`.
    pub fn new(console: &'a mut Console, handler: &'a mut dyn CommandHandler) -> Self {
        Dialog {
            console,
            handler,
            accepts_several: false,
            pending_answers: VecDeque::new(),
            word: None,
            first_prompt: None,
            selection: String::new(),
            answered: 0,
        }
    }

    /// Starts the questions of a turn, several of which can be answered on one line. `answers` are used
    /// first, as if they had been typed.
    pub fn begin_turn(&mut self, answers: Vec<String>) {
        self.accepts_several = true;
        self.pending_answers = answers.into();
    }

    /// Returns the current style for drawing.
    pub fn style(&self) -> Style {
        self.console.style()
    }

    /// Returns whether someone is typing at a terminal.
    pub fn is_at_terminal(&self) -> bool {
        self.console.is_at_terminal()
    }

    /// Returns whether to wait for Enter after a computer's turn.
    pub fn waits_for_enter(&self) -> bool {
        self.console.settings().wait
    }

    /// Writes `text` on its own lines.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), PromptExit> {
        Ok(self.console.say(text)?)
    }

    /// Shows the text that introduces a question, unless the question has already been answered.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn introduce(&mut self, text: &str) -> Result<(), PromptExit> {
        if self.pending_answers.is_empty() { Ok(self.console.say_nonempty(text)?) } else { Ok(()) }
    }

    /// Shows which piece is selected, unless the next question has already been answered. The text is
    /// repeated after interruptions.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn show_selection(&mut self, text: &str) -> Result<(), PromptExit> {
        self.set_selection(text);
        self.introduce(text)
    }

    /// Sets the text about the selected piece, which the prompts have already shown.
    pub fn set_selection(&mut self, text: &str) {
        text.clone_into(&mut self.selection);
    }

    /// Reports why the last answer is not accepted. The caller asks again. If the answer shared its line with
    /// others, the message quotes it, and the rest of the line is dropped.
    ///
    /// # Errors
    /// Always fails under `--strict`; otherwise fails if the output cannot be written.
    pub fn refuse(&mut self, message: impl Display) -> Result<(), PromptExit> {
        self.answered = 0;
        self.selection.clear();
        self.say_refusal(message)?;
        self.remind("")
    }

    fn say_refusal(&mut self, message: impl Display) -> Result<(), PromptExit> {
        let Some(word) = self.word.take() else { return Ok(self.console.refuse(&message.to_string())?) };
        let word = escape(word.as_bytes());
        let dropped: Vec<String> =
            self.pending_answers.drain(..).map(|word| escape(word.as_bytes())).collect();
        self.console.refuse(&format!("\"{word}\": {message}"))?;
        match dropped.join(" ") {
            rest if rest.is_empty() => Ok(()),
            rest => Ok(self.console.say(&format!("(Ignored the rest of the line: {rest})"))?),
        }
    }

    /// Refuses words left on a line after all questions have been answered.
    ///
    /// # Errors
    /// Fails under `--strict` if words are left; otherwise fails if the output cannot be written.
    pub fn finish(&mut self) -> Result<(), PromptExit> {
        self.word = self.pending_answers.pop_front();
        if self.word.is_some() { self.refuse("The turn is already complete.") } else { Ok(()) }
    }

    /// Asks until the answer is not a command, and returns it trimmed.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn ask(&mut self, prompt: &Prompt) -> Result<String, PromptExit> {
        self.first_prompt.get_or_insert_with(|| prompt.text.clone());
        self.word = self.pending_answers.pop_front();
        if let Some(word) = &self.word {
            return Ok(word.clone());
        }
        let at_terminal = self.is_at_terminal();
        let help = self.help(prompt).filter(|_| at_terminal);
        let default = prompt.default.as_ref().filter(|_| at_terminal);
        let asked = &prompt.text;
        let mut prompt = prompt.clone();
        prompt.answers.extend(self.handler.command_names());
        prompt.text += &default.map(|answer| format!("(Enter: {answer}) ")).unwrap_or_default();
        self.console.say_nonempty(&prompt.introduction)?;
        loop {
            let line = self.console.read(&prompt)?;
            if line.is_truncated {
                let max = super::MAX_LINE_BYTES;
                self.console.refuse(&format!("The line is longer than {max} bytes and was ignored."))?;
                continue;
            }
            let text = line.text();
            if let Some(answer) = default.filter(|_| text.is_empty()) {
                return Ok(answer.clone());
            }
            if let Some(help) = help.as_ref().filter(|_| HELP_WORDS.contains(&text.to_lowercase().as_str())) {
                self.console.say(help)?;
                continue;
            }
            if at_terminal && text.eq_ignore_ascii_case(BACK) {
                self.go_back(asked)?;
                continue;
            }
            if !self.handler.handle(self.console, &text)? {
                return Ok(text);
            }
            self.remind(prompt.introduction.trim_start())?;
        }
    }

    /// Reminds a player at a terminal, after other output, whose turn it is and which piece is selected, and
    /// repeats `asked`.
    fn remind(&mut self, asked: &str) -> Result<(), PromptExit> {
        if !self.accepts_several || !self.is_at_terminal() {
            return Ok(());
        }
        let style = self.console.style();
        self.console.say_nonempty(&self.handler.reminder(&style))?;
        self.console.say_nonempty(&self.selection)?;
        Ok(self.console.say_nonempty(asked)?)
    }

    /// Leaves a question. A half-typed turn starts over. At the start of a turn, a hint names the commands
    /// that lead further back.
    fn go_back(&mut self, prompt: &str) -> Result<(), PromptExit> {
        if !self.accepts_several {
            return Err(PromptExit::Back);
        }
        if self.answered > 0 || self.first_prompt.as_deref() != Some(prompt) {
            return Err(PromptExit::StartOver);
        }
        if self.handler.can_leave_turn() {
            return Err(PromptExit::Back);
        }
        Ok(self.console.say(FIRST_QUESTION_HINT)?)
    }

    /// Returns the help for a prompt; `None` if any answer is allowed.
    fn help(&self, prompt: &Prompt) -> Option<String> {
        if prompt.answers.is_empty() {
            return None;
        }
        let listed = list_answers(&prompt.answers);
        if !self.accepts_several {
            return Some(format!(
                "You can type {listed} here. Type back to leave, :help for a list of commands."
            ));
        }
        let is_first =
            self.answered == 0 && self.first_prompt.as_deref().is_none_or(|first| first == prompt.text);
        let turn = self.handler.example().filter(|_| is_first);
        // On its own line, the example is not wrapped.
        let turn = turn.map_or_else(String::new, |turn| format!(", or a whole turn on one line:\n{turn}\n"));
        let end = if turn.is_empty() { ". " } else { "" };
        Some(format!("You can type {listed} here{turn}{end}Type :help for a list of commands."))
    }

    /// Asks at a terminal for confirmation of something that should not happen by mistake.
    ///
    /// # Errors
    /// Fails at the end of input, on an interrupt, or if reading fails.
    pub fn confirm(&mut self, question: &str) -> Result<bool, PromptExit> {
        Ok(self.console.confirm(question)?)
    }

    /// Returns a hint for several answers typed as one word. `answer` has been refused at `prompt`.
    fn separation_hint(&self, answer: &str, prompt: &Prompt) -> Option<String> {
        let longest = prompt.answers.iter().map(String::len).max().filter(|_| self.accepts_several)?;
        if answer.len() <= longest || answer.contains(char::is_whitespace) {
            return None;
        }
        let turn = self.handler.split_turn(answer)?;
        Some(format!("(Put spaces between the answers, as in {turn}.)"))
    }

    /// Executes a session command as if it had been typed.
    ///
    /// # Errors
    /// Fails if the command ends the turn or the conversation.
    pub fn command(&mut self, command: &str) -> Result<(), PromptExit> {
        self.handler.handle(self.console, command).map(drop)
    }

    /// Asks until `accept` takes the answer, and shows the errors that it returns. Where one line may hold
    /// several answers and the whole line is refused, its first word may be the answer; the other words then
    /// answer the next questions.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the question.
    pub fn ask_for<T, E: Display>(
        &mut self,
        prompt: &Prompt,
        mut accept: impl FnMut(&str) -> Result<T, E>,
    ) -> Result<T, PromptExit> {
        let at_terminal = self.is_at_terminal();
        loop {
            let answer = self.ask(prompt)?;
            let message = match accept(&answer) {
                Ok(value) => return Ok(self.count_answer(value)),
                Err(message) => message.to_string(),
            };
            let mut words = answer.split_whitespace().map(str::to_owned);
            let first = words.next().filter(|first| self.accepts_several && *first != answer);
            let of_first = first.as_ref().map(|first| accept(first));
            // Through a pipe a line is refused as a whole, as in the original, unless its first word is
            // accepted.
            if of_first.as_ref().is_some_and(|first| first.is_ok() || at_terminal) {
                self.pending_answers.extend(words);
                self.word = first;
            }
            match of_first {
                Some(Ok(value)) => return Ok(self.count_answer(value)),
                Some(Err(of_first)) if at_terminal => self.say_refusal(of_first)?,
                _ => self.say_refusal(message)?,
            }
            let separated = self.separation_hint(&answer, prompt).filter(|_| at_terminal);
            self.console.say_nonempty(&separated.unwrap_or_default())?;
            self.remind("")?;
        }
    }

    fn count_answer<T>(&mut self, value: T) -> T {
        self.answered += 1;
        value
    }
}

/// Lists answers as `1, 2 or 3`, or a long run of numbers by its first and last.
fn list_answers(answers: &[String]) -> String {
    let numbers: Option<Vec<usize>> = answers.iter().map(|answer| answer.parse().ok()).collect();
    let in_a_row = numbers.filter(|numbers| {
        numbers.len() >= MIN_RANGE_LEN && numbers.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1))
    });
    match (in_a_row.as_deref(), answers) {
        (Some([first, .., last]), _) => format!("a number from {first} to {last}, for example {first},"),
        (_, [others @ .., last]) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => answers.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_answers_and_abbreviates_number_ranges() {
        let words =
            |words: &[&str]| list_answers(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(words(&["a1"]), "a1");
        assert_eq!(words(&["1", "2", "s"]), "1, 2 or s");
        let numbers: Vec<String> = (3..=22).map(|number| number.to_string()).collect();
        assert_eq!(list_answers(&numbers), "a number from 3 to 22, for example 3,");
        assert_eq!(list_answers(&numbers[..3]), "3, 4 or 5");
    }
}
