//! The conversation with a player or a script: reads lines, writes text, and knows no game's rules.
//!
//! This is the only layer that touches input and output. It uses a reader and a writer passed in by `main`,
//! so a test can run a whole conversation in memory.

mod by_ear;
mod dialog;
mod editor;
mod indicator;
mod input;
mod keyboard;
mod menu;
pub mod output;
mod pages;
mod palette;
mod progress;
mod settings;
mod signals;
pub mod stdio;
mod stop;
mod style;

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use editor::EditorQuestion;
use indicator::ThinkingIndicator;
use keyboard::{NoEchoKeyboard, TypeAhead};

use crate::model::text::escape;
use crate::model::{Clock, StopSignal, Stopwatch};

pub use dialog::{CommandHandler, Dialog, Prompt, PromptExit};
pub use indicator::{InterruptMessages, ThinkingProgress};
pub use input::{Input, InputEvent, InputLine, MAX_LINE_BYTES, Signals, Waker, read_line};
pub use menu::{Menu, MenuChoice, ask_both, none_if_back};
pub use pages::Document;
pub use palette::{ColorDepth, Paint, Palette, Role};
pub use progress::{ProgressBar, Spinner};
pub use settings::{Echo, Settings, Window};
pub use stop::Stop;
pub use style::{
    BoardStyle, Style, centre, flow_items, numbered, pad_left, pad_right, rows, star_box, star_box_within,
    width, wrap,
};

/// The input and output of a conversation, with its settings.
pub struct Console {
    input: Input,
    output: Box<dyn Write + Send>,
    settings: Settings,
    signals: Signals,
    clock: Arc<dyn Clock>,
    lines_read: usize,
    last_line: String,
    /// Keys typed at a terminal while a computer was thinking.
    type_ahead: TypeAhead,
}

impl Console {
    /// Creates a conversation over `input` and `output`. `signals` are the ones that the input's wakers
    /// raise.
    pub fn new(
        input: Input,
        output: Box<dyn Write + Send>,
        settings: Settings,
        signals: Signals,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Console {
            input,
            output,
            settings,
            signals,
            clock,
            lines_read: 0,
            last_line: String::new(),
            type_ahead: TypeAhead::default(),
        }
    }

    /// Returns the clock that times the players' thinking.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Returns the settings of the conversation.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the settings of the conversation, for changing them.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Returns the current style for drawing.
    pub fn style(&self) -> Style {
        let (width, rows) = self.settings.window.size();
        let Settings { paint, board, flipped, screen_reader, .. } = self.settings;
        let by_ear = rows.is_some() && (screen_reader || board == BoardStyle::Words);
        Style { paint, board, width, rows, flipped, by_ear }
    }

    /// Returns the signal that stops a thinking computer.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.signals.interrupt
    }

    /// Writes `text`, with a final newline if it has none. Lines wider than the terminal are wrapped at
    /// spaces but not at no-break spaces, which are written as spaces. Drawings are chosen to fit, so they
    /// are not wrapped. Someone who listens gets no boxes and no empty lines.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        let heard = if self.style().by_ear { by_ear::without_art(text) } else { text.to_owned() };
        if self.style().by_ear && heard.is_empty() {
            return Ok(());
        }
        let text = heard.as_str();
        self.write(&replace_nbsp(&wrap(text, self.settings.window.columns())))?;
        if text.ends_with('\n') { Ok(()) } else { self.write("\n") }
    }

    /// Writes `text` like [`Console::say`], or nothing if it is empty.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say_nonempty(&mut self, text: &str) -> Result<(), Stop> {
        if text.is_empty() { Ok(()) } else { self.say(text) }
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn flush(&mut self) -> Result<(), Stop> {
        self.output.flush().map_err(Stop::Output)
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.output.write_all(text.as_bytes()).map_err(Stop::Output)
    }

    /// Shows `prompt` and reads a line. At a terminal an interrupt discards the line and asks whether to
    /// leave.
    ///
    /// # Errors
    /// Fails at the end of input, on an interrupt, or if reading fails.
    pub fn read(&mut self, prompt: &Prompt) -> Result<InputLine, Stop> {
        loop {
            match self.read_once(prompt)? {
                Some(line) => return self.accept_line(line),
                None => self.confirm_quit()?,
            }
        }
    }

    /// Reads a line; `None` if it was discarded.
    fn read_once(&mut self, prompt: &Prompt) -> Result<Option<InputLine>, Stop> {
        let text = self.wrap_prompt(&prompt.text);
        if let Some(line) = self.type_ahead.lines.pop_front() {
            self.write(&format!("{text}{}\n", escape(line.as_bytes())))?;
            return Ok(Some(InputLine::from_text(line)));
        }
        let is_plain = self.style().by_ear;
        if self.input.uses_editor() {
            // The editor supports only one-line prompts.
            let start = text.rfind('\n').map_or(0, |end| end + 1);
            let initial_text = std::mem::take(&mut self.type_ahead.partial_line);
            self.write(&if is_plain { format!("{text}{initial_text}") } else { text[..start].to_owned() })?;
            self.flush()?;
            let prompt_line = text[start..].to_owned();
            let answers = prompt.answers.clone();
            self.input.ask(EditorQuestion { prompt: prompt_line, answers, initial_text, is_plain });
        } else {
            self.write(&text)?;
        }
        loop {
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
                    return Ok(None);
                }
                self.check_interrupt()?;
            }
            match event {
                InputEvent::Line(line) => return Ok(Some(line)),
                InputEvent::Cancelled => return Ok(None),
                InputEvent::Woken => {}
                InputEvent::End => {
                    self.write("\n")?;
                    return Err(Stop::EndOfInput);
                }
                InputEvent::Failed(error) => return Err(Stop::Input(error)),
            }
        }
    }

    /// Wraps a prompt to the width of the terminal. The space before the answer is kept.
    fn wrap_prompt(&self, prompt: &str) -> String {
        let text = replace_nbsp(&wrap(prompt, self.settings.window.columns()));
        let spaces = prompt.len() - prompt.trim_end_matches(' ').len();
        format!("{}{}", text.trim_end_matches(' '), " ".repeat(spaces))
    }

    /// Asks whether to leave the program.
    ///
    /// # Errors
    /// Fails if the player wants to leave: answers yes, or interrupts again.
    fn confirm_quit(&mut self) -> Result<(), Stop> {
        let question = Prompt::yes_no("Leave the program?", &self.style());
        self.type_ahead = TypeAhead::default();
        loop {
            match self.read_once(&question)?.map(|answer| parse_yes_no(&answer.text())) {
                Some(Some(false)) => return Ok(()),
                Some(None) => self.say(YES_OR_NO)?,
                Some(Some(true)) | None => return Err(Stop::Interrupted),
            }
        }
    }

    /// Returns whether someone is typing at a terminal.
    pub fn is_at_terminal(&self) -> bool {
        self.style().is_at_terminal()
    }

    /// Asks at a terminal for confirmation of something that should not happen by mistake. Elsewhere it does
    /// not ask and returns true.
    ///
    /// # Errors
    /// Fails at the end of input, on an interrupt, or if reading fails.
    pub fn confirm(&mut self, question: &str) -> Result<bool, Stop> {
        if self.is_at_terminal() { self.ask_yes_no(question) } else { Ok(true) }
    }

    /// Asks a yes/no question. An empty line means no.
    ///
    /// # Errors
    /// Fails at the end of input, on an interrupt, or if reading fails.
    pub fn ask_yes_no(&mut self, question: &str) -> Result<bool, Stop> {
        let prompt = Prompt::yes_no(question, &self.style());
        self.type_ahead = TypeAhead::default();
        loop {
            match parse_yes_no(&self.read(&prompt)?.text()) {
                Some(consent) => return Ok(consent),
                None => self.say(YES_OR_NO)?,
            }
        }
    }

    fn accept_line(&mut self, line: InputLine) -> Result<InputLine, Stop> {
        self.lines_read += 1;
        self.last_line = line.to_string();
        match self.settings.echo {
            Echo::ByTerminal => {}
            Echo::LineEnd => self.write("\n")?,
            Echo::Line => self.write(&format!("{line}\n"))?,
        }
        Ok(line)
    }

    /// Reports why the line just read is refused.
    ///
    /// # Errors
    /// Always fails under `--strict`; otherwise fails if the output cannot be written.
    pub fn refuse(&mut self, message: &str) -> Result<(), Stop> {
        if self.settings.strict {
            let reason = message.split_whitespace().filter(|word| !word.chars().all(|c| c == '*'));
            let reason = reason.collect::<Vec<_>>().join(" ");
            return Err(Stop::Refused { line: self.lines_read, text: self.last_line.clone(), reason });
        }
        self.say(&self.settings.paint.lines(Role::Error, message))
    }

    /// Shows a computer's advice on the position or a turn; nothing if `text` is empty.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn advise(&mut self, text: &str) -> Result<(), Stop> {
        self.say_nonempty(&self.settings.paint.lines(Role::Advice, text))
    }

    /// Converts `stop` for a conversation whose game has not ended: under `--strict` the end of input is also
    /// an error.
    pub fn stop_in_unfinished_game(&self, stop: Stop) -> Stop {
        match stop {
            Stop::EndOfInput if self.settings.strict => Stop::UnexpectedEof { line: self.lines_read + 1 },
            other => other,
        }
    }

    /// Waits for the delay between the moves of two computers. Returns whether the player typed something
    /// meanwhile, which becomes the start of the next line read. Enter ends the wait. At a terminal an
    /// interrupt asks whether to leave.
    ///
    /// # Errors
    /// Fails if the wait was interrupted or the output cannot be written.
    pub fn pause(&mut self) -> Result<bool, Stop> {
        self.flush()?;
        let clock = self.clock();
        let keyboard = self.is_at_terminal().then(|| NoEchoKeyboard::start(false));
        let watch = Stopwatch::start(clock.as_ref());
        while let Some(left) = self.settings.delay.checked_sub(watch.elapsed()).filter(|left| !left.is_zero())
        {
            self.read_typed_keys(keyboard.as_ref());
            if self.type_ahead.has_text()
                || self.type_ahead.enter_pressed
                || self.signals.interrupt.is_raised()
            {
                break;
            }
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        self.read_typed_keys(keyboard.as_ref());
        drop(keyboard);
        self.type_ahead.enter_pressed = false;
        if self.is_interrupted()? {
            self.confirm_quit()?;
        }
        Ok(self.type_ahead.has_text())
    }

    fn read_typed_keys(&mut self, keyboard: Option<&NoEchoKeyboard>) {
        if let Some(keyboard) = keyboard {
            self.type_ahead.add(&keyboard.read_available());
        }
    }

    /// Returns whether Ctrl-C was pressed at a terminal. Elsewhere an interrupt ends the conversation.
    fn is_interrupted(&mut self) -> Result<bool, Stop> {
        if !self.is_at_terminal() || self.signals.shutdown_signal().is_some() {
            self.check_interrupt()?;
        }
        Ok(self.signals.interrupt.take())
    }

    /// Runs `work`, a computer's thinking, once. At a terminal an indicator appears if it takes long, keys
    /// typed meanwhile answer the next questions, and an interrupt ends the thinking early with the best
    /// result so far, which `messages` reports.
    ///
    /// # Errors
    /// Fails if the output cannot be written, or if an interrupt ends the conversation, as it does in a pipe.
    pub fn think(
        &mut self,
        messages: InterruptMessages,
        work: &mut dyn FnMut(&ThinkingProgress),
    ) -> Result<(), Stop> {
        self.flush()?;
        match self.is_at_terminal() {
            true => self.think_with_indicator(messages.ctrl_c_effect, work),
            false => work(&ThinkingProgress::default()),
        }
        self.type_ahead.enter_pressed = false;
        if self.is_interrupted()? { self.say(messages.finished_message) } else { Ok(()) }
    }

    fn think_with_indicator(&mut self, ctrl_c_effect: &'static str, work: &mut dyn FnMut(&ThinkingProgress)) {
        let keyboard = NoEchoKeyboard::start(true);
        let indicator = ThinkingIndicator {
            after: self.settings.indicator_delay,
            ctrl_c_effect,
            columns: self.settings.window.columns(),
            is_live: self.settings.can_redraw && !self.style().by_ear,
            clock: self.clock.as_ref(),
        };
        indicator::run_with_indicator(indicator, self.output.as_mut(), work);
        self.read_typed_keys(Some(&keyboard));
    }

    /// # Errors
    /// Fails if a signal asked the program to stop.
    fn check_interrupt(&mut self) -> Result<(), Stop> {
        if let Some(number) = self.signals.shutdown_signal() {
            return Err(Stop::Signal(number));
        }
        if self.signals.interrupt.take() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

/// Replaces no-break spaces, which only prevent wrapping, with plain spaces, so that copied text is plain.
fn replace_nbsp(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

const YES_OR_NO: &str = "Type y or n.";

/// Parses an answer: `Some(true)` for yes, `Some(false)` for no or an empty line, otherwise `None`.
fn parse_yes_no(answer: &str) -> Option<bool> {
    match answer.to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "" | "n" | "no" => Some(false),
        _ => None,
    }
}
