//! Questions and answers: prompts, refusals, and the commands that may be typed instead of an answer.

use std::collections::VecDeque;
use std::fmt::Display;

use thiserror::Error;

use super::{Console, Stop, Style};
use crate::model::Record;
use crate::model::text::escape;

/// Why a question has got no answer: whoever asked it, for a turn or in a menu, passes this on.
#[derive(Debug, Error)]
pub enum PromptExit {
    /// The half-typed turn was a mistake: begin it again.
    #[error("the turn begins again")]
    StartOver,
    /// The question is to be left the way it was come to.
    #[error("the person has gone back")]
    Back,
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
const HELP_WORDS: [&str; 3] = ["", "?", "help"];
/// What a person types at a terminal to leave a question.
const BACK: &str = "back";
/// From so many suggested numbers on, the first and the last stand for all.
const MIN_RANGE_LEN: usize = 9;
const FIRST_QUESTION_HINT: &str = "This is the first question of the turn. :undo takes your last turn back, :pause stops for a while, :quit leaves.";

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
/// use cygnet::console::{CommandHandler, Console, PromptExit};
///
/// /// Every line is an answer.
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
    /// Carries out `line` if it is a command; `Ok(false)` if it is none and so an answer.
    ///
    /// # Errors
    /// The command ends the turn or the conversation.
    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit>;

    /// Where the person is: whose turn it is. Empty where that is no question.
    fn reminder(&self, _style: &Style) -> String {
        String::new()
    }

    /// A whole turn as it may be typed now, where there is one.
    fn example(&self) -> Option<String> {
        None
    }

    /// The turn that `word` names in the notation of records as it may be typed now; an example, if it looks like another one.
    fn split_turn(&self, _word: &str) -> Option<String> {
        None
    }

    /// Whether going back at the first question of a turn leaves it. Elsewhere it is said what leads further back.
    fn can_leave_turn(&self) -> bool {
        false
    }

    /// The commands as they are typed, for completion.
    fn command_names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A console in a certain situation: what is typed is an answer or one of the commands that make sense there.
pub struct Dialog<'a> {
    console: &'a mut Console,
    handler: &'a mut dyn CommandHandler,
    /// Whether several answers may stand on one line.
    accepts_several: bool,
    /// Words that answer the next questions.
    pending_answers: VecDeque<String>,
    /// The word that answered the last question, where others stood on its line.
    word: Option<String>,
    /// The prompt with which the turn begins, once it has been asked.
    first_prompt: Option<String>,
    /// What is in the hand.
    selection: String,
    /// How many questions have been answered since the beginning or the last refusal of what they made together.
    answered: usize,
}

impl<'a> Dialog<'a> {
    /// Questions on `console`; commands go to `handler`.
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

    /// The same dialog for the questions of one turn, of which several may be answered on one line; `answers` are there
    /// already, as if they had been typed so.
    pub fn begin_turn(&mut self, answers: Vec<String>) {
        self.accepts_several = true;
        self.pending_answers = answers.into();
    }

    /// What a screen needs to know to draw.
    pub fn style(&self) -> Style {
        self.console.style()
    }

    /// Whether a person sits at a terminal and types.
    pub fn is_at_terminal(&self) -> bool {
        self.console.is_at_terminal()
    }

    /// Whether the person wants to press Enter after a computer's turn.
    pub fn waits_for_enter(&self) -> bool {
        self.console.settings().wait
    }

    /// Writes `text` as lines of their own.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say(&mut self, text: &str) -> Result<(), PromptExit> {
        Ok(self.console.say(text)?)
    }

    /// Says what leads to a question, unless that has been answered ahead.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn introduce(&mut self, text: &str) -> Result<(), PromptExit> {
        if self.pending_answers.is_empty() { Ok(self.console.say_nonempty(text)?) } else { Ok(()) }
    }

    /// Says what is in the hand, unless the next question has been answered ahead; it is said again where somebody may have lost sight
    /// of it.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn show_selection(&mut self, text: &str) -> Result<(), PromptExit> {
        self.set_selection(text);
        self.introduce(text)
    }

    /// What is in the hand, where the prompts have shown it already.
    pub fn set_selection(&mut self, text: &str) {
        text.clone_into(&mut self.selection);
    }

    /// Says why the last answer is not accepted. The caller asks again. If the answer was a word among others on its line, the
    /// message says which, and the rest of the line is dropped.
    ///
    /// # Errors
    /// Under `--strict` always; else when output could not be written.
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
            rest => Ok(self.console.say(&format!("(The rest of the line was not read: {rest})"))?),
        }
    }

    /// Refuses what is left of a line whose words have answered all questions.
    ///
    /// # Errors
    /// Under `--strict`, if something is left; else when output could not be written.
    pub fn finish(&mut self) -> Result<(), PromptExit> {
        self.word = self.pending_answers.pop_front();
        if self.word.is_some() { self.refuse("The turn was complete before this.") } else { Ok(()) }
    }

    /// Asks until there is an answer that is not a command, and returns it without the blanks around it.
    ///
    /// # Errors
    /// A command or the end of input left the question.
    pub fn ask(&mut self, prompt: &Prompt) -> Result<String, PromptExit> {
        self.first_prompt.get_or_insert_with(|| prompt.text.clone());
        self.word = self.pending_answers.pop_front();
        if let Some(word) = &self.word {
            return Ok(word.clone());
        }
        let at_terminal = self.is_at_terminal();
        let help = self.help(prompt).filter(|_| at_terminal);
        let mut prompt = prompt.clone();
        prompt.answers.extend(self.handler.command_names());
        self.console.say_nonempty(&prompt.introduction)?;
        loop {
            let line = self.console.read(&prompt)?;
            if line.is_truncated {
                let max = super::MAX_LINE_BYTES;
                self.console
                    .refuse(&format!("This line is longer than {max} bytes. Nothing was read from it."))?;
                continue;
            }
            let text = line.text();
            if let Some(help) = help.as_ref().filter(|_| HELP_WORDS.contains(&text.to_lowercase().as_str())) {
                self.console.say(help)?;
                continue;
            }
            if at_terminal && text.eq_ignore_ascii_case(BACK) {
                self.go_back(&prompt.text)?;
                continue;
            }
            if !self.handler.handle(self.console, &text)? {
                return Ok(text);
            }
            self.remind(prompt.introduction.trim_start())?;
        }
    }

    /// Tells a person at a terminal, who has read something else meanwhile, whose turn it is, what is in the hand, and `asked`.
    fn remind(&mut self, asked: &str) -> Result<(), PromptExit> {
        if !self.accepts_several || !self.is_at_terminal() {
            return Ok(());
        }
        let style = self.console.style();
        self.console.say_nonempty(&self.handler.reminder(&style))?;
        self.console.say_nonempty(&self.selection)?;
        Ok(self.console.say_nonempty(asked)?)
    }

    /// Leaves a question. A half-typed turn begins again; at its beginning it is said what leads further back.
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

    /// What may be typed at a prompt; `None` where anything may be.
    fn help(&self, prompt: &Prompt) -> Option<String> {
        if prompt.answers.is_empty() {
            return None;
        }
        let listed = list_answers(&prompt.answers);
        if !self.accepts_several {
            return Some(format!("You can type {listed} here. back leaves, :help lists the commands."));
        }
        let is_first =
            self.answered == 0 && self.first_prompt.as_deref().is_none_or(|first| first == prompt.text);
        let turn = self.handler.example().filter(|_| is_first);
        // The parts of the turn stay together at the beginning of a line.
        let turn = turn.map_or_else(String::new, |turn| format!(", or a whole turn on one line:\n{turn}\n"));
        let end = if turn.is_empty() { ". " } else { "" };
        Some(format!("You can type {listed} here{turn}{end}:help lists the commands."))
    }

    /// Asks at a terminal whether something is meant that cannot be done by mistake.
    ///
    /// # Errors
    /// There is no answer to be had.
    pub fn confirm(&mut self, question: &str) -> Result<bool, PromptExit> {
        Ok(self.console.confirm(question)?)
    }

    /// How answers that were typed as one word are typed. `answer` has been refused at `prompt`.
    fn separation_hint(&self, answer: &str, prompt: &Prompt) -> Option<String> {
        let longest = prompt.answers.iter().map(String::len).max().filter(|_| self.accepts_several)?;
        if answer.len() <= longest || answer.contains(char::is_whitespace) {
            return None;
        }
        let turn = self.handler.split_turn(answer)?;
        Some(format!("(Type blanks between the answers, as in {turn}.)"))
    }

    /// Carries out a session command as if it had been typed.
    ///
    /// # Errors
    /// The command ends the turn or the conversation.
    pub fn command(&mut self, command: &str) -> Result<(), PromptExit> {
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
            // Through a pipe a line of which not even the first word is accepted is refused as a whole, as the original does.
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

/// `1, 2 or 3`; of many numbers in a row the first and the last.
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
