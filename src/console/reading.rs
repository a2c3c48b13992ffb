//! Reading a line: the question, the wait, and what is said meanwhile.

use super::style::{replace_nbsp, start_of_last_line};
use crate::lines::InputLine;

use super::{Console, Echo, EditedLine, EditorQuestion, InputEvent, Prompt, PromptExit, Stop, Waker, wrap};
use crate::model::text::escape;

/// The sequence that clears the screen and moves the cursor to its top.
const CLEAR_SCREEN: &str = "\u{1b}[H\u{1b}[2J";

const CURSOR_HOME: &str = "\u{1b}[H";
/// What to do where the next line is dropped.
const PRESS_ENTER: &str = "(Press Enter to continue.)";

/// What ended the wait for a line.
pub(super) enum Reading {
    /// A line.
    Line(InputLine),
    /// The player discarded the line.
    Cancelled,
    /// Something may have arrived. The question is still open.
    News,
    /// The screen has been cleared, and the question is closed. What was typed waits for the next one.
    Cleared,
}

impl Console {
    /// Shows a question, of a turn if `is_turn`, and waits for a line.
    pub(super) fn open_question(&mut self, prompt: &Prompt, is_turn: bool) -> Result<Reading, Stop> {
        let text = self.wrap_prompt(&prompt.text);
        if let Some(open) = self.open_line.clone() {
            return self.continue_line(&open, &text, prompt, is_turn);
        }
        if let Some(line) = self.type_ahead.lines.pop_front() {
            self.write(&format!("{text}{}\n", escape(line.as_bytes())))?;
            return Ok(Reading::Line(InputLine::from_text(line)));
        }
        let is_plain = self.reads_plainly();
        if self.input.uses_editor() {
            // The editor supports only one-line prompts.
            let start = start_of_last_line(&text);
            let initial_text = std::mem::take(&mut self.type_ahead.partial_line);
            self.write(&if is_plain { format!("{text}{initial_text}") } else { text[..start].to_owned() })?;
            self.flush()?;
            let prompt_line = text[start..].to_owned();
            let asked = prompt.clone();
            self.input.ask(EditorQuestion { prompt: prompt_line, asked, initial_text, is_plain });
        } else {
            self.write(&text)?;
        }
        self.wait_for_line(prompt)
    }

    /// Waits for the line that answers the open question.
    pub(super) fn wait_for_line(&mut self, prompt: &Prompt) -> Result<Reading, Stop> {
        let is_plain = self.reads_plainly();
        let event = match self.input.try_next() {
            Some(event) => event,
            None => {
                self.flush()?;
                self.input.wait()
            }
        };
        if self.signals.interrupt.is_raised() {
            self.write("\n")?;
            if is_plain && self.is_interrupted()? {
                if matches!(event, InputEvent::Woken) {
                    self.input.drop_question();
                }
                self.close_line()?;
                return Ok(Reading::Cancelled);
            }
            if self.signals.take_interrupt()? {
                return Err(Stop::Interrupted);
            }
        }
        match event {
            InputEvent::Line(_) | InputEvent::Cancelled if self.open_line.is_some() => {
                // It answers nothing.
                self.close_line()?;
                self.open_question(prompt, false)
            }
            InputEvent::Line(line) => {
                if self.input.uses_editor() {
                    // The editor has shown the prompt and the line.
                    let text = self.wrap_prompt(&prompt.text);
                    self.recent.add(&format!("{}{line}\n", &text[start_of_last_line(&text)..]));
                }
                Ok(Reading::Line(line))
            }
            InputEvent::Cancelled => Ok(Reading::Cancelled),
            InputEvent::Woken => Ok(Reading::News),
            InputEvent::Redraw(typed) => {
                match self.open_line.is_some() {
                    true => self.close_line()?,
                    false => self.type_ahead.partial_line = typed,
                }
                self.write_as_it_is(CLEAR_SCREEN)?;
                Ok(Reading::Cleared)
            }
            InputEvent::End => {
                self.write("\n")?;
                Err(Stop::EndOfInput)
            }
            InputEvent::Failed(error) => Err(self.failed(error, Stop::Input)),
        }
    }

    /// Scrolls what was asked and shown so far off the screen, so that a game begins at its top. Nothing asked, nothing
    /// scrolled: what is above belongs to another program.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn leave_menu(&mut self) -> Result<(), Stop> {
        let rows = self.window_size().1.filter(|_| self.edits_lines());
        let Some(rows) = rows.filter(|_| std::mem::take(&mut self.has_asked)) else { return Ok(()) };
        self.write_as_it_is(&format!("{}{CURSOR_HOME}", "\n".repeat(rows)))
    }

    /// Shows on a cleared screen what was there above the question.
    pub(super) fn repeat_screen(&mut self) -> Result<(), Stop> {
        let text = self.recent.last(self.window_size().1.unwrap_or(0).saturating_sub(1));
        self.write_as_it_is(&text)
    }

    /// Does `work` while a question is open. What it says appears above the line being typed, or before the question,
    /// which is then repeated.
    pub(super) fn say_aside(
        &mut self,
        prompt: &Prompt,
        work: impl FnOnce(&mut Self) -> Result<(), PromptExit>,
    ) -> Result<(), PromptExit> {
        self.aside.get_or_insert_default();
        let result = work(self);
        let has_text = self.aside.as_ref().is_some_and(|text| !text.is_empty());
        if has_text && result.is_ok() && self.line_above().is_some() {
            self.move_prompt_below_aside(prompt);
        }
        let is_repeated = has_text && result.is_ok() && self.line_above().is_none();
        if is_repeated && self.open_line.is_some() {
            self.say(PRESS_ENTER)?;
        }
        self.show_aside()?;
        if self.open_line.is_none() {
            self.aside = None;
            self.write(&if is_repeated { self.wrap_prompt(&prompt.text) } else { String::new() })?;
        }
        self.flush()?;
        result
    }

    /// Moves the rows of a prompt above the line being typed, which the editor does not know, below what is said aside.
    fn move_prompt_below_aside(&mut self, prompt: &Prompt) {
        let text = self.wrap_prompt(&prompt.text[start_of_last_line(&prompt.text)..]);
        let above = &text[..start_of_last_line(&text)];
        if let Some(aside) = self.aside.as_mut().filter(|_| !above.is_empty()) {
            *aside = format!("\u{1b}[{}A\u{1b}[J{aside}{above}", above.lines().count());
        }
    }

    /// Notes that a question is over whose line is still being typed. From now on what is said appears above it.
    pub(super) fn leave_line_open(&mut self, prompt: &Prompt) {
        if self.input.uses_editor() {
            self.open_line.get_or_insert_with(|| prompt.clone());
            self.aside.get_or_insert_default();
        }
    }

    /// Shows a question while the line of another one, `open`, is being typed. That line answers the question if nothing has
    /// been typed, if the question looks the same, or if the line was begun while waiting for a turn. Otherwise it is
    /// dropped, as soon as Enter is pressed.
    fn continue_line(
        &mut self,
        open: &Prompt,
        text: &str,
        prompt: &Prompt,
        is_turn: bool,
    ) -> Result<Reading, Stop> {
        let row = |text: &str| text[start_of_last_line(text)..].to_owned();
        let is_same = row(&self.wrap_prompt(&open.text)) == row(text);
        let line = self.line_above().filter(|line| is_same || line.is_empty());
        if line.is_none() && !is_same && !(is_turn && open.takes_one_line) {
            self.say(PRESS_ENTER)?;
            return self.wait_for_line(prompt);
        }
        let has_prompt = line.is_some_and(|line| line.ask_instead(&row(text), prompt.clone()));
        self.write(if has_prompt { &text[..start_of_last_line(text)] } else { text })?;
        self.close_line()?;
        self.wait_for_line(prompt)
    }

    /// Removes the prompt of a question that is over from its line. Until the next question, only commands are offered.
    pub fn leave_question(&mut self) {
        if let (Some(open), Some(line)) = (&self.open_line, self.line_above()) {
            let commands = open.answers.iter().filter(|answer| answer.starts_with(':')).cloned();
            line.ask_instead("", Prompt::with_answers("", commands));
        }
    }

    /// Notes that a line that was left open answers the question now, or that it was read.
    fn close_line(&mut self) -> Result<(), Stop> {
        self.show_aside()?;
        (self.aside, self.open_line) = (None, None);
        Ok(())
    }

    /// Keeps what was typed, while no question is open, on a line that was left open.
    ///
    /// # Errors
    /// Fails at the end of input, or if reading fails.
    pub(super) fn read_open_line(&mut self) -> Result<(), Stop> {
        match self.input.try_next() {
            None | Some(InputEvent::Woken) => {}
            Some(InputEvent::Line(line)) => {
                self.close_line()?;
                self.type_ahead.add_line(line.to_string());
            }
            Some(InputEvent::Redraw(typed)) => {
                self.close_line()?;
                self.type_ahead.partial_line = typed;
            }
            Some(InputEvent::Cancelled) => {
                self.close_line()?;
                self.signals.interrupt.raise();
            }
            Some(InputEvent::End) => return Err(Stop::EndOfInput),
            Some(InputEvent::Failed(error)) => return Err(self.failed(error, Stop::Input)),
        }
        Ok(())
    }

    /// Drops a line that was left open, because the conversation ends.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn drop_line(&mut self) -> Result<(), Stop> {
        let text = self.aside.take().unwrap_or_default();
        if self.open_line.take().is_some() { self.write(&format!("\n{text}")) } else { Ok(()) }
    }

    /// Writes what was said aside: above the line being typed, or below it.
    pub(super) fn show_aside(&mut self) -> Result<(), Stop> {
        let text = self.aside.as_mut().map(std::mem::take).unwrap_or_default();
        match self.line_above() {
            _ if text.is_empty() => Ok(()),
            Some(line) => {
                line.print_above(&text);
                Ok(())
            }
            None => self.write_as_it_is(&format!("\n{text}")),
        }
    }

    /// Returns the line being typed, where it is possible to write above it.
    fn line_above(&self) -> Option<EditedLine> {
        self.edited_line.clone().filter(|_| !self.style().by_ear)
    }

    /// Returns whether lines are edited here, with completion, a history and other keys.
    pub fn edits_lines(&self) -> bool {
        self.input.uses_editor() && !self.reads_plainly()
    }

    /// Returns whether lines at a terminal are read with its own editing, because nothing is redrawn there.
    fn reads_plainly(&self) -> bool {
        self.style().by_ear || !self.settings.can_redraw
    }

    /// Returns a handle that tells this conversation that something has arrived, from any thread.
    pub fn waker(&self) -> Waker {
        self.input.waker(self.signals.clone())
    }

    /// Wraps a prompt to the width of the terminal. The space before the answer is kept.
    fn wrap_prompt(&self, prompt: &str) -> String {
        let text = replace_nbsp(&wrap(prompt, self.columns()));
        let spaces = prompt.len() - prompt.trim_end_matches(' ').len();
        format!("{}{}", text.trim_end_matches(' '), " ".repeat(spaces))
    }

    pub(super) fn accept_line(&mut self, line: InputLine) -> Result<InputLine, Stop> {
        self.lines_read += 1;
        self.has_asked = true;
        self.last_line = line.to_string();
        match self.settings.echo {
            Echo::ByTerminal => {}
            Echo::LineEnd => self.write("\n")?,
            Echo::Line => self.write(&format!("{line}\n"))?,
        }
        Ok(line)
    }
}
