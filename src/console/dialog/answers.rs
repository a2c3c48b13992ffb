//! Answers that are checked: a question is asked again until its answer is accepted. A line may hold several answers.

use std::fmt::Display;

use super::{Dialog, Introduction};
use crate::console::{Prompt, PromptExit, readings};
use crate::model::nearest;

impl Dialog<'_> {
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
        loop {
            let answer = self.ask(prompt)?;
            let message = match accept(&answer) {
                Ok(value) => {
                    self.note_answer(&answer);
                    return Ok(value);
                }
                Err(message) => message,
            };
            if self.is_at_terminal() && self.is_mid_turn(prompt) {
                self.start_over_with(&answer)?;
            }
            for reading in self.readings(&answer, prompt) {
                let first = reading.split_whitespace().next().unwrap_or_default();
                if let Ok(value) = accept(first) {
                    self.take_first_word(&answer, &reading)?;
                    return Ok(value);
                }
            }
            // In menus a line is refused as a whole.
            let first = answer.split_whitespace().next().filter(|first| self.is_turn && *first != answer);
            let message = first.and_then(|first| accept(first).err()).unwrap_or(message);
            self.refuse_answer(&answer, first, message.to_string())?;
        }
    }

    /// Takes the first word of a `reading` of the line `answer` as the answer. The others answer the next questions.
    fn take_first_word(&mut self, answer: &str, reading: &str) -> Result<(), PromptExit> {
        let mut words = reading.split_whitespace().map(str::to_owned);
        let first = words.next().unwrap_or_default();
        self.console.pending_answers.extend(words);
        self.word = Some(first.clone());
        let typed = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        let typed = self.say_understood(&typed)?.unwrap_or(typed);
        self.typed_line = Some(format!("{} {typed}", self.answered.join(" ")).trim_start().to_owned());
        self.note_answer(&first);
        Ok(())
    }

    /// Says why the line `answer` is refused, or the word `first` of it, and what it may have meant.
    fn refuse_answer(
        &mut self,
        answer: &str,
        first: Option<&str>,
        message: String,
    ) -> Result<(), PromptExit> {
        let was_typed_before = first.is_none() && self.word.is_some();
        if let Some(first) = first {
            let others = answer.split_whitespace().skip(1);
            self.console.pending_answers.extend(others.map(str::to_owned));
            self.word = Some(first.to_owned());
        }
        self.say_refusal(message)?;
        if was_typed_before {
            self.show_unshown()?;
        }
        let commands = self.handler.command_names();
        let meant = nearest(&format!(":{answer}"), commands.iter().map(String::as_str));
        let is_meant = self.is_at_terminal() && self.is_turn && answer.len() > 2;
        if let Some(command) = meant.filter(|_| is_meant) {
            self.console.say(&format!("Did you mean {command}?"))?;
        }
        let introduction = self.asked.text.clone();
        self.remind(&introduction)
    }

    /// Starts the turn over with `line` if that is a whole turn and does not complete the half-typed one. One that leaves
    /// out its beginning must go with what the turn keeps.
    fn start_over_with(&mut self, line: &str) -> Result<(), PromptExit> {
        let completed = format!("{} {line}", self.answered.join(" "));
        let is_new = self.word.is_none() && self.handler.whole_turn(&completed).is_none();
        let kept = self.answered.get(..self.kept).unwrap_or_default();
        let fits = |turn: &Vec<String>| turn.starts_with(kept) || turn.join(" ").eq_ignore_ascii_case(line);
        let turn = self.handler.whole_turn(line).filter(|turn| is_new && fits(turn));
        let Some(turn) = turn else { return Ok(()) };
        self.console.say(&format!("(Understood as a whole turn: {}.)", turn.join(" ")))?;
        Err(PromptExit::StartOver(turn))
    }

    /// Says at a terminal which whole turn the line `typed` is, if it is one in another form, and returns it.
    fn say_understood(&mut self, typed: &str) -> Result<Option<String>, PromptExit> {
        let is_turn = self.is_turn && self.is_at_terminal() && self.answered.is_empty();
        let turn = is_turn.then(|| self.handler.whole_turn(typed)).flatten().map(|turn| turn.join(" "));
        let Some(turn) = turn.filter(|turn| !typed.eq_ignore_ascii_case(turn)) else { return Ok(None) };
        self.console.say(&format!("({turn})"))?;
        Ok(Some(turn))
    }

    fn note_answer(&mut self, answer: &str) {
        self.answered.push(answer.to_owned());
        self.asked = Introduction::default();
    }

    /// Returns how the line `answer` can be read as several answers, of a turn or of menus.
    fn readings(&self, answer: &str, prompt: &Prompt) -> Vec<String> {
        let at_terminal = self.is_at_terminal();
        let takes_several = !self.is_aside && !self.takes_one_answer && !prompt.is_free_text;
        let splits = self.is_turn || (at_terminal && takes_several);
        match (splits && self.console.pending_answers.is_empty(), at_terminal && self.is_turn) {
            (false, _) => Vec::new(),
            (true, false) => readings::as_typed(answer),
            (true, true) => {
                let begins = self.answered.is_empty();
                readings::as_meant(answer, self.handler.whole_turn(answer).filter(|_| begins))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, sink};
    use std::sync::Arc;

    use super::*;
    use crate::console::{CommandHandler, Console, Input, Settings, Signals, SystemHost, Window};

    struct NoCommands;

    impl CommandHandler for NoCommands {
        fn handle(&mut self, _console: &mut Console, _line: &str) -> Result<bool, PromptExit> {
            Ok(false)
        }
    }

    #[test]
    fn what_was_typed_ahead_does_not_answer_a_question_that_takes_only_new_answers() {
        for is_dropped in [false, true] {
            let settings = Settings { window: Window::Size { columns: 80, rows: 24 }, ..Settings::PIPED };
            let host = Arc::new(SystemHost::new());
            let input = Input::new(Cursor::new("new line\n"));
            let mut console = Console::new(input, Box::new(sink()), settings, Signals::default(), host);
            console.type_ahead.add(b"5 w\rmore\rx");
            let mut handler = NoCommands;
            let mut dialog = Dialog::new(&mut console, &mut handler);
            if is_dropped {
                dialog.take_only_new_answers();
            }
            let prompt = Prompt::with_answers("? ", ["1"]);
            let answer = dialog.ask_for(&prompt, |answer| Ok::<_, String>(answer.to_owned()));
            assert_eq!(answer.unwrap(), if is_dropped { "new line" } else { "5 w" });
        }
    }
}
